"""The server's processes: hosts that serve desks and tables, and workers that do jobs.

Takes messages with their connections, and passes the output of hosts to `Carrier`. One process serves desks, others tables; a
table stays with its process, and if that ends, its successor reopens the table from the saved play. The crew ends a process
that takes too long for one request, and answers those who wait with `stopped`. It also ends a worker that takes too long for a
job, or whose job is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ggl.host.answers import Refusal
from ggl.host.events import FailedEvent, LostEvent
from ggl.host.limits import Limits
from ggl.host.outputs import refused
from ggl.host.requests import TableLoad, TableOpen
from ggl.host.rights import Rights
from ggl.typed_json import encoded
from ggl.web.frames import LARGEST, next_frame, packed

_PATIENCE = 3.0
"""Seconds within which a process must end by itself."""

_TICK = 0.25
_EACH = 2
"""The most table processes for each core: half of a move is waiting for the disk."""
_FEW = 4
"""The tables of a process before another one is started."""

_QUICK = ("move", "hint", "evaluate", "threats")
"""Kinds of jobs for which somebody waits at a board: one worker is always reserved for them."""

DIED, TOO_LONG = "its process ended, perhaps because memory ran out", "it took too long"


class Carrier(Protocol):
    """Delivers messages to connections."""

    def reply(self, connection: int, text: bytes, looks: str, leaves: str) -> None: ...

    def tell(self, about: str, text: bytes, but: int | None, *, replaces: bool) -> None: ...

    def tell_one(self, connection: int, text: bytes) -> None: ...


@dataclass(eq=False)
class _Process:
    """A process, its frames in and out. `heard` is called with each frame, `ended` once."""

    arguments: list[str]
    heard: Callable[[dict[str, Any], bytes], None]
    ended: Callable[[], None]
    ready: bool = False
    process: asyncio.subprocess.Process | None = None
    _out: deque[bytes] = field(default_factory=deque)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: bool = False

    def start(self) -> None:
        self._spawn(self._run())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-m", "ggl.web.process", *self.arguments]
        try:
            self.process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=LARGEST)
        except OSError:
            self.ended()
            return
        if self._closed:
            self.kill()
        self._spawn(self._write())
        assert self.process.stdout is not None
        while (frame := await next_frame(self.process.stdout)) is not None:
            head, payload = frame
            if head["k"] == "ready":
                self.ready = True
            self.heard(head, payload)
        self.kill()
        self._wake.set()
        await self.process.wait()
        self.ended()

    async def _write(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):
            while not self._closed:
                while self._out:
                    self.process.stdin.write(self._out.popleft())
                    await self.process.stdin.drain()
                self._wake.clear()
                await self._wake.wait()

    def send(self, head: dict[str, Any], payload: bytes = b"") -> None:
        self._out.append(packed(head, payload))
        self._wake.set()

    def kill(self) -> None:
        """End it; one that is still starting ends as soon as it runs."""
        self._closed = True
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """Ask it to end, and make sure that it does."""
        self.send({"k": "close"})
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)
        self.kill()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)


@dataclass(frozen=True)
class _Waiting:
    """A request that a host processes, or will process."""

    connection: int
    number: int
    table: str | None


class _HostProcess:
    def __init__(self, crew: ProcessPool, name: str, arguments: list[str]) -> None:
        self._crew, self.name, self._arguments = crew, name, arguments
        self._waiting: deque[_Waiting | None] = deque()
        """The messages that the process has not finished; none for the result of a job, or for an answered request."""
        self._since = time.monotonic()
        self._process: _Process | None = None

    def take(self, connection: int, number: int, table: str | None, rights: Rights, message: bytes) -> None:
        head = {"k": "take", "c": connection, "r": [rights.who, rights.table, rights.seat]}
        self._send(_Waiting(connection, number, table), head, message)

    def is_asked(self, table: str) -> bool:
        """Whether a request about a table waits, which opens the table if it is closed."""
        return any(each is not None and each.table == table for each in self._waiting)

    def said(self, job: str, payload: bytes) -> None:
        self._send(None, {"k": "said", "job": job}, payload)

    def left(self, connection: int) -> None:
        if self._process is not None:
            self._send(None, {"k": "left", "c": connection})

    def files_changed(self) -> None:
        if self._process is not None:
            self._send(None, {"k": "files"})

    def start(self) -> _Process:
        """The process, started if necessary."""
        if self._process is None:
            self._process = _Process(self._arguments, self._heard, self._ended)
            self._process.start()
        return self._process

    def _send(self, waiting: _Waiting | None, head: dict[str, Any], payload: bytes = b"") -> None:
        process = self.start()
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append(waiting)
        process.send(head, payload)

    def _heard(self, head: dict[str, Any], payload: bytes) -> None:
        carrier = self._crew.carrier
        match head["k"]:
            case "reply":
                self._waiting[0] = None
                carrier.reply(head["c"], payload, head["looks"], head["leaves"])
                self._crew.moves(head["looks"], head["leaves"], self)
            case "tell":
                carrier.tell(head["about"], payload, head["but"], replaces=head["replaces"])
            case "one":
                carrier.tell_one(head["c"], payload)
            case "start":
                self._crew.jobs.begin(_Job(head["job"], head["kind"], payload, self, head["c"]))
            case "stop":
                self._crew.jobs.stop(head["job"])
            case "done":
                self._waiting.popleft()
                self._since = time.monotonic()
            case "ready":
                self._since = time.monotonic()

    def _ended(self) -> None:
        """Its tables reopen with the next request for them."""
        self._process = None
        refusal = Refusal("stopped", f"this was stopped: {TOO_LONG if self._crew.late(self) else DIED}")
        for job in self._crew.jobs.forget(self):
            if job.connection is not None:
                failed = encoded(FailedEvent(job.name, refusal.code, refusal.text))
                self._crew.carrier.tell_one(job.connection, failed.encode())
        self._crew.lost(self)
        waiting, self._waiting = self._waiting, deque()
        for each in waiting:
            if each is not None:
                self._crew.carrier.reply(each.connection, refused(each.connection, each.number, refusal).text.encode(), "", "")

    def see_to(self, seconds: float) -> None:
        """End it if it takes too long for one request."""
        if self._process is not None and self._process.ready and self._waiting and time.monotonic() - self._since > seconds:
            self._crew.ended_late.add(self)
            self._process.kill()

    async def close(self) -> None:
        if self._process is not None:
            await self._process.close()


@dataclass(eq=False)
class _Job:
    name: str
    kind: str
    work: bytes
    host: _HostProcess
    connection: int | None = None
    """Who asked for it, if anybody did."""


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, jobs: Jobs, arguments: list[str]) -> None:
        self._jobs = jobs
        self.job: _Job | None = None
        self._why = DIED
        self._since = 0.0
        self._process = _Process(arguments, self._heard, self._ended)
        self._process.start()

    def do(self, job: _Job) -> None:
        self.job, self._since = job, time.monotonic()
        self._process.send({"k": "do"}, job.work)

    def _heard(self, head: dict[str, Any], payload: bytes) -> None:
        if head["k"] == "ready":
            self._since = time.monotonic()
        if head["k"] == "said" and self.job is not None:
            self.job.host.said(self.job.name, payload)
            if head["last"]:
                self.job = None
                if "ends" in head:
                    self._jobs.gone(self)
                else:
                    self._jobs.give_out()

    def _ended(self) -> None:
        if self.job is not None:
            self._jobs.failed(self.job, self._why)
        self._jobs.gone(self)

    def see_to(self, limits: Limits) -> None:
        if self.job is not None and self._process.ready and time.monotonic() - self._since > limits.job(self.job.kind).seconds:
            self._why = TOO_LONG
            self._process.kill()

    def stop(self) -> None:
        """End it; nobody waits for its job, and it gets no other job."""
        self.job = None
        self._process.kill()
        self._jobs.gone(self)

    async def close(self) -> None:
        self.job = None
        self._process.kill()
        await self._process.close()


class Jobs:
    """The jobs that run or wait, and the workers that do them."""

    def __init__(self, count: int, arguments: list[str], limits: Limits) -> None:
        self._count, self._arguments, self._limits = count, arguments, limits
        self._waiting: deque[_Job] = deque()
        self._workers: list[_Worker] = []

    def begin(self, job: _Job) -> None:
        self._waiting.append(job)
        self.give_out()

    def give_out(self) -> None:
        """Give each free worker a job; a long job only while another worker remains free."""
        while True:
            slow = sum(worker.job is not None and worker.job.kind not in _QUICK for worker in self._workers)
            job = next((each for each in self._waiting if each.kind in _QUICK or slow < self._count - 1), None)
            if job is None:
                return
            worker = next((each for each in self._workers if each.job is None), None)
            if worker is None and len(self._workers) < self._count:
                worker = _Worker(self, self._arguments)
                self._workers.append(worker)
            if worker is None:
                return
            self._waiting.remove(job)
            worker.do(job)

    def stop(self, name: str) -> None:
        for job in [each for each in self._waiting if each.name == name]:
            self._waiting.remove(job)
        for worker in [*self._workers]:
            if worker.job is not None and worker.job.name == name:
                worker.stop()

    def forget(self, host: _HostProcess) -> list[_Job]:
        """Stop all jobs of a host that has ended; returns them."""
        jobs = [*self._waiting, *(worker.job for worker in self._workers if worker.job is not None)]
        found = [job for job in jobs if job.host is host]
        for job in found:
            self.stop(job.name)
        return found

    def failed(self, job: _Job, why: str) -> None:
        failed = encoded({"failed": Refusal("stopped" if why is TOO_LONG else "limit", f"the job was ended: {why}")})
        job.host.said(job.name, failed.encode())

    def gone(self, worker: _Worker) -> None:
        """A worker has ended, or will soon."""
        if worker in self._workers:
            self._workers.remove(worker)
            self.give_out()

    def see_to(self) -> None:
        for worker in self._workers:
            worker.see_to(self._limits)

    async def close(self) -> None:
        self._waiting.clear()
        await asyncio.gather(*(worker.close() for worker in [*self._workers]))


class ProcessPool:
    def __init__(self, folder: Path, carrier: Carrier, limits: Limits, *, foreign: bool = False) -> None:
        self.carrier, self._limits = carrier, limits
        cores = max(2, os.cpu_count() or 2)
        more = ["foreign" if foreign else "none", str(folder)]
        memory = str(limits.host_memory)
        self._desks = _HostProcess(self, "d", ["host", "d", memory, *more])
        self._tables = [_HostProcess(self, f"t{n}", ["host", f"t{n}", memory, *more]) for n in range(_EACH * cores)]
        self.home: dict[str, _HostProcess] = {}
        """The process of each table and desk that is open."""
        self.ended_late: set[_HostProcess] = set()
        self.jobs = Jobs(cores, ["job", "j", str(limits.think.memory), *more], limits)
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._desks.start()
        self._tables[0].start()
        self._watch = asyncio.get_running_loop().create_task(self._watched())

    def take(self, connection: int, number: int, asked: object, rights: Rights, message: bytes) -> None:
        """Pass a request to the process responsible for it."""
        self._host_of(asked).take(connection, number, getattr(asked, "table", None), rights, message)

    def _host_of(self, asked: object) -> _HostProcess:
        table, job = getattr(asked, "table", None), getattr(asked, "job", None)
        if table is not None:
            if table not in self.home:
                self.home[table] = self._roomiest()
            return self.home[table]
        if job is not None:
            hosts = (self._desks, *self._tables)
            return next((host for host in hosts if job.startswith(f"{host.name}j")), self._desks)
        return self._roomiest() if isinstance(asked, TableOpen | TableLoad) else self._desks

    def _roomiest(self) -> _HostProcess:
        """The process for another table: the first with few tables, otherwise the one with the fewest."""
        tables = Counter(self.home.values())
        few = (host for host in self._tables if tables[host] < _FEW)
        return next(few, None) or min(self._tables, key=lambda host: tables[host])

    def left(self, connection: int) -> None:
        """A connection has closed: its desks close, its jobs end, and its seats are free for the owner."""
        for host in (self._desks, *self._tables):
            host.left(connection)

    def files_changed(self) -> None:
        """Files of the folder have changed on disk: the desks of their variants are checked anew."""
        self._desks.files_changed()

    def moves(self, looks: str, leaves: str, host: _HostProcess) -> None:
        """Record that somebody opens a table or desk of a host, or leaves one, which then closes, unless the next request there
        opens it again."""
        if looks:
            self.home[looks] = host
        if leaves and not host.is_asked(leaves):
            self.home.pop(leaves, None)

    def lost(self, host: _HostProcess) -> None:
        """Tell the clients of a lost host to request its content again."""
        for about in [each for each, home in self.home.items() if home is host]:
            self.carrier.tell(about, encoded(LostEvent(about)).encode(), None, replaces=False)

    def late(self, host: _HostProcess) -> bool:
        if host in self.ended_late:
            self.ended_late.discard(host)
            return True
        return False

    async def _watched(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self.jobs.see_to()
            for host in (self._desks, *self._tables):
                host.see_to(self._limits.request_seconds)

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        await self.jobs.close()
        await asyncio.gather(*(host.close() for host in (self._desks, *self._tables)))
