"""Source text and places in it. Takes the text of one file; gives spans whose line and column are computed on demand."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from functools import cached_property

from ggl.frozen import frozen


@frozen
class Source:
    """One file's text, under the name by which the user knows it (a path, `<stdin>`, a bundled game's file name)."""

    name: str
    text: str = field(repr=False)

    @property
    def file(self) -> str:
        """The last part of the name."""
        return self.name.replace("\\", "/").rpartition("/")[2]

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        for index, character in enumerate(self.text):
            if character == "\n":
                starts.append(index + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column, both counted from 1, of a character offset counted from 0."""
        line = bisect.bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its end."""
        start = self._line_starts[number - 1]
        end = self._line_starts[number] - 1 if number < len(self._line_starts) else len(self.text)
        return self.text[start:end].removesuffix("\r")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """The half-open range of characters `start..end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def holds(self, other: Span) -> bool:
        """Whether another span is a part of this one."""
        return self.start <= other.start and other.end <= self.end and self.source == other.source

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"

    def __repr__(self) -> str:
        return f"<{self} {self.text!r}>"
