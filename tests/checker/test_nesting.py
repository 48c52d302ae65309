"""How deep rules may be nested, through definitions, and where it is told that they are too deep."""

from __future__ import annotations

import pytest

from ggl.checker import game as game_module
from ggl.checker.nesting import DEEPEST_RULES
from ggl.play.loading import check_source
from ggl.source import Source

AROUND = 107
"""The levels of an end rule that asks `deep`: the rule, 100 connectives, four definitions, a comparison and its number."""


def nested(levels: int, inner: str) -> str:
    """A condition with so many connectives, each within the one before."""
    for level in range(levels):
        inner = f"x > 1 {('and', 'or')[level % 2]} ({inner})"
    return inner


def game(end: str, more: str = "") -> str:
    return f"""\
ggl: 1
name: Deep
players: [Black, White]
board: square(3)
pieces: {{stone: {{}}}}
state:
  x: {{start: 0, in: 0..9}}
  marks: {{start: 0, in: 0..9, each: turns}}
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      add 1 to marks
define:
  deep: {nested(25, "deeper")}
  deeper: {nested(25, "lower")}
  lower: {nested(25, "lowest")}
  lowest: {nested(25, "x < 9")}
{more}end:
  draw: {end}
"""


TOO_DEEP = f"with definitions inlined, these rules are nested more than {DEEPEST_RULES} deep"


def found(text: str) -> list[tuple[str, str]]:
    """The errors in a game, each with the text that it is about."""
    all_ = check_source(Source("deep.yaml", text))[1]
    return [(each.message, each.span.text) for each in all_ if each.code.severity == "error" and each.span]


def test_rules_may_be_nested_as_deep_as_the_limit() -> None:
    as_deep, deeper = (nested(DEEPEST_RULES + more - AROUND, "deep") for more in (0, 1))
    assert found(game(as_deep)) == []
    assert found(game(deeper)) == [(TOO_DEEP, deeper)]


def test_what_begins_a_turn_and_is_too_deep_is_told_of_the_game() -> None:
    begin = f"turn:\n  begin: set x to 0 if {nested(20, 'deep')}\n"
    assert found(game("full", begin)) == [(TOO_DEEP, "Deep")]


def test_rules_that_are_nested_too_deep_are_looked_at_no_further() -> None:
    begin, late = "turn: {begin: add 1 to x}\n", "x > 8 and marks > 0"
    deep = f"{late} and ({nested(20, 'deep')})"
    assert [place for _, place in found(game(late, begin))] == [late]  # too late to read `marks`
    assert found(game(deep, begin)) == [(TOO_DEEP, deep)]


def test_rules_that_are_too_deep_to_be_built_are_refused_at_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def lifted(_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(game_module, "lift", lifted)
    assert found(game("full")) == [(TOO_DEEP, "Deep")]
