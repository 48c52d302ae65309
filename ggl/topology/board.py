"""A board: tables over its sites, and the questions about it that have arguments.

Takes a plan (the functions of `ggl.topology` make one from numbers, a drawing or links). Gives a `Board`. Cells are
passed and returned as their indices, directions as indices into `directions`; -1 says that there is none.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ggl.errors import ArgumentError
from ggl.topology import lines, picture
from ggl.topology.drawing import read_glyphs
from ggl.topology.errors import BadShape
from ggl.topology.links import plan_with_links
from ggl.topology.plan import BoardPlan
from ggl.topology.tables import Site, Tables
from ggl.topology.tiles import Placement, placements, stretched, symmetries
from ggl.topology.tiling import Tile
from ggl.topology.tracks import Track

if TYPE_CHECKING:
    import networkx as nx


BOARDS = 8
"""How many boards are kept that were made last."""

KEPT_ENTRIES = 1 << 18
"""How many entries of tables a board keeps."""


class Board(Tables):
    """A board of sites. Everything about it is fixed; two boards are the same board if they have the same `shape` and labels."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, others = self.plan, other.plan
        return (self.shape, mine.renamed, mine.joined, mine.tracks, mine.tiles) == (
            other.shape, others.renamed, others.joined, others.tracks, others.tiles,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.shape)

    # ----------------------------------------------------------------------------------------------------------- names

    @cached_property
    def plain(self) -> Board:
        """The board without its labels: the same sites, by the names that they have in records."""
        return self if self.plan.renamed is None else board_of(self.plan.plain)

    @cached_property
    def _named(self) -> dict[str, Site]:
        lines = self.plan.renamed.lines if self.plan.renamed is not None else ()
        by_line = dict(zip(lines, self.cells, strict=False))
        return by_line | {site.name: site for site in (*self.links, *self.vertices, *self.edge_sites, *self.cells)}

    @cached_property
    def in_small_letters(self) -> dict[str, Site]:
        """The cells by all the names that they have, in lower case, for what people type."""
        return {name.lower(): site for name, site in self._named.items() if site.type == "cell"}

    def find(self, name: str) -> Site | None:
        """The site of a name. An edge or a vertex is found from any cell at it: `b1-a1` and `a1-east` are `a1-b1`.
        A link is found either way round too, and by one `-` where there is no such edge."""
        if not isinstance(name, str):
            raise ArgumentError("a site is given by its name, a text")
        site = self._named.get(name)
        if site is not None or "-" not in name:
            return site
        start, _, way = name.partition("-")
        cell, other, tiling = self._named.get(start), self._named.get(way.removeprefix("-")), self.plan.tiling
        if cell is None:
            return None
        if tiling is not None and way in tiling.corners:
            return self.vertices[self._incidence.vertices_around[cell.index][tiling.corners.index(way)]]
        edge = -1
        if other is not None:
            edge = self.edge_of(cell.index, other.index) if not way.startswith("-") else -1
            link = self.link_of(cell.index, other.index)
            if edge < 0 and link >= 0:
                return self.links[link]
        elif way in self.directions:
            edge = self.edge_towards(cell.index, self.directions.index(way))
        return self.edge_sites[edge] if edge >= 0 else None

    def edge_towards(self, c: int, d: int) -> int:
        """The edge of a cell that lies in a direction, on the rim too; -1 where none does."""
        if self.plan.tiling is None:
            return self.edge_of(c, self.step[d][c])
        return self._incidence.edges_around[c][self.orthogonal.index(d)] if d in self.orthogonal else -1

    @cached_property
    def _link_index(self) -> dict[tuple[int, int], int]:
        return {ends: link for link, ends in enumerate(self.plan.joined)}

    def link_of(self, a: int, b: int) -> int:
        """The link between two cells, or -1."""
        return self._link_index.get((a, b) if a < b else (b, a), -1)

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.plan.tracks

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return self.plan.tiles

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The ways in which tiles may lie, tile by tile."""
        return placements(self.plan)

    @cached_property
    def placement_names(self) -> tuple[str, ...]:
        """The name of each placement: its cells, in board order."""
        return tuple("-".join(self.cells[cell].name for cell in placement.cells) for placement in self.placements)

    @cached_property
    def placements_by_names(self) -> dict[frozenset[str], int]:
        """The number of each placement by the names of its cells, in small letters."""
        return {frozenset(name.lower().split("-")): number for number, name in enumerate(self.placement_names)}

    @cached_property
    def placements_of(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the placements of each tile."""
        found: list[list[int]] = [[] for _ in self.tiles]
        for number, placement in enumerate(self.placements):
            found[placement.tile].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def symmetry_count(self) -> int:
        """The turns of the board's tiling, with and without mirror."""
        return len(symmetries(self.plan))

    @cached_property
    def _stretched(self) -> dict[int, tuple[int, ...]]:
        return {}

    @property
    def most_stretched(self) -> int:
        """The greatest of these numbers."""
        return max(max(self.stretched(number)) for number in range(self.symmetry_count))

    def stretched(self, number: int) -> tuple[int, ...]:
        """Numbers of the cells after one of the symmetries, by which sets are compared: see `tiles.stretched`."""
        found = self._stretched.get(number)
        if found is None:
            found = self._stretched[number] = stretched(self.plan, number)
        return found

    # ---------------------------------------------------------------------------------------------------------- tables

    @cached_property
    def _kept(self) -> dict[Hashable, tuple[object, ...]]:
        return {}

    def kept(self, key: Hashable, make: Callable[[], tuple[object, ...]]) -> tuple[object, ...]:
        """Entries of a table that depend on this board alone: made once, as long as there are not too many."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            if sum(map(len, [*self._kept.values()])) + len(found) > KEPT_ENTRIES:  # a copy: others may use the board
                self._kept.clear()
            self._kept[key] = found
        return found

    # ------------------------------------------------------------------------------------------------------ directions

    def back(self, d: int) -> int:
        return self.opposite[d]

    def turned(self, d: int, n: int) -> int:
        """The direction n steps clockwise of d."""
        return (d + n) % len(self.directions)

    def aslant(self, d: int) -> tuple[int, ...]:
        """The two directions next to d: northwest and northeast for north on squares. A track has none."""
        return (self.turned(d, -1), self.turned(d, 1)) if len(self.directions) > 2 else ()

    # --------------------------------------------------------------------------------------------------------- regions

    def side(self, name: str) -> tuple[int, ...] | None:
        """The cells of a side, corners included, or None if the outline has no such side."""
        return dict(self.sides).get(name)

    @cached_property
    def border(self) -> tuple[int, ...]:
        """The cells with a rim edge; the ends of a track; the outer square of a morris board."""
        if self.basis == "track":
            return tuple(c for c, near in enumerate(self.adjacency) if len(near) < 2)
        if self.plan.tiling is None:
            return tuple(sorted({c for _, cells in self.sides for c in cells}))
        return tuple(sorted({self.edge_cells[edge.index][0] for edge in self.rim}))

    @cached_property
    def center(self) -> tuple[int, ...]:
        """The cells nearest to the middle of the drawing: one, or a few at the same distance. A torus has none; a free
        graph's are those from which the farthest cell is nearest."""
        if self.wraps:
            return ()
        if self.basis == "graph" and not self.sides:
            spread = [max(self._distances(c)) for c in range(len(self.cells))]
            return tuple(c for c, far in enumerate(spread) if far == min(spread))
        count = len(self.plan.points)
        x, y = (sum(point[axis] for point in self.plan.points) / count for axis in (0, 1))
        away = [(px - x) ** 2 + (py - y) ** 2 for px, py in self.plan.points]
        return tuple(c for c, far in enumerate(away) if far < min(away) + 1e-6)

    # --------------------------------------------------------------------------------------------------- straight ways

    def ray(self, c: int, d: int) -> tuple[int, ...]:
        """The cells from c outwards in direction d, without c; on a torus once round."""
        row = self.step[d]
        way = []
        at = row[c]
        while at >= 0 and at != c:
            way.append(at)
            at = row[at]
        return tuple(way)

    @cached_property
    def _bearings(self) -> dict[int, array[int]]:
        return {}

    def direction(self, a: int, b: int) -> int:
        """The direction of the straight line from a to b, or -1; on a torus of the shortest such line."""
        bearings = self._bearings.get(a)
        if bearings is None:
            bearings = self._bearings[a] = lines.bearings(self, a)
        return bearings[b]

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The cells strictly inside the straight line from a to b; none if there is no such line."""
        d = self.direction(a, b)
        if d < 0:
            return ()
        way = self.ray(a, d)
        return way[: way.index(b)]

    def path(self, a: int, b: int) -> tuple[int, ...]:
        """a, then the cells between a and b; none if there is no straight line."""
        return (a, *self.between(a, b)) if self.direction(a, b) >= 0 else ()

    @cached_property
    def _lines(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def lines(self, n: int) -> tuple[tuple[int, ...], ...]:
        """All straight lines of exactly n cells, each once, in board order. May raise `BoardTooLarge`."""
        found = self._lines.get(n)
        if found is None:
            found = self._lines[n] = lines.lines(self, n)
        return found

    def leaps(self, c: int, m: int, n: int) -> tuple[int, ...]:
        """The cells m columns and n rows away from c, or n columns and m rows, in board order; of squares only."""
        return lines.leaps(self, c, m, n)

    # -------------------------------------------------------------------------------------------------------- distance

    @cached_property
    def _reach(self) -> tuple[tuple[int, ...], ...]:
        """The cells one step of any kind from each: across an edge, and on squares across a corner."""
        near = [set(cells) for cells in self.adjacency]
        for row in self.step:
            for c, to in enumerate(row):
                if to >= 0:
                    near[c].add(to)
        return tuple(tuple(sorted(cells)) for cells in near)

    @cached_property
    def _distance_rows(self) -> dict[int, array[int]]:
        return {}

    def _distances(self, a: int) -> array[int]:
        row = self._distance_rows.get(a)
        if row is None:
            row = array("h", [-1]) * len(self.cells)
            row[a] = 0
            queue = deque([a])
            while queue:
                at = queue.popleft()
                for to in self._reach[at]:
                    if row[to] < 0:
                        row[to] = row[at] + 1
                        queue.append(to)
            self._distance_rows[a] = row
        return row

    def distance(self, a: int, b: int) -> int:
        """The fewest steps from a to b through the cells, a diagonal step on squares counting as one; -1 if none lead
        there."""
        return self._distances(a)[b]

    # ----------------------------------------------------------------------------------------------------- other forms

    @cached_property
    def graph(self) -> nx.Graph[Site]:
        """The cells (as `Site`s) and the links between them, each with its edge as `site`; frozen."""
        import networkx as nx

        graph: nx.Graph[Site] = nx.Graph()
        graph.add_nodes_from(self.cells)
        graph.add_edges_from(
            (self.cells[ends[0]], self.cells[ends[1]], {"site": edge})
            for ends, edge in zip(self.edge_cells, self.edges, strict=False)
        )
        frozen: nx.Graph[Site] = nx.freeze(graph)
        return frozen

    def without(self, cells: Iterable[str | Site]) -> Board:
        """The board with these cells, given by name or as sites, cut out; the others keep their names."""
        cut = set()
        for cell in cells:
            site = self.find(cell) if isinstance(cell, str) else cell
            if site is None or site.type != "cell" or self._named.get(site.name) != site:
                raise BadShape(f"{cell} is not a cell of {self.shape}, so it cannot be cut out")
            cut.add(site.index)
        return board_of(self.plan.without(cut)) if cut else self

    def read(self, drawing: Sequence[str]) -> tuple[str, ...]:
        """The glyph of each cell in a drawing of this board, in board order. Raises `BadShape` if it does not fit."""
        return read_glyphs(self.plan, drawing)

    def render(
        self,
        glyph_of: Callable[[Site], str],
        edge_glyph: Callable[[Site], str] | None = None,
        *,
        vertex_glyph: Callable[[Site], str] | None = None,
        coordinates: bool = True,
    ) -> str:
        """A picture in monospaced text. `edge_glyph` gives the glyphs of inner and rim edges; '' leaves a place empty."""
        return picture.board_picture(self, glyph_of, edge_glyph, vertex_glyph, coordinates=coordinates)


@lru_cache(maxsize=BOARDS)
def board_of(plan: BoardPlan) -> Board:
    """The board of a plan: the same one again, with its tables, if it was made lately. Few edits of a game change its board."""
    return Board(plan)


def with_links(board: Board, pairs: Iterable[tuple[int, int]]) -> Board:
    """The board with a link between the two cells of each pair; a pair counts once, whichever way round."""
    return board_of(plan_with_links(board.plan, pairs))


def with_tracks(board: Board, tracks: tuple[Track, ...]) -> Board:
    """The board with these circuits."""
    return board_of(replace(board.plan, tracks=tracks))


def with_tiles(board: Board, tiles: tuple[Tile, ...]) -> Board:
    """The board with these shapes to lay on it."""
    return board_of(replace(board.plan, tiles=tiles))
