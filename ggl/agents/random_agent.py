"""The random agent: all legal steps are equally likely. Every other strength is measured from it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ggl.agents.protocol import Budget, Candidate, Thought, must_have_a_choice, share_of
from ggl.engine.protocol import Position, Step
from ggl.play.errors import whole_seed
from ggl.play.game import Game, State


class Seeded:
    """The common part of agents whose only state is random numbers."""

    spec = ""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.new_play(seed)

    def new_play(self, seed: int) -> None:
        self._random = random.Random(whole_seed(seed))

    def close(self) -> None:
        pass


class RandomAgent(Seeded):
    spec = "random"

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        moves = list(state.legal_moves())
        share = share_of(len(self.game.players))
        first = moves.pop(self._random.randrange(len(moves)))
        return Thought(tuple(Candidate(move, share) for move in (first, *moves)), share)

    def step(self, position: Position, seat: int, steps: Sequence[Step]) -> Step:
        """The step that `think` would play, without its thought, for plays that are only counted."""
        return steps[self._random.randrange(len(steps))]


def make(game: Game, settings: Mapping[str, object], seed: int) -> RandomAgent:
    return RandomAgent(game, seed)
