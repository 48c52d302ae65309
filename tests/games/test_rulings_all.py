"""The rulings for all five games and the two variants: sides and seats, passes, the order of turns."""

from __future__ import annotations

import pytest

from tests.games.hand import after, load, texts

ALL = pytest.mark.parametrize("name", ["tabik", "quarod", "sgibun", "tirnabun", "tiku", "tiku-points", "tiku-diagonal"])

FIRST_MOVES = {
    "tabik": ("place a1 b1", "swap-sides", ["place c1 d1", "place a2 b2"]),
    "quarod": ("place a1 b1", "swap-sides", ["place c1 d1", "place a2 b2"]),
    "sgibun": ("place a6", "take-black", ["place b6", "place k1"]),
    "tirnabun": ("place a9", "take-black", ["place b9", "place q1"]),
}
PIE = pytest.mark.parametrize("name", FIRST_MOVES)


@ALL
def test_two_seats_the_first_behind_the_side_that_moves_first(name: str) -> None:
    state = load(name).initial_state()
    assert state.seats == dict(zip(state.game.players, ("first", "second"), strict=True))
    assert (state.mover, state.seat) == (state.game.players[0], "first")


@pytest.mark.parametrize("name", ["tabik", "quarod", "sgibun", "tirnabun"])
def test_the_sides_are_black_and_white_and_black_begins(name: str) -> None:
    assert load(name).players == ("Black", "White")
    assert load(name).initial_state().mover == "Black"


@pytest.mark.parametrize("name", ["tiku", "tiku-points", "tiku-diagonal"])
def test_the_sides_of_tiku_are_light_and_dark(name: str) -> None:
    assert load(name).players == ("Light", "Dark")


@PIE
def test_a_pie_rule_exchanges_the_seats_and_no_stones(name: str) -> None:
    first, choice, _ = FIRST_MOVES[name]
    before = load(name).initial_state().play(first)
    state = before.play(choice)
    assert before.seats == {"Black": "first", "White": "second"}
    assert state.seats == {"Black": "second", "White": "first"}
    assert [state.piece_at(cell.name) for cell in state.game.board.cells] == [
        before.piece_at(cell.name) for cell in before.game.board.cells
    ]


@PIE
def test_colours_alternate_strictly_apart_from_the_pie_choice(name: str) -> None:
    first, choice, moves = FIRST_MOVES[name]
    state = load(name).initial_state()
    movers = [state.mover]
    for move in (first, choice, *moves):
        state = state.play(move)
        movers.append(state.mover)
    assert movers == ["Black", "White", "White", "Black", "White"]


@PIE
def test_a_pie_choice_is_a_turn_and_is_offered_once(name: str) -> None:
    first, choice, moves = FIRST_MOVES[name]
    state = after(load(name).initial_state(), first, choice)
    assert state.ply == 2
    for move in moves:
        assert not {"swap-sides", "take-black", "take-white"} & texts(state)
        state = state.play(move)


@PIE
def test_without_the_pie_rule_the_seats_never_change(name: str) -> None:
    first, choice, _ = FIRST_MOVES[name]
    state = load(name, pie=False).initial_state().play(first)
    assert choice not in texts(state)
    assert (state.mover, state.seat) == ("White", "second")


@ALL
def test_nobody_may_pass_at_the_start(name: str) -> None:
    assert "pass" not in texts(load(name).initial_state())


FULL = {"tabik": ("put Black stone on cells", {"size": 3}), "quarod": ("put Black tile on cells facing north", {"size": 3}),
        "tiku": ("", {}), "tiku-diagonal": ("", {})}  # fmt: skip


@pytest.mark.parametrize("name", FULL)
def test_a_pass_is_a_turn_but_no_move(name: str) -> None:
    """Nobody can move in these positions: each pass counts as a ply, hands the turn on, and changes nothing on the board."""
    text, options = FULL[name]
    before = load(name, **options).position(text, ply=10)
    assert texts(before) == {"pass"}
    state = before.play("pass")
    assert (state.ply, state.mover) == (11, before.game.players[1])
    assert [state.piece_at(cell.name) for cell in state.game.board.cells] == [
        before.piece_at(cell.name) for cell in before.game.board.cells
    ]


def test_results_are_told_by_side_and_by_seat() -> None:
    game = load("sgibun", side=2)
    state = after(game.initial_state(), "place b2", "take-black", "place a2")
    assert state.seats == {"Black": "second", "White": "first"}
    ring = "put Black stone on {c2, c1, b1, a2, a3, b3}"
    won = game.position(ring, "White", ply=10, seat={"Black": "second", "White": "first"})
    assert won.seats == state.seats
    won = won.play("place b2")
    assert won.result is not None
    assert (won.result.winner, won.result.seat) == ("Black", "second")
    assert won.result.scores == won.scores
