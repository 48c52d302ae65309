"""Values with properties: `cards: {suit: suits, rank: 2..14}` stands for all combinations, the first property slowest.

Takes an entry of `values:` and the values above it; gives the part, each member named by its properties: `hearts_12`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Mapping as Known
from itertools import product

from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.options_and_variants import TOO_MANY
from ggl.diagnostics.near import near, near_label
from ggl.model.definition import Text, ValueProperty, ValuesPart
from ggl.model.reader.values import ValueReader
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Scalar

MOST_VALUES = 64


def with_properties(values: ValueReader, entry: Entry, known: Known[str, ValuesPart], declared: Collection[str]) -> ValuesPart:
    """`known` are the values above the entry, `declared` the names of all in the file."""
    assert isinstance(entry.value, Mapping)
    name, span = entry.key.text, entry.key.span
    nothing = ValuesPart(name, (), span)
    read: list[tuple[str, str, tuple[tuple[str, int], ...], Span]] = []
    for each in entry.value.entries:
        members = _members(values, each, known, name, declared)
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
    if read and not read[0][1]:  # no name begins with a number
        texts = tuple(Text(f"{name.removesuffix('s')}_{text.text}", span) for text in texts)
    properties = tuple(
        ValueProperty(key, of, tuple(each[place][1] for each in combined), where)
        for place, (key, of, _, where) in enumerate(read)
    )
    return ValuesPart(name, texts, span, properties)


def _members(
    values: ValueReader, entry: Entry, known: Known[str, ValuesPart], name: str, declared: Collection[str]
) -> tuple[str, tuple[tuple[str, int], ...]] | None:
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
    label = near_label(close)
    help_ = "write `rank: 2..14`, or `suit: suits`"
    if text in declared and text != name:
        label, help_ = "it is declared below", f"move `{text}` above `{name}`"
    message = "a property takes numbers, or values that are declared above it"
    values.findings.report(codes.WRONG_SHAPE, entry.value.span, message, label=label, help=help_)
    return None
