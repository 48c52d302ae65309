"""Operators on numbers and on sets: where numbers end, how lists and sets are combined, and what is told of other operands."""

from __future__ import annotations

import pytest

from tests.checker.expressions.small import found, told, value

FINE = "GGL212 this number is finer than 1/5,040"


@pytest.mark.parametrize(
    ("asked", "messages"),
    [
        ("1/5040 > ply", []), ("1/5041 > ply", [FINE]), ("ply / 5040 > 1", []), ("ply / 5041 > 1", [FINE]),
        ("ply / 2520 * 0.5 > 1", []), ("ply / 5040 * 0.5 > 1", [FINE]),
        ("ply / 5039 > ply / 5039", []), ("ply / 5039 + ply / 5038 > 1", [FINE]), ("ply / 72 + ply / 70 > 1", []),
        ("5 in {1, 9999} + {ply}", []), ("9999 in {1, 9999} - {ply}", []), ("ply in 1..4096", []),
    ],
)  # fmt: skip
def test_how_fine_and_how_far_apart_numbers_may_be(asked: str, messages: list[str]) -> None:
    assert told(asked, {"end": f"{{draw: '{asked}'}}"}) == messages


@pytest.mark.parametrize(
    ("asked", "message", "label"),
    [
        ("corners + {1} == {}", "a set of cells and a set of numbers cannot be combined", ""),
        ("{1} - corners == {}", "a set of numbers and a set of cells cannot be combined", ""),
        (
            "{0.5} + {1/3} == {}", "a set of numbers and a set of numbers cannot be combined",
            "these sets hold numbers with different fractions",
        ),
        ("[1, 2] - corners == []", "a list of numbers and a set of cells cannot be combined", ""),
        ("[[1], [2]] - [[1]] == []", "a list of lists and a list of lists cannot be combined", ""),
        ("1 + corners == {}", "expected a set of cells, found a number", ""),
        ("corners - 1 == {}", "expected a set of cells, found a number", ""),
        ("full & full", "expected a set, found a condition", "`&` keeps what two sets share"),
    ],
)  # fmt: skip
def test_what_cannot_be_combined(asked: str, message: str, label: str) -> None:
    (one,) = found(asked)
    assert (one.message, one.label) == (message, label)


def test_a_sign_between_conditions_is_replaced_alone() -> None:
    (one,) = found("full & full")
    assert one.fix is not None
    assert (one.fix.span.text, one.fix.replacement) == ("&", "and")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("size([] - cells)", 0), ("size([] & cells)", 0), ("size([] + cells)", 9),
        ("size([1, 2] + {3})", 3), ("size([1, 2, 2] & {2})", 2), ("size([1, 2, 2] - {2})", 1), ("size([1, 2, 2] - [2])", 1),
        ("size([a1, a1, b1] - {b1})", 2), ("size([a1, a1, b1] & corners)", 2),
        ("([1, 2] + [3])[3] + 1", 4),
        ("count(x for x in {0.5, 1, 1.5, 2, 3} if x in 1..2)", 2), ("count(x for x in {1/3, 1, 4/3, 2, 3} if x in 1..2)", 2),
        ("count(x for x in {0.5, 1, 1.5, 2, 3} if x in 1..min(ply + 2, 5))", 2),  # a range holds whole numbers alone
        ("count(x for x in {1/3, 1, 4/3, 2, 3} if x in 1..min(ply + 2, 5))", 2),
        ("count(x for x in 1..9 if x in 2..4)", 3), ("count(c in cells if c.row in {1, 2} + {min(ply, 3)})", 6),
        ("count(c in cells if c.row + c.column in {2, 3} - {min(ply, 3) + 3})", 1),
    ],
)  # fmt: skip
def test_what_lists_and_sets_of_numbers_hold(asked: str, found: object) -> None:
    assert value(asked) == found


@pytest.mark.parametrize("asked", ["size([] & cells with stone) > ply", "size([] - cells with stone) > ply"])
def test_rules_may_ask_what_an_empty_list_keeps(asked: str) -> None:
    assert told(asked) == []


@pytest.mark.parametrize(
    ("high", "limited"),
    [
        ("n" * 44 + " + 1", "0..min(" + "n" * 44 + " + 1, HI)"),  # sixty characters
        ("n" * 45 + " + 1", "..min(.., HI)"),
        ("nn +\n    1", "..min(.., HI)"),
    ],
)
def test_a_range_of_too_many_numbers_is_written_with_a_limit_if_that_is_short(high: str, limited: str) -> None:
    (one,) = found(f"any(x == 3 for x in 0..{high})", {"define": f"{{{high.partition(' ')[0]}: ply}}"})
    assert one.help is not None
    assert f"limit the ends: `{limited}`" in one.help


@pytest.mark.parametrize(
    ("members", "count"),
    [
        ("x in ray(a1, d) if x in ray(x, d)", 0),
        ("x in ray(a1, d) if x in neighbors(x) + {x}", 2),
        ("x in ray(a1, d) if x in neighbors(c3)", 0),
        ("x in ray(a1, d) if x in neighbors(b3)", 1),
        ("x in ray(a1, d) if a3 in ray(a2, d)", 2),
    ],
)
def test_members_of_a_list_that_are_in_a_set_of_their_own_make_a_set(members: str, count: int) -> None:
    """The set of which each is asked to be a member may hang on the member."""
    asked = f"size(({members}) & cells)"
    assert told(f"{asked} == 9", {"state": "{d: north}"}) == []
    assert value(asked, {"state": "{d: north}"}) == count
