"""Tracks in pictures: closed lines, with arcs that leave and arrive in the directions of the lines and lead off the board."""

from math import dist, isclose

import pytest

from ggl.render.geometry import geometry
from ggl.render.tracks import reach, track_lines
from ggl.topology import square, with_tracks
from ggl.topology.tracks import Track

INNER = ([6, 7, 8, 9, 10, 11], [4, 10, 16, 22, 28, 34], [29, 28, 27, 26, 25, 24], [31, 25, 19, 13, 7, 1])
BOARD = with_tracks(square(6), (Track("inner", tuple(map(tuple, INNER))),))


def test_a_bend_is_an_arc_in_the_directions_of_the_lines() -> None:
    geo = geometry(BOARD, "lines")
    (line,) = track_lines(BOARD, geo)
    corner, start = geo.cells[5], line.index(geo.cells[11])
    arc = line[start : line.index(geo.cells[4]) + 1]
    assert len(arc) > 20
    assert all(isclose(dist(corner, point), 1.0, abs_tol=1e-6) for point in arc)
    assert arc[1][0] > arc[0][0], "it goes on to the right"
    assert isclose(reach(BOARD, geo), 0.5 + 0.12, abs_tol=0.01)


def test_a_ring_that_turns_back_has_half_a_circle_at_its_end() -> None:
    board = with_tracks(square(3), (Track("ring", ((0, 1, 2), (5, 4, 3))),))
    geo = geometry(board, "pits")
    (line,) = track_lines(board, geo)
    (ax, ay), (bx, by) = geo.cells[2], geo.cells[5]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    assert sum(isclose(dist(middle, point), 0.5, abs_tol=1e-6) for point in line) > 20


@pytest.mark.parametrize("lines", [((0, 1, 2, 5, 4, 3),), ((0, 1), (8,), (3,))])
def test_where_no_arc_fits_the_line_is_straight(lines: tuple[tuple[int, ...], ...]) -> None:
    board = with_tracks(square(3), (Track("ring", lines),))
    (line,) = track_lines(board, geometry(board, "cells"))
    assert len(line) == sum(map(len, lines))
    assert reach(board, geometry(board, "cells")) == 0
