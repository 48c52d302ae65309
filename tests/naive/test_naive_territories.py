"""The rulings of Sgibun and Tirnabun on positions made by hand.

On side 4 the middle row is a4 to g4, and c4 touches b4, d4, c3, d3, b5, c5. On side 2 a ring of six cells, in the order
c2 c1 b1 a2 a3 b3, lies around b2.
"""

from fractions import Fraction
from typing import TypeVar

import pytest

from .grid import HEXAGONAL, neighbours
from .sgibun import Sgibun
from .territories import TerritoryGame, winning_list
from .tirnabun import Tirnabun

G = TypeVar("G", bound=TerritoryGame)
HALF = Fraction(1, 2)
BOTH = pytest.mark.parametrize("kind", [Sgibun, Tirnabun])


def position(kind: type[G], side: int, black: str = "", white: str = "") -> G:
    game = kind(side=side, pie=False)
    game.put("Black", *black.split())
    game.put("White", *white.split())
    return game


def may_place(game: TerritoryGame, name: str) -> bool:
    return f"place {name}" in game.legal_moves()


def test_boards() -> None:
    assert len(Sgibun().cells) == 91
    assert len(Tirnabun().cells) == 217
    assert len(Sgibun(side=2).cells) == 7
    assert len(Tirnabun(side=12).cells) == 397


def test_names_and_neighbours() -> None:
    game = Sgibun()
    assert game.name((0, 0)) == "f6"
    assert (game.name((5, 0)), game.name((0, 5)), game.name((5, -5))) == ("k6", "f11", "k1")
    near = {game.name(cell) for cell in neighbours(game.cell("f6"), HEXAGONAL)}
    assert near == {"e6", "g6", "f5", "f7", "g5", "e7"}


@BOTH
def test_a_single_stone_may_go_anywhere_without_a_friend(kind: type[TerritoryGame]) -> None:
    game = position(kind, 2, white="c2 c1 b1 a2 a3 b3")
    assert game.legal_moves() == {"place b2"}
    game = position(kind, 4, black="d4")
    assert may_place(game, "a4")


@BOTH
def test_beside_a_friend_and_no_enemy_is_not_legal(kind: type[TerritoryGame]) -> None:
    game = position(kind, 4, black="d4", white="a4")
    assert not may_place(game, "e4")


@BOTH
@pytest.mark.parametrize(
    ("white", "legal"),
    [("a4", True), ("a4 a5", True), ("a4 a5 a6", False)],
    ids=["one larger", "equal", "smaller"],
)
def test_a_group_equal_or_one_larger(kind: type[TerritoryGame], white: str, legal: bool) -> None:
    # The new stone on c4 makes a group of two; the enemy touches b4 only: the whole group counts.
    assert may_place(position(kind, 4, black="b4", white=white), "c4") is legal


@BOTH
def test_a_group_two_larger_is_not_legal(kind: type[TerritoryGame]) -> None:
    assert not may_place(position(kind, 4, black="b4 c4", white="a4"), "d4")


@BOTH
def test_the_stone_joins_all_its_friends(kind: type[TerritoryGame]) -> None:
    assert may_place(position(kind, 4, black="b4 d4", white="a4 a5"), "c4")
    assert not may_place(position(kind, 4, black="b4 d4", white="a4"), "c4")


def test_sgibun_compares_with_the_smallest_enemy_and_tirnabun_with_the_largest() -> None:
    white = "a4 d3 e3 f3"  # a single stone, and a group of three
    assert may_place(position(Sgibun, 4, "b4", white), "c4")
    assert not may_place(position(Tirnabun, 4, "b4", white), "c4")
    assert not may_place(position(Sgibun, 4, "b4 c4", white), "d4")
    assert may_place(position(Tirnabun, 4, "b4 c4", white), "d4")


@BOTH
def test_a_side_that_cannot_place_passes(kind: type[TerritoryGame]) -> None:
    game = position(kind, 2, black="c2 c1 b1 a2 a3 b3")
    assert game.legal_moves() == {"pass"}
    game.play("pass")
    assert game.mover == "White"
    assert game.legal_moves() == {"place b2"}
    game.play("place b2")
    assert game.is_over
    assert game.ply == 2


@BOTH
def test_the_game_ends_as_soon_as_neither_side_can_place(kind: type[TerritoryGame]) -> None:
    game = position(kind, 2, black="c2 b1", white="c1 a2 b3")
    assert not game.is_over
    game.play("place a3")
    assert game.is_over  # b2 is empty, but a stone there joins four beside ones
    assert game.legal_moves() == set()
    assert game.ply == 1


def test_the_first_difference_decides_and_a_list_that_ends_counts_as_zeros() -> None:
    assert winning_list([3, 1], [2, 2, 2]) == "Black"
    assert winning_list([3, 1], [3, 2]) == "White"
    assert winning_list([3, 1], [3]) == "Black"
    assert winning_list([], [1]) == "White"
    assert winning_list([2, 1], [2, 1]) is None
    assert winning_list([], []) is None


@BOTH
def test_an_empty_board_is_nobodys(kind: type[TerritoryGame]) -> None:
    assert position(kind, 2).scores == {"Black": 0, "White": 0}


@BOTH
def test_a_territory_belongs_to_the_largest_group_beside_it(kind: type[TerritoryGame]) -> None:
    # Column c is a wall of both colours, with both sides of it empty.
    game = position(kind, 3, black="c1 c2 c3", white="c4 c5")
    assert [(owner, len(cells)) for owner, cells in game.territories()] == [("Black", 7), ("Black", 7)]


@BOTH
def test_a_tied_territory_goes_to_the_next_largest_groups(kind: type[TerritoryGame]) -> None:
    game = position(kind, 2, black="c2 c1 a2", white="b1 a3")
    assert game.territories() == [("Black", {game.cell("b2"), game.cell("b3")})]
    game = position(kind, 2, black="c2 a2", white="b1 b3")
    assert [owner for owner, _ in game.territories()] == [None]


@BOTH
def test_only_groups_beside_the_territory_count(kind: type[TerritoryGame]) -> None:
    # White's wall of column b shuts Black's larger group in column c away from column a.
    game = position(kind, 3, black="c1 c2 c3 c4 c5", white="b2 b3 b4 b5")
    west = {game.cell(name) for name in ("a3", "a4", "a5")}
    assert ("White", west) in game.territories()


def test_sgibun_score_is_owned_cells_and_a_half_for_the_larger_groups() -> None:
    game = position(Sgibun, 2, black="c1 b1 a2 a3 b3", white="c2")
    assert game.scores == {"Black": 1 + HALF, "White": 0}
    assert game.winner == "Black"
    full = position(Sgibun, 2, black="c2 c1 b1 a2 a3 b3", white="b2")
    assert full.scores == {"Black": HALF, "White": 0}


def test_sgibun_the_half_goes_by_all_groups_on_the_board() -> None:
    assert position(Sgibun, 4, "a4 c4", "e4").scores["Black"] % 1 == HALF
    assert position(Sgibun, 4, "a4 c4", "e4 f4").scores["White"] % 1 == HALF
    assert position(Sgibun, 4, "a4", "e4").scores == {"Black": 0, "White": 0}


@BOTH
def test_equal_scores_are_a_draw(kind: type[TerritoryGame]) -> None:
    game = position(kind, 2, black="c2 b1 a3", white="c1 a2 b3")
    assert game.is_over
    assert game.scores["Black"] == game.scores["White"]
    assert game.winner is None
    assert game.winning_seat is None


def test_tirnabun_score_is_owned_cells_and_dead_enemy_stones() -> None:
    game = position(Tirnabun, 2, black="c1 b1 a2 a3 b3", white="c2")
    assert game.scores == {"Black": 2, "White": 0}
    alternating = position(Tirnabun, 2, black="c2 b1 a3", white="c1 a2 b3")
    assert alternating.scores == {"Black": 3, "White": 3}  # beside nobody's cell all are dead


def test_tirnabun_a_group_lives_beside_one_cell_of_its_own_territory() -> None:
    # Columns: a empty, b White's four, c Black's five, d and e empty: all groups live.
    game = position(Tirnabun, 3, black="c1 c2 c3 c4 c5", white="b2 b3 b4 b5")
    assert game.scores == {"Black": 7, "White": 3}
    # A white stone among Black's cells is dead, without any cell of its own.
    game.put("White", "e1")
    assert game.dead_stones("White") == {game.cell("e1")}
    assert game.scores == {"Black": 6 + 1, "White": 3}


@BOTH
@pytest.mark.parametrize(("choice", "white_seat"), [("take-black", "first"), ("take-white", "second")])
def test_the_second_seat_chooses_a_side_after_the_first_stone(kind: type[TerritoryGame], choice: str, white_seat: str) -> None:
    game = kind(side=3)
    assert len(game.legal_moves()) == 19
    game.play("place c3")
    assert (game.mover, game.seat, game.ply) == ("White", "second", 1)
    assert game.legal_moves() == {"take-black", "take-white"}
    game.play(choice)
    assert (game.mover, game.seat, game.ply) == ("White", white_seat, 2)
    assert game.stones == {(0, 0): "Black"}
    assert len(game.legal_moves()) == 18
    game.play("place c4")
    assert (game.mover, game.ply) == ("Black", 3)
    assert game.seat != white_seat


@BOTH
def test_without_the_pie_rule_white_places_at_once(kind: type[TerritoryGame]) -> None:
    game = position(kind, 3)
    game.play("place c3")
    assert len(game.legal_moves()) == 18
