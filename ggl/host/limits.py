"""The limits of a host and its carriers. An error reply names the limit."""

from __future__ import annotations

from dataclasses import dataclass

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


@dataclass(frozen=True)
class JobLimit:
    """The limits of one kind of job: seconds of the clock, and bytes of memory beyond those of an idle worker."""

    seconds: float
    memory: int = 2 * GIB


@dataclass(frozen=True)
class Limits:
    message: int = 1 * MIB
    """Bytes of a message. A text of a game file is less: see `text`."""

    text: int = 256 * KIB
    """Characters of a text."""

    burst: int = 60
    """Requests of one connection that are taken at once; after these, `rate` a second."""

    rate: float = 20.0
    connections: int = 1000
    strangers: int = 100
    """Connections that have not yet said a secret."""

    desks: int = 32
    tables: int = 500
    jobs: int = 64
    """Jobs of one host process that run or wait; of one table, `jobs_of_table`."""

    jobs_of_table: int = 8
    steps: int = 20_000
    """Steps of a play, variations included."""

    legal: int = 20_000
    """Legal steps that are listed; more are played by typing."""

    at_once: int = 1000
    """Legal steps that come with a view. Where there are more, the view comes without any, so that the board is drawn first."""

    files: int = 2000
    """Game files of a folder that are listed."""

    plays: int = 200
    """Kept plays that are listed."""

    playouts: int = 100_000
    analysis: int = 600
    """Seconds of a report; the job may take longer, since a play that was begun is finished."""

    request_seconds: float = 20.0
    """A host process that works longer on one request is stopped."""

    host_memory: int = 2 * GIB
    think: JobLimit = JobLimit(130.0)
    """The move of an agent; a spec with `time=` above two minutes is refused."""

    review: JobLimit = JobLimit(1800.0)
    measure: JobLimit = JobLimit(300.0)
    tests: JobLimit = JobLimit(120.0)
    analyze: JobLimit = JobLimit(1800.0)

    def job(self, kind: str) -> JobLimit:
        kinds = {"review": self.review, "measure": self.measure, "random": self.measure, "tests": self.tests,
                 "analyze": self.analyze}  # fmt: skip
        return kinds.get(kind, self.think)


LIMITS = Limits()
