"""The contents of a position by name: the values of variables, and the pieces on a site in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from ggl.core.types import Fin
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near_or
from ggl.play.errors import NotationError, UnknownFieldError
from ggl.play.rules import Rules
from ggl.play.values import Value
from ggl.topology import Site


def variable_value(game: Rules, vector: Sequence[int], name: str) -> Value:
    """The value of a state variable, as `State.__getitem__` has it. Raises `UnknownFieldError`."""
    variables, slots = game.checked.world.variables, game.layout.slots
    properties = {field for layer in game.checked.core.layers for field in layer.attributes}
    own = {
        variable: place.field for variable, place in variables.items() if place.field not in properties or variable not in slots
    }
    slot = slots.get(own.get(name, name))
    if slot is None:
        known = list(dict.fromkeys([*own, *(field for field in slots if "." not in field)]))
        hint = near_or(name, known, f"there are {', '.join(known)}")
        raise UnknownFieldError(f"a state of {game.name} has no variable `{escape(name[:60])}`; {hint}")
    codes = vector[slot.start : slot.stop]
    place = variables.get(name)
    if place is not None and place.bag is not None:
        return game.values.members(place.bag, codes)
    if place is not None and place.is_set and place.owners:
        return tuple(map(frozenset, game.values.sets(place.index[-1], codes)))
    values = tuple(game.values.value(code, slot.field.values) for code in codes)
    return values if slot.field.index else values[0]


def pieces_on(game: Rules, entry: Callable[..., int], name: str | Site) -> str | None:
    """The pieces on a site, as `State.piece_at` has them; `entry` reads a field. Raises `NotationError`."""
    site = game.board.find(str(name))
    if site is None or (isinstance(name, Site) and site != name):
        raise NotationError(f"`{escape(str(name)[:60])}` is not a site of this board, {game.board!r}")
    world, piece = game.checked.world, Fin(game.checked.world.domain("piece"))
    standing = []
    for layer in world.layers_on(site.type):
        top, counted, below = entry(layer.field, site.index), world.count_field(layer), world.below_field(layer)
        if top < len(game.checked.pieces):
            count = entry(counted.name, site.index) if counted is not None else 1
            runs = [(count, top)]
            if below is not None:
                levels = [entry(below.name, site.index, level) for level in range(count - 1)]
                runs = [(len(list(same)), code) for code, same in groupby([*levels, top])]
            texts = ((number, game.values.text(code, piece)) for number, code in runs)
            standing.append(" under ".join(f"{number} {text}" if number > 1 else text for number, text in texts))
    return " and ".join(standing) or None
