"""Failures of a user's own code, told with the place in it."""

from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ggl.agents.protocol import AgentError
from ggl.diagnostics.escape import escape

_OURS, _PYTHONS = str(Path(__file__).parents[1]) + os.sep, str(Path(os.__file__).parent) + os.sep


def must_tell(what: str, error: BaseException) -> NoReturn:
    """Raises `AgentError` with the innermost place in the user's code, outside of ggl and Python."""
    place = place_of([(frame.filename, frame.lineno or 0) for frame in reversed(traceback.extract_tb(error.__traceback__))])
    said = str(error).split("\n", 1)[0]
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    raise AgentError(f"{what}: {escape(text[:500])}{place}") from error


def place_of(frames: Sequence[tuple[str, int]]) -> str:
    """The innermost line in the user's code; frames are files and lines, the innermost first."""
    for file, line in frames:
        if _is_theirs(file):
            with contextlib.suppress(ValueError):
                file = min(file, os.path.relpath(file), key=len)
            return f" ({escape(file)}, line {line})"
    return ""


def _is_theirs(file: str) -> bool:
    """Whether a file belongs neither to ggl nor to Python: errors are reported at the last line in such a file."""
    return not file.startswith((_OURS, "<")) and (not file.startswith(_PYTHONS) or "site-packages" in file)
