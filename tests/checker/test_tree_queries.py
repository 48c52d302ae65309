"""Which constants of players come before the regions: those that regions read, and that read no region."""

from __future__ import annotations

import pytest

from ggl.checker.tree_queries import constants_before_regions
from tests.model.reading import game, good


@pytest.mark.parametrize(
    ("constants", "regions", "definitions", "first"),
    [
        ("{}", "{mid: row(2)}", "{}", set()),
        ("{home: row(1), size: 2}", "{mid: row(2)}", "{}", set()),
        ("{home: row(1), size: 2}", "{mid: mover.home}", "{}", {"home"}),
        ("{home: row(1), size: 2}", "{mid: row(Red.size)}", "{}", {"size"}),
        ("{home: low, size: 2}", "{low: row(1), mid: mover.home}", "{}", set()),
        ("{home: row(1), size: count(Red.home)}", "{mid: row(Red.size)}", "{}", {"home", "size"}),
        ("{home: low, size: count(Red.home)}", "{low: row(1), mid: row(Red.size)}", "{}", set()),
        ("{home: row(1)}", "{mid: near}", "{near: Red.home}", {"home"}),
        ("{home: row(1)}", "{mid: near(2)}", "{near(n): wide(n), wide(n): Red.home}", {"home"}),
        ("{forward: north}", "{mid: 'rank(Red, 2)'}", "{}", {"forward"}),
        ("{home: near}", "{mid: mover.home}", "{near: row(1)}", {"home"}),
        ("{home: near}", "{low: row(1), mid: mover.home}", "{near: low}", set()),
        ("{home: near}", "{low: row(1), mid: mover.home}", "{near: wide, wide: low}", set()),
        ("{home: near}", "{mid: mover.home}", "{near: wide, wide: near}", {"home"}),  # which is told as a mistake
    ],
)
def test_which_constants_come_before_the_regions(constants: str, regions: str, definitions: str, first: set[str]) -> None:
    text = game(f"players: {{Red: {constants}, Blue: {constants}}}", f"regions: {regions}", f"define: {definitions}")
    assert constants_before_regions(good(text)) == first
