"""The entries that a veil reads, where they are known statically: few for each place, usually those of its site.

Takes a core, its layout and a veil; gives for each place of the veil's field the places that decide what a viewer sees there, so
that views can be cached by these entries. None if a veil reads more.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.engine.layout import Layout

_PLAIN = (f.Lit, f.Var, f.Get, f.Tab, f.Call, f.Let, f.If, f.Some, f.Arith, f.Compare, f.And, f.Or, f.Not, f.In, f.Single)
"""Forms that read only what their parts read."""

_Read = tuple[str, tuple[int, ...]]
"""A field, and which parts of the veil's own index are its index."""


def places_read(core: f.CoreGame, layout: Layout, veil: f.Veil) -> list[tuple[int, ...]] | None:
    definitions = {one.name: one for one in core.definitions}
    definition = definitions[veil.seen or veil.known]
    parts = {name: number for number, (name, _) in enumerate(definition.params[1:])}
    found = _reads(definitions, definition.body, parts)
    if found is None:
        return None
    slot, reads = layout.slots[veil.field], sorted(found)
    return [
        tuple(layout.at(field, *(index[part] for part in of)) for field, of in reads)
        for index in product(*map(range, slot.sizes))
    ]


def _reads(definitions: Mapping[str, f.Definition], body: f.Form, parts: Mapping[str, int]) -> set[_Read] | None:
    """The reads of an expression whose names may be parts of the veil's index; None if unknown."""
    found: set[_Read] = set()
    for form in walk(body):
        if not isinstance(form, _PLAIN) or (isinstance(form, f.Let | f.Some) and form.name in parts):
            return None
        if isinstance(form, f.Get):
            if not all(isinstance(each, f.Var) and each.name in parts for each in form.index):
                return None
            found.add((form.field, tuple(parts[each.name] for each in form.index if isinstance(each, f.Var))))
        if isinstance(form, f.Call):
            called = definitions[form.name]
            given = zip((name for name, _ in called.params), form.args, strict=True)
            inner = {name: parts[arg.name] for name, arg in given if isinstance(arg, f.Var) and arg.name in parts}
            read = _reads(definitions, called.body, inner)
            if read is None:
                return None
            found |= read
    return found
