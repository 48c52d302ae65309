"""The tables of a host and their jobs: whose job is stopped, and what is told of a result."""

from __future__ import annotations

import json

import pytest

from ggl.host.answers import Refusal
from ggl.host.limits import Limits
from ggl.host.outputs import Tell
from ggl.host.rights import OWNER, Rights
from ggl.typed_json import encoded
from tests.host.driver import Refused, Room


def test_the_jobs_of_a_connection_that_has_gone_are_stopped_and_no_others() -> None:
    room = Room(waits=True)
    owner, other = room.client(), room.client()
    table = owner.ask("table.open", game="tic-tac-toe", seats={"first": "mcts:sims=10"})["table"]
    other.ask("table.join", table=table)
    kept = [owner.ask("table.hint", table=table)["job"], owner.ask("table.view", table=table)["thinks"]]
    gone = [other.ask("table.measure", table=table, plays=9)["job"] for _ in range(6)]
    room.done(room.host.left(other.number), [])
    assert room.stopped == gone
    assert {job for job, _ in room.jobs} == {*kept}
    owner.ask("table.measure", table=table, plays=9)


def test_the_work_of_a_review_grows_with_the_number_of_steps_and_no_faster() -> None:
    """In Go each position carries all positions before it."""
    room = Room(waits=True, strict=False)
    owner = room.client()
    view, sizes = owner.ask("table.open", game="go")["view"], []
    for _ in range(2):
        for _ in range(10):
            view = owner.ask("table.play", table=view["table"], text=view["legal"][9]["text"])
        owner.ask("table.review", table=view["table"])
        sizes.append(len(encoded(room.jobs[-1][1])))
    assert sizes[1] < 2 * sizes[0]


def test_an_agent_is_stopped_when_a_random_play_ends_the_game() -> None:
    room = Room(waits=True)
    owner = room.client()
    table = owner.ask("table.open", game="tic-tac-toe", seats={"second": "mcts:sims=10"})["table"]
    thinks = owner.ask("table.play", table=table, text="b2")["thinks"]
    owner.ask("table.random", table=table)
    room.jobs.rotate(1)
    room.work()
    view = owner.last("view")["view"]
    assert (view["over"] is not None, view["thinks"], room.stopped, len(room.jobs)) == (True, None, [thinks], 0)


def test_an_agent_is_stopped_when_its_time_runs_out_beside_a_request_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    room = Room(waits=True)
    owner = room.client()
    seats = {"second": "mcts:sims=10"}
    table = owner.ask("table.open", game="tic-tac-toe", seats=seats, clock="1s", flag_fall=True)["table"]
    thinks = owner.ask("table.play", table=table, text="b2")["thinks"]
    now[0] = 2.0
    with pytest.raises(Refused):
        owner.ask("table.play", table=table, text="a1", revision=99)
    view = owner.last("view")["view"]
    assert (view["over"]["reason"], view["thinks"], room.stopped) == ("O's time ran out", None, [thinks])


def test_a_later_view_replaces_one_that_waits_but_not_one_with_a_board() -> None:
    room = Room()
    owner, host = room.client(), room.host
    table = owner.ask("table.open", game="tic-tac-toe")["table"]
    text = owner.ask("table.text", table=table)["text"]

    def told(do: str, **what: str) -> list[bool]:
        message = json.dumps({"id": 1, "do": do, "table": table, **what})
        return [output.replaces for output in host.take(message, owner.number, OWNER) if isinstance(output, Tell)]

    assert told("table.play", text="b2") == [True]
    assert told("table.follow", text=f"{text}# changed\n") == [False]
    assert told("table.close") == [False]


def test_a_random_play_that_a_move_has_overtaken_has_failed() -> None:
    room = Room(waits=True)
    owner = room.client()
    table = owner.ask("table.open", game="tic-tac-toe")["table"]
    job = owner.ask("table.random", table=table)["job"]
    owner.ask("table.play", table=table, text="b2")
    room.work()
    assert (owner.events[-1]["event"], owner.events[-1]["job"], owner.events[-1]["code"]) == ("failed", job, "stale")
    assert len(owner.ask("table.view", table=table)["turns"]) == 1


def test_a_review_ends_when_the_play_follows_other_rules() -> None:
    room = Room(waits=True)
    owner = room.client()
    table = owner.ask("table.open", game="tic-tac-toe")["table"]
    owner.ask("table.play", table=table, text="b2")
    job, kept = (owner.ask(do, table=table)["job"] for do in ("table.review", "table.threats"))
    owner.ask("table.follow", table=table, text=owner.ask("table.text", table=table)["text"] + "# changed\n")
    assert (room.stopped, [name for name, _ in room.jobs]) == ([job], [kept])
    assert (owner.last("failed")["job"], owner.last("failed")["code"]) == (job, "stale")


def test_a_table_that_is_opened_again_has_a_later_revision() -> None:
    owner = Room(limits=Limits(tables=1)).client()
    view = owner.ask("table.open", game="tic-tac-toe")["view"]
    for move in ("a1", "b2", "c3"):
        view = owner.ask("table.play", table=view["table"], text=move)
    owner.ask("table.open", game="tic-tac-toe")
    again = owner.ask("table.view", table=view["table"])
    assert again["revision"] > view["revision"]
    owner.ask("table.play", table=view["table"], text="a2", revision=again["revision"])


def test_what_is_remarked_stays_until_something_changes() -> None:
    room = Room(waits=True)
    owner = room.client()
    table = owner.ask("table.open", game="tic-tac-toe", seats={"first": "mcts:sims=10"})["table"]
    room.done(room.host.ended(room.jobs.popleft()[0], Refusal("limit", "it was too much")), [])
    remarks = owner.ask("table.view", table=table)["remarks"]
    assert remarks
    assert owner.ask("table.view", table=table)["remarks"] == remarks
    assert owner.ask("table.go", table=table)["remarks"] == []


@pytest.mark.parametrize("over", [False, True])
def test_a_record_that_is_handed_out_tells_no_dice(over: bool) -> None:
    """A seed would, also that of a play whose end may be taken back."""
    owner = Room().client()
    table = owner.ask("table.open", game="pig", seed=3)["table"]
    owner.ask("table.play", table=table, text="throw")
    if over:
        owner.ask("table.resign", table=table)
    watcher = owner.room.client(Rights("watch", table))
    for client in (owner, watcher):
        record = json.loads(client.ask("table.record", table=table)["text"])
        assert "seed" not in record
        assert record["moves"]
    assert owner.ask("table.load", record=json.dumps(record))["view"]["turns"] == owner.ask("table.view", table=table)["turns"]


def test_a_record_with_more_steps_than_a_play_may_have_is_refused() -> None:
    owner = Room(limits=Limits(steps=3)).client()
    table = owner.ask("table.open", game="tic-tac-toe")["table"]
    record = json.loads(owner.ask("table.record", table=table)["text"])
    for moves, fits in ((["place a1", "place a2", "place a3"], True), (["place a1", "place a2", "place a3", "place b1"], False)):
        line = json.dumps({**record, "moves": moves})
        if fits:
            assert owner.ask("table.load", record=line)["view"]["tip"] == 3
        else:
            with pytest.raises(Refused, match="limit: a play has at most 3 steps"):
                owner.ask("table.load", record=line)
