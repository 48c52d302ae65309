"""What an effect leaves as it is: everything, where a site is none, and a piece that moves to where it stands."""

from __future__ import annotations

import pytest

from ggl.core import forms as f
from tests.interpreter.engines import engine_of, form_of

TEXT = """\
ggl: 1
name: Nowhere
players: [Red, Blue]
board: square(3, 1)
pieces: {man: {has: {worn: 1}}}
state:
  after: {start: 7, in: 0..9, each: cells}
  spot: {start: none, in: cells}
setup: |
  put Red man on a1
  set a1.worn to 5
moves:
  rest: {do: set spot to none}
end: {draw: ply > 9}
"""
NONE = "(get spot [] <cell?>)"


NOTHING = {
    "a property of none is written": f"(write worn [{NONE}] (lit 3 <3..3>))",
    "a piece is put on none": f"(put at {NONE} (lit 1 <piece>) [])",
    "none is emptied": f"(take at {NONE})",
    "none moves to a site": f"(move at {NONE} (lit 1 <cell>))",
    "a piece moves to none": f"(move at (lit 0 <cell>) {NONE})",
    "none moves to none": f"(move at {NONE} {NONE})",
    "a piece moves to where it stands": "(move at (lit 0 <cell>) (lit 0 <cell>))",
    "nothing moves to a piece": "(move at (lit 1 <cell>) (lit 0 <cell>))",
    "none changes places with a piece": f"(exchange at {NONE} (lit 0 <cell>))",
    "a piece changes places with none": f"(exchange at (lit 0 <cell>) {NONE})",
    "a piece changes places with itself": "(exchange at (lit 0 <cell>) (lit 0 <cell>))",
}


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_changes_if(case: str) -> None:
    engine = engine_of(TEXT)
    form = form_of(engine, NOTHING[case])
    assert isinstance(form, f.Effect)
    v = engine.vector(engine.start()).copied()
    before = list(v)
    assert not engine.effects.alone(form)(v)
    assert v == before
