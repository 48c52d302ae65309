"""A report as text of 80 columns: the numbers, what the rules did, the first moves, and what became of targets and comparison."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ggl.analysis.figures import Base, Figures, Verdict
from ggl.analysis.measures import MEASURES
from ggl.analysis.wording import (
    advice,
    attention_mark,
    bounds,
    heading,
    measure_name,
    measure_text,
    strength_text,
    verdict_text,
    warnings,
)

WIDTH = 80
_MOVES = 5
_REASONS = 4
_COUNTS = (
    "For a move: positions that offered it, positions in which it was legal, times it was played. For a condition: choices it "
    "was asked about, choices it refused, choices that it alone refused. For an end: plays, plays in which it held at the end, "
    "plays that it decided."
)


def table_of_report(report: Figures, verdicts: Sequence[Verdict] = (), base: Base | None = None) -> str:
    parts = [*_head(report, base), *_measures(report), *_endings(report), *_sizes(report), *_rules(report), *_first(report)]
    return "\n".join([*parts, *_verdicts(report, verdicts, base)]).rstrip() + "\n"


def _head(report: Figures, base: Base | None) -> Iterator[str]:
    yield _cut(heading(report))
    yield f"seed {report.seed}, judged by {report.judge}, rules {report.game.fingerprint}"
    for warning in warnings(report, base):
        yield from _wrapped(f"note: {warning}")
    yield ""


def _measures(report: Figures) -> Iterator[str]:
    if not report.strengths:
        return
    yield f"{'measure':<21}{'strength':<17}{'value':>9}   {'95 % interval':<20}{'n':>9}"
    for name in MEASURES:
        first = True
        for each in report.strengths:
            found = each.measures.get(name)
            if found is not None:
                label = _cut(measure_name(name, report), 20) if first else ""
                value, spec = measure_text(name, found.value), _cut(each.spec, 16)
                yield f"{label:<21}{spec:<17}{value:>9}   {bounds(name, found):<20}{found.n:>9,}"
                first = False
    yield ""


def _endings(report: Figures) -> Iterator[str]:
    yield "how plays ended"
    for each in report.strengths:
        yield f"  {each.spec}: {strength_text(each)}"
        shown_ = list(each.results.items())
        for text, count in shown_[:_REASONS]:
            yield f"    {count / each.plays:>6.1%}  {_cut(text, WIDTH - 12)}"
        if len(shown_) > _REASONS:
            rest = sum(count for _, count in shown_[_REASONS:])
            yield f"    {rest / each.plays:>6.1%}  otherwise, in {len(shown_) - _REASONS} ways"
    yield ""


def _sizes(report: Figures) -> Iterator[str]:
    if not report.sizes:
        return
    yield "size, as powers of ten"
    for each in report.sizes:
        between = f"{each.low:.2f} .. {each.high:.2f}" if each.low is not None and each.high is not None else "a bound"
        count = f"{each.n:,}" if each.n else "-"
        yield f"  {each.name:<27}10^{each.value:<8.2f} {between:<20}n {count:>8}"
    yield ""


def _rules(report: Figures) -> Iterator[str]:
    if not report.rules:
        return
    yield f"rules, in {report.positions:,} positions"
    yield f"  {'':<42}{'asked':>9}{'fired':>9}{'decided':>9}"
    for rule in report.rules:
        indent = "" if rule.part in ("move", "turn") else "  "
        name = {"move": rule.owner, "turn": rule.owner, "end": f"{rule.owner}: {rule.text}"}.get(rule.part, rule.text)
        told = attention_mark(rule)
        yield f"  {_cut(indent + name, 41):<42}{rule.asked:>9,}{rule.fired:>9,}{rule.decided:>9,}  {told}".rstrip()
    yield from _wrapped(_COUNTS)
    yield ""


def _first(report: Figures) -> Iterator[str]:
    first = report.first
    if first is None:
        return
    moves = first.moves
    if moves:
        yield f"first moves, by {first.judge}: the points that the first seat may expect"
        chosen = moves if len(moves) <= 2 * _MOVES else (*moves[:_MOVES], *moves[-_MOVES:])
        for number, each in enumerate(chosen):
            if number == _MOVES and len(moves) > 2 * _MOVES:
                yield f"  and {len(moves) - 2 * _MOVES} more between"
            take = {True: "take over", False: "leave", None: "too close"}[each.take]
            value = each.value
            yield f"  {_cut(each.text, 30):<31}{value.value:>6.1%}   {value.low:.1%} .. {value.high:.1%}   n {value.n}   {take}"
    for line in advice(first):
        yield from _wrapped(line)
    yield ""


def _verdicts(report: Figures, verdicts: Sequence[Verdict], base: Base | None) -> Iterator[str]:
    targets = [each for each in verdicts if each.kind == "target"]
    if targets:
        yield "targets"
        for each in targets:
            yield from _wrapped(f"{each.said}: {verdict_text(each, report)}", "  ")
        yield ""
    if base is None:
        return
    same_rules = base.fingerprint == report.game.fingerprint
    yield f"compared with {_cut(base.name, 40)}{', which has the same rules' if same_rules else ''}"
    others = [each for each in verdicts if each.kind == "base"]
    for each in others:
        if each.said != "same":
            yield from _wrapped(f"{each.said}: {verdict_text(each, report)}", "  ")
    same = sum(each.said == "same" for each in others)
    yield f"  {same} of {len(others)} measures {'does' if same == 1 else 'do'} not differ significantly"
    yield ""


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def _cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else text[: width - 2] + ".."
