"""The rulings of Tirnabun that are not those of Sgibun, each on a position made by hand. See `test_rulings_sgibun`."""

from __future__ import annotations

from tests.games.hand import load
from tests.games.test_rulings_sgibun import may_place, position


def test_of_several_enemy_groups_the_largest_is_the_measure() -> None:
    # Beside a4, b4, c4: white groups of one (a5) and of three (d4, e4, f4).
    white = "a5 d4 e4 f4"
    assert may_place(position("tirnabun", 4, "a4 b4", white), "c4")  # three beside three
    assert not may_place(position("tirnabun", 4, "b4", white), "c4")  # two beside three
    assert may_place(position("sgibun", 4, "b4", white), "c4")


def test_the_largest_enemy_group_is_looked_for_beside_the_whole_group() -> None:
    # The white group of three touches a4 and b4 only; c4 itself touches a single stone.
    assert may_place(position("tirnabun", 4, "a4 b4", "a5 a6 a7 d4"), "c4")
    assert not may_place(position("tirnabun", 4, "a4 b4", "d4"), "c4")


def test_there_is_no_half() -> None:
    assert position("tirnabun", 2, "c2 c1 b1 a2 a3 b3").scores == {"Black": 1, "White": 0}
    assert position("sgibun", 2, "c2 c1 b1 a2 a3 b3").scores != {"Black": 1, "White": 0}


def test_territories_and_their_owners_are_as_in_sgibun() -> None:
    # All these groups are live, so that only land counts: 7 cells and 3.
    assert position("tirnabun", 3, "c1 c2 c3 c4 c5", "b2 b3 b4 b5").scores == {"Black": 7, "White": 3}


def test_a_group_beside_one_cell_of_its_own_territory_is_live() -> None:
    # Above the middle row Black owns a4, a5, b4, and a3 b3 touch a4: live, though all below is White's.
    assert position("tirnabun", 3, "a3 b3 c4 c5 d4 b5", "c3 d3 e3").scores == {"Black": 3, "White": 7}


def test_a_group_without_such_a_cell_is_dead_and_its_stones_are_points_for_the_other() -> None:
    # White owns all 14 empty cells, above and below.
    assert position("tirnabun", 3, "a3 b3", "c3 d3 e3").scores == {"Black": 0, "White": 14 + 2}


def test_a_group_without_any_empty_cell_beside_it_is_dead() -> None:
    assert position("tirnabun", 2, "c1 b1 a2 a3 b3", "c2").scores == {"Black": 1 + 1, "White": 0}
    full = position("tirnabun", 2, "c2 c1 b1 a2 a3 b3", "b2")
    assert full.scores == {"Black": 1, "White": 6}  # no territory is left: all are dead


def test_a_group_beside_nobodys_territory_only_is_dead() -> None:
    assert position("tirnabun", 3, "c3", "a3").scores == {"Black": 1, "White": 1}


def test_each_dead_group_counts_with_all_its_stones() -> None:
    # Column c is Black's: White's single stones right of it are dead, the wall to the left is live.
    state = position("tirnabun", 3, "c1 c2 c3 c4 c5", "b2 b3 b4 b5 e1 e3")
    assert state.scores == {"Black": 5 + 2, "White": 3}


def test_equal_scores_are_a_draw_that_is_no_nil_nil() -> None:
    state = position("tirnabun", 2, "c2 b1", "c1 a2 b3").play("place a3")
    assert state.is_over
    assert state.scores == {"Black": 3, "White": 3}
    assert state.winner is None


def test_the_pie_rule_is_that_of_sgibun() -> None:
    state = load("tirnabun", side=2).initial_state().play("place b2")
    assert {str(move) for move in state.legal_moves()} == {"take-black", "take-white"}
