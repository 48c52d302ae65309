"""The events that a host sends without a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ggl.host.answers import (
    Code,
    Finding,
)
from ggl.host.views import Board, Result, View


@dataclass(frozen=True)
class ViewEvent:
    """A table has changed. `board` is there where its rules have."""

    table: str
    view: View
    board: Board | None = None
    event: Literal["view"] = "view"


@dataclass(frozen=True)
class ClosedEvent:
    """A table was closed; its play is kept."""

    table: str
    event: Literal["closed"] = "closed"


@dataclass(frozen=True)
class LostEvent:
    """The process that had a table or a desk was ended, for it took too long or too much memory. A table comes back when it
    is joined anew, with all that was played; a desk is opened anew with its text."""

    about: str
    event: Literal["lost"] = "lost"


@dataclass(frozen=True)
class FindingsEvent:
    """The findings in a version of a desk's text. `ok` says that it is a game, which a table can follow."""

    desk: str
    version: int
    ok: bool
    findings: tuple[Finding, ...]
    event: Literal["findings"] = "findings"


@dataclass(frozen=True)
class ProgressEvent:
    """The progress of a job, from 0 to 1; `so_far` is its result so far, if that can be shown."""

    job: str
    done: float
    text: str
    so_far: Result | None = None
    event: Literal["progress"] = "progress"


@dataclass(frozen=True)
class ResultEvent:
    """A job is done."""

    job: str
    result: Result
    event: Literal["result"] = "result"


@dataclass(frozen=True)
class FailedEvent:
    """A job came to nothing: it was stopped, it took too long or too much memory, or it could not be done."""

    job: str
    code: Code
    text: str
    so_far: Result | None = None
    event: Literal["failed"] = "failed"


@dataclass(frozen=True)
class FilesEvent:
    """Files of the folder have changed on disk."""

    files: tuple[str, ...]
    event: Literal["files"] = "files"


Event = ViewEvent | ClosedEvent | LostEvent | FindingsEvent | ProgressEvent | ResultEvent | FailedEvent | FilesEvent
