"""Jobs, and workers that do them one after the other, in this process or elsewhere.

`Work` is what all jobs of a run have in common: each worker gets it once, and creates the object that does the jobs. A
`Backend` has workers, and yields results in the order of completion; `in_order` sorts them by number. Work, jobs and results
can be pickled, since they pass between processes. Raises `ArenaError` if no worker can do the work.
"""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ggl.errors import GglError

AHEAD = 64
"""The most jobs per worker that may begin after the oldest unfinished one: their results wait in memory."""

MOST_DEATHS = 3
"""The number of workers that a job may end before it is given up, and of workers that may end as they start."""

Told = Callable[[str], None]
"""Takes notes for the user, such as that a worker died."""


class ArenaError(GglError):
    """Plays cannot be made; the text says why, and what to do."""


class Numbered(Protocol):
    """A job or its result. The text of a job is its name in messages, such as `play 7`."""

    @property
    def number(self) -> int: ...


Job = TypeVar("Job", bound=Numbered)
Done = TypeVar("Done", bound=Numbered)
_Job = TypeVar("_Job", bound=Numbered, contravariant=True)
_Done = TypeVar("_Done", bound=Numbered, covariant=True)


class JobWorker(Protocol[_Job, _Done]):
    """Does jobs, and is closed at the end."""

    def do(self, job: _Job, /) -> _Done: ...

    def close(self) -> None: ...


class Work(Protocol[_Job, _Done]):
    """The common parts of the jobs of a run."""

    def worker(self) -> JobWorker[_Job, _Done]: ...


class Workers(Protocol[_Job, _Done]):
    """Workers with work."""

    def results(self, jobs: Iterator[_Job], /) -> Generator[_Done, None, None]:
        """The results of the jobs, as they are done. Requests a job when a worker is free and the oldest unfinished one is not
        too far behind. The workers stay for the next call, which begins once these results were all taken."""


class Backend(Protocol):
    """Workers somewhere."""

    def hired(self, work: Work[Job, Done], told: Told) -> AbstractContextManager[Workers[Job, Done]]:
        """Workers for several lots of jobs. They start when there is something to do, and end with the context."""

    def results(self, work: Work[Job, Done], jobs: Iterator[Job], told: Told) -> Generator[Done, None, None]:
        """The results of one lot. Closing the iterator ends the workers."""


class InProcess:
    """One worker, in this process."""

    @contextlib.contextmanager
    def hired(self, work: Work[Job, Done], told: Told) -> Iterator[Workers[Job, Done]]:
        worker = work.worker()
        try:
            yield _Alone(worker)
        finally:
            worker.close()

    def results(self, work: Work[Job, Done], jobs: Iterator[Job], told: Told) -> Generator[Done, None, None]:
        with self.hired(work, told) as workers:
            yield from workers.results(jobs)


@dataclass(frozen=True)
class _Alone(Generic[Job, Done]):
    worker: JobWorker[Job, Done]

    def results(self, jobs: Iterator[Job], /) -> Generator[Done, None, None]:
        for job in jobs:
            yield self.worker.do(job)


class Queue(Generic[Job]):
    """The remaining jobs for a number of workers; a job whose worker died comes first."""

    def __init__(self, jobs: Iterator[Job], told: Told, workers: int) -> None:
        self._jobs, self._told, self._ahead = jobs, told, AHEAD * workers
        self._again: deque[Job] = deque()
        self._given = 0
        self._under_way: dict[int, int] = {}
        """When each job was first given out, the oldest first."""
        self._deaths: Counter[int] = Counter()

    def next(self) -> Job | None:
        """None if there are no more jobs, or none may begin before the oldest is done."""
        if self._again:
            return self._again.popleft()
        if self._under_way and self._given - next(iter(self._under_way.values())) >= self._ahead:
            return None
        job = next(self._jobs, None)
        if job is not None:
            self._under_way[job.number] = self._given
            self._given += 1
        return job

    def done(self, job: Job) -> None:
        del self._under_way[job.number]

    def give_back(self, job: Job) -> None:
        """Return a job that nobody has begun."""
        self._again.append(job)

    def lost(self, job: Job, how: str) -> None:
        """The worker that was at a job has ended, and `how`. Raises `ArenaError` if that happens to it again and again."""
        self._again.append(job)
        self._deaths[job.number] += 1
        if self._deaths[job.number] >= MOST_DEATHS:
            raise ArenaError(
                f"{job} has ended its worker {MOST_DEATHS} times ({how}), so one of its agents cannot play it, or memory is "
                "short; another seed gives other plays"
            )
        self._told(f"a worker ended ({how}); {job} starts again")


def in_order(results: Iterator[Done], first: int) -> Iterator[Done]:
    """Results by number from the first, each as soon as all earlier ones are available."""
    waiting: dict[int, Done] = {}
    for each in results:
        waiting[each.number] = each
        while first in waiting:
            yield waiting.pop(first)
            first += 1
