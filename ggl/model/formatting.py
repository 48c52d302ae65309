"""A game file in its canonical spelling: `ggl fmt`, and the format of editors.

Takes a source and where its bases are found. Gives its text formatted, or None after findings. The result reads as the same
game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from ggl.diagnostics import Findings
from ggl.model.definition import Definition
from ggl.model.extends import FindBase, load_definition
from ggl.source import Source, Span
from ggl.syntax import tree as t
from ggl.syntax.document import read_document
from ggl.syntax.fmt import Read, format_text
from ggl.syntax.unparse import canonical


def formatted(source: Source, findings: Findings, find_base: FindBase) -> str | None:
    definition = load_definition(source, findings, find_base)
    tree = read_document(source, Findings())
    if definition is None:
        return None
    assert tree is not None
    text = format_text(source, tree, trees_of(definition))
    again = load_definition(Source(source.name, text), Findings(), find_base)
    if again is None or _rules(again) != _rules(definition):
        raise AssertionError(f"formatting would change what {source.name} says")
    return text


def _rules(definition: Definition) -> dict[str, object]:
    """A definition as it is compared: by what it says, in the canonical choice of words."""

    def settled(value: object) -> object:
        if isinstance(value, t.Tree):
            return canonical(value)
        if isinstance(value, Span):
            return None  # `removed`: the span of a deleted entry
        if isinstance(value, dict):
            return {key: settled(item) for key, item in value.items()}
        if isinstance(value, tuple):
            return tuple(settled(item) for item in value)
        if is_dataclass(value):
            return (type(value), *(settled(getattr(value, spec.name)) for spec in fields(value) if spec.compare))
        return value

    return {spec.name: settled(getattr(definition, spec.name)) for spec in fields(definition) if spec.name != "source"}


def trees_of(value: object) -> Iterator[Read]:
    """The trees in a definition, outermost first, as their texts were read."""
    if isinstance(value, t.Lined):
        for each in (value.by, value.rows, value.other):
            yield from trees_of(each)
    elif isinstance(value, t.Tree):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple) and value and isinstance(value[0], t.Binder):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from trees_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from trees_of(item)
    elif is_dataclass(value):
        for spec in fields(value):
            yield from trees_of(getattr(value, spec.name))
