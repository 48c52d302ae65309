"""The bundled TwixT beside its twin: the same moves, bridges and ends, ply by ply; the counts of the game's own tests."""

from __future__ import annotations

import random

import pytest

import ggl

from .grid import name_of
from .twixt import TwixT

CASES = [(5, True, 40), (6, False, 30), (8, True, 10), (12, True, 2)]


@pytest.mark.parametrize(("size", "pie", "plays"), CASES)
def test_random_games_agree_ply_by_ply(size: int, pie: bool, plays: int) -> None:
    game = ggl.load("twixt", size=size, pie=pie)
    for seed in range(plays):
        compare(game, TwixT(size=size, pie=pie), random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plays"), [(5, 600), (7, 300), (9, 90), (12, 10), (24, 2)])
def test_many_random_games_agree_ply_by_ply(size: int, plays: int) -> None:
    game = ggl.load("twixt", size=size)
    for seed in range(plays):
        compare(game, TwixT(size=size), random.Random(f"{seed} of many"))


def compare(game: ggl.Game, twin: TwixT, rng: random.Random) -> None:
    state = game.initial_state()
    while not state.is_over:
        moves = sorted(move.text for move in state.legal_moves())
        assert moves == sorted(twin.legal_moves()), str(state)
        text = rng.choice(moves)
        state = state.play(text)
        twin.play(text)
        for side, bridges in twin.bridges.items():
            names = {f"{name_of(a)}--{name_of(b)}" for a, b in bridges}
            assert {site.name for site in state.ask(f"links with {side} bridge")} == names, str(state)
    assert twin.is_over
    assert state.winner == twin.winner


def test_perft() -> None:
    """The counts that the game's file expects."""
    assert [paths(TwixT(size=5), depth) for depth in (1, 2, 3)] == [15, 231, 3114]


def paths(twin: TwixT, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for text in twin.legal_moves():
        after = twin.copy()
        after.play(text)
        total += paths(after, depth - 1)
    return total
