"""A command of the prompt: its usage, a line of help, and its function.

The functions are in modules `prompt_...` by purpose, each with its table; `ggl.cli.prompt` joins these. A function takes the
console, which is the prompt, and the words after the command, prints the result, and raises `GglError` for a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ggl.cli.prompt_seats import Seats
from ggl.cli.prompt_viewer import Eyes
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError
from ggl.play.session import Session


class Console(Protocol):
    """The interface of the prompt for its commands."""

    session: Session
    seats: Seats
    eyes: Eyes
    done: bool
    commands: Mapping[str, Command]
    aliases: Mapping[str, str]

    def say(self, text: str) -> None: ...
    def show(self) -> None: ...
    def go_on(self) -> None: ...
    def clocks(self) -> str: ...
    def move_to(self, session: Session) -> None: ...
    def farewell(self) -> None: ...


@dataclass(frozen=True)
class Command:
    usage: str
    what: str
    run: Callable[[Console, str], None]


def typed_number(text: str, noun: str, *, least: int = 1, default: int | None = 1) -> int:
    """A number that was typed, of moves or the like."""
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) < least:
        raise GglError(f"`{escape(text[:40])}` is not a number of {noun}; write {least} or more")
    return int(text)


def of_a_win(value: float, proven: bool = False) -> str:
    """A value as a percentage of a win; an unproven value is never shown as 0 or 100."""
    if proven:
        return f"{100 * value:.0f} %"
    return "> 99 %" if value > 0.99 else "< 1 %" if value < 0.01 else f"{100 * value:.0f} %"
