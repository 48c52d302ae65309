"""A piece that becomes another where it stands: `flip` and `promote`."""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker import make
from ggl.checker.effects.sites import each, site_type
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import Opt
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.syntax import tree as t


def flip(expressions: Expressions, tree: t.Flip, scope: Scope) -> f.Effect:
    world = expressions.world
    if len(world.players) != 2:
        world.refuse(name_codes.NOT_HERE, tree.span, "`flip` changes the owner to the other of two players")

    def flipped(piece: int) -> int:
        kind, owner = world.pieces[piece]
        return piece if owner is None or world.kinds[kind].side is not None else world.piece_code(kind, 1 - owner)

    def flip_one(site: f.Expr) -> f.Effect:
        layers = world.layers_on(site_type(world, site, tree.what.span))
        parts = [_rewrite(expressions, layer, site, "flipped", [], flipped) for layer in layers]
        return make.sequence(parts)

    return each(expressions, tree.what, scope, flip_one)


def promote(expressions: Expressions, tree: t.Change, scope: Scope) -> f.Effect:
    world = expressions.world
    to = expressions.want(tree.to, scope, world.fin("kind"), "a kind of piece")

    def promoted(piece: int, kind: int) -> int:
        pair = (list(world.kinds)[kind], world.pieces[piece][1])
        return world.pieces.index(pair) if pair in world.pieces else piece

    def promote_one(site: f.Expr) -> f.Effect:
        layers = world.layers_on(site_type(world, site, tree.what.span))
        parts = [_rewrite(expressions, layer, site, "promoted", [to], promoted) for layer in layers]
        return make.sequence(parts)

    return each(expressions, tree.what, scope, promote_one)


def _rewrite(
    expressions: Expressions, layer: f.Layer, site: f.Expr, name: str, index: list[f.Expr], piece: Callable[..., int]
) -> f.Effect:
    """The piece on a site becomes another, its attributes kept; `piece` tells which from the codes."""
    world = expressions.world
    there = f.Get(layer.field, (site,), Opt(world.fin("piece")))
    code = make.fresh("piece")
    new = tab(world, name, [f.Var(code, world.fin("piece")), *index], world.fin("piece"), piece, site.span)
    write = f.LetDo(code, make.retyped(there, world.fin("piece")), f.Write(layer.field, (site,), new))
    return f.IfDo(make.not_none(there), write, make.NOTHING)
