"""Trees of many positions searched with a network: rounds of leaves, evaluated all at once.

Takes a batch and a network; gives its trees, with statistics of each first action. Raises `AgentError` for a network of another
game.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ggl.agents.network import Network
from ggl.agents.protocol import AgentError
from ggl.compiler.runtime.puct import Ragged, Trees
from ggl.play.batch import Batch
from ggl.play.game import Game, State

Ints = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]

TRIED, MOST_STEPS = 40, 64
"""The number of random games, and of steps in each, for estimating the mean number of legal actions."""


class Judge:
    """A network that judges positions of a game."""

    def __init__(self, game: Game, network: Network) -> None:
        self.game, self.network = game, network
        shape, wanted = network.about.shape, (game.observation.size, game.actions.size, len(game.players))
        if network.about.fingerprint != game.fingerprint or (shape.inputs, shape.actions, shape.sides) != wanted:
            raise AgentError(f"the network was made for {network.about.game}, not for {game!r} with these rules")
        self._mover, self._seats = game.places["mover"], game.places["seat"]

    def __call__(self, positions: Ints, legal: Ragged) -> tuple[Reals, Reals]:
        """Priors of the legal actions, and values by seat."""
        movers = positions[:, self._mover]
        priors, values = self.network.evaluate(self.game.observation.flat(positions, movers), legal)
        by_seat, rows, sides = np.empty(values.shape), np.arange(len(positions)), values.shape[1]
        for place in range(sides):
            by_seat[rows, positions[rows, self._seats + (movers + place) % sides]] = values[:, place]
        return priors, by_seat


def search_trees(batch: Batch[State, Game], simulations: int, weight: float, branching: float) -> Trees:
    """Trees over the rows of a batch, with room for a number of simulations of each."""
    return Trees(batch._many, int((simulations + 1) * branching * 1.25) + 1, weight)


def branching_of(game: Game) -> float:
    """The mean number of legal actions in positions of random games; the same on each call."""
    batch, count, total = game.batch(TRIED, seed=0), 0, 0
    for _ in range(MOST_STEPS):
        if batch.over.all():
            break
        starts, _ = batch.legal()
        count, total = count + int((~batch.over).sum()), total + int(starts[-1])
        batch.step(batch.sample())
    return total / max(1, count)


def searched(
    trees: Trees,
    judge: Judge,
    simulations: int,
    first: Callable[[Ints], None] = lambda _: None,
    goes_on: Callable[[], bool] = lambda: True,
) -> None:
    """Run a number of simulations in each tree; the first evaluates the root. `first` is called with the rows when the roots
    have their priors; `goes_on` is called before each round.
    """
    trees.begin()
    begun = False
    while goes_on() and len(rows := trees.descend(simulations)):
        trees.tell(rows, *judge(trees.leaves[rows], trees.children(rows)))
        if not begun:
            first(rows)
            begun = True
