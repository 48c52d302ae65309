"""Where a piece faces: said when it is put, changed by `turn`."""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.effects import pieces
from ggl.checker.effects.sites import each
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Kind, Scope
from ggl.core import forms as f
from ggl.core.types import Opt, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.source import Span
from ggl.syntax import tree as t


def turn(expressions: Expressions, tree: t.Change, scope: Scope) -> f.Effect:
    world = expressions.world
    facing = [kind for kind in world.kinds.values() if kind.faces]
    if not facing:
        world.refuse(board_codes.NO_FACING, tree.span, "no kind of piece faces anywhere", "",
                     "give a kind `faces:` under `pieces`")  # fmt: skip

    def turn_one(site: f.Expr) -> f.Effect:
        layer = world.layer_of(facing[0])
        there = pieces.stands(world, layer, site, lambda kind: kind.faces)
        return f.IfDo(there, f.Write("facing", (site,), towards(expressions, tree.to, site, scope)), make.NOTHING)

    return each(expressions, tree.what, scope, turn_one)


def field(expressions: Expressions, info: Kind, span: Span) -> str:
    if not info.faces:
        expressions.world.refuse(board_codes.NO_FACING, span, f"a {info.name} faces nowhere", "",
                           f"give `{info.name}` a `faces:` under `pieces`")  # fmt: skip
    return "facing"


def towards(expressions: Expressions, tree: t.Expr, site: f.Expr, scope: Scope) -> f.Expr:
    """A direction, or the direction towards a cell."""
    expr = expressions.infer(tree, scope)
    direction = Opt(expressions.world.fin("direction"))
    if strip_opt(expr.type) == expressions.world.fin("cell"):
        board = expressions.world.board
        expr = tab(expressions.world, "direction", [site, expr], direction, lambda a, b: board.direction(a, b), tree.span)
    return expressions.converted(expr, direction, tree.span, "a direction or a cell")
