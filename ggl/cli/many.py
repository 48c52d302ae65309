"""What the verbs for many plays share: who works, where the plays are kept, progress on a terminal, and how to go on.

`Progress` shows a bar on stderr where a person looks; `again` is the command line that goes on with an interrupted run.
"""

from __future__ import annotations

import errno
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ggl.cli import terminal

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from ggl.arena.jobs import Backend


def working_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say who does the work; see `backend_of`."""
    for option in (
        click.option("--max-steps", default=10_000, metavar="N", help="A play of so many steps is a draw. [10000]"),
        click.option("--address", metavar="HOST:PORT", help="The head of a Ray cluster, if not here."),
        click.option("--backend", type=click.Choice(("processes", "ray")), default="processes", help="Who does the work."),
        click.option("--workers", metavar="W", type=int, help="How many work at once. [1; on Ray all there are]"),
    ):
        command = option(command)
    return command


def backend_of(backend: str, workers: int | None, address: str | None) -> Backend | None:
    """The backend that was asked for; None means processes."""
    if backend == "ray":
        from ggl.arena.cluster import Cluster

        return Cluster(address, workers)
    if address is not None:
        raise click.UsageError("`--address` is that of a Ray cluster; say `--backend ray` too")
    return None


def called(argument: str, file: Path | None) -> str:
    """What the records of a run call its game: as seen from their file, so that both can move together."""
    from ggl.cli.common import split_argument
    from ggl.cli.play import game_name
    from ggl.play.storage import state_folder

    if split_argument(argument)[0] == "-":
        return "-"
    name = game_name(argument)
    if not os.path.isabs(name) or file is None or file.resolve().is_relative_to(state_folder()):
        return name
    try:
        return Path(os.path.relpath(name, file.resolve().parent)).as_posix()
    except ValueError:  # on another drive
        return name


def look_at(argument: str, file: Path) -> None:
    """See before any work that a file has a folder, and tell how its records are replayed if their game is elsewhere."""
    from ggl.cli.common import split_argument
    from ggl.cli.play import game_name
    from ggl.cli.prompt_basics import elsewhere
    from ggl.play.kept import is_found_from
    from ggl.play.storage import StorageError

    if not file.parent.is_dir():
        raise StorageError(file, FileNotFoundError(errno.ENOENT, ""))
    name = game_name(argument)
    if split_argument(argument)[0] != "-" and not is_found_from(name, file):
        terminal.note(elsewhere(name, str(file)))


def again(ctx: click.Context, **changed: str) -> str:
    """The command line once more, with some options changed."""
    words: list[str] = []
    for param in ctx.command.params:
        name = param.name or ""
        value = changed.get(name, ctx.params.get(name))
        if name not in changed and ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        if isinstance(param, click.Argument):
            words += [*map(str, value)] if isinstance(value, tuple) else [str(value)]
        elif isinstance(param, click.Option):
            option = max(param.opts, key=len)
            if param.is_flag:
                words += [option] if value else []
            else:
                for each in value if isinstance(value, tuple) else (value,):
                    words += [option, str(each)]
    return shlex.join([*ctx.command_path.split(), *words])


class Progress:
    """A bar on stderr, if that is a terminal that nothing else is written to; otherwise nothing."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._bar: Bar | None = None

    def __enter__(self) -> Progress:
        if terminal.is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb":
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            console = Console(file=sys.stderr, no_color=bool(os.environ.get("NO_COLOR")))
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                       TextColumn("{task.fields[told]}"))  # fmt: skip
            self._bar = Bar(*columns, console=console, transient=True)
            self._task = self._bar.add_task(self._what, total=self._total, told="")
            self._bar.start()
        return self

    @property
    def shown(self) -> bool:
        return self._bar is not None

    def done(self, count: int, told: str = "") -> None:
        """So many are done."""
        if self._bar is not None:
            self._bar.update(self._task, completed=count, told=told)

    def note(self, text: str) -> None:
        """A note that does not disturb the bar."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            terminal.note(text)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()


def told_resumed(progress: Progress, file: Path) -> Callable[[int, bool], None]:
    """Takes how many plays there were, and whether a torn line was mended; tells it."""

    def tell(kept: int, mended: bool) -> None:
        if mended:
            progress.note(f"the last line of {file} was cut off in the writing; its play is made again")
        if kept:
            progress.note(f"{kept} play{'s' if kept != 1 else ''} of this run {'are' if kept != 1 else 'is'} in {file} already")

    return tell


def plays_in(file: Path | None, counted: int) -> int:
    """The plays that a file holds: an interrupt may come after one was written and before it was counted."""
    if file is None:
        return counted
    try:
        with file.open("rb") as lines:
            return sum(line.endswith(b"\n") for line in lines)
    except OSError:
        return counted
