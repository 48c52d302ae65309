"""What plays say, as numbers with intervals: shares, means, scores of pairs, Elo, ratings, and a sequential test.

Pure functions of numbers, shared by matches and reports. A *score* is a share of the points, 0 to 1, a draw being a half; *Elo*
is the logistic scale on which a score s is a lead of 400 log10(s / (1 - s)). Every interval is two-sided, at the `level` asked
for (95 %). Raise `ArgumentError` for numbers that can be no counts or scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

import numpy as np
import numpy.typing as npt

from ggl.play.errors import ArgumentError

LEVEL = 0.95
"""How often an interval holds the true value."""

_NATURAL = 400 / math.log(10)
"""Elo in one unit of the natural logarithm of the odds."""

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """An estimate, with the bounds between which the true value is to be expected; `n` is what it was counted from."""

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
    z, share = _normal(level), successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At the ends the bound is the end itself, which rounding would miss.
    low = 0.0 if not successes else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(share, low, high, round(n))


def mean(values: Sequence[float], level: float = LEVEL) -> Interval:
    """The mean of independent values, by Student's t; of fewer than two values nothing is known, and the bounds are infinite."""
    n = len(values)
    if not n:
        return Interval(math.nan, -math.inf, math.inf, 0)
    middle = fmean(values)
    if n == 1:
        return Interval(middle, -math.inf, math.inf, 1)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (n - 1))
    half = student(n - 1, level) * spread / math.sqrt(n)
    return Interval(middle, middle - half, middle + half, n)


def student(freedom: int, level: float = LEVEL) -> float:
    """The two-sided quantile of Student's t: so many standard errors to either side hold the `level`.

    Source: G. W. Hill, "Algorithm 396: Student's t-quantiles" (1970); exact for 1 and 2 degrees of freedom.
    """
    if freedom < 1:
        raise ArgumentError(f"degrees of freedom are 1 or more, not {freedom}")
    outside = 1 - _checked(level)
    if freedom == 1:
        return 1 / math.tan(outside * math.pi / 2)
    if freedom == 2:
        return math.sqrt(2 / (outside * (2 - outside)) - 2)
    n = float(freedom)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * outside) ** (2 / n)
    if y > 0.05 + a:
        x = -_normal(level)
        y = x * x
        if freedom < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = math.expm1(y)
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) + 1 / y
    return math.sqrt(n * y)


def score_of_pairs(pairs: Sequence[Sequence[float]], level: float = LEVEL) -> Interval:
    """The score over plays that hang together in pairs: two from one opening, with the seats swapped.

    Wilson's interval, with as many plays as would be worth as much if they were independent (L. Kish's design effect). One
    made-up pair of independent plays is counted into the spread between pairs, so that few equal pairs do not look certain.
    """
    scores = [score for pair in pairs for score in pair]
    if any(not 0 <= score <= 1 for score in scores):
        raise ArgumentError("a score is 0 to 1")
    if not scores:
        return wilson(0, 0, level)
    n, share = len(scores), fmean(scores)
    spread = share * (1 - share)
    worth = float(n)
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
    return math.copysign(math.inf, score - 0.5) if score in (0, 1) else _NATURAL * math.log(score / (1 - score))


def expected(lead: float) -> float:
    """The score to be expected from a lead in Elo."""
    return 0.5 * (1 + math.tanh(lead / _NATURAL / 2))


@dataclass(frozen=True)
class Meeting:
    """A score of one contestant, by its number, against another one; meetings of the same `pair` hang together."""

    one: int
    other: int
    score: float
    pair: int = 0


@dataclass(frozen=True)
class Ratings:
    """A rating for each contestant, in Elo; `drawn_in` tells whether drawn plays were made up to keep them finite.

    Without an anchor ratings are 0 on average, and an interval says how far one may be from that average.
    """

    elos: tuple[Interval, ...]
    drawn_in: bool


def ratings(meetings: Sequence[Meeting], count: int, *, anchor: int | None = None, level: float = LEVEL) -> Ratings | None:
    """Ratings that make what was scored most likely; None where some contestants cannot be compared, for want of meetings.

    The model is Bradley and Terry's, "Rank analysis of incomplete block designs" (1952), a draw being half a win and half a
    loss, so that everybody's expected score is the score that was made. The intervals are those of scores which hang together by
    pairs: K.-Y. Liang, S. L. Zeger, "Longitudinal data analysis using generalized linear models" (1986), with one made-up pair
    counted in as in `score_of_pairs`. Where somebody won or lost everything against the others, the most likely rating is
    infinite; then each two that met get one more play, a draw, and intervals are those of the model. The `anchor` is rated 0.
    """
    if not _joined(count, [(each.one, each.other) for each in meetings] + [(each.other, each.one) for each in meetings]):
        return None
    beaten = [(each.one, each.other) for each in meetings if each.score > 0]
    beaten += [(each.other, each.one) for each in meetings if each.score < 1]
    drawn_in = not _joined(count, beaten)
    rows = list(meetings)
    if drawn_in:
        last = max(each.pair for each in meetings)
        met = sorted({tuple(sorted((each.one, each.other))) for each in meetings})
        rows += [Meeting(one, other, 0.5, last + number) for number, (one, other) in enumerate(met, 1)]
    one = np.array([each.one for each in rows])
    other = np.array([each.other for each in rows])
    score = np.array([each.score for each in rows])
    pair = np.unique([each.pair for each in rows], return_inverse=True)[1]
    design = np.zeros((len(rows), count))
    design[np.arange(len(rows)), one] = 1
    design[np.arange(len(rows)), other] -= 1
    design = design[:, 1:]  # the first is 0 while the others are sought
    strengths, information = _fitted(design, score)
    inverse = np.linalg.inv(information)
    covariance = inverse
    if not drawn_in:
        off = score - _logistic(design @ strengths)
        sums = np.zeros((int(pair.max()) + 1, count - 1))
        np.add.at(sums, pair, design * off[:, None])
        covariance = inverse @ (sums.T @ sums + information / len(sums)) @ inverse
    shift = np.eye(count) - (1 / count if anchor is None else np.eye(count)[anchor][None, :])
    shift = shift[:, 1:]
    values, spread = shift @ strengths, np.sqrt(np.maximum(np.diag(shift @ covariance @ shift.T), 0))
    z = _normal(level)
    plays = np.bincount(np.concatenate([[each.one, each.other] for each in meetings]), minlength=count)
    found = zip(values.tolist(), spread.tolist(), plays.tolist(), strict=True)
    return Ratings(
        tuple(Interval(_NATURAL * v, _NATURAL * (v - z * s), _NATURAL * (v + z * s), n) for v, s, n in found), drawn_in
    )


def _fitted(design: _Floats, score: _Floats) -> tuple[_Floats, _Floats]:
    """The strengths at which the likelihood is greatest, and the information there: Newton's steps, halved if too long."""

    def likelihood(strengths: _Floats) -> float:
        odds = design @ strengths
        return float(np.sum(score * odds - np.logaddexp(0, odds)))

    strengths = np.zeros(design.shape[1])
    for _ in range(100):
        chance = _logistic(design @ strengths)
        information = design.T @ (design * (chance * (1 - chance))[:, None])
        step = np.linalg.solve(information, design.T @ (score - chance))
        now = likelihood(strengths)
        while likelihood(strengths + step) < now - 1e-9 and np.max(np.abs(step)) > 1e-9:
            step = step / 2
        strengths = strengths + step
        if np.max(np.abs(step)) < 1e-9:
            break
    chance = _logistic(design @ strengths)
    return strengths, design.T @ (design * (chance * (1 - chance))[:, None])


def _logistic(odds: _Floats) -> _Floats:
    found: _Floats = 0.5 * (1 + np.tanh(odds / 2))
    return found


def _joined(count: int, links: Sequence[tuple[int, int]]) -> bool:
    """Whether each can be reached from the first, and the first from each, along the links."""
    for ways in (links, [(end, start) for start, end in links]):
        onward: dict[int, set[int]] = {}
        for start, end in ways:
            onward.setdefault(start, set()).add(end)
        reached, waiting = {0}, [0]
        while waiting:
            new = onward.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        if len(reached) < count:
            return False
    return True


# ---- a test that goes on until it knows


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
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ArgumentError(f"the first lead of a test is less than the second, unlike {self.elo0:g},{self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ArgumentError(f"errors of a test are between 0 and a half, unlike {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        """The logarithm of the likelihood ratio at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """That at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int]) -> float:
        """The logarithm of the likelihood ratio, from how often each score of a pair (0 to 1) has come."""
        n = sum(counts.values())
        if not n:
            return 0.0
        # What has not come yet is given a little, or no distribution with the wanted mean might exist.
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
    """The l for which p / (1 + l (v - wanted)) is the likeliest distribution with the wanted mean (A. B. Owen, 1988)."""
    low = -1 / (max(v for v, _ in shares) - wanted)
    high = 1 / (wanted - min(v for v, _ in shares))
    lean = 0.0
    for _ in range(200):  # Newton's steps, kept between bounds that close in: the sum falls as the leaning grows
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


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + _checked(level)) / 2)


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise ArgumentError(f"the level of an interval is between 0 and 1, not {level:g}")
    return level
