"""The bundled Symple beside its twin: the same stones, turns, points and ends, step by step."""

from __future__ import annotations

import random

import pytest

import ggl

from .symple import Symple


@pytest.mark.parametrize(("size", "plays"), [(2, 20), (3, 8), (5, 1)])
def test_random_games_agree_step_by_step(size: int, plays: int) -> None:
    for seed in range(plays):
        compare(size, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plays"), [(2, 100), (3, 400), (4, 300), (5, 150), (9, 50)])
def test_many_random_games_agree_step_by_step(size: int, plays: int) -> None:
    for seed in range(plays):
        compare(size, random.Random(f"{seed} of many"))


def compare(size: int, rng: random.Random) -> None:
    penalty = rng.randrange(5)
    state, twin = ggl.load("symple", size=size, penalty=penalty).initial_state(), Symple(size=size, penalty=penalty)
    while not state.is_over:
        moves = sorted(move.text for move in state.legal_moves())
        assert moves == sorted(twin.legal_moves()), str(state)
        text = rng.choice(moves)
        state = state.play(text)
        twin.play(text)
        assert (state.ply, state.scores if not twin.grey else None) == (twin.ply, twin.scores if not twin.grey else None)
        assert state.is_over or twin.mover == state.mover
    assert twin.is_over
    assert state.winner == twin.winner
