"""Steps put together to turns while they are played."""

from __future__ import annotations

import itertools
import random

import pytest

import ggl
from ggl.play.turns import Gathered


@pytest.mark.parametrize("name", ["tic-tac-toe", "amazons", "draughts"])
def test_a_turn_is_the_steps_of_one_ply(name: str) -> None:
    """A chain of captures, or an arrow after a walk, belongs to the turn that it is a part of."""
    state, rng, made = ggl.load(name).initial_state(), random.Random(3), Gathered()
    plies: list[tuple[int, str]] = []
    while not state.is_over and len(plies) < 300:
        moves = state.legal_moves()
        move = moves[rng.randrange(len(moves))]
        plies.append((state.ply, state.game.notation.filed(move.step)))
        state = state.after(move)
        made.add(move, state)
        assert made.in_turn == (state.ply == plies[-1][0])
        assert made.done == state.ply
    wanted = [tuple(text for _, text in steps) for _, steps in itertools.groupby(plies, lambda each: each[0])]
    assert list(made.turns) == wanted
    assert made.steps == len(plies)
    assert name == "tic-tac-toe" or max(map(len, wanted)) > 1


def test_rolls_begin_a_turn_and_end_none() -> None:
    state, rng, made = ggl.load("backgammon").initial_state(), random.Random(3), Gathered()
    for _ in range(200):
        moves = state.legal_moves()
        move = moves[rng.randrange(len(moves))]
        state = state.after(move)
        made.add(move, state)
    rolls = [[text.startswith("roll ") for text in turn] for turn in made.turns]
    assert any(any(turn) for turn in rolls)
    assert all(turn == sorted(turn, reverse=True) and not turn[-1] for turn in rolls[:-1])


def test_of_no_steps_there_are_no_turns() -> None:
    made = Gathered()
    assert (made.turns, made.done, made.steps, made.in_turn) == ((), 0, 0, False)
