"""One expression may be written in several ways in YAML: the game is the same."""

from __future__ import annotations

from functools import cache

import pytest

from ggl.core import forms as f
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Written
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in cells
    where:{where}
    do: put stone on c
end:
  draw: full
"""


def guard(where: str) -> tuple[f.Condition, ...]:
    checked, found = check_source(Source("written.yaml", GAME.format(where=where)))
    assert checked is not None, found
    return checked.core.schemas[0].guard


@cache
def plain() -> tuple[f.Condition, ...]:
    return guard(" empty(c) and c != a1")


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_do_not_matter(quote: str) -> None:
    assert guard(f" {quote}empty(c) and c != a1{quote}") == plain()


def test_a_block_may_go_over_several_lines() -> None:
    assert guard(" |\n      empty(c)\n      and c != a1") == plain()


@pytest.mark.parametrize("region", ["{a1, b1}", "[a1, b1]"])
def test_a_whole_set_or_list_may_stand_as_it_is(region: str) -> None:
    assert region_of(region) == region_of(f'"{region}"') != region_of("row(3)")


def test_more_behind_a_bracket_needs_quotes() -> None:
    assert region_of("{a1, b1} + row(3)") is None
    assert region_of('"{a1, b1} + row(3)"') == region_of("|\n    {a1, b1} + row(3)") != region_of("{a1, b1}")


def region_of(written: str) -> f.Expr | None:
    """The condition that asks for a region that is written so; None if the file is refused."""
    text = GAME.format(where=" c in spot") + f"regions:\n  spot: {written}\n"
    checked, _ = check_source(Source("written.yaml", text))
    return None if checked is None else checked.core.schemas[0].guard[0].test
