"""Tracks of cells with labels that are not words, so that a file refers to the cells by number."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """
ggl: 1
name: Ring
players: [Red, Blue]
board: square(3)
labels: {{cells: numbers from 1}}
tracks: {{ring: [{cells}]}}
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in vacant & ring.cells
    do: put stone on c
end:
  draw: stuck
"""


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("cell(1), cell(2), cell(5), cell(2 + 2)", []),
        ("row(1), cell(4), cell(9)", []),
        ("cell(1), cell(2), cell(10)", ["a track consists of cells, but this is a cell or none"]),
        ("cell(1), cell(2), none", ["a track consists of cells, but this is none"]),
    ],
)
def test_a_cell_of_a_track_is_there(cells: str, told: list[str]) -> None:
    _, findings = check_source(Source("ring.yaml", GAME.format(cells=cells)))
    assert [each.message for each in findings] == told
