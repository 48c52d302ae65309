"""The facing of a piece: set by `put`, changed by `turn`."""

from __future__ import annotations

import functools
import operator

from ggl.checker import make
from ggl.checker.effects import pieces
from ggl.checker.effects.sites import each, site_type
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Kind, Scope, World
from ggl.core import forms as f
from ggl.core.types import Opt, SetOf, singular_of, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.source import Span
from ggl.syntax import tree as t


def turn(expressions: Expressions, tree: t.Change, scope: Scope) -> f.Effect:
    world = expressions.world
    facing = [kind for kind in world.kinds.values() if kind.faces]
    if not facing:
        world.refuse(board_codes.NO_FACING, tree.span, "no kind of piece has a facing", "", "give a kind `faces:` under `pieces`")

    def turn_one(site: f.Expr, towards: f.Expr) -> f.Effect:
        if site_type(world, site, tree.what.span) != facing[0].site:
            kind, wanted, found = map(singular_of, (facing[0].name, facing[0].site, strip_opt(site.type)))
            message = f"{kind} stands on {wanted}, but this is {found}"
            world.refuse(board_codes.WRONG_SITES, tree.what.span, message)
        several = len({kind.faces for kind in facing}) > 1
        return make.read_first(site, lambda site: all_turned(site, towards)) if several else all_turned(site, towards)

    def all_turned(site: f.Expr, towards: f.Expr) -> f.Effect:
        layer = world.layer_of(facing[0])
        to, is_there = _towards(expressions, towards, site, tree.to.span, facing)
        name = make.fresh("way")
        way = f.Var(name, Opt(world.fin("direction")))
        parts: list[f.Effect] = []
        for ways in dict.fromkeys(kind.faces for kind in facing):
            there = pieces.piece_stands(world, layer, site, lambda kind, ways=ways: kind.faces == ways)  # type: ignore[misc]
            possible = make.conj([there, _among(world, way, ways, is_there=is_there)])
            parts.append(f.IfDo(possible, f.Write("facing", (site,), way), make.NOTHING))
        return f.LetDo(name, to, make.sequence(parts))

    return each(expressions, tree.what, scope, turn_one, towards=expressions.infer(tree.to, scope))


def field(expressions: Expressions, kinds: list[Kind], span: Span) -> str:
    """The field that keeps the facing of a put piece. A kind that varies is one of several, which must face alike."""
    info = kinds[0]
    if any(kind.faces != info.faces for kind in kinds):
        message = "these kinds do not all face the same directions"
        expressions.world.refuse(board_codes.NO_FACING, span, message, "", "put each by its name")
    if not info.faces:
        message = f"{singular_of(info.name)} has no facing"
        expressions.world.refuse(board_codes.NO_FACING, span, message, "", f"give `{info.name}` a `faces:` under `pieces`")
    return "facing"


def _among(world: World, way: f.Expr, ways: int, *, is_there: bool = True) -> f.Expr:
    """The condition that the kind can face the direction; none if it can face all and the direction is surely one."""
    domain = world.domain("direction")
    if is_there and ways == (1 << domain.size) - 1:
        return make.TRUE
    return f.In(way, f.Lit(ways, SetOf(world.fin("direction"))))


def put_towards(expressions: Expressions, expr: f.Expr, site: f.Expr, span: Span, info: Kind) -> f.Expr:
    """The facing of a piece that is put; none if the kind cannot face there."""
    way, _ = _towards(expressions, expr, site, span, [info])
    world, name = expressions.world, make.fresh("way")
    direction = Opt(world.fin("direction"))
    possible = _among(world, f.Var(name, direction), info.faces)
    if possible == make.TRUE or isinstance(way, f.Lit):
        return way
    nothing = make.convert(make.none_of(), direction)
    return f.Let(name, way, f.If(possible, f.Var(name, direction), nothing, direction))


def _towards(expressions: Expressions, expr: f.Expr, site: f.Expr, span: Span, kinds: list[Kind]) -> tuple[f.Expr, bool]:
    """A direction, or the direction towards a cell, and whether there always is one.

    A direction that is always the same must be among those that some of the kinds can face.
    """
    direction = Opt(expressions.world.fin("direction"))
    if strip_opt(expr.type) == strip_opt(site.type) == expressions.world.fin("cell"):
        board = expressions.world.board
        expr = tab(expressions.world, "direction", [site, expr], direction, lambda c, t: board.direction(c, t), span)
    is_there = not isinstance(expr.type, Opt)
    expr = expressions.converted(expr, direction, span, "a direction or a cell")
    names = expressions.world.board.directions
    ways = functools.reduce(operator.or_, (kind.faces for kind in kinds))
    if isinstance(expr, f.Lit) and expr.code < len(names) and not ways >> expr.code & 1:
        possible = ", ".join(name for code, name in enumerate(names) if ways >> code & 1)
        alike = all(kind.faces == ways for kind in kinds)
        who, they = (
            (f"{singular_of(kinds[0].name)} does not face", "it faces") if alike else ("no kind of piece faces", "they face")
        )
        help_ = "name another direction, or widen `faces:` under `pieces`"
        expressions.world.refuse(board_codes.NO_FACING, span, f"{who} {names[expr.code]}", f"{they} {possible}", help_)
    return expr, is_there
