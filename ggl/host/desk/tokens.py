"""Colours by meaning: what each word in the strings of a file is.

Takes a reading and its names. Gives tokens in the order of the text, none over another or over a line's end. Words that the file
names come from its names; words of the language, numbers and signs from the texts that were read as expressions.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ggl.checker.vocabulary.lines import word_lines
from ggl.host.desk.occurrence import Occurrence
from ggl.host.desk.reading import Reading
from ggl.model.formatting import trees_of
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence, raw
from ggl.syntax.keywords import KEYWORDS, PHRASE_WORDS

KINDS = (
    "player", "kind", "option", "region", "variable", "phase", "definition", "routine", "move", "property", "constant", "layer",
    "cell", "value", "values", "parameter", "condition", "reason", "test", "keyword", "word", "number", "operator", "comment",
)  # fmt: skip


@dataclass(frozen=True)
class Token:
    start: int
    end: int
    kind: str
    declares: bool = False


_LEXEME = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+(?:\.\d+)?)|(?P<operator>==|!=|<=|>=|//|\.\.|[-+*/%&<>=])"
)


def tokens(reading: Reading, found: tuple[Occurrence, ...]) -> tuple[Token, ...]:
    named = {
        one.span.start: Token(one.span.start, one.span.end, one.thing.sort, one.declares)
        for one in found
        if one.span.source == reading.source and one.span.end > one.span.start and "\n" not in one.span.text
    }
    everything: dict[int, Token] = {}
    for scalar in _expressions(reading):
        for token in _lexed(scalar):
            everything.setdefault(token.start, token)
    everything |= named
    result: list[Token] = []
    end = 0
    for start in sorted(everything):
        if start >= end:
            result.append(everything[start])
            end = everything[start].end
    return tuple(result)


def _expressions(reading: Reading) -> Iterator[Scalar]:
    """The values, and keys, that were read as expressions, effects, parameters or plans."""
    if reading.definition is None or reading.tree is None:
        return
    starts: set[int] = set()
    for tree in trees_of(reading.definition):
        span: Span = tree[0].span if isinstance(tree, tuple) else tree.span
        if span.source == reading.source:
            starts.add(span.start)
    ordered = sorted(starts)
    for scalar in _values(reading.tree):
        low = bisect.bisect_left(ordered, scalar.span.start)
        if low < len(ordered) and ordered[low] <= scalar.span.end:
            yield scalar


def _values(node: Node, entry: Entry | None = None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif node.flow and not isinstance(node, Mapping):
        yield raw(node)
    elif isinstance(node, Mapping):
        if node.flow and node.entries and all(isinstance(e.value, Scalar) and e.value.is_empty for e in node.entries):
            yield raw(node)
            return
        for each in node.entries:
            if entry is not None:
                yield each.key
            yield from _values(each.value, each)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _values(item)


def _lexed(scalar: Scalar) -> Iterator[Token]:
    words = word_lines()
    for found in _LEXEME.finditer(scalar.text):
        kind = str(found.lastgroup)
        if kind == "word":
            word = found[0]
            if word in KEYWORDS or word in PHRASE_WORDS:
                kind = "keyword"
            elif scalar.text[found.start() - 1 : found.start()] == "." and found.start() > 0:
                kind = "property"
            elif word not in words and f"{word}()" not in words:
                continue
        span = scalar.span_of(*found.span())
        if span.end > span.start and "\n" not in span.text:
            yield Token(span.start, span.end, kind)
