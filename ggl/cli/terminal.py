"""Where a verb writes: data on stdout, notes and errors on stderr, colour only where a person looks."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click


def data(text: str) -> None:
    """The answer of a verb, on stdout; a line end is added if there is none."""
    click.echo(text, nl=not text.endswith("\n"))


def note(text: str) -> None:
    """A remark, on stderr."""
    click.echo(text, err=True)


def error(message: str) -> None:
    """What went wrong, on stderr; unprintable characters of what the user gave are escaped."""
    from ggl.diagnostics.escape import escape

    note(f"{click.style('error', fg='red', bold=True) if colour(sys.stderr) else 'error'}: {escape(message, keep=chr(10))}")


def colour(stream: TextIO) -> bool:
    """Whether to colour: a terminal, and neither NO_COLOR nor a dumb one."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False
