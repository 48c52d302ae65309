"""A sheet of text on which pieces are put at columns and rows, rows counting upwards.

Takes pieces of text; gives the sheet as lines. A piece is as wide as a terminal shows it.
"""

from __future__ import annotations

import re
import unicodedata

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def terminal_width(text: str) -> int:
    """The number of places that a text takes in a terminal: colour codes take none, wide characters two."""
    if text.isascii() and "\x1b" not in text:
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in _COLOUR.sub("", text)
    )


def is_one_place(sign: str) -> bool:
    """Whether it is one letter, digit, mark of punctuation or symbol, and not a wide one."""
    return len(sign) == 1 and unicodedata.category(sign)[0] in "LNPS" and terminal_width(sign) == 1


class Canvas:
    """Pieces of text by row and column. Text put in the same place later covers the earlier one."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}

    @property
    def bottom(self) -> int:
        return min(self._rows, default=0)

    def put(self, x: int, y: int, text: str, room: int) -> None:
        """Put a text in the middle of the `room` places from x on; nothing for an empty text."""
        if text:
            self._rows.setdefault(y, {})[x + max(0, room - terminal_width(text)) // 2] = text

    def fill(self, start: int, end: int, y: int, character: str) -> None:
        """Put a character in each place from start to before end."""
        for x in range(start, end):
            self._rows.setdefault(y, {})[x] = character

    def label(self, names: dict[int, str], gap: int) -> None:
        """Write a name, flush right, to the left of everything in each row given."""
        left = min((x for row in self._rows.values() for x in row), default=0)
        for y, name in names.items():
            self._rows.setdefault(y, {})[left - gap - terminal_width(name)] = name

    def text(self) -> str:
        """The lines from the highest row to the lowest, with no blanks at their ends."""
        left = min((x for row in self._rows.values() for x in row), default=0)
        return "\n".join(self._line(y, left) for y in range(max(self._rows, default=0), self.bottom - 1, -1))

    def _line(self, y: int, left: int) -> str:
        line, at = "", left
        for x, piece in sorted(self._rows.get(y, {}).items()):
            if x < at:
                continue
            line += " " * (x - at) + piece
            at = x + terminal_width(piece)
        return line.rstrip()
