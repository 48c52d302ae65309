"""Tracks: what follows on a cell, from each of its places, both ways, and how many bends are passed on the way."""

from ggl.topology import square, with_tracks
from ggl.topology.tracks import Track

EIGHT = Track("eight", ((0, 1, 2), (5, 1, 7)))


def test_the_cells_are_those_of_the_lines() -> None:
    assert EIGHT.cells == (0, 1, 2, 5, 1, 7)
    assert EIGHT.most_places == 2


def test_from_each_place_it_goes_on_and_after_the_end_at_the_beginning() -> None:
    assert EIGHT.further(1, 1) == (2, 7)
    assert EIGHT.further(1, -1) == (0, 5)
    assert EIGHT.further(7, 1) == (0,)
    assert EIGHT.further(8, 1) == ()


def test_a_run_ends_before_the_place_at_which_it_began() -> None:
    assert EIGHT.run(0, 0) == (1, 2, 5, 1, 7)
    assert EIGHT.run(0, 1) == (7, 1, 5, 2, 1)
    assert [EIGHT.run(1, way) for way in range(5)] == [
        (2, 5, 1, 7, 0), (7, 0, 1, 2, 5), (0, 7, 1, 5, 2), (5, 2, 1, 0, 7), (),
    ]  # fmt: skip


def test_bends_lie_between_lines_and_behind_the_last() -> None:
    assert [EIGHT.before_bend(0, 0, bends) for bends in range(3)] == [(), (1, 2), (1, 2, 5, 1, 7)]
    assert [EIGHT.before_bend(0, 1, bends) for bends in range(4)] == [(), (), (7, 1, 5), (7, 1, 5, 2, 1)]


def test_a_single_line_has_no_bends() -> None:
    assert Track("ring", ((0, 1, 4, 3),)).before_bend(0, 0, 1) == (1, 4, 3)


def test_boards_of_other_tracks_are_other_boards() -> None:
    assert with_tracks(square(3), (EIGHT,)) != square(3)
    assert with_tracks(square(3), (EIGHT,)) == with_tracks(square(3), (EIGHT,))
