"""Tracks as lines: straight along their lines, with an arc at each bend, which may leave the board.

Takes a board and the places of its cells, in cells; returns the points of each track's line, and how far they reach beyond the
outline.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin

from ggl.render.geometry import Geometry, Point
from ggl.topology import Board
from ggl.topology.tracks import Track

_PARTS = 36
"""The number of straight parts of an arc."""

_NEAR = 1e-6
_BESIDE = 0.12
"""The space outside an arc."""


def track_lines(board: Board, geo: Geometry) -> list[tuple[Point, ...]]:
    """The closed lines of the tracks all of whose cells are shown."""
    return [tuple(_line(track, geo)) for track in board.tracks if all(geo.shows([cell]) for cell in track.cells)]


def reach(board: Board, geo: Geometry) -> float:
    """The distance to which arcs reach beyond the outline of the board."""
    left, top, right, bottom = geo.box
    over = [max(left - x, x - right, top - y, y - bottom) for line in track_lines(board, geo) for x, y in line]
    return max(0.0, *over) + _BESIDE if any(each > 0 for each in over) else 0.0


def _line(track: Track, geo: Geometry) -> Iterator[Point]:
    lines = [[geo.cells[cell] for cell in line] for line in track.lines]
    for line, after in zip(lines, [*lines[1:], lines[0]], strict=True):
        yield from line
        if len(lines) > 1 and len(line) > 1 and len(after) > 1:
            yield from _bend(line[-2], line[-1], after[0], after[1])


def _bend(before: Point, start: Point, end: Point, after: Point) -> Iterator[Point]:
    """The circular arc tangent to the lines at both ends; empty if there is none."""
    (ux, uy), (vx, vy), (dx, dy) = _ahead(before, start), _ahead(end, after), (end[0] - start[0], end[1] - start[1])
    aside = dy * ux - dx * uy
    if abs(aside) < _NEAR:
        return
    radius = (dx * dx + dy * dy) / (2 * aside)  # negative if the arc turns the other way
    mx, my = start[0] - radius * uy, start[1] + radius * ux
    begin, turned = atan2(start[1] - my, start[0] - mx), atan2(end[1] - my, end[0] - mx)
    sweep = (turned - begin) % (2 * pi) if radius > 0 else -((begin - turned) % (2 * pi))
    if hypot(ux * cos(sweep) - uy * sin(sweep) - vx, ux * sin(sweep) + uy * cos(sweep) - vy) > _NEAR:
        return
    for part in range(1, _PARTS):
        angle = begin + sweep * part / _PARTS
        yield mx + abs(radius) * cos(angle), my + abs(radius) * sin(angle)


def _ahead(one: Point, other: Point) -> Point:
    long = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    return (other[0] - one[0]) / long, (other[1] - one[1]) / long
