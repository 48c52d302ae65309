"""The two tilings of the plane, and the names of directions.

Gives: `SQUARE` and `HEX`, each a `Tiling`: directions clockwise from the north with their vectors, corners clockwise,
and the drawing position of a lattice place. Hexes stand on a corner (rows run west to east); a place is axial, `(q,
r)`: `q` grows to the east and `r` to the northeast, so that a row is all places of one `r`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Place = tuple[int, int]
"""A place of a lattice: (column, row) of squares, axial (q, r) of hexes."""

Point = tuple[float, float]
"""A place in a drawing: x to the east, y to the north; adjacent cells of a tiling lie 1 apart."""

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")

OPPOSITE = {name: COMPASS[(index + 4) % 8] for index, name in enumerate(COMPASS)} | {"up": "down", "down": "up"}
"""Each direction's name and that of the way back."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """A tiling of the plane by one kind of cell.

    `orthogonal` are the directions across an edge, clockwise. Corner i of a cell lies between its edges towards
    `orthogonal[i]` and the next; it is the middle of the `corner_scale` places of a triangle or square around it.
    """

    basis: str
    directions: tuple[str, ...]
    vectors: tuple[Place, ...]
    orthogonal: tuple[int, ...]
    diagonal: tuple[int, ...]
    corners: tuple[str, ...]
    corner_scale: int
    east: Point
    up: Point

    def point(self, x: float, y: float) -> Point:
        """The drawing position of a lattice place, which may lie between cells."""
        return x * self.east[0] + y * self.up[0], x * self.east[1] + y * self.up[1]

    def corner(self, place: Place, i: int) -> Place:
        """Corner i of the cell at a place, in lattice units of `1 / corner_scale`."""
        here = self.vectors[self.orthogonal[i]]
        following = self.vectors[self.orthogonal[(i + 1) % len(self.orthogonal)]]
        return (
            self.corner_scale * place[0] + here[0] + following[0],
            self.corner_scale * place[1] + here[1] + following[1],
        )


SQUARE = Tiling(
    basis="square",
    directions=COMPASS,
    vectors=((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    orthogonal=(0, 2, 4, 6),
    diagonal=(1, 3, 5, 7),
    corners=("northeast", "southeast", "southwest", "northwest"),
    corner_scale=2,
    east=(1.0, 0.0),
    up=(0.0, 1.0),
)

# The corners of a hex have names that none of its edges has, so that a name says whether an edge or a vertex is meant.
HEX = Tiling(
    basis="hex",
    directions=("northeast", "east", "southeast", "southwest", "west", "northwest"),
    vectors=((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)),
    orthogonal=(0, 1, 2, 3, 4, 5),
    diagonal=(),
    corners=("eastnortheast", "eastsoutheast", "south", "westsouthwest", "westnorthwest", "north"),
    corner_scale=3,
    east=(1.0, 0.0),
    up=(0.5, sqrt(3) / 2),
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A shape by its name and the places of its cells, and whether it may be turned, and mirrored."""

    name: str
    places: tuple[Place, ...]
    turned: bool = True
    mirrored: bool = True
