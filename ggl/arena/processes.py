"""Workers as processes of this machine, started by `spawn`, so that they inherit no state of this process.

Each has one job at a time, so if it dies, a new worker gets that job. Raises `ArenaError` for a job that ends its worker
repeatedly, and if workers cannot start; also raises what a worker raises.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import threading
import traceback
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Generic

from ggl.arena.jobs import MOST_DEATHS, ArenaError, Backend, Done, InProcess, Job, Queue, Told, Work, Workers
from ggl.errors import GglError
from ggl.play.errors import must_be_workers

_PATIENCE = 5.0
"""Seconds within which a worker must end by itself when there is no more work."""


class Processes:
    def __init__(self, count: int) -> None:
        """Raises `ArgumentError`."""
        must_be_workers(count)
        self._count = count

    @contextlib.contextmanager
    def hired(self, work: Work[Job, Done], told: Told) -> Iterator[Workers[Job, Done]]:
        crew: _Crew[Job, Done] = _Crew(self._count, work, told)
        try:
            yield crew
            crew.dismiss()
        finally:
            crew.end()

    def results(self, work: Work[Job, Done], jobs: Iterator[Job], told: Told) -> Generator[Done, None, None]:
        with self.hired(work, told) as workers:
            yield from workers.results(jobs)


def crew_of(workers: int) -> Backend:
    """Processes for a number of workers, or this process for a single one. Raises `ArgumentError`."""
    must_be_workers(workers)
    return InProcess() if workers == 1 else Processes(workers)


class _Word(Enum):
    """The kinds of messages from a worker; each comes with a value."""

    READY = auto()
    DONE = auto()
    REFUSED = auto()
    """It ends with an error for the user."""

    BROKEN = auto()
    """It ends with an internal error: its traceback."""


@dataclass
class _Member(Generic[Job]):
    process: SpawnProcess
    pipe: Connection
    ready: bool = False
    job: Job | None = None


class _Crew(Generic[Job, Done]):
    """The processes of one run, and the job of each."""

    _queue: Queue[Job]

    def __init__(self, count: int, work: Work[Job, Done], told: Told) -> None:
        self._count, self._told = count, told
        self._packed = pickle.dumps(work)
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._members: list[_Member[Job]] = []
        self._never_ready = 0

    def results(self, jobs: Iterator[Job], /) -> Generator[Done, None, None]:
        self._queue = Queue(jobs, self._told, self._count)
        self._give_out()
        while at_work := {member.pipe: member for member in self._members if member.job is not None}:
            done: list[Done] = []
            for pipe in wait(list(at_work)):
                assert isinstance(pipe, Connection)
                done += self._heard(at_work[pipe])
            self._give_out()  # so that workers do not wait for the caller
            yield from done

    def _give_out(self) -> None:
        """Give each idle worker a job while there are any."""
        while (free := self._free()) or len(self._members) < self._count:
            job = self._queue.next()
            if job is None:
                return
            member = free or self._hired()
            member.job = job
            # A worker that has just died is noticed when its pipe is read; its job is not lost.
            with contextlib.suppress(OSError):
                member.pipe.send(job)

    def _free(self) -> _Member[Job] | None:
        return next((member for member in self._members if member.job is None), None)

    def _hired(self) -> _Member[Job]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with _deaf():
            try:
                process.start()
            except RuntimeError:  # Python's error for a script without a main guard
                raise ArenaError(_GUARD) from None
        theirs.close()
        with contextlib.suppress(OSError):
            ours.send_bytes(self._packed)
        member: _Member[Job] = _Member(process, ours)
        self._members.append(member)
        return member

    def _heard(self, member: _Member[Job]) -> list[Done]:
        """Receive a worker's message; returns the result of its job, if it has one."""
        try:
            word, said = member.pipe.recv()
        except (EOFError, OSError):
            self._buried(member)
            return []
        match word:
            case _Word.REFUSED:
                raise said
            case _Word.BROKEN:
                raise RuntimeError(f"in a worker: {said}")
            case _Word.DONE:
                assert member.job is not None
                self._queue.done(member.job)
                member.job = None
                return [said]
        member.ready, self._never_ready = True, 0
        return []

    def _buried(self, member: _Member[Job]) -> None:
        self._members.remove(member)
        member.pipe.close()
        member.process.join(_PATIENCE)
        how = _ended(member.process.exitcode)
        assert member.job is not None
        if member.ready:
            self._queue.lost(member.job, how)
            return
        self._queue.give_back(member.job)
        self._never_ready += 1
        if self._never_ready >= MOST_DEATHS:
            raise ArenaError(f"the workers end as they start ({how}); {_GUARD}")

    def dismiss(self) -> None:
        """Tell the workers that there is no more work: each closes its agents and ends."""
        for member in self._members:
            member.pipe.close()
        for member in self._members:
            member.process.join(_PATIENCE)

    def end(self) -> None:
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            member.pipe.close()
            member.process.join(_PATIENCE)
            if member.process.exitcode is None:
                member.process.kill()
                member.process.join()


_GUARD = "a script must start workers below `if __name__ == '__main__':`, since each worker imports the script too"


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """A process started in here ignores Ctrl-C: its parent ends it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _work(pipe: Connection) -> None:
    """A worker's main loop: receives the work, then jobs until none comes or it must end; always closes its agents, since engines
    would outlive it."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _leave)
    worker = None
    try:
        worker = pickle.loads(pipe.recv_bytes()).worker()
        pipe.send((_Word.READY, None))
        while True:
            pipe.send((_Word.DONE, worker.do(pipe.recv())))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except GglError as error:
        with contextlib.suppress(OSError):
            pipe.send((_Word.REFUSED, error))
    except Exception:
        with contextlib.suppress(OSError):
            pipe.send((_Word.BROKEN, traceback.format_exc()))
    finally:
        if worker is not None:
            worker.close()


def _leave(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: do not disturb the shutdown
    raise SystemExit(128 + number)
