"""Comparisons with the size of the smallest or largest part that a set meets, asked by sets and not part by part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from ggl.compiler.lower.size_tests import compared_relations
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences
from tests.few import one_row_in

GAME = """\
ggl: 1
name: Sizes
players: [Black, White]
board: BOARD
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: put stone on c
    ensure: CONDITION
  take:
    for: c in cells
    where: enemy stone on c and size(group(c)) > 1 and ply % 3 == 0
    do: take stone from c
turn: {pass: forced}
end:
  by score:
    enough: ply >= 40
score(p): count(groups(p))
define:
  near(s): (g for g in groups(opponent) if touching(g, s))
  least(s): min(size(g) for g in near(s), default=2)
  most(s): max(size(g) for g in near(s), default=2)
  most_of_own(s): max(size(g) for g in groups(mover) if touching(g, s), default=0)
"""

BOUNDS = [
    "size(group(c)) <= least(group(c))",
    "size(group(c)) < most(group(c)) + 2",
    "most(group(c)) - size(group(c)) < 1",
    "not size(group(c)) > 1 + least(group(c))",
    "size(group(c)) - least(group(c)) in {0, 1}",
    "size(group(c)) == 1 or size(group(c)) - most(group(c)) in {-1, 0, 1}",
    "2 == most(group(c)) or size(group(c)) < 2",
    "most(neighbors(c)) >= least(neighbors(c)) - 1",
    "most(neighbors(c)) < 100 and least(neighbors(c)) > -3",
    "most_of_own(neighbors(c)) <= 3",
    "least(group(c)) + most(group(c)) < 5",
    "most_of_own(border) <= most(border)",
    "most_of_own(border) + 1 >= least(border)",
]
NO_BOUNDS = [
    "size(group(c)) - least(group(c)) in {0, 2}",
    "2 * least(group(c)) > size(group(c))",
    "max(size(g) for g in groups(opponent), default=0) <= 3",
]
"""A number is in no interval, or the size is no bound of it; or all parts are asked."""

Load = Callable[[str, str], ggl.Game]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def loaded(condition: str, board: str = "hexagon(3)") -> ggl.Game:
        file = tmp_path / "sizes.yaml"
        file.write_text(GAME.replace("CONDITION", condition).replace("BOARD", board))
        return ggl.load(file, engine="interpreter")

    return loaded


@pytest.mark.parametrize("condition", BOUNDS)
def test_a_bound_of_the_size_is_recognised(load: Load, condition: str) -> None:
    assert compared_relations(optimized(load(condition).checked.core)) == {"neighbors"}


@pytest.mark.parametrize("condition", NO_BOUNDS)
def test_any_other_condition_is_not(load: Load, condition: str) -> None:
    assert compared_relations(optimized(load(condition).checked.core)) == set()


CONDITIONS = [*BOUNDS, *NO_BOUNDS]
ON_BOARDS = [(condition, "hexagon(3)") for condition in CONDITIONS] + one_row_in(7, [(each, "square(9)") for each in CONDITIONS])


@pytest.mark.parametrize(("condition", "board"), ON_BOARDS)
def test_the_engines_agree(load: Load, condition: str, board: str) -> None:
    game = load(condition, board)
    compiled = Compiled(game.checked.core, as_python=True)
    assert next(differences(game, compiled, range(2), 60), None) is None
