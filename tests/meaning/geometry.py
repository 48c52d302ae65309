"""The board worked out from where its sites lie: steps, lines, sides by sight. Cells and directions in, cells out."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from ggl.topology import Board, Site

Sites = frozenset[Site]

_HALF, _UP = 0.5, sqrt(3) / 2
WAYS = {
    "square": {
        "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1),
        "south": (0, -1), "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
    },
    "hex": {
        "northeast": (_HALF, _UP), "east": (1, 0), "southeast": (_HALF, -_UP),
        "southwest": (-_HALF, -_UP), "west": (-1, 0), "northwest": (-_HALF, _UP),
    },
}  # fmt: skip
"""How far each direction goes, x to the east and y to the north, where cells side by side lie 1 apart."""


class Geometry:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.ways: tuple[str, ...] = board.directions
        self.torus = board.wraps
        self.tiled = board.basis in WAYS and board.plan.tiling is not None
        self.lattice = {self._place(*cell.point): cell for cell in board.cells}
        self._steps: dict[tuple[Site, str], Site | None] = {}
        self._rays: dict[tuple[Site, str], tuple[Site, ...]] = {}
        self._far: dict[Site, dict[Site, int]] = {}

    @staticmethod
    def _place(x: float, y: float) -> tuple[int, int]:
        return round(x * 1000), round(y * 1000)

    @cached_property
    def orthogonal(self) -> tuple[str, ...]:
        if self.board.basis == "square":
            return tuple(way for way in self.ways if way in ("north", "east", "south", "west"))
        return self.ways

    @cached_property
    def diagonal(self) -> tuple[str, ...]:
        return tuple(way for way in self.ways if way not in self.orthogonal)

    def back(self, way: str) -> str:
        pairs = {"up": "down", "north": "south", "east": "west", "northeast": "southwest", "northwest": "southeast"}
        return {**pairs, **{b: a for a, b in pairs.items()}}[way]

    def turned(self, way: str, n: int) -> str:
        return self.ways[(self.ways.index(way) + n) % len(self.ways)]

    # ---- steps and lines

    def step(self, cell: Site, way: str) -> Site | None:
        if (cell, way) not in self._steps:
            self._steps[cell, way] = self._step(cell, way)
        return self._steps[cell, way]

    def _step(self, cell: Site, way: str) -> Site | None:
        if not self.ways:
            return None
        if self.board.basis == "track":
            beyond = cell.point[0] + (1 if way == "up" else -1)
            return next((other for other in self.board.cells if other.point[0] == beyond), None)
        if not self.tiled:  # a morris board: the next point on a line that goes this way
            dx, dy = WAYS["square"][way]
            for other in cell.neighbors:
                x, y = other.point[0] - cell.point[0], other.point[1] - cell.point[1]
                if _sign(x) == dx and _sign(y) == dy:
                    return other
            return None
        dx, dy = WAYS[self.board.basis][way]
        x, y = cell.point[0] + dx, cell.point[1] + dy
        if self.torus:
            x, y = x % self.board.columns, y % self.board.rows
        return self.lattice.get(self._place(x, y))

    def ray(self, cell: Site, way: str) -> tuple[Site, ...]:
        """All cells outwards; round a torus once, without the cell itself."""
        if (cell, way) not in self._rays:
            found: list[Site] = []
            at = self.step(cell, way)
            while at is not None and at != cell:
                found.append(at)
                at = self.step(at, way)
            self._rays[cell, way] = tuple(found)
        return self._rays[cell, way]

    def direction(self, a: Site, b: Site) -> str | None:
        """Of the straight line from a to b; of the shortest, where a torus has several."""
        found = [(self.ray(a, way).index(b), place) for place, way in enumerate(self.ways) if b in self.ray(a, way)]
        return self.ways[min(found)[1]] if found else None

    def between(self, a: Site, b: Site) -> tuple[Site, ...]:
        way = self.direction(a, b)
        if way is None:
            return ()
        ray = self.ray(a, way)
        return ray[: ray.index(b)]

    def lines(self, n: int) -> tuple[Sites, ...]:
        """All sets of n cells in a straight line side by side, in board order."""
        found: set[Sites] = set()
        for cell in self.board.cells:
            if n == 1:
                found.add(frozenset({cell}))
            for way in self.ways:
                ray = self.ray(cell, way)
                if n > 1 and len(ray) >= n - 1:
                    found.add(frozenset({cell, *ray[: n - 1]}))
        return tuple(sorted(found, key=lambda line: sorted(c.index for c in line)))

    def leaps(self, cell: Site, m: int, n: int) -> Sites:
        places = {
            (cell.point[0] + across * dx, cell.point[1] + along * dy)
            for dx, dy in ((m, n), (n, m))
            for across in (1, -1)
            for along in (1, -1)
        }
        if self.torus:
            places = {(x % self.board.columns, y % self.board.rows) for x, y in places}
        return frozenset(self.lattice[at] for at in (self._place(*p) for p in places) if at in self.lattice) - {cell}

    def distance(self, a: Site, b: Site) -> int | None:
        if a not in self._far:
            far, edge = {a: 0}, [a]
            while edge:
                after = []
                for cell in edge:
                    for other in (*cell.neighbors, *(self.step(cell, way) for way in self.ways)):
                        if other is not None and other not in far:
                            far[other] = far[cell] + 1
                            after.append(other)
                edge = after
            self._far[a] = far
        return self._far[a].get(b)

    # ---- rows and parts

    def row(self, cell: Site) -> int:
        """As in the cell's plain name, where names have rows."""
        return _digits(self._plain[cell.index].name) if self._lettered else self.board.row[cell.index]

    def column(self, cell: Site) -> int:
        return _letters(self._plain[cell.index].name) if self._lettered else self.board.column[cell.index]

    @cached_property
    def _plain(self) -> tuple[Site, ...]:
        """The cells without their labels, which tell no rows."""
        return self.board.plain.cells

    @cached_property
    def _lettered(self) -> bool:
        return self.board.basis in WAYS

    def ranks(self, way: str) -> tuple[Sites, ...]:
        """The board in rows across a direction, in the order in which one meets them."""
        rows: dict[int, set[Site]] = {}
        for cell in self.board.cells:
            rows.setdefault(self._place_along(cell, way), set()).add(cell)
        return tuple(frozenset(rows[place]) for place in sorted(rows))

    def _place_along(self, cell: Site, way: str) -> int:
        """By rows or columns, whatever cells are missing; else those with most cells ahead come first."""
        dx, dy = WAYS["square"].get(way, (0, 0))
        if self.board.basis == "square" and 0 in (dx, dy):
            return round(1000 * (cell.point[0] * dx + cell.point[1] * dy))
        return -len(self.ray(cell, way))

    def border(self) -> Sites:
        if self.tiled:
            return frozenset(cell for edge in self.board.rim for cell in edge.cells)
        return frozenset(self.board.cells[c] for c in self.board.border)

    def edge(self, a: Site, b: Site) -> Site | None:
        return next((edge for edge in self.board.edges if set(edge.cells) == {a, b}), None)

    def edge_towards(self, cell: Site, way: str) -> Site | None:
        """The one that lies half a step away; where no distances count, the one to the next cell."""
        if not self.tiled or self.torus:
            beyond = self.step(cell, way)
            return None if beyond is None else self.edge(cell, beyond)
        dx, dy = WAYS[self.board.basis][way]
        place = self._place(cell.point[0] + dx / 2, cell.point[1] + dy / 2)
        return next((edge for edge in self.edges_of(cell) if self._place(*edge.point) == place), None)

    def meet(self, one: Site, other: Site) -> bool:
        """Whether two links have a point in common that is no end of both."""
        ends = [{self._place(*cell.point) for cell in link.cells} for link in (one, other)]
        return any(self._place(*at) not in ends[0] & ends[1] for at in _common(*one.cells, *other.cells))

    def edges_of(self, cell: Site) -> Sites:
        return frozenset(edge for edge in self.board.edge_sites if cell in edge.cells)

    def vertices_of(self, cell: Site) -> Sites:
        return frozenset(vertex for vertex in self.board.vertices if cell in vertex.cells)

    def ends(self, edge: Site) -> Sites:
        if self.torus:
            return frozenset(self.board.vertices[v] for v in self.board.edge_ends[edge.index])
        half = 0.5 if self.board.basis == "square" else 0.5 / sqrt(3)
        return frozenset(v for v in self.board.vertices if abs(_away(v, edge) - half) < 0.01)

    def edges_at(self, vertex: Site) -> Sites:
        return frozenset(edge for edge in self.board.edge_sites if vertex in self.ends(edge))


def _common(a: Site, b: Site, c: Site, d: Site) -> list[tuple[float, float]]:
    """Points of the line from a to b that lie on the line from c to d: the one in which they meet, or both ends of a stretch."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (cell.point for cell in (a, b, c, d))
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(turn) > 1e-9:
        along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
        other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
        inside = -1e-9 <= along <= 1 + 1e-9 and -1e-9 <= other <= 1 + 1e-9
        return [(ax + along * (bx - ax), ay + along * (by - ay))] if inside else []
    long = (bx - ax) ** 2 + (by - ay) ** 2
    if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 1e-9:
        return []
    places = sorted(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long for x, y in ((cx, cy), (dx, dy)))
    low, high = max(0.0, places[0]), min(1.0, places[1])
    return [(ax + at * (bx - ax), ay + at * (by - ay)) for at in {low, (low + high) / 2, high}] if low <= high + 1e-9 else []


def _sign(x: float) -> int:
    return 0 if abs(x) < 1e-6 else 1 if x > 0 else -1


def _away(a: Site, b: Site) -> float:
    return sqrt((a.point[0] - b.point[0]) ** 2 + (a.point[1] - b.point[1]) ** 2)


def _digits(name: str) -> int:
    return int(name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _letters(name: str) -> int:
    letters = name.rstrip("0123456789")
    value = 0
    for letter in letters.lower():
        value = value * 26 + ord(letter) - ord("a") + 1
    return value
