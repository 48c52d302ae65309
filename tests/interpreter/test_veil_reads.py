"""Which entries decide what a viewer sees, by conditions of `seen by`."""

from __future__ import annotations

import pytest

from ggl.interpreter.veil_reads import _reads, places_read
from tests.interpreter.engines import engine_of, form_of

TEXT = """\
ggl: 1
name: Veils
players: [White, Black]
board: square(2, 1)
pieces:
  stone:
    seen by: SEEN
state:
  heat: {start: 0, in: 0..3, each: cells}
  moon: {start: false}
moves:
  place:
    for: c in cells
    shows: nothing
    do: |
      put stone on c if empty(c)
      add 1 to c.heat if c.heat < 3 and not moon
define:
  warm(x): x.heat > 1
end: {draw: ply > 9}
tests:
  warm: {"true": not warm(a1)}
"""

SEEN = {
    "owner": ["at b1"],
    "owner or viewer == White": ["at b1"],
    "owner or c.heat > 1": ["at b1", "heat b1"],
    "owner or warm(c)": ["at b1", "heat b1"],
    "owner or moon": ["at b1", "moon"],
    "owner or warm(a1)": None,
    "owner or (empty(c) and full)": None,
    "owner or any(viewer stone on d for d in neighbors(c))": None,
}
"""What is read of the second cell; None where it may be anything."""


@pytest.mark.parametrize("condition", SEEN)
def test_what_is_read_of_a_cell(condition: str) -> None:
    engine = engine_of(TEXT.replace("SEEN", condition))
    veil = next(one for one in engine.core.veils if one.field == "at")
    at = engine.layout.at
    names = {at("at", 1): "at b1", at("heat", 1): "heat b1", at("moon"): "moon"}
    read = places_read(engine.core, engine.layout, veil)
    assert (None if read is None else [names[place] for place in read[1]]) == SEEN[condition]


HEAT = "(get heat [(var c <cell>)] <0..3>)"


@pytest.mark.parametrize(
    ("form", "read"),
    [
        (HEAT, {("heat", (0,))}),
        (f"(let d (lit 1 <cell>) {HEAT})", {("heat", (0,))}),
        (f"(let c (lit 1 <cell>) {HEAT})", None),
        ("(let d (lit 1 <cell>) (get heat [(var d <cell>)] <0..3>))", None),
        ("(plane heat (lit 1 <{0..3}>) <{cell}>)", None),
    ],
    ids=["of the cell", "beside another name", "of another cell by the same name", "of another cell", "of all cells"],
)
def test_what_a_form_reads_of_a_cell(form: str, read: set[object] | None) -> None:
    engine = engine_of(TEXT.replace("SEEN", "owner"))
    assert _reads({}, form_of(engine, form), {"c": 0}) == read  # type: ignore[arg-type]
