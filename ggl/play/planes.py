"""A position as input of a network: planes over the sites of one type, each with its meaning.

Takes a game; gives for each plane the places of its entries in the vector and the code to compare. A field of things (pieces,
directions, conditions) has a plane of zeros and ones for each value but none; a field of numbers has one plane with the numbers.
The name of a plane is its field and value; with a single layer of pieces, only the piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ggl.checker.world import SITES
from ggl.core.types import Bool, Fin, Num, strip_opt
from ggl.play.errors import ArgumentError, shown
from ggl.play.rules import Rules

if TYPE_CHECKING:
    from ggl.engine.layout import Slot


@dataclass(frozen=True)
class ObservationPlane:
    """The entries at `place` of the vector: whether they are `code`, or, without one, numbers, made `scale` times as small."""

    name: str
    place: slice
    code: int | None
    scale: int = 1


def planes_of(game: Rules, sites: str) -> tuple[ObservationPlane, ...]:
    """The planes over the cells, edges or vertices of the board, field by field as in the layout. Raises `ArgumentError`."""
    if sites not in SITES:
        raise ArgumentError(f"planes are over sites of a type, {', '.join(SITES)}, not {shown(sites)}")
    public = {place.field: name for name, place in game.checked.world.variables.items()}
    layers = [layer.field for layer in game.checked.core.layers if game.layout.slots[layer.field].field.index == (sites,)]
    found: list[ObservationPlane] = []
    for field, slot in game.layout.slots.items():
        if slot.field.index.count(sites) == 1:
            found += _of_field(game, sites, "" if layers == [field] else public.get(field, field), slot)
    return tuple(found)


def _of_field(game: Rules, sites: str, name: str, slot: Slot) -> Iterator[ObservationPlane]:
    axis = slot.field.index.index(sites)
    steps = [1] * len(slot.sizes)
    for number in range(len(slot.sizes) - 2, -1, -1):
        steps[number] = steps[number + 1] * slot.sizes[number + 1]
    others = [range(1) if number == axis else range(size) for number, size in enumerate(slot.sizes)]
    for index in product(*others):
        start = slot.start + sum(i * step for i, step in zip(index, steps, strict=True))
        place = slice(start, start + (slot.sizes[axis] - 1) * steps[axis] + 1, steps[axis])
        of = [game.checked.players[i] if domain == "player" else str(i)
              for i, domain in zip(index, slot.field.index, strict=True) if domain != sites]  # fmt: skip
        label = " ".join([name, *of]).strip()
        match strip_opt(slot.field.values):
            case Bool():
                yield ObservationPlane(label, place, 1)
            case Fin(domain=domain) as type_:
                for code in range(domain.size):
                    yield ObservationPlane(f"{label} {game.values.text(code, type_)}".strip(), place, code)
            case Num(scale=scale):
                yield ObservationPlane(label, place, None, scale)
