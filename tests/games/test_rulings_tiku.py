"""The rulings of Tiku and its two variants, each on a position made by hand."""

from __future__ import annotations

import pytest

import ggl
from tests.games.hand import after, load, of, standing, texts

ROW_1, ROW_6 = "a1 b1 c1 d1 e1 f1", "a6 b6 c6 d6 e6 f6"


def position(
    light: str = "", dark: str = "", light_discs: str = "", dark_discs: str = "", *, name: str = "tiku", mover: str = "Light",
    options: dict[str, object] | None = None, **fields: object,
) -> ggl.State:  # fmt: skip
    """Figures, and discs out of the supplies."""
    lines = [f"put {side} figure on {cell}" for side, cells in (("Light", light), ("Dark", dark)) for cell in cells.split()]
    lines += [f"put {side} disc on {cell} from supply"
              for side, cells in (("Light", light_discs), ("Dark", dark_discs)) for cell in cells.split()]  # fmt: skip
    return load(name, **(options or {})).position("\n".join(lines), mover, **fields)


def about_to_win(dark_discs: str = "", **more: object) -> ggl.State:
    """Light has one disc left, and any move lays it."""
    return position("a2", "f5", f"{ROW_1} {ROW_6} a5", dark_discs, **more)  # type: ignore[arg-type]


def supply(state: ggl.State) -> dict[str, object]:
    layout, vector = state.game.layout, state.vector
    disc = state.game.checked.kinds.index("disc")
    return {side: vector[layout.at("supply", player, disc)] for player, side in enumerate(state.game.players)}


def discs(state: ggl.State, side: str) -> set[str]:
    """The cells with a disc of a side, under a figure or not."""
    found = ((cell.name, state.piece_at(cell.name)) for cell in state.game.board.cells)
    return {name for name, what in found if what is not None and f"{side} disc" in what}


def cells(names: str) -> set[str]:
    return set(names.split())


# ---------------------------------------------------------------------------------------------------------- the start


def test_lights_figures_fill_row_2_and_darks_row_5_of_a_board_of_6_by_6() -> None:
    state = load("tiku").initial_state()
    assert len(state.game.board.cells) == 36
    assert standing(state, "Light figure") == cells("a2 b2 c2 d2 e2 f2")
    assert standing(state, "Dark figure") == cells("a5 b5 c5 d5 e5 f5")
    assert discs(state, "Light") == discs(state, "Dark") == set()


def test_each_side_has_14_discs_in_its_supply() -> None:
    assert supply(load("tiku").initial_state()) == {"Light": 14, "Dark": 14}


def test_light_moves_first_unless_the_option_says_dark_and_the_first_seat_plays_the_side_that_moves_first() -> None:
    assert load("tiku").options == {"first": "Light", "max_plies": 1000}
    light, dark = load("tiku").initial_state(), load("tiku", first="Dark").initial_state()
    assert (light.mover, light.seats) == ("Light", {"Light": "first", "Dark": "second"})
    assert (dark.mover, dark.seats) == ("Dark", {"Light": "second", "Dark": "first"})
    assert (dark.play("move a5 a3").mover, dark.play("move a5 a3").seat) == ("Light", "second")


@pytest.mark.parametrize("options", [{"first": "Nobody"}, {"max_plies": 0}, {"max_plies": 100_001}, {"pie": True}])
def test_other_values_of_options_and_a_pie_rule_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ggl.OptionError):
        ggl.load("tiku", **options)


# ---------------------------------------------------------------------------------------------------------- moving


def test_a_piece_moves_in_a_straight_orthogonal_line_over_and_onto_cells_without_pieces() -> None:
    state = position("c2", "c4 a2")
    assert texts(state) == {"move c2 b2", "move c2 d2", "move c2 e2", "move c2 f2", "move c2 c1", "move c2 c3"}


def test_own_pieces_are_in_the_way_too() -> None:
    state = position("c2 c3 b2 d2", "f6")
    assert {move for move in texts(state) if move.startswith("move c2")} == {"move c2 c1"}


def test_discs_are_not_in_the_way() -> None:
    state = position("a2", "f5", "b2 d2", "c2 e2")
    assert {"move a2 b2", "move a2 c2", "move a2 f2"} <= texts(state)


def test_only_own_pieces_move() -> None:
    start = load("tiku").initial_state()
    assert {move.split()[1] for move in texts(start)} == cells("a2 b2 c2 d2 e2 f2")
    assert len(texts(start)) == 6 * 3


def test_sides_alternate() -> None:
    state = load("tiku").initial_state()
    assert state.play("move a2 a3").mover == "Dark"
    assert after(state, "move a2 a3", "move a5 a4").mover == "Light"


# ---------------------------------------------------------------------------------------------------------- the discs


def test_the_path_gets_own_discs_up_to_but_not_including_the_end_cell() -> None:
    state = load("tiku").initial_state().play("move c2 c4")
    assert discs(state, "Light") == cells("c2 c3")
    assert supply(state) == {"Light": 12, "Dark": 14}
    assert state.piece_at("c4") == "Light figure"


def test_enemy_discs_on_the_path_go_back_and_own_discs_take_their_place() -> None:
    state = position("a2", "f5", dark_discs="b2 c2").play("move a2 d2")
    assert discs(state, "Light") == cells("a2 b2 c2")
    assert discs(state, "Dark") == set()
    assert supply(state) == {"Light": 11, "Dark": 14}


def test_own_discs_on_the_path_stay() -> None:
    state = position("a2", "f5", light_discs="b2").play("move a2 d2")
    assert discs(state, "Light") == cells("a2 b2 c2")
    assert supply(state) == {"Light": 11, "Dark": 14}


@pytest.mark.parametrize(("light", "dark"), [("b2", ""), ("", "b2")], ids=["own", "enemy"])
def test_a_disc_on_the_end_cell_of_either_colour_goes_back_to_its_owner(light: str, dark: str) -> None:
    state = position("a2", "f5", light, dark).play("move a2 b2")
    assert state.piece_at("b2") == "Light figure"
    assert discs(state, "Light") == cells("a2")
    assert supply(state) == {"Light": 13, "Dark": 14}


# ---------------------------------------------------------------------------------------------------------- winning


def test_the_side_whose_last_disc_leaves_its_supply_has_won() -> None:
    state = about_to_win().play("move a2 b2")
    assert state.is_over
    assert state.result is not None
    assert (state.winner, state.result.seat) == ("Light", "first")
    assert state.legal_moves() == ()


def test_the_game_ends_when_the_last_disc_leaves_in_the_middle_of_the_path() -> None:
    # The last disc lies on a2; the rest of the path, with a dark disc on b2, and the end cell d2 stay as they are.
    state = about_to_win("b2 d2").play("move a2 d2")
    assert state.winner == "Light"
    assert supply(state) == {"Light": 0, "Dark": 12}
    assert discs(state, "Dark") == cells("b2 d2")
    assert discs(state, "Light") == cells(f"{ROW_1} {ROW_6} a5 a2")


def test_the_piece_then_stands_on_its_end_cell_already() -> None:
    state = about_to_win("d2").play("move a2 d2")
    assert "Light figure" in (state.piece_at("d2") or "")
    assert "Dark disc" in (state.piece_at("d2") or "")
    assert state.piece_at("a2") == "Light disc"


def test_a_path_that_needs_more_discs_than_are_left_is_legal_and_wins() -> None:
    assert "move a2 f2" in texts(about_to_win())
    assert about_to_win().play("move a2 f2").winner == "Light"


def test_an_own_disc_on_the_end_cell_does_not_put_the_win_off() -> None:
    assert about_to_win().play("move a2 a1").winner == "Light"


def test_on_the_deciding_cell_the_enemy_disc_goes_back_before_the_own_one_is_laid() -> None:
    state = position("a2", "f5", f"{ROW_1} {ROW_6} a2", "b2 c2").play("move a2 d2")
    assert state.winner == "Light"
    assert discs(state, "Dark") == cells("c2")
    assert state.scores == {"Light": 13, "Dark": 0}


def test_the_last_disc_on_an_own_disc_is_not_laid() -> None:
    # One disc left, and the start cell has one of Light's already: nothing leaves the supply.
    state = position("a2", "f5", f"{ROW_1} {ROW_6} a2").play("move a2 b2")
    assert not state.is_over
    assert supply(state)["Light"] == 1


def test_the_winner_has_as_many_points_as_discs_are_left_in_the_losers_supply() -> None:
    assert about_to_win("b3 b4 c3").play("move a2 b2").scores == {"Light": 11, "Dark": 0}


def test_before_the_end_both_have_no_points() -> None:
    assert load("tiku").initial_state().play("move c2 c4").scores == {"Light": 0, "Dark": 0}


# ---------------------------------------------------------------------------------------------------------- passes and draws


def test_a_side_with_no_legal_move_passes_and_never_otherwise() -> None:
    state = position("a1", "a2 b1 f5")
    assert texts(state) == {"pass"}
    assert "pass" not in texts(state.play("pass"))


def test_two_passes_in_succession_are_a_draw() -> None:
    state = position().play("pass")
    assert not state.is_over
    state = state.play("pass")
    assert state.is_over
    assert state.winner is None
    assert state.scores == {"Light": 0, "Dark": 0}


def test_a_move_between_passes_breaks_the_succession() -> None:
    assert not after(position("a1", "a2 b1 f5"), "pass", "move f5 f6", "pass").is_over


def test_after_max_plies_passes_counted_the_game_is_a_draw() -> None:
    state = position("a1", "a2 b1 f5", ply=998)
    state = state.play("pass")
    assert not state.is_over
    state = state.play("move f5 f6")
    assert (state.ply, state.is_over, state.winner) == (1000, True, None)
    short = load("tiku", max_plies=2).initial_state().play("move c2 c3")
    assert not short.is_over
    assert short.play("move c5 c4").is_over


def test_the_last_ply_may_still_win() -> None:
    state = about_to_win(ply=999).play("move a2 b2")
    assert (state.ply, state.winner) == (1000, "Light")


# ---------------------------------------------------------------------------------------------------------- for points


def points(dark_discs: str, target: int, **fields: object) -> ggl.State:
    return about_to_win(dark_discs, name="tiku-points", options={"target": target}, **fields)


def test_points_the_target_is_10_by_default_and_at_least_1() -> None:
    assert load("tiku-points").options == {"first": "Light", "max_plies": 1000, "target": 10}
    with pytest.raises(ggl.OptionError):
        ggl.load("tiku-points", target=0)


def test_points_the_winner_gets_its_score_and_the_next_game_begins() -> None:
    state = points("b3 b4 c3 c4", 20, total={"Light": 3, "Dark": 4}).play("move a2 b2")
    assert not state.is_over
    assert state.scores == {"Light": 13, "Dark": 4}
    assert state.ply == 0
    assert standing(state, "Light figure") == cells("a2 b2 c2 d2 e2 f2")
    assert supply(state) == {"Light": 14, "Dark": 14}


def test_points_the_loser_starts_the_next_game_and_seats_keep_their_sides() -> None:
    state = points("", 20).play("move a2 b2")
    assert (state.mover, state.seat) == ("Dark", "second")
    assert state.seats == {"Light": "first", "Dark": "second"}


@pytest.mark.parametrize(("target", "over"), [(9, True), (10, True), (11, False)])
def test_points_the_match_ends_when_a_side_reaches_the_target(target: int, over: bool) -> None:
    state = points("b3 b4 c3 c4", target).play("move a2 b2")
    assert state.scores == {"Light": 10, "Dark": 0}
    assert state.is_over is over
    assert state.winner == ("Light" if over else None)


def test_points_after_a_drawn_game_the_other_side_starts() -> None:
    state = load("tiku-points", max_plies=1).initial_state().play("move a2 a3")
    assert (state.mover, state.seat, state.ply, state.is_over) == ("Dark", "second", 0, False)
    state = state.play("move a5 a4")
    assert (state.mover, state.seat, state.scores) == ("Light", "first", {"Light": 0, "Dark": 0})


# ---------------------------------------------------------------------------------------------------------- diagonal moves


def test_diagonal_every_piece_starts_with_its_mark_up() -> None:
    state = load("tiku-diagonal").initial_state()
    assert {move.split()[1] for move in of(state, "diagonal")} == cells("a2 b2 c2 d2 e2 f2")


def test_diagonal_a_marked_piece_may_move_diagonally_over_and_onto_cells_without_pieces() -> None:
    state = position("c3", "d4 f5", "b4", "b2", name="tiku-diagonal")
    assert of(state, "diagonal") == {f"diagonal c3 {end}" for end in ("b2", "a1", "d2", "e1", "b4", "a5")}
    assert of(load("tiku").initial_state(), "diagonal") == set()


def test_diagonal_the_rules_for_path_and_discs_are_the_same() -> None:
    state = position("c2", "f6", "e4", "d3 f5", name="tiku-diagonal").play("diagonal c2 f5")
    assert discs(state, "Light") == cells("c2 d3 e4")
    assert supply(state) == {"Light": 11, "Dark": 14}


def test_diagonal_a_diagonal_move_may_win_in_the_middle_of_its_path() -> None:
    state = about_to_win("b3 d5", name="tiku-diagonal").play("diagonal a2 d5")
    assert state.winner == "Light"
    assert discs(state, "Dark") == cells("b3 d5")


def test_diagonal_the_mark_then_is_down_for_the_rest_of_the_game() -> None:
    state = after(load("tiku-diagonal").initial_state(), "diagonal c2 e4", "move a5 a4")
    assert {move.split()[1] for move in of(state, "diagonal")} == cells("a2 b2 d2 e2 f2")
    state = after(state, "move e4 e3", "move a4 a3")
    assert not any(move.startswith("diagonal e3") for move in texts(state))


def test_diagonal_an_orthogonal_move_keeps_the_mark_up() -> None:
    state = after(load("tiku-diagonal").initial_state(), "move c2 c3", "move a5 a4")
    assert "diagonal c3 d4" in texts(state)


def test_diagonal_each_piece_has_a_mark_of_its_own() -> None:
    state = after(load("tiku-diagonal").initial_state(), "diagonal c2 e4", "diagonal a5 b4", "diagonal a2 c4")
    assert (state.piece_at("e4"), state.piece_at("c4")) == ("Light figure", "Light figure")
