"""Targets and differences: what is flagged, what is not, and how often by chance."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

import ggl
from ggl.analysis.comparing import compare
from ggl.analysis.figures import Base, Strength, Verdict
from ggl.analysis.measures import _count, _part
from ggl.analysis.report import Report
from ggl.model.targets import read_target
from ggl.play.game import Game
from ggl.statistics import Interval, mean, wilson


@cache
def tic_tac_toe() -> ggl.Game:
    return ggl.load("tic-tac-toe")


def with_targets(**texts: str) -> Game:
    targets = tuple(read_target(name.replace("_", " "), text) for name, text in texts.items())
    return Game(replace(tic_tac_toe().checked, definition=replace(tic_tac_toe().checked.definition, targets=targets)))


def report(game: Game, *measures: dict[str, Interval]) -> Report:
    strengths = tuple(
        Strength(f"s{number}", 100, 100, None, 0, each, {}, ((1, 1, 1),), (), {}, {}) for number, each in enumerate(measures)
    )
    return Report(game, 0, "judge", strengths)


def said(ours: dict[str, Interval], theirs: dict[str, Interval] | None = None, **targets: str) -> dict[str, str]:
    base = None if theirs is None else Base("base", "other", "judge", {"s0": theirs})
    return {f"{each.kind} {each.measure}": each.said for each in compare(report(with_targets(**targets), ours), base)}


@pytest.mark.parametrize(
    ("wins", "n", "text", "outcome"),
    [
        (50, 100, "45%..55%", "met"),
        (58, 100, "45%..55%", "unclear"),
        (70, 100, "45%..55%", "missed"),
        (30, 100, "45%..55%", "missed"),
        (90, 100, "at least 45%", "met"),
        (7, 10, "45%..55%", "unclear"),
        (1, 1000, "at most 0%", "missed"),
        (0, 1000, "at most 0%", "met"),
    ],
)
def test_a_target_of_a_share(wins: int, n: int, text: str, outcome: str) -> None:
    assert said({"first seat": wilson(wins, n)}, first_seat=text) == {"target first seat": outcome}


@pytest.mark.parametrize(
    ("values", "text", "outcome"),
    [
        ([30, 40, 50] * 10, "20..80", "met"),
        ([30, 40, 50] * 10, "at least 50", "missed"),
        ([30, 40, 50] * 10, "at least 41", "unclear"),
        ([40] * 10, "41..50", "missed"),
        ([40], "50..60", "unclear"),
    ],
)
def test_a_target_of_a_number(values: list[float], text: str, outcome: str) -> None:
    assert said({"length": mean(values)}, length=text) == {"target length": outcome}


def test_targets_are_asked_of_the_strongest() -> None:
    found = compare(report(with_targets(draws="at most 5%"), {"draws": wilson(90, 100)}, {"draws": wilson(0, 100)}))
    assert [(each.spec, each.said) for each in found] == [("s1", "met")]


def test_a_target_that_was_not_measured_is_unclear() -> None:
    assert said({"length": mean([1, 2])}, drama="at least 0.1") == {"target drama": "unclear"}


@pytest.mark.parametrize(
    ("ours", "theirs", "outcome"),
    [
        ((500, 1000), (505, 1000), "same"),
        ((700, 1000), (500, 1000), "worse"),
        ((300, 1000), (500, 1000), "worse"),
        ((500, 1000), (700, 1000), "other"),
        ((7, 10), (5, 10), "same"),
        ((300, 1000), (690, 1000), "other"),  # as unfair the other way round
        ((300, 1000), (600, 1000), "worse"),
    ],
)
def test_seats_are_worse_further_from_even(ours: tuple[int, int], theirs: tuple[int, int], outcome: str) -> None:
    assert said({"first seat": wilson(*ours)}, {"first seat": wilson(*theirs)}) == {"base first seat": outcome}


def test_what_a_target_wants_says_what_is_worse() -> None:
    long, short = {"length": mean([60, 62] * 50)}, {"length": mean([40, 42] * 50)}
    assert said(long, short) == {"base length": "other"}
    assert said(long, short, length="20..50")["base length"] == "worse"
    assert said(short, long, length="20..50")["base length"] == "other"
    longer = {"length": mean([80, 82] * 50)}
    assert said(long, longer, length="20..50")["base length"] == "other"  # it misses too, by less
    assert said(longer, long, length="20..50")["base length"] == "worse"
    assert said(long, short, length="within 10% of base") == {"base length": "worse"}
    assert said(long, short, length="within 60% of base") == {"base length": "same"}


def test_points_of_base() -> None:
    ours, theirs = {"first seat": wilson(560, 1000)}, {"first seat": wilson(480, 1000)}
    assert said(ours, theirs, first_seat="within 20 points of base") == {"base first seat": "same"}
    assert said(ours, theirs, first_seat="within 1 points of base") == {"base first seat": "worse"}


def test_all_alike_on_both_sides_is_judged_by_how_many_there_are() -> None:
    few, many = {"length": mean([5.0] * 2)}, {"length": mean([5.0] * 50)}
    assert said(few, {"length": mean([7.0] * 2)}) == {"base length": "same"}
    assert said(many, {"length": mean([7.0] * 50)}) == {"base length": "other"}


def test_one_difference_among_many_is_corrected_for() -> None:
    """A difference that would count alone does not, when 20 others were looked at."""
    ours, theirs = wilson(570, 1000), wilson(520, 1000)
    alone = {"first seat": ours}
    assert said(alone, {"first seat": theirs})["base first seat"] == "worse"
    names = ("draws", "unfinished", "second seat", "first side", "second side")
    others = {name: wilson(500, 1000) for name in names}
    assert said({**alone, **others}, {"first seat": theirs, **others})["base first seat"] == "same"


def test_equal_games_are_seldom_told_apart() -> None:
    """Of 300 comparisons of a game with itself, by other plays, no more than one in twenty or so finds anything."""
    rng = random.Random(1)

    def measures() -> dict[str, Interval]:
        return {
            "length": mean([rng.gauss(60, 10) for _ in range(30)]),
            "branching": mean([rng.expovariate(0.1) for _ in range(30)]),
            "draws": wilson(sum(rng.random() < 0.1 for _ in range(100)), 100),
            "first seat": wilson(sum(rng.random() < 0.5 for _ in range(100)), 100),
            "drama": mean([rng.random() for _ in range(10)]),
        }

    alarms = sum(set(said(measures(), measures()).values()) != {"same"} for _ in range(300))
    assert alarms <= 25


def test_a_game_that_is_as_unfair_the_other_way_round_is_seldom_called_worse() -> None:
    rng = random.Random(3)
    worse = 0
    for _ in range(200):
        ours = {"first seat": wilson(sum(rng.random() < 0.62 for _ in range(500)), 500)}
        theirs = {"first seat": wilson(sum(rng.random() < 0.38 for _ in range(500)), 500)}
        worse += said(ours, theirs)["base first seat"] == "worse"
    assert worse <= 15


def test_a_target_at_whose_bound_a_game_is_is_seldom_missed() -> None:
    rng = random.Random(4)
    missed = sum(
        said({"draws": wilson(sum(rng.random() < 0.01 for _ in range(n)), n)}, draws="at most 1%")["target draws"] == "missed"
        for n in (10, 30, 100, 400)
        for _ in range(100)
    )
    assert missed <= 25


def test_what_another_judge_says_is_not_compared() -> None:
    ours, theirs = {"drama": mean([0.1, 0.2] * 50)}, {"drama": mean([0.5, 0.6] * 50)}
    for judge, count in (("judge", 1), ("another", 0)):
        assert len(compare(report(tic_tac_toe(), ours), Base("base", "other", judge, {"s0": theirs}))) == count


def test_a_difference_that_is_there_is_found() -> None:
    rng = random.Random(2)
    found = 0
    for _ in range(50):
        ours = {"first seat": wilson(sum(rng.random() < 0.65 for _ in range(400)), 400)}
        theirs = {"first seat": wilson(sum(rng.random() < 0.5 for _ in range(400)), 400)}
        found += said(ours, theirs)["base first seat"] == "worse"
    assert found >= 45


def test_only_misses_and_worsenings_fail() -> None:
    one = Verdict("base", "", "s", "length", mean([1, 2]), None, "", 1.0)
    assert {what for what in ("met", "missed", "unclear", "same", "other", "worse") if replace(one, said=what).fails} == {
        "missed",
        "worse",
    }


# ------------------------------------------------------------------------------------------- against other formulas


def _chance(measure: str, ours: list[float], theirs: list[float]) -> float:
    """The chance that a comparison of nothing but this gives to the difference, as reports make intervals of the values."""
    how = {"lead changes": _count, "drama": _part, "length": mean}[measure]
    [verdict] = compare(
        report(tic_tac_toe(), {measure: how(ours)}), Base("base", "other", "judge", {"s0": {measure: how(theirs)}})
    )
    return verdict.chance


@pytest.mark.parametrize(
    ("measure", "ours", "theirs"),
    [
        ("length", [40, 44, 51, 60, 38], [35, 36, 30, 41, 33, 38, 34]),
        ("lead changes", [0, 0, 3, 0, 1, 0], [2, 5, 3, 1, 4]),  # the interval of the first would begin below 0
        ("drama", [0.0, 0.0, 0.1, 0.0, 0.0, 0.2], [0.3, 0.5, 0.2, 0.4]),
        ("drama", [1.0, 1.0, 0.9, 1.0], [0.8, 0.9, 0.7, 1.0, 0.7]),
    ],
)
def test_means_are_told_apart_by_welchs_test_wherever_their_intervals_are_cut_off(
    measure: str, ours: list[float], theirs: list[float]
) -> None:
    stats = pytest.importorskip("scipy.stats")
    wanted = stats.ttest_ind(ours, theirs, equal_var=False).pvalue
    assert _chance(measure, ours, theirs) == pytest.approx(wanted)


def test_of_few_plays_that_say_nothing_nothing_is_concluded() -> None:
    """Intervals that are cut off at both ends hide how wide they were: the test then errs on the other side."""
    stats = pytest.importorskip("scipy.stats")
    ours, theirs = [0.1, 0.9, 0.2], [0.95, 0.9, 0.9, 0.95, 0.9, 0.97]
    assert _part(ours).low == 0
    assert _part(ours).high == 1
    assert _chance("drama", ours, theirs) >= stats.ttest_ind(ours, theirs, equal_var=False).pvalue > 0.1


@pytest.mark.parametrize(("wins", "n", "others", "m"), [(60, 100, 40, 100), (7, 20, 60, 90), (0, 30, 9, 40), (3, 100, 10, 2000)])
def test_shares_are_told_apart_by_twice_the_tail_of_fishers_test(wins: int, n: int, others: int, m: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    which = "greater" if wins / n > others / m else "less"
    wanted = min(1, 2 * stats.fisher_exact([[wins, n - wins], [others, m - others]], alternative=which).pvalue)
    base = Base("base", "other", "judge", {"s0": {"draws": wilson(others, m)}})
    [verdict] = compare(report(tic_tac_toe(), {"draws": wilson(wins, n)}), base)
    assert verdict.chance == pytest.approx(wanted, rel=1e-6)


def test_a_target_is_missed_with_the_chance_of_a_test_on_one_side() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = [40, 44, 51, 60, 38, 47, 52]
    [verdict] = compare(report(with_targets(length="at most 42"), {"length": mean(values)}))
    assert verdict.chance == pytest.approx(stats.ttest_1samp(values, 42, alternative="greater").pvalue)
    for target, wins, n, side in (
        ("at most 30%", 45, 100, "greater"),
        ("at most 0.5%", 3, 100, "greater"),
        ("at least 9%", 2, 90, "less"),
    ):
        [verdict] = compare(report(with_targets(draws=target), {"draws": wilson(wins, n)}))
        bound = float(target.split()[2].rstrip("%")) / 100
        assert verdict.chance == pytest.approx(stats.binomtest(wins, n, bound, alternative=side).pvalue)


def test_a_target_with_two_ends_is_missed_with_the_chance_on_both_sides() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = [40, 44, 51, 60, 38, 47, 52]
    [verdict] = compare(report(with_targets(length="42..42"), {"length": mean(values)}))
    assert verdict.chance == pytest.approx(stats.ttest_1samp(values, 42).pvalue)
    [verdict] = compare(report(with_targets(draws="30%..30%"), {"draws": wilson(45, 100)}))
    both = stats.binom.sf(44, 100, 0.3) + stats.binom.cdf(15, 100, 0.3)
    assert verdict.chance == pytest.approx(both)
    [verdict] = compare(report(with_targets(draws="1%..30%"), {"draws": wilson(45, 100)}))
    assert verdict.chance == pytest.approx(stats.binom.sf(44, 100, 0.3))


def test_chances_are_adjusted_as_holm_says() -> None:
    stats = pytest.importorskip("scipy.stats")
    counts = {"draws": (60, 45), "unfinished": (30, 27), "first seat": (70, 50), "second seat": (20, 33)}
    ours = {name: wilson(one, 100) for name, (one, _) in counts.items()}
    theirs = {name: wilson(other, 100) for name, (_, other) in counts.items()}
    alone = {}
    for name, (one, other) in counts.items():
        which = "greater" if one > other else "less"
        alone[name] = min(1, 2 * stats.fisher_exact([[one, 100 - one], [other, 100 - other]], alternative=which).pvalue)
    wanted: dict[str, float] = {}
    least = 0.0
    for place, name in enumerate(sorted(alone, key=lambda each: alone[each])):
        least = max(least, min(1.0, (len(alone) - place) * alone[name]))
        wanted[name] = least
    found = compare(report(tic_tac_toe(), ours), Base("base", "other", "judge", {"s0": theirs}))
    assert {each.measure: each.chance for each in found} == pytest.approx(wanted)
