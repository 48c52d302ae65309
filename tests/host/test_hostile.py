"""Whatever a connection says is answered once, as the schema says, and nothing is written or shown that should not be."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ggl import resources
from ggl.host import messages
from ggl.host.limits import Limits
from ggl.host.rights import OWNER, Rights
from tests.few import one_in
from tests.host.driver import Refused, Room, must_fit
from tests.host.examples import example, mutated

SMALL = Limits(tables=4, desks=20, jobs=6, jobs_of_table=2, steps=40)
MOST = 150
MARKUP = "<img src=x onerror=alert(1)>"


def said(rng: random.Random, tables: list[str], desks: list[str], text: str) -> str:
    """A message that somebody might send: of any kind, about what is there or not, whole or broken."""
    do = rng.choice([*messages.REQUESTS])
    data = example(messages.REQUESTS[do].takes, rng)
    if "table" in data and rng.random() < 0.9:
        data["table"] = rng.choice(tables)
    if "desk" in data and desks and rng.random() < 0.9:
        data["desk"] = rng.choice(desks)
    if "text" in data and rng.random() < 0.9:
        data["text"] = rng.choice(("a1", "b2", "c3", "ply", text, mutated_text(text, rng)))
    if data.get("game") is not None and rng.random() < 0.7:
        data["game"] = rng.choice(("tic-tac-toe", "mine.yaml"))
    if "seats" in data:
        data["seats"] = {"first": rng.choice(("random", "human", "greedy", "python:os:system"))}
    if "plays" in data:
        data["plays"] = 3
    for key in ("judge", "who"):
        if key in data:
            data[key] = rng.choice((None, "greedy", "random", "ugi:sh -c 'touch hacked'", "nobody")) or "random"
    for key in ("count", "node", "turn", "at", "revision"):
        if key in data and rng.random() < 0.8:
            data[key] = None if key == "revision" else rng.randrange(4)
    if "edits" in data and rng.random() < 0.7:
        at = rng.randrange(200)
        data["edits"] = [{"begin": at, "end": at + rng.randrange(3), "text": rng.choice((MARKUP, "\n", "  ", ": ", "- [", "é"))}]
    message: Any = {"id": rng.randrange(100), "do": do, **data}
    for _ in range(rng.choice((0, 0, 0, 0, 1, 3))):
        message = mutated(message, rng)
    sent = json.dumps(message)
    if rng.random() < 0.1:
        at = rng.randrange(len(sent))
        sent = sent[:at] + rng.choice(('"', "}", "\\", "\ud800", "\x00", "[" * 50)) + sent[at + rng.randrange(3) :]
    return sent


def mutated_text(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(("", lines[at] * 2, lines[at].replace(":", ": "), f"{MARKUP}\n", "? [\n", "\t" + lines[at]))
    return "".join(lines)


def bombarded(folder: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    text = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    (folder.parent / "outside.yaml").write_text(text, encoding="utf-8")
    room = Room(folder, SMALL, waits=True, strict=False)
    owner = room.client()
    tables = [owner.ask("table.open", game=game)["table"] for game in ("tic-tac-toe", "mine.yaml")]
    clients = [owner, *(room.client(Rights(who, tables[0], "first")) for who in ("seat", "watch"))]  # type: ignore[arg-type]
    desks: list[str] = []
    for number in range(count):
        client = rng.choice((owner, owner, owner, *clients))
        try:
            answer = client.send(said(rng, tables, desks, text).encode("utf-8", "surrogatepass"))
        except UnicodeEncodeError:
            continue
        if number % 10 == 0:
            must_fit("#/$defs/refusal" if "error" in answer else "#/$defs/answer", answer)
        assert answer.get("error", {}).get("code") != "bug", answer
        given = answer.get("ok", {})
        desks += [given["desk"]] if "desk" in given else []
        tables += [given["table"]] if "board" in given else []
        if number % 50 == 0:
            desks.append(owner.ask("desk.open", file="mine.yaml")["desk"])
        if room.jobs and rng.random() < 0.5:
            room.work()
    for client in clients:
        for event in client.events[::10]:
            must_fit("#/$defs/event", event)
    assert not (folder / "hacked").exists()
    assert {each.name for each in folder.parent.iterdir()} <= {"games", "state", "outside.yaml"}
    assert (folder.parent / "outside.yaml").read_text(encoding="utf-8") == text
    assert client.room.clients[1].rights == OWNER
    assert owner.ask("games")["games"], "it goes on"


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_no_message_breaks_a_host(folder: Path, seed: int) -> None:
    bombarded(folder, seed, MOST)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_ten_thousand_messages_break_no_host(folder: Path, seed: int) -> None:
    bombarded(folder, seed, 500)


# ---- markup in names


def test_names_from_a_file_are_text_in_pictures_and_views() -> None:
    text = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    text = text.replace("name: Tic-Tac-Toe", f"name: '{MARKUP}<script>alert(1)</script>'")
    owner = Room().client()
    view = owner.ask("table.open", text=text)["view"]
    assert view["title"].startswith(MARKUP)
    for picture in (view["svg"], owner.ask("table.picture", table=view["table"])["text"]):
        root = ET.fromstring(picture)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not tags & {"script", "img", "image", "foreignObject", "a", "use", "iframe"}
        assert not any(name.startswith("on") or "href" in name for element in root.iter() for name in element.attrib)


def test_a_file_that_cannot_be_a_game_is_told_with_its_place() -> None:
    owner = Room().client()
    for text in ("", "[" * 10_000, "a: &a [*a]\n", "ggl: 1\n" + "x: 1\n" * 20_000, "\x00", "ggl: 1\nextends: ../../etc/passwd"):
        with pytest.raises(Refused) as caught:
            owner.ask("table.open", text=text)
        assert caught.value.code == "invalid"
        desk = owner.ask("desk.open", text=text)["desk"]
        findings = owner.last("findings")
        assert findings["ok"] is False
        assert findings["findings"]
        assert all(0 <= each["begin"] <= each["end"] <= len(text) for each in findings["findings"])
        owner.ask("desk.close", desk=desk)
