"""The cells that are free on two rays, looked up by the number of their stops."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.printer import printed
from ggl.compiler.lower.ray_tables import paired_rays
from ggl.compiler.runtime.engine import Compiled
from ggl.interpreter import Interpreter

SIZE = 6


def rays(step: int, side: int) -> tuple[tuple[int, ...], bool]:
    """The cells from each cell of a square in a direction, and whether they rise."""
    masks = []
    for cell in range(SIZE * SIZE):
        column, row, mask = cell % SIZE + side, cell // SIZE + (step - side) // SIZE, 0
        while 0 <= column < SIZE and 0 <= row < SIZE:
            mask |= 1 << column + SIZE * row
            column, row = column + side, row + (step - side) // SIZE
        masks.append(mask)
    return tuple(masks), step > 0


def walked(cell: int, step: int, ray: int, stops: int) -> int:
    """The free cells, one after the other."""
    found, cell = 0, cell + step
    while cell >= 0 and ray >> cell & 1 and not stops >> cell & 1:
        found |= 1 << cell
        cell += step
    return found


@pytest.mark.parametrize(
    ("step", "side"), [(1, 1), (SIZE, 0), (SIZE + 1, 1), (SIZE - 1, -1)], ids=["row", "column", "rising", "falling"]
)
def test_each_number_of_stops_leads_to_the_cells_before_them(step: int, side: int) -> None:
    there, back = rays(step, side), rays(-step, -side)
    pairs = paired_rays([there, back])
    assert pairs is not None
    (pair,) = pairs
    bits = max(mask.bit_count() for mask in pair.cells)
    for cell, mask in enumerate(pair.cells):
        assert mask == there[0][cell] | back[0][cell]
        places = [place for place in range(SIZE * SIZE) if mask >> place & 1]
        for chosen in range(1 << len(places)):  # the number of the stops as bits side by side
            stops = sum(1 << place for number, place in enumerate(places) if chosen >> number & 1)
            number = (stops * pair.factors[cell] & (1 << 64) - 1) >> 64 - bits
            expected = walked(cell, step, there[0][cell], stops) | walked(cell, -step, back[0][cell], stops)
            assert pair.free[cell][chosen] == pair.free_by_factor[cell][number] == expected


def test_long_rays_have_no_table() -> None:
    long = tuple((1 << 63) - 1 ^ (1 << place + 1) - 1 for place in range(63))
    assert paired_rays([(long, True), (long, True)]) is None


def test_slides_of_a_small_board_are_looked_up_and_are_those_of_the_interpreter() -> None:
    core = ggl.load("tiku", engine="interpreter").checked.core
    engine, slow = Compiled(core, as_python=True), Interpreter(core)
    (fan,) = [function for name, function in engine.emitted.kernel.functions.items() if name.startswith("fan")]

    text = printed(Module({fan.name: fan}, ()))
    assert "free" in text
    assert "ray" not in text
    position = slow.start()
    for count in range(12):
        steps = list(slow.steps(position))
        assert list(engine.steps(position)) == steps
        position = slow.play(position, steps[count * 7 % len(steps)])
