"""What a person at a terminal sees while the prompt works: a spinner or a bar on stderr, or one line where nothing may move.

A pipe sees nothing of it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from ggl.cli import terminal

_T = TypeVar("_T")


@contextlib.contextmanager
def busy(what: str) -> Iterator[None]:
    """Show that something is being done, if it takes a while; where nothing may move, say so."""
    if not terminal.is_terminal(sys.stderr):
        yield
        return
    if not terminal.can_move(sys.stderr):
        terminal.note(_stoppable(what))
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, no_color=not terminal.colour(sys.stderr))
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, refresh_per_second=5, redirect_stdout=False) as progress:
        progress.add_task(_stoppable(what), total=None)
        yield


def counted(work: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """The same, with a bar that shows how much of it is done, or with a line before it."""
    if not terminal.is_terminal(sys.stderr):
        yield from work
        return
    if not terminal.can_move(sys.stderr):
        terminal.note(_stoppable(what))
        yield from work
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True, no_color=not terminal.colour(sys.stderr))
    yield from track(work, _stoppable(what), total, console=console, transient=True)


def _stoppable(what: str) -> str:
    return f"{what}; Ctrl-C stops it"
