"""The group of a piece that a step would put, by an atlas that is up to date and by one that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.lower.component_cache import plan_components
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import Position, Step

GAME = """\
ggl: 1
name: Groups
players: [Black, White]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: WHERE
    do: put own stone on c
    ensure: count(cells with stone) < 5 or ENSURE
end:
  draw: {full: full}
"""

A1, B1, C1, A2, B2, C2, A3, B3, C3 = range(9)
LEGAL = [
    ("empty(c)", "size(group(c)) < 3", {C2, A3}),
    ("not c.owner == opponent", "size(group(c)) < 3", {A1, B1, C2, A3}),
    ("empty(c)", "any(neighbors(group(c)) with opponent stone) and size(group(c)) < 3", {C2, A3}),
    ("empty(c)", "any(g in groups(opponent) if touching(g, group(c)) and size(g) < size(group(c)))", {B2}),
]
"""A condition before a step, one after it from the fifth stone on, and where Black may then put one: its own are on a1 and b1,
White's on b3 and c3."""


def engine_of(folder: Path, where: str, ensure: str) -> Compiled:
    file = folder / "groups.yaml"
    file.write_text(GAME.replace("WHERE", where).replace("ENSURE", f"({ensure})"))
    return Compiled(ggl.load(file).checked.core, as_python=True)


def after(engine: Compiled, *cells: int) -> Position:
    position = engine.start()
    for cell in cells:
        position = engine.play(position, Step("place", (cell,)))
    return position


def black_is_up_to_date(engine: Compiled) -> bool:
    """Whether the atlas of Black's stones stands for the stones on the board."""
    ctx = Context(ModuleBuilder(optimized(engine.core)), HOOKS)
    plan_components(ctx)
    at = next(at for (_, _, codes), at in ctx.mains.items() if codes == 1)
    planes = ctx.m.memory.planes["at"]
    return bool(engine._mine.v[at] == engine._mine.v[planes.start])


@pytest.mark.parametrize(("where", "ensure", "cells"), LEGAL, ids=[f"{where}: {ensure}" for where, ensure, _ in LEGAL])
def test_a_group_is_the_same_by_an_atlas_that_is_up_to_date_and_without(
    tmp_path: Path, where: str, ensure: str, cells: set[int]
) -> None:
    engine = engine_of(tmp_path, where, ensure)
    position = after(engine, A1, B3, B1, C3)
    engine._mine.v[:] = engine.new_memory(engine.room)[0]
    seen = []
    for _ in range(2):  # the first list asks for the atlas, so that the second finds it
        steps = engine.steps(position)
        seen.append(black_is_up_to_date(engine))
        assert {step.args[0] for step in steps} == cells
    assert seen == [False, True]


def ensured(folder: Path, where: str, ensure: str) -> str:
    """The function of the conditions after a step."""
    text = engine_of(folder, where, ensure).emitted.text
    return text[text.index("def ensure1(") :].partition("\n\n")[0]


def test_the_image_of_the_group_is_not_looked_for_again(tmp_path: Path) -> None:
    text = ensured(tmp_path, *LEGAL[2][:2])
    assert "put1(" in text
    assert text.count("near1(") == 1, "where no atlas knows the group"


def test_a_plane_that_a_table_names_is_found_by_its_entry(tmp_path: Path) -> None:
    text = ensured(tmp_path, *LEGAL[3][:2])
    assert "start_" in text
    assert "mask" not in text
    assert "lowest(codes" not in text
