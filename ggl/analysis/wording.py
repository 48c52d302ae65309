"""Measures in words and figures, the same in the table and on the page."""

from __future__ import annotations

import math

from ggl.analysis.coverage import Rule
from ggl.analysis.figures import Base, Figures, Strength, Verdict
from ggl.analysis.first_moves import FirstMoves
from ggl.analysis.measures import BY_JUDGE, MEASURES
from ggl.model.targets import ORDINALS
from ggl.narration.nouns import listed
from ggl.play.values import options_text
from ggl.statistics import Interval


def measure_text(measure: str, value: float) -> str:
    """A value of a measure: `12.3%`, `60.1`, `0.31`."""
    if not math.isfinite(value):
        return "?"
    return f"{100 * value:.1f}%" if MEASURES[measure].kind == "share" else _number(value)


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def bounds(measure: str, interval: Interval) -> str:
    """`11.8% .. 14.2%`."""
    return f"{measure_text(measure, interval.low)} .. {measure_text(measure, interval.high)}"


def measure_name(measure: str, report: Figures) -> str:
    """A measure by the names of the game: `first side, Black`."""
    ordinal, _, what = measure.partition(" ")
    if what == "side" and ordinal in ORDINALS and ORDINALS.index(ordinal) < len(report.game.players):
        return f"{measure}, {report.game.players[ORDINALS.index(ordinal)]}"
    return measure


def warnings(report: Figures, base: Base | None = None) -> list[str]:
    """The warnings to a reader of the numbers."""
    found = []
    if base is not None and base.judge != report.judge:
        found.append(f"the base was judged by {base.judge}, so {listed(BY_JUDGE)} are not compared")
    if report.cut_short:
        found.append(f"{report.cut_short}; the report covers what was done until then")
    for each in report.strengths:
        if each.cut:
            found.append(f"{each.spec}: {each.plays:,} of {each.wanted:,} plays")
        if each.distinct is not None and each.distinct < 0.8 * each.plays:
            found.append(f"{each.spec}: only {each.distinct:,} of {each.plays:,} plays differ, so the intervals are too narrow")
        unfinished = each.measures.get("unfinished")
        if unfinished is not None and unfinished.value > 0:
            found.append(
                f"{each.spec}: {unfinished.value:.1%} of the plays were stopped before they ended; they count towards length, "
                "not towards the points of seats"
            )
    return found


def advice(first: FirstMoves) -> list[str]:
    """The advice of the first-move map, to the opener and to the player who may take over."""
    if first.why_not:
        return [f"First moves were not compared: {first.why_not}."]
    if not first.moves:
        return ["No first move was searched."]
    best, offer = first.moves[0], first.to_offer
    assert offer is not None
    take = sum(each.take is True for each in first.moves)
    leave = sum(each.take is False for each in first.moves)
    open_ = len(first.moves) - take - leave
    rule = "Under its pie rule" if first.pie else "The game has no pie rule; under one"
    said = [
        f"The best first move is {best.text}: the first seat may expect {best.value.value:.0%} of the points.",
        f"{rule}, the first seat should open with {offer.text}, the move closest to even ({offer.value.value:.0%}).",
        _replies(len(first.moves), take, leave, open_),
    ]
    if left := first.of - len(first.moves):
        said.append(f"{left} other first {'move was' if left == 1 else 'moves were'} not searched: time ran out.")
    return said


def _replies(of: int, take: int, leave: int, close: int) -> str:
    """After how many of the first moves the second seat should take over."""
    if of in (take, leave):
        return f"The second seat should {'' if take else 'not '}take over, whatever the first move."
    if of == close:
        return "Whether the second seat should take over is too close to call after every first move."
    said = f"The second seat should {'' if take else 'not '}take over after {take or leave} of the {of} first moves"
    if take and leave:
        said += f", and should not after {leave}"
    return said + (f"; {close} {'is' if close == 1 else 'are'} too close to call." if close else ".")


def verdict_text(verdict: Verdict, report: Figures) -> str:
    """`first seat at mcts:400: 71.0%, against 52.0% in the base; p < 0.001`."""
    name = measure_name(verdict.measure, report)
    ours = f"{measure_text(verdict.measure, verdict.ours.value)} ({bounds(verdict.measure, verdict.ours)}, n {verdict.ours.n:,})"
    if verdict.kind == "target":
        return f"{name} at {verdict.spec}: {ours}, wanted {verdict.wanted}"
    assert verdict.base is not None
    theirs = (
        f"{measure_text(verdict.measure, verdict.base.value)} ({bounds(verdict.measure, verdict.base)}, n {verdict.base.n:,})"
    )
    wanted = f", wanted {verdict.wanted}" if verdict.wanted else ""
    return f"{name} at {verdict.spec}: {ours}, against {theirs} in the base{wanted}; {chance(verdict.chance)}"


def chance(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def heading(report: Figures) -> str:
    game = report.game
    return f"{game.name}{f' ({options_text(game.options)})' if game.options else ''}"


def strength_text(each: Strength) -> str:
    return f"{each.plays:,} of {each.wanted:,} plays" if each.cut else f"{each.plays:,} plays"


def attention_mark(rule: Rule) -> str:
    """The mark of a rule that never fired, or that never decided alone; empty for others."""
    used = rule.decided if rule.part == "move" else 0
    if rule.asked and not rule.fired and not used:
        return "never"
    return "silent" if rule.silent and rule.part != "turn" else ""
