"""Stacks: several pieces of one kind and owner on a site, as a piece and a count.

Takes the number of an effect, by default one; gives core effects on the layer's two fields. A stack never holds more than its
layer's limit: pieces beyond that are lost.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.piles import ALL, AllPieces
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import Num, Opt
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.source import Span
from ggl.syntax import tree as t


def number_said(expressions: Expressions, pieces: t.Pieces, scope: Scope) -> tuple[f.Expr | AllPieces | None, t.Pieces]:
    """The number before the other words of an effect's pieces, if any, and these words without it."""
    first = pieces.words[0]
    if len(pieces.words) > 1 and isinstance(first, t.Name) and first.name == "all":
        return ALL, t.Pieces(pieces.words[1:], pieces.owner, span=pieces.span)
    if len(pieces.words) < 2 or (isinstance(first, t.Name) and first.name in ("own", "enemy")):
        return None, pieces
    expressions.names.one_of(first, scope, "player")
    said = expressions.infer(first, scope)
    if not isinstance(said.type, Num):
        return None, pieces
    said = expressions.converted(said, Num(said.type.lo, said.type.hi), first.span, "a whole number")
    return said, t.Pieces(pieces.words[1:], pieces.owner, span=pieces.span)


def count_read_once(number: f.Expr | AllPieces | None, effect: Callable[[f.Expr | AllPieces | None], f.Effect]) -> f.Effect:
    """An effect with a number that is read once, before anything changes; a number below one: nothing happens."""
    if number is None or number is ALL:
        return effect(number)
    if isinstance(number, f.Lit):
        return effect(number) if number.value > 0 else make.NOTHING  # type: ignore[operator]
    name = make.fresh("n")
    held = f.Var(name, number.type)
    return f.LetDo(name, number, f.IfDo(make.comparison("lt", make.number(0), held), effect(held), make.NOTHING))


def must_stack(world: World, layer: f.Layer, number: f.Expr | AllPieces | None, span: Span) -> f.Field | None:
    """The count of a layer; None, with a finding if a number was said, where pieces do not stack."""
    count = world.count_field(layer)
    if count is None and number is not None and number is not ALL:
        message = "a site holds only one piece"
        help_ = "remove the number, or give the kind `stacks: N` or `piles: N` under `pieces`"
        stacking = [kind.name for kind in world.kinds.values() if world.count_field(world.layer_of(kind)) is not None]
        if stacking:
            alone = next(kind.name for kind in world.kinds.values() if world.layer_of(kind) == layer)
            message = f"a site holds only one `{alone}`"
            help_ = f"name a kind that stacks, such as `{stacking[0]}`, or remove the number"
        world.refuse(codes.WRONG_PIECES, span, message, "", help_)
    return count


def held(count: f.Field, site: f.Expr) -> f.Expr:
    return f.Get(count.name, (site,), count.values)


def put_stack(world: World, layer: f.Layer, count: f.Field, site: f.Expr, piece: f.Expr, number: f.Expr) -> f.Effect:
    """Pieces enter a site: more of the kind that is there, or in its place."""
    assert isinstance(count.values, Num)
    there = f.Get(layer.field, (site,), Opt(world.fin("piece")))
    more = f.Write(count.name, (site,), make.arith("add", [held(count, site), number]))
    most = make.number(count.values.hi)
    fresh = f.Put(layer.name, site, piece, ((count.name, make.arith("min", [number, most])),))
    return f.IfDo(make.comparison("eq", there, make.retyped(piece, there.type)), more, fresh)


def take_stack(layer: f.Layer, count: f.Field, site: f.Expr, number: f.Expr) -> f.Effect:
    """Pieces leave a site; it is empty when none is left."""
    now = held(count, site)
    less = f.Write(count.name, (site,), make.arith("sub", [now, number]))
    return f.IfDo(make.comparison("lt", number, now), less, f.Take(layer.name, site))


def move_stack(world: World, layer: f.Layer, count: f.Field, source: f.Expr, target: f.Expr, number: f.Expr | None) -> f.Effect:
    """Move a number of pieces from the top of one site to another, or all that are there if fewer; by default all."""
    return make.read_first(
        source, lambda start: make.read_first(target, lambda end: _moved(world, layer, count, start, end, number))
    )


def _moved(world: World, layer: f.Layer, count: f.Field, source: f.Expr, target: f.Expr, number: f.Expr | None) -> f.Effect:
    n, piece = make.fresh("n"), make.fresh("piece")
    now = held(count, source)
    goes = now if number is None else make.arith("min", [number, now])
    moved = f.Var(n, goes.type)
    there = f.Get(layer.field, (source,), Opt(world.fin("piece")))
    some = [make.comparison("lt", make.number(0), moved), make.not_none(target), f.Not(_same(source, target))]
    both = f.Seq(
        (take_stack(layer, count, source, moved), put_stack(world, layer, count, target, f.Var(piece, world.fin("piece")), moved))
    )
    named = f.LetDo(piece, make.retyped(there, world.fin("piece")), both)
    return f.LetDo(n, goes, f.IfDo(make.conj(some), named, make.NOTHING))


def _same(left: f.Expr, right: f.Expr) -> f.Expr:
    both = make.unified(left, right)
    assert both is not None  # two sites of one type
    return make.comparison("eq", both[0], both[1])
