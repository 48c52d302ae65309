"""The entries of a position by names, as an author writes them: `chips` of `Bob`, `Bob.chips`, `hand(Bob, skull)`, `last.c`.

Takes a game and a place of the vector. Names that the core gives its fields are not shown.
"""

from __future__ import annotations

from ggl.core.types import Fin
from ggl.engine.layout import Slot
from ggl.play.rules import Rules


def slot_at(game: Rules, place: int) -> Slot:
    return next(slot for slot in game.layout.slots.values() if slot.start <= place < slot.stop)


def written_field(game: Rules, field: str) -> str:
    """The author's name of a field."""
    own = (name for name, place in game.checked.world.variables.items() if place.field == field)
    kept = game.layout.slots[field].field
    ours = f"last.{kept.of}" if kept.role == "last" else "last.mover" if field == "last_mover" else field
    return next(own, ours)


def indices(game: Rules, place: int) -> list[str]:
    """The index of an entry in its field: players, sites, members and so on."""
    slot, found = slot_at(game, place), []
    rest = place - slot.start
    for domain, size in zip(reversed(slot.field.index), reversed(slot.sizes), strict=True):
        rest, at = divmod(rest, size)
        found.append(element_text(game, domain, at))
    return found[::-1]


def element_text(game: Rules, domain: str, code: int) -> str:
    found = next((one for one in game.checked.core.domains if one.name == domain), None)
    try:
        return game.values.text(code, Fin(found)) if found is not None else str(code)
    except (KeyError, IndexError):
        return str(code)


def written_entry(game: Rules, place: int) -> str:
    """An entry in the words of an expression; of a set or a bag all of it, for nobody knows a part."""
    slot = slot_at(game, place)
    name, index = written_field(game, slot.field.name), indices(game, place)
    if name == "supply":
        return f"hand({', '.join(index)})"
    variable = game.checked.world.variables.get(name)
    if variable is not None:
        index = index[: len(variable.owners)]
    return ".".join([*index, name])
