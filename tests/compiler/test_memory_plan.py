"""What the memory of an engine has beside the position."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.memory import LENGTH_BITS, Memory
from ggl.compiler.passes.pipeline import optimized
from ggl.core.types import ListOf
from ggl.engine.layout import Layout

PLANES = [
    ("tic-tac-toe", {"at"}),
    ("quarod", {"at", "facing"}),
    ("tiku", {"at"}),  # which discs lie on the floor is only asked cell by cell, by effects
    ("pig", set()),  # has no cells
]


def memory_of(name: str) -> Memory:
    core = optimized(ggl.load(name).checked.core)
    return Memory(core, Layout(core))


@pytest.mark.parametrize(("name", "fields"), PLANES, ids=[name for name, _ in PLANES])
def test_fields_that_are_read_as_sets_have_planes(name: str, fields: set[str]) -> None:
    assert memory_of(name).planes.keys() == fields


def test_a_table_of_lists_has_place_and_length_of_each_in_one_word() -> None:
    memory = memory_of("tiku")
    table = next(table for table in memory.core.tables if isinstance(table.values, ListOf) and len(table.index) == 2)
    place = memory.table(table.name)
    made = memory.build(0, 0, 0, 0)
    for number, found in enumerate(table.entries):
        one, other = divmod(number, memory.sizes[table.index[1]])
        entry = int(made[place.start + one * place.strides[0] + other * place.strides[1]])
        start, length = entry >> LENGTH_BITS, entry & (1 << LENGTH_BITS) - 1
        assert tuple(made[start : start + length]) == found
