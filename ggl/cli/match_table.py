"""A match as a table in 80 columns, for people."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from ggl.cli.words import percent

if TYPE_CHECKING:
    from ggl.arena.standing import Match
    from ggl.statistics import Interval

_LONGEST_NAME = 20
_NUMBER = "#"


def standings_table(match: Match) -> str:
    from ggl.play.values import SEATS, options_text

    is_shared = any(each.counts.shared for each in match.contestants)
    shared = "shared "[: 7 * is_shared]
    names = _names([each.name for each in match.contestants], _LONGEST_NAME - len(shared))
    wide = max(7, *map(len, names.values()))
    played = ", ".join(filter(None, (match.game, options_text(match.options))))
    seats = SEATS[: len(match.seats)]
    lines = [f"{played}: {match.plays} plays, seed {match.seed}", ""]
    lines.append(f"{'':{wide}}  wins {shared}draws losses  {'score in %':<16}  {'Elo':<11}  {'a move':>7}")
    for each in match.contestants:
        counts = each.counts
        together = f"{counts.shared:>7}" if is_shared else ""
        numbers = f"{counts.wins:>6}{together}{counts.draws:>6}{counts.losses:>7}"
        low, high = 100 * each.score.low, 100 * each.score.high
        score = f"{100 * each.score.value:5.1f} ({low:.0f} to {high:.0f})" if each.score.n else ""
        rating = f"{each.rating.value:+.0f} ± {each.rating.half:.0f}" if each.rating is not None else ""
        lines.append(f"{names[each.name]:{wide}}{numbers}  {score:<16}  {rating:<11}  {_time(each.seconds):>7}".rstrip())
    if len(match.contestants) > 2:
        lines += ["", "against each other"]
        for pair in match.encounters:
            both = " - ".join(names[name] for name in pair.names)
            lines.append(f"  {both:{2 * wide + 3}}  {_span(pair.score.value, pair.score.low, pair.score.high)}")
    lines += ["", f"{'by seat':{wide}}" + "".join(f"{seat:>10}" for seat in seats)]
    for each in match.contestants:
        shares = [percent(counts.points / counts.plays) if counts.plays else "-" for counts in each.by_seat]
        lines.append(f"{names[each.name]:{wide}}" + "".join(f"{share:>10}" for share in shares))
    first = match.seats[0]
    lines += ["", f"first seat {_span(first.score.value, first.score.low, first.score.high)}"]
    lines.append(f"length      {_length(match)}")
    if len(match.encounters) == 1:
        lines.append(f"lead        {_lead(match.encounters[0].lead)}")
    if match.broken_off:
        lines.append(f"broken off  {match.broken_off}")
    if match.sprt is not None:
        lines += ["", *_tested(match, names[match.contestants[0].name])]
    numbered = [f"{short:{wide}}  {name}" for name, short in names.items() if short.startswith(_NUMBER)]
    return "\n".join([*lines, *([""] if numbered else []), *numbered])


def _tested(match: Match, name: str) -> list[str]:
    verdict = match.sprt
    assert verdict is not None
    test = verdict.test
    bounds = {"elo0": test.elo0, "elo1": test.elo1}
    if verdict.accepted == "elo1":
        what = f"accepted: {name} leads by {bounds['elo1']:g} Elo or more, rather than by {bounds['elo0']:g}"
    elif verdict.accepted == "elo0":
        what = f"refused: {name} leads by {bounds['elo0']:g} Elo or less, rather than by {bounds['elo1']:g}"
    else:
        what = "undecided; more pairs are needed"
    ratio = f"ratio {verdict.ratio:.2f} between {test.lower:.2f} and {test.upper:.2f}"
    return [f"test        {what}", f"            {ratio}; pairs by points {', '.join(map(str, verdict.pairs))}"]


def _names(names: list[str], longest: int) -> dict[str, str]:
    """Names that fit the table; what tells two agents apart is mostly at the ends. Where it is not, they have numbers too, which
    a legend explains."""
    short = {name: _shortened(name, longest) for name in names}
    common = Counter(short.values())
    number = 0
    for name in names:
        if common[short[name]] > 1:
            number += 1
            mark = f"{_NUMBER}{number} "
            short[name] = mark + _shortened(name, longest - len(mark))
    return short


def _shortened(name: str, longest: int) -> str:
    half = longest // 2 - 1
    return name if len(name) <= longest else f"{name[:half]}..{name[-half:]}"


def _span(value: float, low: float, high: float) -> str:
    return f"{percent(value):>7}  ({percent(low)} to {percent(high)})"


def _lead(lead: Interval) -> str:
    if math.isinf(lead.value):
        return f"more than {lead.low:+.0f} Elo" if lead.value > 0 else f"less than {lead.high:+.0f} Elo"
    return f"{lead.value:+.0f} Elo  ({lead.low:+.0f} to {lead.high:+.0f})"


def _length(match: Match) -> str:
    turns = match.turns
    bounds = f"  ({max(turns.low, 0.0):.1f} to {turns.high:.1f})" if math.isfinite(turns.low) else ""
    return f"{turns.value:.1f} turns{bounds}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.1f} ms"
