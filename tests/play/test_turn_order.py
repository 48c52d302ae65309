"""What happens when in a turn, beside the small games of `tests/language`: the English of it, explanations, findings, records."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ggl.play.game import Game
from ggl.play.loading import made_of
from ggl.play.turns import Gathered
from ggl.source import Source

GAMES = Path(__file__).parent.parent / "language/games"


def told(game: Game) -> str:
    """The rules in English, on one line."""
    return " ".join(game.rules_text(exact=True).split())


def small(fact: str) -> str:
    """The text of the small game of a fact, without its tests."""
    return (GAMES / f"{fact}.yaml").read_text(encoding="utf-8").partition("tests:")[0]


def game_of(text: str) -> Game:
    return made_of(Source("<text>", text))


@pytest.mark.parametrize("then", ["optional grow(c) or balance(c)", "optional grow(c) or optional balance(c)"])
def test_the_rules_say_that_one_may_stop_whichever_move_would_follow(then: str) -> None:
    text = small("optional_stands_in_front_and_is_true_of_all")
    assert ", or stop there." in told(game_of(text.replace("optional grow(c) or balance(c)", then)))


def test_the_rules_say_that_one_must_go_on_where_nothing_is_optional() -> None:
    text = small("optional_stands_in_front_and_is_true_of_all")
    said = told(game_of(text.replace("optional ", "")))
    assert "; if that is not possible, your turn ends." in said
    assert "stop" not in said


PIES = (
    "a_pie_choice_is_a_turn_that_until_end_and_begin_follow",
    "a_pie_choice_leaves_last_alone",
    "the_pie_choice_waits_for_the_first_turn_of_the_second_side",
)


@pytest.mark.parametrize("fact", PIES)
def test_a_pie_choice_is_one_turn_of_a_record_and_of_a_count(fact: str) -> None:
    text = small(fact).replace("choose: false", "choose: true")
    state, rng, made, chosen = game_of(text).initial_state(), random.Random(2), Gathered(), 0
    while not state.is_over and len(made.turns) < 12:
        moves = state.legal_moves()
        choices = [move for move in moves if str(move).startswith(("take-", "swap-"))]
        move = choices[0] if choices else moves[rng.randrange(len(moves))]
        chosen += bool(choices)
        state = state.after(move)
        made.add(move, state)
        assert made.done == state.ply or state.is_over  # a roll may end the game in a turn that has only begun
    assert chosen == 1
    assert sum(turn[-1].startswith(("take-", "swap-")) for turn in made.turns) == 1


@pytest.mark.parametrize(("choice", "white"), [("take-white", "second"), ("take-black", "first")])
def test_whoever_takes_the_other_side_sits_there(choice: str, white: str) -> None:
    game = game_of(small("both_pie_rules_exchange_seats_only").replace("choose: false", "choose: true"))
    after = game.initial_state().play("a1").play(choice)
    assert after.seats == {"White": white, "Black": "second" if white == "first" else "first"}
    assert after.mover == "Black"


def test_why_says_when_sides_are_chosen() -> None:
    text = small("the_pie_choice_waits_for_the_first_turn_of_the_second_side").replace("choose: false", "choose: true")
    first = game_of(text).initial_state().play("a1")
    assert "sides can be chosen only in the second side's first turn" in str(first.explain("take-red"))
    assert "the player of Blue chooses a side now" in str(first.play("b2").explain("c3"))


def test_a_position_made_by_hand_after_one_turn_offers_the_choice() -> None:
    game = game_of(small("sides_are_swapped_in_the_first_turn_of_the_second_side_only"))
    for ply, offered in ((0, False), (1, True), (2, False)):
        state = game.position("put Red stone on a1", "Blue", ply=ply)
        assert ("swap-sides" in map(str, state.legal_moves())) == offered


def test_after_a_pie_choice_the_side_that_chose_is_asked_first() -> None:
    """In a line that waits for the begin of the next turn, as in one that does not."""
    text = """
ggl: 1
name: Both
players: [Red, Blue]
board: square(2)
pieces: {stone: {}}
state: {turns: {start: 0, in: 0..9}}
moves:
  place: {for: c in vacant, do: put stone on c}
turn:
  pie: swap-sides
  begin: add 1 to turns
end:
  player p wins: turns > 2
"""
    waiting = game_of(text).initial_state().play("a1").play("swap-sides")
    at_once = game_of(text.replace("turns > 2", "ply > 1")).initial_state().play("a1").play("swap-sides")
    assert str(waiting.result).startswith("Blue wins")
    assert str(at_once.result).startswith("Blue wins")


def test_the_rules_say_which_position_is_counted_while_a_turn_is_not_over() -> None:
    said = told(game_of(small("repetition_within_a_turn_foresees_who_is_next")))
    assert "The position that the turn leaves has not occurred before." in said
    assert "the position that counts is the one it would leave if it ended now, with the next side to move." in said
    ended = told(game_of(small("repetition_counts_the_position")))
    assert "would leave" not in ended
    assert "the same position has occurred at least 3 times" in ended


def test_a_definition_is_counted_in_its_own_way_where_it_is_used() -> None:
    """In `ensure` it is about the position that is left, in `end` about the one that stands."""
    game = game_of(small("a_position_that_stood_before_can_be_forbidden"))
    state = game.initial_state().play("p1 p2")
    assert state.ask("fresh") is True
    assert state.explain("p4 p3").legal
    assert [one.name for one in game.checked.core.definitions if one.label == "fresh"] == ["fresh", "fresh.2"]
