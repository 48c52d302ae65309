"""A table under changed rules, with agents and a clock: nothing that was played is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ggl import resources
from ggl.host.rights import Rights
from ggl.play.storage import state_folder
from tests.host.driver import Client, Refused, Room

SMALL = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")
CORNERS = SMALL.replace("empty(c)", "empty(c) and c != b2")
"""Rules that forbid the first move of the plays here."""


def begun(client: Client, *moves: str, game: str = "mine.yaml") -> dict[str, Any]:
    view: dict[str, Any] = client.ask("table.open", game=game)["view"]
    for move in moves:
        view = client.ask("table.play", table=view["table"], text=move)
    return view


def steps(view: dict[str, Any]) -> list[str]:
    return [step.removeprefix("place ") for turn in view["turns"] for step in turn["steps"]]


@pytest.fixture
def mine(folder: Path) -> Path:
    file = folder / "mine.yaml"
    file.write_text(SMALL, encoding="utf-8")
    return file


@pytest.mark.parametrize("closed_by", ["a request", "the end of the host"])
def test_a_play_whose_first_move_the_rules_forbid_now_is_kept(mine: Path, closed_by: str) -> None:
    owner = Room(mine.parent).client()
    table = begun(owner, "b2", "a1", "c3")["table"]
    owner.room.host.close()
    mine.write_text(CORNERS, encoding="utf-8")
    again = Room(mine.parent).client()
    assert steps(again.ask("table.join", table=table)["view"]) == []
    if closed_by == "a request":
        again.ask("table.close", table=table)
    again.room.host.close()
    mine.write_text(SMALL, encoding="utf-8")
    assert steps(Room(mine.parent).client().ask("table.join", table=table)["view"]) == ["b2", "a1", "c3"]


def test_no_time_runs_out_in_a_play_under_other_rules_until_something_is_played(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    owner = Room(mine.parent).client()
    table = owner.ask("table.open", game="mine.yaml", clock="1s", flag_fall=True)["table"]
    for move in ("b2", "a1"):
        owner.ask("table.play", table=table, text=move)
    owner.room.host.close()
    (file,) = state_folder().glob("*.jsonl")
    found = file.read_bytes()
    mine.write_text(CORNERS, encoding="utf-8")
    again = Room(mine.parent).client()
    again.ask("table.join", table=table)
    now[0] = 5.0
    view = again.ask("table.view", table=table)
    assert (view["clock"], view["over"]) == ("stands", None)
    assert file.read_bytes() == found
    assert again.ask("table.play", table=table, text="c3")["clock"] == "runs"
    now[0] = 7.0
    assert again.ask("table.view", table=table)["over"]["reason"] == "O's time ran out"


def test_everybody_is_told_that_a_move_came_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    owner = Room().client()
    table = owner.ask("table.open", game="tic-tac-toe", clock="1s", flag_fall=True)["table"]
    first, watcher = (owner.room.client(Rights(who, table, seat)) for who, seat in (("seat", "first"), ("watch", "")))
    for client in (first, watcher):
        client.ask("table.join", table=table)
    now[0] = 2.0
    with pytest.raises(Refused, match="X's time ran out"):
        first.ask("table.play", table=table, text="a1")
    for client in (owner, first, watcher):
        assert client.last("view")["view"]["over"]["reason"] == "X's time ran out"
        assert len(client.events) == 1
    assert watcher.ask("table.view", table=table) == watcher.last("view")["view"]


def test_a_play_that_followed_rules_without_its_first_move_is_kept(mine: Path) -> None:
    owner = Room(mine.parent).client()
    table = begun(owner, "b2", "a1")["table"]
    assert owner.ask("table.follow", table=table, text=CORNERS, game="mine.yaml")["broken"]
    owner.ask("table.close", table=table)
    assert steps(owner.ask("table.join", table=table)["view"]) == ["b2", "a1"]


def test_rules_that_are_refused_do_not_replace_the_draft() -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=SMALL, clock="5m", flag_fall=True)["table"]
    owner.ask("table.play", table=table, text="b2")
    three = SMALL.replace("[X, O]", "[X, O, Z]").replace("    O mark: O\n", "    O mark: O\n    Z mark: Z\n")
    with pytest.raises(Refused, match="a game for two"):
        owner.ask("table.follow", table=table, text=three)
    owner.room.host.close()
    assert steps(Room().client().ask("table.join", table=table)["view"]) == ["b2"]


def test_rules_whose_draft_the_disk_refuses_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    owner = Room().client()
    view = owner.ask("table.open", text=SMALL)["view"]
    with monkeypatch.context() as patched:
        patched.setattr("ggl.writing.replace", full)
        with pytest.raises(Refused, match="the disk is full"):
            owner.ask("table.follow", table=view["table"], text=CORNERS)
    assert "b2" in {step["args"][0] for step in owner.ask("table.play", table=view["table"], text="a1")["legal"]}
    with pytest.raises(Refused, match="in use by another process"):
        Room().client().ask("table.join", table=view["table"])


def test_an_agent_that_thinks_too_long_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    room = Room(waits=True)
    owner = room.client()
    seats = {"second": "random", "first": "mcts:sims=10"}
    owner.ask("table.open", game="tic-tac-toe", seats=seats, clock="1s", flag_fall=True)
    now[0] = 2.0
    room.work()
    view = owner.last("view")["view"]
    assert (view["over"]["reason"], steps(view), view["remarks"]) == ("X's time ran out", [], [])


def test_a_seat_that_changed_before_the_first_move_is_kept() -> None:
    owner = Room().client()
    table = begun(owner, game="tic-tac-toe")["table"]
    owner.ask("table.seat", table=table, seat="second", who="random")
    for each in owner.room.host.tables._tables.values():
        each.session.files.release()  # as the system does when a process ends
    sides = Room().client().ask("table.join", table=table)["view"]["sides"]
    assert [side["who"] for side in sides] == ["human", "random"]


def test_a_seat_that_changes_while_rules_stop_a_play_does_not_shorten_it(mine: Path) -> None:
    owner = Room(mine.parent).client()
    table = begun(owner, "a1", "b2", "c3")["table"]
    owner.ask("table.follow", table=table, text=CORNERS, game="mine.yaml")
    assert steps(owner.ask("table.seat", table=table, seat="second", who="mcts:sims=10")) == ["a1"]
    owner.room.host.close()
    view = Room(mine.parent).client().ask("table.join", table=table)["view"]
    assert (steps(view), view["tip"]) == (["a1", "b2", "c3"], 3)


CROWDED = """
ggl: 1
name: Crowded
players: [A, B]
board: square(5)
pieces:
  stone: {}
moves:
  fill:
    where: count(cells with stone) == 0
    do: put stone on c for c in cells
  take:
    for: c in cells with stone, d in cells with stone, e in cells with stone, f in cells with stone
    do: take stone from c
end:
  draw: count(cells with stone) == 1
"""
"""After the first move, more moves are legal than ggl lists, so nobody finds one."""


def test_a_move_that_a_random_seat_cannot_answer_is_played_and_told() -> None:
    owner = Room().client()
    opened = owner.ask("table.open", text=CROWDED, seats={"second": "random"})
    watcher = owner.room.client(Rights("watch", opened["table"]))
    watcher.ask("table.join", table=opened["table"])
    view = owner.ask("table.play", table=opened["table"], text="fill")
    assert (view["mover"], len(view["turns"])) == ("B", 1)
    assert view["remarks"][0].startswith("B (random) has not moved: there are more than 65,536 legal moves here")
    assert watcher.last("view")["view"] == view
    assert owner.ask("table.undo", table=opened["table"])["mover"] == "A"


def test_a_random_seat_that_cannot_move_is_seated_and_told() -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=CROWDED)["table"]
    owner.ask("table.play", table=table, text="fill")
    watcher = owner.room.client(Rights("watch", table))
    watcher.ask("table.join", table=table)
    view = owner.ask("table.seat", table=table, seat="second", who="random")
    assert view["sides"][1]["who"] == "random"
    assert view["remarks"][0].startswith("B (random) has not moved")
    assert watcher.last("view")["view"] == view


def test_a_play_of_random_seats_that_cannot_go_on_is_opened() -> None:
    owner = Room().client()
    view = owner.ask("table.open", text=CROWDED, seats={"first": "random", "second": "random"})["view"]
    assert (view["mover"], len(view["turns"])) == ("B", 1)
    assert view["remarks"]


def test_a_play_that_cannot_begin_leaves_nothing_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.play.session.Session.answer", lambda session: 1 / 0)
    owner = Room().client()
    with pytest.raises(Refused, match="bug"):
        owner.ask("table.open", game="tic-tac-toe")
    assert not [file for file in state_folder().glob("*") if file.is_file()]
