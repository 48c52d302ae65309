"""Workers do jobs of any kind: all of them, once, whoever does them, and whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from ggl.arena.cluster import Cluster
from ggl.arena.jobs import AHEAD, ArenaError, Backend, InProcess, Queue, in_order
from ggl.arena.processes import Processes, crew_of
from ggl.play.errors import ArgumentError, NotationError

pytestmark = pytest.mark.processes


@dataclass(frozen=True)
class Number:
    """A job, and what comes of it."""

    number: int
    found: int = 0

    def __str__(self) -> str:
        return f"number {self.number}"


@dataclass(frozen=True)
class Squares:
    """Work: squares, by who is told to die at some of them. `folder` is where a death and an end leave a file."""

    folder: Path
    deadly: tuple[int, ...] = ()
    deaths: int = 1
    slow: int = -1

    def worker(self) -> Squares:
        return self

    def do(self, job: Number) -> Number:
        if job.number in self.deadly:
            mark = self.folder / f"{job.number}"
            died = mark.stat().st_size if mark.exists() else 0
            if died < self.deaths:
                mark.write_bytes(bytes(died + 1))
                os.kill(os.getpid(), signal.SIGKILL)
        if job.number == self.slow:
            time.sleep(1)
        if job.number == 1000:
            raise NotationError("no such number", ("999",))
        if job.number == 2000:
            raise ZeroDivisionError("of nothing")
        return Number(job.number, job.number**2)

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


def jobs(count: int) -> Iterator[Number]:
    return map(Number, range(count))


@pytest.mark.parametrize("workers", [1, 3])
def test_each_job_is_done_once_and_every_worker_is_closed(tmp_path: Path, workers: int) -> None:
    found = list(crew_of(workers).results(Squares(tmp_path), jobs(20), pytest.fail))
    assert sorted(each.found for each in found) == [number**2 for number in range(20)]
    assert [*in_order(iter(found), 0)] == [Number(number, number**2) for number in range(20)]
    assert 1 <= len(list(tmp_path.glob("closed-*"))) <= workers
    assert not active_children()


def test_the_job_of_a_worker_that_dies_is_begun_again(tmp_path: Path) -> None:
    told: list[str] = []
    found = list(Processes(2).results(Squares(tmp_path, (3,), deaths=2), jobs(10), told.append))
    assert sorted(each.found for each in found) == [number**2 for number in range(10)]
    assert told == ["a worker ended (SIGKILL); number 3 starts again"] * 2


def test_a_job_that_ends_its_worker_again_and_again_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"number 3 has ended its worker 3 times \(SIGKILL\)"):
        list(Processes(1).results(Squares(tmp_path, (3,), deaths=3), jobs(10), lambda _: None))
    assert not active_children()


def test_an_idle_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    """Whoever is killed between two jobs is found out with the next one, which is not lost."""
    results = Processes(1).results(Squares(tmp_path), jobs(6), lambda _: None)
    found = [next(results)]
    [worker] = active_children()
    os.kill(worker.pid or 0, signal.SIGKILL)
    worker.join(5)
    assert [each.found for each in (*found, *results)] == [number**2 for number in range(6)]


def test_what_a_worker_raises_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="no such number") as refused:
        list(Processes(1).results(Squares(tmp_path), iter([Number(1000)]), pytest.fail))
    assert refused.value.nearest == ("999",)
    with pytest.raises(RuntimeError, match=r"(?s)in a worker: Traceback.*do.*ZeroDivisionError: of nothing"):
        list(Processes(1).results(Squares(tmp_path), iter([Number(2000)]), pytest.fail))
    assert not active_children()


@pytest.mark.parametrize("backend", [InProcess(), Processes(2)])
def test_a_job_is_asked_for_only_when_a_worker_is_free(tmp_path: Path, backend: InProcess | Processes) -> None:
    asked = 0

    def counted() -> Iterator[Number]:
        nonlocal asked
        for asked in range(1, 1001):
            yield Number(asked - 1)

    results = backend.results(Squares(tmp_path), counted(), pytest.fail)
    for done in range(1, 6):
        next(results)
        assert done <= asked <= done + 4
    since = time.monotonic()
    results.close()
    assert time.monotonic() - since < 3
    assert not active_children()


def test_no_job_is_begun_far_ahead_of_the_oldest_that_is_not_done() -> None:
    queue = Queue(jobs(1000), pytest.fail, 2)
    given = [queue.next() for _ in range(2 * AHEAD)]
    assert queue.next() is None
    for job in given[1:]:
        assert job is not None
        queue.done(job)
    assert queue.next() is None
    assert given[0] is not None
    queue.give_back(given[0])
    assert queue.next() == given[0], "a job of a worker that has died is begun again"
    queue.done(given[0])
    assert queue.next() == Number(2 * AHEAD)


def test_one_slow_job_holds_back_no_more_than_a_few(tmp_path: Path) -> None:
    found = [each.number for each in Processes(2).results(Squares(tmp_path, slow=0), jobs(1000), pytest.fail)]
    assert sorted(found) == [*range(1000)]
    assert 10 < found.index(0) < 2 * AHEAD


def test_a_worker_that_is_told_to_end_closes_what_it_works_with(tmp_path: Path) -> None:
    results = Processes(1).results(Squares(tmp_path, slow=1), jobs(5), pytest.fail)
    next(results)
    results.close()
    assert len(list(tmp_path.glob("closed-*"))) == 1


@pytest.mark.parametrize("crew", [crew_of, Processes, partial(Cluster, None)])
@pytest.mark.parametrize("count", [0, -1, 1025, True, "2"])
def test_workers_are_counted(crew: Callable[[object], Backend], count: object) -> None:
    with pytest.raises(ArgumentError, match="number of workers is"):
        crew(count)


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_stay_from_one_lot_of_jobs_to_the_next(tmp_path: Path, workers: int) -> None:
    at_work = []
    with crew_of(workers).hired(Squares(tmp_path), pytest.fail) as hired:
        for _ in range(3):
            assert sorted(each.number for each in hired.results(jobs(6))) == list(range(6))
            at_work.append({child.pid for child in active_children()})
        assert not list(tmp_path.glob("closed-*"))
    assert at_work == at_work[:1] * 3
    assert len(list(tmp_path.glob("closed-*"))) == max(1, len(at_work[0]))
    assert not active_children()


def test_a_worker_that_dies_between_two_lots_is_replaced(tmp_path: Path) -> None:
    told: list[str] = []
    with Processes(1).hired(Squares(tmp_path), told.append) as hired:
        list(hired.results(jobs(2)))
        [worker] = active_children()
        os.kill(worker.pid or 0, signal.SIGKILL)
        worker.join(5)
        assert sorted(each.number for each in hired.results(jobs(3))) == [0, 1, 2]
    assert told == ["a worker ended (SIGKILL); number 0 starts again"]
