"""The layout of a board in a picture: the points of the topology, flipped so that y grows downwards.

Takes a board and the style of its drawing. Gives a `Geometry` in units of the distance between neighbouring cells. A track that
is too long for a line is bent; in the style `points`, it becomes two rows that face each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, cos, hypot, pi, sin, sqrt

from ggl.topology import LINES, Board, Site

Point = tuple[float, float]
Segment = tuple[Point, Point]

LONGEST_LINE = 16
"""The most cells of a track in one line."""

ROUND = 0.46
"""The radius of a point where lines cross, or a pit."""

PLACE = 0.38
"""The radius of a place of a free graph."""

POINT_LENGTH = 4.6
"""How long the points of a track are."""

_POINT_GAP, POINT_BAR = 1.1, 1.1

_NEAR, _ROOM = 0.2, 0.25
"""On lines of hexes coordinates are on the ground, and closer: otherwise those of two lines would meet in a bay of the
outline."""


@dataclass(frozen=True)
class Label:
    """A coordinate: its text, the adjacent place on the outline, and the outward direction there."""

    text: str
    at: Point
    way: Point


@dataclass(frozen=True)
class Geometry:
    """`outlines[c]` is the polygon of a cell, empty for a round one. `edges` holds the ends of all edges, the rim last."""

    cells: tuple[Point, ...]
    outlines: tuple[tuple[Point, ...], ...]
    edges: tuple[Segment, ...]
    vertices: tuple[Point, ...]
    labels: tuple[Label, ...]
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of everything, without the labels."""

    radius: float = ROUND
    """For a cell without an outline."""

    upward: tuple[bool, ...] = ()
    """Of a track of points: whether each one points upwards."""

    bar: Point | None = None
    """For a track of points: the middle of the bar between its halves, where pieces in hand lie."""

    shown: frozenset[int] | None = None
    """The cells that are drawn, if not all are."""

    inside: bool = False
    """Whether the coordinates are on the board's ground."""

    links: tuple[Segment, ...] = ()
    """The ends of all links, which are the middles of their cells."""

    def segment(self, site: Site) -> Segment:
        """The ends of an edge or a link."""
        return self.links[site.index] if site.type == "link" else self.edges[site.index]

    def middle(self, site: Site) -> Point:
        if site.type in LINES:
            (ax, ay), (bx, by) = self.segment(site)
            return (ax + bx) / 2, (ay + by) / 2
        return self.cells[site.index] if site.type == "cell" else self.vertices[site.index]

    def shows(self, cells: Iterable[int]) -> bool:
        """Whether things at these cells are drawn."""
        return self.shown is None or not self.shown.isdisjoint(cells)

    def heading(self, board: Board, d: int, c: int) -> Point:
        """A direction from a cell, as a vector of length 1."""
        to = board.step[d][c]
        if to < 0 and board.basis == "track" and c in board.step[d]:  # on from the cell before
            c, to = board.step[d].index(c), c
        if to >= 0 and not board.wraps:
            (ax, ay), (bx, by) = self.cells[c], self.cells[to]
            away = hypot(bx - ax, by - ay) or 1.0
            return (bx - ax) / away, (by - ay) / away
        return compass(board.directions[d], board.basis)


_TURNS = {"north": 90, "northeast": 45, "east": 0, "southeast": -45, "south": -90, "southwest": -135, "west": 180,
          "northwest": 135, "up": 0, "down": 180}  # fmt: skip
_HEX_TURNS = {"northeast": 60, "northwest": 120, "southwest": -120, "southeast": -60}


def compass(name: str, basis: str) -> Point:
    """A direction by its name, y downwards."""
    turn = _HEX_TURNS.get(name, _TURNS.get(name, 0)) if basis == "hex" else _TURNS.get(name, 0)
    return cos(turn * pi / 180), -sin(turn * pi / 180)


def geometry(board: Board, style: str) -> Geometry:
    geo = _of_cells(board, style)
    return replace(geo, links=tuple((geo.cells[a], geo.cells[b]) for a, b in board.link_cells))


def _of_cells(board: Board, style: str) -> Geometry:
    if board.basis == "track":
        return _points(board) if style == "points" else _track(board)
    cells = tuple(_down(cell.point) for cell in board.cells)
    vertices = tuple(_down(vertex.point) for vertex in board.vertices)
    if board.basis == "graph":
        edges: tuple[Segment, ...] = tuple((cells[a], cells[b]) for a, b in board.edge_cells)
        outlines: tuple[tuple[Point, ...], ...] = ((),) * len(cells)
    else:
        edges = tuple(_side(_down(e.point), cells[board.edge_cells[e.index][0]], board.basis) for e in board.edge_sites)
        corners = _HEXAGON if board.basis == "hex" else _SQUARE
        outlines = tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in cells)
        if style in ("lines", "pits"):
            outlines = ((),) * len(cells)
    corners_of_all = [*(p for outline in outlines for p in outline), *vertices, *(p for edge in edges for p in edge)]
    if style == "lines" and board.basis != "graph":
        corners_of_all = []
    box = _box(corners_of_all, cells)
    inside = style == "lines" and board.basis == "hex"
    labels = _labels(board, cells, box, _NEAR if inside else 0.5)
    if inside:
        left, top, right, bottom = box
        box = (left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM)
    radius = PLACE if board.basis == "graph" and not board.sides else ROUND
    return Geometry(cells, outlines, edges, vertices, tuple(labels), box, radius, inside=inside)


def within(geo: Geometry, board: Board, cells: frozenset[int]) -> Geometry:
    """The geometry of only these cells: with coordinates along their outline, and no larger than they are."""
    if len(cells) == len(board.cells):
        return geo
    points = [geo.cells[c] for c in sorted(cells)]
    left, top, right, bottom = _box([corner for c in cells for corner in geo.outlines[c]], tuple(points))
    part = board.without(cell for cell in board.cells if cell.index not in cells)
    labels = _labels(part, tuple(points), (left, top, right, bottom), _NEAR if geo.inside else 0.5)
    return replace(geo, labels=tuple(labels), box=(left, top, right, bottom), shown=cells)


def _down(point: Point) -> Point:
    return point[0], -point[1]


_SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON: tuple[Point, ...] = tuple((sin(k * pi / 3) / sqrt(3), -cos(k * pi / 3) / sqrt(3)) for k in range(6))


def _side(middle: Point, cell: Point, basis: str) -> Segment:
    """The ends of an edge: perpendicular to the line from the cell to its middle."""
    (x, y), (cx, cy) = middle, cell
    half = 0.5 / sqrt(3) if basis == "hex" else 0.5
    away = hypot(x - cx, y - cy) or 1.0
    dx, dy = -(y - cy) / away * half, (x - cx) / away * half
    ends = sorted([(x - dx, y - dy), (x + dx, y + dy)])
    return ends[0], ends[1]


def _box(points: list[Point], cells: tuple[Point, ...]) -> tuple[float, float, float, float]:
    around = [(x + dx, y + dy) for x, y in cells for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)]
    xs, ys = zip(*(points + around), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _labels(board: Board, cells: tuple[Point, ...], box: tuple[float, float, float, float], out: float) -> list[Label]:
    """Of hexes each coordinate stands `out` from the middle of the cell at the end of its line."""
    if board.basis == "graph" and not board.sides:
        middle = (sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells))
        return [_outward(site.name, cell, middle) for site, cell in zip(board.cells, cells, strict=True)]
    if board.plan.renamed is not None and board.plan.renamed.each:
        return []
    if board.basis != "hex":
        left, _, _, bottom = box
        columns = {board.column[c]: cells[c][0] for c in range(len(cells))}
        rows = {board.row[c]: cells[c][1] for c in range(len(cells))}
        return [
            *(Label(board.plan.column_label(column), (x, bottom), (0.0, 1.0)) for column, x in sorted(columns.items())),
            *(Label(board.plan.row_label(row), (left, y), (-1.0, 0.0)) for row, y in sorted(rows.items())),
        ]
    found: list[Label] = []
    first: dict[int, int] = {}
    lowest: dict[int, int] = {}
    for c in range(len(cells)):
        first.setdefault(board.row[c], c)
        lowest.setdefault(board.column[c], c)
    slope = (-0.5, sqrt(3) / 2)
    for column, c in lowest.items():
        found.append(Label(board.plan.column_label(column), (cells[c][0] + out * slope[0], cells[c][1] + out * slope[1]), slope))
    # If columns begin at the left edge too, as on a hexagon, the row numbers stand at the right.
    if any(first[board.row[c]] == c and board.row[c] > min(board.row) for c in lowest.values()):
        last = {board.row[c]: c for c in range(len(cells))}
        found += [Label(board.plan.row_label(row), (cells[c][0] + out, cells[c][1]), (1.0, 0.0)) for row, c in last.items()]
    else:
        found += [Label(board.plan.row_label(row), (cells[c][0] - out, cells[c][1]), (-1.0, 0.0)) for row, c in first.items()]
    return found


def _outward(name: str, cell: Point, middle: Point) -> Label:
    (x, y), (mx, my) = cell, middle
    away = hypot(x - mx, y - my)
    way = ((x - mx) / away, (y - my) / away) if away > 1e-6 else (0.0, 1.0)
    return Label(name, (x + PLACE * way[0], y + PLACE * way[1]), way)


def _track(board: Board) -> Geometry:
    """A line of squares; a long one alternates in direction, each line above the previous one."""
    count = len(board.cells)
    across = ceil(count / ceil(count / LONGEST_LINE))
    cells = []
    for c in range(count):
        line, place = divmod(c, across)
        cells.append((float(place if line % 2 == 0 else across - 1 - place), -1.7 * line))
    edges = []
    for a, b in board.edge_cells:
        (ax, ay), (bx, by) = cells[a], cells[b]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        edges.append(((mx, my - 0.5), (mx, my + 0.5)) if ay == by else ((mx - 0.5, my), (mx + 0.5, my)))
    outlines = tuple(tuple((x + dx, y + dy) for dx, dy in _SQUARE) for x, y in cells)
    labels = tuple(Label(site.name, (x, y + 0.5), (0.0, 1.0)) for site, (x, y) in zip(board.cells, cells, strict=True))
    corners = [p for outline in outlines for p in outline]
    left, top, right, bottom = _box(corners, tuple(cells))
    return Geometry(tuple(cells), outlines, tuple(edges), (), labels, (left, top, right, bottom))


def _points(board: Board) -> Geometry:
    """Two rows of long points, the lower one from right to left, the upper one back; a bar in the middle of long rows."""
    count = len(board.cells)
    across = ceil(count / 2)
    half = ceil(across / 2)
    bar = POINT_BAR if across >= 8 else 0.0
    height = 2 * POINT_LENGTH + _POINT_GAP
    cells: list[Point] = []
    outlines: list[tuple[Point, ...]] = []
    upward = []
    for c in range(count):
        up = c < across
        place = across - 1 - c if up else c - across
        x = place + (bar if place >= half else 0.0)
        base = 0.0 if up else -height
        tip = base - POINT_LENGTH if up else base + POINT_LENGTH
        cells.append((x, base - 0.5 if up else base + 0.5))
        outlines.append(((x - 0.46, base), (x + 0.46, base), (x, tip)))
        upward.append(up)
    labels = [
        Label(cell.name if board.plan.renamed is not None else str(cell.index + 1), (x, y + way / 2), (0.0, way))
        for cell, (x, y), way in zip(board.cells, cells, (1.0 if up else -1.0 for up in upward), strict=True)
    ]
    edges = []
    for a, b in board.edge_cells:
        middle = (cells[a][0] + cells[b][0]) / 2
        along = 0.0 if upward[a] != upward[b] else -POINT_LENGTH if upward[a] else POINT_LENGTH
        edges.append(((middle, cells[a][1]), (middle, cells[b][1] + along)))
    box = (-0.6, -height, across - 0.4 + bar, 0.0)
    between = (half - 0.5 + bar / 2, -height / 2) if bar else None
    return Geometry(tuple(cells), tuple(outlines), tuple(edges), (), tuple(labels), box, upward=tuple(upward), bar=between)
