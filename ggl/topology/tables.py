"""What a board is, as plain tables over site indices.

Takes a plan. Gives `Tables`: sites, directions, steps and incidence; each is computed when first asked for, once.
`Board` adds the questions that have arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, cast

from ggl.topology.incidence import Incidence, Part, incidence
from ggl.topology.plan import Plan
from ggl.topology.site import Site, SiteType
from ggl.topology.tiling import OPPOSITE

if TYPE_CHECKING:
    from ggl.topology.board import Board


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """A board's tables. Directions are indices into `directions`, sites indices into the sites of their type."""

    plan: Plan

    def __repr__(self) -> str:
        return self.shape

    def __reduce__(self) -> tuple[type[Self], tuple[Plan]]:
        return type(self), (self.plan,)

    # ----------------------------------------------------------------------------------------------------------- whole

    @cached_property
    def shape(self) -> str:
        """The canonical text of the shape, such as `square(8)`."""
        return self.plan.shape

    @property
    def basis(self) -> str:
        """`square`, `hex`, `track` or `graph`."""
        return self.plan.basis

    @property
    def wraps(self) -> bool:
        """Whether the board closes on itself (a torus)."""
        return self.plan.wrap is not None

    @property
    def columns(self) -> int:
        return self.plan.columns

    @property
    def rows(self) -> int:
        return self.plan.rows

    # ----------------------------------------------------------------------------------------------------------- sites

    @cached_property
    def cells(self) -> tuple[Site, ...]:
        plan = self.plan
        board = cast("Board", self)
        return tuple(Site(c, "cell", name, plan.coordinates[c], plan.points[c], board) for c, name in enumerate(plan.names))

    @cached_property
    def edge_sites(self) -> tuple[Site, ...]:
        """All edges: the inner ones, then the rim."""
        return self._sites("edge", self._incidence.edges)

    @cached_property
    def edges(self) -> tuple[Site, ...]:
        """The inner edges, each between two cells."""
        return self.edge_sites[: self._incidence.inner]

    @cached_property
    def rim(self) -> tuple[Site, ...]:
        """The rim edges, each at one cell; their indices go on after those of the inner edges."""
        return self.edge_sites[self._incidence.inner :]

    @cached_property
    def vertices(self) -> tuple[Site, ...]:
        return self._sites("vertex", self._incidence.vertices)

    def _sites(self, kind: SiteType, parts: tuple[Part, ...]) -> tuple[Site, ...]:
        board, renamed = cast("Board", self), self.plan.renamed
        own = {index: name for type_, index, name in renamed.others if type_ == kind} if renamed is not None else {}
        return tuple(Site(i, kind, own.get(i, part.name), part.coordinates, part.point, board) for i, part in enumerate(parts))

    @cached_property
    def index_at(self) -> dict[tuple[int, ...], int]:
        """The cell of given coordinates."""
        return {place: c for c, place in enumerate(self.plan.coordinates)}

    @cached_property
    def _incidence(self) -> Incidence:
        return incidence(self.plan)

    # ------------------------------------------------------------------------------------------------------ directions

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the directions, clockwise from the north (a track: up, down)."""
        return self.plan.directions

    @property
    def orthogonal(self) -> tuple[int, ...]:
        """The directions across an edge."""
        return self.plan.orthogonal

    @property
    def diagonal(self) -> tuple[int, ...]:
        """The directions across a corner; there are none on hexes."""
        return self.plan.diagonal

    @cached_property
    def compass(self) -> tuple[int, ...]:
        """All directions."""
        return tuple(range(len(self.directions)))

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """For each direction, the way back."""
        return tuple(self.directions.index(OPPOSITE[name]) for name in self.directions)

    @property
    def step(self) -> tuple[tuple[int, ...], ...]:
        """`step[d][c]` is the cell next to c in direction d, or -1."""
        return self.plan.step

    # ------------------------------------------------------------------------------------------------ rows and columns

    @cached_property
    def row(self) -> tuple[int, ...]:
        """The row of each cell, from 1, as in its name."""
        return tuple(row for _, row in self.plan.numbers)

    @cached_property
    def column(self) -> tuple[int, ...]:
        """The column of each cell, from 1."""
        return tuple(column for column, _ in self.plan.numbers)

    @property
    def sides(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The sides of the outline, clockwise from the north: name and cells, corners included."""
        return self.plan.sides

    @property
    def corners(self) -> tuple[int, ...]:
        """The cells in which two sides meet; the tips of a star."""
        return self.plan.corners

    # ------------------------------------------------------------------------------------------------------- incidence

    @cached_property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        """The cells that share an edge with each cell, in board order."""
        lists: list[list[int]] = [[] for _ in self.plan.names]
        for a, b in self.plan.links:
            lists[a].append(b)
            lists[b].append(a)
        return tuple(tuple(sorted(cells)) for cells in lists)

    @cached_property
    def edge_cells(self) -> tuple[tuple[int, ...], ...]:
        """The two cells of each inner edge, the one of each rim edge."""
        return tuple(part.cells for part in self._incidence.edges)

    @cached_property
    def edge_ends(self) -> tuple[tuple[int, ...], ...]:
        """The two vertices of each edge; none where the board has no vertices."""
        return tuple(part.ends for part in self._incidence.edges)

    @cached_property
    def vertex_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells around each vertex."""
        return tuple(part.cells for part in self._incidence.vertices)

    @cached_property
    def vertex_edges(self) -> tuple[tuple[int, ...], ...]:
        """The inner and rim edges that end in each vertex."""
        lists: list[list[int]] = [[] for _ in self._incidence.vertices]
        for edge, ends in enumerate(self.edge_ends):
            for vertex in ends:
                lists[vertex].append(edge)
        return tuple(tuple(edges) for edges in lists)

    @cached_property
    def cell_edges(self) -> tuple[tuple[int, ...], ...]:
        """The inner and rim edges of each cell, in board order."""
        return tuple(tuple(sorted(edges)) for edges in self._incidence.edges_around)

    @cached_property
    def cell_vertices(self) -> tuple[tuple[int, ...], ...]:
        """The corners of each cell, in board order."""
        return tuple(tuple(sorted(vertices)) for vertices in self._incidence.vertices_around)
