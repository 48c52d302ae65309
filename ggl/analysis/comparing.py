"""Whether a game's plays are as wanted, and no worse than those of a base: targets and differences, with tests.

Takes a report's measures, the targets of the game file, and perhaps a base; gives a `Verdict` for each target and each
difference. All tests of a comparison are one family: Holm's method keeps the chance of even one false alarm below 5 %.

A target is *missed* if the measure is outside, and significantly so; *unclear* if it is outside and might be inside. A
difference from the base is *worse* if it is significant and goes the wrong way further than allowed: away from the target
where there is one, further from the base than `within` says, away from a fair share for seats and sides, up for draws and
plays without end. Any other significant difference is *other*, which nobody can call better or worse.

Sources: S. Holm, "A simple sequentially rejective multiple test procedure" (1979); B. L. Welch, "The generalization of
Student's problem" (1947); D. L. Wallace, "Bounds on normal approximations to Student's" (1959) for the probabilities of t.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from ggl.analysis.measures import MEASURES
from ggl.analysis.report import Base, Report
from ggl.arena.statistics import Interval, student
from ggl.model.targets import Target

RISK = 0.05
"""The chance of a false alarm in a whole comparison."""


@dataclass(frozen=True)
class Verdict:
    """What became of a target, or of a measure beside the base's.

    `kind` is `target` or `base`; `said` is met, missed, unclear; or same, other, worse. `chance` is Holm's adjusted p value.
    """

    kind: str
    said: str
    spec: str
    measure: str
    ours: Interval
    base: Interval | None
    wanted: str
    chance: float

    @property
    def fails(self) -> bool:
        return self.said in ("missed", "worse")


@dataclass(frozen=True)
class _Test:
    verdict: Verdict
    bad: bool
    """Whether it is a failure if it is significant."""

    counts: bool = True
    """Whether there is a question at all; a measure inside its target asks none."""


def compare(report: Report, base: Base | None = None) -> tuple[Verdict, ...]:
    """Targets are asked of the last strength of the report, which should be the strongest."""
    targets = {target.measure: target for target in report.game.checked.definition.targets}
    tests = [*_targets(report, targets.values()), *(_differences(report, base, targets) if base is not None else ())]
    return tuple(_judged(tests))


def _targets(report: Report, targets: Iterable[Target]) -> Iterator[_Test]:
    if not report.strengths:
        return
    last = report.strengths[-1]
    for target in targets:
        ours = last.measures.get(target.measure)
        if target.low is None and target.high is None:
            continue
        if ours is None:
            nothing = Interval(math.nan, -math.inf, math.inf, 0)
            yield _Test(Verdict("target", "", last.spec, target.measure, nothing, None, target.text, 1.0), True, False)
            continue
        off = target.misses(ours.value)
        bound = target.low if target.low is not None and ours.value < target.low else target.high
        chance = 1.0 if not off or bound is None else _beyond(target.measure, ours, bound)
        yield _Test(Verdict("target", "met", last.spec, target.measure, ours, None, target.text, chance), off > 0, off > 0)


def _differences(report: Report, base: Base, targets: dict[str, Target]) -> Iterator[_Test]:
    for strength in report.strengths:
        theirs = base.strengths.get(strength.spec, {})
        for name, ours in strength.measures.items():
            if name in theirs and ours.n and theirs[name].n:
                target = targets.get(name)
                allowed = _allowed(name, theirs[name].value, target)
                chance = _apart(name, ours, theirs[name], allowed)
                wanted = f"within {target.text.partition('within ')[2]}" if target and target.within is not None else ""
                bad = _is_worse(name, ours.value, theirs[name].value, target, len(report.game.players), allowed)
                yield _Test(Verdict("base", "same", strength.spec, name, ours, theirs[name], wanted, chance), bad)


def _allowed(measure: str, base: float, target: Target | None) -> float:
    """How far from the base a measure may be."""
    if target is None or target.within is None:
        return 0.0
    return target.within if MEASURES[measure].kind == "share" else target.within * abs(base)


def _is_worse(measure: str, ours: float, theirs: float, target: Target | None, players: int, allowed: float) -> bool:
    if target is not None and target.within is not None:
        return abs(ours - theirs) > allowed
    if target is not None:
        return target.misses(ours) > target.misses(theirs)
    if measure.endswith((" seat", " side")):
        return abs(ours - 1 / players) > abs(theirs - 1 / players)
    return measure in ("draws", "unfinished") and ours > theirs


# ---- tests


def _apart(measure: str, ours: Interval, theirs: Interval, allowed: float) -> float:
    """The chance of a difference like this, or a larger one, if the true one is no more than allowed."""
    off = abs(ours.value - theirs.value) - allowed
    if off <= 0:
        return 1.0
    if MEASURES[measure].kind == "share" and _is_counted(measure):
        both = (ours.value * ours.n + theirs.value * theirs.n) / (ours.n + theirs.n)
        error = math.sqrt(both * (1 - both) * (1 / ours.n + 1 / theirs.n))
        return _two_sided(off, error, math.inf)
    (mine, freedom), (other, freedom_) = _error(ours), _error(theirs)
    error = math.hypot(mine, other)
    if not math.isfinite(error):
        return 1.0
    if error == 0:  # all plays alike here, and all alike there: how likely chance would part them so
        return 2 / math.comb(ours.n + theirs.n, ours.n)
    free = error**4 / sum(each**4 / f for each, f in ((mine, freedom), (other, freedom_)) if each)
    return _two_sided(off, error, free)


def _beyond(measure: str, ours: Interval, bound: float) -> float:
    """The chance of a value so far outside if the true one were at the bound."""
    off = abs(ours.value - bound)
    if _is_counted(measure):
        return _two_sided(off, math.sqrt(bound * (1 - bound) / max(ours.n, 1)), math.inf) / 2
    error, freedom = _error(ours)
    return 1.0 if not math.isfinite(error) else _two_sided(off, error, freedom) / 2


def _is_counted(measure: str) -> bool:
    """Whether a measure is a count of plays, or of points, among n."""
    return measure in ("draws", "unfinished") or measure.endswith((" seat", " side"))


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
    if math.isfinite(freedom):
        t = (8 * freedom + 1) / (8 * freedom + 3) * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * NormalDist().cdf(-t)


def _judged(tests: Sequence[_Test]) -> Iterator[Verdict]:
    """Each verdict with Holm's adjusted chance: the k-th smallest of m times m - k + 1, and none less than the one before."""
    asked = sorted((number for number, test in enumerate(tests) if test.counts), key=lambda number: tests[number].verdict.chance)
    family = sum(1 for test in tests)
    adjusted: dict[int, float] = {}
    before = 0.0
    for place, number in enumerate(asked):
        before = max(before, min(1.0, tests[number].verdict.chance * (family - place)))
        adjusted[number] = before
    for number, test in enumerate(tests):
        verdict, chance = test.verdict, adjusted.get(number, 1.0)
        significant = chance < RISK
        if verdict.kind == "target":
            said = "met" if not test.bad else "missed" if significant else "unclear"
        else:
            said = "same" if not significant else "worse" if test.bad else "other"
        yield replace(verdict, said=said, chance=chance)
