"""A place to play: a cell, an edge or a vertex of a board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ggl.topology.tiling import Point

if TYPE_CHECKING:
    from ggl.topology.board import Board

SiteType = Literal["cell", "edge", "vertex"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Site:
    """One site of a board. `repr` and `str` are its name. Sites of equal boards are equal.

    `index` is its position among the board's sites of its type; rim edges follow the inner edges.

    `coordinates`: of a cell, (column, row) from (0, 0) on squares, rhombus, triangle, morris and drawings, axial (q,
    r) around the centre (0, 0) on hexagon and star, its number from 0 on tracks and free graphs. Of an edge, those of
    the two places that it parts, one after the other, the lower cell first; a rim edge's second place holds no cell.
    Of a vertex, column and row of the crossing of lines on squares, with (0, 0) at the southwest of a1, and three
    times its axial place on hexes.

    `point` is where to draw it: x to the east, y to the north, adjacent cells of a tiling 1 apart.
    """

    index: int
    type: SiteType
    name: str
    coordinates: tuple[int, ...]
    point: Point
    board: Board = field(repr=False)

    @property
    def cells(self) -> tuple[Site, ...]:
        """The cells at an edge (two, or one at the rim) or at a vertex, in board order; a cell's own is itself."""
        if self.type == "cell":
            return (self,)
        table = self.board.edge_cells if self.type == "edge" else self.board.vertex_cells
        return tuple(self.board.cells[c] for c in table[self.index])

    @property
    def neighbors(self) -> tuple[Site, ...]:
        """The cells that share an edge with a cell; the vertices joined to a vertex by an edge; the edges that meet an
        edge in a vertex (where there are no vertices: in a cell). In board order, without the site itself.
        """
        board = self.board
        if self.type == "cell":
            return tuple(board.cells[c] for c in board.adjacency[self.index])
        if self.type == "vertex":
            joined = {v for e in board.vertex_edges[self.index] for v in board.edge_ends[e]}
            return tuple(board.vertices[v] for v in sorted(joined - {self.index}))
        if board.vertices:
            met = {e for v in board.edge_ends[self.index] for e in board.vertex_edges[v]}
        else:
            met = {e for c in board.edge_cells[self.index] for e in board.cell_edges[c]}
        return tuple(board.edge_sites[e] for e in sorted(met - {self.index}))

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Site):
            return NotImplemented
        return (
            self.index == other.index
            and self.type == other.type
            and self.name == other.name
            and self.board.shape == other.board.shape
        )

    def __hash__(self) -> int:
        return hash((self.type, self.name))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restored, (self.board, self.type, self.index)


def _restored(board: Board, kind: SiteType, index: int) -> Site:
    return board.sites(kind)[index]
