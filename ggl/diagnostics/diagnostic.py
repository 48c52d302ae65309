"""One finding as data.

Takes what a stage knows: which rule was broken (a `Code`), where (a `Span`), and the words for this case. Gives
frozen values that any renderer can show. Messages are plain text in which backticks quote the author's own words.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ggl.frozen import frozen
from ggl.source import Span

Severity = Literal["error", "warning", "note"]


@frozen
class Code:
    """A kind of finding: what `ggl explain GGL203` tells."""

    code: str
    title: str
    severity: Severity
    explanation: str = field(repr=False)


@frozen
class Note:
    """More to know; with a span, another place that has to do with it."""

    text: str
    span: Span | None = None


@frozen
class Fix:
    """An edit that mends the finding: the text of `span` becomes `replacement`. `title` says in words what to do."""

    span: Span
    replacement: str
    title: str

    @classmethod
    def write(cls, span: Span, text: str, more: str = "") -> Fix:
        """Write this text instead; `more` follows it."""
        return cls(span, text, f"write `{text}`{more}")


@frozen
class Diagnostic:
    """A code met at a place.

    `message` says what was found, `label` stands beside the underlined text, `help` says what to write: where one edit
    does it, `fix` is that edit.
    """

    code: Code
    span: Span | None
    message: str
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str | None = None
    fix: Fix | None = None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.code.severity}[{self.code.code}]: {self.message}"
