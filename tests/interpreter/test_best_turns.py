"""The work of comparing whole turns."""

from __future__ import annotations

from ggl.engine.protocol import Step
from tests.interpreter.engines import engine_of, work_on

TEXT = """\
ggl: 1
name: Best
players: [Red, Blue]
board: square(5)
pieces: {man: {}}
moves:
  place:
    for: c in cells
    do: put man on c
turn: {most: ply}
end: {draw: ply > 3}
"""


def test_a_step_that_is_tried_takes_forty_steps_of_work_and_its_copy_a_sixteenth_of_the_entries() -> None:
    engine = engine_of(TEXT)
    v = engine.vector(engine.start())
    assert 2 * 16 <= len(v) < 3 * 16
    engine.best_of(v, Step("place", (0,)))
    assert work_on(v) == 40 + 2
