"""Boards: cells, edges, vertices and links, directions and distances, of any shape.

Takes a shape and its numbers (`square(8)`, or `SHAPES["square"](8)`), a drawing, or links. Gives a `Board`. Independent of games.
Raises `BadShape` and `BoardTooLarge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ggl.topology.board import Board, board_of, with_links, with_tiles, with_tracks
from ggl.topology.drawing import drawn_plan
from ggl.topology.errors import CELL_LIMIT, BadShape, BoardTooLarge
from ggl.topology.graphs import graph, morris
from ggl.topology.labels import BadLabels, Labels, UnknownSeries, labelled, with_own_names
from ggl.topology.shapes import hexagon, rhombus, square, star, torus, track, triangle
from ggl.topology.tables import LINES, Site

SHAPES: Mapping[str, Callable[..., Board]] = {
    "square": square,
    "hexagon": hexagon,
    "rhombus": rhombus,
    "triangle": triangle,
    "torus": torus,
    "track": track,
    "morris": morris,
    "star": star,
}
"""The shapes that are functions of whole numbers, by name."""


def drawn(lines: Sequence[str], basis: str = "square") -> Board:
    """A board from its drawing: a glyph for each cell, blanks or `_` where none is, the top line being the highest
    row.
    """
    return board_of(drawn_plan(lines, basis))


__all__ = [
    "CELL_LIMIT", "LINES", "SHAPES", "BadLabels", "BadShape", "Board", "BoardTooLarge", "Labels", "Site", "UnknownSeries",
    "drawn", "graph", "hexagon", "labelled", "morris", "rhombus", "square", "star", "torus", "track", "triangle", "with_links",
    "with_own_names", "with_tiles", "with_tracks",
]  # fmt: skip
