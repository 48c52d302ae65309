"""Ratings of many contestants, from what they scored against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral, Real

import numpy as np
import numpy.typing as npt

from ggl.errors import ArgumentError
from ggl.statistics.intervals import LEVEL, NATURAL, Interval, normal

_Floats = npt.NDArray[np.float64]


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
    Raises `ArgumentError` for fewer than two contestants, and for meetings and an anchor that are not of these.
    """
    _check(meetings, count, anchor)
    if not _joined(count, [(each.one, each.other) for each in meetings] + [(each.other, each.one) for each in meetings]):
        return None
    beaten = [(each.one, each.other) for each in meetings if each.score > 0]
    beaten += [(each.other, each.one) for each in meetings if each.score < 1]
    drawn_in = not _joined(count, beaten)
    rows = list(meetings)
    if drawn_in:
        met = sorted({(min(each.one, each.other), max(each.one, each.other)) for each in meetings})
        rows += [Meeting(one, other, 0.5) for one, other in met]
    one = np.array([each.one for each in rows])
    other = np.array([each.other for each in rows])
    score = np.array([each.score for each in rows])
    design = np.zeros((len(rows), count))
    design[np.arange(len(rows)), one] = 1
    design[np.arange(len(rows)), other] -= 1
    design = design[:, 1:]  # the first rating is fixed at 0
    strengths, information = _fitted(design, score)
    inverse = np.linalg.inv(information)
    covariance = inverse
    if not drawn_in:
        off = score - _logistic(design @ strengths)
        pairs, pair = np.unique([each.pair for each in meetings], return_inverse=True)
        sums = np.zeros((len(pairs), count - 1))
        np.add.at(sums, pair, design * off[:, None])
        covariance = inverse @ (sums.T @ sums + information / len(sums)) @ inverse
    shift = np.eye(count) - (1 / count if anchor is None else np.eye(count)[anchor][None, :])
    shift = shift[:, 1:]
    values, spread = shift @ strengths, np.sqrt(np.maximum(np.diag(shift @ covariance @ shift.T), 0))
    z = normal(level)
    plays = np.bincount(np.concatenate([[each.one, each.other] for each in meetings]), minlength=count)
    found = zip(values.tolist(), spread.tolist(), plays.tolist(), strict=True)
    return Ratings(tuple(Interval(NATURAL * v, NATURAL * (v - z * s), NATURAL * (v + z * s), n) for v, s, n in found), drawn_in)


def _check(meetings: Sequence[Meeting], count: int, anchor: int | None) -> None:
    if not isinstance(count, Integral) or count < 2:
        raise ArgumentError(f"the number of contestants is a whole number from 2, not {str(count)[:60]}")
    if not isinstance(meetings, Sequence) or not all(isinstance(each, Meeting) for each in meetings):
        raise ArgumentError("what ratings are made of is a list of `Meeting`")
    for number in (*(number for each in meetings for number in (each.one, each.other)), *(() if anchor is None else (anchor,))):
        if not isinstance(number, Integral) or not 0 <= number < count:
            raise ArgumentError(f"a contestant is a whole number from 0 to {count - 1}, not {str(number)[:60]}")
    for each in meetings:
        if each.one == each.other:
            raise ArgumentError(f"contestant {each.one} cannot meet itself")
        if not isinstance(each.score, Real) or not 0 <= float(each.score) <= 1:
            raise ArgumentError(f"the score of a meeting is a number from 0 to 1, not {str(each.score)[:60]}")


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
        while likelihood(strengths + step) < now - 1e-9:
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
