"""The named constants of a file: regions of the board, and constants of each player."""

from __future__ import annotations

from collections.abc import Container

from ggl.checker import make
from ggl.checker.constants import fixed, settled_value
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, Refused, World
from ggl.core import forms as f
from ggl.core.types import Fin, SetOf, set_code, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.near import nearest
from ggl.model.definition import Definition, Player, Text
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.topology import BadShape


def region(world: World, sites: t.Expr | Text, expressions: Expressions, span: Span) -> f.Expr:
    cells = SetOf(world.fin("cell"))
    if isinstance(sites, Text):
        try:
            glyphs = world.board.read(sites.text.split("\n"))
        except BadShape as error:
            world.refuse(board_codes.BAD_DRAWING, sites.span, str(error))
        other = next((glyph for glyph in glyphs if glyph not in "x."), None)
        if other is not None:
            at = sites.span.start + max(sites.span.text.find(other), 0)
            place = sites.span.source.span(at, at + 1)
            fix = Fix.write(place, "x") if other == "X" else None
            help_ = "draw `x` at each cell of the region, and `.` at the others"
            world.refuse(board_codes.BAD_DRAWING, place, f"`{other}` has no meaning in a region", "", help_, fix=fix)
        return f.Lit(set_code(tuple(c for c, glyph in enumerate(glyphs) if glyph == "x"), cells), cells)
    region = expressions.infer(sites, CONSTANT)
    if isinstance(region.type, Fin):
        region = make.single(region, SetOf(region.type))
    return fixed(expressions, expressions.converted_to_set(region, sites.span, "a set of sites"), sites.span)


def player_constants(definition: Definition, world: World, expressions: Expressions, wanted: Container[str]) -> None:
    """Those constants of players that are `wanted`."""
    players = [definition.players[name] for name in world.players]
    for name, owners in _owners(players).items():
        if name not in wanted:
            continue
        if len(owners) < len(players):
            world.broken.add(f"player.{name}")
            continue
        try:
            values = [settled_value(expressions, player.constants[name]) for player in players]
            _table(expressions, name, values, [player.places[name] for player in players])
        except Refused:
            world.broken.add(f"player.{name}")


def check_owners(definition: Definition, world: World) -> None:
    """Report constants that some players lack."""
    players = [definition.players[name] for name in world.players]
    have = _owners(players)
    _missing(definition, world, {name: owners for name, owners in have.items() if len(owners) < len(players)})


def _owners(players: list[Player]) -> dict[str, list[Player]]:
    """The players that have each constant."""
    names = dict.fromkeys(name for player in players for name in player.constants)
    return {name: [player for player in players if name in player.constants] for name in names}


def _missing(definition: Definition, world: World, have: dict[str, list[Player]]) -> None:
    """Report constants that some players lack: a mistyped name at its place, what a player lacks in one finding."""
    lacked: dict[tuple[str, ...], list[str]] = {}
    meant = _mistyped(have)
    for name, owners in have.items():
        if name in meant:
            for span in (owner.places[name] for owner in owners):
                message, fix = f"no other player has a `{name}`", Fix.write(span, meant[name])
                world.report(board_codes.UNLIKE_PLAYERS, span, message, f"near: `{meant[name]}`", fix=fix)
        elif name not in meant.values():
            lacking = tuple(name for name in world.players if definition.players[name] not in owners)
            lacked.setdefault(lacking, []).append(name)
    told: set[Span] = set()
    for lacking, names in lacked.items():
        span = definition.players[lacking[0]].span
        if span.source is not definition.source or span in told:  # a player of the base, or reported for another constant
            span = have[names[0]][0].places[names[0]]
        told.add(span)
        has = "has" if len(lacking) == 1 else "have"
        message = f"{' and '.join(lacking)} {has} {' and '.join(f'no `{name}`' for name in names)}"
        help_ = f"give each player {' and '.join(f'a `{name}`' for name in names)}"
        world.report(board_codes.UNLIKE_PLAYERS, span, message, help=help_)


def _mistyped(have: dict[str, list[Player]]) -> dict[str, str]:
    """Constants that not all players have, whose owners lack one with a similar name; each with that name.

    Of two, the one that fewer players have is mistyped, or the one that is written later.
    """
    meant: dict[str, str] = {}
    written = list(have)
    for name in sorted(have, key=lambda name: (len(have[name]), -written.index(name))):
        apart = [other for other, owners in have.items() if other not in meant and not any(one in owners for one in have[name])]
        close = nearest(name, apart)
        if close is not None and name not in meant.values():
            meant[name] = close
    return meant


def _table(expressions: Expressions, name: str, values: list[f.Lit], places: list[Span]) -> None:
    world = expressions.world
    type_ = values[0].type
    for value, span in zip(values[1:], places[1:], strict=True):
        both = make.common(type_, value.type)
        if both is None:
            world.refuse(
                board_codes.UNLIKE_PLAYERS, span, f"the players' `{name}` are {singular_of(type_)} and {singular_of(value.type)}"
            )
        type_ = both
    entries = [expressions.converted(value, type_, value.span or span) for value, span in zip(values, places, strict=True)]
    codes_ = [fixed(expressions, entry, span).value for entry, span in zip(entries, places, strict=True)]
    world.player_constants[name] = type_
    world.table(f"player.{name}", (world.domain("player"),), type_, lambda p: codes_[p], places[-1])
