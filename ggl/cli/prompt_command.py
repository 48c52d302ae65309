"""A command of the prompt: how it is written, what it does in a line, and the function that does it.

The functions stand in the modules `prompt_...` by purpose, each of which has a table of its own; `ggl.cli.prompt` puts them
together. They take the prompt and the words behind the command, say what came of it, and raise `GglError` for a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError

if TYPE_CHECKING:
    from ggl.cli.prompt import Prompt


@dataclass(frozen=True)
class Command:
    usage: str
    what: str
    run: Callable[[Prompt, str], None]


def number_of(text: str, noun: str, *, least: int = 1, default: int | None = 1) -> int:
    """A number that was typed, of moves or the like."""
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) < least:
        raise GglError(f"`{escape(text[:40])}` is no number of {noun}; write {least} or more")
    return int(text)


def of_a_win(value: float, proven: bool = False) -> str:
    """A value as a percentage of a win; what is not proven is never quite 0 or 100."""
    if proven:
        return f"{100 * value:.0f} %"
    return "> 99 %" if value > 0.99 else "< 1 %" if value < 0.01 else f"{100 * value:.0f} %"
