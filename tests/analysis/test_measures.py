"""Each measure on plays made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ggl
from ggl.analysis.measures import decisiveness, drama, lead_changes, lead_curve, measured
from ggl.analysis.play_sampling import PlayEvaluation
from ggl.analysis.plays import random_plays
from ggl.statistics import wilson
from tests.analysis.games import game
from tests.arena.games import THREE


def judged(*values: float, result: float | None = 1.0) -> PlayEvaluation:
    return PlayEvaluation(values, tuple(range(len(values))), len(values), result)


@pytest.mark.parametrize(
    ("values", "changes"),
    [
        ((), 0),
        ((0.5, 0.55, 0.45, 0.5), 0),
        ((0.5, 0.7, 0.9), 0),
        ((0.7, 0.3, 0.7), 2),
        ((0.7, 0.5, 0.7), 0),
        ((0.7, 0.5, 0.4), 1),
        ((0.59, 0.41, 0.59), 0),
    ],
)
def test_the_lead_changes_when_the_other_is_clearly_ahead(values: tuple[float, ...], changes: int) -> None:
    assert lead_changes(values) == changes
    assert lead_changes([1 - value for value in values]) == changes


@pytest.mark.parametrize(
    ("play", "value"),
    [
        (judged(0.5, 0.6, 0.9), 0.0),
        (judged(0.5, 0.0, 0.9), 1.0),
        (judged(0.375, 0.875), 0.5),
        (judged(0.375, 0.0, 0.9), 0.75),
        (judged(0.9, 0.1, result=0.0), (0.8**0.5)),
    ],
)
def test_drama_is_how_far_the_winner_was_behind(play: PlayEvaluation, value: float) -> None:
    assert drama(play) == pytest.approx(value)


@pytest.mark.parametrize(
    ("play", "value"),
    [
        (judged(0.9, 0.9, 0.9, 0.9), 0.0),
        (judged(0.5, 0.9, 0.9, 0.9), 0.25),
        (judged(0.9, 0.5, 0.9, 0.9), 0.5),
        (judged(0.5, 0.5, 0.5, 0.5), 1.0),
        (judged(0.5, 0.1, 0.1, 0.2, result=0.0), 0.25),
    ],
)
def test_decisiveness_is_how_much_was_over_when_it_was_decided(play: PlayEvaluation, value: float) -> None:
    assert decisiveness(play) == pytest.approx(value)


def test_drawn_and_broken_off_plays_have_no_drama() -> None:
    [(sample, _)] = list(random_plays(ggl.load("tic-tac-toe"), 30, 1, 0, 1))
    found = measured(sample, [judged(0.1, result=0.5), judged(0.1, result=None)], 2)
    assert "drama" not in found
    assert found["lead changes"].n == 2


def test_draws_are_shared_points() -> None:
    [(sample, _)] = list(random_plays(ggl.load("tic-tac-toe"), 200, 1, 0, 1))
    found = measured(sample, [], 2, {"second seat", "first side"})
    assert found["first seat"].value + found["second seat"].value == pytest.approx(1)
    wins = sum(seat == 0 for seat in sample.seat.tolist())
    draws = sum(seat == -1 for seat in sample.seat.tolist())
    assert found["first seat"].value == pytest.approx((wins + draws / 2) / 200)
    assert found["draws"].value == draws / 200
    assert found["first side"] == found["first seat"]  # nobody changes sides here
    assert "first side" not in measured(sample, [], 2)


def test_who_plays_alone_wins_or_loses_and_draws_nothing() -> None:
    solo = game("""
ggl: 1
name: Solo
players: [Ann]
board: square(2)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
  remove: {for: c in cells with stone, do: take stone from c}
end:
  mover wins: full
  mover loses: ply == 6
""")
    [(sample, _)] = list(random_plays(solo, 100, 1, 0, 1))
    found = measured(sample, [], 1)
    assert "draws" not in found
    assert 0 < found["first seat"].value < 1
    assert measured(sample, [], 1, {"draws"})["draws"].value == pytest.approx(1 - found["first seat"].value)


def test_among_three_a_draw_is_a_third() -> None:
    [(sample, _)] = list(random_plays(game(THREE), 60, 1, 0, 1))
    drawn = np.arange(60) < 20
    sides, seats = (np.where(drawn[:, None], False, won) for won in (sample.sides, sample.seats))
    seat, winner = (np.where(drawn, -1, who) for who in (sample.seat, sample.winner))
    sample = replace(sample, seat=seat, winner=winner, sides=sides, seats=seats)
    found = measured(sample, [], 3)
    won, n = sample.seat.tolist(), len(sample)
    for place, name in enumerate(("first seat", "second seat", "third seat")):
        assert found[name].value == pytest.approx((won.count(place) + won.count(-1) / 3) / n)
    assert sum(found[f"{name} seat"].value for name in ("first", "second", "third")) == pytest.approx(1)


def test_plays_that_were_broken_off_count_for_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.analysis.plays.MOST_STEPS", 7)
    [(sample, _)] = list(random_plays(ggl.load("tic-tac-toe"), 200, 1, 0, 1))
    found = measured(sample, [], 2)
    finished = sum(reason >= 0 for reason in sample.reason.tolist())
    assert 20 < finished < 180
    assert found["unfinished"] == wilson(200 - finished, 200)
    assert found["first seat"] == wilson(sample.seat.tolist().count(0), finished)  # nobody has drawn by then
    assert found["draws"].value == 0


def test_the_mean_of_parts_that_are_all_alike_is_not_certain() -> None:
    [(sample, _)] = list(random_plays(ggl.load("hex", size=2, pie=False), 30, 1, 0, 1))
    assert set(sample.forced.tolist()) <= {0.0, 0.25}
    alike = replace(sample, forced=np.full(30, 0.25), used=np.ones(30))
    found = measured(alike, [], 2)
    assert found["forced"] == wilson(7.5, 30)
    assert (found["board use"].high, found["board use"].low) == (1, wilson(30, 30).low)


def test_no_length_is_below_zero() -> None:
    [(sample, _)] = list(random_plays(ggl.load("tic-tac-toe"), 2, 1, 0, 1))
    found = measured(replace(sample, turns=np.array([5, 9])), [], 2)["length"]
    assert (found.value, found.low) == (7, 0)
    assert found.high > 30  # by Student's t, so that the lower bound alone would be below


def test_intervals_hold_what_they_should() -> None:
    """Of 60 samples of 100 random plays, about 95 % of the intervals hold the mean of 6,000."""
    game = ggl.load("tic-tac-toe")
    samples = [sample for seed in range(60) for sample, _ in random_plays(game, 100, seed, 0, 1)]
    for name in ("length", "branching", "draws", "first seat", "board use"):
        found = [measured(sample, [], 2)[name] for sample in samples]
        true = sum(each.value for each in found) / len(found)
        assert 50 <= sum(each.low <= true <= each.high for each in found) <= 60, name


def test_the_lead_is_one_when_a_play_is_won() -> None:
    curve = lead_curve([judged(0.5, 0.75, 1.0), judged(0.5, 0.25, 0.0, result=0.0)], points=3)
    assert [round(each.value, 2) for _, each in curve] == [0.0, 0.75, 1.0]
