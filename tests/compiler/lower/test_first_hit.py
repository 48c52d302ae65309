"""A condition on what is met first along a ray, asked of all cells at once, and what such a condition may speak of."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences

GAME = """\
ggl: 1
name: First hit
players: [Black, White]
board: square(4)
pieces: {stone: {}, man: {}}
moves:
  put:
    for: c in vacant, k in kinds
    do: put k on c
  take:
    for: c in cells
    where: CONDITION
    do: take piece from c
end:
  draw: ply > 20
define:
  met(c, d): first(x in ray(c, d) if occupied(x))
"""

CONDITIONS = [
    "own piece on met(c, north)",
    "own man on met(c, north) and empty(c)",
    "met(c, north).kind == stone and met(c, north) != step(c, north)",
    "piece of (c.owner) on met(c, north)",
    "piece of (c.owner) on first(x in ray(c, north) if man on x)",
    "man of other(step(c, east).owner) on met(c, north)",
    "met(c, north).kind in {c.kind, man}",
    "met(c, north).owner == c.owner",
    "own piece on met(met(c, north), east)",
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_met_is_that_of_the_interpreter(tmp_path: Path, condition: str) -> None:
    file = tmp_path / "hits.yaml"
    file.write_text(GAME.replace("CONDITION", condition))
    game = ggl.load(file, engine="interpreter")
    assert next(differences(game, Compiled(game.checked.core, as_python=True), range(3), 30), None) is None
