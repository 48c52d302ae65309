"""Names, properties and phrases: what a word standing alone, after a dot, or beside `on` and `with` means.

Takes trees and a scope; gives core forms. Each name has one meaning at its place; a name that could mean two is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from ggl.checker import make
from ggl.checker.signatures import type_of
from ggl.checker.words import BOARD_WORDS, DOTS
from ggl.checker.world import Kind, Refused, Scope, code_of
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Domain, Fin, ListOf, Num, Opt, SetOf, Type, a, none_code, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.parser import KEYWORDS
from ggl.topology.tiling import COMPASS

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions

POSITION_NAMES = {
    "mover": "the side that acts now; in `end`, the side to move next",
    "opponent": "the other side, in a game of two",
    "players": "all players, in turn order",
    "kinds": "all kinds of piece",
    "passes": "how many passes were made in a row",
    "ply": "how many turns are completed",
    "steps": "how many steps of this turn are completed",
    "phase": "the phase that is on",
    "stuck": "the side to move has no legal move",
    "winner": "who won, or none; in `score` and `match` only",
    "starter": "who moved first in this play; in `match` only",
    "repetitions": "how often this position has stood, now included",
    "board_repetitions": "how often this board has stood, whoever was to move, now included",
    "none": "nothing: no site, no player",
    "true": "the condition that always holds",
    "false": "the condition that never holds",
}
SITE_DOTS = {
    "owner": "whose piece stands there, or none",
    "kind": "the kind of the piece that stands there, or none",
    "facing": "the direction in which the piece there faces, or none",
}


class Names:
    def __init__(self, expressions: Expressions) -> None:
        self._all = expressions
        self._world = expressions.world

    # ---- names

    def name(self, tree: t.Name, scope: Scope) -> f.Expr:
        world, name = self._world, tree.name
        if name in scope.locals:
            return scope.locals[name]
        if name in world.broken:
            raise Refused
        if name in world.constants:
            world.used.add(name)
            return world.constants[name]
        if name in POSITION_NAMES:
            return self._position_name(tree, scope)
        if name in world.variables:
            return self._variable(tree, scope)
        if name in BOARD_WORDS and not BOARD_WORDS[name].signature.params:
            self.needs_board(tree.span, name)
            return self._all.calls.board_word(name, [], tree.span)
        defined = self._all.calls.defined(t.Call(name, (), (), tree.span, span=tree.span), scope)
        if defined is not None:
            return defined
        site = world.board.find(name) if world.has_board else None
        if site is not None:
            return f.Lit(site.index, world.fin(site.type))
        self._unknown(tree, scope)

    def _unknown(self, tree: t.Name, scope: Scope) -> NoReturn:
        world, name = self._world, tree.name
        signature = self._all.calls.signature_text(name)
        if signature is not None:
            world.refuse(codes.WRONG_ARGUMENTS, tree.span, f"`{name}` wants arguments", f"{signature}")
        if name in KEYWORDS:
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"`{name}` is a word of the language, not a name")
        if name in ("own", "enemy", "piece"):
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"`{name}` stands only before a kind and `on`, or after `with`",
                         "", "write `cells with own piece`, or `enemy piece on c`")  # fmt: skip
        candidates = self.known_names(scope)
        close = near(name, candidates)
        label = "not a variable, a definition, a piece or an option"
        board = world.board
        if re.fullmatch(r"[a-z]+\d+", name) and world.has_board:
            label, close = f"this board has no such cell: they run from {board.cells[0].name} to {board.cells[-1].name}", ()
        elif name in COMPASS and world.has_board:
            ways = ", ".join(board.directions)
            label, close = f"this board's directions are {ways}" if ways else "this board has no directions", ()
        if close:
            label += "; near: " + ", ".join(f"`{word}`" for word in close)
        world.refuse(codes.UNKNOWN_NAME, tree.span, f"unknown name `{name}`", label, f"write `{close[0]}`" if close else None)

    def known_names(self, scope: Scope) -> list[str]:
        world = self._world
        names = [*scope.locals, *world.constants, *POSITION_NAMES, *world.variables, *self._all.calls.names()]
        names += [word for word in BOARD_WORDS if not BOARD_WORDS[word].signature.params]
        return names

    def is_known(self, name: str, scope: Scope) -> bool:
        return name in self.known_names(scope) or self._world.board.find(name) is not None

    def check_free(self, name: str, span: Span, scope: Scope) -> None:
        """Refuse a new name that is a keyword or already means something."""
        world = self._world
        if name in KEYWORDS or name in ("own", "enemy", "piece", "last"):
            world.refuse(codes.KEYWORD_AS_NAME, span, f"`{name}` is a word of the language", "", "choose another name")
        meaning = None
        if name in scope.locals:
            meaning = "a variable around it"
        elif name in world.constants:
            meaning = "declared in this game"
        elif name in POSITION_NAMES:
            meaning = POSITION_NAMES[name]
        elif name in world.variables:
            meaning = "a state variable"
        elif name in BOARD_WORDS and not BOARD_WORDS[name].signature.params:
            meaning = BOARD_WORDS[name].meaning
        elif self._all.calls.is_plain_definition(name):
            meaning = "a definition"
        elif world.board.find(name) is not None:
            meaning = f"{a(world.board.find(name).type)} of the board"  # type: ignore[union-attr]
        if meaning is not None:
            world.refuse(codes.NAME_TAKEN, span, f"`{name}` already means something here", meaning, "choose another name")

    def _position_name(self, tree: t.Name, scope: Scope) -> f.Expr:
        world, name, span = self._world, tree.name, tree.span
        match name:
            case "none":
                return make.none_of(span)
            case "true" | "false":
                return f.Lit(int(name == "true"), BOOL)
            case "players" | "kinds":
                domain = world.domain(name[:-1])
                return f.Lit((1 << domain.size) - 1, SetOf(Fin(domain)))
        self.not_constant(span, scope, f"`{name}`")
        match name:
            case "mover":
                return self.mover(span)
            case "opponent":
                return self.other(self.mover(span), span)
            case "passes" | "ply":
                return f.Get(name, (), Num(0, STORED_LIMIT))
            case "steps":
                return f.Get(world.need_field("steps").name, (), Num(0, STORED_LIMIT))
            case "phase":
                if len(world.phases) < 2:
                    world.refuse(codes.NOT_HERE, span, "this game has no phases", "", "declare them under `turn: phases:`")
                return f.Get("phase", (), world.fin("phase"))
            case "stuck":
                self.only_after(span, scope, "`stuck`")
                self._all.reads.setdefault("can", span)
                self._all.reads.setdefault("mover", span)
                return f.Not(f.Can("", ()))
            case "winner":
                if scope.stage not in ("score", "match", "define"):
                    world.refuse(codes.NOT_HERE, span, "`winner` is read in `score` and `match` only", "",
                                 "in `end`, say who wins: `player p wins: ..`")  # fmt: skip
                self._all.reads.setdefault("winner", span)
                return f.Get("winner", (), Opt(world.player))
            case "starter":
                if scope.stage not in ("match", "define"):
                    world.refuse(codes.NOT_HERE, span, "`starter` is read in `match` only")
                self._all.reads.setdefault("starter", span)
                return f.Get(world.need_field("starter").name, (), world.player)
            case "repetitions" | "board_repetitions":
                self._all.reads.setdefault("seen", span)
                return f.Seen("position" if name == "repetitions" else "board", Num(1, STORED_LIMIT))
        raise AssertionError(name)

    def not_constant(self, span: Span, scope: Scope, what: str) -> None:
        self._all.reads.setdefault("position", span)
        if scope.stage == "constant":
            self._world.refuse(codes.NOT_CONSTANT, span, f"{what} changes during play, and this is fixed before it")

    def needs_board(self, span: Span, name: str) -> None:
        if not self._world.has_board:
            self._world.refuse(
                codes.NOT_HERE, span, f"`{name}` asks about the board, which is made only after the options", "",
                "write a number, a player, a kind of piece, `true` or `false`",
            )  # fmt: skip

    def only_after(self, span: Span, scope: Scope, what: str) -> None:
        """Refuse words that look for legal moves where legal moves are being decided."""
        if scope.stage in ("before", "effect", "after", "setup"):
            self._world.refuse(
                codes.NOT_HERE, span, f"{what} asks for legal moves, and this decides which moves are legal", "",
                "ask it in `end` or in `turn`",
            )  # fmt: skip

    def mover(self, span: Span) -> f.Expr:
        self._all.reads.setdefault("mover", span)
        return f.Get("mover", (), self._world.player, span=span)

    def other(self, player: f.Expr, span: Span) -> f.Expr:
        world = self._world
        if len(world.players) != 2:
            world.refuse(codes.NOT_HERE, span, f"this game has {len(world.players)} players, so there is no one other", "",
                         "use `enemy` in phrases, or `next(p)`")  # fmt: skip
        return self.tab("other", [player], world.player, lambda p: 1 - p, span)

    def _variable(self, tree: t.Name, scope: Scope) -> f.Expr:
        world = self._world
        self.not_constant(tree.span, scope, f"`{tree.name}`")
        place = world.variables[tree.name]
        world.used.add(tree.name)
        if place.is_set:
            domain = world.domain(place.index[0])
            type_ = SetOf(Fin(domain))
            return f.Plane(place.field, f.Lit(0b10, SetOf(Fin(Domain("mark", 2)))), type_)
        if place.index:
            owner = {"player": "p"}.get(place.index[0], place.index[0][0])
            world.refuse(
                codes.WRONG_ARGUMENTS, tree.span, f"there is one `{tree.name}` for each {place.index[0]}", "",
                f"write `{'mover' if owner == 'p' else owner}.{tree.name}`",
            )  # fmt: skip
        return f.Get(place.field, (), place.values)

    # ---- properties

    def dot(self, tree: t.Dot, scope: Scope) -> f.Expr:
        if isinstance(tree.of, t.Name) and tree.of.name == "last" and "last" not in scope.locals:
            return self._last(tree, scope)
        of = self._all.infer(tree.of, scope)
        type_ = strip_opt(of.type)
        if isinstance(type_, Fin):
            if type_.domain.name == "player":
                return self._player_dot(tree, of, scope)
            if type_.domain.name in ("cell", "edge", "vertex"):
                return self._site_dot(tree, of, type_.domain.name, scope)
        help_ = None
        if isinstance(of.type, SetOf | ListOf):
            help_ = f"say it of each member: `(x.{tree.name} for x in {tree.of.span.text})`"
        self._world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, f"{a(of.type)} has no property `{tree.name}`", "", help_)

    def _player_dot(self, tree: t.Dot, of: f.Expr, scope: Scope) -> f.Expr:
        world, name = self._world, tree.name
        if name in world.broken or f"player.{name}" in world.broken:
            raise Refused
        if name in world.player_constants:
            type_ = world.player_constants[name]
            return self.tab(f"player.{name}", [of], type_, lambda p: p, tree.span)
        place = world.variables.get(name)
        if place is not None and place.index == ("player",):
            self.not_constant(tree.span, scope, f"`{name}`")
            world.used.add(name)
            return f.Get(place.field, (of,), absorbing(place.values, [of]))
        known = [*world.player_constants, *(n for n, p in world.variables.items() if p.index == ("player",))]
        self._no_property(tree, "player", known)

    def _site_dot(self, tree: t.Dot, of: f.Expr, site: str, scope: Scope) -> f.Expr:
        world, name = self._world, tree.name
        if name in world.broken:
            raise Refused
        if (site, name) in DOTS:
            word = DOTS[site, name]
            values = type_of(word.signature.result, world.domains)
            if values == Num(-STORED_LIMIT, STORED_LIMIT):
                values = Num(1, max(world.domain(site).size, 1))
            return self.tab(f"{site}.{name}", [of], values, lambda x: word.value(world.board, x), tree.span)
        self.not_constant(tree.span, scope, f"`.{name}`")
        layers = world.layers_on(site)
        if name == "owner":
            return self._owner(tree, of, site)
        if name == "kind" and layers:
            entry = f.Get(layers[0].field, (of,), Opt(world.fin("piece")))
            return self.tab("kind", [entry], world.fin("kind"), lambda p: self._kind_of(p), tree.span)
        place = world.variables.get(name)
        if place is not None and place.index == (site,):
            world.used.add(name)
            return f.Get(place.field, (of,), absorbing(place.values, [of]))
        known = [n for s, n in DOTS if s == site] + (["owner", "kind"] if layers else [])
        known += [n for n, p in world.variables.items() if p.index == (site,)]
        self._no_property(tree, site, known)

    def _kind_of(self, piece: int) -> int:
        return list(self._world.kinds).index(self._world.pieces[piece][0])

    def _owner(self, tree: t.Dot, of: f.Expr, site: str) -> f.Expr:
        world = self._world
        owned = [kind for kind in world.kinds.values() if kind.site == site and kind.owned]
        if not owned:
            world.refuse(board_codes.WRONG_OWNER, tree.span, f"nothing that stands on {_plural_site(site)} has an owner")
        layer = world.layer_of(owned[0])
        entry = f.Get(layer.field, (of,), Opt(world.fin("piece")))
        values: Type = world.player if all(owner is not None for _, owner in world.pieces) else Opt(world.player)
        return self.tab("owner", [entry], values, lambda p: -1 if world.pieces[p][1] is None else world.pieces[p][1],
                        tree.span)  # fmt: skip

    def _no_property(self, tree: t.Dot, of: str, known: list[str]) -> NoReturn:
        close = near(tree.name, known)
        label = "near: " + ", ".join(f"`{word}`" for word in close) if close else ""
        help_ = f"{a(of)} has: " + ", ".join(sorted(known)) if known else None
        if close:
            help_ = f"write `{close[0]}`"
        elif of == "player" and not known:
            help_ = f"declare it: under `players` with `{{{tree.name}: ..}}`, or under `state` with `each: players`"
        self._world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, f"{a(of)} has no property `{tree.name}`", label, help_)

    def _last(self, tree: t.Dot, scope: Scope) -> f.Expr:
        world = self._world
        self.not_constant(tree.span, scope, "`last`")
        if tree.name == "mover":
            return f.Get(world.need_field("last_mover").name, (), Opt(world.player))
        type_ = world.last_types.get(tree.name)
        if isinstance(type_, Fin):
            world.add_field(f.Field(f"last_{tree.name}", (), Opt(type_), type_.domain.size, False))
            return f.Get(f"last_{tree.name}", (), Opt(type_))
        known = ["mover", *(name for name, one in world.last_types.items() if isinstance(one, Fin))]
        self._world.refuse(
            codes.UNKNOWN_PROPERTY, tree.name_span, f"no move has a parameter `{tree.name}`", "",
            "of the last move can be asked: " + ", ".join(known),
        )  # fmt: skip

    # ---- static tables

    def tab(self, name: str, index: list[f.Expr], values: Type, value: Callable[..., object], span: Span | None) -> f.Expr:
        """An entry of a static table over the domains of the index; a constant where the index is constant."""
        world = self._world
        if all(isinstance(i, f.Lit) and not isinstance(i.type, Opt) for i in index):
            if name in world.tables:
                return self._entry(name, [i for i in index if isinstance(i, f.Lit)], values)
            codes_ = [i.value for i in index if isinstance(i, f.Lit)]
            key = (name, *codes_)
            entry = world.constant_entries.get(key)
            if entry is None:
                world.hold(1, values, span)
                entry = code_of(world.asked(value, codes_, span), values)  # type: ignore[arg-type]
                world.constant_entries[key] = entry
            assert isinstance(entry, int | tuple)
            return f.Lit(entry, values, span=span)
        domains: list[Domain] = []
        shifted: list[f.Expr] = []
        for i in index:
            inner = strip_opt(i.type)
            assert isinstance(inner, Fin)
            domains.append(inner.domain)
            shifted.append(i)
        world.table(name, tuple(domains), values, value, span)
        if isinstance(values, Opt) and none_code(values.of) not in world.tables[name].entries:
            values = values.of
        return f.Tab(name, tuple(shifted), absorbing(values, index), span=span)

    def _entry(self, name: str, index: list[f.Lit], values: Type) -> f.Expr:
        table = self._world.tables[name]
        at = 0
        for i, domain in zip(index, table.index, strict=True):
            assert isinstance(i.value, int)
            at = at * self._world.domain(domain).size + i.value
        entry = table.entries[at]
        assert isinstance(entry, int | tuple)
        return f.Lit(entry, values)

    # ---- phrases

    def stands(self, tree: t.Stands, scope: Scope) -> f.Expr:
        self.not_constant(tree.span, scope, "what stands on a site")
        site = self._all.infer(tree.site, scope)
        where = strip_opt(site.type)
        if not isinstance(where, Fin) or where.domain.name not in ("cell", "edge", "vertex"):
            if isinstance(site.type, SetOf | ListOf):
                self._world.refuse(codes.WRONG_TYPE, tree.site.span, f"this is {a(site.type)}, and one site is wanted", "",
                                   f"write `any({tree.site.span.text} with {tree.phrase.span.text})`")  # fmt: skip
            if make.is_none(site):
                return f.Lit(0, BOOL)
            self._world.refuse(codes.WRONG_TYPE, tree.site.span, f"a site is wanted, and this is {a(site.type)}")
        parts = self.phrase(tree.phrase, where.domain.name, scope)
        piece = Opt(self._world.fin("piece"))
        return make.disj([f.In(f.Get(layer.field, (site,), piece), values) for layer, values in parts])

    def with_phrase(self, tree: t.With, scope: Scope) -> f.Expr:
        self.not_constant(tree.span, scope, "what stands on a site")
        of = self._all.as_set(tree.of, scope, "a set of sites")
        assert isinstance(of.type, SetOf)
        if of.type == make.EMPTY_SET:
            return of
        site = of.type.of
        if not isinstance(site, Fin) or site.domain.name not in ("cell", "edge", "vertex"):
            self._world.refuse(codes.WRONG_TYPE, tree.of.span, f"a set of sites is wanted, and this is {a(of.type)}")
        planes: f.Expr | None = None
        for layer, values in self.phrase(tree.phrase, site.domain.name, scope):
            plane = f.Plane(layer.field, values, of.type)
            planes = plane if planes is None else f.SetOp("union", planes, plane, of.type)
        assert planes is not None
        if isinstance(of, f.Lit) and of.value == (1 << site.domain.size) - 1:
            return planes
        return f.SetOp("meet", of, planes, of.type)

    def phrase(self, phrase: t.Phrase, site: str, scope: Scope) -> list[tuple[f.Layer, f.Expr]]:
        """For each layer concerned, the set of pieces that a phrase speaks of."""
        world = self._world
        variable = scope.locals.get(phrase.kind)
        if variable is not None and strip_opt(variable.type) == world.fin("kind"):
            kinds = [kind for kind in world.kinds.values() if kind.site == site]
        else:
            variable = None
            kinds = self.kinds_named(phrase.kind, phrase.kind_span, site)
        owner, enemy = self._phrase_owner(phrase, scope)
        if owner is not None and not any(kind.owned for kind in kinds):
            world.refuse(board_codes.WRONG_OWNER, phrase.span, f"a {phrase.kind} belongs to nobody", "",
                         f"write `{phrase.kind}` alone")  # fmt: skip
        result = []
        by_layer: dict[str, list[Kind]] = {}
        for kind in kinds:
            by_layer.setdefault(world.layer_of(kind).name, []).append(kind)
        for layer_name, members in by_layer.items():
            values = self._pieces(phrase, [kind.name for kind in members], variable, owner, enemy)
            result.append((world.layers[layer_name], values))
        return result

    def kinds_named(self, name: str, span: Span, site: str | None) -> list[Kind]:
        """The kinds a word in a phrase names; `piece` names all that can stand on the type of site."""
        world = self._world
        if name == "piece":
            kinds = [kind for kind in world.kinds.values() if site in (None, kind.site)]
            if not kinds:
                world.refuse(board_codes.WRONG_SITES, span, f"no kind of piece stands on {_plural_site(site or 'cell')}")
            world.used.update(kind.name for kind in kinds)
            return kinds
        kind = world.kinds.get(name)
        if kind is None:
            close = near(name, [*world.kinds, "piece"])
            label = "near: " + ", ".join(f"`{word}`" for word in close) if close else "not under `pieces`"
            help_ = f"write `{close[0]}`" if close else "the kinds are: " + ", ".join([*world.kinds, "piece"])
            world.refuse(codes.UNKNOWN_KIND, span, f"unknown kind `{name}`", label, help_)
        world.used.add(name)
        if site is not None and kind.site != site:
            world.refuse(
                board_codes.WRONG_SITES,
                span,
                f"a {name} stands on {_plural_site(kind.site)}, not on {_plural_site(site)}",
            )
        return [kind]

    def _phrase_owner(self, phrase: t.Phrase, scope: Scope) -> tuple[f.Expr | None, bool]:
        if phrase.owner is not None:
            return self._all.want(phrase.owner, scope, Opt(self._world.player), "a player"), False
        if phrase.adjective == "":
            return None, False
        if phrase.adjective in ("own", "enemy"):
            return self.mover(phrase.span), phrase.adjective == "enemy"
        word = t.Name(phrase.adjective, span=phrase.span)
        owner = self._all.infer(word, scope)
        return self._all.converted(owner, Opt(self._world.player), phrase.span, "own, enemy or a player"), False

    def _pieces(self, phrase: t.Phrase, kinds: list[str], variable: f.Expr | None, owner: f.Expr | None, enemy: bool) -> f.Expr:
        world = self._world
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
        stripped = [make.retyped(i, strip_opt(i.type)) if isinstance(i, f.Lit) else i for i in index]
        name = f"{'enemy ' if enemy else ''}{'/'.join(kinds)}{' by kind' if variable is not None else ''} of"
        return self.tab(name, stripped, type_, chosen, phrase.span)


def absorbing(values: Type, index: list[f.Expr]) -> Type:
    """The type of a table's or field's entry: an entry at none is none, nothing, or false."""
    if any(isinstance(i.type, Opt) for i in index) and isinstance(values, Fin | Num):
        return Opt(values)
    return values


def _plural_site(site: str) -> str:
    return {"cell": "cells", "edge": "edges", "vertex": "vertices"}[site]
