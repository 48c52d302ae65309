"""The board in words: its shape, its size, the directions that matter."""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker.game import CheckedGame
from ggl.narration.nouns import listed
from ggl.topology import Board

SHAPES: dict[str, Callable[[list[int], int], str]] = {
    "square": lambda n, cells: (
        f"The board is a square of {n[0]} by {n[0]} cells." if n[0] == n[-1] else
        f"The board has {n[0]} columns and {n[-1]} rows of square cells."
    ),
    "torus": lambda n, cells: f"The board has {n[0]} columns and {n[-1]} rows of square cells, and closes on itself: beyond the "
    "last column comes the first again, and beyond the last row the first.",
    "hexagon": lambda n, cells: f"The board is a hexagon of hexagonal cells, {n[0]} on each side ({cells} cells in all).",
    "rhombus": lambda n, cells: f"The board is a rhombus of hexagonal cells, {n[0]} by {n[-1]}.",
    "triangle": lambda n, cells: f"The board is a triangle of hexagonal cells, {n[0]} on each side ({cells} cells in all).",
    "star": lambda n, cells: f"The board is a six-pointed star of hexagonal cells, each point {n[0]} rows deep ({cells} cells).",
    "track": lambda n, cells: f"The board is a track of {n[0]} cells in a row.",
    "morris": lambda n, cells: f"The board has {n[0]} squares, one inside the other, with a point at each corner and in the "
    f"middle of each side ({cells} points in all). Lines join the points along the squares, and the middles across them.",
}  # fmt: skip
"""Each shape's sentence, from its numbers and how many cells there are."""

SHARE = {"square": "share a side", "hex": "share a side", "track": "follow one another", "graph": "are joined by a line"}


def described(checked: CheckedGame) -> list[str]:
    """Sentences about the board."""
    board = checked.board
    said = [_shape(board, checked)]
    names = _names(board)
    if names:
        said.append(names)
    return said


def _shape(board: Board, checked: CheckedGame) -> str:
    part = checked.definition.board
    count = len(board.cells)
    if part.drawing is not None:
        return f"The board has {count} {'hexagonal' if board.basis == 'hex' else 'square'} cells, laid out as in this picture:"
    name, _, inside = board.shape.partition("(")
    if name in SHAPES and inside:
        digits = [int(text) for text in inside.split(")")[0].split(", ")]
        sentence = SHAPES[name](digits, count)
        removed = len(board.plan.removed)
        return sentence + (f" {removed} of its cells are left out: {_removed(board)}." if removed else "")
    return f"The board has {count} points, joined by lines."


def _removed(board: Board) -> str:
    return listed(name for _, _, name in board.plan.removed)


def _names(board: Board) -> str:
    cells = [cell.name for cell in board.cells]
    if len(cells) < 2:
        return ""
    if board.plan.tiling is None and board.basis == "graph" and not board.sides:
        return f"The points are {listed(cells)}." if len(cells) <= 30 else ""
    lowest, highest = cells[0], cells[-1]
    if board.basis == "track":
        return f"The cells are named {lowest} to {highest}."
    what = "points" if board.basis == "graph" else "cells"
    return f"Its {what} are named by column and row, from {lowest} at the bottom to {highest} at the top."
