"""Plays that a network plays against itself, many side by side: jobs for the workers of the arena.

Takes a game, settings, and with each job a network; gives `Samples`. What comes of a job is determined by these and by its
seed, on machines that compute alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ggl.agents.net import WEIGHT
from ggl.agents.network import Network
from ggl.agents.network_search import Judge, branching_of, search_trees, searched
from ggl.arena.seeds import seed_of
from ggl.compiler.runtime.puct import Ragged, Trees
from ggl.learning.samples import Samples
from ggl.learning.settings import Settings
from ggl.play.game import Game

Ints = npt.NDArray[np.int64]

CONCENTRATION = 10.0
"""Of the noise at the roots: shared by the legal actions there."""


@dataclass(frozen=True)
class SelfplayWork:
    """The common parts of the jobs of a run."""

    game: Game
    settings: Settings

    def worker(self) -> SelfplayWorker:
        return SelfplayWorker(self.game, self.settings)


@dataclass(frozen=True)
class SelfplayJob:
    """`plays` plays of an iteration, with its network as the file has it."""

    number: int
    iteration: int
    plays: int
    network: bytes

    def __str__(self) -> str:
        return f"part {self.number} of iteration {self.iteration}"


@dataclass(frozen=True)
class PlayedGame:
    """The result of a job: the samples, the number of steps of the plays, and the wins of each seat."""

    number: int
    samples: Samples
    steps: int
    wins: tuple[int, ...]


class SelfplayWorker:
    def __init__(self, game: Game, settings: Settings) -> None:
        self._game, self._settings = game, settings
        self._branching = branching_of(game)

    def do(self, job: SelfplayJob) -> PlayedGame:
        seed = seed_of(self._settings.seed, "iteration", job.iteration, "part", job.number)
        judge = Judge(self._game, Network.of_bytes(job.network))
        return _played(job.number, judge, self._settings, job.plays, seed, self._branching)

    def close(self) -> None:
        pass


def _played(number: int, judge: Judge, settings: Settings, plays: int, seed: int, branching: float) -> PlayedGame:
    """Plays to their ends, or until they are broken off."""
    game, rng = judge.game, np.random.default_rng(seed)
    batch = game.batch(plays, seed)
    trees = search_trees(batch, settings.sims, WEIGHT, branching)
    lists: list[Samples] = []
    belongs: list[Ints] = []
    steps = 0

    def explore(rows: Ints) -> None:
        _put_noise(trees, rows, settings.noise, rng)

    for ply in range(settings.most_steps):
        alive = np.flatnonzero(~batch.over)
        if not len(alive):
            break
        searched(trees, judge, settings.sims, explore)
        roots = trees.roots(alive)
        visits, _ = trees.root_visits(alive)
        chosen = _drawn(roots, visits, rng) if ply < settings.explore else greatest(roots, visits, rng)
        lists.append(Samples(batch.positions[alive], roots.starts, roots.actions, visits, np.zeros((0, 0), dtype=np.float32)))
        belongs.append(alive)
        actions = np.full(plays, -1)
        actions[alive] = roots.actions[chosen]
        batch.step(actions)
        steps += len(alive)
    results = batch.rewards
    whole = Samples.joined([Samples(each.positions, each.starts, each.actions, each.visits, results[rows])
                            for each, rows in zip(lists, belongs, strict=True)])  # fmt: skip
    wins = tuple(int(count) for count in (results > 0).sum(axis=0))
    return PlayedGame(number, replace(whole, broken_off=int((~batch.over).sum())), steps, wins)


def _put_noise(trees: Trees, rows: Ints, share: float, rng: np.random.Generator) -> None:
    """The priors of the roots, mixed with chance of Dirichlet's distribution."""
    roots = trees.roots(rows)
    counts = roots.counts
    if not share or not len(roots.actions):
        return
    drawn = rng.gamma(np.repeat(np.minimum(1.0, CONCENTRATION / np.maximum(counts, 1)), counts)) + 1e-12
    drawn /= np.repeat(np.add.reduceat(drawn, roots.starts[:-1][counts > 0]), counts[counts > 0])
    trees.put_root_priors(rows, (1 - share) * trees.root_priors(rows) + share * drawn)


def _drawn(lists: Ragged, weights: Ints, rng: np.random.Generator) -> Ints:
    """A place in each row's list, drawn by weights; each row has a weight above 0."""
    ends = np.cumsum(weights)
    before = np.concatenate((np.zeros(1, dtype=np.int64), ends))[lists.starts]
    wanted = before[:-1] + (rng.random(len(before) - 1) * np.diff(before)).astype(np.int64)
    return np.searchsorted(ends, wanted, side="right")


def greatest(lists: Ragged, weights: Ints, rng: np.random.Generator) -> Ints:
    """The place of the greatest weight in each row's list; among equals by chance."""
    order = np.lexsort((rng.random(len(weights)), weights, lists.rows))
    return order[lists.starts[1:] - 1]
