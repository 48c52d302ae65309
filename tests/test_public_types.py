"""What type checkers tell a program of the values that it gets from each other: `mypy` reads this file with `ggl`."""

from __future__ import annotations

import random
from typing import assert_type

import ggl


def test_states_games_cursors_batches_and_playouts_give_each_other() -> None:
    game = assert_type(ggl.load("tic-tac-toe"), ggl.Game)
    state = assert_type(game.initial_state(), ggl.State)
    first = state.legal_moves()[0]
    assert assert_type(state.after(first), ggl.State) == assert_type(state.play(first), ggl.State)
    assert assert_type(state.apply(0), ggl.State) == assert_type(state.along([0]), ggl.State)
    assert assert_type(state.view("X").game, ggl.Game) is assert_type(state.game, ggl.Game) is game
    cursor = assert_type(state.cursor(), ggl.Cursor)
    assert assert_type(cursor.state(), ggl.State) == state
    assert assert_type(cursor.game, ggl.Game) is game
    batch = assert_type(game.batch(2), ggl.Batch)
    assert assert_type(batch.copy().state(1), ggl.State) == state
    assert assert_type(batch.game, ggl.Game) is game
    playout = assert_type(state.playout(random.Random(1)), ggl.Playout)
    assert assert_type(playout.state, ggl.State).is_over
    assert assert_type(playout.state.came_by(), tuple[ggl.State, tuple[ggl.Move, ...]])[0] == state


def test_the_classes_of_values_are_the_public_ones() -> None:
    game = ggl.load("tic-tac-toe")
    state = game.initial_state()
    found = (game, state, state.cursor(), game.batch(1), state.playout(random.Random(1)))
    assert [type(value) for value in found] == [ggl.Game, ggl.State, ggl.Cursor, ggl.Batch, ggl.Playout]
