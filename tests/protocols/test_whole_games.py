"""Whole plays over UGI are those that the same agents play without it: through lines, and through processes."""

from __future__ import annotations

import random

import pytest

import ggl
from ggl import agents
from ggl.agents import wire
from tests import warm
from tests.few import few_of
from tests.hiding import OPEN
from tests.protocols.driving import Ugi, game_of, played

GAMES = OPEN
SHORT = 12
"""Steps of a play in the ordinary run."""
ORDINARY = few_of(GAMES)


def refereed(name: str, engines: list[Ugi], rolls: random.Random, most: int) -> list[str]:
    """A play that a referee who knows UGI alone has two engines play: it makes the rolls, and asks who is to move."""
    line: list[str] = []
    while len(line) < most:
        position = "position startpos" + (f" moves {' '.join(line)}" if line else "")
        for engine in engines:
            assert engine.say(position) == []
        asked = engines[0]
        if asked.say("query gameover") == ["response true"]:
            break
        if asked.say("query chance") == ["response true"]:
            line.append(rolls.choice(asked.say("query moves")[0].split()[1:]))
            continue
        mover = engines[0] if asked.say("query p1turn") == ["response true"] else engines[1]
        line.append(mover.say("go")[-1].removeprefix("bestmove "))
    return line


def compare(name: str, most: int) -> None:
    game = game_of(name)
    expected = played(game, [agents.make("random", game, seed) for seed in (1, 2)], random.Random(3), most)
    engines = [Ugi(name, "random", seed) for seed in (1, 2)]
    assert refereed(name, engines, random.Random(3), most) == [wire.word(move) for _, move in expected]
    last, move = expected[-1]
    result = last.after(move).result
    told = engines[0].say("query result")
    assert (result is None) == (told == ["response none"])
    if result is not None:
        assert told == [f"response {'draw' if result.seat is None else {'first': 'p1win', 'second': 'p2win'}[result.seat]}"]


@pytest.mark.parametrize("name", ORDINARY)
def test_a_referee_sees_the_moves_that_the_agents_play_without_it(name: str) -> None:
    compare(name, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_referee_sees_whole_plays(name: str) -> None:
    compare(name, 2000)


@pytest.mark.parametrize("name", ORDINARY)
def test_each_word_of_a_play_is_one_word_of_plain_signs_and_means_one_move(name: str) -> None:
    game = game_of(name)
    rng = random.Random(5)
    state = game.initial_state()
    for _ in range(SHORT):
        if state.is_over:
            break
        moves = tuple(dict.fromkeys(state.legal_moves()))  # a roll gives an outcome as often as it is likely
        words = [wire.word(move) for move in moves]
        assert len({*words}) == len(words)
        for word, move in rng.sample(list(zip(words, moves, strict=True)), min(4, len(moves))):
            assert word.isascii()
            assert not {*" \t\n,"} & {*word}
            assert wire.text(word) == str(move)
            assert wire.read_steps(state, word) == (move,)
        state = state.after(rng.choice(moves))


def through_processes(name: str, most: int, *, turns: bool = False) -> None:
    """The same with `ggl engine` in two processes, and the external agent to speak with them."""
    game = ggl.load(name)
    expected = played(game, [agents.make("random", game, seed) for seed in (1, 2)], random.Random(3), most)
    set_ = "turns=true " if turns else ""
    command = f"ugi:{set_}{warm.ggl()} engine {name} --agent random"
    seats = [agents.make(command, game, seed) for seed in (1, 2)]
    try:
        assert [str(move) for _, move in played(game, seats, random.Random(3), most)] == [str(move) for _, move in expected]
    finally:
        for agent in seats:
            agent.close()


def test_external_agents_play_what_they_play_in_this_process() -> None:
    through_processes("tic-tac-toe", 100)


def test_external_agents_may_tell_turns_as_a_whole() -> None:
    through_processes("amazons", SHORT, turns=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_external_agents_play_long_plays(name: str) -> None:
    through_processes(name, 300)


@pytest.mark.slow
def test_a_search_over_ugi_is_the_search_in_this_process() -> None:
    game = ggl.load("connect-four")
    expected = played(game, [agents.make("mcts:200", game, seed) for seed in (1, 2)], random.Random(3), 12)
    seats = [agents.make(f"ugi:{warm.ggl()} engine connect-four --agent mcts:200", game, seed) for seed in (1, 2)]
    try:
        assert [str(move) for _, move in played(game, seats, random.Random(3), 12)] == [str(move) for _, move in expected]
    finally:
        for agent in seats:
            agent.close()
