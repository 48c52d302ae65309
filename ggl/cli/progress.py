"""A bar on stderr while there is work, where a person looks."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from ggl.cli import terminal

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

_LOOK = 1.0
"""Seconds between two remarks beside the bar, which may take long to make."""


class ProgressBar:
    """A bar, if stderr is a terminal without other output; otherwise only notes."""

    def __init__(self, total: int | None, what: str, *, data: bool = False) -> None:
        """`data`: the work writes its own lines to stdout meanwhile; on a terminal they would tear a bar."""
        self._total, self._what, self._data = total, what, data
        self._bar: Bar | None = None
        self._remarked = 0.0

    def __enter__(self) -> ProgressBar:
        torn = self._data and terminal.is_terminal(sys.stdout)
        if terminal.can_move(sys.stderr) and not torn:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            console = Console(file=sys.stderr, no_color=bool(os.environ.get("NO_COLOR")))
            columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                       TextColumn("{task.fields[told]}", markup=False))  # fmt: skip
            self._bar = Bar(*columns, console=console, transient=True)
            self._task = self._bar.add_task(self._what, total=self._total, told="")
            self._bar.start()
        return self

    def done(self, count: int, remark: Callable[[], str] | None = None) -> None:
        """Set the number done. Requests a remark from time to time."""
        if self._bar is None:
            return
        self._bar.update(self._task, completed=count)
        if remark is not None and time.monotonic() - self._remarked > _LOOK:
            self._bar.update(self._task, told=remark())
            self._remarked = time.monotonic()

    def at(self, what: str, done: int, of: int) -> None:
        """The parts of the work in order, each with its own number."""
        if self._bar is not None:
            self._bar.update(self._task, description=what, completed=done, total=of)

    def note(self, text: str) -> None:
        """A note that does not disturb the bar."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            terminal.note(text)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
