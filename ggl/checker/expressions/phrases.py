"""Phrases about the pieces on a site, `own stone on c`, or on the sites of a set, `cells with enemy piece`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ggl.checker import make
from ggl.checker.calls.arguments import word_around
from ggl.checker.piles import pile_of
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.world import SITES, Kind, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, Opt, SetOf, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import list_names, mistyped
from ggl.model.keys import SITES_OF
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import in_brackets, unparse

MOST_KINDS = 12
"""Kinds that a help lists at most."""

NO_KINDS = "declare a kind first, as in `pieces: {stone: {}}`"
"""The way out where a game without pieces names one."""


def stands(expressions: Typer, tree: t.Stands, scope: Scope) -> f.Expr:
    expressions.names.not_constant(tree.span, scope, "what stands on a site")
    site = expressions.infer(tree.site, scope)
    _check_not_negated(expressions, tree.phrase, tree.span, f"not {tree.phrase.kind} on {tree.site.span.text}", scope)
    _check_not_empty(expressions, tree.phrase, tree.span, f"empty({tree.site.span.text})", scope)
    where = strip_opt(site.type)
    if not isinstance(where, Fin) or where.domain.name not in SITES:
        if isinstance(site.type, SetOf | ListOf):
            message = f"expected one site, found {singular_of(site.type)}"
            some = unparse(t.With(tree.site, tree.phrase, span=tree.span))
            if word_around(tree.span)[0] not in ("any", "count", "size"):
                some = f"any({some})"
            expressions.world.refuse(codes.WRONG_TYPE, tree.site.span, message, fix=Fix.write(tree.span, some))
        if make.is_none(site):
            return f.Lit(0, BOOL)
        expressions.world.refuse(codes.WRONG_TYPE, tree.site.span, f"expected a site, found {singular_of(site.type)}")
    parts = pieces_meant(expressions, tree.phrase, where.domain.name, scope)
    piece = Opt(expressions.world.fin("piece"))
    if not tree.under:
        return make.disj([f.In(f.Get(layer.field, (site,), piece), values) for layer, values in parts])
    lowest: list[f.Expr] = []
    for layer, values in parts:
        pile = pile_of(expressions.world, layer)
        if pile is None:
            continue
        name = make.fresh("site")
        there = f.Var(name, where)
        asked = f.In(pile.bottom(there), values)
        lowest.append(f.Some(name, site, asked, make.FALSE, BOOL) if isinstance(site.type, Opt) else f.Let(name, site, asked))
    if not lowest:
        message = "no piece here lies under another"
        help_ = "give the kind `piles: N` under `pieces`, or write `on`"
        expressions.world.refuse(board_codes.BAD_PIECE, tree.span, message, "", help_)
    return make.disj(lowest)


def _check_not_negated(expressions: Typer, phrase: t.Phrase, span: Span, instead: str, scope: Scope) -> None:
    """Refuse `no` as the owner of a piece."""
    if phrase.adjective == "no" and not expressions.names.is_known("no", scope):
        word = span.source.span(phrase.span.start, phrase.span.start + len("no"))
        expressions.world.refuse(codes.UNKNOWN_NAME, word, "unknown name `no`", fix=Fix.write(span, instead))


def _check_not_empty(expressions: Typer, phrase: t.Phrase, span: Span, instead: str, scope: Scope) -> None:
    """Refuse `empty` and the like as a kind of piece."""
    is_kind = varying_kind(expressions, phrase.kind, phrase.kind_span, scope) is not None
    if phrase.kind in ("empty", "vacant", "nothing", "nobody") and not is_kind:
        message = f"unknown kind `{phrase.kind}`"
        expressions.world.refuse(codes.UNKNOWN_KIND, phrase.kind_span, message, "not a piece", fix=Fix.write(span, instead))


def at_site(site: f.Expr, value: Callable[[f.Expr], f.Expr]) -> f.Expr:
    """A set or number that is computed from a site, which is read once; of none, the empty set or none."""
    type_ = strip_opt(site.type)
    if isinstance(site, f.Var | f.Lit) and site.type == type_:
        return value(site)
    name = make.fresh("site")
    found = value(f.Var(name, type_))
    if site.type == type_:
        return f.Let(name, site, found)
    if isinstance(found.type, SetOf):
        return f.Some(name, site, found, f.Lit(0, found.type), found.type)
    assert isinstance(found.type, Num)
    wanted = Opt(found.type)
    return f.Some(name, site, make.convert(found, wanted), make.convert(make.none_of(), wanted), wanted)


def with_phrase(expressions: Typer, tree: t.With, scope: Scope) -> f.Expr:
    """`cells with enemy piece`: the sites of a set on which such a piece stands."""
    expressions.names.not_constant(tree.span, scope, "what stands on a site")
    of = expressions.infer(tree.of, scope)
    every = in_brackets(tree.of)
    _check_not_negated(expressions, tree.phrase, tree.span, f"{every} - ({every} with {tree.phrase.kind})", scope)
    x = expressions.names.a_free_one(scope)
    vacant = "vacant" if every == "cells" else f"({x} in {every} if empty({x}))"
    _check_not_empty(expressions, tree.phrase, tree.span, vacant, scope)
    one = strip_opt(of.type)
    if isinstance(one, Fin) and one.domain.name in SITES:
        word, call = word_around(tree.span)
        whole = call if word == "any" else tree.span
        stands = f"{tree.phrase.span.text} on {tree.of.span.text}"
        fix = Fix(whole, stands, f"for one site, write `{stands}`")
        expressions.world.refuse(
            codes.WRONG_TYPE, tree.of.span, f"expected a set of sites, found {singular_of(of.type)}", fix=fix
        )
    return sites_with(expressions, tree, of, scope)


def sites_with(expressions: Typer, tree: t.With, sites: f.Expr, scope: Scope) -> f.Expr:
    """The sites with a phrase, where the sites are typed already."""
    of = expressions.converted_to_set(sites, tree.of.span, "a set of sites")
    assert isinstance(of.type, SetOf)
    if of.type == make.EMPTY_SET:
        return of
    site = of.type.of
    if not isinstance(site, Fin) or site.domain.name not in SITES:
        expressions.world.refuse(codes.WRONG_TYPE, tree.of.span, f"expected a set of sites, found {singular_of(of.type)}")
    planes: f.Expr | None = None
    for layer, values in pieces_meant(expressions, tree.phrase, site.domain.name, scope):
        plane = f.Plane(layer.field, values, of.type)
        planes = plane if planes is None else f.SetOp("union", planes, plane, of.type)
    assert planes is not None
    if isinstance(of, f.Lit) and of.value == (1 << site.domain.size) - 1:
        return planes
    return f.SetOp("meet", of, planes, of.type)


def pieces_meant(expressions: Typer, phrase: t.Phrase, site: str, scope: Scope) -> list[tuple[f.Layer, f.Expr]]:
    """For each layer concerned, the set of pieces that a phrase speaks of."""
    world = expressions.world
    if phrase.kind in scope.lost:
        raise Refused
    variable = varying_kind(expressions, phrase.kind, phrase.kind_span, scope)
    if isinstance(variable, f.Lit) and variable.code < len(world.kinds):
        kinds = kinds_named(expressions, list(world.kinds)[variable.code], phrase.kind_span, site)
        variable = None
    elif variable is not None:
        kinds = [kind for kind in world.kinds.values() if kind.site == site]
        if not kinds:
            world.refuse(board_codes.WRONG_SITES, phrase.kind_span, f"no kind of piece stands on {plural_site(site)}")
    else:
        kinds = kinds_named(expressions, phrase.kind, phrase.kind_span, site)
    owner, enemy = _owner(expressions, phrase, scope)
    if owner is not None and not any(kind.owned for kind in kinds):
        fix = Fix.write(phrase.span, phrase.kind, " alone")
        world.refuse(board_codes.WRONG_OWNER, phrase.span, f"{singular_of(phrase.kind)} belongs to nobody", fix=fix)
    if len(kinds) == 1:
        of_side(world, kinds[0], owner, phrase.span, or_varying=True)
    result = []
    by_layer: dict[str, list[Kind]] = {}
    for kind in kinds:
        by_layer.setdefault(world.layer_of(kind).name, []).append(kind)
    for layer_name, members in by_layer.items():
        values = _pieces(expressions, phrase, [kind.name for kind in members], variable, owner, enemy)
        result.append((world.layers[layer_name], values))
    return result


def varying_kind(expressions: Typer, name: str, span: Span, scope: Scope) -> f.Expr | None:
    """The value of a name that stands for a kind: the kind itself, a parameter, a variable, an option, a definition."""
    world = expressions.world
    if name == "piece":
        return None
    known = name in scope.locals or name in world.variables or name in world.constants or expressions.definitions.is_plain(name)
    value = expressions.infer(t.Name(name, span=span), scope) if known else None
    return value if value is not None and strip_opt(value.type) == world.fin("kind") else None


def of_side(world: World, kind: Kind, owner: f.Expr | None, span: Span, *, or_varying: bool = False) -> None:
    """Refuse a kind of one side as another's. With `or_varying` the player may be known only in play."""
    if kind.side is None or owner is None or (isinstance(owner, f.Lit) and owner.value == kind.side):
        return
    if or_varying and not isinstance(owner, f.Lit):
        return
    whose, fix = world.players[kind.side], Fix.write(span, kind.name, " alone")
    world.refuse(board_codes.WRONG_OWNER, span, f"each {kind.name} belongs to {whose}", fix=fix)


def kinds_named(expressions: Typer, name: str, span: Span, site: str | None) -> list[Kind]:
    """The kinds a word in a phrase names; `piece` names all that can stand on the type of site."""
    world = expressions.world
    if name == "piece":
        kinds = [kind for kind in world.kinds.values() if site in (None, kind.site)]
        if not kinds:
            world.refuse(board_codes.WRONG_SITES, span, f"no kind of piece stands on {plural_site(site or 'cell')}")
        world.used.update(kind.name for kind in kinds)
        return kinds
    kind = world.kinds.get(name)
    if kind is None:
        unknown_kind(world, name, span)
    world.used.add(name)
    if site is not None and kind.site != site:
        world.refuse(
            board_codes.WRONG_SITES, span, f"{singular_of(name)} stands on {plural_site(kind.site)}, not on {plural_site(site)}"
        )
    return [kind]


def unknown_kind(world: World, name: str, span: Span, any_word: str = "piece") -> NoReturn:
    """`any_word` stands for any kind, where there may be any."""
    known = [*world.kinds, any_word] if any_word else list(world.kinds)
    label, help_, fix = mistyped(span, name, known, f"write {_one_of(known)}")
    label = label or "not under `pieces`"
    if name in world.player_constants:
        label, help_, fix = "a value of each player, not a kind", f"write `mover.{name}`, or another player before the dot", None
    elif not world.kinds:
        help_ = NO_KINDS
    elif name in ("own", "enemy", "mover", "opponent") or name in world.players:
        label, help_, fix = "an owner, not a kind", f"write `{name} {next(iter(world.kinds))}`", None
        if any_word:
            help_ += f", or `{name} {any_word}` for any kind"
    world.refuse(codes.UNKNOWN_KIND, span, f"unknown kind `{name}`", label, help_, fix=fix)


def _one_of(kinds: list[str]) -> str:
    return "one of " * (len(kinds) > 1) + list_names(kinds, MOST_KINDS)


def _owner(expressions: Typer, phrase: t.Phrase, scope: Scope) -> tuple[f.Expr | None, bool]:
    if phrase.owner is not None:
        return expressions.want(phrase.owner, scope, Opt(expressions.world.player), "a player"), False
    if phrase.adjective == "":
        return None, False
    if phrase.adjective in ("own", "enemy"):
        return expressions.names.mover(phrase.span), phrase.adjective == "enemy"
    world, span = expressions.world, phrase.span
    if span.text.startswith(phrase.adjective):
        span = span.source.span(span.start, span.start + len(phrase.adjective))
    word = t.Name(phrase.adjective, span=span)
    expressions.names.one_of(word, scope, "player")
    owner = expressions.infer(word, scope)
    if phrase.kind == "piece" and strip_opt(owner.type) == world.fin("kind"):
        message = "expected own, enemy or a player, found a kind"
        fix = Fix.write(phrase.span, phrase.adjective, " alone")
        world.refuse(codes.WRONG_TYPE, phrase.span, message, "", fix=fix)
    return expressions.converted(owner, Opt(expressions.world.player), span, "own, enemy or a player"), False


def _pieces(
    expressions: Typer, phrase: t.Phrase, kinds: list[str], variable: f.Expr | None, owner: f.Expr | None, enemy: bool
) -> f.Expr:
    world = expressions.world
    type_ = SetOf(world.fin("piece"))
    index: list[f.Expr] = []
    if variable is not None:
        index.append(variable)
    if owner is not None:
        index.append(owner)

    def chosen(*at: int) -> int:
        names = [list(world.kinds)[at[0]]] if variable is not None else kinds
        player = at[-1] if owner is not None else None
        mask = 0
        for code, (kind, whose) in enumerate(world.pieces):
            if kind not in names or kind not in kinds:
                continue
            if player is None or (whose is not None and (whose != player if enemy else whose == player)):
                mask |= 1 << code
        return mask

    if not index:
        return f.Lit(chosen(), type_)
    if isinstance(owner, f.Lit) and owner.value == len(world.players):
        return f.Lit(0, type_)  # owned by none
    if isinstance(variable, f.Lit):  # of no kind: any other was named
        return f.Lit(0, type_)
    stripped = [make.retyped(i, strip_opt(i.type)) if isinstance(i, f.Lit) else i for i in index]
    by = "" if variable is None else " by kind" if owner is None else " by kind and player"
    name = f"{'enemy ' if enemy else ''}{'/'.join(kinds)}{by} of"
    return tab(world, name, stripped, type_, chosen, phrase.span)


def plural_site(site: str) -> str:
    return SITES_OF[site]
