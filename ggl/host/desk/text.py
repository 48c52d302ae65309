"""Texts that are edited, and places in them as editors count them.

Inside ggl a place is an offset in characters (code points). Editors count lines, and within a line code points, UTF-16 units or
UTF-8 bytes; they end a line at a line feed, a carriage return, or both. `Lines` is the one place that converts.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class TextChange:
    """The characters `start..end` become `text`."""

    start: int
    end: int
    text: str


def with_changes(text: str, changes: Iterable[TextChange]) -> str:
    """The text after changes one after another, each in the text that the one before left. Places past the end are the end."""
    for change in changes:
        start = min(max(change.start, 0), len(text))
        end = min(max(change.end, start), len(text))
        text = text[:start] + change.text + text[end:]
    return text


def applied_together(text: str, changes: Iterable[TextChange]) -> str:
    """The text after changes that are all places of this text, as the edits of a rename or a format are."""
    for change in sorted(changes, key=lambda one: (one.start, one.end), reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text


class Lines:
    """The lines of a text. Line numbers and columns count from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def __len__(self) -> int:
        return len(self._starts)

    def start(self, line: int) -> int:
        return self._starts[line]

    def line(self, line: int) -> str:
        """The text of a line without its end."""
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        return self.text[self._starts[line] : end].rstrip("\r\n")

    def line_of(self, offset: int) -> int:
        return bisect.bisect_right(self._starts, min(max(offset, 0), len(self.text))) - 1

    def offset(self, line: int, column: int, encoding: Encoding = "utf-32") -> int:
        """A place as an offset. A line past the last is the end of the text; a column past its line's end is that end, and one
        inside a character is that character's beginning."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        content = self.line(line)
        return self._starts[line] + _characters(content, max(column, 0), encoding)

    def place(self, offset: int, encoding: Encoding = "utf-32") -> tuple[int, int]:
        """An offset as line and column."""
        offset = min(max(offset, 0), len(self.text))
        line = self.line_of(offset)
        before = self.text[self._starts[line] : offset]
        return line, units(before, encoding)


def units(text: str, encoding: Encoding) -> int:
    """The length of a text as an editor counts. Lone surrogates, which no file holds, count as one character of the plane."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text) + sum(character > "\uffff" for character in text)
    return len(text.encode("utf-8", "surrogatepass"))


def _characters(text: str, column: int, encoding: Encoding) -> int:
    """The number of characters before a column."""
    if encoding == "utf-32" or text.isascii():
        return min(column, len(text))
    counted = 0
    for number, character in enumerate(text):
        counted += units(character, encoding)
        if counted > column:
            return number
    return len(text)
