"""A board's plan: its cells and their connections, as plain numbers.

Takes places of a tiling, or named cells and links. Gives a `BoardPlan`, from which a `Board` computes everything else. All
indices are positions in board order: cells by row, then by column; the cells of a free graph as they were first named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ggl.topology.errors import BadShape
from ggl.topology.tiling import COMPASS, OPPOSITE, Place, Point, Tile, Tiling
from ggl.topology.tracks import Track

Side = tuple[str, tuple[int, ...]]
SideRule = tuple[str, Callable[[int, int], bool]]
"""A side's name, and which places lie on it."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The names that a plan has by labels: its plain names, and the labels of columns, rows, cells and single sites."""

    plain: tuple[str, ...]
    columns: tuple[str, ...] = ()
    """From the left; empty where columns are called by letters."""
    rows: tuple[str, ...] = ()
    """From below; empty where rows are called by numbers."""
    each: bool = False
    """Whether cells have individual names, not by column and row."""
    own: frozenset[str] = frozenset()
    """The labels of single sites."""
    lines: tuple[str, ...] = ()
    """The names of all cells by column and row, which are understood as well, where single sites have labels."""
    others: tuple[tuple[str, int, str], ...] = ()
    """Type, index and label of the edges and vertices among them."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """All that a board is made from. `links` are the pairs of cells that share an edge, in the order of the edges."""

    outline: str
    basis: str
    tiling: Tiling | None
    wrap: Place | None
    directions: tuple[str, ...]
    orthogonal: tuple[int, ...]
    diagonal: tuple[int, ...]
    names: tuple[str, ...]
    coordinates: tuple[tuple[int, ...], ...]
    points: tuple[Point, ...]
    numbers: tuple[Place, ...]
    """Column and row of each cell, from 1."""
    columns: int
    rows: int
    step: tuple[tuple[int, ...], ...]
    links: tuple[tuple[int, int], ...]
    sides: tuple[Side, ...]
    corners: tuple[int, ...]
    removed: tuple[tuple[int, int, str], ...] = field(default=())
    """Row, column and name of each cell that was cut out."""
    renamed: Renamed | None = None
    """The names of sites where labels are given; `names` are the labels then."""
    joined: tuple[tuple[int, int], ...] = ()
    """The cells of each link, the lower first; links join cells at any distance, and make no neighbors."""

    tracks: tuple[Track, ...] = ()
    """The circuits that a file declares."""

    tiles: tuple[Tile, ...] = ()
    """The shapes that a file declares."""

    @property
    def plain(self) -> BoardPlan:
        """The plan with the names that cells have without labels."""
        return self if self.renamed is None else replace(self, names=self.renamed.plain, renamed=None)

    def column_label(self, column: int) -> str:
        """The name of a column, counted from 1."""
        return self.renamed.columns[column - 1] if self.renamed is not None and self.renamed.columns else letters(column - 1)

    def row_label(self, row: int) -> str:
        """The name of a row, counted from 1."""
        return self.renamed.rows[row - 1] if self.renamed is not None and self.renamed.rows else str(row)

    @property
    def shape(self) -> str:
        """The canonical text of the shape, such as `square(8)` or `square(8) without a1, h8`."""
        cut = ", ".join(name for _, _, name in self.removed)
        return f"{self.outline} without {cut}" if cut else self.outline

    def without(self, cut: Collection[int]) -> BoardPlan:
        """The plan with these cells cut out; the other cells keep their names, coordinates, rows and columns."""
        kept = [c for c in range(len(self.names)) if c not in cut]
        if not kept:
            raise BadShape(f"all cells of {self.outline} are cut out, but a board needs at least one")
        index = {old: new for new, old in enumerate(kept)} | {-1: -1}
        removed = [(self.numbers[c][1], self.numbers[c][0], self.names[c]) for c in cut]
        return replace(
            self,
            names=tuple(self.names[c] for c in kept),
            coordinates=tuple(self.coordinates[c] for c in kept),
            points=tuple(self.points[c] for c in kept),
            numbers=tuple(self.numbers[c] for c in kept),
            step=tuple(tuple(index.get(row[c], -1) for c in kept) for row in self.step),
            links=tuple((index[a], index[b]) for a, b in self.links if a in index and b in index),
            sides=tuple((name, tuple(index[c] for c in cells if c in index)) for name, cells in self.sides),
            corners=tuple(index[c] for c in self.corners if c in index),
            removed=tuple(sorted([*self.removed, *removed])),
            renamed=self.renamed and replace(self.renamed, plain=tuple(self.renamed.plain[c] for c in kept), lines=(), others=()),
        )


def letters(column: int) -> str:
    """The name of a column counted from 0: a to z, then aa, ab and so on."""
    text = ""
    while column >= 0:
        text = chr(ord("a") + column % 26) + text
        column = column // 26 - 1
    return text


def meeting(sides: Sequence[Side]) -> tuple[int, ...]:
    """The corners of an outline: the cells that two sides next to each other have in common."""
    around = [set(cells) for _, cells in sides]
    return tuple(sorted(set().union(*(a & b for a, b in pairwise([*around, *around[:1]]))))) if len(around) > 1 else ()


def tiled(
    outline: str,
    tiling: Tiling,
    places: Iterable[Place],
    *,
    origin: Place = (0, 0),
    wrap: Place | None = None,
    sides: Sequence[SideRule] = (),
    corners: Callable[[int, int], bool] | None = None,
) -> BoardPlan:
    """The plan of the cells at some places of a tiling. `origin` is the place of column a, row 1, cell or not."""
    cells = sorted(places, key=lambda place: (place[1], place[0]))
    index = {place: c for c, place in enumerate(cells)}

    def beside(x: int, y: int) -> int:
        return index.get((x % wrap[0], y % wrap[1]) if wrap else (x, y), -1)

    step = tuple(tuple(beside(x + dx, y + dy) for x, y in cells) for dx, dy in tiling.vectors)
    numbers = tuple((x - origin[0] + 1, y - origin[1] + 1) for x, y in cells)
    on_side = tuple((name, tuple(c for c, place in enumerate(cells) if rule(*place))) for name, rule in sides)
    return BoardPlan(
        outline=outline,
        basis=tiling.basis,
        tiling=tiling,
        wrap=wrap,
        directions=tiling.directions,
        orthogonal=tiling.orthogonal,
        diagonal=tiling.diagonal,
        names=tuple(f"{letters(column - 1)}{row}" for column, row in numbers),
        coordinates=tuple(cells),
        points=tuple(tiling.point(x, y) for x, y in cells),
        numbers=numbers,
        columns=max(column for column, _ in numbers),
        rows=max(row for _, row in numbers),
        step=step,
        links=tuple((c, step[d][c]) for c in range(len(cells)) for d in tiling.orthogonal if step[d][c] > c),
        sides=on_side,
        corners=tuple(c for c, place in enumerate(cells) if corners(*place)) if corners else meeting(on_side),
    )


def linked_plan(
    outline: str,
    basis: str,
    names: Sequence[str],
    links: Iterable[tuple[int, int]],
    *,
    coordinates: Sequence[tuple[int, ...]],
    points: Sequence[Point],
    numbers: Sequence[Place],
    directions: Sequence[str] = (),
    headings: Iterable[tuple[int, int, str]] = (),
    sides: Sequence[Side] = (),
) -> BoardPlan:
    """The plan of named cells and the links between them. A heading says which way a step leads, hence also back."""
    step = [[-1] * len(names) for _ in directions]
    for a, b, name in headings:
        for c, to, way in ((a, b, name), (b, a, OPPOSITE[name])):
            row = step[directions.index(way)]
            if row[c] not in (-1, to):
                raise BadShape(f"{way} of {names[c]} are both {names[row[c]]} and {names[to]}: give one of them")
            row[c] = to
    slanted = tuple(d for d, name in enumerate(directions) if name in COMPASS[1::2])
    return BoardPlan(
        outline=outline,
        basis=basis,
        tiling=None,
        wrap=None,
        directions=tuple(directions),
        orthogonal=tuple(d for d in range(len(directions)) if d not in slanted),
        diagonal=slanted,
        names=tuple(names),
        coordinates=tuple(coordinates),
        points=tuple(points),
        numbers=tuple(numbers),
        columns=max(column for column, _ in numbers),
        rows=max(row for _, row in numbers),
        step=tuple(tuple(row) for row in step),
        links=tuple(sorted({(min(a, b), max(a, b)) for a, b in links})),
        sides=tuple(sides),
        corners=meeting(sides),
    )
