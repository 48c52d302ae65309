"""Choices made together: what is seen of them, and when they are carried out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.side_by_side import compared
from ggl.source import Source

ROOT = Path(__file__).parents[2]
ALL = "tests/language/games/all_choose_at_once.yaml"
SOME = "tests/language/games/some_phases_choose_at_once.yaml"
FILES = ("games/rock-paper-scissors.yaml", "examples/kuhn-poker-3.yaml", ALL, SOME)


@cache
def game(path: str) -> ggl.Game:
    return ggl.load(ROOT / path, engine="interpreter")


def after(path: str, *moves: str) -> ggl.State:
    state = game(path).initial_state()
    for move in moves:
        state = state.play(move)
    return state


def choices(state: ggl.State, viewer: str) -> dict[str, object]:
    """What a side sees of the choices: the code of each entry, None where it is not known."""
    view, layout = state.view(viewer), state.game.layout
    return {
        f"{name.removeprefix('choice.')} of {player}": view.vector[place] if view.knows(place) else None
        for name in layout.slots
        if name.startswith("choice.")
        for player, place in zip(state.game.players, range(layout.at(name, 0), layout.at(name, 0) + 9), strict=False)
    }


def test_others_see_no_choice_before_all_have_chosen() -> None:
    stone, paper = after(FILES[0], "rock"), after(FILES[0], "paper")
    assert stone != paper
    assert stone.information("Right") == paper.information("Right")
    assert stone.view("Right") == paper.view("Right")
    assert stone.information("Left") != paper.information("Left")
    assert [move.text for move in stone.view("Right").legal_moves()] == ["rock", "paper", "scissors"]
    assert stone.play("rock").information("Right") != paper.play("rock").information("Right")


def test_in_a_phase_of_choices_others_see_none_before_all_have_chosen_and_in_the_others_each_move() -> None:
    low, high = after(SOME, "offer 1"), after(SOME, "offer 2")
    for side in ("Green", "Blue"):
        assert low.information(side) == high.information(side)
        assert low.view(side) == high.view(side)
    assert low.information("Red") != high.information("Red")
    placing = after(SOME, "offer 1", "offer 0", "offer 1", "offer 1", "offer 0", "offer 1")
    assert placing.play("a1").information("Blue").told()[-1] == "place a1"


def test_a_turn_of_a_phase_of_choices_is_one_whole_turn_of_all() -> None:
    first = after(SOME).legal_turns()[0]
    assert [move.text for move in first] == ["offer 0", "offer 0", "offer 0"]
    placing = after(SOME, "offer 1", "offer 0", "offer 1", "offer 1", "offer 0", "offer 1")
    assert {len(turn) for turn in placing.legal_turns()} == {1}


def test_a_choice_announces_when_it_is_carried_out() -> None:
    """Each choice by itself, and `resolve` after them."""
    before = after(ALL, "roll 1", "lay b1 2", "lay b2 0")
    assert not [line for line in before.information("Blue").told() if "announced" in line]
    state = before.play("wait")
    told = {side: [line for line in state.information(side).told() if "announced" in line] for side in state.game.players}
    assert told == {
        "Red": ["announced: highest > 1 true"],
        "Green": ["announced: highest > 1 true"],
        "Blue": ["announced: n 2", "announced: n 0", "announced: highest > 1 true"],
    }


def test_others_are_told_what_a_move_shows_once_all_have_chosen() -> None:
    before = after(ALL, "roll 1", "lay b1 1", "lay b2 0")
    assert choices(before, "Green") == {"c of Red": None, "c of Green": 4, "c of Blue": None,
                                        "n of Red": None, "n of Green": 0, "n of Blue": None}  # fmt: skip
    done = before.play("wait")
    seen = choices(done, "Green")
    assert (seen["c of Red"], seen["n of Red"]) == (None, 1)
    assert (seen["c of Green"], seen["n of Green"]) == (4, 0)
    assert seen["c of Blue"] is seen["n of Blue"] is None
    assert done.information("Green").told()[:3] == ["roll 1", "lay b2 0", "Red: lay ? 1"]
    assert done.information("Blue").told()[:4] == ["roll 1", "wait", "Red: lay ? 1", "Green: lay ? 0"]


def test_a_choice_of_which_nothing_is_shown_looks_like_none_told() -> None:
    lines = after(ALL, "roll 1", "wait", "wait", "wait").information("Green").told()
    assert lines == ["roll 1", "wait", "announced: highest > 1 false"]
    lines = after(FILES[0], "rock", "rock", "rock", "paper").information("Right").told()
    assert lines == ["rock", "Left: rock", "paper", "Left: rock"]


LETS = """\
ggl: 1
name: Lets
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state:
  found: {start: 0, in: 0..9, each: players}
moves:
  place:
    for: c in vacant
    let:
      there: count(taken_cells)
    do: |
      set mover.found to there
      put stone on c
turn:
  together: place
  by: (p in players if count(taken_cells) < 2)
end:
  draw: ply == 9
"""


@cache
def of_lets() -> ggl.Game:
    checked, found = check_source(Source("lets.yaml", LETS))
    assert checked is not None, found
    return Game(checked)


def test_a_let_is_read_when_the_choice_is_carried_out() -> None:
    done = of_lets().initial_state().play("place a1").play("place b1")
    found = done.game.layout.at("found", 0)
    assert done.vector[found : found + 2] == (0, 1)


def test_where_nobody_is_to_choose_the_game_is_a_draw() -> None:
    done = of_lets().initial_state().play("place a1").play("place b1")
    assert done.result is not None
    assert (done.winner, done.result.reason) == (None, "no legal move")


def test_a_deal_shows_the_card_to_those_who_see_where_it_goes() -> None:
    path = "games/kuhn-poker.yaml"
    one, other = after(path, "roll card_1", "roll card_3"), after(path, "roll card_1", "roll card_2")
    assert one.information("First") == other.information("First")
    assert one.information("Second") != other.information("Second")
    assert one.information("First").told() == ["roll card_1", "roll"]
    assert one.information("Second").told() == ["roll", "roll card_3"]


def test_a_view_of_a_hidden_deal_has_a_picture() -> None:
    state = after("games/kuhn-poker.yaml", "roll card_1")
    assert state.is_chance
    assert "card_1" in str(state.view("First"))
    assert "card_1" not in str(state.view("Second"))


def test_whole_turns_are_the_choices_of_all() -> None:
    turns = game(FILES[0]).initial_state().legal_turns()
    assert len({tuple(move.text for move in turn) for turn in turns}) == 9


@pytest.mark.parametrize("path", FILES)
def test_both_engines_play_the_same_games(path: str) -> None:
    found = compared(game(path), 20, seed=7, seconds=20)
    assert found is not None
    assert found.difference is None
    assert found.games > 0


def test_the_side_that_chooses_next_is_to_move_and_does_not_go_on_with_the_turn_of_another() -> None:
    assert "Right to move" in str(after("games/rock-paper-scissors.yaml", "rock"))


OVER_GAMES = """
ggl: 1
name: Over games
players: [Ann, Bob]
board: square(1)
state: {guess: {start: 0, in: 0..6, each: players}}
moves:
  say: {for: n in 1..6, do: set mover.guess to n}
  nod: {shows: name, for: n in 1..6, do: set mover.guess to n}
turn: {together: say or nod}
end: {by score: ply == 1}
score(p): p.guess
match: {until: "any(p in players if total(p) >= 12)"}
"""


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_choices_that_end_a_game_of_a_match_are_told(engine: str) -> None:
    checked, found = check_source(Source("t.yaml", OVER_GAMES))
    assert checked is not None, found
    state = Game(checked, engine).initial_state()
    for first, second in (("say 5", "nod 1"), ("say 5", "nod 2")):
        before = state
        state = state.play(first).play(second)
        begin = len(before.information("Ann").entries)
        assert state.information("Ann").heard(begin) == ["say 5", "Bob: nod ?"]
        assert state.information("Bob").heard(len(before.information("Bob").entries)) == [second, "Ann: say 5"]
