"""The last turns of a play are found from its end, as they are from its beginning."""

from __future__ import annotations

import random

import pytest

import ggl
from ggl.play.session import Session
from ggl.play.turns import last_of, turns_of


@pytest.mark.parametrize("name", ["tic-tac-toe", "sgibun", "backgammon", "tiku", "dots-and-boxes"])
@pytest.mark.parametrize("count", [1, 2])
def test_the_last_turns_are_those_of_the_whole_way(name: str, count: int) -> None:
    rng, session = random.Random(5), Session(ggl.load(name), name, seed=5)
    for _ in range(40):
        if session.is_over:
            break
        session.enter(rng.choice(session.state.legal_moves()).text)
        path = session.tree.here.path()
        whole, last = turns_of(path)[-count:], turns_of(last_of(path, count))
        assert [(turn.steps, turn.rolls, turn.done, turn.mover) for turn in last] == [
            (turn.steps, turn.rolls, turn.done, turn.mover) for turn in whole
        ]


def test_a_turn_in_which_several_choose_names_who_chose_what() -> None:
    session = Session(ggl.load("rock-paper-scissors"), "rock-paper-scissors", seed=5)
    for text in ("rock", "paper", "scissors"):
        session.enter(text)
    assert [turn.with_names for turn in session.turns()] == ["Left: rock; Right: paper", "Left: scissors"]


def test_a_turn_of_one_side_names_it_once() -> None:
    session = Session(ggl.load("backgammon"), "backgammon", seed=5)
    rng = random.Random(5)
    for _ in range(12):
        session.enter(rng.choice(session.state.legal_moves()).text)
    assert [turn.with_names for turn in session.turns()] == [f"{turn.mover}: {turn}" for turn in session.turns()]
