"""Plays that are only counted go as plays that are kept, and their openings leave something to play."""

from __future__ import annotations

from typing import cast

import pytest

import ggl
from ggl import agents, arena
from ggl.arena.jobs import InProcess
from ggl.arena.processes import Processes
from ggl.arena.unrecorded import StepAgent, UnrecordedSetup, random_opening, score, winning_seat
from ggl.play.values import SEATS
from tests.few import one_in

SPECS = ("mcts:sims=6,near=0.03,reuse=off", "random")

GAMES = ("tic-tac-toe", "connect-four", "othello", "draughts", "oware", "sgibun", "tiku")
"""Among them one with draws, passes, turns of several steps, and a pie rule."""


@pytest.mark.parametrize("name", one_in(4, GAMES))
def test_a_bout_goes_as_a_play_does(name: str) -> None:
    game = ggl.load(name)
    for seed in range(3):
        made = tuple(cast(StepAgent, agents.make(spec, game)) for spec in SPECS)
        winner = winning_seat(game, (made[0], made[1]), seed, game.fast.emitted.start(), 10_000)
        ending = arena.play(game, SPECS, seed).ending
        assert ending.seat == (None if winner is None else SEATS[winner])


def test_rolls_are_those_of_a_play() -> None:
    game = ggl.load("backgammon")
    one, other = (cast(StepAgent, agents.make("random", game)) for _ in range(2))
    winner = winning_seat(game, (one, other), 4, game.fast.emitted.start(), 10_000)
    assert winner is not None
    assert arena.play(game, ["random", "random"], 4).ending.seat == SEATS[winner]


def test_a_bout_that_does_not_end_is_a_draw() -> None:
    game = ggl.load("tic-tac-toe")
    random = cast(StepAgent, agents.make("random", game))
    assert winning_seat(game, (random, random), 1, game.fast.emitted.start(), 4) is None


def test_the_first_of_two_sits_in_each_seat_and_gets_the_score() -> None:
    game = ggl.load("tic-tac-toe")
    strong, weak = "mcts:sims=400", "random"
    assert score(UnrecordedSetup(game, (strong, weak), 3), 10, InProcess()).value > 0.8
    assert score(UnrecordedSetup(game, (weak, strong), 3), 10, InProcess()).value < 0.2


@pytest.mark.processes
def test_any_number_of_workers_gives_the_same_score() -> None:
    setup = UnrecordedSetup(ggl.load("tic-tac-toe"), SPECS, 5)
    assert score(setup, 8, Processes(2)) == score(setup, 8, InProcess())


def test_an_opening_leaves_something_to_play() -> None:
    game = ggl.load("tic-tac-toe")
    over = game.layout.at("over")
    for seed in range(20):
        position, made = random_opening(game, seed, 8)
        assert not position.vector[over]
        assert position.vector[game.layout.at("ply")] == made
    assert random_opening(game, 1, 2) == random_opening(game, 1, 2)
    assert len({random_opening(game, seed, 2)[0] for seed in range(20)}) > 10
