"""The work that expressions count, by which a position that takes too much of it is refused."""

from __future__ import annotations

import pytest

from ggl.core import forms as f
from ggl.engine.protocol import Position
from ggl.interpreter.vector import Resting
from tests.interpreter.engines import engine_of, form_of, work_on

TEXT = """\
ggl: 1
name: Work
players: [Red, Blue]
board: square(3)
pieces: {man: {}, wall: {of: nobody, sites: edges}}
moves:
  place:
    for: c in cells
    where: any(neighbors(cells with man)) or any(spread({c}, cells, edges - edges with wall))
    do: put man on c
    ensure: repetitions < 2
end: {draw: ply > 9}
"""
A1, ROW, CORNERS, ALL = (f"(lit {cells} <{{cell}}>)" for cells in (0b1, 0b111, 0b1101, 2**9 - 1))
EDGES = f"(lit {2**24 - 1} <{{edge}}>)"
SET = "<{cell}>"

WORK = {
    "the members whose neighbors are asked for": (f"(image neighbors {A1} {SET})", 0b1010, 1),
    "all of them": (f"(image neighbors {ROW} {SET})", 0b111111, 3),
    "the sites that are reached": (f"(close {A1} neighbors {ROW} {SET})", 0b111, 3),
    "the sites that are parted": (f"(blocks {CORNERS} neighbors <[{{cell}}]>)", (0b1001, 0b100), 3),
    "the sites that are reached, and what is crossed": (
        f'(cross {A1} {ALL} {EDGES} "edges of cell" "cells of edge" {SET})', 2**9 - 1, 9 + 24
    ),
    "the positions of the past": ("(seen position <1..2147483647>)", 6, 5),
    "a sixteenth of the entries that a change leaves, and the change": (
        "(after (write mover [] (lit 1 <player>)) (get mover [] <player>))", 1, 2 + 1
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WORK)
def test_the_steps_of_work_are(case: str) -> None:
    text, value, work = WORK[case]
    engine = engine_of(TEXT)
    form = form_of(engine, text)
    assert isinstance(form, f.Expr)
    start = engine.vector(engine.start())
    assert 2 * 16 <= len(start) < 3 * 16
    v = engine.vector(Position(tuple(start), (engine._legal.keys(start),) * 5))
    assert isinstance(v, Resting)
    assert engine.expressions.alone(form)(v) == value
    assert work_on(v) == work
