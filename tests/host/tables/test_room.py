"""The tables of a host and their jobs: whose job is stopped, and what is told of a result."""

from __future__ import annotations

from tests.host.driver import Room


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
