"""The size of a game: positions and ways to play, as decimal logarithms.

Takes a game and a sample of random plays. Gives bounds and estimates, each with what it is. Sources: D. E. Knuth, "Estimating the
efficiency of backtrack programs" (1975); A. Chao, "Estimating the population size for capture-recapture data with unequal
catchability" (1987).
"""

from __future__ import annotations

import math

import numpy as np

from ggl.analysis.columns import Hashes
from ggl.analysis.tally import Sample
from ggl.core.types import Bool, Fin, Num, Opt, Type
from ggl.play.game import Game
from ggl.statistics import Interval, mean

RESAMPLED = 200
"""Samples that are drawn from the sample, to see how much an estimate varies."""


def tree_by_products(sample: Sample) -> Interval:
    """Knuth's estimate of the number of whole plays: the mean over random plays of the product of the numbers of legal steps.

    It is right on average, but few plays make most of it. The interval is the bootstrap's of 95 %. Broken-off plays count as they
    stood, so that in a game with such plays it is a lower bound.
    """
    ways, n = sample.ways, len(sample)
    draws = np.random.default_rng(0)
    found = [_log_of_mean(ways[draws.integers(0, n, size=n)]) for _ in range(RESAMPLED)]
    low, high = np.percentile(found, [2.5, 97.5])
    return Interval(_log_of_mean(ways), float(low), float(high), n)


def tree_by_logarithms(sample: Sample) -> Interval:
    """The size of a typical play's tree: branching and length, as the mean of the logarithm of the same product."""
    return mean(sample.ways.tolist())


def _log_of_mean(logs: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    most = float(logs.max())
    return most + math.log10(float(np.mean(10 ** (logs - most))))


def positions_seen(sample: Sample) -> int:
    """The number of different positions seen, a lower bound."""
    return len(np.unique(sample.seen))


def positions_by_recapture(seen: Hashes, plays: int) -> Interval | None:
    """Chao's lower bound for the number of positions that random plays reach at all, from how many came up in one or two plays.

    S = seen + (m - 1) / m * once² / (2 twice), with the log-normal interval of the same paper. None if it says nothing.
    """
    counts = np.unique(seen, return_counts=True)[1]
    known, once, twice = len(counts), int((counts == 1).sum()), int((counts == 2).sum())
    if plays < 2 or not known:
        return None
    if not twice:
        if once:
            return None  # every position was new: the rest cannot be estimated
        return Interval(math.log10(known), math.log10(known), math.log10(known), plays)
    ratio, part = once / twice, (plays - 1) / plays
    more = part * once * ratio / 2
    if more == 0:
        return Interval(math.log10(known), math.log10(known), math.log10(known), plays)
    variance = twice * (part / 2 * ratio**2 + part**2 * ratio**3 + part**2 * ratio**4 / 4)
    spread = math.exp(1.96 * math.sqrt(math.log1p(variance / more**2)))
    bounds = (known + value for value in (more, more / spread, more * spread))
    value, low, high = (math.log10(bound) for bound in bounds)
    return Interval(value, low, high, plays)


def positions_at_most(game: Game) -> float:
    """An upper bound: the product of the sizes of all compared entries of a position. Dependent entries make it too large."""
    total = 0.0
    for slot in game.layout.slots.values():
        if slot.field.compared:
            total += (slot.stop - slot.start) * math.log10(max(_codes(slot.field.values), 1))
    return total


def _codes(type_: Type) -> int:
    match type_:
        case Bool():
            return 2
        case Fin(domain=domain):
            return domain.size
        case Num(lo=lo, hi=hi):
            return hi - lo + 1
        case Opt(of=inner):
            return _codes(inner) + 1
    return 1
