"""Turns a move chosen on a board, given by name and arguments as in a message, into a step. Raises `HostError`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ggl.core.types import Num, Type, strip_opt
from ggl.engine.protocol import Step
from ggl.host.errors import HostError
from ggl.host.views import Arg
from ggl.play.arguments import in_order
from ggl.play.game import Game


def step_of(game: Game, move: str, args: Sequence[Arg]) -> Step:
    """The step of a move with its arguments, legal or not."""
    schema = next((each for each in game.checked.core.schemas if each.name == move), None)
    if schema is None:
        raise HostError("unknown", f"the game has no move `{move}`")
    if len(args) != len(schema.params):
        raise HostError("invalid", f"`{move}` has {len(schema.params)} arguments, not {len(args)}")
    codes = []
    for param, arg in zip(schema.params, args, strict=True):
        code = game.values.code(_value(arg, param.type), param.type)
        if code is None:
            raise HostError("unknown", f"`{arg}` is none of the values of `{param.name}`")
        codes.append(code)
    return Step(move, in_order(game.checked, move, codes))


def _value(arg: Arg, type_: Type) -> object:
    """The code of a JSON value. A fraction comes as text."""
    if not isinstance(arg, str) or not isinstance(strip_opt(type_), Num):
        return arg
    try:
        return Fraction(arg)
    except (ValueError, ZeroDivisionError):
        return None
