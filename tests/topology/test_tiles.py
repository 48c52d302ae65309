"""Tiles: the ways in which they may lie on a board, and numbers by which the shapes of sets are compared."""

import pytest

from ggl.topology import BadShape, hexagon, morris, square, torus, with_tiles
from ggl.topology.tiles import orientations, symmetries
from ggl.topology.tiling import Tile

BAR = Tile("bar", ((0, 0), (1, 0), (2, 0)))
ELL = Tile("ell", ((0, 0), (1, 0), (0, 1)))
SKEW = Tile("skew", ((0, 0), (1, 0), (1, 1), (2, 1)))


def names(board: object) -> list[str]:
    return list(board.placement_names)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("tile", "on_squares", "on_hexes"), [(BAR, 2, 3), (ELL, 4, 2), (SKEW, 4, 6), (Tile("one", ((0, 0),)), 1, 1)],
    ids=lambda value: getattr(value, "name", str(value)),
)  # fmt: skip
def test_ways_that_look_alike_are_one(tile: Tile, on_squares: int, on_hexes: int) -> None:
    assert len(orientations(square(3).plan, tile)) == on_squares
    assert len(orientations(hexagon(3).plan, tile)) == on_hexes


def test_without_mirrors_or_turns_there_are_fewer_ways() -> None:
    plan = square(3).plan
    assert len(orientations(plan, Tile("skew", SKEW.places, mirrored=False))) == 2
    assert len(orientations(plan, Tile("skew", SKEW.places, turned=False))) == 2
    assert len(orientations(plan, Tile("skew", SKEW.places, turned=False, mirrored=False))) == 1


def test_placements_come_tile_by_tile_in_the_order_of_their_cells() -> None:
    board = with_tiles(square(2), (ELL, Tile("bar", ((0, 0), (1, 0)))))
    assert names(board) == ["a1-b1-a2", "a1-b1-b2", "a1-a2-b2", "b1-a2-b2", "a1-b1", "a1-a2", "b1-b2", "a2-b2"]
    assert [placement.tile for placement in board.placements] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_on_hexes_three_cells_lie_in_a_row_or_around_a_corner() -> None:
    assert names(with_tiles(hexagon(2), (ELL,))) == [
        "b1-c1-b2", "b1-a2-b2", "c1-b2-c2", "a2-b2-a3", "b2-c2-b3", "b2-a3-b3",
    ]  # fmt: skip
    assert len(names(with_tiles(hexagon(2), (BAR,)))) == 3


def test_a_torus_has_no_border_and_no_cell_twice() -> None:
    assert len(names(with_tiles(torus(4), (BAR,)))) == 32
    assert len(names(with_tiles(torus(3), (BAR,)))) == 6
    with pytest.raises(BadShape, match="does not fit anywhere"):
        assert with_tiles(torus(3), (Tile("long", (*BAR.places, (3, 0))),)).placements


def test_a_board_with_a_hole_has_no_placement_over_it() -> None:
    assert names(with_tiles(square(3).without(["b2"]), (BAR,))) == ["a1-b1-c1", "a1-a2-a3", "c1-c2-c3", "a3-b3-c3"]


def test_two_tiles_may_not_lie_alike() -> None:
    with pytest.raises(BadShape, match="`post` has the same shape as `bar`") as caught:
        assert with_tiles(square(3), (BAR, Tile("post", ((0, 0), (0, 1), (0, 2))))).placements
    assert caught.value.line == 1


def test_boards_of_other_tiles_are_other_boards() -> None:
    assert with_tiles(square(3), (BAR,)) != square(3)
    assert with_tiles(square(3), (BAR,)) == with_tiles(square(3), (BAR,))


def test_a_move_adds_the_same_to_all_numbers_and_nothing_else_does() -> None:
    board = square(4, 3)
    for number in range(len(symmetries(board.plan))):
        by_number: dict[int, set[tuple[int, int]]] = {}
        found = board.stretched(number)
        for a in range(12):
            for b in range(12):
                vector = board.column[b] - board.column[a], board.row[b] - board.row[a]
                by_number.setdefault(found[b] - found[a], set()).add(vector)
        assert all(len(vectors) == 1 for vectors in by_number.values())


def test_a_board_without_a_grid_has_no_turns() -> None:
    with pytest.raises(BadShape, match="only on squares and hexes"):
        symmetries(morris(2).plan)
