"""The processes of a server: what takes too long or too much memory is ended, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from ggl.host.limits import MIB, JobLimit, Limits
from ggl.host.messages import read_request
from ggl.host.rights import OWNER
from ggl.web import process_pool
from ggl.web.process_pool import ProcessPool, _Process

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(os.name != "posix", reason="memory is limited by the system's own means"),
]

PATIENCE = 120.0
SLOW = "count(c in cells if count(d in cells if count(e in cells if c != d and d != e) > 400) > 400)"
"""An expression that takes an interpreter seconds, on a board of 361 cells."""


class Desk:
    """Whoever sits at a crew: one connection."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.crew = ProcessPool(folder, self, limits)
        self.replies: dict[int, asyncio.Future[Any]] = {}
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def reply(self, connection: int, text: bytes, looks: str, leaves: str) -> None:
        answer = json.loads(text)
        self.replies[answer["id"]].set_result(answer)

    def tell(self, about: str, text: bytes, but: int | None, *, replaces: bool) -> None:
        self.events.put_nowait(json.loads(text))

    def tell_one(self, connection: int, text: bytes) -> None:
        self.events.put_nowait(json.loads(text))

    async def ask(self, do: str, **what: Any) -> Any:
        number = len(self.replies)
        self.replies[number] = asyncio.get_running_loop().create_future()
        message = json.dumps({"id": number, "do": do, **what}).encode()
        _, asked = read_request(message)
        self.crew.take(1, number, asked, OWNER, message)
        return await asyncio.wait_for(self.replies[number], PATIENCE)

    async def wait(self, *events: str) -> dict[str, Any]:
        while True:
            event = await asyncio.wait_for(self.events.get(), PATIENCE)
            if event["event"] in events:
                return event


def run(folder: Path, limits: Limits, story: Callable[[Desk], Coroutine[Any, Any, None]]) -> None:
    async def told() -> None:
        desk = Desk(folder, limits)
        desk.crew.start()
        try:
            await story(desk)
        finally:
            await desk.crew.close()

    asyncio.run(told())


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        table = (await desk.ask("table.open", game="go"))["ok"]["table"]
        job = (await desk.ask("table.hint", table=table, judge="mcts:time=100"))["ok"]["job"]
        failed = await desk.wait("failed", "result")
        assert (failed["event"], failed["job"], failed["code"]) == ("failed", job, "stopped")
        desk.crew.jobs._limits = Limits()  # a busy machine takes its time
        await desk.ask("table.hint", table=table, judge="random")
        assert (await desk.wait("failed", "result"))["event"] == "result"

    run(folder, Limits(think=JobLimit(1.5)), story)


def test_a_job_that_takes_too_much_memory_is_ended_and_the_table_goes_on(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        opened = (await desk.ask("table.open", game="go"))["ok"]
        await desk.ask("table.hint", table=opened["table"], judge="mcts:sims=1000000000")
        failed = await desk.wait("failed", "result")
        assert (failed["event"], failed["code"]) == ("failed", "limit")
        after = await desk.ask("table.play", table=opened["table"], text=opened["view"]["legal"][0]["text"])
        assert len(after["ok"]["turns"]) == 1

    run(folder, Limits(think=JobLimit(100.0, memory=120 * MIB)), story)


def test_a_request_that_takes_too_long_is_ended_and_its_tables_come_back(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        opened = (await desk.ask("table.open", game="go"))["ok"]
        table = opened["table"]
        await desk.ask("table.play", table=table, text=opened["view"]["legal"][0]["text"])
        desk.crew._limits = Limits(request_seconds=1.0)  # only now: a busy machine takes long to open a table
        slow, quick = desk.ask("table.ask", table=table, text=SLOW), desk.ask("files")
        answers = await asyncio.gather(slow, quick)
        assert answers[0]["error"]["code"] == "stopped"
        assert answers[1]["ok"] == {"files": [], "more": False}, "the process of the desks goes on meanwhile"
        desk.crew._limits = Limits()
        assert (await desk.wait("lost"))["about"] == table
        assert len((await desk.ask("table.join", table=table))["ok"]["view"]["turns"]) == 1

    run(folder, Limits(), story)


def test_the_jobs_of_a_connection_that_has_gone_are_ended(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        table = (await desk.ask("table.open", game="go"))["ok"]["table"]
        for _ in range(Limits().jobs_of_table):
            await desk.ask("table.measure", table=table, plays=100_000)
        assert (await desk.ask("table.measure", table=table, plays=1))["error"]["code"] == "limit"
        desk.crew.left(1)
        await desk.ask("table.measure", table=table, plays=1)
        assert (await desk.wait("result"))["result"]["plays"] == 1

    run(folder, Limits(), story)


def test_the_jobs_of_a_process_that_ends_have_failed(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        table = (await desk.ask("table.open", game="go"))["ok"]["table"]
        jobs = {(await desk.ask("table.measure", table=table, plays=100_000))["ok"]["job"] for _ in range(3)}
        desk.crew._tables[0].start().kill()
        failed = [await desk.wait("failed") for _ in jobs]
        assert {(each["job"], each["code"]) for each in failed} == {(job, "stopped") for job in jobs}
        assert (await desk.wait("lost"))["about"] == table

    run(folder, Limits(), story)


def test_what_is_answered_is_not_refused_when_the_process_ends_before_it_is_done(folder: Path) -> None:
    async def story(desk: Desk) -> None:
        tables = desk.crew._tables[0]
        heard = tables._heard

        def all_but_done(head: dict[str, Any], payload: bytes) -> None:
            if head["k"] != "done":
                heard(head, payload)

        process = tables.start()
        process.heard = all_but_done
        table = (await desk.ask("table.open", game="tic-tac-toe"))["ok"]["table"]
        later = asyncio.create_task(desk.ask("table.ask", table=table, text=SLOW))
        await asyncio.sleep(0)
        process.kill()
        assert (await later)["error"]["code"] == "stopped", "and a second answer to the first request fails"
        assert (await desk.ask("table.join", table=table))["ok"]["view"]["turns"] == []

    run(folder, Limits(), story)


def test_a_table_that_is_asked_for_while_it_closes_stays_with_its_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request opens it again; another process could not, while this one holds its file."""
    monkeypatch.setattr(process_pool, "_FEW", 1)

    async def story(desk: Desk) -> None:
        first, second = [(await desk.ask("table.open", game="tic-tac-toe"))["ok"]["table"] for _ in range(2)]
        await desk.ask("table.play", table=second, text="a1")
        await desk.ask("table.close", table=first)  # its process has room now
        closed, seen = await asyncio.gather(desk.ask("table.close", table=second), desk.ask("table.view", table=second))
        assert "ok" in closed
        assert "ok" in seen
        assert "ok" in await desk.ask("table.join", table=second)
        await desk.ask("table.close", table=second)
        assert second not in desk.crew.home

    run(folder, Limits(), story)


def test_a_process_that_is_stopped_before_it_has_begun_ends_all_the_same() -> None:
    async def story() -> None:
        ended = asyncio.Event()
        process = _Process(["job", "j", str(64 * MIB), "none", "."], lambda *_: None, ended.set)
        process.start()
        process.kill()
        await asyncio.wait_for(ended.wait(), PATIENCE)

    asyncio.run(story())


class Silent:
    """A process that only notes what it is sent."""

    made: ClassVar[list[Silent]] = []

    def __init__(self, _: list[str], heard: Callable[[dict[str, Any], bytes], None], ended: Callable[[], None]) -> None:
        self.heard, self.ended, self.ready = heard, ended, True
        self.sent: list[bytes] = []
        self.made.append(self)

    def start(self) -> None:
        pass

    def send(self, _: dict[str, Any], payload: bytes = b"") -> None:
        self.sent.append(payload)


def test_a_worker_that_ends_for_lack_of_memory_gets_no_other_job(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    host: Any = SimpleNamespace(said=lambda job, _: said.append(job))
    monkeypatch.setattr(process_pool, "_Process", Silent)
    monkeypatch.setattr(Silent, "made", [])
    jobs = process_pool.Jobs(1, [], Limits())
    for name in ("first", "second"):
        jobs.begin(process_pool._Job(name, "hint", name.encode(), host))
    (worker,) = Silent.made
    worker.heard({"k": "said", "last": True, "ends": True}, b"{}")
    worker.ended()
    assert [each.sent for each in Silent.made] == [[b"first"], [b"second"]]
    assert said == ["first"]
