"""Desks of a host: what editors ask, as messages."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl import resources
from ggl.host.rights import OWNER
from ggl.play.loading import made_of
from ggl.source import Source
from tests.host.driver import Client, Refused, Room

VARIANTS = ("tiku-diagonal", "tiku-points", "tirnabun")


def text_of(game: str) -> str:
    return (resources.games_folder() / f"{game}.yaml").read_text(encoding="utf-8")


@pytest.fixture
def owner(folder: Path) -> Client:
    (folder / "mine.yaml").write_text(text_of("tic-tac-toe"), encoding="utf-8")
    return Room(folder).client()


def test_findings_follow_each_edit_and_a_fix_mends(owner: Client) -> None:
    opened = owner.ask("desk.open", file="mine.yaml")
    assert owner.last("findings")["ok"]
    desk, at = opened["desk"], opened["text"].index("moves:")
    owner.ask("desk.edit", desk=desk, version=1, edits=[{"begin": at, "end": at + 5, "text": "mvoes"}])
    event = owner.last("findings")
    assert (event["version"], event["ok"]) == (1, False)
    finding = next(each for each in event["findings"] if each["fixes"])
    assert (finding["begin"], finding["end"]) == (at, at + 5)
    owner.ask("desk.edit", desk=desk, version=2, edits=finding["fixes"][0]["edits"])
    assert owner.last("findings") == {**owner.last("findings"), "version": 2, "ok": True, "findings": []}


def test_a_file_with_a_byte_order_mark_can_be_saved(owner: Client, folder: Path) -> None:
    (folder / "mine.yaml").write_text(text_of("tic-tac-toe"), encoding="utf-8-sig")
    desk = owner.ask("desk.open", file="mine.yaml")["desk"]
    owner.ask("desk.save", desk=desk)
    assert (folder / "mine.yaml").read_text(encoding="utf-8") == text_of("tic-tac-toe")


@pytest.mark.parametrize(("end", "saved"), [("\n", "\n"), ("\r\n", "\r\n"), ("\r", "\n")])
def test_places_count_each_line_end_as_one_and_a_file_keeps_those_of_windows(
    owner: Client, folder: Path, end: str, saved: str
) -> None:
    text = text_of("tic-tac-toe")
    (folder / "mine.yaml").write_bytes(text.replace("\n", end).encode())
    opened = owner.ask("desk.open", file="mine.yaml")
    assert opened["text"] == text
    at = text.index("moves:") + 6
    owner.ask("desk.edit", desk=opened["desk"], version=1, edits=[{"begin": at, "end": at, "text": "  # hello"}])
    for _ in range(2):  # it knows what it wrote itself
        owner.ask("desk.save", desk=opened["desk"])
        edited = text.replace("moves:", "moves:  # hello").replace("\n", saved)
        assert (folder / "mine.yaml").read_bytes().decode() == edited
    assert owner.ask("desk.open", text=text.replace("\n", end))["text"] == text


def test_a_desk_that_is_opened_again_does_not_write_over_what_came_into_its_file_since(owner: Client, folder: Path) -> None:
    text = text_of("tic-tac-toe")
    desk = owner.ask("desk.open", file="mine.yaml", text=text)["desk"]
    owner.ask("desk.save", desk=desk)
    (folder / "mine.yaml").write_text("# from another editor\n" + text)
    desk = owner.ask("desk.open", file="mine.yaml", text=text)["desk"]
    with pytest.raises(Refused, match="has changed on disk since it was read") as caught:
        owner.ask("desk.save", desk=desk)
    assert caught.value.code == "stale"
    with pytest.raises(Refused, match="no folder is open"):
        Room().client().ask("desk.open", file="mine.yaml", text=text)


def test_a_variant_that_is_saved_beside_its_base_finds_it(owner: Client) -> None:
    desk = owner.ask("desk.open", text="name: N\nextends: mine.yaml\n")["desk"]
    assert [each["code"] for each in owner.last("findings")["findings"]] == ["GGL601"]
    owner.ask("desk.save", desk=desk, file="n.yaml")
    assert (owner.last("findings")["ok"], owner.last("findings")["findings"]) == (True, [])
    told = len(owner.events)
    owner.ask("desk.save", desk=desk)
    assert len(owner.events) == told  # nothing else is found there


def test_a_variant_is_checked_anew_when_its_base_changes_on_disk(owner: Client, folder: Path) -> None:
    (folder / "v.yaml").write_text("name: V\nextends: mine.yaml\n", encoding="utf-8")
    owner.ask("desk.open", file="mine.yaml")
    desk = owner.ask("desk.open", file="v.yaml")["desk"]
    told = len(owner.events)
    for text, is_game in ((text_of("tic-tac-toe").replace("empty(c)", "emty(c)"), False), (text_of("tic-tac-toe"), True)):
        (folder / "mine.yaml").write_text(text, encoding="utf-8")
        for _ in range(2):
            owner.room.done(owner.room.host.files_changed(), [])
        (event,) = owner.events[told:]  # once for each change
        assert (event["event"], event["desk"], event["ok"]) == ("findings", desk, is_game)
        told = len(owner.events)


def test_a_variant_of_a_file_is_written_alone_and_its_record_is_read_elsewhere(owner: Client, folder: Path) -> None:
    text = "name: V\nextends: mine.yaml\nboard: square(4)\n"
    (folder / "v.yaml").write_text(text, encoding="utf-8")
    desk = owner.ask("desk.open", file="v.yaml")["desk"]
    alone = owner.ask("desk.alone", desk=desk)["text"]
    assert "extends" not in alone
    table = owner.ask("table.open", text=text, game="v.yaml")["table"]
    assert owner.ask("table.text", table=table) == {"text": text}
    assert owner.ask("table.text", table=table, alone=True) == {"text": alone}
    owner.ask("table.play", table=table, text="place d4")
    record = owner.ask("table.record", table=table)["text"]
    view = Room().client().ask("table.load", record=record, text=alone)["view"]
    assert len(view["turns"]) == 1
    (folder / "tic-tac-toe.yaml").write_text(text_of("chess"), encoding="utf-8")
    for written in ("extends: tic-tac-toe\nname: W\n", "extends: nobody.yaml\n", "name: ["):
        desk = owner.ask("desk.open", text=written)["desk"]
        assert owner.ask("desk.alone", desk=desk) == {"text": written}


def test_edits_that_overlap_or_lie_outside_change_nothing(owner: Client) -> None:
    desk = owner.ask("desk.open", text="ggl: 1\n")["desk"]
    for edits in ([(0, 3, "x"), (2, 4, "y")], [(5, 100, "x")], [(3, 2, "x")]):
        with pytest.raises(Refused) as caught:
            owner.ask("desk.edit", desk=desk, version=1, edits=[{"begin": b, "end": e, "text": t} for b, e, t in edits])
        assert caught.value.code == "invalid"
    owner.ask("desk.save", desk=desk, file="new.yaml")
    assert Path("new.yaml").read_text(encoding="utf-8") == "ggl: 1\n"


def test_a_desk_belongs_to_its_connection(owner: Client) -> None:
    desk = owner.ask("desk.open", file="mine.yaml")["desk"]
    other = owner.room.client(OWNER)
    with pytest.raises(Refused, match="unknown"):
        other.ask("desk.tokens", desk=desk)
    owner.room.done(owner.room.host.left(owner.number), [])
    with pytest.raises(Refused, match="unknown"):
        owner.ask("desk.tokens", desk=desk)


def test_the_tests_of_a_file_are_a_job_with_their_places(owner: Client) -> None:
    text = text_of("tiku")
    desk = owner.ask("desk.open", text=text)["desk"]
    owner.ask("desk.tests", desk=desk)
    results = owner.last("result")["result"]["tests"]
    assert results
    for each in results:
        assert each["passed"], each
        assert text[each["begin"] : each["end"]].strip("'\"") == each["name"]


def test_whoever_closes_a_desk_is_told_that_its_tests_have_ended(folder: Path) -> None:
    room = Room(folder, waits=True)
    owner = room.client()
    desk = owner.ask("desk.open", text=text_of("tiku"))["desk"]
    job = owner.ask("desk.tests", desk=desk)["job"]
    owner.ask("desk.close", desk=desk)
    assert room.stopped == [job]
    assert (owner.last("failed")["job"], owner.last("failed")["code"]) == (job, "stopped")


def test_what_an_editor_asks_at_places_is_answered(owner: Client) -> None:
    text = text_of("tiku")
    desk = owner.ask("desk.open", game="tiku")["desk"]
    at = text.index("open(")
    spans = owner.ask("desk.references", desk=desk, at=at)["spans"]
    assert {text[span["begin"] : span["end"]] for span in spans} == {"open"}
    edits = owner.ask("desk.rename", desk=desk, at=at, name="free_line")["edits"]
    assert len(edits) == len(spans)
    assert owner.ask("desk.hover", desk=desk, at=at)["text"]
    tokens = owner.ask("desk.tokens", desk=desk)["tokens"]
    assert all(0 <= begin < end <= len(text) for begin, end, _ in tokens)
    assert owner.ask("desk.symbols", desk=desk)["symbols"][0]["depth"] == 0
    assert owner.ask("desk.format", desk=desk) == {"edits": [], "others": []}
    assert "Tiku" in owner.ask("desk.rules", desk=desk)["text"]
    with pytest.raises(Refused, match="invalid"):
        owner.ask("desk.hover", desk=desk, at=len(text) + 1)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_whole_game_is_written_as_a_variant_that_is_the_same_game(owner: Client, game: str) -> None:
    from ggl.cli.common import merged
    from ggl.model.expand import expand
    from ggl.play.loading import find_source

    base = next(line.split()[1] for line in text_of(game).splitlines() if line.startswith("extends:"))
    whole = expand(merged(find_source(game)))
    assert "extends:" not in whole
    desk = owner.ask("desk.open", text=whole)["desk"]
    text = owner.ask("desk.variant", desk=desk, base=base)["text"]
    assert f"extends: {base}\n" in text
    assert len(text) < len(whole)
    again = made_of(Source("<text>", text))
    assert again == ggl.load(game)
    assert again.rules_text() == ggl.load(game).rules_text()  # and the same sentences


def test_a_variant_of_what_is_not_there_is_refused(owner: Client) -> None:
    desk = owner.ask("desk.open", game="tiku")["desk"]
    for base in ("nobody", "../../etc/passwd", "tiku.yaml", ""):
        with pytest.raises(Refused) as caught:
            owner.ask("desk.variant", desk=desk, base=base)
        assert caught.value.code == "invalid"
