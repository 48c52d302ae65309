"""The measurements of a game by strength, the setup that made them, and the base of comparisons.

Frozen data, made by `ggl.analysis.analyze`. `read_base` reads what a comparison needs from the JSON of a report; it trusts
nothing in it, and raises `ReportError`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ggl.analysis.coverage import Rule
from ggl.analysis.first_moves import FirstMoves
from ggl.analysis.measures import MEASURES
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.game import Game
from ggl.statistics import Interval

FORMAT = "ggl-report 1"
MOST_BYTES = 64 << 20


class ReportError(GglError):
    """A file that is not a report."""


@dataclass(frozen=True)
class Strength:
    """The results of plays of one strength.

    `distinct` is how many of the plays differ, None where it was not counted. `changed` is how often something changed on a site
    in a play, on average; `occupied` the share of the positions in which something stood on it.
    """

    spec: str
    wanted: int
    plays: int
    distinct: int | None
    judged: int
    measures: Mapping[str, Interval]
    results: Mapping[str, int]
    lengths: tuple[tuple[int, int, int], ...]
    """From which length to which, and how many plays."""

    curve: tuple[tuple[float, Interval], ...]
    changed: Mapping[str, float]
    occupied: Mapping[str, float]

    @property
    def cut(self) -> bool:
        """Whether fewer plays were made than were wanted."""
        return self.plays < self.wanted


@dataclass(frozen=True)
class Estimate:
    """The size of something, as a decimal logarithm; `low` and `high` are None for a bound, which has no interval."""

    name: str
    value: float
    low: float | None
    high: float | None
    n: int
    what: str


@dataclass(frozen=True)
class Verdict:
    """The verdict on a target, or on a measure beside the base's.

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
class Figures:
    """The figures of a report."""

    game: Game = field(repr=False)
    seed: int
    judge: str
    strengths: tuple[Strength, ...]
    sizes: tuple[Estimate, ...] = ()
    rules: tuple[Rule, ...] = ()
    positions: int = 0
    """The number of positions in which the rules were asked."""

    first: FirstMoves | None = None
    cut_short: str = ""
    """Why less was done than was wanted."""

    failed: bool = False
    """Whether the cause was a failing agent."""

    interrupted: bool = False
    """Whether that was the user (Ctrl-C)."""


@dataclass(frozen=True)
class Base:
    """The base of a comparison: a game, the judge of its plays, and its measures by strength."""

    name: str
    fingerprint: str
    judge: str
    strengths: Mapping[str, Mapping[str, Interval]]


def read_base(text: str, name: str) -> Base:
    """The base in a JSON report; `name` is the file's, for messages. Raises `ReportError`."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        raise ReportError(f"`{name}` is not JSON, so it is not a report; `ggl analyze GAME --json > {name}` writes one") from None
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        raise ReportError(f"`{name}` is not a report of `ggl analyze` (its `format` is not `{FORMAT}`); `--json` writes one")
    try:
        game = tree["game"]
        strengths = {
            _text(each["spec"]): {measure: _interval(value) for measure, value in each["measures"].items() if measure in MEASURES}
            for each in tree["strengths"]
        }
        return Base(_text(game["name"]), _text(game["fingerprint"]), _text(tree["judge"]), strengths)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise ReportError(f"`{name}` is a damaged report: {escape(repr(error)[:80])}; make a new one") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return escape(value[:200])


def _interval(value: Mapping[str, Any]) -> Interval:
    middle, n = float(value["value"]), int(value["n"])
    low = -math.inf if value["low"] is None else float(value["low"])
    high = math.inf if value["high"] is None else float(value["high"])
    if not math.isfinite(middle) or not low <= middle + 1e-9 or not middle <= high + 1e-9 or not 0 <= n < 1 << 53:
        raise ValueError("no interval")
    return Interval(middle, low, high, n)
