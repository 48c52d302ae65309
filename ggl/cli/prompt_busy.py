"""Progress of the prompt's work on stderr: a spinner or a bar on a terminal, one line if nothing can move there, and nothing in
a pipe.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ggl.cli import terminal

if TYPE_CHECKING:
    from rich.console import Console

_T = TypeVar("_T")


@contextlib.contextmanager
def busy(what: str) -> Iterator[None]:
    """Show that something is being done, with a spinner."""
    console = _console(what)
    if console is None:
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, refresh_per_second=5, redirect_stdout=False) as progress:
        progress.add_task(_stoppable(what), total=None)
        yield


def progress_bar(work: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """Yields the work, with a bar that shows how much of it is done."""
    console = _console(what)
    if console is None:
        yield from work
        return
    from rich.progress import track

    yield from track(work, _stoppable(what), total, console=console, transient=True)


def _console(what: str) -> Console | None:
    """The console for the progress; None if nothing can move there, after a line on terminals."""
    if not terminal.is_terminal(sys.stderr):
        return None
    if not terminal.can_move(sys.stderr):
        terminal.note(_stoppable(what))
        return None
    from rich.console import Console

    return Console(stderr=True, no_color=not terminal.uses_colour(sys.stderr))


def _stoppable(what: str) -> str:
    return f"{what}; Ctrl-C stops it"
