"""The whole report: what it holds, as a table, as JSON and as a page; and what an interrupt leaves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import ggl
from ggl.analysis import JUDGE, STRENGTHS, Plan, Report, ReportError, analyze, compare, read_base, usual_agents
from ggl.analysis.measures import MEASURES
from ggl.analysis.page import page
from ggl.analysis.table import table_of_report
from ggl.model.targets import KINDS
from tests.analysis.games import PIE, RENAMED, UNFAIR, game

GAME = object()
"""Stands for a game, which is loaded when the test runs."""

PLAN = Plan(plays=10, strengths=("random", "greedy"), judge="mcts:sims=20", seed=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tabik",), r"what is analyzed is a game: `ggl.load\(..\)`, not the str 'tabik'"),
        ((GAME, 10), "a plan is an `analysis.Plan`, not the int 10"),
        ((GAME, replace(PLAN, plays="x")), "the number of plays is a whole number from 1, not the str 'x'"),
        ((GAME, replace(PLAN, plays=-3)), "the number of plays is a whole number from 1, not -3"),
        ((GAME, replace(PLAN, plays=0)), "the number of plays is a whole number from 1, not 0"),
        ((GAME, replace(PLAN, strengths="random")), "the strengths of a plan is a tuple of specs, such as"),
        ((GAME, replace(PLAN, seconds="x")), "the seconds of a plan are a number from 0, not the str 'x'"),
        ((GAME, replace(PLAN, seconds=float("nan"))), "the seconds of a plan are a number from 0, not the float nan"),
        ((GAME, replace(PLAN, seconds=-5)), "the seconds of a plan are a number from 0, not the int -5"),
        ((GAME, replace(PLAN, strengths=())), "the strengths of a plan are a tuple of specs, and it is empty"),
    ],
)
def test_what_cannot_be_analyzed_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ggl.ArgumentError, match=message):
        analyze(*(ggl.load("tic-tac-toe") if each is GAME else each for each in arguments))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def report() -> Report:
    return analyze(ggl.load("tic-tac-toe"), PLAN)


def test_every_part_is_there(report: Report) -> None:
    assert [(each.spec, each.plays, each.judged) for each in report.strengths] == [("random", 200, 10), ("greedy", 10, 10)]
    for each in report.strengths:
        assert {"length", "branching", "draws", "first seat", "lead changes", "board use", "unfinished"} <= set(each.measures)
        assert sum(each.results.values()) == sum(count for _, _, count in each.lengths) == each.plays
        assert set(each.changed) == set(each.occupied) == {cell.name for cell in report.game.board.cells}
        assert all(interval.n > 0 for interval in each.measures.values())
    assert len(report.sizes) == 5
    assert len(report.rules) == 4
    assert report.first is not None
    assert len(report.first.moves) == 9
    assert report.cut_short == ""


def test_a_game_that_hides_something_is_played_and_judged_by_what_each_side_sees() -> None:
    game = ggl.load("phantom-tic-tac-toe")
    assert usual_agents(game) == (("random", "ismcts:sims=50", "ismcts:sims=400"), "ismcts:sims=100")
    assert usual_agents(ggl.load("tic-tac-toe")) == (STRENGTHS, JUDGE)
    plan = replace(PLAN, plays=2, strengths=("ismcts:sims=4",), judge="ismcts:sims=8", whole=False)
    (found,) = analyze(game, plan).strengths
    assert (found.plays, found.judged) == (2, 2)
    assert found.measures["lead changes"].n > 0


def test_the_same_seed_gives_the_same_report(report: Report) -> None:
    assert analyze(ggl.load("tic-tac-toe"), PLAN).to_json() == report.to_json()
    assert analyze(ggl.load("tic-tac-toe"), replace(PLAN, seed=2)).to_json() != report.to_json()


@pytest.mark.slow
def test_workers_change_nothing(report: Report) -> None:
    assert analyze(ggl.load("tic-tac-toe"), replace(PLAN, workers=2)).to_json() == report.to_json()


def test_a_base_is_read_back(report: Report) -> None:
    base = read_base(report.to_json(), "r.json")
    assert base.name == "Tic-Tac-Toe"
    assert base.fingerprint == report.game.fingerprint
    assert {spec: set(each) for spec, each in base.strengths.items()} == {
        each.spec: set(each.measures) for each in report.strengths
    }
    assert {each.said for each in compare(report, base)} == {"same"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is not a report of `ggl analyze`"),
        ('{"format": "other"}', "is not a report"),
        ('{"format": "ggl-report 1"}', "is a damaged report: KeyError('game')"),
        ('{"format": "ggl-report 1", "game": 3, "strengths": []}', "damaged"),
        ('{"format": "ggl-report 1", "game": {"name": "x", "fingerprint": "y"}, "strengths": [3]}', "damaged"),
        ('{"format": "ggl-report 1", "game": {"name": "x", "fingerprint": "y"}, "strengths": [{"spec": "s", "measures": '
         '{"length": {"value": 1, "low": 2, "high": 3, "n": 4}}}]}', "damaged"),
        ('{"format": "ggl-report 1", "game": {"name": "x", "fingerprint": "y"}, "strengths": [{"spec": "s", "measures": '
         '{"length": {"value": NaN, "low": null, "high": null, "n": 4}}}]}', "damaged"),
    ],
)  # fmt: skip
def test_what_is_no_report_is_told(text: str, said: str) -> None:
    with pytest.raises(ReportError, match=re.escape(said)):
        read_base(text, "r.json")


MANY = Plan(plays=150, strengths=("random",), judge="mcts:sims=5", seed=1, whole=False)


def test_an_unfair_variant_is_flagged_and_a_renamed_one_is_not(report: Report) -> None:
    base = analyze(ggl.load("tic-tac-toe"), MANY).base
    unfair = compare(analyze(game(UNFAIR), MANY), base)
    assert [(each.measure, each.said) for each in unfair if each.fails] == [("first seat", "worse")]
    renamed = analyze(game(RENAMED), MANY)
    assert renamed.game.fingerprint != base.fingerprint
    assert {each.said for each in compare(renamed, base)} == {"same"}
    for seed in range(2, 5):  # by other plays too
        assert not [each for each in compare(analyze(game(RENAMED), replace(MANY, seed=seed)), base) if each.fails]


def test_the_table_fits_80_columns(report: Report) -> None:
    other = analyze(game(UNFAIR), replace(PLAN, whole=False))
    for text in (
        table_of_report(report),
        table_of_report(report, compare(report, other.base), other.base),
        table_of_report(other),
    ):
        assert max(map(len, text.splitlines())) <= 80
    assert "length               random" in table_of_report(report)


class _Page(HTMLParser):
    """The tags of a page, checked for being closed, and its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(report: Report) -> None:
    text = page(report, compare(report, report.base), report.base)
    found = _Page()
    found.feed(text)
    assert found.open == []
    assert {"svg", "table", "style"} <= found.tags
    assert not found.tags & {"script", "link", "iframe", "img", "object", "use", "image"}
    assert not [name for name, _ in found.attributes if name in ("src", "href", "srcset", "style") or name.startswith("on")]
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org)", text)
    assert "prefers-color-scheme: dark" in text
    assert text.startswith("<!DOCTYPE html>")
    for heading in ("The numbers", "Use of the board", "First moves", "Rules", "Size", "How this was measured"):
        assert f"<h2>{heading}</h2>" in text


def test_the_colours_of_endings_are_told_and_are_the_same_at_every_strength(report: Report) -> None:
    rows = re.findall(r'<span class="chip (p\d)"></span>([^<]+)<', page(report))
    assert {text for _, text in rows} == {text for each in report.strengths for text in each.results}
    assert len(set(rows)) == len({text for _, text in rows})


def test_a_game_cannot_write_into_the_page() -> None:
    evil = RENAMED.replace("name: Noughts", "name: '<script>alert(1)</script>'\nabout: '</style><b onclick=x>&amp;'")
    text = page(analyze(game(evil), replace(PLAN, whole=False)))
    assert "<script" not in text
    assert "onclick=x>" not in text.replace("&lt;b onclick=x&gt;", "")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_report_of_nothing_is_a_page_too(report: Report) -> None:
    empty = Report(report.game, 0, "mcts", (), cut_short="interrupted")
    assert "No play was finished" in page(empty)
    assert "interrupted" in table_of_report(empty)
    assert compare(empty, report.base) == ()
    assert json.loads(empty.to_json())["strengths"] == []


def test_an_interrupt_leaves_what_was_done() -> None:
    def progress(what: str, done: int, of: int) -> None:
        if what == "greedy" and done == 4:
            raise KeyboardInterrupt

    found = analyze(ggl.load("tic-tac-toe"), replace(PLAN, progress=progress))
    assert [(each.spec, each.plays, each.wanted) for each in found.strengths] == [("random", 200, 200), ("greedy", 4, 10)]
    assert found.interrupted
    assert found.first is None
    assert "greedy: 4 of 10 plays" in table_of_report(found)
    assert "4 of 10" in page(found)


def test_time_ends_it_too() -> None:
    found = analyze(ggl.load("tic-tac-toe"), replace(PLAN, seconds=0.001))
    assert all(each.plays >= 1 for each in found.strengths)
    assert found.strengths[-1].plays < 10
    assert "time ran out after 0.001 s" in table_of_report(found)


def test_few_different_plays_are_told(report: Report) -> None:
    same = replace(report, strengths=tuple(replace(each, distinct=1) for each in report.strengths))
    assert "only 1 of 10 plays differ" in " ".join(table_of_report(same).split())


def test_the_json_can_be_read_by_anybody(report: Report) -> None:
    tree = json.loads(report.to_json(compare(report, report.base)))
    assert tree["format"] == "ggl-report 1"
    assert [each["spec"] for each in tree["strengths"]] == ["random", "greedy"]
    assert set(tree["strengths"][0]["measures"]["length"]) == {"value", "low", "high", "n"}
    assert tree["first_moves"]["offer"]
    assert tree["verdicts"]
    assert "NaN" not in report.to_json()


def test_a_pie_rule_shows_seats_and_sides() -> None:
    found = analyze(game(PIE), replace(PLAN, plays=20, strengths=("random",)))
    assert {"first seat", "first side"} <= set(found.strengths[0].measures)
    assert "first side, Black" in table_of_report(found)


def test_every_target_is_a_measure_and_every_measure_may_have_a_target() -> None:
    assert {name: measure.kind for name, measure in MEASURES.items()} == KINDS
