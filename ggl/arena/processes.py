"""Workers that are processes of this machine, started anew (`spawn`), so that nothing of this process is half copied.

Each has one job at a time, so that it is known which play a dead one was at: that play is given to a new worker. Raises
`ArenaError` for a play that ends its worker again and again, and where workers cannot even start.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess

from ggl.arena.playing import Play
from ggl.arena.working import MOST_DEATHS, ArenaError, Job, Setup, Told, Worker
from ggl.errors import GglError

_PATIENCE = 5.0
"""Seconds that a worker may take to end by itself, once there is no more work."""


class Processes:
    def __init__(self, count: int) -> None:
        self._count = count

    def plays(self, setup: Setup, jobs: Iterator[Job], told: Told) -> Generator[Play, None, None]:
        crew = _Crew(self._count, setup, jobs, told)
        try:
            yield from crew.plays()
            crew.dismiss()
        finally:
            crew.end()


@dataclass
class _Member:
    process: SpawnProcess
    pipe: Connection
    ready: bool = False
    job: Job | None = None


class _Crew:
    """The processes of one run, and what each is at."""

    def __init__(self, count: int, setup: Setup, jobs: Iterator[Job], told: Told) -> None:
        self._count, self._jobs, self._told = count, jobs, told
        self._packed = pickle.dumps(setup)
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._members: list[_Member] = []
        self._again: deque[Job] = deque()
        self._deaths: Counter[int] = Counter()
        self._never_ready = 0

    def plays(self) -> Iterator[Play]:
        waiting = self._next()
        while waiting is not None or any(member.job is not None for member in self._members):
            while waiting is not None and (member := self._free()) is not None:
                member.job, waiting = waiting, None
                # One that has just died is found out below; its job is not lost.
                with contextlib.suppress(OSError):
                    member.pipe.send(member.job)
                waiting = self._next()
            at_work = {member.pipe: member for member in self._members if member.job is not None}
            for pipe in wait(list(at_work)):
                assert isinstance(pipe, Connection)
                play = self._heard(at_work[pipe])
                if play is not None:
                    yield play
            waiting = waiting or self._next()

    def _next(self) -> Job | None:
        return self._again.popleft() if self._again else next(self._jobs, None)

    def _free(self) -> _Member | None:
        free = next((member for member in self._members if member.job is None), None)
        if free is None and len(self._members) < self._count:
            free = self._hired()
        return free

    def _hired(self) -> _Member:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with _deaf():
            try:
                process.start()
            except RuntimeError:  # Python's own word to a script that would start itself again and again
                raise ArenaError(_GUARD) from None
        theirs.close()
        with contextlib.suppress(OSError):
            ours.send_bytes(self._packed)
        member = _Member(process, ours)
        self._members.append(member)
        return member

    def _heard(self, member: _Member) -> Play | None:
        """The play that a worker sends, if it is one."""
        try:
            said = member.pipe.recv()
        except (EOFError, OSError):
            self._buried(member)
            return None
        if isinstance(said, Play):
            member.job = None
            return said
        if isinstance(said, BaseException):
            raise said
        if isinstance(said, str):
            raise RuntimeError(f"in a worker: {said}")
        member.ready, self._never_ready = True, 0
        return None

    def _buried(self, member: _Member) -> None:
        self._members.remove(member)
        member.pipe.close()
        member.process.join(_PATIENCE)
        how = _ended(member.process.exitcode)
        job = member.job
        assert job is not None
        self._again.append(job)
        if not member.ready:
            self._never_ready += 1
            if self._never_ready >= MOST_DEATHS:
                raise ArenaError(f"the workers end as they start ({how}); {_GUARD}")
            return
        self._deaths[job.number] += 1
        if self._deaths[job.number] >= MOST_DEATHS:
            raise ArenaError(
                f"play {job.number} has ended its worker {MOST_DEATHS} times ({how}), so one of its agents cannot play it, or "
                "memory is short; the plays before it are kept"
            )
        self._told(f"a worker has ended ({how}); its play {job.number} is played again")

    def dismiss(self) -> None:
        """There is no more work: each may close its agents and go."""
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


_GUARD = "a script that has workers starts them below `if __name__ == '__main__':`, since each worker reads the script too"


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """A process that is started in here never hears Ctrl-C: the one who has started it ends it."""
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
    """A worker's life: the setup, then jobs until nobody sends any."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = None
    try:
        worker = Worker(pickle.loads(pipe.recv_bytes()))
        pipe.send(True)
        while True:
            pipe.send(worker.play(pipe.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except GglError as error:
        with contextlib.suppress(OSError):
            pipe.send(error)
    except Exception:
        with contextlib.suppress(OSError):
            pipe.send(traceback.format_exc())
    finally:
        if worker is not None:
            worker.close()
