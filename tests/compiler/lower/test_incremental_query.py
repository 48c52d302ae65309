"""A query over all cells that failed is asked again only of cells that read something new; at first it is asked of all."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel.printer import printed
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences

GAME = """\
ggl: 1
name: Queries
players: [Black, White]
board: BOARD
pieces: {stone: {}}
setup: put Black stone on row(3)
moves:
  put:
    for: c in vacant
    do: put stone on c
  take:
    for: c in cells with own stone
    do: take stone from c
end:
  mover wins: ply > 2 and any(c in CELLS if TEST)
  draw: ply > 12
"""

SQUARE, APART = "square(3)", '{shape: square(3), without: "{a2, b1}"}'
TESTS = {
    "no cell ahead": ("count(ray(c, north) with stone) == 0", "cells", SQUARE),
    "no cell ahead, in a column": ("count(ray(c, north) with stone) == 0", "column(2)", SQUARE),
    "no neighbor": ("count(d in neighbors(c) if stone on d) == 0", "cells", APART),
    "a neighbor": ("count(d in neighbors(c) if stone on d) == 2", "cells", APART),
    "two cells that are not there": ("step(c, north).owner == step(c, east).owner", "cells", SQUARE),
    "the mover": ("count(neighbors(c) with own stone) == 0", "cells", APART),
}
"""The test of a cell, which cells are asked, and the board: some cells read no cell."""


def _first_difference(folder: Path, test: str, cells: str, board: str) -> str | None:
    file = folder / "queries.yaml"
    file.write_text(GAME.replace("TEST", test).replace("CELLS", cells).replace("BOARD", board))
    game = ggl.load(file, engine="interpreter")
    compiled = Compiled(game.checked.core, as_python=True)
    assert "kept" in printed(compiled.emitted.kernel)
    return next(differences(game, compiled, range(4), 40), None)


@pytest.mark.parametrize(("test", "cells", "board"), TESTS.values(), ids=TESTS)
def test_a_cell_that_reads_nothing_is_asked_too(tmp_path: Path, test: str, cells: str, board: str) -> None:
    assert _first_difference(tmp_path, test, cells, board) is None


OF_EACH = [
    "count(q in players if count(neighbors(c) with q stone) > 1) == 2",
    "count(k in kinds if any(neighbors(c) with k) and not any(q in players if q k on c)) == 1",
]


@pytest.mark.parametrize("test", OF_EACH)
def test_a_test_may_ask_of_each_player_or_kind(tmp_path: Path, test: str) -> None:
    assert _first_difference(tmp_path, test, "cells", SQUARE) is None
