"""The notation under `look`: each template is for a move of the game, and its names are fixed by the move's arguments."""

from __future__ import annotations

import re
from collections.abc import Collection

from ggl.core import forms as f
from ggl.core.walk import uses, walk
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.near import near
from ggl.model.definition import Look

READS = (f.Get, f.Plane, f.Seen, f.Can, f.After)
"""Forms whose value depends on the position."""


def check_notation(
    look: Look,
    moves: Collection[str],
    schemas: tuple[f.Schema, ...],
    definitions: tuple[f.Definition, ...],
    findings: Findings,
) -> None:
    """Report a template for none of the `moves`, and a name in one that cannot be told from the arguments alone."""
    known = {schema.name: schema for schema in schemas}
    bodies = {definition.name: definition.body for definition in definitions}
    for name, text in look.notation.items():
        if name not in moves:
            close = near(name, moves)
            message = f"`{name}` is no move of this game"
            label = f"near: {', '.join(f'`{word}`' for word in close)}" if close else ""
            findings.report(codes.UNKNOWN_MOVE, look.places.get(("notation", name), text.span), message, label=label)
        schema = known.get(name)
        if schema is None:
            continue  # no move, or one whose mistakes are told elsewhere
        for let in schema.lets:
            if re.search(rf"\b{let.name}\b", text.text) and _reads_position(let.value, bodies, schema):
                message = f"what `{let.name}` is depends on the position, so a move cannot be written with it"
                help_ = "write the move with its parameters: " + ", ".join(param.name for param in schema.params)
                findings.report(codes.BAD_NOTATION, text.span, message, help=help_)


def _reads_position(value: f.Expr, bodies: dict[str, f.Expr], schema: f.Schema) -> bool:
    if uses(value, *READS):
        return True
    lets = {let.name: let.value for let in schema.lets}
    for form in walk(value):
        inner = bodies.get(form.name) if isinstance(form, f.Call) else lets.get(form.name) if isinstance(form, f.Var) else None
        if inner is not None and inner is not value and _reads_position(inner, bodies, schema):
            return True
    return False
