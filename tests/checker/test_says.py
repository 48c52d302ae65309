"""The parts of a game that a sentence may be of: those that this game has."""

from __future__ import annotations

import pytest

from tests.checker.test_small_mistakes import found_in

AT_ONCE = "\n  phases:\n    opening: {together: place, resolve: take stone from a1, until: full}\n    middle: {together: place}"
PARTS = {
    "supply": {"pieces": "{stone: {supply: 3}, man: {}}"},
    "pass": {"turn": "{phases: {opening: {pass: forced, until: full}, middle: {}}}"},
    "resolve": {"turn": AT_ONCE},
    "match": {"match": "{until: any(total(p) > 9 for p in players), points(p): ply}"},
}


def errors(part: str, keys: dict[str, str]) -> list[str]:
    found = found_in(keys | {"says": f"{{{part}: so it is}}"})
    return [each.message for each in found if each.code.severity == "error"]


@pytest.mark.parametrize("part", PARTS)
def test_a_sentence_is_of_a_part_that_the_game_has(part: str) -> None:
    assert errors(part, PARTS[part]) == []


@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_is_of_a_part_that_it_lacks(part: str) -> None:
    assert errors(part, {}) == [f"there is no `{part}` for this sentence to describe"]
