"""Sizes that are known: tic-tac-toe has 255,168 plays and 5,478 positions."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ggl
from ggl.analysis.plays import random_plays
from ggl.analysis.spaces import (
    positions_at_most,
    positions_by_recapture,
    positions_seen,
    tree_by_logarithms,
    tree_by_products,
)
from ggl.analysis.tally import Sample

PLAYS, POSITIONS = math.log10(255_168), math.log10(5_478)


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample.of([sample for sample, _ in random_plays(ggl.load("tic-tac-toe"), 1500, 1, 0, 1)])


def test_knuth_finds_the_number_of_plays(sample: Sample) -> None:
    found = tree_by_products(sample)
    assert found.low < PLAYS < found.high
    assert found.high - found.low < 0.05


def test_a_typical_tree_is_less_than_the_mean_one(sample: Sample) -> None:
    assert tree_by_logarithms(sample).high < tree_by_products(sample).low


def test_a_game_of_fixed_choices_has_a_known_tree() -> None:
    """On a Hex board of 2 by 2 a play takes 3 or 4 of 4, 3, 2, 1 choices: 24 orders, of which those that end early count once."""
    game = ggl.load("hex", size=2, pie=False)
    [(few, _)] = list(random_plays(game, 500, 1, 0, 1))
    count = sum(game.perft(game.initial_state(), depth) for depth in (4,)) + _ended(game, 3) + _ended(game, 2)
    assert 10 ** tree_by_products(few).value == pytest.approx(count, rel=0.05)


def _ended(game: ggl.Game, depth: int) -> int:
    """How many ways of so many turns end a play."""
    states = [game.initial_state()]
    for _ in range(depth):
        states = [state.after(move) for state in states for move in state.legal_moves()]
    return sum(state.is_over for state in states)


def test_positions_lie_between_the_bounds(sample: Sample) -> None:
    assert math.log10(positions_seen(sample)) <= POSITIONS <= positions_at_most(ggl.load("tic-tac-toe"))
    found = positions_by_recapture(sample.seen, sample.seen_plays)
    assert found is not None
    assert found.low <= POSITIONS + 0.02
    assert found.value == pytest.approx(POSITIONS, abs=0.05)


def test_the_bound_counts_what_is_compared_and_nothing_else() -> None:
    """Nine cells with a cross, a nought or nothing, and one of two sides to move; not the ply, nor how it ended."""
    assert 10 ** positions_at_most(ggl.load("tic-tac-toe")) == pytest.approx(3**9 * 2)


def test_recapture_by_hand() -> None:
    """Three positions once, one twice, in 2 plays: S = 4 + 1/2 * 9 / 2."""
    found = positions_by_recapture(np.array([1, 2, 3, 4, 4], dtype=np.uint64), 2)
    assert found is not None
    assert 10**found.value == pytest.approx(4 + 0.5 * 9 / 2)
    assert found.low <= found.value <= found.high


def test_the_interval_of_recapture_is_that_of_the_delta_method() -> None:
    """How often positions came up is multinomial, so the variance of S = f(f1, f2, ..) is the sum of f_k (dS/df_k)^2, less S."""
    once, twice, more, plays = 40, 25, 60, 12
    seen = [*range(once), *2 * list(range(100, 100 + twice)), *3 * list(range(200, 200 + more))]
    found = positions_by_recapture(np.array(seen, dtype=np.uint64), plays)
    assert found is not None

    def size(f1: float, f2: float) -> float:
        return f1 + f2 + more + (plays - 1) / plays * f1**2 / (2 * f2)

    step = 1e-5
    by_once = (size(once + step, twice) - size(once - step, twice)) / (2 * step)
    by_twice = (size(once, twice + step) - size(once, twice - step)) / (2 * step)
    variance = once * by_once**2 + twice * by_twice**2 + more - size(once, twice)
    unseen = size(once, twice) - (once + twice + more)
    spread = math.exp(1.96 * math.sqrt(math.log(1 + variance / unseen**2)))
    wanted = [once + twice + more + each for each in (unseen / spread, unseen, unseen * spread)]
    assert [10**each for each in (found.low, found.value, found.high)] == pytest.approx(wanted)


def test_nothing_is_said_where_nothing_came_up_twice() -> None:
    assert positions_by_recapture(np.arange(50, dtype=np.uint64), 5) is None
    assert positions_by_recapture(np.array([], dtype=np.uint64), 5) is None


def test_all_seen_often_is_all_there_is() -> None:
    found = positions_by_recapture(np.array([1, 1, 1, 2, 2, 2], dtype=np.uint64), 3)
    assert found is not None
    assert 10**found.value == pytest.approx(2)
