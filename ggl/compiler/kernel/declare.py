"""Declares the locals that are read outside the blocks in which they are set: they are set to 0 first.

What lowers a core knows that the block which sets them has run; the verifier does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.walk import blocks, form_parts, forms_in

_NOTHING = {Type.WORD: f.Literal(0, Type.WORD), Type.BOOL: f.Literal(False, Type.BOOL), Type.REAL: f.Literal(0.0, Type.REAL)}

_EXPRESSIONS = get_args(f.Expression)


def with_declarations(body: f.Block, parameters: Sequence[f.Local]) -> f.Block:
    """The body of a function with a first value for each local that needs one."""
    found = _read_beyond(body, parameters)
    return (*(f.Assign((f.Local(name, type_),), _NOTHING[type_]) for name, type_ in found.items()), *body)


def _read_beyond(body: f.Block, parameters: Sequence[f.Local]) -> dict[str, Type]:
    """The locals that are read where no block around sets them before."""
    known = {each.name for each in parameters}
    found: dict[str, Type] = {}

    def look(block: f.Block, counter: tuple[f.Local, ...] = ()) -> None:
        here = list[str]()
        declare(counter, here)
        for statement in block:
            for part in form_parts(statement):
                if isinstance(part, _EXPRESSIONS):
                    read(part)
            if isinstance(statement, f.Assign):
                declare(statement.targets, here)
            for inner in blocks(statement):
                look(inner, (statement.local,) if isinstance(statement, f.For | f.ForBits) else ())
        known.difference_update(here)

    def declare(locals_: tuple[f.Local, ...], here: list[str]) -> None:
        new = [each.name for each in locals_ if each.name not in known]
        here += new
        known.update(new)

    def read(expression: f.Expression) -> None:
        for each in forms_in(expression):
            if isinstance(each, f.Local) and each.name not in known:
                found[each.name] = each.type

    look(body)
    return found
