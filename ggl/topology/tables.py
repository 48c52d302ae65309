"""A board as plain tables over site indices.

Takes a plan. Gives `Tables`: sites, directions, steps and incidence; each is computed once, on first use.
`Board` adds the questions that have arguments. A `Site` reads the tables that it came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Self

from ggl.topology.incidence import Incidence, Incident, incidence
from ggl.topology.links import crossings
from ggl.topology.plan import BoardPlan
from ggl.topology.tiling import OPPOSITE, Point

SiteType = Literal["cell", "edge", "vertex", "link"]
LINES = ("edge", "link")
"""The types that are drawn as lines."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Site:
    """One site of a board. `repr` and `str` are its name. Sites of equal boards are equal.

    `index` is its position among the board's sites of its type; rim edges follow the inner edges.

    `coordinates`: of a cell, (column, row) from (0, 0) on squares, rhombus, triangle, morris and drawings, axial (q,
    r) around the centre (0, 0) on hexagon and star, its number from 0 on tracks and free graphs. Of an edge, those of
    the two places that it parts, one after the other, the lower cell first; a rim edge's second place holds no cell.
    Of a link, those of its two cells, the lower first. Of a vertex, column and row of the crossing of lines on
    squares, with (0, 0) at the southwest of a1, and three times its axial place on hexes.

    `point` is where to draw it: x to the east, y to the north, adjacent cells of a tiling 1 apart.
    """

    index: int
    type: SiteType
    name: str
    coordinates: tuple[int, ...]
    point: Point
    board: Tables = field(repr=False)

    @property
    def cells(self) -> tuple[Site, ...]:
        """The cells at an edge (two, or one at the rim), at a vertex or a link, in board order; a cell's own is itself."""
        board = self.board
        if self.type == "cell":
            return (self,)
        table = board.link_cells if self.type == "link" else board.edge_cells if self.type == "edge" else board.vertex_cells
        return tuple(self.board.cells[c] for c in table[self.index])

    @property
    def neighbors(self) -> tuple[Site, ...]:
        """The cells that share an edge with a cell; the vertices joined to a vertex by an edge; the edges that meet an
        edge in a vertex (where there are no vertices: in a cell); the links that meet a link in a cell. In board order,
        without the site itself.
        """
        board = self.board
        if self.type == "cell":
            return tuple(board.cells[c] for c in board.adjacency[self.index])
        if self.type == "vertex":
            joined = {v for e in board.vertex_edges[self.index] for v in board.edge_ends[e]}
            return tuple(board.vertices[v] for v in sorted(joined - {self.index}))
        if self.type == "link":
            meeting = {link for c in board.link_cells[self.index] for link in board.cell_links[c]}
            return tuple(board.links[link] for link in sorted(meeting - {self.index}))
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


def _restored(board: Tables, kind: SiteType, index: int) -> Site:
    return board.sites(kind)[index]


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """A board's tables. Directions are indices into `directions`, sites indices into the sites of their type."""

    plan: BoardPlan

    def __repr__(self) -> str:
        return self.shape

    def __reduce__(self) -> tuple[type[Self], tuple[BoardPlan]]:
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
        return tuple(Site(c, "cell", name, plan.coordinates[c], plan.points[c], self) for c, name in enumerate(plan.names))

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
        """The rim edges, each at one cell; their indices follow those of the inner edges."""
        return self.edge_sites[self._incidence.inner :]

    @cached_property
    def vertices(self) -> tuple[Site, ...]:
        return self._sites("vertex", self._incidence.vertices)

    @cached_property
    def links(self) -> tuple[Site, ...]:
        """The links, each between two cells, named by them: `c3--d5`."""
        plan, names = self.plan, self.plan.names
        parts = []
        for a, b in plan.joined:
            (ax, ay), (bx, by) = plan.points[a], plan.points[b]
            place, point = (*plan.coordinates[a], *plan.coordinates[b]), ((ax + bx) / 2, (ay + by) / 2)
            parts.append(Incident(f"{names[a]}--{names[b]}", (a, b), place, point))
        return self._sites("link", tuple(parts))

    def _sites(self, kind: SiteType, parts: tuple[Incident, ...]) -> tuple[Site, ...]:
        renamed = self.plan.renamed
        own = {index: name for type_, index, name in renamed.others if type_ == kind} if renamed is not None else {}
        return tuple(Site(i, kind, own.get(i, part.name), part.coordinates, part.point, self) for i, part in enumerate(parts))

    def sites(self, type_: str) -> tuple[Site, ...]:
        """All sites of a type, `cell`, `edge`, `vertex` or `link`, in the order of their indices."""
        match type_:
            case "cell":
                return self.cells
            case "edge":
                return self.edge_sites
            case "vertex":
                return self.vertices
            case "link":
                return self.links
        raise KeyError(type_)

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
    def _edge_index(self) -> dict[tuple[int, int], int]:
        return {(cells[0], cells[1]): edge for edge, cells in enumerate(self.edge_cells) if len(cells) == 2}

    def edge_of(self, a: int, b: int) -> int:
        """The inner edge between two cells, or -1."""
        return self._edge_index.get((a, b) if a < b else (b, a), -1)

    @cached_property
    def edge_ends(self) -> tuple[tuple[int, ...], ...]:
        """The two vertices of each edge; none where the board has no vertices."""
        return tuple(part.ends for part in self._incidence.edges)

    @cached_property
    def edge_ways(self) -> tuple[str, ...]:
        """The direction in which each edge lies from its first cell; "" on a board of links."""
        return tuple(part.way for part in self._incidence.edges)

    @property
    def link_cells(self) -> tuple[tuple[int, int], ...]:
        """The two cells of each link, the lower first."""
        return self.plan.joined

    @cached_property
    def cell_links(self) -> tuple[tuple[int, ...], ...]:
        """The links at each cell, in their order."""
        lists: list[list[int]] = [[] for _ in self.plan.names]
        for link, ends in enumerate(self.plan.joined):
            for cell in ends:
                lists[cell].append(link)
        return tuple(tuple(links) for links in lists)

    @cached_property
    def link_crossings(self) -> tuple[tuple[int, ...], ...]:
        """For each link those that it crosses: with which it has a point in common, as drawn, that is no end of both."""
        return crossings(self.plan)

    @cached_property
    def vertex_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells around each vertex."""
        return tuple(part.cells for part in self._incidence.vertices)

    @cached_property
    def vertex_ways(self) -> tuple[str, ...]:
        """The corner of its first cell that each vertex is."""
        return tuple(part.way for part in self._incidence.vertices)

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
