"""Shared parts of the verbs for many plays: workers, the file of plays, resuming, and remarks.

`going_on` surrounds the work of a run; `again` is the command line that resumes an interrupted one.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import shlex
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ggl.cli import terminal
from ggl.cli.common import split_argument
from ggl.cli.progress import ProgressBar
from ggl.cli.records import check_name, elsewhere, game_name
from ggl.cli.words import quantity

if TYPE_CHECKING:
    from ggl.arena.jobs import Backend

MOST_FAILURES = 3
"""The most failures of agents to list."""


@dataclass(frozen=True)
class WorkOptions:
    """The workers for many plays, and the steps after which a play is a draw. Without a backend, processes do the work."""

    workers: int
    backend: Backend | None
    most_steps: int


def working_options(most_steps: int = 10_000) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options that say who does the work, as one argument of the command: `working`."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def work(*args: Any, workers: int | None, backend: str, address: str | None, max_steps: int, **others: Any) -> Any:
            working = WorkOptions(1 if workers is None else workers, _backend(backend, workers, address), max_steps)
            return command(*args, working=working, **others)

        steps = f"Steps after which a play is a draw. [{most_steps}]"
        for option in (
            click.option("--max-steps", default=most_steps, metavar="N", help=steps),
            click.option("--address", metavar="HOST:PORT", help="The head of a Ray cluster on another machine."),
            click.option("--backend", type=click.Choice(("processes", "ray")), default="processes", help="How to run the work."),
            click.option("--workers", metavar="W", type=int, help="The number of workers. [1; on Ray all available]"),
        ):
            work = option(work)
        return work

    return with_options


def _backend(backend: str, workers: int | None, address: str | None) -> Backend | None:
    if backend == "ray":
        from ggl.arena.cluster import Cluster

        return Cluster(address, workers)
    if address is not None:
        raise click.UsageError("`--address` is for a Ray cluster; add `--backend ray`")
    return None


def game_label(argument: str, file: Path | None, is_part: bool = False) -> str:
    """The name of a game in the records of a run: its path from their file, so that both can move together. In parts of a run
    it is the path from beside their folder, where they are put together, unless the game is in the folder."""
    from ggl.play.kept import name_from
    from ggl.play.storage import state_folder

    if split_argument(argument)[0] == "-":
        return "-"
    name = game_name(argument)
    if not os.path.isabs(name) or file is None or Path(os.path.realpath(file)).is_relative_to(os.path.realpath(state_folder())):
        return check_name(name)
    folder = Path(os.path.realpath(file)).parent
    if is_part and not Path(name).is_relative_to(folder):
        folder = folder.parent
    with contextlib.suppress(ValueError):  # on another drive
        name = name_from(name, folder)
    return check_name(name)


def look_at(argument: str, file: Path) -> None:
    """See before any work that a file can be written, and tell how its records are replayed if their game is elsewhere."""
    from ggl.play.kept import is_found_from

    see_writable(file)
    name = game_name(argument)
    if split_argument(argument)[0] != "-" and not is_found_from(name, file):
        terminal.note(elsewhere(name, str(file)))


def make_folder(folder: Path) -> None:
    """Raises `StorageError`."""
    from ggl.play.storage import StorageError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise StorageError(folder, error) from None


def see_writable(file: Path) -> None:
    """See before any work that what comes of it can be put on a file, which is not touched. Raises `StorageError`."""
    from ggl.play.storage import StorageError

    try:
        if not file.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "")
        mode = None
        with contextlib.suppress(FileNotFoundError):
            mode = file.stat().st_mode
        if mode is None:
            with tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(file))):
                pass
        elif stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "")
        elif not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "")
    except (OSError, ValueError) as error:
        raise StorageError(file, error) from None


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


@dataclass
class Ended:
    """Whether a run came to its end; else it was interrupted."""

    whole: bool = False


@contextlib.contextmanager
def going_on(
    ctx: click.Context, progress: ProgressBar, file: Path | None, total: int, done: Callable[[], int], **changed: str
) -> Iterator[Ended]:
    """Surrounds the work of a run: after an interruption, says how to resume. Handles Ctrl-C; `done` counts plays, and `changed`
    is for `again`."""
    from ggl.arena.run_file import RunFileError
    from ggl.errors import GglError

    ended = Ended()
    try:
        yield ended
        ended.whole = True
    except KeyboardInterrupt:
        progress.note("interrupted; " + how_to_go_on(ctx, file, plays_in(file, done()), total, **changed))
    except GglError as error:
        if done() and not isinstance(error, RunFileError):  # the same command would fail again
            progress.note(how_to_go_on(ctx, file, done(), total, **changed))
        raise


def how_to_go_on(ctx: click.Context, file: Path | None, done: int, total: int, **changed: str) -> str:
    if not done:
        return "no play ended"
    if file is None:
        return f"{done} of {total} plays ended; with `-o FILE` a run can be resumed"
    return f"{done} of {total} plays are in {file}; to resume:\n  {again(ctx, **changed)}"


def told_resumed(progress: ProgressBar, file: Path | None) -> Callable[[int, bool], None]:
    """Takes how many plays there were, and whether a torn line was mended; tells it."""

    def tell(kept: int, mended: bool) -> None:
        if mended:
            progress.note(f"the last line of {file} was cut off while it was written; its play is repeated")
        if kept:
            progress.note(f"{file} already has {quantity(kept, 'play')} of this run")

    return tell


def plays_in(file: Path | None, counted: int) -> int:
    """The plays that a file holds: an interrupt may come before those of an earlier run are all read again."""
    if file is None:
        return counted
    try:
        with file.open("rb") as lines:
            return sum(line.endswith(b"\n") for line in lines)
    except OSError:
        return counted


# ---- remarks


def remark_timed(specs: Sequence[str]) -> None:
    """Of the agents that think by the clock, if there are any."""
    if specs:
        terminal.note(f"`{specs[0]}` thinks by the clock, so the same seed may give other plays")


def remark_broken_off(plays: int) -> None:
    if plays:
        how = "was broken off and counts as a draw" if plays == 1 else "were broken off and count as draws"
        terminal.note(f"{quantity(plays, 'play')} {how}; `--max-steps` sets this limit")


def remark_failures(plays: int, lines: Sequence[str]) -> None:
    """Of plays that agents lost by failing; `lines` tell how, the first ones at least."""
    if plays:
        first = "; the first ones" if plays > MOST_FAILURES else ""
        terminal.note(f"{quantity(plays, 'play')} {'was' if plays == 1 else 'were'} lost because an agent failed{first}:")
        for line in lines[:MOST_FAILURES]:
            terminal.note(f"  {line}")
