"""First moves of a game in which each one's value is known, and pie advice."""

from __future__ import annotations

import pytest

import ggl
from ggl.agents.ladders import level_of
from ggl.agents.random_agent import RandomAgent
from ggl.analysis.first_moves import MOST_OUTCOMES, FirstMove, FirstMoves, _measured, _value, first_moves, without_pie
from ggl.analysis.wording import advice
from ggl.play.game import State
from ggl.statistics import Interval
from tests.analysis.games import FORKED, GAMBLE, PIE, game

DICE = """\
ggl: 1
name: Six dice
players: [Ann, Bob]
board: square(2)
pieces: {man: {}}
state:
  d: {start: 1, in: 1..6, each: cells}
  more: {start: 1, in: 1..6}
moves:
  place:
    for: c in vacant
    do: put man on c
turn:
  begin: |
    if ply > 0:
      roll a1.d, a2.d, b1.d, b2.d, more from 1..6
end:
  Ann wins: full and sum(c.d for c in cells) > 14
  Bob wins: full
"""


def never(done: int, of: int) -> bool:
    return False


@pytest.mark.parametrize("text", [FORKED, PIE])
def test_a_won_and_a_lost_first_move_are_known(text: str) -> None:
    found = first_moves(game(text), "mcts:sims=200", 1, never)
    values = {each.text: each.value.value for each in found.moves}
    assert values["place a1"] == 1
    assert values["place d1"] == 0
    assert found.of == len(found.moves) == 4
    assert found.moves[0].text == "place a1"
    assert found.moves[0].take is True
    assert found.moves[-1].take is False
    assert found.moves[0].sites == ("a1",)
    assert found.to_offer is not None
    assert found.to_offer.text in ("place b1", "place c1")


def test_a_pie_rule_is_left_out_while_values_are_found() -> None:
    pie = game(PIE)
    assert {str(move) for move in without_pie(pie).initial_state().play("place b1").legal_moves()} == {
        "place a1",
        "place c1",
        "place d1",
    }
    assert "swap-sides" in {str(move) for move in pie.initial_state().play("place b1").legal_moves()}
    assert without_pie(game(FORKED)).checked.core.turn.pie == ""


def _exact(state: State) -> float:
    """What the first seat gets where both play their best, and each roll comes as often."""
    if state.result is not None:
        return {"first": 1.0, "second": 0.0, None: 0.5}[state.result.seat]
    values = [_exact(state.after(move)) for move in state.legal_moves()]
    return sum(values) / len(values) if state.is_chance else max(values) if state.seat == "first" else min(values)


@pytest.mark.parametrize("which", ["hex", "gamble"])
def test_where_the_search_solves_the_game_values_are_exact(which: str) -> None:
    """For the first seat, whoever is to move after the first step; before a roll, on average."""
    made = game(GAMBLE) if which == "gamble" else ggl.load("hex", size=2, pie=False)
    found = first_moves(made, "mcts:sims=400", 1, never)
    start = made.initial_state()
    wanted = {str(move): _exact(start.after(move)) for move in start.legal_moves()}
    assert {each.text: each.value.value for each in found.moves} == pytest.approx(wanted)
    assert len(set(wanted.values())) > 1


def test_after_a_large_roll_a_search_looks_at_some_outcomes() -> None:
    begun = []

    class Counted(RandomAgent):
        def new_play(self, seed: int) -> None:
            super().new_play(seed)
            begun.append(seed)

    dice = game(DICE)
    agent, after = Counted(dice, 1), dice.initial_state().play("place a1")
    assert after.is_chance
    begun.clear()
    assert _value(agent, after, 1) == 0.5
    assert len(begun) == MOST_OUTCOMES


def test_levels_are_those_of_the_game_with_its_pie_rule() -> None:
    tabik = ggl.load("tabik", engine="interpreter")
    for level in (1, 9):
        assert str(_measured(f"level:{level}", tabik)) == level_of(tabik, level)[0].spec
    assert str(_measured("python:module:Class,level=3", tabik)) == "python:module:Class,level=3"


def test_what_knows_a_game_only_with_its_pie_rule_searches_no_first_moves() -> None:
    found = first_moves(game(PIE), "ugi:./engine", 1, never)
    assert found.moves == ()
    assert "by one of ggl's own searches, but the judge is `ugi:./engine`" in found.why_not


def test_the_search_can_be_stopped() -> None:
    found = first_moves(ggl.load("tic-tac-toe"), "mcts:sims=20", 1, lambda done, of: done == 2)
    assert (len(found.moves), found.of) == (2, 9)
    assert "7 other first moves were not searched" in " ".join(advice(found))


def test_there_is_no_map_where_a_roll_comes_first() -> None:
    found = first_moves(ggl.load("backgammon"), "mcts:sims=20", 1, never)
    assert found.moves == ()
    assert advice(found) == ["First moves were not compared: the game begins with a roll, and the best move depends on it."]


@pytest.mark.parametrize(("low", "high", "take"), [(0.51, 0.6, True), (0.4, 0.49, False), (0.45, 0.55, None)])
def test_whether_to_take_over_waits_for_the_interval(low: float, high: float, take: bool | None) -> None:
    assert FirstMove("x", (), Interval((low + high) / 2, low, high, 5)).take is take


def test_advice_names_the_move_that_is_nearest_to_even() -> None:
    moves = tuple(FirstMove(text, (), Interval(v, v - 0.03, v + 0.03, 5)) for text, v in (("a", 0.8), ("b", 0.52), ("c", 0.2)))
    said = " ".join(advice(FirstMoves(moves, "mcts", "swap-sides", 3)))
    assert "open with b, the move closest to even (52%)" in said
    assert "after 1 of the 3 first moves, and should not after 1; 1 is too close to call" in said


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((0.8, 0.7), "The second seat should take over, whatever the first move."),
        ((0.2, 0.3), "The second seat should not take over, whatever the first move."),
        ((0.5, 0.51), "Whether the second seat should take over is too close to call after every first move."),
        ((0.8, 0.5), "The second seat should take over after 1 of the 2 first moves; 1 is too close to call."),
        ((0.3, 0.5), "The second seat should not take over after 1 of the 2 first moves; 1 is too close to call."),
        ((0.8, 0.2), "The second seat should take over after 1 of the 2 first moves, and should not after 1."),
    ],
)
def test_advice_says_after_how_many_moves_to_take_over(values: tuple[float, ...], said: str) -> None:
    moves = tuple(FirstMove(str(v), (), Interval(v, v - 0.03, v + 0.03, 5)) for v in values)
    assert said in " ".join(advice(FirstMoves(moves, "mcts", "", 2)))
