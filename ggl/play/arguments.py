"""The arguments of a move as people know them: a set that a move chooses is one argument, but several parameters of the core.

Takes a checked game; returns for each schema its arguments in order, and the codes of a step for an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from ggl.checker.game import CheckedGame
from ggl.core import forms as f
from ggl.core.types import Type
from ggl.frozen import frozen


@frozen
class Argument:
    """`places` has the indices of its parameters; `type` is the type of one member."""

    name: str
    type: Type
    places: range
    is_set: bool = False
    least: int = 1
    """The fewest members of a set; its places bound the most."""

    is_divided: bool = False
    """Whether it is a set of so many members that what follows could be one more: its end has to be written."""

    def codes(self, args: Sequence[int]) -> tuple[int, ...]:
        """The codes of its members in order, or the one code of an argument that is not a set."""
        return tuple(dict.fromkeys(args[at] for at in self.places))


def arguments_by_schema(game: CheckedGame) -> Mapping[str, tuple[Argument, ...]]:
    """By the names of the schemas."""
    return {schema.name: tuple(_divided([*_arguments(schema, game)])) for schema in game.core.schemas}


def _divided(arguments: list[Argument]) -> Iterable[Argument]:
    for one, following in zip_longest(arguments, arguments[1:]):
        ends = one.least < len(one.places) and following is not None and following.type == one.type
        yield replace(one, is_divided=ends)


def _arguments(schema: f.Schema, game: CheckedGame) -> Iterable[Argument]:
    sets = {choice.first: choice for choice in game.world.choices.get(schema.name, ()) if choice.name}
    place = 0
    while place < len(schema.params):
        choice, param = sets.get(place), schema.params[place]
        places = range(place, place + 1) if choice is None else choice.places
        yield (
            Argument(param.name, param.type, places)
            if choice is None
            else Argument(choice.name, param.type, places, is_set=True, least=choice.least)
        )
        place = places.stop


def without_order(game: CheckedGame, schema: str) -> tuple[range, ...]:
    """The places of parameters that stand for each other, choice by choice."""
    return tuple(choice.places for choice in game.world.choices.get(schema, ()))


def canonical_codes(game: CheckedGame, schema: str, args: Sequence[int]) -> tuple[int, ...]:
    """The codes as a step has them, given in any order: a set of fewer members repeats its last."""
    found = list(args)
    for places in without_order(game, schema):
        codes = sorted({found[at] for at in places if at < len(found)})
        for at, number in zip(places, range(len(places)), strict=True):
            if at < len(found):
                found[at] = codes[min(number, len(codes) - 1)]
    return tuple(found)
