"""Declares the locals that are read outside the blocks in which they are set: they are set to 0 first.

What lowers a core knows that the block which sets them has run; the verifier does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.walk import blocks, parts, walk

_NOTHING = {Type.WORD: f.Literal(0, Type.WORD), Type.BOOL: f.Literal(False, Type.BOOL), Type.REAL: f.Literal(0.0, Type.REAL)}


def with_declarations(body: f.Block, parameters: Sequence[f.Local]) -> f.Block:
    """The body of a function with a first value for each local that needs one."""
    found = _read_beyond(body, parameters)
    return (*(f.Assign((f.Local(name, type_),), _NOTHING[type_]) for name, type_ in found.items()), *body)


def _read_beyond(body: f.Block, parameters: Sequence[f.Local]) -> dict[str, Type]:
    """The locals that are read where no block around sets them before."""
    set_in: dict[str, list[tuple[int, ...]]] = {each.name: [()] for each in parameters}
    found: dict[str, Type] = {}

    def look(statements: f.Block, path: tuple[int, ...]) -> None:
        for number, statement in enumerate(statements):
            inside = {id(part) for block in blocks(statement) for part in block}
            for part in parts(statement):
                if id(part) not in inside:
                    read(part, path)
            if isinstance(statement, f.Store):
                read(statement.region, path)
            if isinstance(statement, f.Assign):
                for target in statement.targets:
                    set_in.setdefault(target.name, []).append(path)
            if isinstance(statement, f.For | f.ForBits):
                set_in.setdefault(statement.local.name, []).append((*path, number, 0))
            for at, block in enumerate(blocks(statement)):
                look(block, (*path, number, at))

    def read(expression: f.Expression | f.Statement, path: tuple[int, ...]) -> None:
        for each in walk(expression):
            if isinstance(each, f.Local) and not any(path[: len(where)] == where for where in set_in.get(each.name, ())):
                found[each.name] = each.type

    look(body, ())
    return found
