"""The rulings of Tabik, each on a position made by hand."""

from __future__ import annotations

import pytest

import ggl
from tests.games.hand import after, load, of, pieces, standing, texts

ALL_RODS = "put rod on edges"


def position(
    black: str = "", white: str = "", rods: str = "", *, size: int = 4, mover: str = "Black", **fields: object
) -> ggl.State:
    """Stones of both colours and rods, far enough into a game that there is no pie rule; `rods` are effects."""
    text = "\n".join([pieces("stone", Black=black, White=white), rods])
    return load("tabik", size=size).position(text, mover, **{"ply": 10, **fields})


def test_the_board_is_square_with_8_cells_a_side_by_default() -> None:
    assert load("tabik").options == {"size": 8, "pie": True}
    assert len(load("tabik").board.cells) == 64
    assert load("tabik").initial_state().ply == 0
    assert standing(load("tabik").initial_state(), "Black stone") == set()


@pytest.mark.parametrize(("size", "fine"), [(2, False), (3, True), (19, True), (20, False)])
def test_sizes_from_3_to_19_are_offered(size: int, fine: bool) -> None:
    if fine:
        assert len(load("tabik", size=size).board.cells) == size * size
    else:
        with pytest.raises(ggl.OptionError):
            ggl.load("tabik", size=size)


def test_two_adjacent_empty_cells_give_two_placements() -> None:
    others = "c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"
    assert texts(position(black=others)) == {"place a1 b1", "place b1 a1"}


def test_a_placement_is_black_on_the_first_cell_white_on_the_second_and_a_rod_between() -> None:
    for mover in ("Black", "White"):
        state = after(position(mover=mover), "place b1 a1")
        assert (state.piece_at("b1"), state.piece_at("a1"), state.piece_at("a1-b1")) == ("Black stone", "White stone", "rod")
        assert sum(state.piece_at(edge.name) == "rod" for edge in state.game.board.edges) == 1


def test_only_orthogonally_adjacent_cells_take_a_placement() -> None:
    state = position(black="b1 d1 a2 c2 b3 d3 a4 c4", white="", rods=ALL_RODS)  # the empty cells meet at corners only
    assert texts(state) == {"pass"}


def test_a_swap_exchanges_stones_of_different_colours_and_lays_a_rod_on_their_edge() -> None:
    state = position("a1", "b1")
    assert of(state, "swap") == {"swap a1-b1"}
    state = state.play("swap a1-b1")
    assert (state.piece_at("a1"), state.piece_at("b1"), state.piece_at("a1-b1")) == ("White stone", "Black stone", "rod")


def test_a_swap_over_a_rod_is_not_legal() -> None:
    assert of(position("a1", "b1", "put rod on edge(a1, b1)"), "swap") == set()
    assert of(position("a1", "b1", "put rod on edge(b1, c1)"), "swap") == {"swap a1-b1"}


def test_a_swap_needs_two_stones_of_different_colours() -> None:
    assert of(position("a1 b1", "d4"), "swap") == set()
    assert of(position("a1", ""), "swap") == set()
    assert of(position("a1", "b2"), "swap") == set()  # they meet at a corner


def test_both_sides_have_the_same_moves() -> None:
    stones = ("a1 c2 d4", "b1 c3")
    black, white = position(*stones), position(*stones, mover="White")
    assert texts(black) == texts(white)
    assert of(black, "swap") == {"swap a1-b1", "swap c2-c3"}


def test_a_side_without_a_move_must_pass() -> None:
    assert texts(position(black="a1 b1 c1 a2 b2 c2 a3 b3 c3", size=3)) == {"pass"}


def test_a_side_with_a_move_may_not_pass() -> None:
    swap_only = position("b1 c1 a2 b2 c2 a3 b3 c3", "a1", "put rod on edge(a1, b1)", size=3)
    assert texts(swap_only) == {"swap a1-a2"}


def test_two_passes_in_succession_end_the_game() -> None:
    state = position(black="a1 b1 c1 a2 b2 c2 a3 b3 c3", size=3, last_mover="White")
    once = state.play("pass")
    assert not once.is_over
    assert (once.mover, once.ply) == ("White", 11)
    twice = once.play("pass")
    assert twice.is_over
    assert twice.ply == 12
    assert twice.result is not None
    assert twice.result.reason == "two passes"


def test_a_move_between_passes_breaks_the_succession() -> None:
    state = position("b1 c1 a2 b2 c2 a3 b3 c3", "a1", "put rod on edge(a1, b1)", size=3, passes=1)
    state = after(state, "swap a1-a2", "swap a2-b2")
    assert not state.is_over


def test_a_group_is_connected_orthogonally() -> None:
    assert position("a1 b1 b2").scores == {"Black": 3, "White": 0}
    assert position("a1 b2 c3").scores == {"Black": 1, "White": 0}


def test_a_group_is_of_one_colour() -> None:
    assert position("a1 c1", "b1").scores == {"Black": 1, "White": 0}


def test_rods_do_not_cut_groups() -> None:
    assert position("a1 b1", rods="put rod on edge(a1, b1)").scores == {"Black": 2, "White": 0}


def test_the_score_is_the_largest_size_of_which_a_side_has_more_groups() -> None:
    # Size 3: one each. Size 2: White one more. Size 1: Black two more.
    state = position("a1 b1 c1 e1 e3", "a3 b3 c3 a5 b5", size=5)
    assert state.scores == {"Black": 1, "White": 2}


def test_the_score_is_zero_without_such_a_size() -> None:
    assert position().scores == {"Black": 0, "White": 0}
    assert position("a1 b1", "a3 b3").scores == {"Black": 0, "White": 0}


def test_a_larger_group_counts_for_more_than_many_small_ones() -> None:
    assert position("a1 a3 c1 c3", "d4").scores == {"Black": 1, "White": 0}
    assert position("a1 a3 c1", "b4 c4").scores == {"Black": 1, "White": 2}


def test_the_higher_score_wins() -> None:
    black = "a1 b1 c1 a2 b2"
    state = position(black, "c2 a3 b3 c3", ALL_RODS, size=3, passes=1, last_mover="White", mover="White").play("pass")
    assert state.scores == {"Black": 5, "White": 4}
    assert state.winner == "Black"


@pytest.mark.parametrize(("last", "winner"), [("Black", "White"), ("White", "Black")])
@pytest.mark.parametrize("mover", ["Black", "White"])
def test_at_0_to_0_the_side_that_made_the_last_move_loses_and_a_pass_is_no_move(mover: str, last: str, winner: str) -> None:
    # Full, one cell empty, groups of four alike, all edges with rods: nobody can move.
    state = position("a1 b1 a2 b2", "c1 c2 c3 b3", ALL_RODS, size=3, mover=mover, last_mover=last)
    state = after(state, "pass", "pass")
    assert state.scores == {"Black": 0, "White": 0}
    assert state.winner == winner


def test_swap_sides_is_offered_on_whites_first_turn_only() -> None:
    state = load("tabik", size=4).initial_state()
    assert "swap-sides" not in texts(state)
    state = state.play("place a1 b1")
    assert "swap-sides" in texts(state)
    assert {"place c1 d1", "swap b1-b2"} & texts(state) == {"place c1 d1"}, "moves are there beside it"
    for move in ("place c1 d1", "place a2 b2", "place c2 d2"):
        state = state.play(move)
        assert "swap-sides" not in texts(state)


def test_after_swap_sides_it_is_whites_turn_again_by_the_other_seat() -> None:
    before = load("tabik", size=4).initial_state().play("place a1 b1")
    assert (before.mover, before.seat, before.ply) == ("White", "second", 1)
    state = before.play("swap-sides")
    assert (state.mover, state.seat, state.ply) == ("White", "first", 2)
    assert state.seats == {"Black": "second", "White": "first"}
    assert "swap-sides" not in texts(state)
    assert texts(state) == texts(before) - {"swap-sides"}
    state = state.play("place c1 d1")
    assert (state.mover, state.seat) == ("Black", "second")


def test_swap_sides_leaves_the_stones_as_they_are() -> None:
    state = after(load("tabik", size=4).initial_state(), "place a1 b1", "swap-sides")
    assert (state.piece_at("a1"), state.piece_at("b1")) == ("Black stone", "White stone")


def test_without_the_pie_rule_sides_are_not_swapped() -> None:
    state = load("tabik", size=4, pie=False).initial_state().play("place a1 b1")
    assert "swap-sides" not in texts(state)
    assert state.seats == {"Black": "first", "White": "second"}
