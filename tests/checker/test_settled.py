"""Definitions without parameters that never change are worked out before play, unless that takes long."""

from __future__ import annotations

import ggl
from ggl.core import forms as f
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

RULES = """
ggl: 1
name: Loops
options: {{n: 2 in 1..4}}
players: [Red, Blue]
board: square(4)
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in cells
    where: {{a free place: empty(c) and c in first(loops) and size(wide) > 0}}
    do: put stone on c
end: {{draw: full}}
define:
  line(k, way): reversed(row(k)) if way == west else sorted(row(k))
  loops: [line(n, east) + line(n + 1, west), line(4, east)]
  occupied_now: cells with stone
  wide: {wide}
"""


def game(wide: str = "row(1)") -> ggl.Game:
    checked, found = check_source(Source("loops.yaml", RULES.format(wide=wide)))
    assert checked is not None, found
    return Game(checked)


def test_a_definition_that_uses_others_with_parameters_is_a_constant() -> None:
    made = {each.name: each for each in game().checked.core.definitions}
    assert not {"loops", "wide"} & made.keys()
    names = [[site.name for site in line] for line in game().initial_state().ask("loops")]  # type: ignore[union-attr]
    assert names == [["a2", "b2", "c2", "d2", "d3", "c3", "b3", "a3"], ["a4", "b4", "c4", "d4"]]


def test_what_reads_the_position_stays_a_definition() -> None:
    made = {each.name: each for each in game("occupied_now + row(1)").checked.core.definitions}
    assert {"wide", "occupied_now"} <= made.keys()
    assert not isinstance(made["wide"].body, f.Lit)


def test_what_takes_long_to_work_out_stays_a_definition() -> None:
    far = "(a for a in cells if count(1 for b in cells for c in cells for d in cells for e in cells if a == b) > 0)"
    assert "wide" in {each.name for each in game(far).checked.core.definitions}
