"""Where a play begins, and what a position leaves behind in the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.runtime import engine as running
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import WorkLimitError
from ggl.play.loading import made_of
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.compiler.lower.test_history import GAME

GAMES = Path(__file__).parents[2] / "language/games"


def test_three_sides_take_their_seats_in_the_order_of_turns() -> None:
    game = ggl.load(GAMES / "three_players_take_turns.yaml")
    assert Compiled(game.checked.core, as_python=True).start() == game.interpreter.start()


WIDE = """
ggl: 1
name: Wide
players: [Red, Blue]
board: track(65)
pieces: {stone: {}}
moves:
  put: {for: c in vacant, do: put Blue stone on c}
  take: {for: c in cells with Blue stone, do: take stone from c}
end: {draw: ply == 9}
"""


def test_nothing_of_a_position_of_two_words_stays_behind() -> None:
    game = made_of(Source("wide.yaml", WIDE), engine="interpreter")
    engine, start = Compiled(game.checked.core, as_python=True), game.engine.start()
    full = game.initial_state().play("put p65").position
    for position in (start, full, start):
        assert engine.steps(position) == game.engine.steps(position)


def test_a_game_of_a_match_begins_without_the_past_of_the_one_before() -> None:
    game = made_of(Source("walks.yaml", GAME), engine="interpreter")
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(2), 30))


def test_a_count_of_ways_that_is_given_up_in_a_later_game_leaves_no_past_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LARGEST", 0)  # room for the past as at first
    game = made_of(Source("walks.yaml", GAME.replace(">= 2", ">= 2000")), engine="interpreter")
    engine, begun = Compiled(game.checked.core, as_python=True), game.initial_state()
    with pytest.raises(WorkLimitError):
        engine.perft(begun.position, 4000)
    position = begun.apply(2).apply(4).apply(2).position  # where a walk would repeat
    assert engine.steps(position) == game.interpreter.steps(position)
