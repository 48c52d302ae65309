"""`choice(p).x`: what a player has chosen, where all choose at once."""

from __future__ import annotations

from typing import NoReturn

from ggl.checker.scope import PICKED
from ggl.checker.subsets import union_of
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.syntax import tree as t


def choice(expressions: Typer, tree: t.Call, scope: Scope) -> NoReturn:
    """`choice(p)` alone."""
    _where(expressions, tree, scope)
    assert expressions.world.together is not None
    names = sorted(expressions.world.together.params)
    help_ = f"write `{tree.span.text}.{names[0]}`" if names else None
    expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.span, "only the parameters of a choice can be read", "", help_)


def chosen_argument(expressions: Typer, tree: t.Dot, call: t.Call, scope: Scope) -> f.Expr:
    """The value that a player has chosen for a parameter; none, if it chose no such move."""
    world = expressions.world
    _where(expressions, call, scope)
    assert world.together is not None
    if len(call.args) != 1 or call.named:
        world.refuse(codes.WRONG_ARGUMENTS, call.span, "`choice` takes a player", "", f"write `choice(p).{tree.name}`")
    player = expressions.want(call.args[0], scope, world.player, "a player")
    if tree.name not in world.together.params:
        known = ", ".join(sorted(world.together.params))
        help_ = f"a choice has: {known}" if known else None
        world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, f"no move has a parameter `{tree.name}`", "", help_)
    if tree.name in world.last_sets:
        type_, parts = world.last_sets[tree.name]
        return union_of([_read(world.fields[PICKED + part], player, always=False) for part in parts], type_)
    return _read(world.fields[PICKED + tree.name], player, always=tree.name in world.together.always)


def _read(field: f.Field, player: f.Expr, *, always: bool) -> f.Expr:
    return f.Get(field.name, (player,), strip_opt(field.values) if always else field.values)


def _where(expressions: Typer, tree: t.Call, scope: Scope) -> None:
    """Refuse to read choices where they may not be known yet."""
    world = expressions.world
    if world.together is None:
        world.refuse(codes.NOT_HERE, tree.span, "`choice` reads what sides chose at once, but in this game they move in turn", "",
                     "`last.x` is what the last move chose")  # fmt: skip
    if scope.stage != "resolve":
        world.refuse(codes.NOT_HERE, tree.span, "`choice` can be read only in `turn: resolve:`", "there all sides have chosen",
                     "store what you need later in a variable")  # fmt: skip
