"""The rulings of Sgibun, each on a position made by hand; those that Tirnabun shares are asked of both.

On side 4 the middle row is a4 to g4, and c4 touches b4, d4, c3, d3, b5, c5. On side 3 the middle row is a3 to e3, with seven
cells above and seven below. On side 2 a ring of six cells, in the order c2 c1 b1 a2 a3 b3, lies around b2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import ggl
from tests.games.hand import after, load, pieces, standing, texts

HALF = Fraction(1, 2)
BOTH = pytest.mark.parametrize("name", ["sgibun", "tirnabun"])


def position(name: str, side: int, black: str = "", white: str = "", mover: str = "Black") -> ggl.State:
    """Stones of both colours, far enough into a game that nobody chooses a side."""
    return load(name, side=side).position(pieces("stone", Black=black, White=white), mover, ply=10)


def may_place(state: ggl.State, cell: str) -> bool:
    return f"place {cell}" in texts(state)


# ---------------------------------------------------------------------------------------------------------- the board


@pytest.mark.parametrize(("name", "side", "cells"), [("sgibun", 6, 91), ("tirnabun", 9, 217)])
def test_the_board_is_a_hexagon_of_hexes_of_the_recommended_side(name: str, side: int, cells: int) -> None:
    assert load(name).options == {"side": side, "pie": True}
    assert len(load(name).board.cells) == cells
    assert all(len(cell.neighbors) <= 6 for cell in load(name).board.cells)


@BOTH
@pytest.mark.parametrize(("side", "fine"), [(1, False), (2, True), (5, True), (7, True), (11, True), (12, True), (13, False)])
def test_sides_from_2_to_12_are_offered(name: str, side: int, fine: bool) -> None:
    if fine:
        assert len(load(name, side=side).board.cells) == 3 * side * (side - 1) + 1
    else:
        with pytest.raises(ggl.OptionError):
            ggl.load(name, side=side)


# ---------------------------------------------------------------------------------------------------------- placing


@BOTH
def test_a_stone_of_the_movers_colour_is_placed_on_an_empty_cell(name: str) -> None:
    black, white = position(name, 4, "a4", "g4"), position(name, 4, "a4", "g4", "White")
    assert not may_place(black, "a4")
    assert not may_place(black, "g4")
    assert standing(black.play("place d4"), "Black stone") == {"a4", "d4"}
    assert standing(white.play("place d4"), "White stone") == {"g4", "d4"}


@BOTH
def test_a_stone_without_a_friend_beside_it_may_go_anywhere(name: str) -> None:
    assert len(texts(position(name, 4))) == 37
    surrounded = position(name, 4, white="b4 c3 d3 d4 c5 b5")
    assert may_place(surrounded, "c4")


@BOTH
def test_a_stone_beside_a_friend_and_no_enemy_beside_the_group_is_not_legal(name: str) -> None:
    state = position(name, 4, "d4", "a7")
    beside = {"c4", "e4", "d3", "d5", "e3", "c5"}
    assert {f"place {cell.name}" for cell in state.game.board.cells} - texts(state) == {
        f"place {cell}" for cell in beside | {"d4", "a7"}
    }


@BOTH
@pytest.mark.parametrize(("size", "legal"), [(1, False), (2, True), (3, True), (4, False)])
def test_the_group_must_be_as_large_as_the_measure_or_one_larger(name: str, size: int, legal: bool) -> None:
    # c4 would make a4, b4 a group of three; the white group begins beside it.
    white = " ".join(["d4", "e4", "f4", "g4"][:size])
    assert may_place(position(name, 4, "a4 b4", white), "c4") is legal


@BOTH
def test_the_group_is_that_of_all_friends_which_the_stone_joins(name: str) -> None:
    assert may_place(position(name, 4, "b4 d4", "c5 c6"), "c4")  # three beside two
    assert not may_place(position(name, 4, "b4 d4", "c5"), "c4")  # three beside one


@BOTH
def test_the_adjacent_enemy_groups_are_those_of_the_whole_group(name: str) -> None:
    # White touches a4 and b4, but not c4.
    state = position(name, 4, "a4 b4", "a5 a6")
    assert not {cell.name for cell in state.game.board.find("c4").neighbors} & {"a5", "a6"}  # type: ignore[union-attr]
    assert may_place(state, "c4")


def test_of_several_enemy_groups_the_smallest_is_the_measure() -> None:
    # Beside a4, b4, c4: white groups of one (a5) and of three (d4, e4, f4).
    white = "a5 d4 e4 f4"
    assert not may_place(position("sgibun", 4, "a4 b4", white), "c4")  # three beside one
    assert may_place(position("sgibun", 4, "b4", white), "c4")  # two beside one
    assert may_place(position("tirnabun", 4, "a4 b4", white), "c4")  # three beside three


def test_a_smaller_enemy_group_elsewhere_does_not_count() -> None:
    assert may_place(position("sgibun", 4, "a4 b4", "d4 e4 g1"), "c4")  # g1 is alone and far away


@BOTH
def test_after_the_placement_the_colours_alternate(name: str) -> None:
    state = load(name, side=3, pie=False).initial_state()
    movers = []
    for cell in ("c3", "a3", "e1", "a5"):
        movers.append(state.mover)
        state = state.play(f"place {cell}")
    assert movers == ["Black", "White", "Black", "White"]


# ---------------------------------------------------------------------------------------------------------- passing and the end


@BOTH
def test_a_side_that_cannot_place_passes(name: str) -> None:
    state = position(name, 2, black="c2 c1 b1 a2 a3 b3")
    assert texts(state) == {"pass"}
    state = state.play("pass")
    assert (state.mover, state.ply, state.is_over) == ("White", 11, False)
    assert texts(state) == {"place b2"}


@BOTH
def test_a_side_that_can_place_may_not_pass(name: str) -> None:
    assert "pass" not in texts(position(name, 2, black="b2", mover="White"))


@BOTH
def test_the_game_ends_as_soon_as_neither_side_can_place(name: str) -> None:
    state = position(name, 2, "c2 b1", "c1 a2 b3")
    assert not state.is_over
    state = state.play("place a3")
    assert state.is_over, "b2 is empty, but a stone there joins three and makes four, beside single stones"
    assert state.legal_moves() == ()
    assert state.ply == 11
    assert state.result is not None
    assert state.result.reason == "neither side can place"


@BOTH
def test_the_game_goes_on_while_only_the_other_side_can_place(name: str) -> None:
    for mover in ("Black", "White"):
        assert not position(name, 2, black="b2", mover=mover).is_over


# ---------------------------------------------------------------------------------------------------------- territories


def test_a_territory_belongs_to_the_side_of_the_largest_group_beside_it() -> None:
    assert position("sgibun", 3, "c1 c2 c3", "c4 c5").scores == {"Black": 14 + HALF, "White": 0}
    assert position("sgibun", 3, "c1 c2", "c3 c4 c5").scores == {"Black": 0, "White": 14 + HALF}


def test_a_territory_is_connected_and_each_is_asked_on_its_own() -> None:
    # White's wall of four in column b shuts Black's wall of five in column c away from column a.
    assert position("sgibun", 3, "c1 c2 c3 c4 c5", "b2 b3 b4 b5").scores == {"Black": 7 + HALF, "White": 3}


def test_only_the_groups_beside_a_territory_count_for_it() -> None:
    # Above the middle row: black c4 c5 d4 b5 and the row's a3 b3; below it only a3 b3, against white c3 d3 e3.
    state = position("sgibun", 3, "a3 b3 c4 c5 d4 b5", "c3 d3 e3")
    assert state.scores == {"Black": 3 + HALF, "White": 7}


def test_of_equal_largest_groups_the_next_largest_decide() -> None:
    # One territory of 13: groups of two and one, against two alone.
    assert position("sgibun", 3, "c3 c4 e1", "a3 a4").scores == {"Black": 14 + HALF, "White": 0}
    assert position("sgibun", 3, "c3 c4 e1", "a3 a4 c1 c2").scores["White"] == 12 + HALF


def test_a_list_of_groups_that_ends_counts_as_zeros() -> None:
    black_has_one_more = position("sgibun", 3, "c3 e1 a5", "a3 c1")
    assert black_has_one_more.scores == {"Black": 14 + HALF, "White": 0}


def test_the_first_difference_decides_however_many_groups_follow() -> None:
    assert position("sgibun", 3, "c3 c4 c5", "a3 e1 c1 e3").scores == {"Black": 12 + HALF, "White": 0}


def test_a_territory_with_equal_groups_beside_it_is_nobodys() -> None:
    assert position("sgibun", 3, "c3", "a3").scores == {"Black": 0, "White": 0}
    assert position("sgibun", 3).scores == {"Black": 0, "White": 0}


# ---------------------------------------------------------------------------------------------------------- the score


def test_the_score_counts_the_empty_cells_of_owned_territories() -> None:
    assert position("sgibun", 2, "c1 b1 a2 a3 b3", "c2").scores == {"Black": 1 + HALF, "White": 0}


def test_the_half_goes_by_all_groups_on_the_board() -> None:
    # No cell is empty, so that only the half is left to win.
    assert position("sgibun", 2, "c2 c1 b1 a2 a3 b3", "b2").scores == {"Black": HALF, "White": 0}
    # Below the middle row White owns the land with three beside two; the black group of four is shut out there.
    state = position("sgibun", 3, "a3 b3 c4 c5 d4 b5", "c3 d3 e3")
    assert state.scores == {"Black": 3 + HALF, "White": 7}


def test_with_equal_groups_nobody_gets_the_half() -> None:
    assert position("sgibun", 2, "c2 b1 a3", "c1 a2 b3").scores == {"Black": 0, "White": 0}


def test_the_half_may_go_to_the_side_with_less_land() -> None:
    # Black's long wall owns nothing below White's; sizes 5 against 4 and 2.
    state = position("sgibun", 3, "c1 c2 c3 c4 c5", "b2 b3 b4 b5 d1 d2 d3 d4")
    assert state.scores == {"Black": HALF, "White": 6}


def test_the_higher_score_wins() -> None:
    # White's stone on b2 leaves b3, where it would be one of two beside five; a black one would be one of six beside one.
    state = position("sgibun", 2, "c2 c1 b1 a2 a3", "", "White").play("place b2")
    assert state.is_over
    assert state.scores == {"Black": 1 + HALF, "White": 0}
    assert state.result is not None
    assert (state.winner, state.result.seat) == ("Black", "first")


@BOTH
def test_equal_scores_are_a_draw(name: str) -> None:
    state = position(name, 2, "c2 b1", "c1 a2 b3").play("place a3")
    assert state.is_over
    assert state.scores is not None
    assert state.scores["Black"] == state.scores["White"]
    assert state.result is not None
    assert (state.winner, state.result.seat) == (None, None)


# ---------------------------------------------------------------------------------------------------------- the pie rule


@BOTH
def test_the_first_seat_places_a_black_stone_on_any_cell(name: str) -> None:
    state = load(name, side=3).initial_state()
    assert (state.mover, state.seat, state.ply) == ("Black", "first", 0)
    assert texts(state) == {f"place {cell.name}" for cell in state.game.board.cells}


@BOTH
def test_then_the_second_seat_chooses_a_side_as_a_turn_of_its_own(name: str) -> None:
    state = load(name, side=3).initial_state().play("place c3")
    assert (state.mover, state.seat, state.ply) == ("White", "second", 1)
    assert texts(state) == {"take-black", "take-white"}


@BOTH
@pytest.mark.parametrize(("choice", "white", "black"), [("take-black", "first", "second"), ("take-white", "second", "first")])
def test_after_the_choice_white_moves(name: str, choice: str, white: str, black: str) -> None:
    state = after(load(name, side=3).initial_state(), "place c3", choice)
    assert (state.mover, state.seat, state.ply) == ("White", white, 2)
    assert state.seats == {"Black": black, "White": white}
    assert standing(state, "Black stone") == {"c3"}
    assert len(texts(state)) == 18
    state = state.play("place a3")
    assert (state.mover, state.seat, state.ply) == ("Black", black, 3)
    assert "take-black" not in texts(state)


@BOTH
def test_without_the_pie_rule_white_places_at_once(name: str) -> None:
    state = load(name, side=3, pie=False).initial_state().play("place c3")
    assert (state.mover, state.seat) == ("White", "second")
    assert len(texts(state)) == 18
