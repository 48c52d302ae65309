"""Open Tricks beside its twin: whole random games, deals included, ply by ply."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import ggl
from ggl.play.side_by_side import compared
from tests.few import slow

from .tricks import SIDES, Tricks, name

CLOSED = "closed-tricks"


@pytest.mark.parametrize(("path", "tricks"), [("open-tricks", 3), ("open-tricks", 5), ("open-tricks", 13), (CLOSED, 5)])
def test_random_games_agree_ply_by_ply(path: str | Path, tricks: int) -> None:
    game = ggl.load(path, tricks=tricks)
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


def test_each_side_sees_its_own_cards_where_hands_are_closed() -> None:
    state, rng = ggl.load(CLOSED).initial_state(), random.Random(1)
    while state.is_chance:
        state = state.play(rng.choice(state.legal_moves()))
    for number, side in enumerate(SIDES):
        own, other = (state["hand"][each] for each in (number, 1 - number))
        told = " ".join([*state.information(side).told(), str(state.view(side))])
        assert all(card in told for card in own)
        assert not any(card in told.split() for card in other)


@pytest.mark.parametrize("games", [20, slow(100)])
def test_both_engines_play_the_same_games(games: int) -> None:
    found = compared(ggl.load("open-tricks"), games, seed=7, seconds=60)
    assert found is not None
    assert found.difference is None
    assert found.games > 0
