"""A sequential probability ratio test: decides between two leads in Elo, from the scores of pairs as they arrive."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ggl.errors import ArgumentError
from ggl.statistics.intervals import expected

MOST_LEAD = 2000
"""Elo, a score of 0.99999. A score indistinguishable from 1 allows no test."""


@dataclass(frozen=True)
class Sprt:
    """Whether a lead in Elo is `elo0` (or less) or `elo1` (or more), decided as soon as the plays allow.

    The test errs with the chance `alpha` where the lead is elo0, and `beta` where it is elo1. It is the generalised sequential
    probability ratio test on the scores of pairs (five values: 0 to 2 points in halves, "pentanomial"), which needs no model of
    draws, and allows for plays from one opening not being independent. Sources: A. Wald, "Sequential analysis" (1945); X. Li,
    J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate families of hypotheses" (2014); M. Van den
    Bergh, "A practical introduction to the GSPRT" (2019), as engine testers use it.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ArgumentError(f"the first lead of a test is less than the second, unlike {self.elo0:g},{self.elo1:g}")
        if max(-self.elo0, self.elo1) > MOST_LEAD:
            raise ArgumentError(f"the leads of a test are {-MOST_LEAD} to {MOST_LEAD} Elo, unlike {self.elo0:g},{self.elo1:g}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ArgumentError(f"{name}, a chance to err, is between 0 and a half, not {chance:g}")

    @property
    def lower(self) -> float:
        """The logarithm of the likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The logarithm of the likelihood ratio at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int]) -> float:
        """The logarithm of the likelihood ratio, from how often each score of a pair (0 to 1) has come."""
        n = sum(counts.values())
        if not n:
            return 0.0
        # Unseen scores get a small weight; otherwise no distribution might have the wanted mean.
        known = {value: max(counts.get(value, 0), 1e-3) for value in {*counts, 0.0, 0.25, 0.5, 0.75, 1.0}}
        total = sum(known.values())
        shares = [(value, count / total) for value, count in sorted(known.items())]
        lean0, lean1 = (_leaning(shares, expected(lead)) for lead in (self.elo0, self.elo1))
        s0, s1 = expected(self.elo0), expected(self.elo1)
        return n * sum(p * math.log((1 + lean0 * (v - s0)) / (1 + lean1 * (v - s1))) for v, p in shares)

    def verdict(self, counts: Mapping[float, int]) -> str:
        """`elo0` or `elo1`, which is accepted, or an empty text while more pairs are needed."""
        ratio = self.ratio(counts)
        return "elo1" if ratio >= self.upper else "elo0" if ratio <= self.lower else ""


def _leaning(shares: Sequence[tuple[float, float]], wanted: float) -> float:
    """The l for which p / (1 + l (v - wanted)) is the likeliest distribution with the wanted mean (A. B. Owen, 1988).

    The values reach from 0 to 1.
    """
    low, high = -1 / (1 - wanted), 1 / wanted
    lean = 0.0
    for _ in range(200):  # Newton's method, safeguarded by bisection: the sum falls as `lean` grows
        parts = [(p, (v - wanted) / (1 + lean * (v - wanted))) for v, p in shares]
        sum_ = math.fsum(p * part for p, part in parts)
        low, high = (lean, high) if sum_ > 0 else (low, lean)
        following = lean + sum_ / math.fsum(p * part * part for p, part in parts)
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - lean) <= 1e-13 * (1 + abs(lean)):
            break
        lean = following
    return lean
