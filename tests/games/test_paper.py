"""Games the language was designed on, beyond the bundled ones: published counts of positions are met."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.play.game import check_source, find_source

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


TO_COME = {"backgammon": {"roll", "stacks", "least"}, "tak": {"stacks"}}


@pytest.mark.parametrize("name", TO_COME)
def test_what_a_paper_game_still_needs_is_all_that_is_found(name: str) -> None:
    """The rest of the file is in the language as it is: only the words to come are refused."""
    found = check_source(find_source(str(PAPER / f"{name}.yaml")))[1]
    assert found
    for diagnostic in found:
        assert diagnostic.span is not None
        lines = {diagnostic.span.source.line(number) for number in range(diagnostic.span.line - 1, diagnostic.span.line + 2)}
        assert any(word in line for word in TO_COME[name] for line in lines), diagnostic
