"""Alpha-beta: all plays up to a depth, evaluated by the lead in score, with iterative deepening until the budget is used up.

It finds all wins and losses within its depth; in a game without a score it knows nothing else. It chooses at random among equal
moves. For two seats.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from ggl.agents.protocol import AgentError, Budget, Candidate, Thought, must_have_a_choice
from ggl.agents.settings import SECONDS, Value
from ggl.compiler.lower.alphabeta_kernel import ENDLESS, HALF_A_WIN, MOST_OF_A_WIN, WON
from ggl.compiler.runtime.iterative_deepening import IterativeDeepening, ValuedStep
from ggl.engine.protocol import Step
from ggl.play.errors import OptionError, whole_seed
from ggl.play.game import Game, State
from ggl.play.values import SEATS


class AlphaBetaAgent:
    spec = "alphabeta"

    def __init__(self, game: Game, settings: Mapping[str, Value], seed: int) -> None:
        if len(game.players) != 2:
            raise AgentError(f"`alphabeta` is for two players, but {game.name} has {len(game.players)}; use `mcts`")
        self.game = game
        try:
            self._deep = IterativeDeepening(game.fast.emitted)
        except OptionError as problem:
            raise AgentError(f"`alphabeta` cannot play {game!r}: {problem}") from None
        self._rolls = game.layout.has("chance")
        depth, nodes, seconds = settings.get("depth"), settings.get("nodes"), settings.get("time")
        self._depth = 1 << 10 if depth is None else int(depth)
        if depth is None and nodes is None and seconds is None:
            seconds = SECONDS
        self._budget = Budget(None if nodes is None else int(nodes), None if seconds is None else float(seconds))
        self.new_play(seed)

    def new_play(self, seed: int) -> None:
        self._random = random.Random(whole_seed(seed))

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        begun = time.perf_counter()
        limits = self._budget.unless(budget)
        moves = {move.step: move for move in state.legal_moves()}
        steps = list(moves)
        self._random.shuffle(steps)
        found = self._found(state, steps, limits, begun)
        complete = self._deep.complete
        candidates = tuple(
            # the others are only known to be no better than the first, which proves nothing but losses
            Candidate(moves[each.step], self._share(each), 1, each.lost or (each is found[0] and (complete or each.won)))
            for each in found
        )
        return Thought(
            candidates,
            candidates[0].value,
            self._deep.nodes,
            time.perf_counter() - begun,
            self._deep.depth,
            (candidates[0].move,),
            candidates[0].proven,
            found[0].distance,
        )

    def _found(self, state: State, steps: list[Step], limits: Budget, begun: float) -> list[ValuedStep]:
        """The results of the deepest completed search for the steps."""

        def over() -> bool:
            if limits.stopped is not None and limits.stopped():
                return True
            return limits.seconds is not None and time.perf_counter() - begun >= limits.seconds

        nodes = ENDLESS if limits.simulations is None else limits.simulations
        return self._deep.deepened(state.position, steps, SEATS.index(state.seat), self._depth, nodes, over)

    def _share(self, judged: ValuedStep) -> float:
        """A value as a share of a win: a lead of ten points is worth half of the range between a draw and a win."""
        if judged.won or judged.lost:
            return float(judged.won)
        if self._deep.complete or self._rolls:
            return 0.5 + 0.5 * judged.value / WON
        lead = judged.value / self.game.score_scale
        return 0.5 + 0.5 * MOST_OF_A_WIN / WON * lead / (abs(lead) + HALF_A_WIN)

    def close(self) -> None:
        pass


def make(game: Game, settings: Mapping[str, Value], seed: int) -> AlphaBetaAgent:
    return AlphaBetaAgent(game, settings, seed)
