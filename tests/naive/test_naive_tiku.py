"""The rulings of Tiku on positions made by hand."""

import pytest

from .grid import cell_of
from .tiku import Tiku

ROW_1, ROW_6 = "a1 b1 c1 d1 e1 f1", "a6 b6 c6 d6 e6 f6"


def position(light: str = "", dark: str = "", light_discs: str = "", dark_discs: str = "", game: Tiku | None = None) -> Tiku:
    game = game or Tiku()
    game.clear()
    game.put("Light", light, light_discs)
    game.put("Dark", dark, dark_discs)
    return game


def discs(game: Tiku, side: str) -> set[tuple[int, int]]:
    return {cell for cell, owner in game.discs.items() if owner == side}


def pieces(game: Tiku, side: str) -> set[tuple[int, int]]:
    return {cell for cell, owner in game.pieces.items() if owner == side}


def cells(names: str) -> set[tuple[int, int]]:
    return {cell_of(name) for name in names.split()}


def about_to_win(game: Tiku, dark_discs: str = "") -> Tiku:
    """Light to move has one disc left, and wins with any move."""
    return position("a2", "f5", f"{ROW_1} {ROW_6} a5", dark_discs, game)


def test_set_up() -> None:
    game = Tiku()
    assert pieces(game, "Light") == cells("a2 b2 c2 d2 e2 f2")
    assert pieces(game, "Dark") == cells("a5 b5 c5 d5 e5 f5")
    assert game.discs == {}
    assert game.supply == {"Light": 14, "Dark": 14}
    assert (game.mover, game.seat) == ("Light", "first")


def test_the_first_seat_plays_the_side_that_moves_first() -> None:
    game = Tiku(first="Dark")
    assert (game.mover, game.seat) == ("Dark", "first")
    game.play("move a5 a3")
    assert (game.mover, game.seat) == ("Light", "second")


def test_a_piece_moves_straight_over_cells_without_pieces() -> None:
    game = position("c2", "c4 a2", light_discs="d2", dark_discs="e2")
    assert game.legal_moves() == {"move c2 b2", "move c2 d2", "move c2 e2", "move c2 f2", "move c2 c1", "move c2 c3"}


def test_only_own_pieces_move() -> None:
    assert {text[5:7] for text in Tiku().legal_moves()} == {"a2", "b2", "c2", "d2", "e2", "f2"}
    assert len(Tiku().legal_moves()) == 6 * 3


def test_the_path_gets_own_discs_up_to_but_not_including_the_end() -> None:
    game = Tiku()
    game.play("move c2 c4")
    assert discs(game, "Light") == cells("c2 c3")
    assert game.supply == {"Light": 12, "Dark": 14}
    assert game.pieces[cell_of("c4")] == "Light"
    assert cell_of("c2") not in game.pieces


def test_enemy_discs_on_the_path_go_back_and_own_ones_stay() -> None:
    game = position("a2", "f5", light_discs="b2", dark_discs="c2 d2")
    game.play("move a2 e2")
    assert discs(game, "Light") == cells("a2 b2 c2 d2")
    assert discs(game, "Dark") == set()
    assert game.supply == {"Light": 10, "Dark": 14}


@pytest.mark.parametrize(("light", "dark"), [("b2", ""), ("", "b2")])
def test_a_disc_on_the_end_cell_of_either_colour_goes_back(light: str, dark: str) -> None:
    game = position("a2", "f5", light, dark)
    game.play("move a2 b2")
    assert game.discs == {cell_of("a2"): "Light"}
    assert game.supply == {"Light": 13, "Dark": 14}


def test_the_last_disc_wins_at_once_and_nothing_more_happens() -> None:
    # One disc left, a path of three cells: it lies on a2; b2, c2 and the end cell d2 stay as they are.
    game = about_to_win(Tiku(), dark_discs="b2 d2")
    game.play("move a2 d2")
    assert game.is_over
    assert (game.winner, game.winning_seat) == ("Light", "first")
    assert game.supply == {"Light": 0, "Dark": 12}
    assert discs(game, "Dark") == cells("b2 d2")
    assert cell_of("c2") not in game.discs
    assert game.pieces[cell_of("d2")] == "Light"
    assert game.scores == {"Light": 12, "Dark": 0}
    assert game.legal_moves() == set()


def test_an_own_disc_on_the_end_cell_does_not_put_the_win_off() -> None:
    game = about_to_win(Tiku())
    game.play("move a2 a1")
    assert game.winner == "Light"


def test_on_the_deciding_cell_the_enemy_disc_goes_back_first() -> None:
    game = position("a2", "f5", f"{ROW_1} {ROW_6} a2", "b2 c2")
    game.play("move a2 d2")
    assert game.winner == "Light"
    assert discs(game, "Dark") == cells("c2")
    assert game.scores == {"Light": 13, "Dark": 0}


def test_no_points_before_the_end() -> None:
    game = Tiku()
    game.play("move c2 c4")
    assert game.scores == {"Light": 0, "Dark": 0}


def test_two_passes_in_succession_are_a_draw() -> None:
    game = position()  # nobody has a piece to move
    game.play("pass")
    assert not game.is_over
    game.play("pass")
    assert game.is_over
    assert game.winner is None
    assert game.scores == {"Light": 0, "Dark": 0}


def test_a_side_without_a_move_passes_and_a_move_breaks_the_succession() -> None:
    game = position("a1", "a2 b1 f5")
    assert game.legal_moves() == {"pass"}
    game.play("pass")
    assert not game.is_over
    assert "pass" not in game.legal_moves()
    game.play("move f5 f6")
    game.play("pass")
    assert not game.is_over


def test_max_plies_draw_the_game() -> None:
    game = Tiku(max_plies=2)
    game.play("move c2 c3")
    assert not game.is_over
    game.play("move c5 c4")
    assert game.is_over
    assert game.winner is None
    assert Tiku().max_plies == 1000


def test_the_last_ply_may_still_win() -> None:
    game = about_to_win(Tiku(max_plies=1))
    game.play("move a2 b2")
    assert game.winner == "Light"
