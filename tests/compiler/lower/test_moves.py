"""What the list of a move's steps computes before it goes through them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import blocks, forms_in
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences

GAME = """\
ggl: 1
name: Moves
players: [Black, White]
board: square(3)
pieces: {stone: {}}
state:
  dice: {start: [1, 2, 2], in: 1..3}
  tally: {start: 1, in: 0..9}
setup: put Black stone on a1
moves:
  go:
    for: SOURCES
    where: empty(cell(d))
    do: put own stone on cell(d)
turn: {pass: forced}
end:
  draw: {long: "ply >= 6"}
"""

CASES = {
    "a bag": ("c in cells with stone, d in dice", "dice", False),
    "a bag, before two others": ("b in cells with stone, c in neighbors(b), d in dice", "dice", False),
    "a set that the parameter before changes": ("c in cells with stone, d in (n for n in dice if n >= c.row)", "dice", True),
    "numbers up to one that is kept": ("c in cells with stone, d in {1, 2 + tally}", "tally", False),
}
"""The parameters, a field that the last source reads, and whether it is read again for each value of those before."""


@pytest.mark.parametrize(("sources", "field", "again"), CASES.values(), ids=CASES)
def test_a_source_that_names_no_parameter_is_evaluated_once(tmp_path: Path, sources: str, field: str, again: bool) -> None:
    file = tmp_path / "moves.yaml"
    file.write_text(GAME.replace("SOURCES", sources))
    game = ggl.load(file, engine="interpreter")
    engine = Compiled(game.checked.core, as_python=True)
    legal = next(each for name, each in engine.emitted.kernel.functions.items() if name.startswith("legal"))
    place = k.Literal(engine.layout.slots[field].start, k.Type.WORD)
    assert _reads(forms_in(legal), place)
    assert bool(_reads(_in_loops(legal.body), place)) == again
    assert not list(differences(game, engine, range(3), 6))


def _reads(found: Iterable[k.Form], place: k.Literal) -> list[k.Form]:
    return [form for form in found if isinstance(form, k.Load) and place in list(forms_in(form))]


def _in_loops(block: k.Block) -> list[k.Form]:
    found: list[k.Form] = []
    for statement in block:
        if isinstance(statement, k.While | k.For | k.ForBits):
            found += forms_in(statement)
        else:
            for inner in blocks(statement):
                found += _in_loops(inner)
    return found
