"""Matches: what follows a game that is over, however it came to be over, and what tells of it."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl import arena
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import TURNLESS_LIMIT, Step
from ggl.interpreter import Interpreter
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.perft import perft
from ggl.play.record import read_records, to_json
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.meaning.referee import Referee
from tests.meaning.world import World
from tests.records import last_state

GAMES = Path(__file__).parents[1] / "language/games"
LATE, STILLBORN, TOLL, ROUNDS = (
    GAMES / f"{name}.yaml"
    for name in (
        "a_match_goes_on_past_a_game_without_a_turn",
        "a_match_of_games_without_a_turn_ends",
        "games_of_a_match_end_after_a_roll_and_in_begin",
        "each_game_of_a_match_is_set_up_anew",
    )
)


def test_a_match_goes_on_past_a_game_that_is_over_before_its_first_turn() -> None:
    game = ggl.load(LATE)
    state = game.initial_state()
    for move in ("p1", "p2", "p3"):
        state = state.play(move)
    assert not state.is_over
    assert (state["game"], state.ply, state.scores) == (2, 0, {"Red": 2, "Blue": 0})
    assert "points after 2 games (the last one had no turn): Red 2, Blue 0" in str(state)
    later = state.play("p1")
    assert "points after 2 games: Red 2, Blue 0" in str(later)


def test_a_thousand_games_in_a_row_without_a_turn_end_the_match() -> None:
    game = ggl.load(STILLBORN)
    start = game.initial_state()
    assert start.is_over
    assert start["game"] == TURNLESS_LIMIT - 1
    assert sum(start.scores.values()) == TURNLESS_LIMIT
    assert Compiled(game.checked.core, as_python=True).start() == start.position


def test_games_without_a_turn_end_a_match_only_if_they_follow_each_other(tmp_path: Path) -> None:
    text = (
        LATE.read_text("utf-8")
        .replace("total(p) >= 3", "total(p) >= 9000")
        .replace("two places taken: count(cells", "one: count(cells")
    )
    (tmp_path / "late.yaml").write_text(text.replace("with p stone) == 2", "with p stone) == 1").partition("tests:")[0])
    state = ggl.load(tmp_path / "late.yaml").initial_state()
    for _ in range(TURNLESS_LIMIT + 1):
        state = state.after(state.legal_moves()[0])
    assert not state.is_over
    assert state["game"] == 2 * (TURNLESS_LIMIT + 1)


@pytest.mark.parametrize("is_compiled", [False, True])
def test_seats_that_were_exchanged_stay_so_in_the_next_game(is_compiled: bool) -> None:
    game = ggl.load(ROUNDS)
    if is_compiled:
        game.engine = Compiled(game.checked.core, as_python=True)
    state = game.initial_state()
    assert state.seats == {"Red": "first", "Blue": "second"}
    for move in ("p1", "swap-sides", "p2", "p3"):
        state = state.play(move)
    assert (state.ply, state["game"], state.mover) == (0, 1, "Red")
    assert state.seats == {"Red": "second", "Blue": "first"}


@pytest.mark.parametrize("path", [LATE, STILLBORN, TOLL], ids=lambda path: path.stem)
def test_engines_playouts_and_perft_agree_on_games_without_a_turn(path: Path) -> None:
    game = ggl.load(path)
    compiled, interpreter = Compiled(game.checked.core, as_python=True), Interpreter(game.checked.core)
    assert not list(differences(game, compiled, range(40), 200))
    for depth in range(4):
        assert compiled.perft(compiled.start(), depth) == perft(interpreter, interpreter.start(), depth)
    rows = compiled.playouts(30, 5)
    assert (rows[:, 3] > 0).all()
    assert (rows[:, 4:6].sum(axis=1) >= 3).all()


def test_a_batch_goes_on_past_games_without_a_turn() -> None:
    game = ggl.load(LATE, engine="compiled")
    batch = game.batch(8, seed=1)
    for _ in range(3):
        batch.step(batch.random())
    assert not batch.over.any()
    assert (batch.field("game") == 2).all()
    assert np.array_equal(batch.scores, np.array([[2.0, 0.0]] * 8))


def test_a_record_with_games_without_a_turn_is_replayed() -> None:
    game = ggl.load(TOLL)
    played = arena.play(game, ["random", "random"], seed=4)
    (record,) = read_records(io.StringIO(to_json(played.record)))
    assert record.ending == played.ending
    assert str(last_state(record, game).result) == str(played.ending)


def test_a_match_of_games_without_a_turn_ends_though_rolls_come_between() -> None:
    text = """
ggl: 1
name: Rolled away
players: [Red, Blue]
board: square(1)
pieces: {man: {}}
state: {die: {start: 1, in: 1..2}}
setup: roll die from 1..2
moves:
  place: {for: c in vacant, do: put man on c}
end:
  draw: die == 2 or ply > 0
match:
  until: total(Red) > 0
  points(p): 0
"""
    checked, found = check_source(Source("rolled.yaml", text))
    assert checked is not None, found
    game = Game(checked)
    referee = Referee(World(checked.definition, game.options, game.board), "")
    table = referee.start()
    for engine in (Interpreter(checked.core), Compiled(checked.core, as_python=True)):
        position, rolls = engine.start(), 0
        for step in (engine.steps(position)[0], Step("place", (0,))):  # a game with a turn begins the count anew
            position = engine.play(position, step)
        while steps := engine.steps(position):
            position, rolls = engine.play(position, steps[1]), rolls + 1
        assert rolls == TURNLESS_LIMIT
    for number in (0, 0, *[1] * TURNLESS_LIMIT):
        assert not table.over
        table = referee.play(table, referee.choices(table)[number])
    assert table.over
