"""The bundled Catchup beside its twin: the same sets, limits and ends, ply by ply; sets are typed in any order."""

from __future__ import annotations

import random

import pytest

import ggl
from tests.few import slow

from .catchup import Catchup


@pytest.mark.parametrize(("size", "plays"), [(2, 20), (3, 4), slow(2, 60), slow(3, 12), slow(4, 1)])
def test_random_games_agree_ply_by_ply(size: int, plays: int) -> None:
    for seed in range(plays):
        compare(size, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plays"), [(2, 800), (3, 190), (4, 8), (5, 2)])
def test_many_random_games_agree_ply_by_ply(size: int, plays: int) -> None:
    for seed in range(plays):
        compare(size, random.Random(f"{seed} of many"))


def compare(size: int, rng: random.Random) -> None:
    state, twin = ggl.load("catchup", size=size).initial_state(), Catchup(size=size)
    while not state.is_over:
        moves = sorted(move.text for move in state.legal_moves())
        assert moves == sorted(twin.legal_moves()), str(state)
        text = rng.choice(moves)
        words = text.split()
        rng.shuffle(words)
        state = state.play(" ".join(words))
        twin.play(text)
        assert state.result is not None or twin.mover == state.mover
    assert twin.is_over
    assert state.winner == twin.winner
