"""Lasca, Focus, DVONN and Tak, whose files use piles: random games go as their twins in plain Python say, ply by ply."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ggl
from ggl.play.filetests import run_tests
from tests.naive.columns import Dvonn, Focus, Game, Lasca, Tak

ROOT = Path(__file__).parents[2]
TWINS: dict[str, type[Game]] = {
    "games/lasca": Lasca,
    "games/focus": Focus,
    "games/dvonn": Dvonn,
    "games/tak": Tak,
}
"""The files, and the games in plain Python."""
UNENDING = {"games/lasca": {"repeats": 100}, "games/focus": {"most_turns": 400}, "games/tak": {"most_turns": 400}}
"""Options under which the files end no play that the twins go on with."""

LONGEST = 300


@pytest.mark.parametrize("name", TWINS)
def test_random_games_go_as_the_twin_says(name: str) -> None:
    follow(name, range(2))


@pytest.mark.parametrize("name", TWINS)
def test_the_tests_in_the_file_hold(name: str) -> None:
    outcomes = run_tests(ggl.load(ROOT / f"{name}.yaml").checked)
    assert outcomes
    assert not [failure for outcome in outcomes for failure in outcome.failures]


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_many_random_games_go_as_the_twin_says(name: str) -> None:
    follow(name, range(2, 1000))


def follow(name: str, seeds: range) -> None:
    game = ggl.load(ROOT / f"{name}.yaml", **UNENDING.get(name, {}))
    for seed in seeds:
        rng, state, twin = random.Random(f"{name} {seed}"), game.initial_state(), TWINS[name]()
        for _ in range(LONGEST):
            legal = state.legal_moves()
            assert (state.is_over, {move.text for move in legal}) == (twin.over, set() if twin.over else twin.moves())
            board = {cell.name: state.piece_at(cell) for cell in game.board.cells}
            assert {cell: there for cell, there in board.items() if there} == twin.board()
            if state.is_over:
                assert state.result is not None
                assert list(state.winners) == ([twin.winner] if twin.winner else [])
                break
            assert (state.mover, state.ply) == (twin.mover, twin.ply)
            move = rng.choice(legal)
            state = state.after(move)
            twin.play(move.text)
