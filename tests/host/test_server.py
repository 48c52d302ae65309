"""The server: who is let in, what it survives, and that nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
pytest.importorskip("watchfiles", reason="the extra `web` is not installed")
pytest.importorskip("websockets", reason="the extra `web` is not installed")

from starlette.applications import Starlette
from starlette.types import ASGIApp, Message
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ggl import resources
from ggl.web.links import Secrets
from ggl.web.server import Server, _Connection, _Guard
from tests.few import slow
from tests.host.driver import Refused
from tests.host.serving import Visitor, Workshop, see_out, workshop
from tests.host.test_hostile import said

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(os.name != "posix", reason="processes are killed with signals here"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("workshop")
    (found / "games").mkdir()
    text = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    (found / "games" / "mine.yaml").write_text(text, encoding="utf-8")
    (found / "secret.yaml").write_text("secret", encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def shop(place: Path) -> Iterator[Workshop]:
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_STATE_HOME", str(place / "state"))
    with workshop(place / "games") as found:
        yield found
    patch.undo()


def begun(visitor: Visitor, game: str = "mine.yaml", **more: Any) -> dict[str, Any]:
    view: dict[str, Any] = visitor.ask("table.open", game=game, **more)["view"]
    return view


def code(visitor: Visitor, do: str, **what: Any) -> str:
    with pytest.raises(Refused) as caught:
        visitor.ask(do, **what)
    found: str = caught.value.code
    return found


@pytest.fixture(autouse=True)
def seen_out() -> Iterator[None]:
    yield
    see_out()


# ---- who is let in


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "192.168.7.7", "localhost.evil", "", "[::2]:80", "0x7f.1", "127.1"]
)
def test_a_host_that_is_not_ours_is_turned_away(shop: Workshop, host: str) -> None:
    assert shop.get("/", host=host)[0] in (400, 403)
    with pytest.raises(InvalidStatus):
        Visitor(shop, hello=False, host=host or "evil")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://"])
def test_another_sites_page_is_turned_away(shop: Workshop, origin: str) -> None:
    with pytest.raises(InvalidStatus):
        Visitor(shop, hello=False, origin=origin)


def test_our_own_page_is_let_in_by_each_name_of_loopback(shop: Workshop) -> None:
    for name in ("127.0.0.1", "localhost", "[::1]"):
        visitor = Visitor(shop, host=f"{name}:{shop.port}", origin=f"http://{name}:{shop.port}")
        assert visitor.hello["rights"] == "owner"
        visitor.close()


def test_a_proxy_is_let_in_by_the_name_that_was_said() -> None:
    named = _Guard(Starlette(), False, ["Play.example.org"])
    assert named.is_ours("play.example.org")
    assert named.is_ours("play.example.org:443")
    assert not named.is_ours("example.org")
    assert not named.is_ours("192.168.7.7")
    assert _Guard(Starlette(), True, []).is_ours("192.168.7.7:4455")


def got(app: ASGIApp, path: str) -> Message:
    """The beginning of the answer to a request of a path."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"127.0.0.1")]}
    asyncio.run(app({**scope, "query_string": b"", "root_path": ""}, receive, send))
    return sent[0]


def test_a_browser_is_started_with_a_link_that_is_good_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    server = Server(tmp_path)
    path = server.beginning(f"/#{server.secrets.owner()}")
    assert server.secrets.owner() not in path
    answer = got(server.app(), path)
    assert (answer["status"], dict(answer["headers"])[b"location"]) == (303, f"/#{server.secrets.owner()}".encode())
    assert got(server.app(), path)["status"] == got(server.app(), "/begin/x")["status"] == 403


def test_of_several_views_that_wait_for_a_slow_connection_the_last_is_sent() -> None:
    connection = _Connection(1)
    for view, about in ((b"1", "t1"), (b"2", "t2"), (b"answer", None), (b"3", "t1"), (b"answer", None)):
        connection.send(view, about)
    assert [*connection.out.values()] == [b"2", b"answer", b"3", b"answer"]
    for _ in range(1000):
        connection.send(b"x")
    assert connection.is_full


def test_a_slow_connection_gets_the_board_of_new_rules_and_the_view_after_it(tmp_path: Path) -> None:
    server, connection = Server(tmp_path), _Connection(1, looks={"t1"})
    server._connections[1] = connection
    for text, replaces in ((b"1", True), (b"2 and a board", False), (b"3", True), (b"4", True), (b"lost", False)):
        server.tell("t1", text, None, replaces=replaces)
    assert [*connection.out.values()] == [b"2 and a board", b"4", b"lost"]


@pytest.mark.parametrize("secret", ["", "x", "0" * 32, "é", "0" * 16 + ".first." + "0" * 32, "../..", "a" * 200])
def test_who_has_no_secret_may_ask_nothing(shop: Workshop, secret: str) -> None:
    visitor = Visitor(shop, hello=False)
    assert code(visitor, "games") == "forbidden"
    assert code(visitor, "hello", version=1, secret=secret) == "forbidden"
    assert code(visitor, "table.open", game="tiku") == "forbidden"
    visitor.close()


def test_a_page_of_another_version_is_told_so(shop: Workshop) -> None:
    visitor = Visitor(shop, hello=False)
    with pytest.raises(Refused, match="reload the page"):
        visitor.ask("hello", version=2, secret=shop.secret)


def test_the_page_may_run_nothing_that_is_written_into_it(shop: Workshop) -> None:
    status, headers, body = shop.get("/")
    assert status == 200
    rules = {rule.split()[0]: rule.split()[1:] for rule in headers["content-security-policy"].split(";")}
    assert rules["default-src"] == ["'none'"]
    assert "'unsafe-inline'" not in rules["script-src"] + rules["style-src"]
    assert "'unsafe-eval'" not in rules["script-src"]
    assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert not re.search(rb"<script(?![^>]*\bsrc=)|\son\w+=|style=", body)


PATHS = ("/../secret.yaml", "/%2e%2e/secret.yaml", "/..%2fserver.py", "//etc/passwd", "/%00", "/mine.yaml", "/../server.py",
         "/..\\server.py", "/" + "a" * 5000)  # fmt: skip
NAMES = ("../secret.yaml", "/etc/passwd", "..\\secret.yaml", "a/../../secret.yaml", ".hidden.yaml", "con:.yaml",
         "mine.yaml\u0000", "https://x/y.yaml", "link.yaml", "", "mine", "x/.y/z.yaml", "~/x.yaml/..")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_to_a_file_that_is_not_the_pages(shop: Workshop, path: str) -> None:
    status, _, body = shop.get(path)
    assert status in (400, 404, 414)
    assert b"secret" not in body
    assert b"import" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])
def test_only_reading_is_allowed(shop: Workshop, method: str) -> None:
    assert shop.request(method, "/")[0] == 405


@pytest.mark.parametrize("name", NAMES)
def test_no_name_leads_out_of_the_folder(shop: Workshop, place: Path, name: str) -> None:
    link = place / "games" / "link.yaml"
    if not link.is_symlink():
        link.symlink_to(place / "secret.yaml")
    visitor = Visitor(shop)
    desk = visitor.ask("desk.open", text="ggl: 1")["desk"]
    before = sorted(place.rglob("*.yaml"))
    for do, what in (("desk.open", {"file": name}), ("table.open", {"game": name}), ("desk.save", {"desk": desk, "file": name}),
                     ("desk.save", {"desk": desk, "file": name, "over": True})):  # fmt: skip
        assert code(visitor, do, **what) in ("forbidden", "unknown", "invalid")
    assert sorted(place.rglob("*.yaml")) == before
    assert (place / "secret.yaml").read_text() == "secret"
    assert visitor.ask("files")["files"] == ["mine.yaml"]
    visitor.close()


# ---- together


def test_two_play_and_one_watches_and_one_of_them_comes_back(shop: Workshop) -> None:
    owner = Visitor(shop)
    view = begun(owner)
    table = view["table"]
    links = owner.ask("table.links", table=table)
    secrets = {seat: link.removeprefix("/#") for seat, link in links["seats"].items()}
    players = {seat: Visitor(shop, secrets[seat]) for seat in ("first", "second")}
    watcher = Visitor(shop, links["watch"].removeprefix("/#"))
    assert (players["first"].hello["seat"], watcher.hello["rights"], watcher.hello["table"]) == ("first", "watch", table)
    for visitor in (*players.values(), watcher):
        visitor.ask("table.join", table=table)
    seats = {side["side"]: side["seat"] for side in view["sides"]}
    for number in range(5):
        seat = seats[view["mover"]]
        other = "second" if seat == "first" else "first"
        assert code(players[other], "table.play", table=table, text=view["legal"][0]["text"]) == "forbidden"
        if number == 2:  # reloads the page
            players[seat].close()
            players[seat] = Visitor(shop, secrets[seat])
            assert players[seat].ask("table.join", table=table)["view"] == view
        view = players[seat].ask("table.play", table=table, text=view["legal"][0]["text"])
        for visitor in (watcher, players[other], owner):
            assert visitor.wait("view")["view"] == view
    assert code(watcher, "table.play", table=table, text="a1") == "forbidden"
    assert code(players["first"], "table.join", table=begun(owner)["table"]) == "forbidden"


def test_an_agent_answers_and_its_thinking_can_be_stopped(shop: Workshop) -> None:
    owner = Visitor(shop)
    view = begun(owner, "tiku", seats={"second": "mcts:sims=100"})
    table = view["table"]
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    assert view["thinks"]
    view = owner.wait("view")["view"]
    assert len(view["turns"]) == 2
    job = owner.ask("table.hint", table=table, judge="mcts:time=60")["job"]
    time.sleep(0.5)
    owner.ask("job.stop", job=job)
    failed = owner.wait("failed")
    assert (failed["job"], failed["code"]) == (job, "stopped")
    owner.ask("table.hint", table=table, judge="mcts:sims=20")
    assert owner.wait("result")["result"]["kind"] == "hint"


def test_a_file_that_another_editor_changed_is_told(shop: Workshop, place: Path) -> None:
    owner = Visitor(shop)
    desk = owner.ask("desk.open", file="mine.yaml")
    file = place / "games" / "mine.yaml"
    for _ in range(20):  # the watch may only have begun
        file.write_text(desk["text"] + "# changed\n", encoding="utf-8")
        try:
            assert owner.wait("files", 2)["files"] == ["mine.yaml"]
            break
        except TimeoutError:
            continue
    else:
        raise AssertionError("nothing was told")
    assert code(owner, "desk.save", desk=desk["desk"]) == "stale"
    assert file.read_text(encoding="utf-8").endswith("# changed\n")
    owner.ask("desk.save", desk=desk["desk"], over=True)
    assert file.read_text(encoding="utf-8") == desk["text"]


# ---- what it survives


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no such names")
def test_a_file_whose_name_is_not_utf_8_is_left_out_and_ends_no_watch(shop: Workshop, place: Path) -> None:
    owner = Visitor(shop)
    strange = os.fsencode(place / "games") + b"/\xff.yaml"
    Path(os.fsdecode(strange)).write_text("ggl: 1\n", encoding="utf-8")
    try:
        for _ in range(20):  # the watch begins again
            (place / "games" / "beside.yaml").write_text("ggl: 1\n", encoding="utf-8")
            with contextlib.suppress(TimeoutError):
                assert owner.wait("files", 2)["files"] == ["beside.yaml"]
                break
        else:
            raise AssertionError("nothing was told")
        assert owner.ask("files")["files"] == ["beside.yaml", "mine.yaml"]
    finally:
        os.unlink(strange)
        (place / "games" / "beside.yaml").unlink()


def test_a_process_that_is_killed_comes_back_with_its_tables(shop: Workshop) -> None:
    owner = Visitor(shop)
    view = begun(owner, "tic-tac-toe")
    for _ in range(3):
        view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    for child in shop.children():
        os.kill(child, 9)
    assert owner.wait("lost")["about"] == view["table"]
    again = owner.ask("table.join", table=view["table"])["view"]
    assert again["turns"] == view["turns"]
    owner.ask("table.play", table=view["table"], text=again["legal"][0]["text"])


def test_a_server_that_is_killed_in_mid_play_loses_no_move(place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    first = Workshop(place / "games")
    owner = Visitor(first)
    view = begun(owner)
    table = view["table"]
    secret = owner.ask("table.links", table=table)["seats"]["second"].removeprefix("/#")
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    first.kill()
    second = Workshop(place / "games", port=first.port)
    try:
        assert second.secret == first.secret
        again = Visitor(second, secret).ask("table.join", table=table)["view"]
        assert again["turns"] == view["turns"]
        owner = Visitor(second)
        assert [kept["table"] for kept in owner.ask("plays")["plays"]] == [table]
        owner.ask("table.play", table=table, text=again["legal"][0]["text"])
    finally:
        assert "Traceback" not in second.close()
    third = Workshop(place / "games")
    third.close()
    assert third.secret != first.secret, "a session that ended as it should takes its links with it"


def test_no_process_outlives_the_server(place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = Workshop(place / "games")
    owner = Visitor(found)
    view = begun(owner, "tiku")
    owner.ask("table.hint", table=view["table"], judge="mcts:time=60")
    time.sleep(0.5)
    children = found.children()
    assert len(children) >= 3
    found.kill()
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            break
        time.sleep(0.1)
    else:
        raise AssertionError("a process goes on")


def test_secrets_are_those_of_one_folder_and_one_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    one, same, other = Secrets(tmp_path / "a"), Secrets(tmp_path / "a"), Secrets(tmp_path / "b")
    seat = one.seat("0" * 16, "first")
    assert one.owner() == same.owner() != other.owner()
    assert one.rights(seat) == same.rights(seat) != other.rights(seat)
    assert other.rights(seat) is None
    assert one.rights(seat.replace("first", "second")) is None
    assert one.rights(seat.replace("first", "watch")) is None
    key = next((tmp_path / "ggl" / "workshops").iterdir())
    assert key.stat().st_mode & 0o077 == 0
    one.forget()
    assert Secrets(tmp_path / "a").owner() != one.owner()


# ---- limits


def test_who_says_no_secret_takes_nobodys_place(shop: Workshop) -> None:
    owner = Visitor(shop)
    strangers = [Visitor(shop, hello=False) for _ in range(100)]
    with pytest.raises(InvalidStatus):
        Visitor(shop, hello=False)
    assert owner.ask("files")["files"]
    strangers[0].close()
    for _ in range(50):
        try:
            Visitor(shop)
            break
        except InvalidStatus:
            time.sleep(0.1)
    else:
        raise AssertionError("nobody is let in any more")


def test_a_message_that_is_too_large_ends_the_connection_alone(shop: Workshop) -> None:
    owner, other = Visitor(shop), Visitor(shop)
    with contextlib.suppress(ConnectionClosed, ConnectionResetError):  # it may be over before all is sent
        owner.send("x" * (1 << 21))
    with pytest.raises(ConnectionClosed):
        owner.wait("nothing")
    assert other.ask("games")["games"]


def test_who_says_only_nonsense_is_shown_the_door(shop: Workshop) -> None:
    visitor = Visitor(shop)
    for number in range(100):
        visitor.send(f"nonsense {number}")
        assert visitor.receive()["error"]["code"] == "unreadable"
    with pytest.raises(ConnectionClosed):
        visitor.wait("nothing")


@pytest.mark.parametrize(("seed", "count"), [(5, 40), slow(5, 150), slow(6, 150)])
def test_no_message_breaks_the_server(
    seed: int, count: int, place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    rng, text = random.Random(seed), (place / "games" / "mine.yaml").read_text(encoding="utf-8")
    with workshop(place / "games") as shop:
        owner = Visitor(shop)
        tables, desks = [begun(owner)["table"]], [owner.ask("desk.open", file="mine.yaml")["desk"]]
        visitor = Visitor(shop)
        for _ in range(count):
            sent = said(rng, tables, desks, text)
            if "desk.save" in sent:
                continue  # what may be saved is tried elsewhere
            try:
                visitor.send(sent.encode("utf-8", "replace").decode())
            except ConnectionClosed:  # too much nonsense
                visitor = Visitor(shop)
        visitor.close()
        assert owner.ask("files")["files"] == ["mine.yaml"]
        assert begun(owner)["legal"]
    assert "Traceback" not in shop.errors()


def test_many_requests_at_once_are_all_answered_no_faster_than_allowed(shop: Workshop) -> None:
    visitor = Visitor(shop)
    begin = time.monotonic()
    for number in range(100, 200):
        visitor.send(f'{{"id": {number}, "do": "files"}}')
    assert [visitor.receive()["id"] for _ in range(100)] == [*range(100, 200)]
    assert time.monotonic() - begin >= 1.5  # 60 at once, then 20 a second
