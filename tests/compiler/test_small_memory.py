"""With room for too few steps the compiled engine takes a larger memory, and answers as the interpreter does."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from ggl.compiler.runtime.engine import ArenaFullError, Compiled
from ggl.errors import GglError
from ggl.play.loading import load

GAMES = Path(__file__).parents[1] / "language/games"
FEATURES = (
    "a_free_pass_is_a_turn_and_no_move",
    "a_forced_pass_is_for_who_cannot_move",
    "a_pie_choice_is_a_turn_that_until_end_and_begin_follow",
    "a_pie_choice_leaves_no_position_behind",
    "optional_stands_in_front_and_is_true_of_all",
    "rolls_are_steps_that_nobody_chooses",
    "a_free_pass_stands_beside_the_moves_of_the_first_tier",
    "deals_draw_without_putting_back",
    "what_follows_may_have_conditions_and_tiers",
    "numbers_are_held_to_their_bounds",
    "a_later_tier_comes_where_what_is_ensured_bars_the_first",
)
ROOM = (1, 2, 3, 4, 6, 9)


@pytest.mark.parametrize("name", FEATURES)
def test_with_little_room_the_same_is_listed_and_drawn(name: str) -> None:
    state = load(GAMES / f"{name}.yaml").initial_state()
    small = Compiled(state.game.checked.core, as_python=True)
    rng, grown, room = random.Random(name), 0, small.room

    def has(most: int) -> None:
        small.room = replace(room, most=most)

    for _ in range(16):
        steps = state.game.interpreter.steps(state.position)
        for most in ROOM:
            for seed in range(3):
                has(most)
                assert small.draw(state.position, seed) == state.game.interpreter.draw(state.position, seed)
                grown += small.room.grown
            has(most)
            assert small.steps(state.position) == steps
            grown += small.room.grown
        if not steps:
            break
        state = state.after(rng.choice(state.legal_moves()))
    assert grown


def test_what_a_draw_keeps_of_a_fan_stays_within_its_room() -> None:
    small, kept = Compiled(load(GAMES / "the_higher_total_wins_the_match.yaml").checked.core, as_python=True), 0
    start = small.start()
    for most in range(2, 40):
        small.room = replace(small.room, most=most)
        small.start()
        v, top = small.new_memory(small.room)
        small.load(v, start)
        room = v[: top + most * small.emitted.row]
        with suppress(ArenaFullError):
            small.call("draw", room, len(room), top, most, 7)
            kept += 1
    assert 0 < kept < 38


LOOKS_AHEAD = """
ggl: 1
name: Two stones
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
moves:
  put: {for: c in vacant, do: put stone on c}
turn: {continue: steps < 2, least: steps}
end: {draw: ply > 5}
"""


@pytest.mark.parametrize("asked", ["list", "sample", "apply"])
def test_a_cursor_whose_memory_grows_while_it_looks_ahead_stays_where_it_is(asked: str, tmp_path: Path) -> None:
    """The look-ahead makes the steps in the position itself, and a memory that is full interrupts it."""
    (tmp_path / "two.yaml").write_text(LOOKS_AHEAD.replace("square(4)", "square(12)"), "utf-8")
    game = load(tmp_path / "two.yaml", engine="compiled")
    state, engine = game.initial_state(), game.engine
    assert isinstance(engine, Compiled)
    cursor, grown = state.cursor(), engine.room.grown
    if asked == "list":
        assert cursor.legal_actions() == list(range(144))
    elif asked == "sample":
        assert cursor.sample() in range(144)
    else:
        cursor.apply(3)
        state = state.apply(3)
    assert engine.room.grown > grown
    assert tuple(cursor.vector) == tuple(state.vector)


def test_a_cursor_stays_where_it_is_if_whole_turns_are_too_long_to_be_listed(tmp_path: Path) -> None:
    endless = LOOKS_AHEAD.replace("for: c in vacant, do: put stone on c", "for: c in cells, do: put stone on c")
    (tmp_path / "two.yaml").write_text(endless.replace("steps < 2", "true"), "utf-8")
    state = load(tmp_path / "two.yaml", engine="compiled").initial_state()
    cursor = state.cursor()
    for ask in (cursor.legal_actions, cursor.sample, lambda: cursor.apply(0)):
        with pytest.raises(GglError):
            ask()
        assert tuple(cursor.vector) == tuple(state.vector)
