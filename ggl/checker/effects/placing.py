"""Putting, taking, moving and exchanging pieces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ggl.checker import make
from ggl.checker.effects import facing, pieces, stacks
from ggl.checker.effects.sites import each, site_type
from ggl.checker.effects.supply import Supply
from ggl.checker.expressions import Expressions
from ggl.checker.piles import ALL, ONE, AllPieces, Pile, pile_of
from ggl.checker.world import Kind, Scope, World
from ggl.core import forms as f
from ggl.core.types import Num, Opt, SetOf, set_size, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.syntax import tree as t


def put(expressions: Expressions, tree: t.Put, scope: Scope) -> f.Effect:
    world = expressions.world
    number, said = stacks.number_said(expressions, tree.pieces, scope)
    if number is ALL:
        help_ = "give a number, as in `put 3 stone on c`, or remove `all` to put one piece"
        world.refuse(codes.WRONG_PIECES, tree.pieces.words[0].span, "`all` does not say how many to put", "", help_)
    kind, owner, side = pieces.named_pieces(expressions, said, scope, "")
    if side == "enemy":
        fix = Fix.write(said.words[0].span, "opponent") if len(world.players) == 2 else None
        instead = None if fix else f"write who it is instead of `enemy`, such as `{world.players[0]}` or a name for a player"
        world.refuse(codes.WRONG_PIECES, tree.pieces.span, "name the owner of the piece", help=instead, fix=fix)
    among = pieces.possible(kind, tree.pieces, scope)
    if not isinstance(kind, str | f.Var):  # it may depend on the supply that the piece leaves
        name = make.fresh("kind")
        return f.LetDo(name, kind, _put(expressions, tree, number, f.Var(name, kind.type), owner, scope, among))
    return _put(expressions, tree, number, kind, owner, scope, among)


def _put(
    expressions: Expressions, tree: t.Put, number: f.Expr | None, kind: str | f.Var, owner: f.Expr | None, scope: Scope,
    among: frozenset[int] | None,
) -> f.Effect:  # fmt: skip
    world = expressions.world
    towards = None if tree.facing is None else expressions.infer(tree.facing, scope)

    def put_some(number: f.Expr | AllPieces | None) -> f.Effect:
        assert not isinstance(number, AllPieces)
        if not tree.from_supply:
            return each(expressions, tree.on, scope, partial(put_one, number=number), owner=owner, towards=towards)

        def read_first(site: f.Expr, **words: f.Expr | None) -> f.Effect:  # they may depend on the supply that the piece leaves
            return make.all_read_first(partial(put_one, number=number), **words, site=site)

        return each(expressions, tree.on, scope, read_first, owner=owner, towards=towards)

    def put_one(site: f.Expr, number: f.Expr | None, owner: f.Expr | None, towards: f.Expr | None) -> f.Effect:
        where = site_type(world, site, tree.on.span)
        kinds = pieces.kinds_to_put(expressions, kind, tree.pieces.span, where, among)
        layer = world.layer_of(kinds[0])
        piece, whose = pieces.piece_to_put(expressions, kind, kinds, owner, tree.pieces.span)
        possible = pieces.is_one_of(world, kind, kinds)
        attributes: tuple[tuple[str, f.Expr], ...] = ()
        if towards is not None:
            assert tree.facing is not None
            name = facing.field(expressions, kinds, tree.facing.span)
            attributes = ((name, facing.put_towards(expressions, towards, site, tree.facing.span, kinds[0])),)
        count = stacks.must_stack(world, layer, number, tree.pieces.words[0].span)
        pile = _pile(world, layer, tree.under, tree.on)

        def placed(amount: f.Expr) -> f.Effect:
            if pile is not None:
                return pile.put(site, piece, amount, under=tree.under)
            if count is None:
                return f.Put(layer.name, site, piece, attributes)
            return stacks.put_stack(world, layer, count, site, piece, amount)

        if not tree.from_supply:
            effect = placed(number or ONE)
            return effect if possible == make.TRUE else f.IfDo(possible, effect, make.NOTHING)
        index, now = pieces.supply(expressions, kind, kinds, whose, tree.span)
        some = make.comparison("lt", make.number(0), now)
        there = make.conj([make.not_none(site), possible, some])
        name = make.fresh("n")
        amount = ONE if number is None else make.arith("min", [number, now])
        if pile is not None:  # pieces without room stay in the supply
            room = pile.room(make.there(site) if isinstance(site.type, Opt) else site)
            if number is None:
                there = make.conj([there, make.comparison("lt", make.number(0), room)])
            else:
                amount = make.arith("min", [amount, room])
        taken = amount if number is None else f.Var(name, amount.type)
        less = f.Write("supply", index, make.arith("sub", [now, taken]))
        effect = f.Seq((less, placed(taken)))
        return f.IfDo(there, effect if number is None else f.LetDo(name, amount, effect), make.NOTHING)

    return stacks.count_read_once(number, put_some)


def take(expressions: Expressions, tree: t.Take, scope: Scope) -> f.Effect:
    world = expressions.world
    number, said = stacks.number_said(expressions, tree.pieces, scope)
    kind, owner, side = pieces.named_pieces(expressions, said, scope)
    supply = None if tree.supply is None else Supply(expressions, tree.supply, scope)

    def take_some(number: f.Expr | AllPieces | None) -> f.Effect:
        def on(site: f.Expr, kind: str | f.Expr, owner: f.Expr | None) -> f.Effect:
            where = site_type(world, site, tree.source.span)
            layers = pieces.concerned(expressions, kind, owner, side, where, tree.pieces.span)
            if len(layers) > 1:
                return make.all_read_first(partial(take_one, number=number), site=site, kind=kind, owner=owner)
            if supply is None:
                return take_one(site, number, kind, owner)
            return make.read_first(site, lambda site: take_one(site, number, kind, owner))

        return each(expressions, tree.source, scope, on, kind=kind, owner=owner)

    def take_one(site: f.Expr, number: f.Expr | AllPieces | None, kind: str | f.Expr, owner: f.Expr | None) -> f.Effect:
        where = site_type(world, site, tree.source.span)
        parts: list[f.Effect] = []
        concerned = _reached(world, pieces.concerned(expressions, kind, owner, side, where, tree.pieces.span), tree.under)
        kinds = [each for each in world.kinds.values() if kind in (each.name, "piece") or not isinstance(kind, str)]
        kinds = [each for each in kinds if world.layer_of(each) in [layer for layer, _ in concerned]]
        if supply is not None:
            supply.must_count(kinds)
        _must_be_several(world, concerned, number, tree.pieces)
        for layer, values in concerned:
            piece = f.Get(layer.field, (site,), Opt(world.fin("piece")))
            count = stacks.must_stack(world, layer, number, tree.pieces.words[0].span)
            own = [each for each in kinds if world.layer_of(each) == layer]
            pile = _pile(world, layer, tree.under, tree.source)
            if pile is not None:
                parts.append(pile.take(site, values, number, _more(supply, own), under=tree.under))
                continue
            effect: f.Effect = f.Take(layer.name, site)
            given: f.Expr = ONE
            if count is not None:
                held = stacks.held(count, site)
                amount = held if isinstance(number, AllPieces) else number or ONE
                effect = stacks.take_stack(layer, count, site, amount)
                given = amount if number is None else make.arith("min", [amount, held])
            if supply is not None:
                effect = f.Seq((supply.more(piece, own, given), effect))
            parts.append(f.IfDo(f.In(piece, values), effect, make.NOTHING))
        return make.sequence(parts)

    effect = stacks.count_read_once(number, take_some)
    return effect if supply is None else supply.read_first(effect)


def move(expressions: Expressions, tree: t.Move, scope: Scope) -> f.Effect:
    world = expressions.world
    source, target = expressions.infer(tree.source, scope), expressions.infer(tree.target, scope)
    site = site_type(world, source, tree.source.span)
    if site_type(world, target, tree.target.span) != site:
        world.refuse(
            board_codes.WRONG_SITES, tree.target.span, f"what stands on {singular_of(site)} moves to {singular_of(site)}"
        )
    if tree.pieces is None:
        layers = world.layers_on(site)
        if not layers:
            world.refuse(board_codes.WRONG_SITES, tree.source.span, f"no piece ever stands on {singular_of(site)}")

        if tree.under:
            _must_pile(world, layers, tree.target)

        def all_moved(start: f.Expr, end: f.Expr) -> f.Effect:
            return make.sequence([_moved(world, layer, start, end, None, tree) for layer in layers])

        return _read_once(source, target, len(layers), all_moved)
    number, said = stacks.number_said(expressions, tree.pieces, scope)
    kind, owner, side = pieces.named_pieces(expressions, said, scope)
    span, below = tree.pieces.span, tree.from_under or tree.under

    def concerning(kind: str | f.Expr, owner: f.Expr | None) -> Concerned:
        return _reached(world, pieces.concerned(expressions, kind, owner, side, site, span), below)

    concerned = concerning(kind, owner)
    _must_be_several(world, concerned, number, tree.pieces)
    for layer, _ in concerned:
        stacks.must_stack(world, layer, number, tree.pieces.words[0].span)
        _pile(world, layer, tree.from_under, tree.source)
        _pile(world, layer, tree.under, tree.target)

    def moved(start: f.Expr, end: f.Expr, number: f.Expr | AllPieces | None, concerned: Concerned) -> f.Effect:
        parts: list[f.Effect] = []
        for layer, values in concerned:
            pile = pile_of(world, layer)
            if pile is not None:
                parts.append(pile.move(start, end, values, number, from_under=tree.from_under, under=tree.under))
                continue
            there = f.In(f.Get(layer.field, (start,), Opt(world.fin("piece"))), values)
            parts.append(f.IfDo(there, _moved(world, layer, start, end, number or ONE, tree), make.NOTHING))
        return make.sequence(parts)

    def some_moved(number: f.Expr | AllPieces | None) -> f.Effect:
        def with_words(kind: str | f.Expr, owner: f.Expr | None) -> f.Effect:
            return _read_once(source, target, len(concerned), lambda a, b: moved(a, b, number, concerning(kind, owner)))

        return make.all_read_first(with_words, kind=kind, owner=owner) if len(concerned) > 1 else with_words(kind, owner)

    return stacks.count_read_once(number, some_moved)


def _moved(world: World, layer: f.Layer, start: f.Expr, end: f.Expr, number: f.Expr | AllPieces | None, tree: t.Move) -> f.Effect:
    """Move the piece on a site to another, or a number of pieces of a stack (by default all)."""
    count, pile = world.count_field(layer), pile_of(world, layer)
    if pile is not None:
        return pile.move(start, end, None, None, from_under=tree.from_under, under=tree.under)
    if count is None:
        return f.Move(layer.name, start, end)
    return stacks.move_stack(world, layer, count, start, end, None if isinstance(number, AllPieces) else number)


Concerned = list[tuple[f.Layer, f.Expr]]


def _reached(world: World, concerned: Concerned, under: bool) -> Concerned:
    """The layers that an effect reaches, among those that it refers to: where it goes under, those with piles if there are
    any."""
    piling = [(layer, values) for layer, values in concerned if under and pile_of(world, layer)]
    return piling or concerned


def _more(supply: Supply | None, kinds: list[Kind]) -> Callable[[f.Expr], f.Effect] | None:
    return None if supply is None else lambda piece: supply.more(piece, kinds, ONE)


def _pile(world: World, layer: f.Layer, under: bool, tree: t.Expr) -> Pile | None:
    """The piles of a layer, if it has some; `under` is refused where it has none."""
    if under:
        _must_pile(world, [layer], tree)
    return pile_of(world, layer)


def _must_pile(world: World, layers: list[f.Layer], tree: t.Expr) -> None:
    if not any(pile_of(world, layer) for layer in layers):
        message = "no piece here lies under another"
        world.refuse(codes.WRONG_PIECES, tree.span, message, "", "give the kind `piles: N` under `pieces`, or remove `under`")


def _must_be_several(world: World, concerned: Concerned, number: f.Expr | AllPieces | None, tree: t.Pieces) -> None:
    """Refuse `all` where one piece alone stands on a site."""
    if number is ALL and not any(world.count_field(layer) for layer, _ in concerned):
        help_ = "remove `all`, or give the kind `stacks: N` or `piles: N` under `pieces`"
        world.refuse(codes.WRONG_PIECES, tree.words[0].span, "a site holds only one piece", "", help_)


def _read_once(left: f.Expr, right: f.Expr, layers: int, effect: Callable[[f.Expr, f.Expr], f.Effect]) -> f.Effect:
    """An effect of several layers on two sites, which are read before the first layer changes."""
    names: list[tuple[str, f.Expr]] = []

    def once(site: f.Expr) -> f.Expr:
        if layers < 2 or isinstance(site, f.Var | f.Lit):
            return site
        names.append((make.fresh("site"), site))
        return f.Var(names[-1][0], site.type)

    done = effect(once(left), once(right))
    for name, site in reversed(names):
        done = f.LetDo(name, site, done)
    return done


def exchange(expressions: Expressions, tree: t.Exchange, scope: Scope) -> f.Effect:
    world = expressions.world
    if tree.right is not None:
        left, right = expressions.infer(tree.left, scope), expressions.infer(tree.right, scope)
        site = site_type(world, left, tree.left.span)
        if site_type(world, right, tree.right.span) != site:
            world.refuse(
                board_codes.WRONG_SITES, tree.right.span, f"what stands on {singular_of(site)} goes to {singular_of(site)}"
            )
        return _exchanged(expressions, site, left, right)
    if isinstance(tree.left, t.And) and len(tree.left.parts) == 2:
        both = ", ".join(part.span.text for part in tree.left.parts)
        message = "two sites to exchange have a comma between them"
        world.refuse(name_codes.WRONG_TYPE, tree.left.span, message, fix=Fix.write(tree.left.span, both))
    of = expressions.as_set(tree.left, scope, "a set of two sites")
    assert isinstance(of.type, SetOf)
    site = site_type(world, f.Var("", of.type.of), tree.left.span)
    pair, x, first = make.fresh("pair"), make.fresh("x"), make.fresh("first")
    var = f.Var(pair, of.type)
    one = f.Fold("first", x, var, make.TRUE, f.Var(x, of.type.of), None, Opt(of.type.of))
    rest = f.SetOp("minus", var, f.Single(f.Var(first, Opt(of.type.of)), of.type), of.type)
    other = f.Fold("first", x, rest, make.TRUE, f.Var(x, of.type.of), None, Opt(of.type.of))
    swap = _exchanged(expressions, site, f.Var(first, Opt(of.type.of)), other)
    count = f.Fold("count", x, var, make.TRUE, make.number(1), None, Num(0, set_size(of.type)))
    two = f.IfDo(make.comparison("eq", count, make.number(2)), f.LetDo(first, one, swap), make.NOTHING)
    return f.LetDo(pair, of, two)


def _exchanged(expressions: Expressions, site: str, left: f.Expr, right: f.Expr) -> f.Effect:
    layers = expressions.world.layers_on(site)

    def one(layer: f.Layer, left: f.Expr, right: f.Expr) -> f.Effect:
        pile = pile_of(expressions.world, layer)
        return f.Exchange(layer.name, left, right) if pile is None else pile.exchange(left, right)

    return _read_once(left, right, len(layers), lambda a, b: make.sequence([one(layer, a, b) for layer in layers]))
