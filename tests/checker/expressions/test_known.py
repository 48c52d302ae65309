"""Where a condition says that a value is there, it may be read; nowhere else."""

from __future__ import annotations

import pytest

from tests.checker.expressions.small import told

KEYS = {
    "state": "{mark: {start: none, in: cells}, other: {start: none, in: cells}, gold: {start: 0, in: 0..9, each: players}}",
    "pieces": "{stone: {}, rock: {of: nobody, piles: 2}}",
    "moves": "{place: {for: 'c in vacant, k in kinds', do: put k on c}}",
}


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ("mark != none and mark.row > 1", True), ("none != mark and mark.row > 1", True),
        ("mark == none and mark.row > 1", False), ("none == mark and mark.row > 1", False),
        ("mark == none or mark.row > 1", True), ("none == mark or mark.row > 1", True),
        ("mark != none or mark.row > 1", False), ("none != mark or mark.row > 1", False),
        ("not (mark == none) and mark.row > 1", True), ("not (mark != none) or mark.row > 1", True),
        ("mark in corners and mark.row > 1", True), ("mark not in corners and mark.row > 1", False),
        ("mark == other and mark.row > 1", False), ("mark != other and mark.row > 1", False),
        ("mark.row == 2 and mark.row + 1 > 2", True), ("2 == mark.row and mark.row + 1 > 2", True),
        ("mark.row != 2 and mark.row + 1 > 2", False), ("mark.row < 2 and mark != none", False),
        ("mark.owner == mover and mark.owner.gold > 1", True), ("mark.owner == opponent and mark.owner.gold > 1", True),
        ("mark.owner == other.owner and mark.owner.gold > 1", False),
        ("mover == none and mark == none", True), ("none == mover and mark == none", True),  # which never holds
    ],
)  # fmt: skip
def test_what_a_comparison_says(asked: str, is_there: bool) -> None:
    assert [each[:6] for each in told(f"({asked})", KEYS)] == ["GGL207"] * (not is_there)


@pytest.mark.parametrize(
    ("phrase", "is_there"),
    [
        ("own stone on c", True), ("Red stone on c", True), ("stone of next(mover) on c", True),
        ("stone on c", False), ("own piece under c", False), ("piece of next(mover) under c", False),
    ],
)  # fmt: skip
def test_a_phrase_with_an_owner_says_that_the_top_has_one(phrase: str, is_there: bool) -> None:
    assert [each[:6] for each in told(f"any({phrase} and c.owner.gold > 1 for c in cells)", KEYS)] == ["GGL207"] * (not is_there)
