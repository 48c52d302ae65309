"""A report as one page of HTML: style and pictures inside, no script, nothing from outside; dark and light as the reader has it.

Takes a report, verdicts and perhaps a base; gives the text of the page. All texts of the game go through xml.etree and are never
markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from xml.etree import ElementTree as ET

from ggl.analysis import charts
from ggl.analysis.charts import tag
from ggl.analysis.figures import Base, Figures, Verdict
from ggl.analysis.measures import AHEAD, DECIDED, MEASURES
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
from ggl.model.targets import Target
from ggl.render import svg
from ggl.topology import Site

_COLOURS = 5
MOST_ROWS = 400

_INTERVALS = (
    "Each value has its 95 % interval, and n, the number of observations behind it. The shaded band is a target, the dashed "
    "line an equal share."
)
_COUNTS = (
    "For a move: positions that offered it, positions in which it was legal, times it was played. For a condition: choices it "
    "was asked about, choices it refused, choices that it alone refused. For a line of the end: plays, plays in which it held at "
    "the end, plays that it decided. A rule that never decided may be needless, or may be meant for positions that did not "
    "come up."
)
_HOW = "Each strength played against itself from the starting position."
_JUDGED = (
    "What it expects of a seat is the share of its simulated plays that the seat wins. A seat takes the lead when it may "
    f"expect {AHEAD:g}; a play is decided once its winner may expect {DECIDED:g} or more for the rest of it. Decisiveness is "
    "the share of the play that was over by then. Drama is the mean, over the turns at which the eventual winner was behind, of "
    "the square root of the gap. Shares have Wilson's interval, means Student's. The tests of targets and differences are one "
    "family, and Holm's method keeps the chance of a single false alarm below 5 %."
)
_SIZES = (
    "D. E. Knuth, Estimating the efficiency of backtrack programs (1975)",
    "A. Chao, Estimating the population size for capture-recapture data with unequal catchability (1987)",
)


def page(report: Figures, verdicts: Sequence[Verdict] = (), base: Base | None = None) -> str:
    style = files("ggl.analysis").joinpath("page.css").read_text("utf-8")
    head = tag(
        "head", tag("meta", charset="utf-8"), tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"), tag("meta", name="generator", content="ggl analyze"),
        tag("title", f"{report.game.name}: a report"),
        tag("style", style),
    )  # fmt: skip
    sections = (_verdicts(report, verdicts, base), _measures(report), _endings(report), _lead(report), _board(report),
                _first(report), _rules(report), _sizes(report), _method(report))  # fmt: skip
    body = tag("body", _header(report, base), *(list(section) for section in sections))
    root = tag("html", head, body, lang="en")
    ET.indent(root, " ")
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def _header(report: Figures, base: Base | None) -> ET.Element:
    from ggl.version import __version__

    game = report.game
    notes = warnings(report, base)
    facts = (
        f"{', '.join(game.players)}; seed {report.seed}; judged by {report.judge}; rules {game.fingerprint}; ggl {__version__}"
    )
    return tag(
        "header",
        _picture(svg(game.initial_state(), theme="auto", status=False)),
        tag(
            "div", tag("h1", heading(report)), tag("p", game.checked.definition.about) if game.checked.definition.about else [],
            tag("p", facts, class_="soft"),
            tag("aside", tag("ul", [tag("li", note) for note in notes])) if notes else [],
        ),
    )  # fmt: skip


def _verdicts(report: Figures, verdicts: Sequence[Verdict], base: Base | None) -> Iterator[ET.Element]:
    targets = [each for each in verdicts if each.kind == "target"]
    others = [each for each in verdicts if each.kind == "base" and each.said != "same"]
    if not targets and base is None:
        return
    yield tag("h2", "Targets and comparison")
    failed = sum(each.fails for each in verdicts)
    said = f"{failed} of {len(verdicts)} tests failed." if failed else "No target is missed, and nothing is significantly worse."
    yield tag("aside", tag("p", said), class_="bad" if failed else "good")
    if targets:
        yield tag("ul", [_verdict(each, report) for each in targets])
    if base is not None:
        rules = ", which has the same rules" if base.fingerprint == report.game.fingerprint else ""
        same = sum(each.kind == "base" and each.said == "same" for each in verdicts)
        yield tag(
            "p",
            f"Compared with {base.name}{rules}: {same} {'measure does' if same == 1 else 'measures do'} not differ "
            f"significantly{'; the others do:' if others else '.'}",
        )
        if others:
            yield tag("ul", [_verdict(each, report) for each in others])


def _verdict(verdict: Verdict, report: Figures) -> ET.Element:
    return tag("li", tag("span", verdict.said, class_=f"said {verdict.said}"), f": {verdict_text(verdict, report)}")


def _measures(report: Figures) -> Iterator[ET.Element]:
    yield tag("h2", "The numbers")
    if not report.strengths:
        yield tag("p", "No play was finished.")
        return
    yield tag("p", _INTERVALS, class_="soft")
    targets = {target.measure: target for target in report.game.checked.definition.targets}
    rows = []
    for name, measure in MEASURES.items():
        found = [
            (number, each.spec, each.measures[name]) for number, each in enumerate(report.strengths) if name in each.measures
        ]
        if not found:
            continue
        fair = 1 / len(report.game.players) if name.endswith((" seat", " side")) else None
        target = targets.get(name)
        marks = (target.low, target.high) if target else ()
        span = charts.span_of([interval for _, _, interval in found], fair, *marks)
        for place, (number, spec, interval) in enumerate(found):
            label = [tag("span", measure_name(name, report), class_="key"), tag("br"), tag("span", measure.what, class_="soft")]
            cells = [tag("td", label, rowspan=len(found))] if place == 0 else []
            cells += [
                tag("td", _chip(number), spec, class_="spec"), tag("td", measure_text(name, interval.value), class_="n"),
                tag("td", bounds(name, interval), class_="n"), tag("td", f"{interval.n:,}", class_="n"),
                tag("td", charts.interval_dot(interval, span, number % _COLOURS, _band(target, span), fair)),
            ]  # fmt: skip
            rows.append(tag("tr", cells, class_="first" if place == 0 else ""))
    yield _table(["measure", "strength", "#value", "#95 % interval", "#n", ""], rows)


def _band(target: Target | None, span: tuple[float, float]) -> tuple[float, float] | None:
    if target is None or (target.low is None and target.high is None):
        return None
    return (span[0] if target.low is None else target.low, span[1] if target.high is None else target.high)


def _chip(number: int) -> ET.Element:
    return tag("span", class_=f"chip s{number % _COLOURS}")


def _table(heads: Sequence[str], rows: Sequence[ET.Element]) -> ET.Element:
    head = tag("tr", [tag("th", each.lstrip("#"), class_="n" if each.startswith("#") else "") for each in heads])
    return tag("div", tag("table", tag("thead", head), tag("tbody", list(rows))), class_="wide")


def _endings(report: Figures) -> Iterator[ET.Element]:
    if not report.strengths:
        return
    yield tag("h2", "How long plays are, and how they end")
    texts = list(dict.fromkeys(text for each in report.strengths for text in each.results))
    sections = []
    for number, each in enumerate(report.strengths):
        shares = [(text, count / each.plays, texts.index(text)) for text, count in each.results.items()]
        rows = [
            tag("tr", tag("td", f"{share:.1%}", class_="n"),
                tag("td", tag("span", class_=f"chip p{colour % charts.PARTS}"), text))
            for text, share, colour in shares[:12]
        ]  # fmt: skip
        sections.append(tag(
            "section", tag("h3", _chip(number), f"{each.spec}: {strength_text(each)}"),
            tag("figure", charts.bars(each.lengths, number % _COLOURS, "plays by length"),
                tag("figcaption", "plays by their length in turns")),
            charts.stacked(shares, "how plays ended"), _table(["#plays", "ended by"], rows),
        ))  # fmt: skip
    yield tag("div", sections, class_="side")


def _lead(report: Figures) -> Iterator[ET.Element]:
    lines = [(number % _COLOURS, each.curve) for number, each in enumerate(report.strengths) if each.curve]
    if not lines:
        return
    yield tag("h2", "How the lead grows")
    keys = [tag("span", _chip(number), report.strengths[number].spec, class_="spec") for number, _ in lines]
    yield tag("figure", charts.curves(lines, "how far ahead the leader is in the course of a play"), tag(
        "figcaption", keys, tag("br"),
        f"How far ahead the leader is (0 even, 1 won) in the course of a play, as judged by {report.judge}, with 95 % intervals.",
    ))  # fmt: skip


def _board(report: Figures) -> Iterator[ET.Element]:
    if not report.strengths or not report.strengths[0].changed:
        return
    yield tag("h2", "Use of the board")
    kinds = (("changed", "changes a play", "times a play"), ("occupied", "occupied", "of the positions"))
    for attribute, title, unit in kinds:
        yield tag(
            "h3", f"How often each site is {title}" if attribute == "occupied" else "How often something changes on each site"
        )
        figures = []
        for number, each in enumerate(report.strengths):
            values: Mapping[str, float] = getattr(each, attribute)
            most, least = max(values.values()), min(values.values())
            said = f"{least:.0%} to {most:.0%} {unit}" if attribute == "occupied" else f"{least:.2f} to {most:.2f} {unit}"
            figures.append(tag("figure", _heat(report, {site: value / most if most else 0.0 for site, value in values.items()}),
                               tag("figcaption", _chip(number), f"{each.spec}: {said}")))  # fmt: skip
        yield tag("div", figures, class_="maps")
    yield tag("p", "The numbers are percentages of the most-used site.", class_="soft")


def _heat(report: Figures, heat: Mapping[str, float]) -> ET.Element:
    state = report.game.initial_state()
    kept: dict[Site | str, float] = {site: min(max(value, 0.0), 1.0) for site, value in heat.items()}
    return _picture(svg(state, theme="auto", heat=kept, pieces=False, status=False))


def _picture(text: str) -> ET.Element:
    """A document of SVG as an element of HTML, which has no namespaces."""
    root = ET.fromstring(text)
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    return root


def _first(report: Figures) -> Iterator[ET.Element]:
    first = report.first
    if first is None:
        return
    yield tag("h2", "First moves")
    yield tag("ul", [tag("li", line) for line in advice(first)])
    if not first.moves:
        return
    best: dict[str, float] = {}
    for move in first.moves:
        for site in move.sites:
            best[site] = max(best.get(site, 0.0), move.value.value)
    if len(set(best.values())) > 1:
        least, most = min(best.values()), max(best.values())
        heat = {site: (value - least) / (most - least) for site, value in best.items()}
        caption = (
            "What the first seat may expect after the best first move that names the site, on a scale from "
            f"{least:.1%} (blank) to {most:.1%} (100)."
        )
        yield tag("div", tag("figure", _heat(report, heat), tag("figcaption", caption)), class_="maps")
    words = {True: "take over", False: "leave", None: "too close to call"}
    rows = [
        tag("tr", tag("td", move.text), tag("td", f"{move.value.value:.1%}", class_="n"),
            tag("td", f"{move.value.low:.1%} .. {move.value.high:.1%}", class_="n"), tag("td", move.value.n, class_="n"),
            tag("td", words[move.take]))
        for move in first.moves[:MOST_ROWS]
    ]  # fmt: skip
    yield tag("details", tag("summary", f"all {len(rows)} first moves, as {first.judge} values them"),
              _table(["move", "#for the first seat", "#95 % interval", "#searches", "the other seat should"], rows))  # fmt: skip


def _rules(report: Figures) -> Iterator[ET.Element]:
    if not report.rules:
        return
    yield tag("h2", "Rules")
    yield tag("p", f"Asked in {report.positions:,} positions from all parts of the plays. {_COUNTS}", class_="soft")
    rows = []
    for rule in report.rules:
        name = {"move": rule.owner, "turn": rule.owner, "end": f"{rule.owner}: {rule.text}"}.get(rule.part, rule.text)
        told = {"silent": "never decided"}.get(attention_mark(rule), attention_mark(rule))
        kind = "within" if rule.part in ("where", "ensure") else "first"
        rows.append(tag("tr", tag("td", name), tag("td", rule.part), tag("td", rule.line, class_="soft"), *(
            tag("td", f"{count:,}", class_="n") for count in (rule.asked, rule.fired, rule.decided)
        ), tag("td", told, class_="said never"), class_=kind))  # fmt: skip
    yield _table(["rule", "part", "line", "#asked", "#fired", "#decided", ""], rows)


def _sizes(report: Figures) -> Iterator[ET.Element]:
    if not report.sizes:
        return
    yield tag("h2", "Size")
    rows = []
    for each in report.sizes:
        between = f"{each.low:.2f} .. {each.high:.2f}" if each.low is not None and each.high is not None else "a bound"
        rows.append(tag("tr", tag("td", each.name, class_="key"), tag("td", "10", tag("sup", f"{each.value:.2f}"), class_="n"),
                        tag("td", between, class_="n"), tag("td", f"{each.n:,}" if each.n else "", class_="n"),
                        tag("td", each.what)))  # fmt: skip
    yield _table(["", "#number", "#95 % interval of the power", "#n", "what it is"], rows)


def _method(report: Figures) -> Iterator[ET.Element]:
    yield tag("h2", "How this was measured")
    yield tag("p", f"{_HOW} {report.judge} judged some of them, turn by turn. {_JUDGED}")
    sources = dict.fromkeys(measure.source for measure in MEASURES.values() if measure.source)
    yield tag("p", f"Sources: {'; '.join([*sources, *_SIZES])}.", class_="soft")
