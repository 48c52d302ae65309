"""An agent with a network that `ggl train` made: a tree search whose leaves the network evaluates.

It plays the action tried most often. `sims=0` uses only the network.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np

from ggl.agents.network import Network, NetworkError, read_network
from ggl.agents.network_search import Judge, branching_of, search_trees, searched
from ggl.agents.protocol import AgentError, Budget, Candidate, Thought, must_have_a_choice
from ggl.agents.settings import SpecError, Value
from ggl.compiler.emitted import CompilationError
from ggl.play.errors import ArgumentError, OptionError, whole_seed
from ggl.play.game import Game, State

WEIGHT = 1.5
"""How much it explores moves that the network suggests."""

SIMULATIONS = 200
"""Its simulations for a step if its spec sets no limit."""

MOST_SIMULATIONS = 1 << 17
"""The most simulations by the clock: a tree has no room for more."""


class NetAgent:
    spec = "net"

    def __init__(self, game: Game, network: Network, budget: Budget, weight: float = WEIGHT) -> None:
        self.game = game
        try:
            self._judge = Judge(game, network)
            self._batch = game.batch(1, rolls=False)
        except (OptionError, CompilationError, ArgumentError) as problem:
            raise AgentError(f"`net` cannot play {game!r}: {problem}") from None
        self._budget, self._weight = budget, weight
        self._branching = branching_of(game)
        state = game.initial_state()
        if not state.is_over and not state.is_chance:
            self.think(state, Budget(2))  # its machine code is made now, outside the time for the first move

    def new_play(self, seed: int) -> None:
        """Nothing is kept between plays, and only rolls within the search are random."""
        self._batch = self.game.batch(1, whole_seed(seed) & (1 << 63) - 1, rolls=False)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        begun, limits = time.perf_counter(), self._budget.unless(budget)
        batch, row = self._batch, np.zeros(1, dtype=np.int64)
        batch.put(0, state)
        most = MOST_SIMULATIONS if limits.simulations is None else min(limits.simulations, MOST_SIMULATIONS)
        trees = search_trees(batch, most if limits.seconds is None else min(most, 10_000), self._weight, self._branching)
        known: list[bool] = []

        def goes_on() -> bool:
            if not known:  # always evaluates the root
                known.append(True)
                return True
            late = limits.seconds is not None and time.perf_counter() - begun >= limits.seconds
            return not late and not (limits.stopped is not None and limits.stopped())

        searched(trees, self._judge, max(most, 1), goes_on=goes_on)
        roots = trees.roots(row)
        visits, values = trees.root_visits(row)
        priors, total = trees.root_priors(row), int(visits.sum())
        own = trees.root_value(0)
        value = (own + float((visits * values).sum())) / (1 + total)
        order = np.lexsort((-priors, -visits))
        moves = [state.move_of(self.game.actions.step(int(action))) for action in roots.actions]
        candidates = tuple(
            Candidate(moves[k], self._share(float(values[k]) if visits[k] else value), int(visits[k])) for k in map(int, order)
        )
        line, _ = trees.line(0, int(roots.actions[order[0]]))
        steps = (candidates[0].move, *(self.game.move(self.game.actions.step(action)) for action in line[1:]))
        return Thought(candidates, self._share(value), total, time.perf_counter() - begun, len(line), steps)

    def _share(self, value: float) -> float:
        """A value from -1 to 1 as the share of a win, an equal one at 0; in a game for one, in which nobody is beaten, from 0."""
        equal = 1 / seats if (seats := len(self.game.players)) > 1 else 0.0
        return min(1.0, max(0.0, equal + value * (1 - equal if value > 0 else equal)))

    def close(self) -> None:
        pass


def make(game: Game, settings: Mapping[str, Value], seed: int) -> NetAgent:
    if "file" not in settings:
        raise SpecError("`net` needs the file of a network; write `net:FILE`, as `ggl train` makes one")
    sims, seconds = settings.get("sims"), settings.get("time")
    if sims is None and seconds is None:
        sims = SIMULATIONS
    budget = Budget(None if sims is None else int(sims), None if seconds is None else float(seconds))
    try:
        network = read_network(str(settings["file"]))
    except NetworkError as error:
        raise AgentError(str(error)) from None
    return NetAgent(game, network, budget, float(settings["c"]))
