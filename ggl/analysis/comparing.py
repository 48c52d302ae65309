"""Compares a game's plays with its targets and with a base, with statistical tests.

Takes a report's measures, the targets of the game file, and perhaps a base; gives a `Verdict` for each target and each
difference. All that could be an alarm is one family: Holm's method keeps the chance of even one false alarm below 5 %.

A target is *missed* if the measure is outside, and significantly so; *unclear* if it is outside and might be inside. A
measure is *worse* than the base's if it has become worse significantly: further outside the target where there is one, further
from the base than `within` says, further from a fair share for seats and sides, more draws, more plays without end. Any other
significant difference is *other*, which nobody can call better or worse; these are a family of their own.

Compares judged measures only if the base had the same judge. The tests are in `chances.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ggl.analysis.chances import apart, beyond, holm
from ggl.analysis.figures import Base, Verdict
from ggl.analysis.measures import BY_JUDGE, MEASURES
from ggl.analysis.report import Report
from ggl.model.targets import Target
from ggl.statistics import Interval

RISK = 0.05
"""The chance of a false alarm in a whole comparison."""


@dataclass(frozen=True)
class _Test:
    """A verdict with the p value of a difference, and that of an alarm: 1 if nothing can raise one."""

    verdict: Verdict
    alarm: float
    outside: bool = False
    """Whether a measure is outside its target."""


def compare(report: Report, base: Base | None = None) -> tuple[Verdict, ...]:
    """Checks targets on the last strength of the report, which should be the strongest."""
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
            yield _Test(Verdict("target", "", last.spec, target.measure, nothing, None, target.text, 1.0), 1.0, outside=True)
            continue
        outside = target.misses(ours.value) > 0
        chance = beyond(target.measure, ours, *_bounds(target, ours.value)) if outside else 1.0
        yield _Test(Verdict("target", "", last.spec, target.measure, ours, None, target.text, chance), chance, outside)


def _bounds(target: Target, value: float) -> tuple[float, float | None]:
    """The end of a target that a value outside is beyond, and the other end."""
    if target.low is not None and value < target.low:
        return target.low, target.high
    assert target.high is not None
    return target.high, target.low


def _differences(report: Report, base: Base, targets: dict[str, Target]) -> Iterator[_Test]:
    for strength in report.strengths:
        theirs = base.strengths.get(strength.spec, {})
        for name, ours in strength.measures.items():
            its = theirs.get(name)
            if its is None or not (ours.n and its.n) or (name in BY_JUDGE and base.judge != report.judge):
                continue
            target = targets.get(name)
            allowed = _allowed(name, its.value, target)
            wanted = f"within {target.text.partition('within ')[2]}" if target and target.within is not None else ""
            as_bad = _as_bad(name, ours.value, its, target, len(report.game.players))
            alarm = 1.0 if as_bad is None else apart(name, ours, as_bad, allowed)
            yield _Test(Verdict("base", "", strength.spec, name, ours, its, wanted, apart(name, ours, its, allowed)), alarm)


def _allowed(measure: str, base: float, target: Target | None) -> float:
    """The permitted distance of a measure from the base."""
    if target is None or target.within is None:
        return 0.0
    return target.within if MEASURES[measure].kind == "share" else target.within * abs(base)


def _as_bad(measure: str, ours: float, theirs: Interval, target: Target | None, players: int) -> Interval | None:
    """The base's value, mirrored to our side with equal badness; None if ours is no worse.

    A share of 71 % is as unfair as one of 29 %, and what is within the target is as good as the end of it.
    """
    fair = 1 / players
    if target is not None and target.within is not None:
        place = theirs.value
    elif target is not None:
        if not target.misses(ours) > target.misses(theirs.value):
            return None
        bound, _ = _bounds(target, ours)
        place = bound + math.copysign(target.misses(theirs.value), ours - bound)
    elif measure.endswith((" seat", " side")):
        if not abs(ours - fair) > abs(theirs.value - fair):
            return None
        place = min(max(fair + math.copysign(theirs.value - fair, ours - fair), 0.0), 1.0)
    elif measure in ("draws", "unfinished") and ours > theirs.value:
        place = theirs.value
    else:
        return None
    return Interval(place, place - (theirs.value - theirs.low), place + (theirs.high - theirs.value), theirs.n)


def _judged(tests: Sequence[_Test]) -> Iterator[Verdict]:
    alarms, differences = holm([test.alarm for test in tests]), holm([test.verdict.chance for test in tests])
    for test, alarm, difference in zip(tests, alarms, differences, strict=True):
        failed = alarm < RISK
        if test.verdict.kind == "target":
            yield replace(test.verdict, said="missed" if failed else "unclear" if test.outside else "met", chance=alarm)
        else:
            said = "worse" if failed else "other" if difference < RISK else "same"
            yield replace(test.verdict, said=said, chance=alarm if failed else difference)
