"""Games the language was designed on, and that it cannot play yet: what they ask for is what is to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.play.loading import check_source, find_source

PAPER = Path(__file__).parents[2] / "docs" / "internals" / "paper"
TO_COME = {"tak": {"splits", "drops"}}


@pytest.mark.parametrize("name", TO_COME)
def test_what_a_paper_game_still_needs_is_all_that_is_found(name: str) -> None:
    """The rest of the file is in the language as it is: only the words to come are refused."""
    found = check_source(find_source(str(PAPER / f"{name}.yaml")))[1]
    assert found
    for diagnostic in found:
        assert diagnostic.span is not None
        lines = {diagnostic.span.source.line(number) for number in range(diagnostic.span.line - 1, diagnostic.span.line + 2)}
        assert any(word in line for word in TO_COME[name] for line in lines), diagnostic
