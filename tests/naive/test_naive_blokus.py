"""The bundled Blokus Duo beside its twin: the same moves, squares, tiles and ends, ply by ply."""

from __future__ import annotations

import random

import pytest

import ggl

from .blokus import Blokus, laid
from .grid import name_of


def compare(seeds: range, size: int, start: int, engine: str = "auto") -> None:
    game = ggl.load("blokus-duo", engine=engine, size=size, start=start)
    for seed in seeds:
        rng, state, twin = random.Random(f"{seed} {size}"), game.initial_state(), Blokus(size, start)
        while not state.is_over:
            moves = sorted(move.text for move in state.legal_moves())
            assert moves == sorted(twin.legal_moves()), str(state)
            text = rng.choice(moves)
            state = state.play(text)
            twin.play(text)
            board = {cell.name: state.piece_at(cell) for cell in game.board.cells}
            assert {cell: there for cell, there in board.items() if there} == {
                name_of(cell): f"{side} square" for side, cells in twin.squares.items() for cell in cells
            }
        assert twin.is_over
        assert (state.winner, dict(state.scores or {})) == (twin.winner, twin.scores)


def test_there_are_21_tiles() -> None:
    assert len(set(laid(5).values())) == 21


def test_random_games_agree_ply_by_ply() -> None:
    compare(range(20), 5, 2)


def test_a_random_game_with_thousands_of_placements_agrees_ply_by_ply() -> None:
    compare(range(1), 8, 3, "compiled")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "start", "plays"), [(5, 2, 300), (8, 3, 300), (14, 5, 400)])
def test_many_random_games_agree_ply_by_ply(size: int, start: int, plays: int) -> None:
    compare(range(20, 20 + plays), size, start, "compiled")
