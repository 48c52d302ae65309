"""Sets and lists written out, their members by place, and lists of one value for each."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.checker.expressions.small import found, told, value

MAYBE = "GGL207 expected a number, but this may be none"


@pytest.mark.parametrize(
    ("asked", "is_"),
    [
        ("[1/2, 1, 3]", (Fraction(1, 2), 1, 3)), ("[[1/2], [1]]", ((Fraction(1, 2),), (1,))),
        ("[[1], [2, 3], []]", ((1,), (2, 3), ())),
        ("size([mark, a1])", 1), ("size([mark, mark])", 0), ("(sorted(cells) + [b1])[2] == b1", True),
        ("[a1, step(a1, south), b1][2] == b1", True), ("([1, 2] + [ply])[2]", 2), ("[[1, 2], [3]][2]", (3,)),
        ("sum(ply + 1 for c in cells)", 9), ("sum(ply for c in cells)", 0),
        ("any(sum(n for c in cells) == 9 * n for n in 2..3)", True),
        ("(mover for c in corners)", ("Red",) * 4), ("size(c for c in corners if c.row == 1)", 2),
    ],
)  # fmt: skip
def test_what_is_in_it(asked: str, is_: object) -> None:
    assert value(asked, {"state": "{mark: {start: none, in: cells}}"}) == is_


@pytest.mark.parametrize(
    ("asked", "messages"),
    [
        ("any([7, 8, 9][c.row] + ply > 9 for c in cells)", [MAYBE]),  # a row might be as large as the board
        ("any([7, 8, 9][n] + ply > 9 for n in 1..3)", []),
        ("any([7, 8, 9][n] + ply > 9 for n in 0..2)", [MAYBE]),
        ("any([7, 8, 9][n] + ply > 9 for n in 2..4)", [MAYBE]),
        ("(c in cells if empty(c))[1] == a1", ["GGL205 a set has no first or second member"]),
        ("(c for c in cells if empty(c))[1] == a1", []),
    ],
)
def test_a_member_by_its_place(asked: str, messages: list[str]) -> None:
    assert told(asked) == messages


def test_a_set_holds_no_conditions() -> None:
    (one,) = found("any({full})")
    assert one.message == "expected a site, a player, a kind, a direction or a number, found a condition"
    assert one.span is not None
    assert one.span.text == "full"
