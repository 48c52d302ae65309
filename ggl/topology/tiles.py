"""Tiles: shapes of several cells, as they may lie on a board: turned, mirrored, each way once.

Takes the cells of a shape as places of the board's tiling, and a plan. Gives the placements of a tile on the plan, and the turns
and mirrors of a tiling, by which two sets of cells are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from ggl.topology.errors import PLACEMENT_LIMIT, BadShape, afford
from ggl.topology.plan import BoardPlan
from ggl.topology.tiling import Place, Tile

Symmetry = Callable[[Place], Place]


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile, by its number, as it lies on these cells, in board order."""

    tile: int
    cells: tuple[int, ...]


def symmetries(plan: BoardPlan, *, turned: bool = True, mirrored: bool = True) -> tuple[Symmetry, ...]:
    """The turns of the board's tiling, without the mirrors and with them; the first leaves everything in its place."""
    if plan.tiling is None:
        raise BadShape(f"tiles cannot be turned on {plan.shape}, only on squares and hexes")
    once, flip, times = (_hex_turn, _hex_flip, 6) if plan.basis == "hex" else (_square_turn, _square_flip, 4)
    turns = [_repeated(once, count) for count in range(times if turned else 1)]
    return (*turns, *(_mirrored(flip, turn) for turn in turns if mirrored))


def _square_turn(place: Place) -> Place:
    return place[1], -place[0]


def _square_flip(place: Place) -> Place:
    return -place[0], place[1]


def _hex_turn(place: Place) -> Place:
    return -place[1], place[0] + place[1]


def _hex_flip(place: Place) -> Place:
    return -place[0] - place[1], place[1]


def _repeated(once: Symmetry, count: int) -> Symmetry:
    def turn(place: Place) -> Place:
        for _ in range(count):
            place = once(place)
        return place

    return turn


def _mirrored(flip: Symmetry, turn: Symmetry) -> Symmetry:
    return lambda place: turn(flip(place))


def orientations(plan: BoardPlan, tile: Tile) -> tuple[tuple[Place, ...], ...]:
    """The different ways in which a tile may lie, each with its first place in board order at (0, 0)."""
    found: dict[tuple[Place, ...], None] = {}
    for symmetry in symmetries(plan, turned=tile.turned, mirrored=tile.mirrored):
        moved = sorted(map(symmetry, tile.places), key=lambda place: (place[1], place[0]))
        left, low = moved[0]
        found.setdefault(tuple((x - left, y - low) for x, y in moved))
    return tuple(found)


def placements(plan: BoardPlan) -> tuple[Placement, ...]:
    """The placements of all tiles, tile by tile, in the order of their cells. May raise `BadShape` and `BoardTooLarge`."""
    ways = [orientations(plan, tile) for tile in plan.tiles]
    afford(len(plan.names) * sum(map(len, ways)), PLACEMENT_LIMIT, "placements of tiles")
    at = {(place[0], place[1]): cell for cell, place in enumerate(plan.coordinates)}
    found: dict[tuple[int, ...], int] = {}
    for number, tile in enumerate(plan.tiles):
        lying = sorted({cells for way in ways[number] for cells in _anywhere(plan, at, way)})
        if not lying:
            raise BadShape(f"the tile `{tile.name}` does not fit anywhere on {plan.shape}", number)
        for cells in lying:
            if cells in found:
                other = plan.tiles[found[cells]].name
                raise BadShape(f"the tile `{tile.name}` has the same shape as `{other}`", number)
            found[cells] = number
    return tuple(Placement(number, cells) for cells, number in found.items())


def _anywhere(plan: BoardPlan, at: Mapping[Place, int], way: Collection[Place]) -> Iterator[tuple[int, ...]]:
    """The cells on which a tile lies, with each cell of the board as its first."""
    wide, high = plan.wrap or (0, 0)
    for left, low in at:
        moved = [(left + x, low + y) for x, y in way]
        cells = [at.get((x % wide, y % high), -1) for x, y in moved] if plan.wrap else [at.get(place, -1) for place in moved]
        if -1 not in cells and len(set(cells)) == len(cells):
            cells.sort()
            yield tuple(cells)


def stretched(plan: BoardPlan, number: int) -> tuple[int, ...]:
    """A number for each cell after one of the symmetries: sets are a move apart if their numbers are, all by as much.

    Rows are so far apart that no move within a row comes near another.
    """
    if plan.wrap is not None:
        raise BadShape(f"{plan.shape} closes on itself, so sets of cells have no shape there")
    all_ = symmetries(plan)
    moved = [all_[number]((place[0], place[1])) for place in plan.coordinates]
    width = 2 * (max(x for x, _ in moved) - min(x for x, _ in moved)) + 1
    low = min(y * width + x for x, y in moved)
    return tuple(y * width + x - low for x, y in moved)
