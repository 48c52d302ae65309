"""The words that the board alone decides: each once, with what it takes, what it gives, its meaning, and how to compute it.

The checker asks for a word with constant arguments and gets a constant, or with changing ones and gets a static table over
them. A function takes the board and codes, and gives a code, a sequence of codes, or -1 for none. Nothing here sees a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ggl.checker.vocabulary.signatures import Signature, read_signature
from ggl.frozen import frozen
from ggl.topology import Board

Value = int | Iterable[int] | Iterable[Iterable[int]]


def _as_many_as_cells(board: Board) -> int:
    return len(board.cells)


@frozen
class BoardWord:
    signature: Signature
    meaning: str
    value: Callable[..., Value]
    most: Callable[[Board], int] = _as_many_as_cells
    """The greatest number that it gives, if it gives numbers."""


BOARD_WORDS: dict[str, BoardWord] = {}
"""Words by name."""

DOTS: dict[tuple[str, str], BoardWord] = {}
"""Properties of a site that the board decides, by type of site and name."""


def _word(signature: str, meaning: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(value: Callable[..., Any]) -> Callable[..., Any]:
        word = BoardWord(read_signature(signature), meaning, value)
        BOARD_WORDS[word.signature.name] = word
        return value

    return declare


def _dot(site: str, name: str, result: str, meaning: str, value: Callable[..., Value]) -> None:
    DOTS[site, name] = BoardWord(read_signature(f"{name}(x: {site}) -> {result}"), meaning, value)


# ------------------------------------------------------------------------------------------------------ sets of the board


@_word("cells -> cells", "all cells of the board")
def _cells(board: Board) -> Value:
    return range(len(board.cells))


@_word("edges -> edges", "all edges between two cells")
def _edges(board: Board) -> Value:
    return range(len(board.edges))


@_word("rim -> edges", "all edges of the outline, each beside one cell only")
def _rim(board: Board) -> Value:
    return range(len(board.edges), len(board.edges) + len(board.rim))


@_word("vertices -> vertices", "all corners of cells")
def _vertices(board: Board) -> Value:
    return range(len(board.vertices))


@_word("links -> links", "all links, which the file declares")
def _links(board: Board) -> Value:
    return range(len(board.links))


@_word("border -> cells", "the cells along the board's outline")
def _border(board: Board) -> Value:
    return board.border


@_word("corners -> cells", "the corner cells")
def _corners(board: Board) -> Value:
    return board.corners


@_word("center -> cells", "the cell or cells in the middle")
def _center(board: Board) -> Value:
    return board.center


@_word("sides -> [cells]", "the cells along each side, a set for each side; a corner belongs to both")
def _sides(board: Board) -> Value:
    return [cells for _, cells in board.sides]


@_word("side(d: direction) -> cells", "the cells along the side in this direction, with the corners")
def _side(board: Board, d: int) -> Value:
    return board.side(board.directions[d]) or ()


@_word("row(n: number) -> cells", "the cells of the nth row, counted from 1 as in names")
def _row(board: Board, n: int) -> Value:
    return [c for c in range(len(board.cells)) if board.row[c] == n]


@_word("column(n: number) -> cells", "the cells of the nth column, counted from 1")
def _column(board: Board, n: int) -> Value:
    return [c for c in range(len(board.cells)) if board.column[c] == n]


@_word("cell(n: number) -> cell?", "the nth cell, counted from 1")
def _cell(board: Board, n: int) -> Value:
    return n - 1 if 1 <= n <= len(board.cells) else -1


@_word("rows -> number", "the number of rows of the board")
def _rows(board: Board) -> Value:
    return board.rows


@_word("columns -> number", "the number of columns of the board")
def _columns(board: Board) -> Value:
    return board.columns


@_word("ranks(d: direction) -> [cells]", "the board in rows across a direction, in order along that direction")
def _ranks(board: Board, d: int) -> Value:
    name = board.directions[d]
    places: Sequence[int]
    if d in board.orthogonal and board.basis == "square":
        places, is_downwards = (board.column if name in ("east", "west") else board.row), name in ("south", "west")
    else:
        places, is_downwards = [len(board.ray(c, d)) for c in range(len(board.cells))], True
    rows: dict[int, list[int]] = {}
    for c, place in enumerate(places):
        rows.setdefault(place, []).append(c)
    return [rows[place] for place in sorted(rows, reverse=is_downwards)]


@_word("lines(n: number) -> [cells]", "all straight lines of n cells")
def _lines(board: Board, n: int) -> Value:
    return board.lines(n)


# ------------------------------------------------------------------------------------------------------------- directions


@_word("directions -> directions", "all directions of the board")
def _directions(board: Board) -> Value:
    return range(len(board.directions))


@_word("orthogonal -> directions", "the directions across an edge; on hexes all six")
def _orthogonal(board: Board) -> Value:
    return board.orthogonal


@_word("diagonal -> directions", "the directions across a corner; on hexes none")
def _diagonal(board: Board) -> Value:
    return board.diagonal


@_word("compass -> directions", "orthogonal and diagonal directions together")
def _compass(board: Board) -> Value:
    return board.compass


@_word("back(d: direction) -> direction", "the opposite direction")
def _back(board: Board, d: int) -> Value:
    return board.back(d)


@_word("turned(d: direction, n: number) -> direction", "the direction n places clockwise among the compass directions")
def _turned(board: Board, d: int, n: int) -> Value:
    return board.turned(d, n)


@_word("aslant(d: direction) -> directions", "the two compass directions next to this one")
def _aslant(board: Board, d: int) -> Value:
    return board.aslant(d)


@_word("direction(a: cell, b: cell) -> direction?", "the direction of the straight line from a to b, or none")
def _direction(board: Board, a: int, b: int) -> Value:
    return board.direction(a, b)


# ---------------------------------------------------------------------------------------------------------- from a cell


@_word("step(c: cell, d: direction, n: number = 1) -> cell?", "the cell n steps away in this direction, or none; -n steps back")
def _step(board: Board, c: int, d: int, n: int) -> Value:
    way, left, at = d if n > 0 else board.back(d), abs(n), c
    while left and at >= 0:
        at, left = board.step[way][at], left - 1
        if at == c:  # once round
            left %= abs(n) - left
    return at


@_word("ray(c: cell, d: direction, n: number = all) -> [cell]", "the cells from c outwards, without c; at most n of them")
def _ray(board: Board, c: int, d: int, n: int | None = None) -> Value:
    cells = board.ray(c, d)
    return cells if n is None else cells[: max(n, 0)]


@_word("between(a: cell, b: cell) -> [cell]", "the cells strictly between two cells on a straight line")
def _between(board: Board, a: int, b: int) -> Value:
    return board.between(a, b)


@_word("path(a: cell, b: cell) -> [cell]", "a and the cells between a and b, in order from a, without b")
def _path(board: Board, a: int, b: int) -> Value:
    return board.path(a, b)


@_word(
    "leaps(c: cell, m: number, n: number) -> cells",
    "the cells m columns and n rows away, or n and m, as a knight leaps",
)
def _leaps(board: Board, c: int, m: int, n: int) -> Value:
    return board.leaps(c, m, n)


@_word("distance(a: cell, b: cell) -> number?", "the least number of steps from a to b; on squares a diagonal step counts as one")
def _distance(board: Board, a: int, b: int) -> Value:
    return board.distance(a, b)


@_word("edge(a: cell, b: cell) -> edge?", "the edge between two adjacent cells")
def _edge(board: Board, a: int, b: int) -> Value:
    return board.edge_of(a, b)


@_word("edge_towards(c: cell, d: direction) -> edge?", "the edge of a cell in a direction, rim edges included")
def _edge_towards(board: Board, c: int, d: int) -> Value:
    return board.edge_towards(c, d)


@_word("link(a: cell, b: cell) -> link?", "the link between two cells")
def _link(board: Board, a: int, b: int) -> Value:
    return board.link_of(a, b)


@_word("crosses(l: link) -> links", "the links that cross a link: as drawn, they share a point that is not an end of both")
def _crosses(board: Board, link: int) -> Value:
    return board.link_crossings[link]


# --------------------------------------------------------------------------------------------------------------- tracks


@_word("tracks -> tracks", "all tracks, which the file declares")
def _tracks(board: Board) -> Value:
    return range(len(board.tracks))


# ---------------------------------------------------------------------------------------------------------------- tiles


@_word("tiles -> tiles", "all tiles, which the file declares")
def _tiles(board: Board) -> Value:
    return range(len(board.tiles))


@_word("placements(t: tile) -> [placement]", "the ways in which a tile may lie on the board, turned and mirrored, each once")
def _placements(board: Board, t: int) -> Value:
    return board.placements_of[t]


DECLARED = {
    "tracks": "track", "steps_along": "track", "slides_along": "track", "sight_along": "track",
    "tiles": "tile", "placements": "tile",
}  # fmt: skip
"""The words that only games have which declare something of a type."""

PRELUDE_ONLY: dict[str, BoardWord] = {}
"""Words that only the prelude may use."""


def _hidden(signature: str, value: Callable[..., Value], most: Callable[[Board], int] = _as_many_as_cells) -> None:
    word = BoardWord(read_signature(signature), "", value, most)
    PRELUDE_ONLY[word.signature.name] = word


_hidden("last_way -> number", lambda board: 2 * max(track.most_places for track in board.tracks) - 1)
_hidden("further(c: cell, t: track, n: number) -> [cell]", lambda board, c, t, n: board.tracks[t].further(c, n))
_hidden("run(c: cell, t: track, n: number) -> [cell]", lambda board, c, t, n: board.tracks[t].run(c, n))
_hidden(
    "before_bend(c: cell, t: track, n: number, bends: number) -> cells",
    lambda board, c, t, n, bends: board.tracks[t].before_bend(c, n, bends),
)

_hidden("last_turn -> number", lambda board: board.symmetry_count - 1, lambda board: board.symmetry_count - 1)
_hidden("stretched(c: cell, n: number) -> number", lambda board, c, n: board.stretched(n)[c], lambda board: board.most_stretched)

# ------------------------------------------------------------------------------------------------------------ properties

_dot("track", "cells", "[cell]", "the cells of a track in their order", lambda board, t: board.tracks[t].cells)
_dot("track", "lines", "[cells]", "the lines of a track in their order", lambda board, t: board.tracks[t].lines)
_dot("tile", "size", "number", "the number of its cells", lambda board, t: len(board.tiles[t].places))
_dot("placement", "tile", "tile", "the tile that lies so", lambda board, p: board.placements[p].tile)
_dot("placement", "cells", "cells", "the cells on which the tile lies", lambda board, p: board.placements[p].cells)

_dot("cell", "row", "number", "the row, counted from 1", lambda board, c: board.row[c])
_dot("cell", "column", "number", "the column, counted from 1", lambda board, c: board.column[c])
_dot("cell", "edges", "edges", "the edges around a cell", lambda board, c: board.cell_edges[c])
_dot("cell", "vertices", "vertices", "the corners of a cell", lambda board, c: board.cell_vertices[c])
_dot("cell", "links", "links", "the links at a cell", lambda board, c: board.cell_links[c])
_dot("edge", "cells", "cells", "the cells on both sides of an edge", lambda board, e: board.edge_cells[e])
_dot("edge", "ends", "vertices", "the vertices at both ends of an edge", lambda board, e: board.edge_ends[e])
_dot("vertex", "edges", "edges", "the edges that meet at a vertex", lambda board, v: board.vertex_edges[v])
_dot("vertex", "cells", "cells", "the cells around a vertex", lambda board, v: [c.index for c in board.vertices[v].cells])
_dot("link", "cells", "cells", "the two cells that a link joins", lambda board, x: board.link_cells[x])
for _site in ("cell", "edge", "vertex", "link"):
    _dot(_site, "number", "number", "the place in board order, counted from 1", lambda board, x: x + 1)
