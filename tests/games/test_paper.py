"""Games the language was designed on, beyond the bundled ones: published counts of positions are met."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl

PAPER = Path(__file__).parents[2] / "docs" / "internals" / "paper"
PUBLISHED = {
    "draughts": [7, 49, 302, 1469],
    "chess": [20, 400],
}
DEEPER = {"draughts": (5, 7361), "chess": (3, 8902)}


@pytest.mark.parametrize("name", PUBLISHED)
def test_perft_is_the_published_one(name: str) -> None:
    game = ggl.load(PAPER / f"{name}.yaml")
    state = game.initial_state()
    assert [game.perft(state, depth) for depth in range(1, len(PUBLISHED[name]) + 1)] == PUBLISHED[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEPER)
def test_deeper_perft_is_the_published_one(name: str) -> None:
    game = ggl.load(PAPER / f"{name}.yaml")
    depth, count = DEEPER[name]
    assert game.perft(game.initial_state(), depth) == count
