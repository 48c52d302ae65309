"""Text that knows where its characters stand: what the parser takes, and how it reads text that goes over lines."""

from __future__ import annotations

import re
from typing import Protocol

from ggl.frozen import frozen
from ggl.source import Source, Span


class Placed(Protocol):
    """Text that knows where its characters stand in a source."""

    @property
    def text(self) -> str: ...
    def span_of(self, start: int, end: int) -> Span: ...
    def __hash__(self) -> int: ...


@frozen
class Alone:
    """A text that is not a part of a game file."""

    source: Source

    @property
    def text(self) -> str:
        return self.source.text

    def span_of(self, start: int, end: int) -> Span:
        return self.source.span(start, end)


def on_one_line(content: str) -> str:
    """Line ends and comments as blanks, so that offsets stay."""
    without = re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), content)
    return re.sub(r"[\r\n\t]", " ", without)
