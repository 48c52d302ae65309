"""The pieces that an effect refers to: the kind, the owner, the supply, and the code of the piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.expressions.phrases import NO_KINDS, kinds_named, of_side, pieces_meant, plural_site, unknown_kind, varying_kind
from ggl.checker.scope import written_members
from ggl.checker.static import tab
from ggl.checker.world import Kind, Scope, World
from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT, Num, Opt, SetOf, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.near import list_names
from ggl.source import Span
from ggl.syntax import tree as t


def named_pieces(
    expressions: Expressions, pieces: t.Pieces, scope: Scope, any_word: str = "piece"
) -> tuple[str | f.Expr, f.Expr | None, str]:
    """The kind (a name, `piece`, or a varying one), the player if said (`own`, `enemy` in the third place).

    `any_word` is the word for any kind, empty where one must be named.
    """
    *before, last = pieces.words
    _check_order(expressions, before, last, scope)
    kind: str | f.Expr
    if isinstance(last, t.Name) and (last.name in expressions.world.kinds or last.name == "piece"):
        kind = last.name
        expressions.world.used.add(last.name)
    elif (
        isinstance(last, t.Name)
        and last.name not in {*scope.locals, *scope.lost}
        and varying_kind(expressions, last.name, last.span, scope) is None
    ):
        unknown_kind(expressions.world, last.name, last.span, any_word)
    else:
        kind = expressions.want(last, scope, expressions.world.fin("kind"), "a kind of piece")
        if isinstance(kind, f.Lit):
            kind = list(expressions.world.kinds)[kind.code]
    owner: f.Expr | None = None
    side = ""
    if pieces.owner is not None:
        owner = expressions.want(pieces.owner, scope, expressions.world.player, "a player")
    for word in before:
        is_side = isinstance(word, t.Name) and word.name in ("own", "enemy")
        if not is_side:
            expressions.names.one_of(word, scope, "player")
            expr = expressions.infer(word, scope)
            if isinstance(expr.type, Num):
                _refuse_number(expressions, word, pieces)
        if owner is not None:
            message = "whose the piece is stands here twice"
            expressions.world.refuse(codes.WRONG_PIECES, word.span, message, "", "remove one of them")
        if is_side:
            assert isinstance(word, t.Name)
            side = word.name
            owner = expressions.names.mover(word.span)
            continue
        owner = expressions.converted(expr, expressions.world.player, word.span, "a player")
    return kind, owner, side


def _refuse_number(expressions: Expressions, number: t.Expr, pieces: t.Pieces) -> NoReturn:
    """Refuse `own 2 stone` and the last number of `3 2 stone`: a number stands first, and there is one."""
    first, world = pieces.words[0], expressions.world
    if number is first:
        message, help_ = "the number of pieces is given twice", "remove one of them"
        world.refuse(codes.WRONG_PIECES, number.span, message, "", help_)
    help_ = f"write `{number.span.text} {first.span.text}`, if the pieces stand in stacks or piles; otherwise remove the number"
    world.refuse(codes.WRONG_PIECES, number.span, "the number comes before the owner", "", help_)


def _check_order(expressions: Expressions, before: list[t.Expr], last: t.Expr, scope: Scope) -> None:
    """Refuse `stone White`: whose a piece is stands before its kind."""
    kind = before[-1] if before else None
    if not isinstance(kind, t.Name) or kind.name not in expressions.world.kinds:
        return
    whose = (
        expressions.infer(last, scope) if not isinstance(last, t.Name) or expressions.names.is_known(last.name, scope) else None
    )
    if whose is not None and whose.type == expressions.world.player:
        both = kind.span.source.span(kind.span.start, last.span.end)
        fix = Fix.write(both, f"{last.span.text} {kind.name}")
        expressions.world.refuse(codes.WRONG_PIECES, both, "the owner comes before the kind", fix=fix)


def possible(kind: str | f.Expr, tree: t.Pieces, scope: Scope) -> frozenset[int] | None:
    """The codes of the kinds that a varying one may be, where that is known before play."""
    word = tree.words[-1]
    if isinstance(word, t.Name) and word.name in scope.among:
        return scope.among[word.name]
    while isinstance(kind, f.Some):
        kind = kind.value
    return written_members(kind.args[0]) if isinstance(kind, f.ListOp) else None  # a member of a list


def kinds_to_put(
    expressions: Expressions, kind: str | f.Expr, span: Span, site: str, among: frozenset[int] | None = None
) -> list[Kind]:
    """The one kind to be put, or those that a varying one may be: all on this type of site, or those `among` some that are known.
    They stand in one layer."""
    world = expressions.world
    if isinstance(kind, str):
        if kind == "piece":
            first = next(iter(world.kinds), None)
            help_ = f"write `{first}`, or a name for the kind, as in `for: k in kinds` and `put k on c`" if first else NO_KINDS
            world.refuse(codes.WRONG_PIECES, span, "`piece` means any kind; name the one to put", "", help_)
        return kinds_named(expressions, kind, span, site)
    kinds = [k for code, k in enumerate(world.kinds.values()) if k.site == site and (among is None or code in among)]
    if not kinds:
        world.refuse(board_codes.WRONG_SITES, span, f"no kind of piece stands on {plural_site(site)}")
    if len({world.layer_of(k).name for k in kinds}) != 1:
        names = [k.name for k in kinds]
        message = "a kind that varies must have one layer, but these kinds are in different ones"
        way_out = (
            f"put each by its name: `put KIND on c if {span.text} == KIND`, with each that it may be for KIND" if names else ""
        )
        world.refuse(codes.WRONG_PIECES, span, message, list_names(names, 4), way_out)
    return kinds


def piece_to_put(
    expressions: Expressions, kind: str | f.Expr, kinds: list[Kind], owner: f.Expr | None, span: Span
) -> tuple[f.Expr, f.Expr | None]:
    """The piece to be put and whose it is: nobody's or one side's if the kind is so, else the named player's or the mover's."""
    world = expressions.world
    if not any(each.owned for each in kinds):
        if owner is not None:
            fix = Fix.write(span, kinds[0].name)
            world.refuse(board_codes.WRONG_OWNER, span, f"{singular_of(kinds[0].name)} belongs to nobody", fix=fix)
    elif kinds[0].side is not None and isinstance(kind, str):
        of_side(world, kinds[0], owner, span)
        owner = f.Lit(kinds[0].side, world.player)
    elif owner is None:
        owner = expressions.names.mover(span)
    index = [] if owner is None else [owner]
    if isinstance(kind, str):

        def piece_of(*at: int) -> int:
            return world.piece_code(kind, at[0] if at else None)

        if kinds[0].side is not None:
            return f.Lit(piece_of(kinds[0].side), world.fin("piece")), owner
        if not index:
            return f.Lit(piece_of(), world.fin("piece")), None
        return tab(world, f"{kind} of player", index, world.fin("piece"), piece_of, span), owner

    def piece_by(k: int, *at: int) -> int:
        kind_name = list(world.kinds)[k]
        several = world.owners(world.kinds[kind_name])
        pair = (kind_name, at[0] if at and len(several) > 1 else several[0])
        return world.pieces.index(pair)

    if owner is not None and any(each.side is not None for each in world.kinds.values()):

        def whose(k: int, player: int) -> int:
            side = list(world.kinds.values())[k].side
            return player if side is None else side

        owner = tab(world, "whose kind", [kind, owner], world.player, whose, span)
    name = "piece by kind" if index else "nobody's piece by kind"
    return tab(world, name, [kind, *index], world.fin("piece"), piece_by, span), owner


def is_one_of(world: World, kind: str | f.Expr, kinds: list[Kind]) -> f.Expr:
    """A varying kind is one that can be put; not asked if all can."""
    codes_of = [number for number, each in enumerate(world.kinds.values()) if each in kinds]
    if isinstance(kind, str) or len(codes_of) == len(world.kinds):
        return make.TRUE
    return f.In(kind, f.Lit(sum(1 << code for code in codes_of), SetOf(world.fin("kind"))))


def supply(
    expressions: Expressions, kind: str | f.Expr, kinds: list[Kind], owner: f.Expr | None, span: Span
) -> tuple[tuple[f.Expr, f.Expr], f.Expr]:
    """The place of a supply, and how many it holds. A varying kind without a supply has none there."""
    world = expressions.world
    if not any(each.supplied for each in kinds):
        message = (
            f"the supply of {kinds[0].name} has no limit" if isinstance(kind, str) else "none of these kinds has a limited supply"
        )
        remove = "remove `supply` here"
        owned = next((each.name for each in kinds if each.owned), None)
        help_ = f"give `{owned}` a `supply:` under `pieces`, or {remove}" if owned else remove
        world.refuse(board_codes.NO_SUPPLY, span, message, "", help_)
    assert owner is not None  # a kind with a supply belongs to players
    which = world.kind_literal(kind) if isinstance(kind, str) else kind
    index = (owner, which)
    return index, f.Get("supply", index, Num(0, STORED_LIMIT))


def concerned(
    expressions: Expressions, kind: str | f.Expr, owner: f.Expr | None, side: str, site: str, span: Span
) -> list[tuple[f.Layer, f.Expr]]:
    """For each layer on the type of site, the set of pieces concerned."""
    variable = "kind.variable"
    scope = Scope("effect")
    if not isinstance(kind, str):
        scope = replace(scope, locals={variable: kind})
    owner_tree: t.Expr | None = None
    if owner is not None and side == "":
        scope = replace(scope, locals={**scope.locals, "owner.variable": owner})
        owner_tree = t.Name("owner.variable", span=span)
    name = kind if isinstance(kind, str) else variable
    phrase = t.Phrase(name, side, owner_tree, span, span=span)
    return pieces_meant(expressions, phrase, site, scope)


def piece_stands(world: World, layer: f.Layer, site: f.Expr, chosen: Callable[[Kind], bool]) -> f.Expr:
    """A piece of one of the chosen kinds stands on the site."""
    piece = f.Get(layer.field, (site,), Opt(world.fin("piece")))
    mask = sum(1 << code for code, (kind, _) in enumerate(world.pieces) if chosen(world.kinds[kind]))
    return f.In(piece, f.Lit(mask, SetOf(world.fin("piece"))))
