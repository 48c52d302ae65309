"""Each measure on plays made by hand."""

from __future__ import annotations

import pytest

import ggl
from ggl.analysis.measures import decisiveness, drama, lead_changes, lead_curve, measured
from ggl.analysis.plays import Judged, random_plays


def judged(*values: float, result: float | None = 1.0) -> Judged:
    return Judged(values, tuple(range(len(values))), len(values), result)


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
def test_drama_is_how_far_the_winner_was_behind(play: Judged, value: float) -> None:
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
def test_decisiveness_is_how_much_was_over_when_it_was_decided(play: Judged, value: float) -> None:
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
