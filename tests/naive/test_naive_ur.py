"""The Royal Game of Ur beside its twin: whole random games, each throw with its exact chance, ply by ply."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ggl
from ggl.play.side_by_side import compared
from tests.few import slow

from .ur import PATHS, Ur, chances

FILE = Path(__file__).parents[2] / "games" / "royal-game-of-ur.yaml"


@pytest.mark.parametrize("games", [8, slow(25)])
def test_random_games_agree_ply_by_ply(games: int) -> None:
    game = ggl.load(str(FILE))
    for seed in range(games):
        rng, state, twin = random.Random(seed), game.initial_state(), Ur()
        for _ in range(2000):
            found = twin.choices()
            assert sorted({*map(str, state.legal_moves())}) == sorted(found)
            assert state.mover == twin.mover or state.is_over
            if twin.throw is None and found:
                assert {str(move): chance for move, chance in state.chances().items()} == chances()
            if not found:
                break
            text = str(rng.choice(state.legal_moves()))
            twin.play(text)
            state = state.play(text)
            for side, path in PATHS.items():
                standing = {cell for cell in path if (state.piece_at(cell) or "").startswith(side)}
                assert standing == {path[place] for place in twin.on[side]}
        assert state.winner == twin.winner is not None


@pytest.mark.parametrize("games", [8, slow(100)])
def test_both_engines_play_the_same_games(games: int) -> None:
    found = compared(ggl.load(str(FILE)), games, seed=3, seconds=60)
    assert found is not None
    assert found.difference is None
    assert found.games > 0
