"""The words for sets of sets, which are not values: only a move may choose from them."""

from __future__ import annotations

from typing import NoReturn

from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.syntax import tree as t


def subsets(expressions: Typer, tree: t.Call, scope: Scope) -> NoReturn:
    """Anywhere but right behind `in` of a move's `for:`."""
    message = f"`{tree.name}` must be all that a parameter is chosen from"
    help_ = f"write `for: S in {tree.span.text}`, and put conditions on `S` under `where`"
    expressions.world.refuse(codes.NOT_HERE, tree.span, message, "a set of sets is not a value", help_)
