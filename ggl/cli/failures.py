"""The failures of a verb, each as one message on stderr and an exit code.

Takes the work of a command line. Gives the code: 0 clean, 1 findings or failures, 2 bad usage or an unreadable file, 3 a bug
of ggl, 130 interrupted. A bug's traceback goes to a file, or to stderr with GGL_DEBUG=1; a user never sees one unasked.
`ggl bug` takes that file, and writes the report to send.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from ggl.cli import terminal

CLEAN, FINDINGS, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


class FailedOnError(Exception):
    """A bug of ours, and the game that was worked on, of several in one command."""

    def __init__(self, game: str, error: Exception) -> None:
        super().__init__(str(error))
        self.game, self.error = game, error


def run(work: Callable[[], None], words: Sequence[str]) -> int:
    """Do the work of the command line `words`."""
    terminal.open_missing()
    try:
        work()
        if not sys.stdout.closed:  # as a language server leaves it
            sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, click.Abort):
        terminal.note("\ninterrupted")
        return INTERRUPTED
    except BrokenPipeError:
        terminal.hush(sys.stdout)
    except Exception as error:
        try:
            return tell(error)
        except Exception as bug:
            return _bug(bug, words)
    return CLEAN


def tell(error: Exception, game: str = "") -> int:
    """Report a user's mistake or an unreadable file, and give the exit code.

    Raises our own bugs, with the current game if there are several.
    """
    from ggl.engine.protocol import WorkLimitError
    from ggl.play.errors import GglError, InvalidGameError

    if isinstance(error, click.UsageError):
        return _usage(error)
    if isinstance(error, click.ClickException):
        terminal.error(error.format_message())
        return USAGE
    if isinstance(error, InvalidGameError):
        from ggl.diagnostics import render

        terminal.note(render(error.diagnostics, "full", colour=terminal.uses_colour(sys.stderr)).rstrip("\n"), is_styled=True)
        return USAGE if is_unreadable(error) else FINDINGS
    if isinstance(error, GglError):
        is_of_play = game and isinstance(error, WorkLimitError)  # the file's work; the other errors name the command's
        terminal.error(f"{game}: {error}" if is_of_play else str(error))
        return USAGE
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        what = f"`{error.filename}`: " if error.filename is not None else ""
        terminal.error(f"{what}{error.strerror or error}")
        return USAGE
    raise FailedOnError(game, error) if game else error


def _usage(error: click.UsageError) -> int:
    terminal.error(error.format_message())
    if error.ctx is not None:
        terminal.note(error.ctx.command.get_usage(error.ctx))
        terminal.note(f"more: {error.ctx.command_path} --help")
    return USAGE


def is_unreadable(error: Exception) -> bool:
    """Whether a file's errors say that it is no text of a game file at all."""
    from ggl.diagnostics.catalog import file_and_yaml as codes
    from ggl.play.errors import InvalidGameError

    unreadable = {codes.NOT_UTF8, codes.FILE_TOO_LONG}
    return isinstance(error, InvalidGameError) and any(each.code in unreadable for each in error.diagnostics)


def _bug(error: Exception, words: Sequence[str]) -> int:
    import tempfile

    from ggl.cli.bug_report import of_failure

    command = shlex.join(["ggl", *words])
    game = ""
    if isinstance(error, FailedOnError):
        game, error = error.game, error.error
    game = game if game not in ("", "-") else _game_among(words)
    terminal.error(f"this is a bug in ggl: {type(error).__name__}: {str(error)[:200]}")
    if os.environ.get("GGL_DEBUG", "") not in ("", "0"):
        import traceback

        terminal.note("".join(traceback.format_exception(error)).rstrip("\n"))
        terminal.note(f"please send this, and what `ggl bug {shlex.quote(game or 'GAME')}` writes")
        return BUG
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", errors="backslashreplace", prefix="ggl-bug-", suffix=".txt",
                                         delete=False) as file:  # fmt: skip
            file.write(of_failure(error, command))
    except OSError:
        terminal.note(f"please send what `ggl bug {shlex.quote(game or 'GAME')}` writes, and what `GGL_DEBUG=1 {command}` prints")
        return BUG
    if game:
        terminal.note(f"please send what `ggl bug {shlex.quote(game)} --failure {shlex.quote(file.name)}` writes")
    else:
        terminal.note(f"please send {file.name}, which has the command and the place in ggl; if a game is involved, also "
                      f"what `ggl bug GAME --failure {shlex.quote(file.name)}` writes")  # fmt: skip
    return BUG


def _game_among(words: Sequence[str]) -> str:
    """The first word of a command line that is a game and can be read again; empty without one."""
    from ggl.cli.common import is_bundled, split_argument
    from ggl.play.loading import is_file

    for word in words[1:] if words[:1] != ["bug"] else ():
        try:
            name, _ = split_argument(word)
            if is_bundled(name) or (name.endswith((".yaml", ".yml")) and is_file(Path(name))):
                return word
        except Exception:  # the same error may occur again
            continue
    return ""
