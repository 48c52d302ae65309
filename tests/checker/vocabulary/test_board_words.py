"""What the words say that the board alone decides, beside boards that a reader sees at a glance."""

from __future__ import annotations

import pytest

from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS, PRELUDE_ONLY
from ggl.topology import Board, hexagon, square, torus, with_links, with_tiles, with_tracks
from ggl.topology.tiling import Tile
from ggl.topology.tracks import Track

HOLE = square(3, 3).without(["b3"])
EIGHT, RING = Track("eight", ((0, 1, 2), (5, 1, 7))), Track("ring", ((0, 1, 4, 3),))
PROPERTIES = [
    ("cell", "row", 2, 2),
    ("cell", "column", 2, 1),
    ("cell", "edges", 0, [0, 2, 8, 10]),  # a1-a2 and a1-b1, then those on the rim in the south and west
    ("cell", "vertices", 0, [0, 1, 2, 3]),  # around a1 from the north-east on; the middle of the board is the first
    ("cell", "links", 3, [0]),
    ("edge", "cells", 1, [1, 3]),
    ("edge", "ends", 0, [0, 3]),
    ("vertex", "edges", 0, [0, 1, 2, 3]),
    ("vertex", "cells", 1, [0, 1]),
    ("link", "cells", 0, [0, 3]),
    ("track", "cells", 0, [0, 1, 3, 2]),
    ("track", "lines", 0, [(0, 1), (3, 2)]),
    ("tile", "size", 0, 2),
    ("placement", "tile", 1, 0),
    ("placement", "cells", 1, [2, 3]),
]


@pytest.mark.parametrize(
    ("board", "direction", "rows"),
    [
        (square(3, 2), "north", "a1 b1 c1 | a2 b2 c2"),
        (square(3, 2), "south", "a2 b2 c2 | a1 b1 c1"),
        (square(3, 2), "east", "a1 a2 | b1 b2 | c1 c2"),
        (square(3, 2), "west", "c1 c2 | b1 b2 | a1 a2"),
        (square(3, 2), "northeast", "a1 b1 | c1 a2 b2 c2"),
        (HOLE, "north", "a1 b1 c1 | a2 b2 c2 | a3 c3"),
        (hexagon(2), "east", "a2 | b1 b2 a3 | c1 c2 b3"),
        (hexagon(2), "southwest", "b3 | b2 c2 a3 | b1 c1 a2"),
    ],
)
def test_a_board_in_rows_across_a_direction(board: Board, direction: str, rows: str) -> None:
    found = BOARD_WORDS["ranks"].value(board, board.directions.index(direction))
    assert " | ".join(" ".join(board.cells[c].name for c in row) for row in found) == rows


@pytest.mark.parametrize(
    ("board", "start", "direction", "n", "end"),
    [
        (square(5), "b1", "east", 2, "d1"),
        (square(5), "b1", "east", -1, "a1"),
        (square(5), "b1", "east", 0, "b1"),
        (square(5), "b1", "east", 4, None),
        (HOLE, "b1", "north", 2, None),
        (torus(3, 4), "b1", "east", 5, "a1"),
        (torus(3, 4), "b1", "east", -7, "a1"),
        (torus(3, 4), "b1", "northeast", 12, "b1"),
    ],
)
def test_a_cell_that_is_some_steps_away(board: Board, start: str, direction: str, n: int, end: str | None) -> None:
    names = [cell.name for cell in board.cells]
    found = BOARD_WORDS["step"].value(board, names.index(start), board.directions.index(direction), n)
    assert (None if found == -1 else names[found]) == end


@pytest.mark.parametrize(("site", "name", "code", "value"), PROPERTIES)
def test_a_property_of_a_site_of_four_cells(site: str, name: str, code: int, value: object) -> None:
    board = with_links(square(2), [(0, 3)])
    board = with_tracks(board, (Track("ring", ((0, 1), (3, 2))),))
    found = DOTS[site, name].value(with_tiles(board, (Tile("bar", ((0, 0), (1, 0)), turned=False),)), code)
    assert (found if isinstance(found, int) else [*found]) == value


def test_every_property_has_such_a_case_or_is_a_number_in_order() -> None:
    assert {(site, name) for site, name, *_ in PROPERTIES} | {
        (site, "number") for site in ("cell", "edge", "vertex", "link")
    } == DOTS.keys()


def test_the_words_that_only_the_prelude_knows() -> None:
    assert {*PRELUDE_ONLY} == {"last_way", "further", "run", "before_bend", "last_turn", "stretched"}


@pytest.mark.parametrize("site", ["cell", "edge", "vertex", "link"])
def test_sites_are_numbered_from_1(site: str) -> None:
    assert [DOTS[site, "number"].value(square(2), x) for x in range(4)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("board", "word", "value"),
    [
        (with_tracks(square(3), (RING,)), "last_way", 1),
        (with_tracks(square(3), (RING, EIGHT)), "last_way", 3),
        (square(3), "last_turn", 7),
        (hexagon(2), "last_turn", 11),
    ],
)
def test_the_last_number_that_a_loop_of_the_prelude_tries(board: Board, word: str, value: int) -> None:
    assert PRELUDE_ONLY[word].value(board) == value


@pytest.mark.parametrize(("board", "word", "most"), [(square(1), "rows", 1), (square(2, 3), "rows", 6)])
def test_no_word_of_the_language_gives_a_number_above_that_of_cells(board: Board, word: str, most: int) -> None:
    assert BOARD_WORDS[word].most(board) == most


@pytest.mark.parametrize(("word", "most"), [("last_way", 9), ("last_turn", 7), ("stretched", square(3).most_stretched)])
def test_the_greatest_number_of_a_word_of_the_prelude(word: str, most: int) -> None:
    assert PRELUDE_ONLY[word].most(square(3)) == most
