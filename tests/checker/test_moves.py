"""What a move chooses from and is handed: mistakes in it, choices of several members, and the bounds of numbers."""

from __future__ import annotations

import pytest

from ggl.checker.game import CheckedGame
from ggl.checker.world import SetChoice
from ggl.core.types import Num
from ggl.diagnostics import Diagnostic
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
name: Small
players: [Black, White]
board: {board}
pieces: {{stone: {{}}}}
state: {{x: {{start: 0, in: {numbers}}}}}
moves:
  place: {{for: "{choices}", {more}do: put stone on a1{then}}}
{others}
turn: {{play: place}}
end: {{draw: full or x > 3}}
"""


USUAL = {"then": "", "others": "", "more": "", "board": "square(3)", "numbers": "0..9"}


def game(choices: str = "c in vacant", **parts: str) -> Source:
    then = f', then: "{parts["then"]}"' if "then" in parts else ""
    return Source("small.yaml", GAME.format(choices=choices, **(USUAL | parts | {"then": then})))


def following(**moves: str) -> str:
    """A move for each name that is handed a number, and what may follow it."""
    return "\n".join(
        f"  {name}(n): {{for: s in vacant, do: put stone on s{then and f', then: {then!r}'}}}" for name, then in moves.items()
    )


def errors(source: Source) -> list[Diagnostic]:
    return [each for each in check_source(source)[1] if each.code.severity == "error"]


def checked(source: Source) -> CheckedGame:
    found, told = check_source(source)
    assert found is not None, [str(each) for each in told]
    return found


ONE_ANOTHER = """\
  one(): {for: s in vacant, do: put stone on s, then: other}
  other(): {for: s in vacant, do: put stone on s, then: one}"""
MISTAKES = {
    "moves that only follow each other": (
        game(others=ONE_ANOTHER),
        ["one(): no `then` leads to `one`", "other(): no `then` leads to `other`"],
    ),
    "a word as the name of what is handed over": (
        game(then="go(1)", others="  go(full): {for: s in vacant, do: put stone on s}"),
        ["go(full): `full` already means something here"],
    ),
    "a name under `let` that is chosen as well": (
        game(more="let: {c: 1}, "),
        ["c: `c` already means something here"],
    ),
    "a word as the name of a set": (
        game("full in subsets(cells, 2)"),
        ["full: `full` already means something here"],
    ),
    "a set with more than its size": (
        game("S in subsets(cells, 2, most=3)"),
        ["subsets(cells, 2, most=3): `subsets` takes a set and how many of it are chosen"],
    ),
    "two of 400 cells": (
        game("a and b in cells", board="square(20)"),
        ["a and b in cells: there could be 79,800 sets here; 65,536 is the limit"],
    ),
}


@pytest.mark.parametrize(("source", "told"), MISTAKES.values(), ids=MISTAKES)
def test_what_is_told_of_a_mistake(source: Source, told: list[str]) -> None:
    assert [f"{each.span.text if each.span else ''}: {each.message}" for each in check_source(source)[1]] == told


def test_none_is_no_value_that_could_have_a_name_instead() -> None:
    """Of a single cell it would be told how it gets one."""
    (found,) = errors(game("c in none"))
    assert (found.message, found.help) == ("expected a set, found none", None)


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ("a and b in cells", [SetChoice("", 0, 2, 2)]),
        ("a and b and c in cells", [SetChoice("", 0, 3, 3)]),
        ("a and b in cells, c and d in cells", [SetChoice("", 0, 2, 2), SetChoice("", 2, 2, 2)]),
        ("S in subsets(cells, 1..2), a and b in cells", [SetChoice("S", 0, 2, 1), SetChoice("", 2, 2, 2)]),
    ],
)
def test_which_parameters_form_a_choice(choices: str, found: list[SetChoice]) -> None:
    assert checked(game(choices)).world.choices["place"] == tuple(found)


@pytest.mark.parametrize(
    ("numbers", "handed", "bounded"),
    [
        ("-2049..2047", "x", "max(x, LO)"),
        ("-2047..2049", "x", "min(x, HI)"),
        ("-2048..2048", "x", "max(min(x, HI), LO)"),
        ("0..9999", "x + " * 9 + "1000", f"min({'x + ' * 9}1000, HI)"),
        ("0..9999", "x + " * 9 + "10000", "min(.., HI)"),  # a text of more than 40 characters
    ],
)
def test_how_a_number_gets_bounds_that_has_too_many_values_to_be_handed_over(numbers: str, handed: str, bounded: str) -> None:
    (found,) = errors(game(then=f"go({handed})", others=following(go=""), numbers=numbers))
    assert found.help == f"pass `{bounded}`, or bound the variables it is made of with `in: LO..HI`"


def test_a_number_needs_bounds_where_those_of_what_is_handed_over_are_widened_last() -> None:
    (found,) = errors(game(then="go(x) or go(x - 1) or go(1)", others=following(go=""), numbers="0..9999"))
    assert found.span is not None
    assert found.span.text == "x - 1"


HANDED = {
    "a number that grows while another has come to rest, and is handed on": (
        game(
            then="grow(0) or rest(0) or last(x)",
            others=following(grow="grow(min(n + 1, 99))", rest="rest(min(n + 1, 3)) or next(n)", next="last(n)", last=""),
        ),
        {"grow": Num(0, 99), "rest": Num(0, 3), "next": Num(0, 3), "last": Num(0, 9)},
    ),
    "half a number that shrinks": (
        game(then="go(1/2)", others=following(go="go(max(n - 1, -9))")),
        {"go": Num(-18, 1, 2)},
    ),
}


@pytest.mark.parametrize(("source", "types"), HANDED.values(), ids=HANDED)
def test_the_bounds_of_the_numbers_that_are_handed_over(source: Source, types: dict[str, Num]) -> None:
    _, *others = checked(source).core.schemas
    assert {schema.name: schema.params[0].type for schema in others} == types
