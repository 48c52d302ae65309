"""The measures of a report: what each says, where it comes from, and its value in a sample with a 95 % interval.

Takes a `Sample` and judgements of plays; gives an `Interval` for each measure. Shares have Wilson's interval (points of a seat
are counted as wins; draws make it a little too wide), means Student's. docs/internals/analysis.md has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ggl.analysis.play_sampling import PlayEvaluation
from ggl.analysis.tally import Sample
from ggl.model.targets import ORDINALS
from ggl.statistics import Interval, mean, wilson

AHEAD = 0.6
"""The expectation at which a seat takes the lead; chance shifts a judge's value to and fro about a half."""

DECIDED = 0.8
"""A play is decided when its winner expects at least this, from then on to the end."""


@dataclass(frozen=True)
class Measure:
    """`kind` is `number` or `share`; `source` says whose idea it is."""

    name: str
    kind: str
    what: str
    source: str = ""


ALTHOEFER = "I. Althöfer, Computer-aided game inventing (2003)"
BROWNE = "C. Browne and F. Maire, Evolutionary game design (2010), after J. M. Thompson, Defining the abstract (2000)"

MEASURES = {
    measure.name: measure
    for measure in (
        Measure("length", "number", "turns of a play"),
        Measure("branching", "number", "legal steps at a choice, averaged over each play"),
        Measure("forced", "share", "share of the choices in a play that have a single legal step"),
        Measure("draws", "share", "plays that nobody won", ALTHOEFER),
        Measure("unfinished", "share", "plays stopped because they did not end"),
        Measure("decisiveness", "share", "how far into a play it was decided (100%: at the very end)", BROWNE),
        Measure("drama", "number", "how far behind the winner was while behind (0 to 1)", BROWNE),
        Measure("lead changes", "number", "how often the lead changes in a play", BROWNE),
        Measure("board use", "share", "share of the sites on which something changes during a play", BROWNE),
        *(Measure(f"{each} seat", "share", f"points of the {each} seat: 1 for a win, a share for a draw", ALTHOEFER)
          for each in ORDINALS),
        *(Measure(f"{each} side", "share", f"points of the {each} side of the file", ALTHOEFER)
          for each in ORDINALS),
    )
}  # fmt: skip
"""All measures by name, in the order of a report. Which seats and sides a game has is up to it."""


BY_JUDGE = ("decisiveness", "drama", "lead changes")
"""The measures that depend on a judge."""


def measured(sample: Sample, judged: Sequence[PlayEvaluation], players: int, also: Collection[str] = ()) -> dict[str, Interval]:
    """The measures of a sample; leaves out those without any play.

    Of two seats the second has the rest of the points, and if sides never change hands they have the points of the seats; these
    are also left out unless `also` names them. So are draws where one plays alone, who loses what is not won.
    """
    over = sample.reason >= 0
    found = {
        "length": _count(sample.turns.tolist()),
        "branching": _count(sample.branching[sample.choices > 0].tolist()),
        "forced": _part(sample.forced[sample.choices > 0].tolist()),
        "draws": wilson(int((over & ~sample.sides.any(axis=1)).sum()), len(sample)),
        "unfinished": wilson(int((~over).sum()), len(sample)),
        "decisiveness": _part(list(_each(decisiveness, judged))),
        "drama": _part(list(_each(drama, judged))),
        "lead changes": _count([lead_changes(each.values) for each in judged if each.values]),
        "board use": _part(sample.used.tolist()),
    }
    finished = int(over.sum())
    if not sample.changed.size:
        del found["board use"]
    if players == 1 and "draws" not in also:
        del found["draws"]
    same = bool((sample.seats == sample.sides).all())
    for what, won in (("seat", sample.seats), ("side", sample.sides)):
        for place in range(players):
            if ((what == "side" and same) or (players == 2 and place == 1)) and f"{ORDINALS[place]} {what}" not in also:
                continue
            many = won.sum(axis=1)
            shares = np.where(many > 0, won[:, place] / np.maximum(many, 1), 1 / players if players > 1 else 0.0)
            points = float(shares[over].sum())
            found[f"{ORDINALS[place]} {what}"] = wilson(min(points, finished), finished)
    return {name: found[name] for name in MEASURES if name in found and found[name].n}


def _part(values: Sequence[float]) -> Interval:
    """The mean of values from 0 to 1. Where all are alike their spread says nothing, and Wilson's interval is wide enough."""
    found = mean(values)
    if found.n > 1 and found.low < found.high:
        return Interval(found.value, max(found.low, 0.0), min(found.high, 1.0), found.n)
    return wilson(min(sum(values), found.n), found.n)


def _count(values: Sequence[float]) -> Interval:
    """The mean of numbers that are never below 0."""
    found = mean(values)
    return Interval(found.value, max(found.low, 0.0), found.high, found.n)


def _each(function: object, judged: Iterable[PlayEvaluation]) -> Iterator[float]:
    assert callable(function)
    for each in judged:
        if each.result in (0.0, 1.0) and each.values:
            yield function(each)


def _of_winner(judged: PlayEvaluation) -> list[float]:
    return [value if judged.result == 1 else 1 - value for value in judged.values]


def drama(judged: PlayEvaluation) -> float:
    """The mean, over the turns at which the winner was behind, of the square root of how far; 0 if never."""
    behind = [math.sqrt(1 - 2 * value) for value in _of_winner(judged) if value < 0.5]
    return sum(behind) / len(behind) if behind else 0.0


def lead_changes(values: Sequence[float]) -> int:
    """The number of changes of the lead; while both expect less than `AHEAD`, the last leader keeps it."""
    leader, changes = 0, 0
    for value in values:
        now = 1 if value >= AHEAD else -1 if value <= 1 - AHEAD else leader
        changes += leader != 0 and now != leader
        leader = now
    return changes


def decisiveness(judged: PlayEvaluation) -> float:
    """The share of the play that was over when it was decided; 1 if it never was before the end."""
    values = _of_winner(judged)
    place = len(values)
    while place and values[place - 1] >= DECIDED:
        place -= 1
    turn = judged.turns[place] if place < len(values) else judged.length
    return turn / max(judged.length, 1)


def lead_curve(judged: Sequence[PlayEvaluation], points: int = 21) -> list[tuple[float, Interval]]:
    """The lead of the leader (0 to 1), by the share of the play that is over."""
    rows = []
    for each in judged:
        if len(each.values) > 1:
            at = np.array(each.turns) / max(each.length, 1)
            rows.append(np.interp(np.linspace(0, 1, points), at, np.abs(2 * np.array(each.values) - 1)))
    if len(rows) < 2:
        return []
    return [(k / (points - 1), mean([float(row[k]) for row in rows])) for k in range(points)]
