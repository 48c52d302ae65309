"""The past of a game of a match: what comes behind the end of a game changes nothing of the past of the game before."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import ggl
from ggl import agents
from ggl.compiler.runtime import engine as running
from ggl.compiler.runtime import vector_env
from ggl.compiler.runtime.engine import Compiled, put_past
from ggl.compiler.runtime.held_position import HeldPosition, SnapshotPast
from ggl.engine.protocol import Engine, WorkLimitError
from ggl.play.loading import made_of
from ggl.play.perft import perft
from ggl.source import Source

GAME = """\
ggl: 1
name: Walks that are not repeated
players: [Ann, Bob]
board: square(3, 1)
pieces: {man: {}}
setup: |
  put Ann man on a1 if mover == Ann
  put Ann man on b1 if mover == Bob
moves:
  give_up:
    where: ply > 1
    do: lose
  walk:
    for: c in cells with Ann man, t in steps(c, orthogonal)
    do: move c to t
    ensure: board_repetitions <= 2
end:
  draw: stuck
match:
  until: any(total(p) >= 2 for p in players)
  next first: other(starter)
  points(p): 1 if winner == p else 0
"""
COUNTS = (1, 2, 4, 9, 11, 22, 30, 34, 42)
"""Ways to play one turn, two and so on, by hand up to four. There the second game begins, on other places than the first."""


@cache
def game(engine: str = "interpreter") -> ggl.Game:
    return made_of(Source("walks.yaml", GAME), engine=engine)


def engines() -> dict[str, Engine]:
    core = game().checked.core
    return {"interpreter": game().interpreter, "python": Compiled(core, as_python=True), "machine code": Compiled(core)}


@pytest.mark.parametrize("name", ["interpreter", "python", "machine code"])
def test_ways_to_play_are_counted_alike_behind_the_end_of_a_game(name: str) -> None:
    engine = engines()[name]
    start = engine.start()
    count = engine.perft if isinstance(engine, Compiled) else lambda position, depth: perft(engine, position, depth)
    assert tuple(count(start, depth) for depth in range(1, len(COUNTS) + 1)) == COUNTS


@pytest.mark.parametrize("seed", range(6))
def test_random_plays_and_searches_leave_the_past_of_a_position_as_it_is(seed: int) -> None:
    rng, state, other = random.Random(seed), game().initial_state(), game("compiled").initial_state()
    judge = agents.make("mcts:sims=300", game("compiled"), seed)
    cursor, batch = other.cursor(), game("compiled").batch(2, rolls=False)
    while not state.is_over:
        assert list(map(str, other.playouts(20, seed))) == list(map(str, state.playouts(20, seed)))
        if len(state.legal_moves()) > 1:
            judge.think(other)
        assert other.position == state.position
        assert other.legal_actions() == state.legal_actions() == sorted(cursor.legal_actions())
        assert np.flatnonzero(batch.masks()[1]).tolist() == sorted(state.legal_actions())
        walks = [number for number in state.legal_actions() if number != 0]
        number = rng.choice(walks if walks and rng.random() < 0.8 else state.legal_actions())
        state, other = state.apply(number), other.apply(number)
        cursor.apply(number)
        batch.step(np.array([number, number]))
    assert other.is_over
    assert str(other.result) == str(state.result)


@pytest.mark.parametrize("seed", range(6))
def test_a_cursor_goes_over_the_end_of_a_game_and_back_and_plays_at_random_meanwhile(seed: int) -> None:
    rng = random.Random(seed)
    one, other = game().initial_state().cursor(), game("compiled").initial_state().cursor()
    for number in range(150):
        what = rng.random()
        if what < 0.6 and not one.over:
            action = rng.choice(one.legal_actions())
            one.apply(action), other.apply(action)
        elif what < 0.8:
            steps = rng.randint(0, min(one.depth, 8))
            one.undo(steps), other.undo(steps)
        elif what < 0.9:
            assert other.playout(random.Random(number)) == one.playout(random.Random(number))
        else:
            assert other.playouts(3, number) == one.playouts(3, number)
        assert other.state().position == one.state().position
        assert other.legal_actions() == one.legal_actions()


@pytest.mark.parametrize("seed", range(6))
def test_random_plays_from_states_change_nothing_of_the_states_that_follow(seed: int) -> None:
    rng = random.Random(seed)
    one, other = game().initial_state(), game("compiled").initial_state()
    while not one.is_over:
        assert other.playout(random.Random(seed)).rewards == one.playout(random.Random(seed)).rewards
        action = rng.choice(one.legal_actions())
        one, other = one.apply(action), other.apply(action)
        assert other.position == one.position
        assert other.legal_actions() == one.legal_actions()


def test_random_plays_keep_the_past_of_one_game() -> None:
    checked = made_of(Source("walks.yaml", GAME.replace(">= 2", ">= 2000")), engine="compiled")
    engine = checked.fast.required()
    [found] = engine.playouts(1, 3)
    engine.playouts(1, 3, begin=engine.start())
    assert found[0] > 10_000
    assert engine.room.grown == 0


def test_an_engine_that_is_interrupted_knows_no_half_of_a_past(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = game().initial_state().apply(2)
    one, other = begun.apply(6).apply(8), begun.apply(4).apply(2)
    fast, plain = Compiled(game().checked.core), game().interpreter
    assert fast.steps(one.position) == plain.steps(one.position) != plain.steps(other.position)

    def put(*given: Any) -> None:
        put_past(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(running, "put_past", put)
        with pytest.raises(KeyboardInterrupt):
            fast.steps(other.position)
    assert fast.steps(one.position) == plain.steps(one.position)


@pytest.mark.parametrize("seed", range(2))
def test_a_cursor_goes_on_where_no_memory_has_room_for_all_games(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LARGEST", 0)  # room for the past as at first
    rng, source = random.Random(seed), Source("walks.yaml", GAME.replace(">= 2", ">= 2000"))
    one, other = (made_of(source, engine=name).initial_state().cursor() for name in ("interpreter", "compiled"))

    def agree() -> None:
        assert (other.depth, other.legal_actions()) == (one.depth, one.legal_actions())
        assert other.state().position == one.state().position

    for number in range(500):
        action = rng.choice(one.legal_actions())
        one.apply(action), other.apply(action)
        agree()
        if number % 50 == 0:
            assert other.playout(random.Random(number), 300) == one.playout(random.Random(number), 300)
            assert other.playouts(3, number, 300) == one.playouts(3, number, 300)
            steps = rng.randint(0, min(one.depth, 40))
            one.undo(steps), other.undo(steps)
            agree()
    while one.depth:
        one.undo(), other.undo()
        agree()
    for _ in range(20):
        action = rng.choice(one.legal_actions())
        one.apply(action), other.apply(action)
        agree()


@pytest.mark.parametrize("refused", [WorkLimitError, KeyboardInterrupt])
def test_a_cursor_that_does_not_get_to_a_state_stays_with_its_own_past(
    refused: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = game("compiled").initial_state().apply(2)
    one, other = begun.apply(6).apply(8), begun.apply(4).apply(2)
    cursor = begun.cursor()
    cursor.apply(6), cursor.apply(8)

    def remember(self: HeldPosition, past: SnapshotPast | None, known: int) -> None:
        before(self, past, known)
        self.memory[self._state] = known
        raise refused

    before = HeldPosition._remember
    with monkeypatch.context() as patch:
        patch.setattr(HeldPosition, "_remember", remember)
        with pytest.raises(refused):
            cursor.goto(other)
    assert cursor.state().position == one.position
    assert cursor.legal_actions() == one.legal_actions() != other.legal_actions()
    cursor.undo(2)
    assert cursor.state().position == begun.position


def test_a_row_that_is_put_by_half_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = game("compiled").initial_state().apply(2)
    one, other = begun.apply(6).apply(8), begun.apply(4).apply(2)
    batch, position = game("compiled").batch(1), other.position
    batch.put(0, one)

    def put(*given: Any) -> None:
        put_past(*given)
        if given[-1] is position.history[-1]:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(vector_env, "put_past", put)
        with pytest.raises(KeyboardInterrupt):
            batch._many.put(0, position)
    assert np.flatnonzero(batch.masks()[0]).tolist() == sorted(one.legal_actions()) != sorted(other.legal_actions())
    batch.put(0, other)
    assert np.flatnonzero(batch.masks()[0]).tolist() == sorted(other.legal_actions())
