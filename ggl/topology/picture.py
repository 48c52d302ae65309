"""Pictures of boards in monospaced text.

Takes a board and glyphs for its sites (any text; colour codes take no room). Gives lines joined by newlines, with row
numbers at the left and a letter below each column, or their labels. Cells that are named one by one have none. A column of hexes
runs from its letter up to the northeast.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

from ggl.topology.canvas import Canvas, terminal_width
from ggl.topology.tables import Site, Tables

Glyphs = Callable[[Site], str]
PAGE = 80
"""A track is broken into lines no wider than this."""


def board_picture(
    board: Tables,
    glyph_of: Glyphs,
    edge_glyph: Glyphs | None = None,
    vertex_glyph: Glyphs | None = None,
    *,
    coordinates: bool = True,
) -> str:
    """The picture of the board. Edges and vertices are shown only if asked for; '' leaves a place empty."""
    cells = [glyph_of(cell) for cell in board.cells]
    by_line = coordinates and (board.plan.renamed is None or not board.plan.renamed.each)
    edges = [edge_glyph(edge) for edge in board.edge_sites] if edge_glyph else []
    vertices = [vertex_glyph(vertex) for vertex in board.vertices] if vertex_glyph else []
    if board.basis == "track":
        return _track(board, cells, edges, coordinates)
    if board.basis == "graph" and not board.sides:
        return _list(board, cells, edges)
    if board.basis == "hex":
        return _hexes(board, cells, edges, vertices, by_line)
    return _grid(board, cells, edges, vertices, by_line)


def _widest(glyphs: list[str]) -> int:
    return max(map(terminal_width, glyphs)) if any(glyphs) else 1


def _grid(board: Tables, cells: list[str], edges: list[str], vertices: list[str], coordinates: bool) -> str:
    """Squares, and points on a square grid, whose links are drawn as lines."""
    linked, plan = board.basis == "graph", board.plan
    spread = linked or bool(edges) or bool(vertices)
    # Half places: even numbers are columns and rows of cells, odd ones the gaps between them.
    halves = [(round(2 * x), round(2 * y)) for x, y in (site.point for site in board.edge_sites)]
    across = [glyph for glyph, (x, _) in zip(edges, halves, strict=False) if x % 2]
    along = [glyph for glyph, (x, _) in zip(edges, halves, strict=False) if not x % 2]
    labels = [plan.column_label(column) for column in set(board.column)] if coordinates else []
    cell = max(_widest(cells), _widest(along), _widest(labels))
    gap = max(_widest(across), _widest(vertices), 4 - cell if spread else 1)
    canvas = Canvas()

    def put(x: int, y: int, text: str) -> None:
        start = (x // 2) * (cell + gap) + (cell if x % 2 else 0)
        canvas.put(start, y if spread else y // 2, text, gap if x % 2 else cell)

    if linked:
        for a, b in board.edge_cells:
            (ax, ay), (bx, by) = ((round(2 * x), round(2 * y)) for x, y in (board.cells[a].point, board.cells[b].point))
            if ay == by:
                canvas.fill((ax // 2) * (cell + gap), (bx // 2) * (cell + gap), ay, "-")
            else:
                for y in range(ay + 1, by):
                    put(ax, y, "|")
    for site, glyph in zip(board.cells, cells, strict=True):
        put(round(2 * site.point[0]), round(2 * site.point[1]), glyph or " ")
    for (x, y), glyph in zip(halves, edges, strict=False):
        put(x, y, glyph)
    rim = any(edges[len(board.edges) :])
    if rim and not vertices:
        vertices = ["+"] * len(board.vertices)
    for site, glyph in zip(board.vertices, vertices, strict=False):
        put(round(2 * site.point[0]), round(2 * site.point[1]), glyph)
    if coordinates:
        bottom = canvas.bottom - 1
        for column in sorted(set(board.column)):
            canvas.put((column - 1) * (cell + gap), bottom, plan.column_label(column), cell)
        canvas.label({(row - 1) * (2 if spread else 1): plan.row_label(row) for row in board.row}, 1 if rim else 2)
    return canvas.text()


def _hexes(board: Tables, cells: list[str], edges: list[str], vertices: list[str], coordinates: bool) -> str:
    """Rows of hexes, each shifted by half a cell; the letter of a column stands southwest of its lowest cell."""
    names = {c: board.plan.column_label(board.column[c]) for c in range(len(cells))}
    cell = max(_widest(cells), _widest(list(names.values())) if coordinates else 1)
    spread = bool(edges) or bool(vertices)
    half = ceil((cell + max(_widest(edges), _widest(vertices)) + 2) / 2) if spread else ceil((cell + 1) / 2)
    height = 2 if spread else 1
    canvas = Canvas()

    def put(x: float, y: float, text: str) -> None:
        canvas.put(round(2 * half * x) - (cell - 1) // 2, round(y), text, cell)

    def row(y: float) -> float:
        return y * 2 / sqrt(3) * height

    for site, glyph in zip(board.cells, cells, strict=True):
        put(site.point[0], row(site.point[1]), glyph or " ")
    for site, glyph in zip(board.edge_sites, edges, strict=False):
        put(site.point[0], row(site.point[1]), glyph)
    for site, glyph in zip(board.vertices, vertices, strict=False):
        # Both levels of vertices between two rows of cells are drawn on the one line between the rows.
        put(site.point[0], 2 * (row(site.point[1]) // 2) + 1, glyph)
    if coordinates:
        lowest: dict[int, int] = {}
        for c in range(len(cells)):
            lowest.setdefault(board.column[c], c)
        for c in lowest.values():
            x, y = board.cells[c].point
            put(x - 0.5, row(y) - height, names[c])
        canvas.label({round(row(site.point[1])): board.plan.row_label(board.row[site.index]) for site in board.cells}, 2)
    return canvas.text()


def _track(board: Tables, cells: list[str], edges: list[str], coordinates: bool) -> str:
    names = [site.name for site in board.cells] if coordinates else []
    cell = max(_widest(cells), _widest(names))
    gap = _widest(edges) + 2 if edges else 1
    most = max(1, PAGE // (cell + gap))
    per_line = ceil(len(cells) / ceil(len(cells) / most))
    canvas = Canvas()
    for c, glyph in enumerate(cells):
        x, y = (c % per_line) * (cell + gap), -(c // per_line) * (3 if coordinates else 1)
        canvas.put(x, y, glyph or " ", cell)
        if coordinates:
            canvas.put(x, y - 1, names[c], cell)
        edge = board.edge_of(c, c + 1)
        if edges and edge >= 0:
            canvas.put(x + cell, y, edges[edge], gap)
    return canvas.text()


def _list(board: Tables, cells: list[str], edges: list[str]) -> str:
    """A free graph, a cell a line: its name, its glyph and its neighbors, each with the glyph of the edge to it."""
    names = [site.name for site in board.cells]
    name, glyph = _widest(names), _widest(cells)
    lines = []
    for c, near in enumerate(board.adjacency):
        ways = []
        for to in near:
            mark = edges[board.edge_of(c, to)] if edges else ""
            ways.append(f"{names[to]} ({mark})" if mark else names[to])
        head = f"{names[c]}:".ljust(name + 2) + cells[c] + " " * (glyph - terminal_width(cells[c]))
        lines.append(f"{head} -- {', '.join(ways)}" if ways else head.rstrip())
    return "\n".join(lines)
