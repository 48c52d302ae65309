"""Shares, means and scores of pairs with their intervals, and Elo.

A *score* is a share of the points, 0 to 1, a draw being a half; *Elo* is the logistic scale on which a score s is a lead of
400 log10(s / (1 - s)). Every interval is two-sided, at the `level` asked for (95 %). Raise `ArgumentError` for numbers that can
be no counts or scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist, fmean

from ggl.errors import ArgumentError

LEVEL = 0.95
"""How often an interval holds the true value."""

NATURAL = 400 / math.log(10)
"""Elo in one unit of the natural logarithm of the odds."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence bounds; `n` is the size of the sample."""

    value: float
    low: float
    high: float
    n: int

    def map(self, function: Callable[[float], float]) -> Interval:
        """The interval of a rising function of the value."""
        return Interval(function(self.value), function(self.low), function(self.high), self.n)

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float | int | None]:
        """For JSON, which has no infinity: such a bound is None."""
        told = {"value": self.value, "low": self.low, "high": self.high}
        return {**{key: number if math.isfinite(number) else None for key, number in told.items()}, "n": self.n}


# ---- shares and means


def wilson(successes: float, n: float, level: float = LEVEL) -> Interval:
    """The share of successes among n. With n = 0 nothing is known: 0 to 1, and the value is a half.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if not 0 <= successes <= n:
        raise ArgumentError(f"successes are 0 to {n:g} of {n:g}, not {successes:g}")
    if not n:
        return Interval(0.5, 0.0, 1.0, 0)
    z, share = normal(level), successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At 0 and 1 the bound is exact, which rounding would miss.
    low = 0.0 if not successes else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(share, low, high, round(n))


def mean(values: Sequence[float], level: float = LEVEL) -> Interval:
    """The mean of independent values, by Student's t; of fewer than two values nothing is known, and the bounds are infinite."""
    n = len(values)
    middle = fmean(values) if n else math.nan
    return mean_of(n, middle, math.sqrt(sum((value - middle) ** 2 for value in values) / (n - 1)) if n > 1 else 0.0, level)


def mean_of(n: int, middle: float, spread: float, level: float = LEVEL) -> Interval:
    """The mean of n independent values, given their mean and their standard deviation (with n - 1); as `mean` has it."""
    if n < 2:
        return Interval(middle if n else math.nan, -math.inf, math.inf, n)
    half = student(n - 1, level) * spread / math.sqrt(n)
    return Interval(middle, middle - half, middle + half, n)


@lru_cache(maxsize=1024)
def student(freedom: int, level: float = LEVEL) -> float:
    """The two-sided quantile of Student's t: the number of standard errors to either side that hold the `level`."""
    if freedom < 1:
        raise ArgumentError(f"degrees of freedom are 1 or more, not {freedom}")
    outside = 1 - _checked(level)
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > outside:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tails(middle, freedom) > outside else (low, middle)
    return high


def student_tails(t: float, freedom: float) -> float:
    """The chance that Student's t lies beyond t on either side: an incomplete beta function (DLMF, 8.17)."""
    return _incomplete_beta(freedom / (freedom + t * t), t * t / (freedom + t * t), freedom / 2, 0.5)


def _incomplete_beta(x: float, y: float, a: float, b: float) -> float:
    """The regularised incomplete beta function of x at a and b, where y is 1 - x.

    By its continued fraction (DLMF, 8.17.22), evaluated from the front (W. J. Lentz, 1976). It converges fast for x below
    (a + 1) / (a + b + 2); beyond that, the result is 1 minus the same function of y.
    """
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(y, x, b, a)
    if x <= 0:
        return 0.0
    logarithm = a * math.log(x) + b * math.log(y) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    above, below = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = below
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            below, above = 1 / (1 + term * below), 1 + term / above
            fraction *= below * above
        if abs(below * above - 1) < 1e-15:
            break
    return math.exp(logarithm) * fraction / a


def score_of_pairs(pairs: Sequence[Sequence[float]], level: float = LEVEL) -> Interval:
    """The score over plays that hang together in pairs: two from one opening, with the seats swapped.

    Wilson's interval, with as many plays as would be worth as much if they were independent (L. Kish's design effect). One
    made-up pair of independent plays is counted into the spread between pairs, so that few equal pairs do not look certain; where
    all scores are alike nothing tells how far the two of a pair hang together, and a pair is worth one play.
    """
    scores = [score for pair in pairs for score in pair]
    if any(not 0 <= score <= 1 for score in scores):
        raise ArgumentError("a score is 0 to 1")
    if not scores:
        return wilson(0, 0, level)
    n, share = len(scores), fmean(scores)
    spread = share * (1 - share)
    worth = float(len(pairs))
    if spread > 0:
        off = sum(sum(score - share for score in pair) ** 2 for pair in pairs)
        size = n / len(pairs)
        worth = n / ((off + size * spread) / (n * spread))
    found = wilson(min(share * worth, worth), worth, level)
    return Interval(share, found.low, found.high, n)


# ---- Elo


def elo(score: float) -> float:
    """The lead in Elo that a score stands for; infinite for 0 and 1."""
    if not 0 <= score <= 1:
        raise ArgumentError(f"a score is 0 to 1, not {score:g}")
    return math.copysign(math.inf, score - 0.5) if score in (0, 1) else NATURAL * math.log(score / (1 - score))


def expected(lead: float) -> float:
    """The score to be expected from a lead in Elo."""
    return 0.5 * (1 + math.tanh(lead / NATURAL / 2))


def normal(level: float) -> float:
    """The two-sided quantile of the normal distribution: the number of standard errors to either side that hold the `level`."""
    return NormalDist().inv_cdf((1 + _checked(level)) / 2)


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise ArgumentError(f"the level of an interval is between 0 and 1, not {level:g}")
    return level


def mean_of_groups(groups: Sequence[Sequence[float]], level: float = LEVEL) -> Interval:
    """The mean of all values if only the groups are independent; fewer than two groups give no interval.

    Groups of one value each have the interval of `mean`. Source: W. G. Cochran, "Sampling Techniques" (1977), chapter 9: the
    ratio of the sums of groups to their sizes.
    """
    values = [value for group in groups for value in group]
    count, n = len(groups), len(values)
    if count < 2:
        return Interval(mean(values, level).value, -math.inf, math.inf, n)
    middle = fmean(values)
    off = math.fsum(sum(value - middle for value in group) ** 2 for group in groups)
    half = student(count - 1, level) * math.sqrt(off * count / (count - 1)) / n
    return Interval(middle, middle - half, middle + half, n)
