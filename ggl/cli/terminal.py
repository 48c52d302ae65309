"""The output of verbs: data on stdout, notes and errors on stderr, colour only where a person looks."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

PAGE = 80
LEAST = 20
"""Columns of a page on the narrowest terminal, where lines break."""
_SHOWN = 60
_LONG = re.compile(r"(?<=`)[^`\n]{160,}(?=`)|\S{160,}")
"""A user's text that is too long to read: between back quotes, or without a blank."""


def data(answer: str | bytes) -> None:
    """The answer of a verb, on stdout; a line end is added to a text without one. Raises OSError, which names the output."""
    try:
        click.echo(answer, nl=isinstance(answer, str) and not answer.endswith("\n"))
    except BrokenPipeError:
        raise
    except OSError as error:
        hush(sys.stdout)
        raise OSError(error.errno, error.strerror, "standard output") from None


def note(text: str, *, is_styled: bool = False) -> None:
    """A remark, on stderr, with unprintable characters of the user's input escaped, unless it is styled and has none.

    Where it cannot be written it is lost, and the exit code still tells.
    """
    from ggl.diagnostics.escape import escape

    try:
        click.echo(text if is_styled else escape(text, keep="\n\t"), err=True)
    except OSError:
        hush(sys.stderr)


SLOW = 5.0
"""Seconds after which something that goes on is remarked on."""


@contextmanager
def noting_if_slow(text: str) -> Iterator[None]:
    """A remark while something goes on that takes long."""
    later = threading.Timer(SLOW, note, (text,))
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


def error(message: str) -> None:
    """Print an error to stderr; escapes unprintable characters of the user's input, and cuts very long texts."""
    from ggl.diagnostics.escape import escape

    head = click.style("error", fg="red", bold=True) if uses_colour(sys.stderr) else "error"
    note(f"{head}: {escape(_shortened(message), keep=chr(10))}", is_styled=True)


def _shortened(message: str) -> str:
    """A message in which no name or word fills the screen."""
    return _LONG.sub(lambda found: f"{found[0][:_SHOWN]}..{found[0][-_SHOWN:]}", message)


def can_move(stream: TextIO) -> bool:
    """Whether a person looks, at a terminal on which what was written can change."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def uses_colour(stream: TextIO) -> bool:
    """Whether to colour: a terminal, and neither NO_COLOR nor a dumb one."""
    return can_move(stream) and not os.environ.get("NO_COLOR")


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def page_width() -> int:
    """The columns that a page may take: those of the terminal, from 20 to 80; 80 where nobody looks."""
    return max(LEAST, min(shutil.get_terminal_size().columns, PAGE)) if is_terminal(sys.stdout) else PAGE


def default_style() -> str:
    """Unicode signs, if the output has them."""
    try:
        "●○·─│↑".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "unicode"


def open_missing() -> None:
    """Put the null device in place of standard streams that were closed (`ggl list >&-`): end of input, output to nowhere.

    Under their own numbers too, so that no file that is opened later takes one and is written into.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def hush(stream: TextIO) -> None:
    """Silence a stream without a reader, so that its buffer causes no error at exit."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError):
        setattr(sys, "stdout" if stream is sys.stdout else "stderr", open(os.devnull, "w"))  # noqa: SIM115
