"""A definition of the file becomes one of the core for each list of argument types, and few for many bounds of numbers."""

from __future__ import annotations

import pytest

from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """
name: Definitions
players: [Black, White]
board: square(3)
pieces: {{stone: {{}}}}
moves: {{place: {{for: c in vacant, do: put stone on c}}}}
define:
  one(n): |
    {body}
  half(n): n / 2
end: {{by score: full}}
score(p): half(1) + {score}
tests: {{asked: {{play: a1, 'true': '{test}'}}}}
"""


def game(body: str, score: str, test: str = "full or true") -> Game:
    return made_of(Source("definitions.yaml", GAME.format(body=body, score=score, test=test)))


def names_of(made: Game) -> list[str]:
    """What the instances of `one` are called in the core."""
    return [definition.name for definition in made.checked.core.definitions if definition.label == "one"]


def numbered(count: int) -> list[str]:
    return ["one", *(f"one.{number}" for number in range(2, count + 1))]


@pytest.mark.parametrize(
    ("body", "call", "first", "last", "count"),
    [
        ("n * 2", "one({n} if full else 0)", 1, 8, 8),
        ("n * 2", "one({n} if full else 0)", 1, 20, 10),  # the other twelve are for 0..16 and for 0..32
        ("[3, 5][n]", "(1 if one({n} if full else 0) == none else 0)", 3, 22, 10),  # a number or none, however few
        ("[3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25][n]", "one({n} if full else 1)", 1, 12, 13),  # a number where narrow alone
    ],
)
def test_after_eight_bounds_of_numbers_calls_share_definitions(body: str, call: str, first: int, last: int, count: int) -> None:
    score = " + ".join(call.format(n=n) for n in range(first, last + 1))
    assert names_of(game(body, score)) == numbered(count)


FIVE = " + ".join(f"one({n} if full else 1)" for n in range(1, 6))
RANGES = " + ".join(f"sum(one(x) for x in {n}..{n + 1})" for n in range(1, 5))
LISTED = "[" + ", ".join("0123456789")
TEN = " + ".join(f"one({n})" for n in range(1, 10))


@pytest.mark.parametrize(
    ("body", "score"),
    [
        ("[3, 5, 7, 9, 11][n] + 1", f"{FIVE} + {RANGES}"),
        ("1 if [3, 5, 7, 9, 11][n] < 7 else 2", f"{FIVE} + {RANGES}"),
        ("two(n) + 1\n  two(n): '[3, 5, 7, 9, 11][n]'", f"{FIVE} + {RANGES}"),
        ("count(y in 0..n if y < 5)", f"{TEN} + one(count(cells with stone) * 400)"),
        (
            "[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21][size(n) + 1] + 1",
            " + ".join(f"one({LISTED[: 3 * n - 1]}])" for n in range(1, 11)),
        ),
    ],
)
def test_where_wide_bounds_do_not_do_a_call_has_its_own(body: str, score: str) -> None:
    assert game(body, score).initial_state().play("a1")


def test_a_body_that_is_wrong_for_any_bounds_is_told_once() -> None:
    text = GAME.format(body="n + c", score=" + ".join(f"one({n} if full else 0)" for n in range(1, 20)), test="full")
    _, found = check_source(Source("definitions.yaml", text))
    assert [(each.code.code, each.span and each.span.text) for each in found] == [("GGL203", "c")]


@pytest.mark.parametrize("asked", ["one(a1) == a1", "one(30 if full else 20) == 20", "one(2 if full else 1) == 1"])
def test_a_question_about_a_position_may_use_a_definition_with_other_arguments(asked: str) -> None:
    """It gets a definition of its own, and those of the rules stay what they are."""
    made = game("n", "one(1 if full else 0) + one(2 if full else 0) + one(3 if full else 0)", asked)
    assert not [failure for outcome in run_tests(made.checked) for failure in outcome.failures]
    assert names_of(made) == numbered(3)


READS = """
name: Reads
players: [Black, White]
board: square(3)
pieces: {{}}
state: {{x: {{start: 0, in: 0..9}}}}
define: {{won: winner == Black, often: repetitions > 2}}
moves: {{bid: {{for: n in 0..2, where: {where}, do: add n to x}}}}
turn: {{together: bid}}
end: {{by score: {end}}}
score(p): x + (1 if {score} else 0)
"""
GIVEN = {"where": "n >= 0", "end": "x > 7 or often", "score": "won"}


@pytest.mark.parametrize(
    ("given", "findings"),
    [
        ({}, []),
        ({"score": "won or often"}, []),
        ({"end": "won or often"}, ["GGL210 won"]),
        ({"where": "often"}, ["GGL434 often"]),
    ],
)
def test_a_definition_is_refused_where_what_it_reads_is_not_known(given: dict[str, str], findings: list[str]) -> None:
    _, found = check_source(Source("definitions.yaml", READS.format(**GIVEN | given)))
    assert [f"{each.code.code} {each.span and each.span.text}" for each in found if each.code.severity == "error"] == findings
