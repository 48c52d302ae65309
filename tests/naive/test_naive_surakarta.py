"""The bundled Surakarta beside its twin: the same moves, stones and ends, ply by ply; the counts of the game's own tests."""

from __future__ import annotations

import random

import pytest

import ggl

from .grid import name_of
from .surakarta import Surakarta


def compare(seeds: range, quiet_turns: int, engine: str = "auto") -> None:
    game = ggl.load("surakarta", engine=engine, quiet_turns=quiet_turns)
    for seed in seeds:
        rng, state, twin = random.Random(f"{seed} {quiet_turns}"), game.initial_state(), Surakarta(quiet_turns=quiet_turns)
        while not state.is_over:
            moves = sorted(move.text for move in state.legal_moves())
            assert moves == sorted(twin.legal_moves()), str(state)
            captures = [text for text in moves if " x " in text]
            text = rng.choice(captures if captures and rng.random() < 0.5 else moves)
            state = state.play(text)
            twin.play(text)
            board = {cell.name: state.piece_at(cell) for cell in game.board.cells}
            assert {cell: there for cell, there in board.items() if there} == {
                name_of(cell): f"{side} stone" for cell, side in twin.stones.items()
            }
        assert twin.is_over
        assert (state.winner, dict(state.scores or {})) == (twin.winner, twin.scores)


def test_random_games_agree_ply_by_ply() -> None:
    compare(range(1), 8)


@pytest.mark.slow
@pytest.mark.parametrize(("quiet_turns", "plays"), [(50, 500), (12, 300), (4, 200)])
def test_many_random_games_agree_ply_by_ply(quiet_turns: int, plays: int) -> None:
    compare(range(1, 1 + plays), quiet_turns, "compiled")


def test_perft() -> None:
    """The counts that the game's file expects."""
    assert [paths(Surakarta(), depth) for depth in (1, 2, 3)] == [16, 256, 5382]


def paths(twin: Surakarta, depth: int) -> int:
    if depth == 0 or twin.is_over:
        return 1
    if depth == 1:
        return len(twin.legal_moves())
    found = 0
    for text in twin.legal_moves():
        after = twin.copy()
        after.play(text)
        found += paths(after, depth - 1)
    return found
