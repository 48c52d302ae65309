"""The rulings of Tiku's match for points and of its diagonal moves on positions made by hand."""

import pytest

from .test_naive_tiku import about_to_win, cells, position
from .tiku import Tiku


def test_points_the_winner_scores_and_the_loser_starts_the_next_game() -> None:
    game = about_to_win(Tiku(points=True, target=20), dark_discs="b3 b4 c3 c4")
    game.play("move a2 b2")
    assert not game.is_over
    assert game.totals == game.scores == {"Light": 10, "Dark": 0}
    assert (game.mover, game.seat, game.ply) == ("Dark", "second", 0)
    assert game.pieces == Tiku().pieces
    assert game.supply == {"Light": 14, "Dark": 14}


@pytest.mark.parametrize("target", [9, 10])
def test_points_the_match_ends_at_the_target(target: int) -> None:
    game = about_to_win(Tiku(points=True, target=target), dark_discs="b3 b4 c3 c4")
    game.play("move a2 b2")
    assert game.is_over
    assert (game.winner, game.winning_seat) == ("Light", "first")
    assert game.scores == {"Light": 10, "Dark": 0}
    assert game.legal_moves() == set()
    assert Tiku(points=True).target == 10


def test_points_after_a_drawn_game_the_other_side_starts() -> None:
    game = Tiku(points=True, max_plies=1)
    game.play("move a2 a3")
    assert (game.mover, game.seat, game.ply) == ("Dark", "second", 0)
    game.play("move a5 a4")
    assert (game.mover, game.seat) == ("Light", "first")
    assert game.scores == {"Light": 0, "Dark": 0}
    assert not game.is_over


def test_diagonal_a_marked_piece_may_move_diagonally() -> None:
    game = position("c3", "d4 f5", "b4", "b2", Tiku(diagonal=True))
    diagonals = {text for text in game.legal_moves() if text.startswith("diagonal")}
    assert diagonals == {f"diagonal c3 {end}" for end in ("b2", "a1", "d2", "e1", "b4", "a5")}
    assert not any(text.startswith("diagonal") for text in Tiku().legal_moves())


def test_diagonal_the_same_rules_for_path_and_discs() -> None:
    game = position("c2", "f6", "e4", "d3 f5", Tiku(diagonal=True))
    game.play("diagonal c2 f5")
    assert game.discs == dict.fromkeys(cells("c2 d3 e4"), "Light")
    assert game.supply == {"Light": 11, "Dark": 14}


def test_diagonal_only_once_for_each_piece() -> None:
    game = Tiku(diagonal=True)
    game.play("diagonal c2 e4")
    game.play("move a5 a4")
    starts = {text.split()[1] for text in game.legal_moves() if text.startswith("diagonal")}
    assert starts == {"a2", "b2", "d2", "f2", "e2"}


def test_diagonal_an_orthogonal_move_keeps_the_mark() -> None:
    game = Tiku(diagonal=True)
    game.play("move c2 c3")
    game.play("move a5 a4")
    assert "diagonal c3 d4" in game.legal_moves()


def test_diagonal_a_new_game_of_a_match_turns_the_marks_up() -> None:
    game = Tiku(diagonal=True, points=True, max_plies=1)
    game.play("diagonal c2 e4")
    assert game.marked == set(game.pieces)
