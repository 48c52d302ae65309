"""Errors as one line for the program that drives an engine: its own mistake, or a bug of ggl. Neither ends the engine."""

from __future__ import annotations

import os
import sys
import traceback

from ggl.agents import wire
from ggl.errors import GglError

LONGEST = 2000


def error_text(error: BaseException) -> str:
    """An error in one line of safe length. The traceback of a bug goes to stderr with GGL_DEBUG=1."""
    if isinstance(error, GglError):
        return wire.explained(error)[:LONGEST]
    if os.environ.get("GGL_DEBUG", "") not in ("", "0"):
        print("".join(traceback.format_exception(error)), file=sys.stderr, flush=True)
    more = "with GGL_DEBUG=1 stderr shows where, and `ggl bug GAME` writes a report to send"
    return f"this is a bug in ggl: {type(error).__name__}: {error}; {more}"[:LONGEST]
