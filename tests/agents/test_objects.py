"""Agents that a program hands over as objects, classes and functions, wherever an agent is taken."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl import agents, arena
from ggl.agents import AgentError, Candidate, Thought
from ggl.play.errors import ArgumentError


@cache
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe", engine="interpreter")


class First:
    """Plays the first legal action."""

    def __init__(self, game: ggl.Game) -> None:
        self.plays = 0
        self.closed = False

    def new_play(self, seed: int) -> None:
        self.plays += 1

    def think(self, state: ggl.State) -> Any:
        return state.legal_actions()[0]

    def close(self) -> None:
        self.closed = True


class Drawn:
    """Any move, by the seed of the play; in each of the forms that are taken."""

    def __init__(self, game: ggl.Game, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def new_play(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def think(self, state: ggl.State, budget: object = None) -> Any:
        move = self.rng.choice(state.legal_moves())
        number = state.game.actions.number(move)
        forms = (move, str(move), number, np.int64(number), Thought((Candidate(move, 0.5),), 0.5))
        return forms[self.rng.randrange(len(forms))]


class Wrong:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def think(self, state: ggl.State, budget: object = None) -> object:
        return self.answer


def test_a_play_takes_objects_classes_and_functions() -> None:
    first = First(game())
    play = arena.play(game(), [first, Drawn], seed=3)
    assert play.agents == ("object:First", "object:Drawn")
    assert (first.plays, first.closed) == (1, False)
    assert arena.play(game(), [lambda game: First(game), "random"], seed=1).failure == ""
    assert (
        arena.play(game(), [First, "random"], seed=1).record.turns == arena.play(game(), [first, "random"], seed=1).record.turns
    )


@pytest.mark.processes
def test_runs_take_them_and_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    one = [play.record for play in arena.plays(game(), [Drawn, First(game())], 12, seed=2)]
    assert one == [play.record for play in arena.plays(game(), [Drawn, First(game())], 12, seed=2, workers=2)]
    assert one[0].seats == {"first": "object:Drawn", "second": "object:First"}
    file = tmp_path / "plays.jsonl"
    summed = arena.selfplay(game(), Drawn, 6, seed=2, file=str(file))
    assert (summed.plays, len(file.read_text("utf-8").splitlines())) == (6, 6)
    assert arena.selfplay(game(), Drawn, 6, seed=2, file=file) == summed
    match = arena.match(game(), [Drawn, First(game()), First(game()), "random"], pairs=2, seed=1)
    assert [each.name for each in match.contestants] != []
    assert {each.name for each in match.contestants} == {"object:Drawn", "object:First", "object:First#2", "random"}


@pytest.mark.parametrize("answer", [None, 99, -1, "a9", "place a1 b1", object(), 0.5])
def test_an_answer_that_is_no_move_loses_and_says_why(answer: object) -> None:
    play = arena.play(game(), [Wrong(answer), "random"], seed=1)
    assert play.values == (0.0, 1.0)
    assert "object:Wrong" in play.failure
    with pytest.raises(AgentError, match="object:Wrong"):
        agents.make(Wrong(answer), game()).think(game().initial_state())


@pytest.mark.parametrize("wrong", [None, 5, game, ["random"]])
def test_what_is_no_agent_is_refused(wrong: object) -> None:
    wrong = game() if wrong is game else wrong
    with pytest.raises((ArgumentError, AgentError), match="agent"):
        agents.make(wrong, game())
    with pytest.raises((ArgumentError, AgentError), match="agent"):
        arena.match(game(), [wrong, "random"], pairs=1)


def test_a_class_without_think_is_no_agent() -> None:
    with pytest.raises(AgentError, match="no `think"):
        agents.make(lambda game: object(), game())


class Failing:
    """Fails where it is told to."""

    def __init__(self, where: str = "", error: type[BaseException] = ValueError) -> None:
        self.where, self.error = where, error
        self._may("making it")

    def _may(self, where: str) -> None:
        if self.where == where:
            raise self.error("boo")

    def new_play(self, seed: int) -> None:
        self._may("new_play")

    def think(self, state: Any) -> object:
        self._may("think")
        return state.legal_moves()[0]

    def close(self) -> None:
        self._may("close")


@pytest.mark.parametrize("error", [ValueError, SystemExit, GeneratorExit, asyncio.CancelledError])
@pytest.mark.parametrize("where", ["making it", "new_play", "think", "close"])
def test_an_object_that_fails_says_where(where: str, error: type[BaseException]) -> None:
    said = rf"`object:.*` fails in `?{where}`?: {error.__name__}: boo \(.*test_objects.py, line \d+\)"
    with pytest.raises(AgentError, match=said):
        _used_once(where, error)


def test_ctrl_c_is_no_failure_of_an_object() -> None:
    with pytest.raises(KeyboardInterrupt):
        _used_once("think", KeyboardInterrupt)


def _used_once(fails: str, error: type[BaseException]) -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make(lambda _: Failing(fails, error), game)
    agent.new_play(1)
    agent.think(game.initial_state())
    agent.close()


def test_a_play_stands_whose_agent_fails_as_it_is_closed() -> None:
    played = arena.play(ggl.load("tic-tac-toe"), [lambda _: Failing("close"), "random"])
    assert played.record.ending is not None
