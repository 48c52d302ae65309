"""Lists of numbers in descending order, compared by how often each number occurs and not sorted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.lower.ranked_lists import plan_counts
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences

GAME = """\
ggl: 1
name: Ranked
players: [Black, White]
board: hexagon(3)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: put stone on c
    ensure: count(cells with stone) < 4 or CONDITION
turn: {pass: forced}
end:
  by score:
    enough: ply >= 30
score(p): 1 if sizes(p) > sizes(other(p)) else 0
define:
  sizes(p): descending(size(g) for g in groups(p))
  odd(p): descending(size(g) % 2 for g in groups(p))
  beside(p, s): descending(size(g) for g in groups(p) if touching(g, s))
  lack(p): descending(2 - size(g) for g in groups(p))
"""

COUNTED = [
    "sizes(mover) >= sizes(opponent)",
    "not sizes(mover) == sizes(opponent)",
    "sizes(mover) < sizes(opponent)",
    "odd(mover) == odd(opponent)",
    "odd(mover) <= odd(opponent)",
    "beside(mover, neighbors(c)) > beside(opponent, neighbors(c))",
    "beside(opponent, neighbors(c)) <= sizes(mover)",
]
"""Lists of different lengths, numbers that occur often, and zeros, which are as good as missing."""
OTHERS = [
    "lack(mover) <= lack(opponent)",
    "sizes(mover) <= descending([4, 2, 2])",
    "sizes(mover) < sizes(mover if sizes(mover) > sizes(opponent) else opponent)",
    "descending(size(g) for g in groups(mover)) >= sizes(mover if sizes(mover) < sizes(opponent) else opponent)",
]
"""Numbers below 0, a list that is written out, and lists for which others are compared while one is counted."""

Load = Callable[[str], ggl.Game]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def loaded(condition: str) -> ggl.Game:
        file = tmp_path / "ranked.yaml"
        file.write_text(GAME.replace("CONDITION", condition))
        return ggl.load(file, engine="interpreter")

    return loaded


@pytest.mark.parametrize(("condition", "counted"), [*((each, True) for each in COUNTED), *((each, False) for each in OTHERS)])
def test_numbers_that_count_as_much_as_they_are_large_are_counted(load: Load, condition: str, counted: bool) -> None:
    core = optimized(load(condition).checked.core)
    ctx = Context(ModuleBuilder(core), HOOKS)
    plan_counts(ctx)
    kernel = Compiled(core, as_python=True).emitted.kernel
    assert ctx.counts > 0
    assert ("sort_numbers" in str(kernel)) != counted


@pytest.mark.parametrize("condition", [*COUNTED, *OTHERS])
def test_the_engines_agree(load: Load, condition: str) -> None:
    game = load(condition)
    assert next(differences(game, Compiled(game.checked.core, as_python=True), range(3), 60), None) is None
