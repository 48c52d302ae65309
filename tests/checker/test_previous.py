"""When a game is over that ends by what was so a turn ago."""

from __future__ import annotations

import pytest

from tests.checker.effects.test_done import failures, variables
from tests.checker.effects.test_mistakes import Keys

LIT = variables("lit: {start: false}") | {"moves": "{wait: {do: set lit to true}}"}
DIE = variables("die: {start: 1, in: 1..6}") | {"setup": "roll die from 2..6"}
STONES = {"define": "{stones: count(cells with stone)}"}
ENDS: dict[str, tuple[Keys, str, str]] = {
    "something was true": (LIT, "previous(lit)", "wait, wait"),
    "a definition that is called twice had a value": (STONES, "previous(stones + stones) == 2", "put_one a1, put_one b1"),
    "before the first turn it was as the set-up rolled it": (DIE, "ply > 0 and previous(die) == 4", "roll 4, wait"),
}


@pytest.mark.parametrize("case", ENDS)
def test_a_game_is_over_once(case: str) -> None:
    keys, condition, play = ENDS[case]
    assert not failures(keys | {"end": f"{{draw: {condition} or ply > 8}}"}, f"\n    play: {play}\n    over: true")
