"""One finding for a person at a terminal.

Takes a diagnostic. Gives lines no wider than `width` columns where possible:

    error[GGL203]: unknown name `neigbors`
      --> mygame.yaml:41:13
       |
    41 |       count(neigbors(c)) > 1
       |             ^^^^^^^^ not a definition, a piece or an option; near: `neighbors`
       = help: write `neighbors`

Below it come the notes; a note with its own place shows that place too.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ggl.diagnostics.diagnostic import Diagnostic
from ggl.diagnostics.escape import escape
from ggl.diagnostics.excerpt import Excerpt, excerpt
from ggl.source import Span

WIDTH = 100
_NARROWEST_LABEL = 40

_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "title": "1", "frame": "1;34"}


def render_full(diagnostic: Diagnostic, *, colour: bool = False, width: int = WIDTH) -> str:
    return "".join(line.rstrip() + "\n" for line in _Page(diagnostic, colour, width).lines())


def render_below(diagnostic: Diagnostic) -> str:
    """All but the first line, for those who write their own."""
    return "".join(line.rstrip() + "\n" for line in _Page(diagnostic, colour=False, width=WIDTH).below())


class _Page:
    def __init__(self, diagnostic: Diagnostic, colour: bool, width: int) -> None:
        self.diagnostic = diagnostic
        self.colour = colour
        self.width = width
        places = [diagnostic.span, *(note.span for note in diagnostic.notes)]
        self.gutter = max((len(str(span.line)) for span in places if span), default=1)

    def lines(self) -> Iterator[str]:
        found = self.diagnostic
        severity = found.code.severity
        head = self.paint(f"{severity}[{found.code.code}]", severity)
        yield head + self.paint(f": {escape(found.message)}", "title")
        yield from self.below()

    def below(self) -> Iterator[str]:
        found = self.diagnostic
        severity = found.code.severity
        if found.span:
            yield from self.snippet(found.span, "^", found.label, severity)
        elif found.label:
            yield from self.remark("note", found.label)
        for note in found.notes:
            if not note.span:
                yield from self.remark("note", note.text)
        if found.help:
            yield from self.remark("help", found.help)
        for note in found.notes:
            if note.span:
                yield from self.remark("note", note.text)
                yield from self.snippet(note.span, "-", "", "frame")

    def snippet(self, span: Span, mark: str, label: str, style: str) -> Iterator[str]:
        yield f"{' ' * self.gutter}{self.paint('-->', 'frame')} {escape(str(span))}"
        yield self.framed("", "")
        shown = excerpt(span, self.room)
        yield self.framed(str(span.line), shown.text)
        under = mark * shown.length + ("..." if shown.goes_on else "")
        beside, below = self.place_label(shown, len(under), label)
        yield self.framed("", " " * shown.start + self.paint(f"{under} {beside}".rstrip(), style))
        for line in below:
            yield self.framed("", self.paint(line, style))

    def place_label(self, shown: Excerpt, underlined: int, label: str) -> tuple[str, list[str]]:
        """The label beside the underline if it fits, otherwise on separate lines below."""
        safe = escape(label)
        if shown.start + underlined + 1 + len(safe) <= self.room:
            return safe, []
        indent = min(shown.start, max(0, self.room - _NARROWEST_LABEL))
        return "", [" " * indent + line for line in _wrap(safe, self.room - indent)]

    def remark(self, word: str, text: str) -> Iterator[str]:
        """`= help: ...`; further lines stand below the first. Lines that are indented are code and stay as they are."""
        first, indent = f"= {word}: ", " " * (len(word) + 4)
        lines: list[str] = []
        for line in escape(text, keep="\n").split("\n"):
            lines += [line] if line.startswith(" ") else _wrap(line, self.room - len(indent))
        margin = " " * (self.gutter + 1)
        yield margin + self.paint(first.rstrip(), "frame") + " " + lines[0]
        for line in lines[1:]:
            yield f"{margin}{indent}{line}"

    def framed(self, number: str, text: str) -> str:
        return self.paint(f"{number:>{self.gutter}} |", "frame") + (f" {text}" if text else "")

    @property
    def room(self) -> int:
        return max(self.width - self.gutter - 3, _NARROWEST_LABEL)

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour and text else text


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
