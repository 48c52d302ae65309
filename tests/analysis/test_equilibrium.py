"""Equilibria of small games: those that are known, and exploitability as the best response finds it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl.analysis import equilibrium
from ggl.analysis.equilibrium import Equilibrium
from ggl.play.errors import ArgumentError
from ggl.play.loading import made_of
from ggl.source import Source

HIDING = """\
ggl: 1
name: Hiding
players: [Hider, Seeker]
board: track(3)
pieces:
  coin: {seen by: owner}
moves:
  hide:
    for: c in cells
    where: {the hider hides: mover == Hider}
    shows: name
    do: put coin on c
  seek:
    for: c in cells
    where: {the seeker seeks: mover == Seeker}
    do: |
      win if coin on c
      lose
end:
  draw: ply == 3
"""


@cache
def hiding() -> ggl.Game:
    return made_of(Source("hiding.yaml", HIDING), {})


@cache
def kuhn(iterations: int) -> Equilibrium:
    return equilibrium(ggl.load(Path(__file__).parent / "kuhn-poker.yaml"), iterations, worth="score")


def test_kuhn_poker_has_twelve_information_states_and_uniform_play_loses_what_is_known() -> None:
    found = kuhn(0)
    assert len(found.strategy) == 12
    assert found.value == pytest.approx(1 / 8)
    assert found.exploitability == pytest.approx(11 / 24)


def test_kuhn_poker_goes_to_its_value_and_its_exploitability_to_none() -> None:
    found = kuhn(3000)
    assert found.value == pytest.approx(-1 / 18, abs=0.01)
    assert found.exploitability < 0.05


@pytest.mark.slow
def test_kuhn_poker_is_exploitable_by_less_than_a_hundredth_of_a_coin() -> None:
    found = kuhn(40_000)
    assert found.exploitability < 0.01
    assert found.value == pytest.approx(-1 / 18, abs=0.005)


def test_who_holds_the_highest_card_calls_and_who_holds_the_lowest_folds() -> None:
    for information, chances in kuhn(3000).strategy.items():
        called = next((chance for move, chance in chances.items() if move.schema == "call"), None)
        if called is not None:
            rolls = [move for move in information.told() if move.startswith("roll ")]
            assert len(rolls) == 1  # its own card, and not that of the other
            assert rolls[0] != "roll 3" or called > 0.95
            assert rolls[0] != "roll 1" or called < 0.05


def test_a_coin_hidden_in_one_of_three_places_is_found_one_time_in_three() -> None:
    found = equilibrium(hiding(), 2000)
    assert found.value == pytest.approx(1 / 3, abs=0.05)
    assert found.exploitability < 0.05
    (seek,) = [chances for information, chances in found.strategy.items() if information.player == "Seeker"]
    assert max(seek.values()) < 0.45


def test_a_strategy_that_favours_one_place_is_exploited() -> None:
    """Uniform play is the equilibrium here; a few iterations are far from it."""
    assert equilibrium(hiding(), 0).exploitability == pytest.approx(0)
    assert equilibrium(hiding(), 3).exploitability == pytest.approx(0.5)


def test_the_same_seed_finds_the_same() -> None:
    assert equilibrium(hiding(), 50, seed=4) == equilibrium(hiding(), 50, seed=4)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(ArgumentError, match="more than 100 positions"):
        equilibrium(ggl.load("tic-tac-toe"), 1, most=100)
    with pytest.raises(ArgumentError, match="has no score"):
        equilibrium(hiding(), 1, worth="score")
    with pytest.raises(ArgumentError, match="needs two players, but Three bidders has 3"):
        equilibrium(ggl.load(Path(__file__).parents[1] / "play" / "hidden" / "three.yaml"), 1)
