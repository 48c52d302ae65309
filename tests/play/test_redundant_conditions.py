"""Advice of `check --play` is taken, on real games and on made ones, and every position has the same legal moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings

from ggl.core import forms as f
from ggl.engine.protocol import Position, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.game import Game
from ggl.play.loading import check_source, load
from ggl.play.redundant_conditions import needless
from ggl.play.trial import trial
from ggl.source import Source
from tests.generated.texts import texts

HEAD = "ggl: 1\nname: T\nplayers: [Black, White]\nboard: square(3)\npieces: {stone: {}}\n"
QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
GAMES, STEPS = 4, 30


def game(text: str) -> Game:
    checked, found = check_source(Source("t.yaml", text))
    assert checked is not None, found
    return Game(checked, "interpreter")


def plays(engine: Interpreter) -> Iterator[list[Position]]:
    for number in range(GAMES):
        rng, position = random.Random(number), engine.start()
        play = [position]
        while len(play) < STEPS and (steps := engine.steps(position)):
            position = engine.play(position, rng.choice(steps))
            play.append(position)
        yield play


def without(game: Game, move: str, condition: f.Condition) -> Interpreter:
    """An engine of the rules in which one part of a move's conditions is left out."""
    core = game.checked.core

    def cut(conditions: tuple[f.Condition, ...]) -> Iterator[f.Condition]:
        for each in conditions:
            test = less(each.test)
            if test is not None:
                yield replace(each, test=test)

    def less(test: f.Expr) -> f.Expr | None:
        if test == condition.test and test.span == condition.span:
            return None
        if not isinstance(test, f.And):
            return test
        parts = tuple(kept for part in test.parts if (kept := less(part)) is not None)
        return replace(test, parts=parts)

    schemas = tuple(
        replace(each, guard=tuple(cut(each.guard)), ensure=tuple(cut(each.ensure))) if each.name == move else each
        for each in core.schemas
    )
    return Interpreter(replace(core, schemas=schemas))


def advice_is_sound(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The conditions that are said to be needless, where all positions of some plays are looked at."""
    monkeypatch.setattr("ggl.play.redundant_conditions.MOST_BINDINGS", 10**9)
    monkeypatch.setattr("ggl.play.redundant_conditions.FEWEST_POSITIONS", 1)
    engine = game.interpreter
    played = list(plays(engine))
    positions = [position for play in played for position in play]
    ended = [play[-1] for play in played if not engine.steps(play[-1])]
    found = needless(game, positions, ended)
    for each in found:
        other = without(game, each.move, each.condition)
        for position in positions:
            steps = engine.steps(position)
            assert other.steps(position) == steps, each
            for step in steps:  # which positions have stood before, is kept only where a condition asks it
                assert other.play(position, step).vector == engine.play(position, step).vector, each
    return [f"{each.move}: {each.condition.span.text}" for each in found if each.condition.span is not None]


@pytest.mark.parametrize("name", ["amazons", "clobber", "connect-four", "sgibun", "nine-mens-morris", "tiku", "backgammon"])
def test_a_condition_that_never_decided_can_be_left_out_of_a_real_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    advice_is_sound(load(name, engine="interpreter"), monkeypatch)


@settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(texts())
def test_a_condition_that_never_decided_can_be_left_out_of_a_game_that_nobody_wrote(text: str) -> None:
    advice_on_a_made_game_is_sound(text)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(texts())
def test_a_condition_that_never_decided_can_be_left_out_of_many_games_that_nobody_wrote(text: str) -> None:
    advice_on_a_made_game_is_sound(text)


def advice_on_a_made_game_is_sound(text: str) -> None:
    checked, _ = check_source(Source("made.yaml", text))
    assume(checked is not None)
    assert checked is not None
    with pytest.MonkeyPatch.context() as patch:
        try:
            advice_is_sound(Game(checked, "interpreter"), patch)
        except WorkLimitError:
            assume(False)


FOLLOWED = """
moves:
  place:
    for: c in vacant
    do: put stone on c
    then: grow(c)
  grow(c):
    for: x in neighbors(c)
    where:
      free: empty(x)
      low: LOW
    do: put opponent stone on x
turn: {pass: forced}
end: {draw: ply >= 6}
"""


def test_a_condition_that_alone_ends_a_turn_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """No position is left behind in which the follow-up is refused: the turn is over there."""
    rules = game(HEAD + FOLLOWED.replace("LOW", "c.row == 2"))
    assert advice_is_sound(rules, monkeypatch) == []
    assert "GGL704" not in [each.code.code for each in trial(rules, 6)]


def test_a_condition_of_a_follow_up_that_always_holds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game(HEAD + FOLLOWED.replace("LOW", "x.row < 9 + ply"))
    assert advice_is_sound(rules, monkeypatch) == ["grow: x.row < 9 + ply"]


@pytest.mark.parametrize("end", ["mover loses: stuck", "draw: ply > 5"])
def test_a_condition_that_ends_the_game_by_refusing_all_moves_decides(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a rule that asks for legal moves, or by the draw of a mover who can neither move nor pass."""
    text = HEAD + "moves:\n  place:\n    for: c in cells\n    where:\n      free: empty(c)\n      few: ply < 4\n"
    text += f"    do: put stone on c\nend: {{{end}}}\n"
    assert advice_is_sound(game(text), monkeypatch) == []


@pytest.mark.parametrize("end", ["mover wins: able(place(c=a1)) and ply > 4", "mover wins: stuck(Black) and ply > 3"])
def test_nothing_is_said_of_a_move_that_rules_ask_for_elsewhere(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "moves:\n  place:\n    for: c in cells\n    where:\n      free: empty(c)\n      bare: not stone on c\n"
    text += f"    do: put stone on c\nturn: {{pass: forced}}\nend:\n  {end}\n  draw: ply >= 7\n"
    assert advice_is_sound(game(text), monkeypatch) == []


SWAP = """
moves:
  put_two:
    for: a in vacant, b in vacant
    where: WHERE
    do: |
      put stone on a
      SECOND
turn: {pass: forced}
end: {draw: ply >= 3}
"""


@pytest.mark.parametrize(
    ("where", "second", "is_advised"),
    [
        ("a != b", "put stone on b", True),
        ("a != b", "put opponent stone on b if ply > 0", False),  # alike at the start only
        ("a != b and not (ply > 0 and b < a)", "put stone on b", False),
    ],
)
def test_to_keep_one_of_two_is_advised_only_where_both_always_do_the_same(where: str, second: str, is_advised: bool) -> None:
    if "opponent" in second:
        second = "put stone on b if ply == 0\n      " + second
    rules = game(HEAD + SWAP.replace("WHERE", where).replace("SECOND", second))
    helps = [each.help or "" for each in trial(rules, 4) if each.code.code == "GGL707"]
    assert len(helps) == 1
    assert ("`for: a and b in ..`" in helps[0]) is is_advised


def test_the_advice_to_keep_one_of_two_leaves_each_result_once() -> None:
    text = HEAD + SWAP.replace("SECOND", "put stone on b").replace("WHERE", "a != b")
    together = text.replace("a in vacant, b in vacant", "a and b in vacant").replace("    where: a != b\n", "")
    both, one = game(text).interpreter, game(together).interpreter
    for play in plays(both):
        for position in play:
            reached = {both.play(position, step) for step in both.steps(position)}
            kept = [one.play(position, step) for step in one.steps(position)]
            assert len(kept) == len(set(kept))
            assert set(kept) == reached


def test_a_next_step_is_looked_for_only_where_the_turn_may_go_on() -> None:
    engine = game(
        "ggl: 1\nname: Twice\nplayers: [A, B]\nboard: square(2)\npieces: {stone: {}}\n"
        "moves:\n  place: {for: c in vacant, do: put stone on c}\nturn: {continue: steps < 2}\nend: {draw: full}\n"
    ).interpreter
    start = engine.start()
    inside = engine.play(start, engine.steps(start)[0])
    assert len(list(engine.interiors(start, engine.steps(start)[0]))) == 1
    assert not list(engine.interiors(inside, engine.steps(inside)[0]))
