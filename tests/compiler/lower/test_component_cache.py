"""Atlases of connected parts: what is listed, what is found by a member, and what is kept up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.compiler.backends.python import Python
from ggl.compiler.kernel.call_graph import reached_from
from ggl.compiler.lower.component_cache import plan_components
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.memory import signed_words
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from ggl.core.types import WORD

GAME = """\
ggl: 1
name: Parts
players: [Black, White]
board: square(SIZE)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put own stone on c
end:
  by score: {full: full}
score(p): count(groups(p)) + count(g in groups(p) if LOOSE)
"""


AT_THE_END = GAME.replace("SIZE", "4").replace("LOOSE", "size(g) > 1")


def engine_of(folder: Path, text: str) -> Compiled:
    file = folder / "parts.yaml"
    file.write_text(text)
    return Compiled(ggl.load(file).checked.core, as_python=True)


def planned(engine: Compiled) -> Context:
    """The places of the atlases in the memory of an engine."""
    ctx = Context(ModuleBuilder(optimized(engine.core)), HOOKS)
    plan_components(ctx)
    return ctx


def test_a_list_of_parts_needs_no_labels(tmp_path: Path) -> None:
    kernel = engine_of(tmp_path, AT_THE_END).emitted.kernel
    reached = reached_from(kernel.functions, ("parts1",))
    assert "flooded1" in reached
    assert "labels1" in kernel.functions
    assert "labels1" not in reached


@pytest.mark.parametrize("size", [4, 9], ids=["a set of one word", "a set of two words"])
def test_a_spare_atlas_is_labelled_when_it_is_asked_by_a_member(tmp_path: Path, size: int) -> None:
    text = GAME.replace("SIZE", str(size)).replace("LOOSE", "any(h in groups(other(p)) if touching(g, h))")
    engine = engine_of(tmp_path, text)
    v, top = engine.new_memory(engine.room)
    region = planned(engine).regions["neighbors"]
    python = Python(engine.emitted.kernel, ("parts1", "part1"))
    parts = [{0, 1, size}, {3}, {2 * size + 2, 3 * size + 2}]
    code = sum(1 << cell for cell in set.union(*parts))
    words = signed_words(code, region.words)

    def listed() -> list[set[int]]:
        first, count, _ = python.call("parts1", v, top, region.empty, *words)
        return [members(first + number * region.words) for number in range(count)]

    def members(place: int) -> set[int]:
        return {cell for cell in range(size * size) if int(v[place + cell // WORD]) >> cell % WORD & 1}

    assert listed() == parts
    for part in parts:
        for cell in part:
            assert members(python.call("part1", v, top, region.empty, cell, *words)) == part
    assert listed() == parts


def test_an_atlas_that_only_the_end_queries_is_not_updated_in_the_next_game(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, AT_THE_END)
    mains = planned(engine).mains
    assert len(mains) == 2
    engine.playouts(3, 1)
    assert [int(engine._mine.v[at]) for at in mains.values()] == [0, 0]
