"""Turns a move chosen on a board, given by name and arguments as in a message, into a step. Raises `HostError`.

A placement of a tile is chosen by its cells, in any order: a message has as many of them as the largest tile covers, the last
one repeated.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.core.types import Num, Type, strip_opt
from ggl.engine.protocol import Step
from ggl.host.errors import HostError
from ggl.host.views import Arg
from ggl.play.arguments import canonical_codes
from ggl.play.game import Game
from ggl.play.typed_words import exact_number


def step_of(game: Game, move: str, args: Sequence[Arg]) -> Step:
    """The step of a move with its arguments, legal or not."""
    schema = next((each for each in game.checked.core.schemas if each.name == move), None)
    if schema is None:
        raise HostError("unknown", f"the game has no move `{move}`")
    count = sum(max(1, game.values.most_covered(param.type)) for param in schema.params)
    if len(args) != count:
        raise HostError("invalid", f"`{move}` has {count} arguments, not {len(args)}")
    codes, rest = [], list(args)
    for param in schema.params:
        many = max(1, game.values.most_covered(param.type))
        given, rest = rest[:many], rest[many:]
        arg = given[0] if many == 1 else "-".join(map(str, dict.fromkeys(given)))
        code = game.values.code(_value(arg, param.type), param.type)
        if code is None:
            raise HostError("unknown", f"`{arg}` is not a value of `{param.name}`")
        codes.append(code)
    return Step(move, canonical_codes(game.checked, move, codes))


def _value(arg: Arg, type_: Type) -> object:
    """The code of a JSON value. Fractions are text."""
    if not isinstance(arg, str) or not isinstance(strip_opt(type_), Num):
        return arg
    return exact_number(arg)
