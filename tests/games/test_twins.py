"""Random games of the five seed games, compared ply by ply with naive twins written from the rulings alone."""

from __future__ import annotations

import random

import pytest

import ggl
from tests.naive import TWINS

CASES = [
    ("tabik", {"size": 3}, 40),
    ("tabik", {"size": 5}, 20),
    ("tabik", {"size": 8}, 4),
    ("quarod", {"size": 3}, 40),
    ("quarod", {"size": 5}, 20),
    ("quarod", {"size": 8}, 4),
    ("sgibun", {"side": 2}, 40),
    ("sgibun", {"side": 3}, 30),
    ("sgibun", {"side": 4}, 15),
    ("sgibun", {"side": 6}, 2),
    ("tirnabun", {"side": 2}, 40),
    ("tirnabun", {"side": 3}, 30),
    ("tirnabun", {"side": 4}, 15),
    ("tirnabun", {"side": 5}, 3),
    ("tabik", {"size": 4, "pie": False}, 20),
    ("sgibun", {"side": 3, "pie": False}, 20),
    ("tiku", {}, 8),
    ("tiku", {"first": "Dark"}, 8),
    ("tiku", {"max_plies": 30}, 30),
    ("tiku-diagonal", {}, 8),
    ("tiku-points", {"target": 5}, 3),
    ("tiku-points", {"target": 12, "max_plies": 40}, 3),
]


@pytest.mark.parametrize(("name", "options", "games"), CASES, ids=lambda value: str(value))
def test_random_games_are_those_of_the_naive_twin(name: str, options: dict[str, object], games: int) -> None:
    game = ggl.load(name, **options)
    for number in range(games):
        rng = random.Random(f"{name}/{number}")
        compare_one_game(game, TWINS[name](**options), rng)


def compare_one_game(game: ggl.Game, twin, rng: random.Random) -> None:  # type: ignore[no-untyped-def]
    state = game.initial_state()
    while True:
        where = f"{game!r}, ply {state.ply}\n{state.vector}"
        assert state.is_over == twin.is_over, where
        assert state.scores == twin.scores, where
        assert state.ply == twin.ply, where
        if state.is_over:
            assert state.winner == twin.winner, where
            assert state.result is not None
            assert state.result.seat == twin.winning_seat, where
            return
        assert state.mover == twin.mover, where
        assert state.seat == twin.seat, where
        texts = [str(move) for move in state.legal_moves()]
        assert len(texts) == len(set(texts)), where
        assert set(texts) == twin.legal_moves(), where
        text = rng.choice(texts)
        state = state.play(text)
        twin.play(text)
