"""Drawings of boards in text: circuits over a board of squares, and a track as two rows of points."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from string import ascii_uppercase

from ggl.narration import board
from ggl.narration.nouns import listed, words
from ggl.topology import Board
from ggl.topology.tracks import Track

_NONE, _SEVERAL = ".", "+"
_LONGEST_NAMES = 3


def of_circuits(on: Board) -> tuple[str, ...]:
    """Which circuits run over each cell, and, beyond the border, a letter at both ends of each bend; () where none is bent so."""
    signs = [track.name[:1].lower() for track in on.tracks]
    if not on.tracks or len(set(signs)) < len(signs) or not board.has_named_lines(on) or on.plan.removed:
        return ()
    bends = [_bends(on, track) for track in on.tracks]
    if any(found is None for found in bends):
        return ()
    there = [[" "] * (on.columns + 2) for _ in range(on.rows + 2)]
    for place in range(len(on.cells)):
        through = [sign for sign, track in zip(signs, on.tracks, strict=True) if place in track.cells]
        there[on.row[place]][on.column[place]] = _SEVERAL if len(through) > 1 else "".join(through) or _NONE
    ends = [pair for found in bends for pair in found or ()]
    outside = [place for pair in ends for place in pair]
    if len(ends) > len(ascii_uppercase) or len(set(outside)) < len(outside):
        return ()
    for letter, pair in zip(ascii_uppercase, ends, strict=False):
        for column, row in pair:
            there[row][column] = letter
    rows = board.beside_the_rows(on)
    blank = " " * len(rows[0])
    names = [blank, *rows, blank]
    drawn = [f"{name}  {' '.join(signs_)}".rstrip() for name, signs_ in zip(names, there, strict=True)]
    legend = [f"{sign} is on the {words(track.name)} track" for sign, track in zip(signs, on.tracks, strict=True)]
    several = "both" if len(on.tracks) == 2 else "several"
    legend += [f"{_SEVERAL} on {several}"] if any(_SEVERAL in row for row in there) else []
    letters = ("A track that leaves the board at a letter", "comes in again where that letter stands too.") if ends else ()
    columns = f"{blank}    {board.below_the_columns(on)}"
    return (*reversed(drawn), columns, "", f"{listed(legend)}.", *letters)


def _bends(on: Board, track: Track) -> list[tuple[tuple[int, int], tuple[int, int]]] | None:
    """The places next to the border, column and row, where a track leaves and where it comes in again; None where it does not."""
    found = []
    for line, after in pairwise((*track.lines, track.lines[0])):
        if len(line) < 2 or len(after) < 2:
            return None
        pair = (_beyond(on, line[-2], line[-1]), _beyond(on, after[1], after[0]))
        if not all(_is_next_to_the_border(on, *place) for place in pair):
            return None
        found.append(pair)
    return found


def _is_next_to_the_border(on: Board, column: int, row: int) -> bool:
    is_beyond = column in (0, on.columns + 1) or row in (0, on.rows + 1)
    return is_beyond and 0 <= column <= on.columns + 1 and 0 <= row <= on.rows + 1


def _beyond(on: Board, before: int, last: int) -> tuple[int, int]:
    """The place after the last of two neighbours, in the same direction."""
    return 2 * on.column[last] - on.column[before], 2 * on.row[last] - on.row[before]


def of_points(on: Board) -> tuple[str, ...]:
    """The names of a track's points in two rows that face each other, as its picture has them; () where they are long."""
    names, across = [cell.name for cell in on.cells], ceil(len(on.cells) / 2)
    wide = max(map(len, names)) + 1
    if on.basis != "track" or wide > _LONGEST_NAMES + 1 or not 4 <= across <= 18:
        return ()
    half = ceil(across / 2) if across >= _WITH_A_BAR else across
    lower = [names[place] for place in reversed(range(across))]
    upper = names[across:] + [""] * (across - len(names[across:]))
    bars = ["|" if name else "" for name in upper]
    rows = [_row(row, half, wide) for row in (upper, bars, [""] * across, ["|"] * across, lower)]
    return tuple(row.rstrip() for row in rows)


_WITH_A_BAR = 8
"""The points in a row from which on a bar stands in its middle, as in pictures."""


def _row(signs: list[str], half: int, wide: int) -> str:
    left, right = ("".join(f"{sign:<{wide}}" for sign in part) for part in (signs[:half], signs[half:]))
    return f"{left} # {right}" if right else left
