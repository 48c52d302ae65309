"""Properties: what a word after a dot means, of a player, a site or the last move."""

from __future__ import annotations

from typing import NoReturn

from ggl.checker import make, sets
from ggl.checker.calls.chosen import chosen_argument
from ggl.checker.expressions.phrases import at_site, pieces_meant, plural_site, sites_with
from ggl.checker.piles import pile_on
from ggl.checker.static import absorbing, tab
from ggl.checker.subsets import union_of
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import DOTS, BoardWord
from ggl.checker.vocabulary.other_words import KIND_PROPERTIES, PLAYER_PROPERTIES, PROPERTIES, Instead, suggestion
from ggl.checker.vocabulary.signatures import type_named
from ggl.checker.world import SITES, Kind, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near, near_label
from ggl.source import Span
from ggl.syntax import tree as t


def dot(expressions: Typer, tree: t.Dot, scope: Scope) -> f.Expr:
    asked = _asked_of_a_move(expressions, tree, scope)
    return asked if asked is not None else _property(expressions, tree, expressions.infer(tree.of, scope), scope)


def levels_with(expressions: Typer, tree: t.With, levels: t.Dot, scope: Scope) -> f.Expr:
    """`c.levels with own man`: the levels of a pile at which such a piece stands.

    Something else may have sites under this name, as in `p.levels with own man`.
    """
    expressions.names.not_constant(tree.span, scope, "what stands on a site")
    asked = _asked_of_a_move(expressions, levels, scope)
    if asked is not None:
        return sites_with(expressions, tree, asked, scope)
    site = expressions.infer(levels.of, scope)
    where = strip_opt(site.type)
    if not isinstance(where, Fin) or (pile := pile_on(expressions.world, where.domain.name)) is None:
        return sites_with(expressions, tree, _property(expressions, levels, site, scope), scope)
    meant = {layer.name: values for layer, values in pieces_meant(expressions, tree.phrase, where.domain.name, scope)}
    if pile.layer.name not in meant:
        message = f"{singular_of(tree.phrase.kind)} never stands in a pile"
        help_ = "name a kind of the layer that piles up"
        expressions.world.refuse(board_codes.BAD_PIECE, tree.phrase.span, message, "", help_)
    return at_site(site, lambda there: pile.levels_with(there, meant[pile.layer.name]))


def _asked_of_a_move(expressions: Typer, tree: t.Dot, scope: Scope) -> f.Expr | None:
    """The property of the last move, or of one that was chosen."""
    if isinstance(tree.of, t.Name) and tree.of.name == "last":
        return _last(expressions, tree, scope)
    if isinstance(tree.of, t.Call) and tree.of.name == "choice":
        return chosen_argument(expressions, tree, tree.of, scope)
    return None


def _property(expressions: Typer, tree: t.Dot, of: f.Expr, scope: Scope) -> f.Expr:
    type_ = strip_opt(of.type)
    if isinstance(type_, Fin):
        if type_.domain.name == "player":
            return _player_dot(expressions, tree, of, scope)
        if type_.domain.name in SITES:
            return _site_dot(expressions, tree, of, type_.domain.name, scope)
        if type_.domain.name in expressions.world.own_values:
            return _value_dot(expressions, tree, of, type_.domain.name, scope)
    help_, fix = None, None
    if isinstance(of.type, SetOf | ListOf):
        help_ = f"read it of each member: `(x.{tree.name} for x in {tree.of.span.text})`"
    elif isinstance(type_, Fin) and type_.domain.name == "kind" and tree.name in KIND_PROPERTIES:
        help_, fix = suggestion(KIND_PROPERTIES[tree.name], (tree.of,), tree.span)
    message = f"{singular_of(of.type)} has no property `{tree.name}`"
    expressions.world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, message, "", help_, fix=fix)


def _player_dot(expressions: Typer, tree: t.Dot, of: f.Expr, scope: Scope) -> f.Expr:
    world, name = expressions.world, tree.name
    if name in world.broken or f"player.{name}" in world.broken:
        raise Refused
    if name in world.player_constants:
        type_ = world.player_constants[name]
        kept = world.tables[f"player.{name}"].entries
        return tab(world, f"player.{name}", [of], type_, lambda p: kept[p], tree.span)
    place = world.variables.get(name)
    if place is not None and place.owners == ("player",):
        expressions.names.not_constant(tree.span, scope, f"`{name}`")
        world.used.add(name)
        if place.is_set:
            return sets.set_members(world, place, (of,))
        return f.Get(place.field, (of,), absorbing(place.values, [of]))
    if f"player.{name}" in world.to_come:
        expressions.names.too_early(f"player.{name}", name, tree.name_span, scope)
    known = [*world.player_constants, *(n for n, p in world.variables.items() if p.owners == ("player",))]
    _no_property(expressions, tree, "player", known)


def _value_dot(expressions: Typer, tree: t.Dot, of: f.Expr, sort: str, scope: Scope) -> f.Expr:
    """A property of a value of the game's own, or a variable that there is for each."""
    world, name = expressions.world, tree.name
    if (sort, name) in DOTS:
        word = DOTS[sort, name]
        values = type_named(word.signature.result, world.domains)
        return tab(world, f"{sort}.{name}", [of], values, lambda x: word.value(world.board, x), tree.span, of_board=True)
    if name in world.value_properties[sort]:
        type_, kept = world.value_properties[sort][name]
        return tab(world, f"{sort}.{name}", [of], type_, lambda x: kept[x], tree.span)
    _no_property(expressions, tree, sort, [*world.value_properties[sort], *(n for of_, n in DOTS if of_ == sort)])


def _entries(world: World, sort: str, word: BoardWord) -> list[int]:
    """A number of each thing of a sort, such as the row of each cell: on a board with gaps it may pass how many there are."""
    return [number for x in range(world.domain(sort).size) if isinstance(number := word.value(world.board, x), int)]


def _site_dot(expressions: Typer, tree: t.Dot, of: f.Expr, site: str, scope: Scope) -> f.Expr:
    world, name = expressions.world, tree.name
    if name in world.broken:
        raise Refused
    if (site, name) in DOTS:
        word = DOTS[site, name]
        if name == "links":
            expressions.names.needs_links(tree, name)
        values = type_named(word.signature.result, world.domains)
        if values == Num(-STORED_LIMIT, STORED_LIMIT):
            values = Num(1, max(1, world.domain(site).size, *_entries(world, site, word)))
        return tab(world, f"{site}.{name}", [of], values, lambda x: word.value(world.board, x), tree.span, of_board=True)
    expressions.names.not_constant(tree.span, scope, f"`.{name}`")
    layers = world.layers_on(site)
    if name == "owner":
        return _owner(expressions, tree, of, site)
    if name == "kind" and layers:
        entries = [f.Get(layer.field, (of,), Opt(world.fin("piece"))) for layer in layers]
        kind = world.fin("kind")
        return _first([tab(world, "kind", [e], kind, world.kind_of, tree.span) for e in entries])
    counts = [count for layer in layers if (count := world.count_field(layer)) is not None]
    if name == "count" and counts:
        return _count(of, counts)
    pile = pile_on(world, site)
    if name == "levels" and pile is not None:
        return at_site(of, pile.levels)
    place = world.variables.get(name)
    if place is not None and place.index == (site,):
        world.used.add(name)
        return f.Get(place.field, (of,), absorbing(place.values, [of]))
    known = [n for s, n in DOTS if s == site and (n != "links" or "link" in world.domains)]
    known += (["owner", "kind"] if layers else []) + (["count"] if counts else []) + (["levels"] if pile else [])
    known += [n for n, p in world.variables.items() if p.index == (site,)]
    _no_property(expressions, tree, site, known)


def _owner(expressions: Typer, tree: t.Dot, of: f.Expr, site: str) -> f.Expr:
    world = expressions.world
    owned = [kind for kind in world.kinds.values() if kind.site == site and kind.owned]
    if not owned:
        world.refuse(board_codes.WRONG_OWNER, tree.span, f"nothing that stands on {plural_site(site)} has an owner")
    names = {world.layer_of(kind).name for kind in owned}
    values: Type = world.player if all(owner is not None for _, owner in world.pieces) else Opt(world.player)

    def owner_in(layer: f.Layer) -> f.Expr:
        entry = f.Get(layer.field, (of,), Opt(world.fin("piece")))
        return tab(world, "owner", [entry], values, lambda p: -1 if world.pieces[p][1] is None else world.pieces[p][1], tree.span)

    return _first([owner_in(layer) for layer in world.layers_on(site) if layer.name in names])


def _first(values: list[f.Expr]) -> f.Expr:
    """The first of the values of the layers that is not none."""
    *before, result = values
    for value in reversed(before):
        assert isinstance(value.type, Opt)
        result = f.If(make.not_none(value), value, result, value.type)
    return result


def _count(of: f.Expr, counts: list[f.Field]) -> f.Expr:
    """The number of pieces on a site, in all layers that count theirs."""

    def added(site: f.Expr) -> f.Expr:
        return make.arith("add", [f.Get(count.name, (site,), count.values) for count in counts])

    if len(counts) == 1:
        return f.Get(counts[0].name, (of,), absorbing(counts[0].values, [of]))
    return at_site(of, added) if isinstance(of.type, Opt) else added(of)


def _kept_argument(param: str, type_: Fin) -> f.Field:
    """The field that keeps a parameter of the last step."""
    return f.Field(f"last_{param}", (), Opt(type_), type_.domain.size, False, "last", param)


def _last_set(expressions: Typer, name: str, span: Span) -> f.Expr:
    """The set that the last move chose under a name; if it chose none, the empty set."""
    type_, parts = expressions.world.last_sets[name]
    assert isinstance(type_.of, Fin)
    expressions.world.last_reads.setdefault(name, span)
    expressions.world.last_set_reads.setdefault(name, (len(parts), span))
    members = []
    for part in parts:
        field = _kept_argument(part, type_.of)
        expressions.world.add_field(field)
        members.append(f.Get(field.name, (), field.values))
    return union_of(members, type_)


def _last(expressions: Typer, tree: t.Dot, scope: Scope) -> f.Expr:
    world = expressions.world
    expressions.names.not_constant(tree.span, scope, "`last`")
    expressions.names.not_together(tree.span, "`last`")
    if f"last.{tree.name}" in world.broken:
        raise Refused
    if tree.name == "mover":
        return f.Get(world.need_field("last_mover").name, (), Opt(world.player))
    type_ = world.last_types.get(tree.name)
    if type_ is None and tree.name in world.last_sets and isinstance(world.last_sets[tree.name][0].of, Fin):
        return _last_set(expressions, tree.name, tree.span)
    if isinstance(type_, Fin):
        field = _kept_argument(tree.name, type_)
        world.add_field(field)
        world.last_reads.setdefault(tree.name, tree.span)
        return f.Get(field.name, (), field.values)
    if isinstance(type_, Num) or tree.name in world.last_sets:
        what, start = ("a number", "0") if isinstance(type_, Num) else ("a set of numbers", "{}")
        help_ = f"keep it in a variable: `{tree.name}_before: {{start: {start}, in: ..}}` under `state`, and "
        help_ += f"`set {tree.name}_before to {tree.name}` in the move"
        message = f"`last` keeps no numbers, and `{tree.name}` is {what}"
        world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, message, "", help_)
    known = ["mover", *(name for name, one in world.last_types.items() if isinstance(one, Fin)), *world.last_sets]
    if any(tree.name in params for params in world.moves.values()):
        help_ = f"write a move with a parameter `{tree.name}` above this one, or read `last.{tree.name}` in `where`"
        world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, f"the type of `last.{tree.name}` is not known here yet", "", help_)
    message = f"no move has a parameter `{tree.name}`"
    world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, message, "", "the last move has: " + ", ".join(known))


def _pieces_of(kind: Kind, player: str) -> str:
    """Advice on a kind behind a player."""
    standing = f"{plural_site(kind.site)} with {'own' if player == 'mover' else player} {kind.name}"
    in_hand = f"; `hand({player}, {kind.name})` are those in hand" if kind.supplied else ""
    return f"write `any({standing})`, or `count({standing})`, for those on the board{in_hand}"


def _no_property(expressions: Typer, tree: t.Dot, of: str, known: list[str]) -> NoReturn:
    kind = expressions.world.kinds.get(tree.name)
    table = PLAYER_PROPERTIES if of == "player" else PROPERTIES if of in SITES else {}
    other = table.get(tree.name)
    if of != "player" and kind is not None:
        other = Instead("c", f"{tree.name} on c")
    close = () if other or kind is not None else near(tree.name, known)
    label = near_label(close)
    help_ = f"{singular_of(of)} has: " + ", ".join(sorted(known)) if known else None
    fix = None
    if other:
        help_, fix = suggestion(other, (tree.of,), tree.span)
    elif of == "player" and kind is not None:
        help_ = _pieces_of(kind, tree.of.span.text)
    elif close:
        help_, fix = None, Fix.write(tree.name_span, close[0])
    elif of == "player" and not known:
        help_ = f"declare it: under `players` with `{{{tree.name}: ..}}`, or under `state` with `each: players`"
    message = f"{singular_of(of)} has no property `{tree.name}`"
    expressions.world.refuse(codes.UNKNOWN_PROPERTY, tree.name_span, message, label, help_, fix=fix)
