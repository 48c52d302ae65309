"""Visibility: the keys `seen by` and `others see` of kinds and variables, and `shows` of moves, as veils of the core.

Takes a definition and the world of its declarations. Gives for each field that some player does not see a definition of the core
that says what a viewer sees of an entry.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NoReturn

from ggl.checker import make
from ggl.checker.scope import SetChoice
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.names import free_name
from ggl.checker.world import Kind, Refused, Scope, Visibility, World, layer_name
from ggl.core import forms as f
from ggl.core.substitution import free
from ggl.core.types import BOOL, Fin, Opt, SetOf, Type, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.diagnostic import Fix
from ggl.diagnostics.near import list_names, mistyped, near, near_label
from ggl.model.definition import Definition, MovePart, Piece, Variable
from ggl.model.keys import SITE_OF
from ggl.syntax import tree as t

Params = tuple[tuple[str, Type], ...]

VIEWER = "viewer"
"""The name of the one who looks, in `seen by`."""

SITE = "c"
"""The name of the site of a piece, or of an entry of a variable of each site, in `seen by`."""

SHOWN = "shown"
"""The name in `seen by` that says whether something was revealed to the one who looks."""

_MEANINGS = {VIEWER: "the player who looks", SITE: "the site", SHOWN: "whether it was revealed"}

EVERYTHING, NAME, NOTHING = "everything", "name", "nothing"
"""The values of `shows` other than names of parameters."""


def declare_veils(definition: Definition, world: World, expressions: Typer) -> None:
    """Put the veils of kinds and variables into the world."""
    for variable in definition.state.values():
        if variable.seen_by is not None and variable.name in world.variables:
            with suppress(Refused):
                _of_variable(world, variable, variable.seen_by, expressions)
    for piece in definition.pieces.values():
        if piece.seen_by is not None:
            with suppress(Refused):
                _of_piece(world, piece, expressions)
        elif piece.others_see is not None:
            span = piece.others_see.span
            help_ = "say who sees the piece itself, as in `seen by: owner`"
            world.report(codes.BAD_PIECE, span, f"everybody sees a `{piece.name}` as what it is", "", help_)
    _check_faces(definition, world)
    for layer in [*world.layers.values()]:
        if any(world.layer_of(world.kinds[world.pieces[code][0]]).name == layer.name for code in world.visibility):
            _of_layer(world, layer, expressions)
    if world.visibility and "supply" in world.fields:
        _of_supply(world, expressions)


# ---------------------------------------------------------------------------------------------------------- conditions


def _condition(world: World, tree: t.Expr, expressions: Typer, owner: f.Expr, site: str, was_shown: f.Expr | None) -> f.Expr:
    """Whether `viewer` sees: a condition, or the player who does. `owner` says whether the viewer is the owner, `was_shown`
    whether this was revealed to the viewer."""
    for name in (VIEWER, SITE, SHOWN) if site else (VIEWER, SHOWN):
        if t.mentions(tree, name):
            advice = f"here `{name}` is {_MEANINGS[name]}; rename what is called `{name}` elsewhere, as to `{free_name(name)}`"
            expressions.names.check_free(name, tree.span, Scope("constant"), advice)
    known: dict[str, f.Expr] = {VIEWER: f.Var(VIEWER, world.player), "owner": owner, "everybody": make.TRUE, "nobody": make.FALSE}
    if was_shown is not None:
        known[SHOWN] = was_shown
    if site:
        known[SITE] = f.Var(SITE, world.fin(site))
    if _is_mover(tree):
        help_ = "write `owner` if its owner is meant" if owner != make.FALSE else "name the player who sees it"
        world.findings.report(move_codes.SEEN_BY_THE_MOVER, tree.span, "each side sees this whenever it is to move", help=help_)
    own = {*expressions.definitions.own, *world.variables, *world.constants}
    for part in tree.parts if isinstance(tree, t.Or) else (tree,):
        if isinstance(part, t.Name) and part.name in _OTHERWISE.keys() - own:
            fix = Fix.write(part.span, _OTHERWISE[part.name])
            world.refuse(name_codes.WRONG_TYPE, part.span, f"`{part.name}` does not say who sees it", fix=fix)
    test = expressions.infer(tree, Scope("before", known), is_condition=True)
    if strip_opt(test.type) == world.player:
        return f.Compare("eq", make.convert(f.Var(VIEWER, world.player), test.type), test, span=tree.span)
    if test.type != BOOL:
        help_ = "write `owner`, `nobody`, `everybody`, a player, or a condition on `viewer` and `c`"
        world.refuse(name_codes.WRONG_TYPE, tree.span, "this does not say who sees it", "", help_)
    return test


_OTHERWISE = {
    "owners": "owner", "all": "everybody", "everyone": "everybody", "none": "nobody", "noone": "nobody", "revealed": SHOWN,
}  # fmt: skip
"""Words that people write for those of `seen by`."""


def _is_mover(tree: t.Expr) -> bool:
    """Whether a `seen by` says the side to move: `mover`, or that the viewer is the mover."""
    match tree:
        case t.Chain(first=t.Name(name=one), rest=(("==", t.Name(name=other)),)):
            return {one, other} == {VIEWER, "mover"}
    return t.is_name(tree, "mover")


def _of_variable(world: World, variable: Variable, tree: t.Expr, expressions: Typer) -> None:
    name = variable.name
    field = world.fields[world.variables[name].field]
    params = tuple((f"i{at}", Fin(world.domain(domain))) for at, domain in enumerate(field.index))
    site = ""
    owner: f.Expr = make.FALSE
    if variable.each == "players":
        owner = f.Compare("eq", f.Var(VIEWER, world.player), f.Var("i0", world.player))
    elif variable.each in SITE_OF:
        site = SITE_OF[variable.each]
        params = ((SITE, params[0][1]),)  # sets and bags are not of sites
    elif t.mentions(tree, "owner"):
        help_ = "write the player who sees it, or give each player one with `each: players`"
        world.refuse(codes.BAD_PIECE, tree.span, f"there is only one `{name}`, which has no owner", "", help_)
    test = _condition(world, tree, expressions, owner, site, _of_shown(world, variable, tree, expressions, params))
    if not (isinstance(test, f.Lit) and test.value):
        veil_unless(world, expressions, field.name, params, test)


def _of_shown(world: World, variable: Variable, tree: t.Expr, expressions: Typer, params: Params) -> f.Expr | None:
    """Whether a variable was revealed to the viewer, who knows that of no other player; None where nothing asks for it."""
    if not t.mentions(tree, SHOWN):
        return None
    place = world.variables[variable.name]
    field = f"{place.field}.shown"
    world.shown[variable.name] = field
    world.add_field(f.Field(field, (*place.owners, "player"), BOOL, compared=world.fields[place.field].compared))
    own = params[: len(place.owners)]
    viewer, told = f.Var(VIEWER, world.player), f.Var("told", world.player)
    veil_unless(world, expressions, field, (*own, ("told", world.player)), f.Compare("eq", viewer, told))
    return f.Get(field, (*(f.Var(name, type_) for name, type_ in own), viewer), BOOL)


def shown_field(layer: f.Layer, player: int) -> str:
    """The attribute that says whether a piece of a layer was revealed to a player."""
    return f"{layer.field}.shown.{player}"


def define(world: World, expressions: Typer, name: str, params: Params, body: f.Expr) -> str:
    expressions.definitions.made.append(f.Definition(name, params, body, name))
    return name


def veil_unless(world: World, expressions: Typer, field: str, params: Params, test: f.Expr) -> None:
    """Veil a field where a condition does not hold: one on `viewer` and on the index of an entry, by the names of `params`."""
    known = define(world, expressions, f"known {field}", ((VIEWER, world.player), *params), test)
    world.veils[field] = f.Veil(field, known=known)


# -------------------------------------------------------------------------------------------------------------- pieces


def _of_piece(world: World, piece: Piece, expressions: Typer) -> None:
    kind = world.kinds[piece.name]
    assert piece.seen_by is not None
    if kind.stacks or kind.piles:
        what = "a stack" if kind.stacks else "a pile"
        help_ = "remove `seen by`, or the key that puts several pieces on one site"
        world.refuse(codes.BAD_PIECE, piece.seen_by.span, f"everybody sees a piece in {what}", "", help_)
    for owner in world.owners(kind):
        is_owner: f.Expr = make.FALSE
        if owner is not None:
            is_owner = f.Compare("eq", f.Var(VIEWER, world.player), f.Lit(owner, world.player))
        test = _condition(world, piece.seen_by, expressions, is_owner, kind.site, _was_revealed(world, kind))
        if not (isinstance(test, f.Lit) and test.value):
            world.visibility[world.piece_code(piece.name, owner)] = Visibility(test, _face(world, piece, kind, owner))


def _was_revealed(world: World, kind: Kind) -> f.Expr | None:
    """Whether the piece at the site was revealed to the viewer; None where nothing asks for it."""
    if kind.name not in world.shown_kinds:
        return None
    site, viewer = f.Var(SITE, world.fin(kind.site)), f.Var(VIEWER, world.player)
    return make.disj([
        make.conj([f.Compare("eq", viewer, f.Lit(player, world.player)),
                   f.Get(shown_field(world.layer_of(kind), player), (site,), BOOL)])
        for player in range(len(world.players))
    ])  # fmt: skip


def _face(world: World, piece: Piece, kind: Kind, owner: int | None) -> int:
    """The code of the piece that is seen instead, or that of nothing."""
    if piece.others_see is None:
        return len(world.pieces)
    name, span = piece.others_see.text, piece.others_see.span
    face = world.kinds.get(name)
    if face is None:
        otherwise = "declare what others see as a kind of its own, with a glyph"
        label, help_, fix = mistyped(span, name, world.kinds, otherwise)
        world.refuse(codes.BAD_PIECE, span, f"`{name}` is not a kind of piece", label, help_, fix=fix)
    world.used.add(name)
    if face.name == kind.name:
        world.refuse(codes.BAD_PIECE, span, f"a hidden `{name}` cannot be seen as a `{name}`", "",
                     "name another kind, or remove `others see`, so that they see nothing")  # fmt: skip
    if layer_name(face.site, face.layer) != layer_name(kind.site, kind.layer):
        world.refuse(codes.BAD_PIECE, span, f"`{name}` and `{piece.name}` stand in different places", "",
                     f"give `{name}` the `sites` and the `layer` of `{piece.name}`")  # fmt: skip
    owners = world.owners(face)
    if owner not in owners and None not in owners:
        world.refuse(codes.BAD_PIECE, span, f"not every player who has a `{piece.name}` has a `{name}`", "",
                     f"give both the same `of`, or write `of: nobody` for `{name}`")  # fmt: skip
    return world.piece_code(name, owner if owner in owners else None)


def _check_faces(definition: Definition, world: World) -> None:
    """Refuse a face that is hidden itself: a view has faces in place of pieces, and `seen` in it would give their faces."""
    hidden = {world.pieces[code][0] for code in world.visibility}
    for piece in definition.pieces.values():
        face = piece.others_see
        if piece.name in hidden and face is not None and face.text in hidden:
            help_ = f"name a kind that everybody sees, or remove `seen by` of `{face.text}`"
            world.report(codes.BAD_PIECE, face.span, f"not everybody sees a `{face.text}`", "", help_)


def _of_layer(world: World, layer: f.Layer, expressions: Typer) -> None:
    """Add the veils of the pieces of a layer, and of what they carry."""
    field = world.fields[layer.field]
    piece = field.values
    assert isinstance(piece, Opt)
    site = world.fin(field.index[0])
    viewer, at, code = f.Var(VIEWER, world.player), f.Var(SITE, site), f.Var("code", piece)
    params = ((VIEWER, world.player), (SITE, site))
    body: f.Expr = code
    for number, seen in world.visibility.items():
        if world.layer_of(world.kinds[world.pieces[number][0]]).name != layer.name:
            continue
        one = f.If(seen.test, code, f.Lit(seen.face, piece), piece)
        body = f.If(f.Compare("eq", code, f.Lit(number, piece)), one, body, piece)
    name = define(world, expressions, f"seen {field.name}", params, f.Let("code", f.Get(field.name, (at,), piece), body))
    world.veils[field.name] = f.Veil(field.name, seen=name)
    same = f.Compare("eq", f.Call(name, (viewer, at), piece), f.Get(field.name, (at,), piece))
    told = {shown_field(layer, player): player for player in range(len(world.players))}
    for attribute in layer.attributes:
        values = world.fields[attribute].values
        nothing = f.Lit(world.fields[attribute].start, values)
        is_seen: f.Expr = same
        if attribute in told:
            is_seen = f.And((same, f.Compare("eq", viewer, f.Lit(told[attribute], world.player))))
        carried = f.If(is_seen, f.Get(attribute, (at,), values), nothing, values)
        world.veils[attribute] = f.Veil(attribute, seen=define(world, expressions, f"seen {attribute}", params, carried))


def _of_supply(world: World, expressions: Typer) -> None:
    """The supply of a hidden kind is known to its owner, unless nobody sees such a piece."""
    kind, player = world.fin("kind"), world.player
    hidden = never = 0
    names = list(world.kinds)
    for code, seen in world.visibility.items():
        bit = 1 << names.index(world.pieces[code][0])
        hidden |= bit
        never |= bit if isinstance(seen.test, f.Lit) else 0
    which, whose, viewer = f.Var("i1", kind), f.Var("i0", player), f.Var(VIEWER, player)
    own: f.Expr = f.Compare("eq", viewer, whose)
    if never:
        own = f.And((own, f.Not(f.In(which, f.Lit(never, SetOf(kind))))))
    body = f.Or((f.Not(f.In(which, f.Lit(hidden, SetOf(kind)))), own))
    veil_unless(world, expressions, "supply", (("i0", player), ("i1", kind)), body)


# --------------------------------------------------------------------------------------------------------------- moves


def tellings(definition: Definition, world: World, schemas: tuple[f.Schema, ...]) -> tuple[f.Telling, ...]:
    """The tellings of moves that do not show everything; a move that no turn comes to has no schema."""
    found: list[f.Telling] = []
    for move in definition.moves.values():
        if move.shows is not None:
            with suppress(Refused):
                found += _telling(move, world)
    played = {schema.name for schema in schemas}
    return tuple(telling for telling in found if telling.schema in played)


def _telling(move: MovePart, world: World) -> list[f.Telling]:
    assert move.shows is not None
    words = [word.strip() for word in move.shows.text.split(",")]
    params = (*move.params, *(binder.name for binder in move.binders))
    if words == [EVERYTHING]:
        return []
    if words in ([NAME], [NOTHING]):
        return [f.Telling(move.name, words == [NAME], ())]
    for word in words:
        if word not in params:
            _no_such_parameter(move, word, params, world)
    sets = {choice.name: choice for choice in world.choices.get(move.name, ()) if choice.name}
    shown = (name for name in params if name in words)
    return [f.Telling(move.name, True, tuple(part for name in shown for part in _parts_of(name, sets.get(name))))]


def _parts_of(name: str, choice: SetChoice | None) -> tuple[str, ...]:
    """The parameters of the core that one of a move stands for: those of a set are one for each member."""
    return (name,) if choice is None else tuple(f"{name}.m{number}" for number in range(1, choice.count + 1))


def _no_such_parameter(move: MovePart, word: str, params: tuple[str, ...], world: World) -> NoReturn:
    assert move.shows is not None
    known = (EVERYTHING, NAME, NOTHING, *params)
    help_ = f"write {list_names(known, len(known))}; several parameters with commas between"
    message = f"`{move.name}` cannot show `{word}`"
    world.refuse(name_codes.UNKNOWN_NAME, move.shows.span, message, near_label(near(word, known)), help_)


def veil_drawn(world: World, expressions: Typer) -> None:
    """Veil the draws for a variable that some players do not see: the players who see the variable learn them.

    If the variable's player depends on a local name, nobody learns the draw; those who see the variable see the member arrive.
    Nobody learns what reaches no entry either, since its player is none.
    """
    for drawn, goes in world.drawn.items():
        veil = world.veils.get(goes.field)
        if veil is not None or goes.source in world.veils:
            for owner in goes.kept:
                veil_unless(world, expressions, owner, (), make.FALSE)
        if veil is None:
            continue
        if goes.source_span is not None and goes.source not in world.veils:
            source = goes.source_span.text
            message = f"everybody sees what leaves `{source}`, and so what is dealt"
            help_ = f"hide `{source}` too, as with `seen by: nobody`"
            world.findings.report(move_codes.DEAL_IN_THE_OPEN, goes.source_span, message, help=help_)
        viewer, of = f.Var(VIEWER, world.player), tuple(make.there(i) if isinstance(i.type, Opt) else i for i in goes.of)
        if veil.known:
            params = next(one.params for one in expressions.definitions.made if one.name == veil.known)
            indices = (*of, *(f.Lit(0, type_) for _, type_ in params[1 + len(of) :]))
            known: f.Expr = f.Call(veil.known, (viewer, *indices), BOOL)
        else:  # what a piece carries: known to those who see the piece
            piece = next(world.fields[layer.field] for layer in world.layers.values() if goes.field in layer.attributes)
            indices = of
            seen = f.Call(world.veils[piece.name].seen, (viewer, *of), piece.values)
            known = make.comparison("eq", seen, f.Get(piece.name, of, piece.values))
        arrives = [*map(make.not_none, goes.of), goes.there]
        veil_unless(world, expressions, drawn, (), make.FALSE if free(indices) else make.conj([*arrives, known]))


def veil_steps(world: World, expressions: Typer, schemas: tuple[f.Schema, ...]) -> None:
    """Veil what the position keeps of steps, in a game in which some move does not show everything."""
    handed = {one.field for schema in schemas for pick in schema.then for one in pick.kept}
    viewer = f.Var(VIEWER, world.player)
    movers = f.Compare("eq", viewer, f.Get("mover", (), world.player))
    for field in [*world.fields.values()]:
        if field.name in ("pending", "steps", "again") or field.name in handed:
            test: f.Expr = movers
        elif field.name in ("ply", "actor", "last_mover") or field.role == "last":
            test = make.FALSE
        else:
            continue
        veil_unless(world, expressions, field.name, (), test)
