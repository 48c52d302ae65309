"""The chances of tests: of a measure beside another, or beyond a bound, and of many tests at once.

Takes intervals as reports have them; gives p values. Counts of plays are tested exactly, means by Student's and Welch's t.

Sources: R. A. Fisher, "The logic of inductive inference" (1935), for two counts, with twice the smaller tail; B. L. Welch, "The
generalization of Student's problem" (1947); S. Holm, "A simple sequentially rejective multiple test procedure" (1979).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from ggl.statistics import Interval, binomial_tail, hypergeometric_tail, student, student_tails

_ROUNDING = 1e-6
"""A share times n is a count but for this."""


def is_counted(measure: str) -> bool:
    """Whether a measure is a count of plays, or of points, among n."""
    return measure in ("draws", "unfinished") or measure.endswith((" seat", " side"))


def apart(measure: str, ours: Interval, theirs: Interval, allowed: float = 0.0) -> float:
    """The chance of a difference like this, or a larger one, if the true one is no more than allowed."""
    off = abs(ours.value - theirs.value) - allowed
    if off <= 0:
        return 1.0
    if is_counted(measure):
        both = (ours.value * ours.n + theirs.value * theirs.n) / (ours.n + theirs.n)
        error = math.sqrt(both * (1 - both) * (1 / ours.n + 1 / theirs.n))
        return max(_counts_apart(ours, theirs), _two_sided(off, error, math.inf) if allowed else 0.0)
    (mine, freedom), (other, freedom_) = _error(ours), _error(theirs)
    error = math.hypot(mine, other)
    if not math.isfinite(error):
        return 1.0
    if error == 0:  # no variance on either side: the chance of such a separation
        return 2 / math.comb(ours.n + theirs.n, ours.n)
    free = error**4 / sum(each**4 / f for each, f in ((mine, freedom), (other, freedom_)) if each)
    return _two_sided(off, error, free)


def beyond(measure: str, ours: Interval, bound: float, other: float | None = None) -> float:
    """The chance of a value so far outside if the true one were at the bound: so far on either side, if `other` is the bound
    there."""
    if other is not None:
        there = other - (ours.value - bound)
        reach = max(ours.high - ours.value, ours.value - ours.low)
        mirrored = Interval(there, there - reach, there + reach, ours.n)
        return min(1.0, beyond(measure, ours, bound) + beyond(measure, mirrored, bound))
    if is_counted(measure):
        if ours.value > bound:
            return binomial_tail(_low(ours), ours.n, bound)
        return binomial_tail(ours.n - _high(ours), ours.n, 1 - bound)
    error, freedom = _error(ours)
    return 1.0 if not math.isfinite(error) else _two_sided(abs(ours.value - bound), error, freedom) / 2


def holm(chances: Sequence[float]) -> list[float]:
    """Adjusted p values: the k-th smallest of m times m - k + 1, and none less than the one before. If no effect exists, the
    probability that any of them is below a risk is at most that risk."""
    adjusted, before = list(chances), 0.0
    for place, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        before = max(before, min(1.0, chances[number] * (len(chances) - place)))
        adjusted[number] = before
    return adjusted


# ---- counts. Points of draws are no whole numbers: they are rounded towards what would say less.


def _low(counted: Interval) -> int:
    return math.floor(counted.value * counted.n + _ROUNDING)


def _high(counted: Interval) -> int:
    return math.ceil(counted.value * counted.n - _ROUNDING)


def _counts_apart(ours: Interval, theirs: Interval) -> float:
    more, less = (ours, theirs) if ours.value > theirs.value else (theirs, ours)
    k = _low(more)
    return min(1.0, 2 * hypergeometric_tail(k, more.n, k + _high(less), more.n + less.n))


# ---- means


def _error(interval: Interval) -> tuple[float, float]:
    """The standard error of a mean, and its degrees of freedom, from its interval.

    Reports cut an interval off where values end. The bound on the other side tells then; and where both are cut off, the values
    lie between 0 and 1, and the error is at most that of values which are all 0 or 1.
    """
    n, value = interval.n, interval.value
    if n < 2:
        return math.inf, 1.0
    if (interval.low, interval.high) == (0, 1):
        return math.sqrt(value * (1 - value) / (n - 1)), float(n - 1)
    return max(interval.high - value, value - interval.low) / student(n - 1), float(n - 1)


def _two_sided(off: float, error: float, freedom: float) -> float:
    """The chance of a t beyond off / error, either way."""
    if error == 0:
        return 0.0 if off > 0 else 1.0
    t = off / error
    return student_tails(t, freedom) if math.isfinite(freedom) else 2 * NormalDist().cdf(-t)
