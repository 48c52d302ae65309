"""Tiles, laid by hand: so many cells east and so many up, for each way to turn east and to choose which side is up."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.model.definition import TilePart
from ggl.topology import Site
from tests.meaning.geometry import WAYS, Geometry

Lying = tuple[Site, ...]

CLOCKWISE = {
    "square": ("north", "east", "south", "west"),
    "hex": ("northeast", "east", "southeast", "southwest", "west", "northwest"),
}


def drawn(part: TilePart, basis: str) -> list[tuple[int, int]]:
    """For each cell of a drawing how far it is east of the first of the lowest row, and how many rows up."""
    rows = [line for line in part.drawing.text.split("\n") if line.replace("_", "").strip()]
    marks = [(x, y) for y, line in enumerate(reversed(rows)) for x, glyph in enumerate(line) if glyph not in "_ "]
    every = [(x, y) for y, line in enumerate(reversed(rows)) for x, glyph in enumerate(line) if glyph != " "]
    start = min(x for x, y in marks if y == 0)
    if basis == "hex":  # a row up is half a cell east
        return [((x - start - y) // 2, y) for x, y in marks]
    apart = 2 if len({x % 2 for x, _ in every}) == 1 else 1
    return [((x - start) // apart, y) for x, y in marks]


def ways(part: TilePart, basis: str) -> Iterator[tuple[str, str]]:
    """What east becomes, and what the way up becomes: the next direction to the left, mirrored the next to the right."""
    around = CLOCKWISE[basis]
    for at, east in enumerate(around):
        turns = (at - around.index("east")) % len(around), (at - around.index("west")) % len(around)
        if part.turned or turns[0] == 0:
            yield east, around[at - 1]
        if part.mirrored and (part.turned or turns[1] == 0):
            yield east, around[(at + 1) % len(around)]


def lying(part: TilePart, geometry: Geometry) -> list[Lying]:
    """The cells on which a tile may lie, each set once, in board order."""
    board = geometry.board
    found = set()
    for east, up in ways(part, board.basis):
        for start in board.cells:
            cells = {_there(geometry, start, (east, x), (up, y)) for x, y in drawn(part, board.basis)}
            if None not in cells and len(cells) == len(drawn(part, board.basis)):
                found.add(tuple(sorted((cell for cell in cells if cell is not None), key=lambda cell: cell.index)))
    return sorted(found, key=lambda cells: [cell.index for cell in cells])


def _there(geometry: Geometry, start: Site, east: tuple[str, int], up: tuple[str, int]) -> Site | None:
    vectors = WAYS[geometry.board.basis]
    if geometry.torus:
        at: Site | None = start
        for way, count in (east, up):
            for _ in range(count % len(geometry.board.cells)):
                at = geometry.step(at, way) if at is not None else None
        return at
    x, y = start.point
    for way, count in (east, up):
        x, y = x + count * vectors[way][0], y + count * vectors[way][1]
    return geometry.lattice.get(geometry._place(x, y))


def alike(one: frozenset[Site], other: frozenset[Site], geometry: Geometry) -> bool:
    """Whether some way of turning lays one set over the other, wherever its cells come to lie."""
    if len(one) != len(other):
        return False
    if not one:
        return True
    basis = geometry.board.basis
    around, vectors = CLOCKWISE[basis], WAYS[basis]
    places = {(round(1000 * c.point[0]), round(1000 * c.point[1])) for c in other}
    least = min(places)
    wanted = {(x - least[0], y - least[1]) for x, y in places}
    e, n = vectors["east"], vectors["northeast" if basis == "hex" else "north"]
    for at in range(len(around)):
        for side in (1, -1):
            u, v = vectors[around[at]], vectors[around[(at - side) % len(around)]]
            turned = []
            for c in one:
                x, y = c.point
                up = y / n[1]
                right = (x - up * n[0]) / e[0]
                turned.append((right * u[0] + up * v[0], right * u[1] + up * v[1]))
            first = min((round(1000 * x), round(1000 * y)) for x, y in turned)
            moved = {(round(1000 * x) - first[0], round(1000 * y) - first[1]) for x, y in turned}
            if all(any(abs(x - a) < 9 and abs(y - b) < 9 for a, b in wanted) for x, y in moved):
                return True
    return False
