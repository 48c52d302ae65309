"""Tails of counts, exactly: each is a sum whose terms follow one from another, begun at the asked count and ended where the rest
is nothing beside it. Raise `ArgumentError` for numbers that can be no counts or chances."""

from __future__ import annotations

import math
from collections.abc import Callable

from ggl.errors import ArgumentError


def binomial_tail(k: int, n: int, p: float) -> float:
    """The chance of k or more successes in n trials of chance p each."""
    if n < 0 or not 0 <= p <= 1:
        raise ArgumentError(f"a count is 0 or more and a chance 0 to 1, not {n} and {p:g}")
    most = n if p else 0
    if k > most:
        return 0.0
    if k <= n * p:
        return 1 - binomial_tail(n - k + 1, n, 1 - p)
    first = _log_choices(n, k) + k * math.log(p) + (n - k) * math.log1p(-p)
    return _summed(first, k, n, lambda j: (n - j) / (j + 1) * p / (1 - p))


def hypergeometric_tail(k: int, n: int, successes: int, total: int) -> float:
    """The probability of k or more successes among n draws without replacement from `total` with a number of successes."""
    if not 0 <= successes <= total or not 0 <= n <= total:
        raise ArgumentError(f"neither {n} nor {successes} may be more than the {total} that there are")
    most = min(n, successes)
    if k > most:
        return 0.0
    if k * total <= n * successes:
        return 1 - hypergeometric_tail(n - k + 1, n, total - successes, total)
    failures = total - successes
    first = _log_choices(successes, k) + _log_choices(failures, n - k) - _log_choices(total, n)
    return _summed(first, k, most, lambda j: (successes - j) / (j + 1) * (n - j) / (failures - n + j + 1))


def _log_choices(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _summed(first: float, k: int, most: int, ratio: Callable[[int], float]) -> float:
    """The sum of decreasing terms, from one with a given logarithm; `ratio(j)` is the next term divided by the j-th."""
    term = total = 1.0
    for j in range(k, most):
        term *= ratio(j)
        if total + term == total:  # smaller ones add nothing either
            break
        total += term
    return min(1.0, math.exp(first + math.log(total)))
