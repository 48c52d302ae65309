"""Conversion of pieces in place: `flip` and `promote`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from ggl.checker import make
from ggl.checker.effects.sites import each, site_type
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import Opt, SetOf
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.frozen import frozen
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

        def all_flipped(site: f.Expr) -> f.Effect:
            return make.sequence([_rewrite(expressions, layer, site, "flipped", [], flipped) for layer in layers])

        return make.read_first(site, all_flipped)

    return each(expressions, tree.what, scope, flip_one)


def promote(expressions: Expressions, tree: t.Change, scope: Scope) -> f.Effect:
    world = expressions.world
    to = expressions.want(tree.to, scope, world.fin("kind"), "a kind of piece")

    def promoted(piece: int, kind: int) -> int:
        before, owner = world.pieces[piece]
        pair = (list(world.kinds)[kind], owner)
        in_one_layer = world.layer_of(world.kinds[before]).name == world.layer_of(world.kinds[pair[0]]).name
        return world.pieces.index(pair) if in_one_layer and pair in world.pieces else piece

    def promote_one(site: f.Expr, to: f.Expr) -> f.Effect:
        layers = world.layers_on(site_type(world, site, tree.what.span))
        lost = {layer.name: _lost(world, layer, to) for layer in layers}

        def all_promoted(site: f.Expr, to: f.Expr) -> f.Effect:
            return make.sequence(
                [_rewrite(expressions, layer, site, "promoted", [to], promoted, lost[layer.name]) for layer in layers]
            )

        return make.all_read_first(all_promoted, site=site, to=to)

    return each(expressions, tree.what, scope, promote_one, to=to)


@frozen
class _Loss:
    """An attribute that pieces of some kinds do not carry, or a facing that is not among their `ways`."""

    field: f.Field
    kinds: frozenset[str]
    ways: int = 0


def _lost(world: World, layer: f.Layer, to: f.Expr) -> list[_Loss]:
    """The losses of a piece of a layer as it becomes of the kind `to`."""
    kinds = [kind for kind in world.kinds.values() if world.layer_of(kind).name == layer.name]
    reached = [kind for kind in kinds if not isinstance(to, f.Lit) or world.constants[kind.name] == to]
    losses: list[_Loss] = []
    for name in dict.fromkeys(name for kind in kinds for name in kind.has):
        without = frozenset(kind.name for kind in reached if name not in kind.has)
        losses.append(_Loss(world.fields[world.variables[name].field], without))
    every = reduce(or_, (kind.faces for kind in kinds), 0)
    losses += [
        _Loss(world.fields["facing"], frozenset(kind.name for kind in reached if kind.faces == ways), ways)
        for ways in dict.fromkeys(kind.faces for kind in reached if kind.faces != every)
    ]
    return [loss for loss in losses if loss.kinds]


def _lose(world: World, loss: _Loss, site: f.Expr, piece: f.Expr) -> f.Effect:
    """The attribute of a piece that does not carry it is at its start, as that of any such piece."""
    field, values = loss.field, loss.field.values
    pieces = sum(1 << code for code, (kind, _) in enumerate(world.pieces) if kind in loss.kinds)
    test: f.Expr = f.In(piece, f.Lit(pieces, SetOf(world.fin("piece"))))
    if loss.ways:
        faces = f.In(f.Get(field.name, (site,), values), f.Lit(loss.ways, SetOf(world.fin("direction"))))
        test = make.conj([test, f.Not(faces)])
    return f.IfDo(test, f.Write(field.name, (site,), f.Lit(field.start, values)), make.NOTHING)


def _rewrite(
    expressions: Expressions,
    layer: f.Layer,
    site: f.Expr,
    name: str,
    index: list[f.Expr],
    piece: Callable[..., int],
    lost: Sequence[_Loss] = (),
) -> f.Effect:
    """The piece on a site becomes another, which `piece` tells from the codes; it keeps its attributes but for those `lost`."""
    world = expressions.world
    there = f.Get(layer.field, (site,), Opt(world.fin("piece")))
    code = make.fresh("piece")
    new = tab(world, name, [f.Var(code, world.fin("piece")), *index], world.fin("piece"), piece, site.span)
    rewrite: f.Effect = f.Write(layer.field, (site,), new)
    if lost:
        after = make.fresh("piece")
        losing = [_lose(world, loss, site, f.Var(after, world.fin("piece"))) for loss in lost]
        rewrite = f.LetDo(after, new, f.Seq((f.Write(layer.field, (site,), f.Var(after, world.fin("piece"))), *losing)))
    write = f.LetDo(code, make.retyped(there, world.fin("piece")), rewrite)
    return f.IfDo(make.not_none(there), write, make.NOTHING)
