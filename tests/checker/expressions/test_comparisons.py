"""What is told of values that cannot be compared, and what to write instead."""

from __future__ import annotations

import pytest

from tests.checker.expressions.small import found, told, value

JOINED = "GGL205 `or` joins conditions, but this is a cell"


@pytest.mark.parametrize(
    ("asked", "messages", "written"),
    [
        ("c == (a1 or b1)", [JOINED], "c in {a1, b1}"),
        ("step(c, north) == (a1 or b1)", [JOINED], "step(c, north) in {a1, b1}"),
        (
            "step(c, north) == (a1 or step(c, east))", [JOINED],
            "(step(c, north) == a1 or step(c, north) == step(c, east))",  # no set has none
        ),
        ("c == (a1 or Red)", ["GGL205 expected a condition, found a cell", "GGL205 expected a condition, found a player"], None),
        ("c.row < (1 or 2)", ["GGL205 expected a condition, found a number"] * 2, None),
        ("mover == 1", ["GGL213 a player and a number cannot be compared"], "Red"),
        ("mover == 0.5 + 1.5", ["GGL213 a player and a number cannot be compared"], "Blue"),
        ("mover == 0.5", ["GGL213 a player and a number cannot be compared"], None),
        ("mover == 3", ["GGL213 a player and a number cannot be compared"], None),
        ("c == 1", ["GGL213 a cell and a number cannot be compared"], None),
        ("c == stone", ["GGL213 a cell and a kind cannot be compared"], "c.kind"),
        ("stone == c", ["GGL213 a kind and a cell cannot be compared"], "c.kind"),
        ("mover == stone", ["GGL213 a player and a kind cannot be compared"], None),
        ("c == corners", ["GGL213 a cell and a set of cells cannot be compared"], "in"),
        ("c.row == {1, 3}", ["GGL213 a number and a set of numbers cannot be compared"], "in"),
        ("c == {1, 3}", ["GGL213 a cell and a set of numbers cannot be compared"], None),
        ("1 == Red", ["GGL213 a number and a player cannot be compared"], "Red"),
        ("1 == stone", ["GGL213 a number and a kind cannot be compared"], None),
        ("1 in corners", ["GGL213 a number is never in a set of cells"], None),
        ("c in [true, false]", ["GGL213 a cell is never in a list of conditions"], None),
    ],
)  # fmt: skip
def test_what_cannot_be_compared(asked: str, messages: list[str], written: str | None) -> None:
    all_ = found(f"any({asked} for c in cells)")
    assert [f"{each.code.code} {each.message}" for each in all_] == messages
    assert [each.fix and each.fix.replacement for each in all_] == [written] * len(messages)


def test_only_a_set_in_the_place_of_one_of_its_members_is_told_to_be_one() -> None:
    (one,) = found("f(corners)", {"define": "{f(x): x in corners}"})
    assert one.help == "pass one site for `x`, such as `the(..)`, the only member of a set"
    (other,) = found("f(Red)", {"define": "{f(x): x in corners}"})
    assert (other.message, other.help) == ("a player is never in a set of cells", None)


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("none == step(c, north)", 3), ("step(c, north) == none", 3), ("none == none", 9),
        ("c.row in {1, 9999}", 3), ("c.row / 2 in 1..3", 3), ("c.row in 2..3", 6), ("c.row / 3 in 1..3", 3),
    ],
)  # fmt: skip
def test_where_it_holds(asked: str, count: int) -> None:
    assert value(f"count(c in cells if {asked})") == count


DEAD = ["(off and die > 3)", "not (not off or die > 3)", "(die > 3 if off else false)", "(false if not off else die > 3)",
        "1 < 0 < die", "die in {}", "die == none"]  # fmt: skip


@pytest.mark.parametrize("asked", DEAD)
def test_what_an_option_leaves_out_of_a_condition_counts_for_when_it_is_tested(asked: str) -> None:
    """The rule reads what is rolled as the next turn begins, if the option were another."""
    keys = {
        "options": "{off: false}",
        "state": "{spent: {start: 0, in: 0..9, each: turns}, die: {start: 0, in: 0..6}}",
        "turn": "{begin: roll die from 1..6}",
    }
    late = "GGL505 this is tested after the next turn has begun, when `spent` is that of the new turn"
    assert told(f"spent > 8 or {asked}", keys) == [late]
    assert told(f"spent > 8 or {asked.replace('die', 'ply')}", keys) == []
