"""Positions for pictures: of each bundled game the start and one in the middle of a play, and games that are drawn otherwise."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import ggl
from ggl import resources
from ggl.play.game import State
from ggl.play.move import Move

HERE = Path(__file__).parent
BUNDLED = tuple(resources.bundled_games())
OWN = tuple(sorted(path.stem for path in (HERE / "games").glob("*.yaml")))


@cache
def game(name: str, **options: object) -> ggl.Game:
    path = HERE / "games" / f"{name}.yaml"
    return ggl.load(path if path.is_file() else name, engine="interpreter", **options)


def start(name: str) -> State:
    return game(name).initial_state()


@cache
def middle(name: str, seed: int = 4) -> tuple[State, tuple[Move, ...]]:
    """A position after random steps, none of which ends the play, and the last of these."""
    rng = random.Random(seed)
    state, last = start(name), ()
    for _ in range(min(16, len(state.game.board.cells))):
        moves = state.legal_moves()
        if not moves:
            break
        move = rng.choice([each for each in moves if each.args] or moves)
        after = state.after(move)
        if after.is_over:
            break
        state, last = after, (move,)
    return state, last
