"""The messages of a worker about a job, for the host that started it: plain data, since they are in different processes.

`done` does work and yields messages; `heard` passes them to a host.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from ggl.errors import GglError
from ggl.host.answers import Refusal
from ggl.host.errors import refusal_of
from ggl.host.host import Host
from ggl.host.jobs.work import Work
from ggl.host.jobs.worker import Found, Progress, Worker
from ggl.host.outputs import Output
from ggl.host.views import Result

EVERY = 0.2
"""Seconds between two reports of progress."""


@dataclass(frozen=True)
class JobMessage:
    """A progress, or at the end a result, the steps of a random play, or why it came to nothing."""

    progress: Progress | None = None
    result: Result | None = None
    steps: tuple[str, ...] | None = None
    failed: Refusal | None = None

    @property
    def is_last(self) -> bool:
        return self.progress is None


def done(worker: Worker, work: Work) -> Iterator[JobMessage]:
    """Does work, and yields its messages. Errors of ggl itself are raised."""
    told = time.monotonic()
    try:
        for found in worker.do(work):
            if not isinstance(found, Progress):
                yield JobMessage(steps=found) if isinstance(found, tuple) else JobMessage(result=found)
            elif time.monotonic() - told >= EVERY:
                told = time.monotonic()
                yield JobMessage(progress=found)
    except GglError as error:
        yield JobMessage(failed=refusal_of(error))


def heard(host: Host, job: str, said: JobMessage) -> Iterator[Output]:
    """The outputs of the host for a job's message."""
    if said.failed is not None:
        return host.ended(job, said.failed)
    found: Found | None = said.progress or said.result
    return host.heard(job, said.steps if said.steps is not None else found)  # type: ignore[arg-type]
