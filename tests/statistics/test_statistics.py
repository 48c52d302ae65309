"""The numbers agree with scipy's where it has them, with closed forms, and with what happens when plays are made up."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

from ggl import statistics as s
from ggl.play.errors import ArgumentError
from ggl.statistics.intervals import Interval


@pytest.fixture(scope="module")
def stats() -> Any:
    """`scipy.stats`, loaded as a test asks for it: every process of tests collects this file, and few run it."""
    return pytest.importorskip("scipy.stats")


@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (50, 100), (999, 1000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilsons_interval_is_that_of_scipy(successes: int, n: int, level: float, stats: Any) -> None:
    wanted = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    found = s.wilson(successes, n, level)
    assert (found.value, found.n) == (successes / n, n)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 100, 1000, 1_000_000])
@pytest.mark.parametrize("level", [0.01, 0.5, 0.9, 0.95, 0.999, 0.99999])
def test_students_quantiles_are_those_of_scipy(freedom: int, level: float, stats: Any) -> None:
    assert s.student(freedom, level) == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), rel=1e-8)


def test_the_mean_has_the_interval_of_scipy(stats: Any) -> None:
    values = [3.0, 4.0, 4.5, 7.0, 1.0]
    wanted = stats.t.interval(0.95, 4, loc=3.9, scale=stats.sem(values))
    found = s.mean(values)
    assert (found.value, found.low, found.high) == pytest.approx((3.9, *wanted), rel=1e-8)


def test_of_nothing_nothing_is_known() -> None:
    assert s.wilson(0, 0) == s.Interval(0.5, 0.0, 1.0, 0)
    assert (s.score_of_pairs([]).low, s.score_of_pairs([]).high) == (0, 1)
    assert math.isinf(s.mean([2.0]).high)
    assert s.mean([2.0]).to_dict() == {"value": 2.0, "low": None, "high": None, "n": 1}


def test_elo_and_the_expected_score_undo_each_other() -> None:
    assert s.elo(0.5) == 0
    assert s.elo(10 / 11) == pytest.approx(400)
    assert s.elo(1) == math.inf == -s.elo(0)
    for score in (0.01, 0.3, 0.75, 0.99):
        assert s.expected(s.elo(score)) == pytest.approx(score)


@pytest.mark.parametrize(
    "call",
    [
        lambda: s.wilson(3, 2),
        lambda: s.wilson(-1, 2),
        lambda: s.wilson(1, 2, 1.0),
        lambda: s.wilson(1, 2, 0.0),
        lambda: s.wilson(1, 0),
        lambda: s.student(0),
        lambda: s.student(3, 0.0),
        lambda: s.student(3, 1.0),
        lambda: s.binomial_tail(1, -1, 0.5),
        lambda: s.binomial_tail(1, 2, -0.1),
        lambda: s.binomial_tail(1, 2, 1.1),
        lambda: s.binomial_tail(0, 2, 1.1),
        lambda: s.binomial_tail(3, 2, 1.1),
        lambda: s.binomial_tail(3, 2, -0.1),
        lambda: s.binomial_tail(0, -1, 0.5),
        lambda: s.hypergeometric_tail(0, 5, 11, 10),
        lambda: s.hypergeometric_tail(0, 11, 5, 10),
        lambda: s.hypergeometric_tail(9, 5, -1, 10),
        lambda: s.hypergeometric_tail(9, -1, 5, 10),
        lambda: s.hypergeometric_tail(0, 0, 0, -1),
        lambda: s.hypergeometric_tail(1, -1, 5, 10),
        lambda: s.hypergeometric_tail(1, 5, -1, 10),
        lambda: s.hypergeometric_tail(1, 11, 5, 10),
        lambda: s.hypergeometric_tail(1, 5, 11, 10),
        lambda: s.elo(1.1),
        lambda: s.elo(-0.1),
        lambda: s.score_of_pairs([[2.0]]),
        lambda: s.score_of_pairs([[0.5, -0.1]]),
        lambda: s.Sprt(10, 0),
        lambda: s.Sprt(10, 10),
        lambda: s.Sprt(0, 10, alpha=0.5),
        lambda: s.Sprt(0, 10, beta=0.5),
        lambda: s.Sprt(0, 2000.5),
        lambda: s.Sprt(-2000.5, 0),
        lambda: s.Sprt(0, math.inf),
        lambda: s.Sprt(0, 10, alpha=0),
        lambda: s.Sprt(0, 10, beta=math.nan),
    ],
)
def test_numbers_that_can_be_none_are_refused(call) -> None:
    with pytest.raises(ArgumentError):
        call()


def test_numbers_at_the_edge_are_taken() -> None:
    assert s.wilson(0, 0) == Interval(0.5, 0.0, 1.0, 0)
    assert (s.wilson(0, 3).low, s.wilson(3, 3).high) == (0, 1)
    assert s.student(1, 0.5) == pytest.approx(1)
    assert [s.binomial_tail(k, 2, p) for k, p in ((0, 0.0), (2, 1.0), (1, 0.0), (3, 1.0))] == [1, 1, 0, 0]
    assert s.binomial_tail(0, 0, 0.5) == 1
    assert [s.hypergeometric_tail(k, *rest) for k, *rest in ((0, 0, 0, 0), (5, 10, 5, 10), (5, 5, 10, 10), (6, 5, 10, 10))] == [
        1,
        1,
        1,
        0,
    ]
    assert (s.score_of_pairs([[1.0, 1.0]]).value, s.score_of_pairs([[0.0, 0.0]]).value) == (1, 0)
    assert s.Sprt(-2000, 2000, alpha=0.49, beta=0.49).upper > 0


def test_an_interval_is_told_by_its_ends() -> None:
    found = Interval(0.25, -1.5, 2.0, 7)
    assert found.half == 1.75
    assert found.map(lambda value: 2 * value + 1) == Interval(1.5, -2.0, 5.0, 7)
    assert found.to_dict() == {"value": 0.25, "low": -1.5, "high": 2.0, "n": 7}
    assert Interval(math.nan, -math.inf, math.inf, 0).to_dict() == {"value": None, "low": None, "high": None, "n": 0}


@pytest.mark.parametrize("found", [s.mean([]), s.mean_of_groups([]), s.mean_of_groups([[]])])
def test_the_mean_of_nothing_is_no_number(found: Interval) -> None:
    assert math.isnan(found.value)
    assert (found.low, found.high, found.n) == (-math.inf, math.inf, 0)


def test_two_values_have_an_interval_and_one_has_none(stats: Any) -> None:
    assert (s.mean([2.0]).value, s.mean([2.0]).low, s.mean([2.0]).n) == (2, -math.inf, 1)
    assert s.mean([1.0, 3.0]).half == pytest.approx(stats.t.ppf(0.975, 1))
    assert s.mean_of_groups([[1.0], [3.0]]).half == pytest.approx(stats.t.ppf(0.975, 1))
    assert (s.mean_of_groups([[1.0, 4.0]]).value, s.mean_of_groups([[1.0, 4.0]]).n) == (2.5, 2)


# ------------------------------------------------------------------------------------------------------------- pairs


def test_independent_plays_have_wilsons_interval_of_the_score() -> None:
    rng = random.Random(1)
    pairs = [[float(rng.random() < 0.7), float(rng.random() < 0.7)] for _ in range(5000)]
    share = sum(map(sum, pairs)) / 10_000
    found, wanted = s.score_of_pairs(pairs), s.wilson(share * 10_000, 10_000)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=5e-4)


def test_draws_and_won_pairs_make_an_interval_narrower_and_wider() -> None:
    plain = s.wilson(50, 100).half
    assert s.score_of_pairs([[0.5, 0.5]] * 50).half < plain / 3
    assert s.score_of_pairs([[1, 0]] * 50).half < plain / 3
    assert s.score_of_pairs([[1, 1], [0, 0]] * 25).half == pytest.approx(plain * math.sqrt(2), rel=0.03)


def test_one_pair_does_not_look_certain() -> None:
    assert s.score_of_pairs([[1, 0]]).half > 0.35
    assert s.score_of_pairs([[1, 1]]).low < 0.5
    assert s.score_of_pairs([[1, 1]] * 50).low == pytest.approx(s.wilson(50, 50).low)  # a pair that is always alike is one play


@pytest.mark.parametrize(
    ("pairs", "plays"),
    [
        ([[1, 0]], 2.0),  # only the made-up pair differs from its mean: 2 * 2/4 / (2/4)
        ([[1, 1], [0, 0.5]], 40 / 17),  # 4 * 15/16 / (9/16 + 9/16 + 15/32)
        ([[0.5], [1.0]], 2.4),  # the made-up pair, too, has one play: 2 * 3/8 / (1/16 + 1/16 + 3/16)
        ([[1, 1], [1, 1]], 2.0),  # nothing tells how they hang together
    ],
)
def test_so_many_independent_plays_are_pairs_worth(pairs: list[list[float]], plays: float) -> None:
    found = s.score_of_pairs(pairs)
    wanted = s.wilson(found.value * plays, plays)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))


@pytest.mark.parametrize("hang_together", [0.0, 0.5, -0.5])
def test_the_interval_of_a_score_holds_the_true_one_as_often_as_it_says(hang_together: float) -> None:
    rng = random.Random(2)
    chance, held, times = 0.6, 0, 600
    for _ in range(times):
        pairs = []
        for _ in range(40):
            first = rng.random() < chance
            second = rng.random() < chance
            if rng.random() < abs(hang_together):
                second = first if hang_together > 0 else second
            pairs.append([float(first), float(second)])
        interval = s.score_of_pairs(pairs)
        held += interval.low <= chance <= interval.high
    assert 0.92 <= held / times <= 0.98


def test_few_pairs_that_are_always_alike_do_not_look_certain() -> None:
    rng = random.Random(5)
    intervals = [s.score_of_pairs([[float(rng.random() < 0.8)] * 2 for _ in range(8)]) for _ in range(600)]
    assert sum(each.low <= 0.8 <= each.high for each in intervals) / 600 >= 0.92


# ----------------------------------------------------------------------------------------------------------- ratings


def _meetings(counts: dict[tuple[int, int], tuple[int, int, int]]) -> list[s.Meeting]:
    """Meetings of independent plays, from wins, draws and losses."""
    number = itertools.count()
    return [
        s.Meeting(one, other, score, next(number))
        for (one, other), wdl in counts.items()
        for score, times in zip((1.0, 0.5, 0.0), wdl, strict=True)
        for _ in range(times)
    ]


@pytest.mark.parametrize("wdl", [(75, 0, 25), (40, 40, 20), (1, 98, 1), (3, 1, 1)])
def test_of_two_the_rating_is_the_lead_that_the_score_stands_for(wdl: tuple[int, int, int]) -> None:
    n, score = sum(wdl), (wdl[0] + wdl[1] / 2) / sum(wdl)
    found = s.ratings(_meetings({(0, 1): wdl}), 2, anchor=1)
    assert found is not None
    assert not found.drawn_in
    lead, zero = found.elos
    assert lead.value == pytest.approx(s.elo(score), abs=1e-6)
    assert (zero.value, zero.low, zero.high, zero.n) == (0, 0, 0, n)
    # The spread of the score, carried over to the lead by the slope there.
    spread = sum(times * (value - score) ** 2 for value, times in zip((1, 0.5, 0), wdl, strict=True)) + score * (1 - score)
    slope = 400 / math.log(10) / (score * (1 - score))
    assert lead.high - lead.value == pytest.approx(1.959964 * slope * math.sqrt(spread) / n, rel=1e-5)


def test_without_an_anchor_the_average_is_zero_and_differences_are_the_same() -> None:
    meetings = _meetings({(0, 1): (6, 2, 2), (1, 2): (5, 0, 5), (0, 2): (7, 1, 2)})
    free, held = s.ratings(meetings, 3), s.ratings(meetings, 3, anchor=2)
    assert free is not None
    assert held is not None
    assert sum(each.value for each in free.elos) == pytest.approx(0, abs=1e-6)
    for one, other in zip(free.elos, held.elos, strict=True):
        assert one.value - free.elos[2].value == pytest.approx(other.value, abs=1e-6)


def test_the_ratings_make_everybody_expect_the_score_that_was_made() -> None:
    counts = {(0, 1): (9, 4, 2), (1, 2): (5, 3, 7), (0, 3): (10, 0, 1), (2, 3): (4, 4, 4)}
    found = s.ratings(_meetings(counts), 4)
    assert found is not None
    values = [each.value for each in found.elos]
    for who in range(4):
        made = sum(w + d / 2 if a == who else losses + d / 2 for (a, b), (w, d, losses) in counts.items() if who in (a, b))
        hoped = sum(
            sum(n) * s.expected(values[who] - values[b if a == who else a]) for (a, b), n in counts.items() if who in (a, b)
        )
        assert hoped == pytest.approx(made, abs=1e-6)


def test_the_ratings_are_found_where_newtons_whole_steps_lead_away_from_them() -> None:
    """Near 0.9999 the likelihood is almost flat, so a whole step goes so far that no further one can be solved for."""
    counts = {(1, 0): (400, 0.9999), (0, 3): (400, 0.9999), (1, 2): (400, 0.9999), (2, 3): (1, 0.2)}
    meetings = [s.Meeting(one, other, score) for (one, other), (times, score) in counts.items() for _ in range(times)]
    found = s.ratings(meetings, 4)
    assert found is not None
    values = [each.value for each in found.elos]
    for who in range(4):
        made = sum(n * (score if a == who else 1 - score) for (a, b), (n, score) in counts.items() if who in (a, b))
        hoped = sum(
            n * s.expected(values[who] - values[b if a == who else a]) for (a, b), (n, _) in counts.items() if who in (a, b)
        )
        assert hoped == pytest.approx(made, abs=1e-6)


def test_the_intervals_of_ratings_hold_true_strengths_as_often_as_they_say() -> None:
    rng, true = random.Random(3), [0.0, 80.0, 150.0, 260.0]
    middle = sum(true) / 4
    held = drawn_in = 0
    for _ in range(150):
        meetings = [
            s.Meeting(one, other, float(rng.random() < s.expected(true[one] - true[other])), number)
            for number, (one, other) in enumerate(itertools.product(itertools.combinations(range(4), 2), range(40)))
            for one, other in [one]
        ]
        found = s.ratings(meetings, 4)
        assert found is not None
        drawn_in += found.drawn_in
        held += sum(each.low <= value - middle <= each.high for each, value in zip(found.elos, true, strict=True))
    assert not drawn_in
    assert 0.92 <= held / 600 <= 0.98


@pytest.mark.parametrize("hang_together", [0.6, -0.6])
def test_the_intervals_of_ratings_allow_for_pairs_that_hang_together(hang_together: float) -> None:
    """Two plays of a pair come out alike, or unlike, more often than independent ones would."""
    rng, true = random.Random(5), [0.0, 70.0, 140.0]
    held = 0
    for _ in range(200):
        meetings = []
        for number, (one, other) in enumerate(itertools.chain.from_iterable([[(0, 1), (0, 2), (1, 2)]] * 40)):
            chance = s.expected(true[one] - true[other])
            at = rng.random()
            again = at if hang_together > 0 else (1 - at)  # the same chance of a win; alike, or unlike
            second = again if rng.random() < abs(hang_together) else rng.random()
            meetings += [s.Meeting(one, other, float(each < chance), number) for each in (at, second)]
        found = s.ratings(meetings, 3, anchor=0)
        assert found is not None
        held += sum(each.low <= value <= each.high for each, value in zip(found.elos[1:], true[1:], strict=True))
    assert 0.92 <= held / 400 <= 0.985


def test_who_won_everything_is_rated_finitely_and_above_the_bound_of_the_score() -> None:
    found = s.ratings(_meetings({(0, 1): (100, 0, 0)}), 2, anchor=1)
    assert found is not None
    assert found.drawn_in
    assert found.elos[0].value == pytest.approx(s.elo(100.5 / 101), abs=1e-6)
    assert 300 < found.elos[0].low < s.elo(s.wilson(100, 100).low) + 10


def test_who_lost_everything_is_rated_as_far_below_whoever_is_named_first() -> None:
    won, lost = s.ratings(_meetings({(0, 1): (9, 0, 0)}), 2), s.ratings(_meetings({(1, 0): (0, 0, 9)}), 2)
    assert won is not None
    assert lost is not None
    assert won.drawn_in
    assert lost.drawn_in
    for one, other in zip(won.elos, lost.elos, strict=True):
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_contestants_that_cannot_be_compared_have_no_ratings() -> None:
    assert s.ratings(_meetings({(0, 1): (3, 0, 3), (2, 3): (3, 0, 3)}), 4) is None
    assert s.ratings(_meetings({(0, 1): (3, 0, 3)}), 3) is None


# -------------------------------------------------------------------------------------------------------------- SPRT


def _verdict(test: s.Sprt, rng: random.Random, chances: list[float]) -> tuple[str, int]:
    """What the test accepts where the scores of pairs 0, 1/4 .. 1 have these chances, and after how many pairs."""
    counts: dict[float, int] = {}
    for number in range(1, 3000):
        (score,) = rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), chances)
        counts[score] = counts.get(score, 0) + 1
        verdict = test.verdict(counts)
        if verdict:
            return verdict, number
    return "", 3000


def _chances(lead: float, draws: float) -> list[float]:
    """The chances of pair scores, of independent plays with so many draws and the score of a lead."""
    score = s.expected(lead)
    play = {0.0: 1 - score - draws / 2, 0.5: draws, 1.0: score - draws / 2}
    found = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0.0)
    for (a, p), (b, q) in itertools.product(play.items(), repeat=2):
        found[(a + b) / 2] += p * q
    return list(found.values())


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize(("lead", "wrong"), [(0, "elo1"), (80, "elo0")])
def test_the_test_errs_no_more_often_than_it_may(draws: float, lead: float, wrong: str) -> None:
    test, rng = s.Sprt(0, 80, alpha=0.1, beta=0.1), random.Random(4)
    verdicts = [_verdict(test, rng, _chances(lead, draws)) for _ in range(250)]
    assert all(verdict for verdict, _ in verdicts)
    errors = sum(verdict == wrong for verdict, _ in verdicts) / 250
    assert 0.03 < errors < 0.14, errors
    # A test of fixed length with these errors needs (z + z)^2 times the variance of a pair, over the squared distance of means.
    values = (0, 0.25, 0.5, 0.75, 1)
    middle = s.expected(lead)
    variance = sum(p * (v - middle) ** 2 for v, p in zip(values, _chances(lead, draws), strict=True))
    fixed = (2 * 1.2816) ** 2 * variance / (s.expected(80) - 0.5) ** 2
    assert sum(n for _, n in verdicts) / 250 < fixed


def test_the_likelihood_ratio_is_that_of_normal_means_where_leads_are_small() -> None:
    counts = {0.0: 500, 0.25: 1500, 0.5: 4000, 0.75: 1700, 1.0: 600}
    n = sum(counts.values())
    mean = sum(v * c for v, c in counts.items()) / n
    variance = sum(c * (v - mean) ** 2 for v, c in counts.items()) / n
    s0, s1 = s.expected(0), s.expected(5)
    wanted = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)  # M. Van den Bergh's approximation
    assert s.Sprt(0, 5).ratio(counts) == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize("counts", [(3, 7, 12, 9, 6), (0, 0, 5, 0, 9), (40, 1, 2, 1, 38)])
@pytest.mark.parametrize("leads", [(0, 10), (-30, 90)])
def test_the_likelihood_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...], leads: tuple[int, int]) -> None:
    """Found here by looking for the greatest likelihood among all distributions with the mean of a lead."""
    optimize = pytest.importorskip("scipy.optimize")
    values = np.array([0, 0.25, 0.5, 0.75, 1])
    seen = np.maximum(np.array(counts, dtype=float), 1e-3)
    shares = seen / seen.sum()

    def likelihood(lead: float) -> float:
        wanted = s.expected(lead)
        limits = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ values - wanted},
        ]
        found = optimize.minimize(
            lambda p: -(shares @ np.log(p)), np.full(5, 0.2), jac=lambda p: -shares / p, bounds=[(1e-9, 1)] * 5,
            constraints=limits, method="SLSQP", options={"maxiter": 1000, "ftol": 1e-13},
        )  # fmt: skip
        assert found.success
        return float(-found.fun)

    wanted = sum(counts) * (likelihood(leads[1]) - likelihood(leads[0]))
    assert s.Sprt(*leads).ratio(dict(zip(values.tolist(), counts, strict=True))) == pytest.approx(wanted, rel=1e-3, abs=1e-4)


def test_to_turn_the_sides_round_turns_the_ratio_round() -> None:
    counts = {0.0: 3, 0.5: 10, 0.75: 4, 1.0: 6}
    turned = {1 - score: count for score, count in counts.items()}
    assert s.Sprt(-20, 20).ratio(counts) == pytest.approx(-s.Sprt(-20, 20).ratio(turned))
    assert s.Sprt(0, 10).ratio({}) == 0


def test_the_bounds_are_walds() -> None:
    test = s.Sprt(0, 10, alpha=0.01, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize(("ratio", "verdict"), [("upper", "elo1"), ("lower", "elo0")])
def test_a_ratio_at_a_bound_decides(ratio: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    test = s.Sprt(0, 10)
    for off, wanted in ((1.0, verdict), (0.999, "")):
        monkeypatch.setattr(s.Sprt, "ratio", lambda self, counts, off=off: off * getattr(self, ratio))
        assert test.verdict({}) == wanted


@pytest.mark.parametrize("leads", [(0, 8000), (-1e9, 1e9), (-math.inf, 0), (math.nan, 0), (5, 5)])
def test_leads_that_no_score_can_tell_make_no_test(leads: tuple[float, float]) -> None:
    with pytest.raises(ArgumentError, match="lead"):
        s.Sprt(*leads)


@pytest.mark.parametrize("counts", [{1.0: 500}, {0.0: 500}, {0.0: 1, 1.0: 400}])
def test_the_widest_test_is_decided(counts: dict[float, int]) -> None:
    test = s.Sprt(-2000, 2000)
    assert test.verdict(counts) in ("elo0", "elo1")
    assert math.isfinite(test.ratio(counts))


# ---- means of groups


def test_a_mean_of_groups_of_one_is_that_of_values() -> None:
    values = [3.0, 4.0, 8.0, 1.0]
    grouped, plain = s.mean_of_groups([[value] for value in values]), s.mean(values)
    assert (grouped.value, grouped.low, grouped.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_values_that_are_alike_in_their_group_count_as_one() -> None:
    grouped, plain = s.mean_of_groups([[3] * 5, [4] * 5, [8] * 5]), s.mean([3, 4, 8])
    assert (grouped.value, grouped.low, grouped.high, grouped.n) == pytest.approx((plain.value, plain.low, plain.high, 15))


@pytest.mark.parametrize("groups", [[], [[]], [[1, 2, 3]]])
def test_of_one_group_nothing_is_known(groups: list[list[float]]) -> None:
    found = s.mean_of_groups(groups)
    assert (found.low, found.high) == (-math.inf, math.inf)


def test_the_bound_for_a_level_of_nearly_nothing_is_nothing() -> None:
    assert s.student(5, 1e-20) == 0


def test_the_bound_for_the_level_within_one_standard_error_is_one() -> None:
    for freedom in range(1, 30):
        assert s.student(freedom, 1 - s.student_tails(1, freedom)) == 1


# ---- exact tails


@pytest.mark.parametrize(("n", "p"), [(0, 0.5), (1, 0.5), (7, 0.3), (20, 0.01), (20, 0.99), (5, 0.0), (5, 1.0)])
def test_binomial_tails_are_sums_of_all_their_terms(n: int, p: float) -> None:
    chances = [math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]
    for k in range(-1, n + 2):
        assert s.binomial_tail(k, n, p) == pytest.approx(sum(chances[max(k, 0) :]), abs=1e-12)


@pytest.mark.parametrize(
    ("n", "successes", "total"), [(3, 4, 9), (9, 4, 9), (0, 4, 9), (5, 7, 9), (6, 0, 9), (6, 9, 9), (0, 0, 0)]
)
def test_hypergeometric_tails_are_sums_of_all_their_terms(n: int, successes: int, total: int) -> None:
    chances = [math.comb(successes, j) * math.comb(total - successes, n - j) / math.comb(total, n) for j in range(n + 1)]
    for k in range(-1, n + 2):
        assert s.hypergeometric_tail(k, n, successes, total) == pytest.approx(sum(chances[max(k, 0) :]), abs=1e-12)


def test_tails_of_millions_are_found_at_once(stats: Any) -> None:
    assert s.binomial_tail(20_500, 2_000_000, 0.01) == pytest.approx(stats.binom.sf(20_499, 2_000_000, 0.01), rel=1e-6)
    wanted = stats.hypergeom.sf(10_299, 3_000_000, 20_000, 1_500_000)
    assert s.hypergeometric_tail(10_300, 1_500_000, 20_000, 3_000_000) == pytest.approx(wanted, rel=1e-6)
