"""Workers on the machines of a Ray cluster: an actor each, with one job at a time.

`ray` comes with the extra of that name; every machine needs the same version of ggl. If an actor or its machine dies, the user
gets a message and a new actor gets the job. Raises `ArenaError` if ray is absent or no cluster answers.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import socket
from collections.abc import Generator, Iterator
from typing import Any, Generic

from ggl.arena.jobs import MOST_DEATHS, ArenaError, Done, Job, Numbered, Queue, Told, Work, Workers
from ggl.errors import GglError
from ggl.play.errors import must_be_workers
from ggl.version import __version__

_PATIENCE = 60.0
"""Seconds within which a worker should start, while none is at work."""


class Cluster:
    """`address` is that of the cluster's head, `HOST:PORT`; without one it is the cluster that this machine belongs to.

    `count` is the number of workers, by default one for each free processor of the cluster.
    """

    def __init__(self, address: str | None = None, count: int | None = None) -> None:
        if count is not None:
            must_be_workers(count)
        self._address, self._count = address, count

    @contextlib.contextmanager
    def hired(self, work: Work[Job, Done], told: Told) -> Iterator[Workers[Job, Done]]:
        ray = _ray()
        ours = not ray.is_initialized()
        if ours:
            _join(ray, self._address)
        try:
            count = self._count or max(1, int(ray.available_resources().get("CPU", 1)))
            crew: _Crew[Job, Done] = _Crew(ray, count, work, told)
            try:
                yield crew
            finally:
                crew.end()
        finally:
            if ours:
                ray.shutdown()

    def results(self, work: Work[Job, Done], jobs: Iterator[Job], told: Told) -> Generator[Done, None, None]:
        with self.hired(work, told) as workers:
            yield from workers.results(jobs)


class _Crew(Generic[Job, Done]):
    """The actors of one run. Only an actor that has reported gets a job: another may wait for room that never comes."""

    _queue: Queue[Job]

    def __init__(self, ray: Any, count: int, work: Work[Job, Done], told: Told) -> None:
        self._ray, self._count, self._told = ray, count, told
        self._work = ray.put(work)
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(_Actor)
        self._starting: dict[Any, Any] = {}
        self._idle: list[Any] = []
        self._at: dict[Any, tuple[Any, Job]] = {}
        self._false_starts = 0

    def results(self, jobs: Iterator[Job], /) -> Generator[Done, None, None]:
        self._queue = Queue(jobs, self._told, self._count)
        waiting = self._queue.next()
        while waiting is not None or self._at:
            while waiting is not None and self._idle:
                actor = self._idle.pop()
                self._at[actor.do.remote(waiting)] = actor, waiting
                waiting = self._queue.next()
            if waiting is not None:
                self._hire()
            done, _ = self._ray.wait([*self._at, *self._starting], timeout=None if self._at else _PATIENCE)
            if not done:
                raise ArenaError("no worker has started on the Ray cluster within a minute: it has no room, or its machines "
                                 "are busy; `ray status` shows what it is doing")  # fmt: skip
            for each in done:
                if each in self._starting:
                    self._started(each)
                else:
                    yield from self._got(each)
            if waiting is None:
                waiting = self._queue.next()

    def end(self) -> None:
        for actor in (*self._starting.values(), *self._idle, *(actor for actor, _ in self._at.values())):
            with contextlib.suppress(Exception):
                self._ray.kill(actor)

    def _hire(self) -> None:
        while len(self._starting) + len(self._at) < self._count:
            actor = self._actor.remote(self._work)
            self._starting[actor.version.remote()] = actor

    def _started(self, reference: Any) -> None:
        actor = self._starting.pop(reference)
        try:
            version, host = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            self._false_starts += 1
            if self._false_starts >= MOST_DEATHS:
                raise ArenaError(f"the workers on the Ray cluster end as they start ({_line(error)}); install ggl {__version__} "
                                 "on all of its machines") from None  # fmt: skip
            return
        if version != __version__:
            raise ArenaError(
                f"{host} has ggl {version}, but this run uses {__version__}; install the same version on all machines"
            )
        self._false_starts = 0
        self._idle.append(actor)

    def _got(self, reference: Any) -> list[Done]:
        """The result of a job, if it has one."""
        actor, job = self._at.pop(reference)
        try:
            said = self._ray.get(reference)
        except self._ray.exceptions.RayActorError as error:
            self._queue.lost(job, _line(error))
            return []
        if isinstance(said, GglError):
            raise said
        self._queue.done(job)
        self._idle.append(actor)
        return [said]


class _Actor:
    """The worker on another machine."""

    def __init__(self, work: Work[Any, Any]) -> None:
        self._worker = work.worker()

    def version(self) -> tuple[str, str]:
        return __version__, socket.gethostname()

    def do(self, job: Numbered) -> Numbered | GglError:
        try:
            done: Numbered = self._worker.do(job)
        except GglError as error:
            return error
        return done


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ArenaError("Ray is not installed, which `--backend ray` needs: pip install 'ggl-games[ray]'") from None


def _join(ray: Any, address: str | None) -> None:
    """Join a cluster. Ray itself would wait long for one that does not exist."""
    where = address or os.environ.get("RAY_ADDRESS") or "auto"
    _see_that_it_answers(where)
    try:
        ray.init(address=where, log_to_driver=False, logging_level=logging.ERROR, configure_logging=True)
    except Exception as error:
        raise ArenaError(f"no Ray cluster can be joined {_at(where)}: {_line(error)}; {_HOW}") from None


_HOW = "start one with `ray start --head`, or name another with `--address HOST:PORT`"


def _see_that_it_answers(where: str) -> None:
    host, _, port = where.rpartition("://")[2].rpartition(":")
    if where == "auto" or "://" in where:
        return
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise ArenaError(f"`{where}` is not an address of a Ray cluster; write HOST:PORT, such as 10.0.0.5:6379")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except OSError as error:
        raise ArenaError(f"no Ray cluster answers at {where}: {error.strerror or error}; {_HOW}") from None


def _at(where: str) -> str:
    return "from here" if where == "auto" else f"at {where}"


def _line(error: Exception) -> str:
    text = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    return text[:160].rstrip(".") or type(error).__name__
