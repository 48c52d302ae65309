"""The rulings of Tabik, and those it shares with Quarod, on positions made by hand."""

import pytest

from .pairs import PairGame
from .quarod import Quarod
from .tabik import Tabik

BOTH = pytest.mark.parametrize("kind", [Tabik, Quarod])


def play(game: PairGame, *texts: str) -> None:
    for text in texts:
        game.play(text)


def tabik(size: int, black: str = "", white: str = "", rods: str = "") -> Tabik:
    game = Tabik(size=size, pie=False)
    game.put("Black", *black.split())
    game.put("White", *white.split())
    game.rods = set(rods.split())
    return game


@BOTH
def test_a_board_of_any_size_8_by_default(kind: type[PairGame]) -> None:
    assert len(kind().cells) == 64
    assert len(kind(size=3).legal_moves()) == 2 * 12
    assert len(kind(size=19).legal_moves()) == 2 * 2 * 18 * 19


@BOTH
def test_two_adjacent_empty_cells_give_two_placements(kind: type[PairGame]) -> None:
    assert kind(size=2).legal_moves() == {
        *("place a1 b1", "place b1 a1", "place a2 b2", "place b2 a2"),
        *("place a1 a2", "place a2 a1", "place b1 b2", "place b2 b1"),
    }


@BOTH
def test_place_puts_black_on_the_first_and_white_on_the_second(kind: type[PairGame]) -> None:
    game = kind(size=3)
    game.play("place b2 b1")
    assert game.stones == {(1, 1): "Black", (1, 0): "White"}


def test_tabik_place_puts_a_rod_on_the_edge() -> None:
    game = Tabik(size=3, pie=False)
    game.play("place b2 b1")
    assert game.rods == {"b1-b2"}
    assert not any(text.startswith("swap") for text in game.legal_moves())


def test_tabik_swap_needs_different_colours_and_no_rod() -> None:
    game = tabik(2, black="a1 b1", white="a2 b2", rods="a1-a2")
    assert game.legal_moves() == {"swap b1-b2"}


def test_tabik_swap_changes_places_and_leaves_a_rod() -> None:
    game = tabik(2, black="a1 b1", white="a2 b2", rods="a1-a2")
    game.play("swap b1-b2")
    assert game.stones == {(0, 0): "Black", (1, 0): "White", (0, 1): "White", (1, 1): "Black"}
    assert game.rods == {"a1-a2", "b1-b2"}


def test_tabik_both_sides_have_the_same_moves() -> None:
    game = tabik(3, black="a1 b2", white="a2 c3")
    black_moves = game.legal_moves()
    game.mover = "White"
    assert game.legal_moves() == black_moves
    assert {"swap a1-a2", "swap a2-b2", "place b1 c1", "place c1 b1"} <= black_moves


@BOTH
def test_pass_only_without_moves_and_two_in_succession_end_the_game(kind: type[PairGame]) -> None:
    game = kind(size=2, pie=False)
    play(game, "place a1 b1", "place a2 b2")
    assert game.legal_moves() == {"pass"}
    game.play("pass")
    assert not game.is_over
    assert game.mover == "White"
    game.play("pass")
    assert game.is_over
    assert game.legal_moves() == set()
    assert game.ply == 4


def test_rods_do_not_cut_groups() -> None:
    game = tabik(3, black="a1 a2", white="c3", rods="a1-a2")
    assert game.group_sizes("Black") == {2: 1}


def test_groups_are_orthogonal() -> None:
    game = tabik(3, black="a1 b2 c2", white="c3")
    assert game.group_sizes("Black") == {1: 1, 2: 1}


def test_score_is_the_largest_size_of_which_a_side_has_more_groups() -> None:
    # Black: 3 and 1; White: 3 and 2. Equal in threes, White ahead in twos, Black in ones.
    game = tabik(5, black="a1 a2 a3 e1", white="c1 c2 c3 e4 e5")
    assert game.scores == {"Black": 1, "White": 2}


def test_score_counts_groups_not_stones() -> None:
    game = tabik(5, black="a1 a3 a5 c1 c3", white="e1 e2 e3 e4 e5")
    assert game.scores == {"Black": 1, "White": 5}
    assert tabik(5, black="a1 a2", white="e1 e2").scores == {"Black": 0, "White": 0}


@BOTH
def test_the_higher_score_wins(kind: type[PairGame]) -> None:
    game = kind(size=3, pie=False)
    game.stones = {(0, 0): "Black", (0, 1): "Black", (2, 0): "White", (2, 2): "White"}
    game.passes = 2
    assert game.scores == {"Black": 2, "White": 1}
    assert game.winner == "Black"
    assert game.winning_seat == "first"


@BOTH
def test_both_at_zero_the_last_mover_loses(kind: type[PairGame]) -> None:
    game = kind(size=2, pie=False)
    play(game, "place a1 b1", "place a2 b2", "pass", "pass")
    assert game.scores == {"Black": 0, "White": 0}
    assert game.winner == "Black"


def test_both_at_zero_after_swaps() -> None:
    game = Tabik(size=2, pie=False)
    play(game, "place a1 b1", "place b2 a2", "swap a1-a2")
    assert game.stones == {(0, 0): "White", (1, 0): "White", (0, 1): "Black", (1, 1): "Black"}
    assert game.legal_moves() == {"swap b1-b2"}
    play(game, "swap b1-b2", "pass", "pass")
    assert game.winner == "Black"


@BOTH
def test_swap_sides_on_whites_first_turn_only(kind: type[PairGame]) -> None:
    game = kind(size=3)
    assert "swap-sides" not in game.legal_moves()
    game.play("place a1 a2")
    regular = kind(size=3, pie=False)
    regular.play("place a1 a2")
    assert game.legal_moves() == regular.legal_moves() | {"swap-sides"}
    game.play("place c1 c2")
    assert "swap-sides" not in game.legal_moves()
    game.play("place b1 b2")
    assert "swap-sides" not in game.legal_moves()


@BOTH
def test_after_swap_sides_the_other_seat_plays_white_at_once(kind: type[PairGame]) -> None:
    game = kind(size=3)
    play(game, "place a1 a2")
    stones = dict(game.stones)
    assert (game.mover, game.seat) == ("White", "second")
    game.play("swap-sides")
    assert (game.mover, game.seat, game.ply) == ("White", "first", 2)
    assert game.stones == stones
    assert "swap-sides" not in game.legal_moves()
    game.play("place c1 c2")
    assert (game.mover, game.seat, game.ply) == ("Black", "second", 3)
