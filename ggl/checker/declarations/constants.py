"""What a file fixes by name: regions of the board, and constants of each player."""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.constants import constant
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, Refused, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, SetOf, a
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.model.definition import Definition, Text
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
        return f.Lit(make.bits(tuple(c for c, glyph in enumerate(glyphs) if glyph == "x"), cells), cells)
    region = expressions.infer(sites, CONSTANT)
    if isinstance(region.type, Fin):
        region = make.single(region, SetOf(region.type))
    region = expressions.converted_to_set(region, sites.span, "a set of sites")
    if not isinstance(region, f.Lit):
        world.refuse(codes.NOT_CONSTANT, sites.span, "a region never changes, and this does")
    return region


def player_constants(definition: Definition, world: World, expressions: Expressions) -> None:
    players = definition.players
    names = list(dict.fromkeys(name for player in players.values() for name in player.constants))
    for name in names:
        try:
            values: list[f.Expr] = []
            for player in players.values():
                tree = player.constants.get(name)
                if tree is None:
                    world.refuse(
                        board_codes.UNLIKE_PLAYERS,
                        player.span,
                        f"{player.name} has no `{name}`",
                        "",
                        f"give each player a `{name}`",
                    )
                value = expressions.infer(tree, CONSTANT)
                if isinstance(value.type, ListOf) and isinstance(value, f.Lit) and isinstance(value.type.of, Num):
                    value = expressions.converted_to_set(value, tree.span)
                if not isinstance(value, f.Lit):
                    world.refuse(codes.NOT_CONSTANT, tree.span, "a constant of a player never changes, and this does")
                values.append(value)
            _table(expressions, name, values, list(players.values())[-1].span)
        except Refused:
            world.broken.add(f"player.{name}")


def _table(expressions: Expressions, name: str, values: list[f.Expr], span: Span) -> None:
    world = expressions.world
    type_ = values[0].type
    for value in values[1:]:
        both = make.common(type_, value.type)
        if both is None:
            world.refuse(board_codes.UNLIKE_PLAYERS, span, f"the players' `{name}` are {a(type_)} and {a(value.type)}")
        type_ = both
    entries = [expressions.converted(value, type_, value.span or span) for value in values]
    folded = [entry if isinstance(entry, f.Lit) else constant(entry, world, (), span) for entry in entries]
    codes_ = [entry.value for entry in folded if isinstance(entry, f.Lit)]
    world.player_constants[name] = type_
    world.table(f"player.{name}", (world.domain("player"),), type_, lambda p: codes_[p], span)
