"""Threatened ends: the turns with which the next side would win if the side to move did nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import ggl
from ggl.play.game import State
from ggl.play.loading import made_of
from ggl.play.threats import threats
from ggl.source import Source

LINES = [
    *(tuple(f"{file}{rank}" for file in "abc") for rank in "123"),
    *(tuple(f"{file}{rank}" for rank in "123") for file in "abc"),
    ("a1", "b2", "c3"),
    ("a3", "b2", "c1"),
]


def after(state: State, moves: Sequence[str]) -> State:
    for text in moves:
        state = state.after(state.read(text))
    return state


def told(state: State) -> tuple[str, set[str]]:
    found = threats(state)
    assert found is not None
    return found.side, {", ".join(map(str, turn)) for turn in found.turns}


def test_the_cells_that_complete_a_line_are_threats_in_each_position_of_random_plays() -> None:
    rng, game, seen = random.Random(4), ggl.load("tic-tac-toe"), 0
    for _ in range(30):
        state, stands = game.initial_state(), dict[str, str]()
        while not state.is_over:
            other = next(side for side in state.seats if side != state.mover)
            wanted = {
                cell
                for line in LINES
                for cell in line
                if cell not in stands and all(stands.get(each) == other for each in line if each != cell)
            }
            assert told(state) == (other, {f"place {cell}" for cell in wanted})
            seen += len(wanted)
            move = rng.choice(state.legal_moves())
            stands[str(move).removeprefix("place ")] = state.mover
            state = state.after(move)
    assert seen > 30


def test_a_mate_on_the_next_move_is_a_threat() -> None:
    state = after(ggl.load("chess").initial_state(), ["e2 - e4", "e7 - e5", "d1 - h5", "b8 - c6", "f1 - c4"])
    side, turns = told(state)
    assert (state.mover, side) == ("Black", "White")
    assert turns == {"h5 - f7"}
    assert told(after(state, ["g7 - g6", "h5 - f3"]))[1] == {"f3 - f7"}
    assert told(after(state, ["g7 - g6", "h5 - f3", "g8 - f6"])) == ("Black", set())


TURNS = """ggl: 1
name: Counted
players: [Red, Blue]
board: square(2)
pieces: {man: {}}
state: {gold: {start: 0, in: 0..9, each: players}}
moves:
  one: {for: c in cells, where: empty(c), do: add 1 to mover.gold, then: two}
  two: {for: c in cells, where: empty(c), do: add 1 to mover.gold}
end: {player p wins: p.gold >= 4}
"""


def test_a_threat_is_a_whole_turn_with_its_steps() -> None:
    state = after(made_of(Source("turns.yaml", TURNS)).initial_state(), ["one a1", "two a1", "one b1"])
    found = threats(after(state, ["two b1"]))
    assert found is not None
    assert found.side == "Blue"
    assert {tuple(step.schema for step in turn) for turn in found.turns} == {("one", "two")}
    assert len(found.turns) == 16
    in_mid_turn = threats(state)
    assert in_mid_turn is not None, "the turn is thought to end where it stands"
    assert (in_mid_turn.side, len(in_mid_turn.turns)) == ("Red", 16)


def test_so_many_steps_are_looked_at() -> None:
    state = after(made_of(Source("turns.yaml", TURNS)).initial_state(), ["one a1", "two a1", "one b1", "two b1"])
    found = threats(state, most=7)
    assert found is not None
    assert len(found.turns) == 5, "two of the seven begin turns"


def test_a_pass_before_counts_for_nothing() -> None:
    state = after(ggl.load("go").initial_state(), ["pass"])
    assert threats(state) is not None
    assert told(state)[1] == set(), "a second pass would end the game, but nobody passes here"


@pytest.mark.parametrize("game", ["pig", "backgammon"])
def test_nothing_is_told_where_dice_come_first(game: str) -> None:
    state = ggl.load(game).initial_state()
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
    assert threats(state) is None


def test_nothing_is_told_when_the_play_is_over() -> None:
    state = after(ggl.load("tic-tac-toe").initial_state(), ["a1", "a2", "b1", "b2", "c1"])
    assert state.is_over
    assert threats(state) is None
