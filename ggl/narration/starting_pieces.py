"""The pieces on the board when a game begins: the number of each kind for each side.

Takes a checked game; the interpreter makes the set-up, as in play.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ggl.checker.game import CheckedGame
from ggl.core import forms as f
from ggl.core.walk import uses
from ggl.engine.protocol import Position
from ggl.errors import GglError
from ggl.interpreter.interpreter import Interpreter


def standing(checked: CheckedGame) -> dict[int, tuple[str | None, str]]:
    """The owner and kind of the piece on each cell that has one; nothing where a picture of the board would not show all."""
    found: dict[int, tuple[str | None, str]] = {}
    if not (total := count_starting_pieces(checked).total()):
        return found
    interpreter, position = first_position(checked)
    vector, slots = position.vector, interpreter.layout.slots
    for layer in checked.core.layers:
        here = vector[slots[layer.field].start : slots[layer.field].stop]
        for place, (kind, owner) in (
            (place, checked.pieces[code]) for place, code in enumerate(here) if code < len(checked.pieces)
        ):
            if checked.world.kinds[kind].site == "cell":
                found[place] = (None if owner is None else checked.players[owner], kind)
    return found if total == len(found) else {}


def count_starting_pieces(checked: CheckedGame) -> Counter[tuple[str | None, str]]:
    """The pieces by owner and kind; none if the set-up contains chance."""
    found: Counter[tuple[str | None, str]] = Counter()
    if uses(checked.core.setup, f.Roll):
        return found
    try:
        interpreter, position = first_position(checked)
    except GglError:  # a set-up that takes too long is described without numbers
        return found
    vector, slots = position.vector, interpreter.layout.slots
    for layer in checked.core.layers:
        here = vector[slots[layer.field].start : slots[layer.field].stop]
        below = checked.world.below_field(layer)
        counts = checked.world.count_field(layer) if below is None else None
        if below is not None:
            here = (*here, *vector[slots[below.name].start : slots[below.name].stop])
        many = vector[slots[counts.name].start : slots[counts.name].stop] if counts is not None else [1] * len(here)
        for code, count in zip(here, many, strict=True):
            if code < len(checked.pieces):
                kind, owner = checked.pieces[code]
                found[None if owner is None else checked.players[owner], kind] += count
    return found


@lru_cache(maxsize=1)
def first_position(checked: CheckedGame) -> tuple[Interpreter, Position]:
    """Found once, since the set-up and the first legal move may be much work. Raises what the set-up raises."""
    interpreter = Interpreter(checked.core)
    return interpreter, interpreter.start()
