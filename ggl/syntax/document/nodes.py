"""The tree of a YAML document.

Gives: frozen nodes. A scalar's `span` covers it as written, quotation marks and block sign included; `span_of` leads
from places in its text to places in the file. `get` and `entry` find a key by its text; of a key written twice, the
first counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import Literal

from ggl.frozen import frozen
from ggl.source import Span
from ggl.syntax.document.offsets import Offsets, offsets_of

Style = Literal["plain", "single", "double", "literal", "folded", "raw"]


@frozen
class Scalar:
    """`text` is what the author means, `span` what they wrote, `style` how they wrote it.

    `tail` is how much white space after the span belongs to a block as well.
    """

    text: str
    span: Span = field(repr=False)
    style: Style = "plain"
    tail: int = field(default=0, repr=False)

    @property
    def is_empty(self) -> bool:
        """Nothing was written after the colon or the dash. (Empty quotes are something.)"""
        return not self.text and self.style == "plain"

    @property
    def is_folded(self) -> bool:
        return self.style == "folded"

    @property
    def is_quoted(self) -> bool:
        return self.style in ("single", "double")

    @cached_property
    def _offsets(self) -> Offsets:
        written = self.span.source.text[self.span.start : self.span.end + self.tail]
        return offsets_of(written, self.text, self.style)

    def span_of(self, start: int, end: int) -> Span:
        """The place in the file of `text[start:end]`. An empty range is the place before the character at `start`."""
        source, base = self.span.source, self.span.start
        starts, ends = self._offsets.starts, self._offsets.ends
        length = len(self.text)
        start = min(max(start, 0), length)
        end = min(max(end, start), length)
        if start == end:
            point = base + (starts[start] if start < length else self._offsets.end)
            return source.span(point, point)
        return source.span(base + starts[start], base + ends[end - 1])

    @property
    def content_span(self) -> Span:
        """The whole text, without quotation marks and block sign, up to the last character that is no space."""
        visible = self.text.rstrip()
        return self.span_of(0, len(visible)) if visible else self.span_of(0, 0)


@frozen
class Entry:
    key: Scalar
    value: Node

    @property
    def span(self) -> Span:
        return self.key.span.source.span(self.key.span.start, max(self.key.span.end, self.value.span.end))


@frozen
class Mapping:
    """`flow` says that it is written in braces."""

    entries: tuple[Entry, ...]
    span: Span = field(repr=False)
    flow: bool = False

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        return {entry.key.text: entry for entry in reversed(self.entries)}

    def entry(self, key: str) -> Entry | None:
        return self._by_key.get(key)

    def get(self, key: str) -> Node | None:
        entry = self._by_key.get(key)
        return entry.value if entry else None

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key.text for entry in self.entries)


@frozen
class Sequence:
    """`flow` says that it is written in square brackets."""

    items: tuple[Node, ...]
    span: Span = field(repr=False)
    flow: bool = False


Node = Scalar | Mapping | Sequence
Plain = dict[str, "Plain"] | list["Plain"] | str


def to_plain(node: Node) -> Plain:
    """The tree as dicts, lists and strings, for programs that ask no places. An empty value is an empty string."""
    match node:
        case Scalar():
            return node.text
        case Mapping():
            return {entry.key.text: to_plain(entry.value) for entry in reversed(node.entries)}
        case Sequence():
            return [to_plain(item) for item in node.items]


def node_at(node: Node, path: Iterable[str | int]) -> Node | None:
    """The node to which a path of keys and positions leads, as jsonschema gives it."""
    found: Node | None = node
    for step in path:
        if isinstance(found, Mapping) and isinstance(step, str):
            found = found.get(step)
        elif isinstance(found, Sequence) and isinstance(step, int) and 0 <= step < len(found.items):
            found = found.items[step]
        else:
            return None
    return found


_BLANKED = re.compile(r"(?:(?<=\s)|^)#[^\n]*|[\r\n]")


def raw(node: Node) -> Scalar:
    """A node in brackets as the text that was written, for keys at which `{a1, b2}` is an expression.

    Comments and line ends become spaces, so that the text keeps its length and `span_of` its places.
    """
    if isinstance(node, Scalar):
        return node
    text = _BLANKED.sub(lambda blank: " " * len(blank[0]), node.span.text)
    return Scalar(text, node.span, "raw")
