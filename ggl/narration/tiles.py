"""Tiles in words: their orientations, and a drawing of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ggl.narration.layout import Part, Picture
from ggl.narration.nouns import words
from ggl.topology import Board
from ggl.topology.tiling import Tile

WIDEST = 64
"""The width of drawings side by side, in characters."""


def tile_sentences(board: Board, cell: str) -> Iterator[Part]:
    """The tiles of a board, grouped by their orientations. `cell` is the word for a cell."""
    for (turned, mirrored), tiles in groupby(board.tiles, lambda tile: (tile.turned, tile.mirrored)):
        yield f"These tiles may be laid on the board{_WAYS[turned, mirrored]}, an x for each {cell}:"
        yield Picture(tuple(_side_by_side([_drawn(board, tile) for tile in tiles])))


_WAYS = {
    (True, True): ", turned and turned over in any way",
    (True, False): ", turned in any way but not turned over",
    (False, True): " as they are drawn or with left and right exchanged",
    (False, False): " as they are drawn",
}


def _drawn(board: Board, tile: Tile) -> list[str]:
    """The name of a tile, and below it its rows."""
    low, high = min(y for _, y in tile.places), max(y for _, y in tile.places)
    rows: dict[int, set[int]] = {y: set() for y in range(high, low - 1, -1)}
    for x, y in tile.places:
        rows[y].add(2 * x + y if board.basis == "hex" else 2 * x)
    left = min(min(row) for row in rows.values() if row)
    drawn = ["".join("x" if x in row else " " for x in range(left, max(row, default=left) + 1)) for row in rows.values()]
    return [words(tile.name), *drawn]


def _side_by_side(blocks: Sequence[list[str]]) -> Iterator[str]:
    """Drawings next to each other, in as many bands as are needed."""
    band: list[list[str]] = []
    first = True
    for block in [*blocks, None]:
        if block is None or (band and sum(map(_width, [*band, block])) + 3 * len(band) > WIDEST):
            if not first:
                yield ""
            for row in range(max(map(len, band))):
                cells = (each[row].ljust(_width(each)) if row < len(each) else " " * _width(each) for each in band)
                yield "   ".join(cells).rstrip()
            band, first = [], False
        if block is not None:
            band.append(block)


def _width(block: Sequence[str]) -> int:
    return max(map(len, block))
