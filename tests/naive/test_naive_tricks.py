"""Open Tricks beside its twin: whole random games, deals included, ply by ply."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import ggl
from ggl.play.side_by_side import compared

from .tricks import SIDES, Tricks, name


@pytest.mark.parametrize("tricks", [3, 5, 13])
def test_random_games_agree_ply_by_ply(tricks: int) -> None:
    game = ggl.load("open-tricks", tricks=tricks)
    for seed in range(15):
        rng, state, twin = random.Random(seed), game.initial_state(), Tricks(tricks)
        while not twin.is_over:
            found = twin.choices()
            assert sorted(map(str, state.legal_moves())) == sorted(found)
            assert state.is_chance == twin.is_chance
            if twin.is_chance:
                assert set(state.chances().values()) == {Fraction(1, len(found))}
            else:
                assert state.mover == twin.mover
            text = rng.choice(found)
            twin.play(text)
            state = state.play(text)
            hands = state["hand"]
            assert hands == tuple(frozenset(map(name, twin.hands[side])) for side in SIDES)
        assert state.is_over
        assert state.winner == twin.winner
        assert dict(state.scores or {}) == {side: twin.taken.count(side) for side in SIDES}


def test_both_engines_play_the_same_games() -> None:
    found = compared(ggl.load("open-tricks"), 100, seed=7, seconds=60)
    assert found is not None
    assert found.difference is None
    assert found.games > 0
