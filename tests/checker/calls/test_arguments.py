"""Calls whose arguments do not fit: where that is told, in which words, and what is offered instead. The game is that of
`test_types.py`."""

import pytest

from ggl.diagnostics import Diagnostic
from tests.checker.test_types import typed

MISTAKES = [
    ("touching(S, p)", "p", "expected a set of cells, found a player"),
    ("touching(q, S)", "q", "expected a set of cells, found a cell or none"),
    ("touching(none, S)", "none", "expected a set of cells, found none"),
    ("connected(S, L, p)", "p", "expected a set of cells, found a player"),
    ("step(directions, north)", "directions", "expected a cell, found a set of directions"),
    ("step(north, p)", "north", "expected a cell, found a direction"),
    ("step(c, S)", "S", "expected a direction, found a set of cells"),
    ("steps(S, c)", "S", "expected a cell, found a set of cells"),
    ("row(n=c)", "c", "expected a number, found a cell"),
    ("row(c)", "row(c)", "`row` of a cell is written after a dot"),
    ("count(S, by=1)", "count(S, by=1)", "`count` does not take these arguments"),
    ("stretched(c, 2)", "stretched", "unknown name `stretched`"),  # only the prelude has it
]


def mistake(text: str) -> Diagnostic:
    found = typed(text)
    assert isinstance(found, Diagnostic)
    return found


@pytest.mark.parametrize(("text", "place", "message"), MISTAKES, ids=[text for text, _, _ in MISTAKES])
def test_an_argument_that_does_not_fit_is_told_at_its_place(text: str, place: str, message: str) -> None:
    found = mistake(text)
    assert (found.span and found.span.text, found.message) == (place, message)
    assert "for d in" not in (found.help or "")


@pytest.mark.parametrize("word", ["step", "sight"])
def test_a_word_of_one_direction_is_written_for_several_as_a_list(word: str) -> None:
    assert f"write `({word}(c, d) for d in orthogonal)`" in (mistake(f"{word}(c, orthogonal)").help or "")
    assert "for d in" not in (mistake("ray(c, orthogonal)").help or "")


FIXES = [
    ("step(north, c)", "north, c", "c, north"),
    ("step(north, c, n=2)", "north, c", "c, north"),
    ("steps([north, south], c)", "[north, south], c", "c, [north, south]"),
    ("step(c, north, dd=south)", "dd", "d"),
    ("all(empty(S))", "all(empty(S))", "all(empty(x) for x in S)"),
    ("any( empty(S))", "empty(S)", "all(empty(x) for x in S)"),
    ("all(empty(S) and fast)", "empty(S)", "all(empty(x) for x in S)"),
    ("(empty(S))", "empty(S)", "all(empty(x) for x in S)"),
]


@pytest.mark.parametrize(("text", "place", "replacement"), FIXES, ids=[text for text, _, _ in FIXES])
def test_what_is_offered_instead(text: str, place: str, replacement: str) -> None:
    fix = mistake(text).fix
    assert fix is not None
    assert (fix.span.text, fix.replacement) == (place, replacement)


def test_sites_of_any_type_are_taken() -> None:
    assert str(typed("around(edges)").type) == "set of edges"
