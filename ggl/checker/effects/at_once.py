"""Many pieces moved at the same time: `move c to t for c in S at once`.

Takes a loop over a move. Everything is read in the position before: who moves, from where and to where. Then all are lifted, and
each is put where it goes, in the order of the loop; a stack joins its like. In the core these are lists, read before the first
effect.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.effects import pieces, stacks
from ggl.checker.effects.sites import site_type
from ggl.checker.expressions import Expressions
from ggl.checker.piles import pile_of
from ggl.checker.static import tab
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, Type, singular_of
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.frozen import frozen
from ggl.syntax import tree as t


@frozen
class _Moves:
    """The members of a loop, and from where to where each goes."""

    name: str
    members: f.Expr
    start: f.Expr
    end: f.Expr

    def listed(self, body: f.Expr, test: f.Expr = make.TRUE) -> f.Expr:
        """The value of `body` for each member for which the test holds."""
        return f.Listing(self.name, self.members, test, body, False, ListOf(body.type))


def move_at_once(expressions: Expressions, tree: t.ForEach, scope: Scope) -> f.Effect:
    world, move = expressions.world, tree.body
    if not isinstance(move, t.Move) or move.under or move.from_under:
        help_ = "write it as `move c to t for c in S at once`; a loop makes other effects one after the other"
        world.refuse(codes.NOT_AT_ONCE, move.span, "only moves can be made at once", "", help_)
    if not t.is_name(move.source, tree.binder.name):
        help_ = f"write `move {tree.binder.name} to .. for {tree.binder.name} in S at once`"
        world.refuse(codes.NOT_AT_ONCE, move.source.span, "the loop goes over the sites from which pieces move", "", help_)
    source, name, inner = expressions.bind(tree.binder, scope)
    test, inner = expressions.binder_test(tree.binder, inner)
    start, end = expressions.infer(move.source, inner), expressions.infer(move.target, inner)
    site = site_type(world, start, move.source.span)
    if site_type(world, end, move.target.span) != site:
        world.refuse(
            board_codes.WRONG_SITES, move.target.span, f"what stands on {singular_of(site)} moves to {singular_of(site)}"
        )
    assert isinstance(source.type, SetOf | ListOf)
    assert isinstance(source.type.of, Fin)
    if isinstance(source.type, ListOf):  # each site moves once
        source = f.Convert(source, SetOf(source.type.of), span=source.span)
    listed = make.as_list(source)
    assert isinstance(listed.type, ListOf)
    goes = make.conj([test, make.not_none(start), make.not_none(end)])
    chosen = f.Filter(name, listed, goes, listed.type) if goes != make.TRUE else listed
    moves = _Moves(name, f.Var(make.fresh("members"), listed.type), _there(start), _there(end))
    layers = [_Lifted(expressions, layer, fits, moves) for layer, fits in _concerned(expressions, move, inner, site)]
    effect = make.sequence([each.taken() for each in layers] + [each.put() for each in layers])
    for each in layers:
        effect = each.read(effect)
    assert isinstance(moves.members, f.Var)
    return f.LetDo(moves.members.name, chosen, effect)


def _there(site: f.Expr) -> f.Expr:
    return make.there(site) if isinstance(site.type, Opt) else site


class _Lifted:
    """The pieces of a layer that move, as lists: where each stands, where it goes, what it is and what it carries."""

    def __init__(self, expressions: Expressions, layer: f.Layer, fits: f.Expr | None, moves: _Moves) -> None:
        world = expressions.world
        self._world, self._layer, piece = world, layer, world.fin("piece")
        here = f.Get(layer.field, (moves.start,), Opt(piece))
        stands = make.not_none(here) if fits is None else f.In(here, fits)
        carried = {name: f.Get(name, (moves.start,), world.fields[name].values) for name in layer.attributes}
        columns = {"from": moves.start, "to": moves.end, "piece": make.there(here), **carried}
        self._lists = {key: moves.listed(_coded(world, value), stands) for key, value in columns.items()}
        self._types = {key: value.type for key, value in columns.items()}
        self._names = {key: f.Var(make.fresh("moved"), value.type) for key, value in self._lists.items()}

    def read(self, effect: f.Effect) -> f.Effect:
        """The effect, with the lists read before it."""
        for key, value in self._lists.items():
            effect = f.LetDo(self._names[key].name, value, effect)
        return effect

    def taken(self) -> f.Effect:
        site = f.Var(make.fresh("site"), self._types["from"])
        return f.ForDo(site.name, self._names["from"], f.Take(self._layer.name, site))

    def put(self) -> f.Effect:
        starts = self._names["from"]
        assert isinstance(starts.type, ListOf)
        assert isinstance(starts.type.of, Fin)
        most = starts.type.of.domain.size
        size = f.ListOp("length", (starts,), Num(0, most))
        number = Num(1, most)
        at = f.Var(make.fresh("n"), number)

        def nth(key: str) -> f.Expr:
            listed = self._names[key]
            assert isinstance(listed.type, ListOf)
            return _decoded(f.ListOp("at", (listed, at), listed.type.of), self._types[key])

        count = self._world.count_field(self._layer)
        if count is None:
            carried = tuple((name, nth(name)) for name in self._layer.attributes)
            put: f.Effect = f.Put(self._layer.name, nth("to"), nth("piece"), carried)
        else:
            put = _joined(self._world, self._layer, count, nth("to"), nth("piece"), nth(count.name))
        return f.ForDo(at.name, f.NumberRange(make.number(1), size, SetOf(number)), put)


def _joined(world: World, layer: f.Layer, count: f.Field, *values: f.Expr) -> f.Effect:
    """A stack joins what is like it where it goes, as one that moves alone does."""
    site, piece, number = named = [f.Var(make.fresh("moved"), value.type) for value in values]
    effect = stacks.put_stack(world, layer, count, site, piece, number)
    for each, value in zip(named, values, strict=True):
        effect = f.LetDo(each.name, value, effect)
    return effect


def _coded(world: World, value: f.Expr) -> f.Expr:
    """A value that may be none as a number, which a list can hold: its place among all such values, from 1, or the next one."""
    if not isinstance(value.type, Opt):
        return value
    assert isinstance(value.type.of, Fin)
    size = value.type.of.domain.size
    place = tab(world, f"{value.type.of.domain.name} counted", [make.there(value)], Num(1, size + 1), lambda code: code + 1, None)
    return f.If(make.not_none(value), place, make.number(size + 1), Num(1, size + 1))


def _decoded(value: f.Expr, wanted: Type) -> f.Expr:
    """The value that was made a number."""
    if not isinstance(wanted, Opt):
        return value
    assert isinstance(wanted.of, Fin)
    every = f.Lit(tuple(range(wanted.of.domain.size)), ListOf(wanted.of))
    return f.ListOp("at", (every, value), wanted)


def _concerned(expressions: Expressions, move: t.Move, scope: Scope, site: str) -> list[tuple[f.Layer, f.Expr | None]]:
    """The layers whose pieces move, each with the pieces named, if any are."""
    world = expressions.world
    found: list[tuple[f.Layer, f.Expr | None]]
    if move.pieces is None:
        found = [(layer, None) for layer in world.layers_on(site)]
    else:
        number, said = stacks.number_said(expressions, move.pieces, scope)
        if number is not None:
            world.refuse(codes.NOT_AT_ONCE, move.pieces.words[0].span, "a move at once moves all that stands there", "",
                         "remove the number")  # fmt: skip
        kind, owner, side = pieces.named_pieces(expressions, said, scope)
        found = list(pieces.concerned(expressions, kind, owner, side, site, move.pieces.span))
    if not found:
        world.refuse(board_codes.WRONG_SITES, move.source.span, f"no piece ever stands on {singular_of(site)}")
    for layer, fits in found:
        if fits is not None and world.count_field(layer) is not None:
            world.refuse(codes.NOT_AT_ONCE, move.span, "part of a stack cannot move at once", "",
                         "write `move c to t`, which moves all that stands there")  # fmt: skip
        if pile_of(world, layer) is not None:
            world.refuse(codes.NOT_AT_ONCE, move.span, "piles cannot move at once", "", "move them one after the other")
    return found
