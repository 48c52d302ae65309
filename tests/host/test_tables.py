"""Tables: plays through the host agree with sessions, whoever asks for what, in whatever order."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ggl import resources
from ggl.cli import group
from ggl.host.host import Host
from ggl.host.jobs.worker import Worker
from ggl.host.limits import Limits
from ggl.host.rights import Rights
from ggl.play.kept import kept_sessions
from ggl.play.loading import load
from ggl.play.record import game_of, read_records, replay
from ggl.play.session import Session
from tests.few import few_of
from tests.hiding import OPEN
from tests.host.driver import Client, Refused, Room

STRICT_STEPS = 2
"""So many views of a play are compared with the schema; that takes longer than the play."""


def refused(client: Client, do: str, **what: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        client.ask(do, **what)
    return caught.value


def same(view: dict[str, Any], session: Session) -> None:
    """A view says what a session does."""
    state = session.state
    moves = [] if session.is_over else [str(move) for move in state.legal_moves()]
    assert [step["text"] for step in view["legal"]] == moves[: len(moves) - view["more"]]
    assert view["more"] == max(0, len(moves) - Limits().legal)
    assert view["mover"] == state.mover
    assert (view["over"] is None) == (session.ending is None)
    if session.ending is not None:
        assert view["over"]["text"] == str(session.ending)
        assert tuple(view["over"]["winners"]) == session.ending.winners
    assert [tuple(turn["steps"]) for turn in view["turns"]] == [tuple(map(str, turn.steps)) for turn in session.turns()]
    assert len(view["sides"]) == len(session.game.players)


def played(game: str, most: int) -> None:
    room, rng = Room(), random.Random(game)
    client = room.client()
    opened = client.ask("table.open", game=game, seed=7)
    view, table = opened["view"], opened["table"]
    own = Session(load(game), game, seed=7)
    own.answer()
    sites = {site["name"] for site in opened["board"]["sites"]}
    for number in range(most):
        room.strict = number < STRICT_STEPS
        if not view["listed"]:
            view |= client.ask("table.legal", table=table)
        same(view, own)
        if view["over"] is not None:
            break
        assert set(view["says"]) <= sites
        for step in view["legal"]:
            params = opened["board"]["moves"].get(step["move"], ())
            for param, arg in zip(params, step["args"], strict=False):
                assert param["kind"] != "site" or arg is None or arg in sites
        text = rng.choice(view["legal"])["text"]
        view = client.ask("table.play", table=table, text=text, revision=view["revision"])
        own.enter(text)
        own.answer()
    line = client.ask("table.record", table=table)["text"]
    (record,) = read_records(io.StringIO(line))
    assert [*replay(record, game_of(record))][-1][1] == own.state


@pytest.mark.parametrize("game", few_of(OPEN, without=["quoridor", "twixt", "sgibun", "tiku-points"]))
def test_a_play_through_the_host_is_that_of_a_session(game: str) -> None:
    played(game, 10)


@pytest.mark.slow
@pytest.mark.parametrize("game", few_of(OPEN))
def test_a_whole_play_through_the_host_is_that_of_a_session(game: str) -> None:
    played(game, 2000)


def test_many_legal_moves_come_after_their_view() -> None:
    owner = Room(limits=Limits(at_once=7)).client()
    opened = owner.ask("table.open", game="tic-tac-toe", seed=1)
    view, table = opened["view"], opened["table"]
    for left in (9, 8):
        assert (view["listed"], view["legal"], view["more"]) == (False, [], 0)
        found = owner.ask("table.legal", table=table)
        assert (found["revision"], len(found["legal"]), found["more"]) == (view["revision"], left, 0)
        view = owner.ask("table.play", table=table, text=found["legal"][0]["text"], revision=view["revision"])
    assert view["listed"]
    assert view["legal"] == owner.ask("table.legal", table=table)["legal"]
    assert len(view["legal"]) == 7


# ---- one table


@pytest.fixture
def small() -> str:
    return (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")


@pytest.fixture
def owner() -> Client:
    return Room().client()


def begun(client: Client, game: str = "tic-tac-toe", **more: Any) -> dict[str, Any]:
    view: dict[str, Any] = client.ask("table.open", game=game, **more)["view"]
    return view


def steps(view: dict[str, Any]) -> list[str]:
    return [step for turn in view["turns"] for step in turn["steps"]]


def test_after_somebody_gave_up_no_move_is_said_to_be_legal(owner: Client) -> None:
    view = begun(owner)
    owner.ask("table.resign", table=view["table"])
    why = owner.ask("table.why", table=view["table"], text="a1")
    assert "the game is over: O wins (X resigned)" in why["text"]


def test_nobody_resigns_for_an_agent(owner: Client) -> None:
    view = begun(owner)
    owner.ask("table.play", table=view["table"], text="a1")
    owner.ask("table.goto", table=view["table"], node=0)
    owner.ask("table.seat", table=view["table"], seat="second", who="mcts:time=60")  # which waits at an earlier place
    error = refused(owner, "table.resign", table=view["table"])
    assert error.code == "forbidden"
    assert "it is not your turn: O is to move" in str(error)


def test_a_move_that_is_not_legal_is_explained_with_its_place(owner: Client) -> None:
    view = begun(owner, "tiku")
    error = refused(owner, "table.play", table=view["table"], text="move a2 a2").error
    assert error["code"] == "illegal"
    why = owner.ask("table.why", table=view["table"], text="move a2 a2")
    assert error["why"] == why
    text = (resources.games_folder() / "tiku.yaml").read_text(encoding="utf-8")
    assert why["place"]["file"] == "tiku.yaml"
    assert why["line"] == text.split("\n")[why["place"]["line"] - 1]
    assert set(why["near"]) <= {step["text"] for step in view["legal"]}
    assert refused(owner, "table.play", table=view["table"], text="sing").code == "unknown"


def test_a_move_for_another_revision_is_not_played(owner: Client) -> None:
    view = begun(owner)
    text = view["legal"][0]["text"]
    after = owner.ask("table.play", table=view["table"], text=text, revision=view["revision"])
    assert refused(owner, "table.play", table=view["table"], text=text, revision=view["revision"]).code == "stale"
    assert owner.ask("table.view", table=view["table"]) == after


def test_what_is_taken_back_stays_in_the_tree_and_can_be_shown(owner: Client) -> None:
    view = begun(owner)
    table, texts = view["table"], [step["text"] for step in view["legal"]]
    for text in texts[:3]:
        view = owner.ask("table.play", table=table, text=text)
    third = view["here"]
    view = owner.ask("table.undo", table=table, count=2)
    assert steps(view) == texts[:3]
    assert view["here"] == view["tip"] == view["turns"][0]["nodes"][-1]
    view = owner.ask("table.play", table=table, text=texts[5])
    assert steps(view) == [texts[0], texts[5]]
    nodes = owner.ask("table.tree", table=table)["nodes"]
    assert [node["text"] for node in nodes] == ["", texts[0], texts[1], texts[2], texts[5]]
    assert [node["above"] for node in nodes] == [None, 0, 1, 2, 1]
    assert [node["is_play"] for node in nodes] == [True, True, False, False, True]
    view = owner.ask("table.goto", table=table, node=third)
    assert (view["here"], view["tip"]) == (third, 4)
    view = owner.ask("table.goto", table=table, turn=1)
    assert {way["text"]: way["is_play"] for way in view["ways"]} == {texts[1]: False, texts[5]: True}
    view = owner.ask("table.goto", table=table, node=view["ways"][1]["node"])
    assert steps(view) == texts[:2] + texts[2:3]
    view = owner.ask("table.play_here", table=table)
    assert view["here"] == view["tip"]
    assert refused(owner, "table.goto", table=table, node=5).code == "unknown"


WALK = """
ggl: 1
name: Walk
players: [Red, Blue]
board: square(9)
pieces: {man: {}}
setup: |
  put Red man on a1
  put Blue man on i9
moves:
  step: {for: "c in cells with own man, t in neighbors(c)", where: {a free cell: empty(t)}, do: move c to t}
end: {draw: ply == 20}
look: {view: cells with Red man}
"""


def test_a_ground_is_sent_once_and_anew_where_another_part_of_the_board_is_shown(owner: Client) -> None:
    opened = owner.ask("table.open", game="connect-four")
    view = owner.ask("table.play", table=opened["table"], text=opened["view"]["legal"][0]["text"])
    assert view["ground"] == opened["board"]["ground"] == "whole"
    assert "data-site" in opened["board"]["svg"]
    assert "data-site" not in view["svg"]

    opened = owner.ask("table.open", game="walk.yaml", text=WALK)
    table, board = opened["table"], opened["board"]
    assert opened["view"]["ground"] == board["ground"] != "whole"
    for text in ("a1 a2", "i9 i8", "a2 a3"):
        view = owner.ask("table.play", table=table, text=text)
    assert view["ground"] != board["ground"]
    assert "a4" in owner.ask("table.ground", table=table, node=view["here"])["text"]
    assert owner.ask("table.ground", table=table, node=0)["text"] == board["svg"]
    assert refused(owner, "table.ground", table=table, node=99).code == "unknown"


def test_each_may_look_back_without_the_others(owner: Client) -> None:
    view = begun(owner)
    table, texts = view["table"], [step["text"] for step in view["legal"]]
    start = view["svg"]
    for text in texts[:3]:
        view = owner.ask("table.play", table=table, text=text)
    watcher = owner.room.client(Rights("watch", table))
    nodes = [node for turn in view["turns"] for node in turn["nodes"]]
    looked = watcher.ask("table.look", table=table, node=nodes[0])
    assert (looked["here"], looked["tip"], looked["legal"]) == (nodes[0], nodes[2], [])
    assert steps(looked) == steps(view)
    assert watcher.ask("table.look", table=table, node=0)["svg"] == start
    assert owner.events == []
    assert owner.ask("table.view", table=table) == view
    assert refused(watcher, "table.look", table=table, node=99).code == "unknown"


def test_agents_stop_where_a_play_has_as_many_steps_as_it_may() -> None:
    owner = Room(limits=Limits(steps=8)).client()
    view = begun(owner, "tiku", seats={"first": "mcts:sims=2", "second": "mcts:sims=2"})
    view = owner.ask("table.go", table=view["table"]) if not owner.events else owner.last("view")["view"]
    assert "at most 8 steps" in view["remarks"][0]
    assert view["thinks"] is None


def test_who_looks_at_a_table_sees_each_change_once(owner: Client) -> None:
    view = begun(owner)
    table = view["table"]
    watcher = owner.room.client(Rights("watch", table))
    stranger = owner.room.client(Rights("watch", "0" * 16))
    assert watcher.ask("table.join", table=table)["view"] == view
    after = owner.ask("table.play", table=table, text=view["legal"][4]["text"])
    assert [event["view"] for event in watcher.events] == [after]
    assert owner.events == stranger.events == []
    assert watcher.ask("table.view", table=table) == after
    owner.ask("table.close", table=table)
    assert watcher.last("closed")["table"] == table


@pytest.mark.parametrize("do", ["table.undo", "table.seat", "table.hint", "table.close", "table.links", "plays", "files", "games",
                                "desk.open", "job.stop", "table.ask", "table.open"])  # fmt: skip
@pytest.mark.parametrize("who", ["seat", "watch"])
def test_what_is_the_owners_is_refused_to_others(owner: Client, do: str, who: Any) -> None:
    table = begun(owner)["table"]
    other = owner.room.client(Rights(who, table, "first" if who == "seat" else ""))
    takes = {"table.seat": {"seat": "first", "who": "random"}, "desk.open": {"game": "tiku"}, "job.stop": {"job": "j1"},
             "table.ask": {"text": "ply"}, "table.open": {"game": "tiku"}}.get(do, {})  # fmt: skip
    more = {"table": table} if do.startswith("table.") and do != "table.open" else {}
    assert refused(other, do, **takes, **more).code == "forbidden"


def test_each_seat_plays_its_own_moves_and_nobody_elses_table(owner: Client) -> None:
    view = begun(owner)
    table, texts = view["table"], [step["text"] for step in view["legal"]]
    first, second = (owner.room.client(Rights("seat", table, seat)) for seat in ("first", "second"))
    watcher = owner.room.client(Rights("watch", table))
    assert refused(second, "table.play", table=table, text=texts[0]).code == "forbidden"
    assert refused(watcher, "table.play", table=table, text=texts[0]).code == "forbidden"
    first.ask("table.play", table=table, text=texts[0])
    assert refused(first, "table.play", table=table, text=texts[1]).code == "forbidden"
    second.ask("table.play", table=table, text=texts[1])
    other = begun(owner)["table"]
    assert refused(first, "table.view", table=other).code == "forbidden"
    assert refused(second, "table.resign", table=table).code == "forbidden"
    over = first.ask("table.resign", table=table)["over"]
    assert over["text"].startswith("O wins") or over["winners"] == [view["sides"][1]["side"]]


def test_an_agent_moves_by_a_job_and_can_be_changed_in_mid_play() -> None:
    room = Room(waits=True)
    owner = room.client()
    view = begun(owner, seats={"second": "mcts:sims=20"}, seed=1)
    table = view["table"]
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    assert view["thinks"] == room.jobs[0][0]
    room.work()
    view = owner.last("view")["view"]
    assert (len(steps(view)), view["thinks"]) == (2, None)
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    job = view["thinks"]
    view = owner.ask("table.undo", table=table)
    assert room.stopped == [job]
    assert (view["thinks"], len(room.jobs)) == (None, 0)
    owner.ask("table.seat", table=table, seat=view["mover"], who="mcts:sims=20")
    view = owner.ask("table.go", table=table)
    while room.jobs:
        room.work()
    assert owner.last("view")["view"]["over"] is not None


def test_the_move_of_a_job_that_was_stopped_is_not_played() -> None:
    room = Room(waits=True)
    owner = room.client()
    view = begun(owner, seats={"second": "mcts:sims=20"})
    view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    job, work = room.jobs[0]
    owner.ask("job.stop", job=job)
    assert owner.last("view")["view"]["thinks"] is None
    for found in room.worker.do(work):
        assert [*room.host.heard(job, found)] == []
    assert len(steps(owner.ask("table.view", table=view["table"]))) == 1
    assert owner.ask("table.go", table=view["table"])["thinks"]


def test_jobs_tell_what_they_found(owner: Client) -> None:
    view = begun(owner)
    table = view["table"]
    legal = {step["text"] for step in view["legal"]}
    owner.ask("table.hint", table=table, judge="mcts:sims=50", most=3)
    hint = owner.last("result")["result"]
    assert (hint["kind"], hint["judge"], hint["mover"]) == ("hint", "mcts:sims=50", view["mover"])
    assert {each["move"] for each in hint["candidates"]} <= legal
    assert len(hint["candidates"]) == 3
    owner.ask("table.evaluate", table=table, judge="mcts:sims=50")
    assert sum(owner.last("result")["result"]["values"].values()) == pytest.approx(1)
    owner.ask("table.measure", table=table, plays=50)
    measured = owner.last("result")["result"]
    assert measured["plays"] == sum(measured["ends"].values()) == 50
    assert owner.last("progress")["so_far"]["plays"] < 50
    owner.ask("table.random", table=table)
    over = owner.last("view")["view"]
    assert over["over"] is not None
    assert owner.last("result")["result"] == {"steps": len(steps(over)), "kind": "random"}
    owner.ask("table.review", table=table, judge="mcts:sims=20")
    review = owner.last("result")["result"]
    assert [each["node"] for each in review["steps"]] == sorted(each["node"] for each in review["steps"])
    assert refused(owner, "table.hint", table=table).code == "over"


def test_a_carrier_that_has_pages_exports_the_game_with_its_options(owner: Client) -> None:
    table = begun(owner)["table"]
    owner.ask("table.export", table=table)
    assert owner.last("failed")["code"] == "forbidden"
    owner.room.worker = Worker(lambda game, name: f"{name} of {len(game.board.cells)} cells")
    table = owner.ask("table.open", game="hex", options={"size": 4})["view"]["table"]
    owner.ask("table.export", table=table)
    exported = owner.last("result")["result"]
    assert exported == {"title": "Hex", "page": "hex of 16 cells", "kind": "exported"}


def test_a_report_on_the_design_of_the_game_is_one_page(owner: Client) -> None:
    table = begun(owner)["table"]
    owner.ask("table.analyze", table=table, seconds=1)
    report = owner.last("result")["result"]
    assert (report["kind"], report["title"]) == ("analyzed", "Tic-Tac-Toe")
    assert report["page"].startswith("<!DOCTYPE html>")
    assert "<script" not in report["page"]


def test_threats_are_told_with_the_sites_that_they_name(owner: Client) -> None:
    table = begun(owner, "chess")["table"]
    for text in ("e2 - e4", "e7 - e5", "d1 - h5", "b8 - c6", "f1 - c4"):
        view = owner.ask("table.play", table=table, text=text)
    owner.ask("table.threats", table=table)
    found = owner.last("result")["result"]
    turns = [{"steps": ["h5 - f7"], "sites": ["h5", "f7"]}]
    assert found == {"kind": "threats", "revision": view["revision"], "side": "White", "turns": turns}


def test_no_side_threatens_anything_where_a_roll_comes_first(owner: Client) -> None:
    owner.ask("table.threats", table=begun(owner, "pig")["table"])
    assert owner.last("result")["result"]["side"] == ""


def test_a_hint_at_a_choice_of_sides_compares_them(owner: Client) -> None:
    view = begun(owner, "sgibun", options={"side": 3})
    table = view["table"]
    while not any(step["move"] == "swap-sides" or step["move"].startswith("take-") for step in view["legal"]):
        view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    owner.ask("table.hint", table=table, judge="mcts:sims=50")
    hint = owner.last("result")["result"]
    offered = {step["text"] for step in view["legal"] if step["move"].startswith(("swap-sides", "take-"))}
    candidates = [each["move"] for each in hint["candidates"]]
    assert offered <= set(candidates)
    assert len(candidates) <= len(offered) + 1
    assert hint["turn"] == candidates[:1]
    assert [each["value"] for each in hint["candidates"]] == sorted((each["value"] for each in hint["candidates"]), reverse=True)


@pytest.mark.parametrize("spec", ["python:os:system", "ugi:rm -rf /", "mcts:time=100000", "nobody", "mcts:sims=x"])
def test_nobody_sits_down_who_runs_a_program_or_thinks_for_ever(owner: Client, spec: str) -> None:
    view = begun(owner)
    for do, what in (("table.seat", {"seat": "first", "who": spec}), ("table.hint", {"judge": spec})):
        assert refused(owner, do, table=view["table"], **what).code == "invalid"
    assert refused(owner, "table.open", game="tiku", seats={"first": spec}).code == "invalid"


def test_more_jobs_than_a_table_may_have_are_refused() -> None:
    owner = Room(limits=Limits(jobs_of_table=2), waits=True).client()
    table = begun(owner)["table"]
    for _ in range(2):
        owner.ask("table.measure", table=table)
    error = refused(owner, "table.measure", table=table)
    assert error.code == "limit"
    assert "2 jobs" in str(error)


def test_a_move_is_played_though_no_agent_can_think_of_the_next() -> None:
    owner = Room(limits=Limits(jobs=1), waits=True).client()
    busy = begun(owner)["table"]
    owner.ask("table.measure", table=busy)
    view = begun(owner, seats={"second": "greedy"})
    view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    assert (len(steps(view)), view["thinks"]) == (1, None)
    assert "limit of running jobs" in view["remarks"][0]


# ---- the clock


def test_a_clock_that_runs_out_is_seen_when_the_table_is_looked_at(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    view = begun(owner, clock="10s+1s", flag_fall=True)
    table, mover = view["table"], view["mover"]
    now[0] = 4.0
    view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    assert [side["left"] for side in view["sides"]] == [7_000, 10_000]
    now[0] = 14.5
    watcher = owner.room.client(Rights("watch", table))
    view = watcher.ask("table.view", table=table)
    assert view["over"]["winners"] == [mover]
    assert owner.last("view")["view"]["over"] == view["over"]


# ---- on file


def test_every_move_is_on_file_before_it_is_answered(owner: Client) -> None:
    view = begun(owner)
    for number in range(1, 4):
        view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
        ((_, record),) = kept_sessions()
        assert (record.play, len(record.turns)) == (view["table"], number)


def test_a_table_whose_process_was_killed_comes_back_with_its_tree(owner: Client) -> None:
    view = begun(owner)
    for _ in range(3):
        view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    owner.ask("table.undo", table=view["table"])
    before = owner.ask("table.view", table=view["table"]), owner.ask("table.tree", table=view["table"])
    for table in owner.room.host.tables._tables.values():
        table.session.files.release()  # as the system does when a process ends
    again = Room().client()
    view = again.ask("table.view", table=before[0]["table"])
    assert (view, again.ask("table.tree", table=view["table"])) == ({**before[0], "revision": view["revision"]}, before[1])


def test_a_play_that_another_process_has_is_refused_by_name_of_the_disk(owner: Client) -> None:
    view = begun(owner)
    owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    assert refused(Room().client(), "table.join", table=view["table"]).code == "disk"


@pytest.mark.parametrize("table", ["", "x", "../../etc/passwd", "0" * 16, "*", "0" * 40])
def test_a_table_that_is_none_is_unknown(owner: Client, table: str) -> None:
    assert refused(owner, "table.join", table=table).code == "unknown"


def test_tables_that_nobody_asks_for_make_room_and_come_back() -> None:
    owner = Room(limits=Limits(tables=2)).client()
    tables = [begun(owner)["table"] for _ in range(4)]
    for table in tables:
        view = owner.ask("table.view", table=table)
        owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    assert all(len(steps(owner.ask("table.view", table=table))) == 1 for table in tables)
    assert len(owner.room.host.tables._tables) == 2


def test_a_play_in_which_nothing_happened_is_not_kept(owner: Client, state_folder: Path) -> None:
    table = begun(owner)["table"]
    owner.ask("table.close", table=table)
    assert [*state_folder.glob("*.jsonl*")] == []


def test_kept_plays_are_listed_and_finished_ones_are_not(owner: Client) -> None:
    view = begun(owner)
    owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    (kept,) = owner.ask("plays")["plays"]
    assert (kept["table"], kept["game"], kept["turns"]) == (view["table"], "tic-tac-toe", 1)
    owner.ask("table.resign", table=view["table"])
    assert owner.ask("plays")["plays"] == []


def test_a_strangers_record_is_loaded_as_a_play_of_its_own(owner: Client) -> None:
    view = begun(owner)
    view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    line = json.loads(owner.ask("table.record", table=view["table"])["text"])
    line["seats"]["second"] = "python:os:system"
    loaded = owner.ask("table.load", record=json.dumps(line))["view"]
    assert loaded["table"] != view["table"]
    assert steps(loaded) == steps(view)
    assert loaded["sides"][1]["who"] == "human"
    assert "would run a program" in loaded["remarks"][0]
    line["game"] = "/etc/passwd"
    assert refused(owner, "table.load", record=json.dumps(line)).code in ("unknown", "forbidden")


def test_the_disk_refusing_is_told_and_the_play_goes_on(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    view = begun(owner)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ggl.writing.replace", full)
    view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    assert "the disk is full" in view["trouble"]
    assert len(steps(view)) == 1


# ---- rules that change in mid-play


def test_a_play_follows_changed_rules_as_far_as_they_allow_it(folder: Path, small: str) -> None:
    (folder / "mine.yaml").write_text(small, encoding="utf-8")
    owner = Room(folder).client()
    view = begun(owner, "mine.yaml")
    table = view["table"]
    for _ in range(4):
        view = owner.ask("table.play", table=table, text=view["legal"][0]["text"])
    renamed = small.replace("X", "Cross")
    view = owner.ask("table.follow", table=table, text=renamed, game="mine.yaml")
    assert (len(steps(view)), view["broken"]) == (4, "")
    assert view["sides"][0]["side"] == "Cross"
    assert owner.last("view")["board"] is not None
    error = refused(owner, "table.follow", table=table, text=small.replace("moves:", "mvoes:"), game="mine.yaml")
    assert error.code == "invalid"
    assert owner.ask("table.view", table=table)["legal"] == view["legal"]


def test_where_changed_rules_stop_a_play_the_rest_is_kept_and_comes_back(owner: Client) -> None:
    text = (resources.games_folder() / "tiku.yaml").read_text(encoding="utf-8")
    view = begun(owner, "tiku")
    table = view["table"]
    for _ in range(3):
        view = owner.ask("table.play", table=table, text=view["legal"][-1]["text"])
    before = steps(view)
    narrow = text.replace("orthogonal", "diagonal")
    assert narrow != text
    view = owner.ask("table.follow", table=table, text=narrow)
    assert view["broken"]
    assert len(steps(view)) < 3
    view = owner.ask("table.follow", table=table, text=text)
    assert (steps(view), view["broken"]) == (before, "")


def test_a_text_on_no_file_is_kept_as_a_draft_and_comes_back(small: str) -> None:
    owner = Room().client()
    view = owner.ask("table.open", text=small.replace("name: Tic-tac-toe", "name: Nought"))["view"]
    view = owner.ask("table.play", table=view["table"], text=view["legal"][0]["text"])
    assert view["game"] == ""
    owner.room.host.close()
    again = Room().client().ask("table.join", table=view["table"])["view"]
    assert (again["title"], steps(again), again["game"]) == (view["title"], steps(view), "")


def test_a_fault_of_ours_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    owner = Room().client()
    view = begun(owner)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("ggl.host.tables.room.view_of", broken)
        assert refused(owner, "table.view", table=view["table"]).code == "bug"
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert owner.ask("table.view", table=view["table"]) == view


def test_a_host_without_a_folder_has_no_files() -> None:
    assert Host().folder is None
    assert Room().client().ask("files") == {"files": [], "more": False}


# ---- the prompt


def test_the_prompt_goes_on_with_a_play_of_the_host_and_the_other_way_round(owner: Client) -> None:
    view = begun(owner)
    table, texts = view["table"], [step["text"] for step in view["legal"]]
    for text in texts[:2]:
        owner.ask("table.play", table=table, text=text)
    owner.room.host.close()
    words = ["play", "tic-tac-toe", "--resume", "--plain"]
    typed = CliRunner().invoke(group, words, input=f"{texts[2]}\nundo\n{texts[3]}\nquit\n")
    assert "goes on after 2 turns" in typed.output
    owner = Room().client()
    (kept,) = owner.ask("plays")["plays"]
    assert kept["table"] == table
    assert steps(owner.ask("table.join", table=table)["view"]) == [*texts[:2], texts[3]]
    assert [node["text"] for node in owner.ask("table.tree", table=table)["nodes"]] == ["", *texts[:4]]
    typed = CliRunner().invoke(group, words, input="quit\n")
    assert "in progress elsewhere" in typed.output


def test_an_option_with_few_values_lists_them(owner: Client) -> None:
    games = {game["name"]: {each["name"]: each for each in game["options"]} for game in owner.ask("games")["games"]}
    assert games["sgibun"]["pie"]["choices"] == ["true", "false"]
    assert games["sgibun"]["side"] == {"name": "side", "default": "6", "allowed": "2..12", "choices": []}
    assert games["othello"]["size"]["choices"] == ["4", "6", "8", "10", "12"]
    assert games["breakthrough"]["first"]["choices"] == ["White", "Black"]
