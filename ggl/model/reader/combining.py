"""Values with properties: `cards: {suit: suits, rank: 2..14}` stands for all combinations, the first property slowest.

Takes an entry of `values:` and the values that its properties take; gives the part, each member named by its properties:
`hearts_12`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Known
from itertools import product

from ggl.diagnostics import Note
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.options_and_variants import TOO_MANY
from ggl.diagnostics.near import near, near_label
from ggl.model.definition import Text, ValueProperty, ValuesPart
from ggl.model.keys import is_set_literal
from ggl.model.reader.values import ValueReader
from ggl.plurals import singular
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Scalar

MOST_VALUES = 64


def has_properties(entry: Entry) -> bool:
    return isinstance(entry.value, Mapping) and not is_set_literal(entry.value)


def taken_by(entry: Entry) -> dict[str, Span]:
    """What the properties of an entry take, each with its place."""
    properties = entry.value.entries if isinstance(entry.value, Mapping) else ()
    return {each.value.text.strip(): each.value.span for each in properties if isinstance(each.value, Scalar)}


def report_circle(values: ValueReader, waiting: Known[str, Entry]) -> None:
    """Report values each of which has a property that takes another one of them, as one finding."""
    way = [next(iter(waiting))]
    while way[-1] not in way[:-1]:
        way.append(next(name for name in taken_by(waiting[way[-1]]) if name in waiting))
    circle = way[way.index(way[-1]) :]
    span = taken_by(waiting[circle[0]])[circle[1]]
    message = f"the values `{circle[0]}` are made of themselves"
    notes = (Note(" → ".join(circle)),) if len(circle) > 2 else ()
    help_ = "a property takes numbers, or values that are made without it"
    values.findings.report(codes.WRONG_SHAPE, span, message, notes=notes, help=help_)


def member_prefix(name: str) -> str:
    """The first word in the names of values that would begin with a number."""
    return singular(name)


def with_properties(values: ValueReader, entry: Entry, known: Known[str, ValuesPart]) -> ValuesPart:
    """`known` are the values that properties may take."""
    assert isinstance(entry.value, Mapping)
    name, span = entry.key.text, entry.key.span
    nothing = ValuesPart(name, (), span)
    read: list[tuple[str, str, tuple[tuple[str, int], ...], Span]] = []
    for each in entry.value.entries:
        members = _members(values, each, known)
        if members is None or not values.is_name(each.key.text, each.key.span):
            return nothing
        read.append((each.key.text, *members, each.key.span))
    size = 1
    for _, _, named, _ in read:
        size *= len(named)
    if size > MOST_VALUES:
        message = f"`{name}` has {size:,} values; {MOST_VALUES} is the limit"
        values.findings.report(TOO_MANY, span, message, help="use numbers for large ranges")
        return nothing
    combined = list(product(*(named for _, _, named, _ in read)))
    texts = tuple(Text("_".join(word for word, _ in each), span) for each in combined)
    if not read[0][1]:  # no name begins with a number
        texts = tuple(Text(f"{member_prefix(name)}_{text.text}", span) for text in texts)
    properties = tuple(
        ValueProperty(key, of, tuple(each[place][1] for each in combined), where)
        for place, (key, of, _, where) in enumerate(read)
    )
    return ValuesPart(name, texts, span, properties)


def _members(values: ValueReader, entry: Entry, known: Known[str, ValuesPart]) -> tuple[str, tuple[tuple[str, int], ...]] | None:
    """The name of the values of a property ("" for numbers), and each with its word and code; None if a mistake is reported."""
    if not isinstance(entry.value, Scalar):
        return None  # the schema has reported it
    text = entry.value.text.strip()
    if text in known:
        return text, tuple((member.text, code) for code, member in enumerate(known[text].members))
    numbers = re.fullmatch(r"(\d{1,4})\s*\.\.\s*(\d{1,4})", text)
    if numbers is not None and int(numbers[1]) <= int(numbers[2]):
        return "", tuple((str(number), number) for number in range(int(numbers[1]), int(numbers[2]) + 1))
    close = near(text, known)
    message, help_ = "a property takes numbers, or other values of the file", "write `rank: 2..14`, or `suit: suits`"
    values.findings.report(codes.WRONG_SHAPE, entry.value.span, message, label=near_label(close), help=help_)
    return None
