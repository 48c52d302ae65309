"""Targets: a designer's wishes for the plays of a game, and their syntax in the file.

    targets:
      length: 20..80
      draws: at most 5%
      first seat: 45%..55% and within 3 points of base

Takes the text of one target; gives a `Target`, or raises `TargetProblem` with the error and what to write instead. `ggl analyze`
computes the measures; this module has only their names and whether they are numbers or shares.
"""

from __future__ import annotations

import re
from dataclasses import field

from ggl.frozen import frozen
from ggl.source import Span

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

KINDS = {
    "length": "number", "branching": "number", "drama": "number", "lead changes": "number",
    "draws": "share", "unfinished": "share", "forced": "share", "decisiveness": "share", "board use": "share",
    **{f"{ordinal} {what}": "share" for what in ("seat", "side") for ordinal in ORDINALS},
}  # fmt: skip
"""For each measure that may have a target: a number, written plain, or a share, written with a percent sign."""

_NUMBER = r"(\d+(?:\.\d+)?)\s*(%?)"
_RANGE = re.compile(rf"{_NUMBER}\s*\.\.\s*{_NUMBER}")
_BOUND = re.compile(rf"at\s+(most|least)\s+{_NUMBER}")
_WITHIN = re.compile(rf"within\s+{_NUMBER}(\s*points?)?\s+of\s+base")
_AND = re.compile(r"\s+and\s+|\s*,\s*")


class TargetProblem(Exception):  # noqa: N818 -- it becomes a finding
    """An invalid target: the error, and what to write. `instead` is a valid text to replace it."""

    def __init__(self, message: str, help_: str, instead: str = "") -> None:
        super().__init__(message)
        self.help = help_
        self.instead = instead


@frozen
class Target:
    """The least and the greatest value of a measure (shares from 0 to 1), None where there is no such bound.

    `within` is how far the measure may be from that of a base: a part of the base's for a number, a difference for a share.
    """

    measure: str
    low: float | None
    high: float | None
    within: float | None
    text: str
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.measure}: {self.text}"

    def misses(self, value: float) -> float:
        """How far a value is outside; 0 if it is inside."""
        below = self.low - value if self.low is not None else 0.0
        above = value - self.high if self.high is not None else 0.0
        return max(below, above, 0.0)


def read_target(measure: str, text: str, span: Span | None = None) -> Target:
    """Raises `TargetProblem`."""
    parts = _AND.split(" ".join(text.split()))
    try:
        low, high, within = _read(measure, parts)
    except _Part as problem:
        whole = " and ".join(problem.instead if part == problem.part else part for part in parts)
        raise TargetProblem(str(problem), problem.help, whole) from None
    if low is not None and high is not None and low > high:
        raise TargetProblem(f"no value satisfies both bounds of `{text}`", "write an upper bound above the lower one")
    return Target(measure, low, high, within, " ".join(text.split()), span)


class _Part(TargetProblem):
    """A part of a target that would be read if it were written otherwise."""

    def __init__(self, part: str, message: str, instead: str, more: str = "") -> None:
        super().__init__(message, f"write `{instead}`{more}", instead)
        self.part = part


def _read(measure: str, parts: list[str]) -> tuple[float | None, float | None, float | None]:
    share = KINDS[measure] == "share"
    low = high = within = None
    for part in parts:
        if found := _RANGE.fullmatch(part):
            _must_be_new(part, low, high)
            low, high = (_value(measure, part, found[i], found[i + 1]) for i in (1, 3))
            if low > high:
                raise _Part(part, f"`{part}` has its bounds in the wrong order", f"{found[3]}{found[4]}..{found[1]}{found[2]}")
        elif found := _BOUND.fullmatch(part):
            value = _value(measure, part, found[2], found[3])
            if found[1] == "least":
                _must_be_new(part, low)
                low = value
            else:
                _must_be_new(part, high)
                high = value
        elif found := _WITHIN.fullmatch(part):
            _must_be_new(part, within)
            within = _within(measure, part, found[1], found[2], found[3])
        else:
            raise TargetProblem(f"`{part}` is not a target", f"write {_examples(share)}")
    return low, high, within


def _must_be_new(part: str, *before: float | None) -> None:
    if any(value is not None for value in before):
        raise TargetProblem(f"`{part}` repeats an earlier bound", "write each bound once")


def _value(measure: str, part: str, text: str, percent: str) -> float:
    if KINDS[measure] == "share":
        if not percent:
            message = f"`{measure}` is a share, but `{text}` has no percent sign"
            raise _Part(part, message, re.sub(_NUMBER, r"\1%", part))
        if float(text) > 100:
            raise TargetProblem(f"a share is at most 100%, but this is {text}%", "write a number up to 100 before the `%`")
        return float(text) / 100
    if percent:
        raise _Part(part, f"`{measure}` is a number, not a share", re.sub(_NUMBER, r"\1", part))
    return _number(text)


def _within(measure: str, part: str, text: str, percent: str, points: str | None) -> float:
    if KINDS[measure] == "share":
        if percent or not points:
            message, more = f"the tolerance of the share `{measure}` must be in points", ": one point is one of a hundred plays"
            raise _Part(part, message, f"within {text} points of base", more)
        return _number(text) / 100
    if points or not percent:
        message = f"the tolerance of the number `{measure}` must be a percentage of the base's"
        raise _Part(part, message, f"within {text}% of base")
    return _number(text) / 100


def _number(text: str) -> float:
    if len(text) > 15:
        raise TargetProblem(f"`{text[:20]}..` is too long for a number", "write at most 15 digits")
    return float(text)


def _examples(share: bool) -> str:
    if share:
        return "`at most 5%`, `at least 90%`, `45%..55%` or `within 3 points of base`"
    return "`20..80`, `at least 20`, `at most 80` or `within 10% of base`"
