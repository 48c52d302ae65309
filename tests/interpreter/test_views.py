"""What views keep of positions, and what is learnt of a roll."""

from __future__ import annotations

from typing import Any

import pytest

import ggl
from ggl.interpreter.views import Views
from tests.interpreter.engines import engine_of


class Cleared(dict[Any, Any]):
    """As when another thread finds that it is full."""

    count = 0

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()
        self.count += 1


def test_what_a_side_sees_is_told_though_another_thread_forgets_it() -> None:
    game = ggl.load("phantom-tic-tac-toe", engine="interpreter")
    vector = game.initial_state().play("a1").vector
    views, known = Views(game.interpreter), Cleared()
    for _, entries in views._veils:
        entries._known = known
    assert views.view(vector, 1) == Views(game.interpreter).view(vector, 1)
    assert known.count


def test_views_keep_a_bounded_number_of_what_veils_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.interpreter.views.MOST_KNOWN", 4)
    game = ggl.load("phantom-tic-tac-toe", engine="interpreter")
    views = Views(game.interpreter)
    views.view(game.initial_state().vector, 1)
    assert [len(entries._known) for _, entries in views._veils] == [1, 1, 1, 1]  # of nine cells, and of two numbers


ROLLED = """\
ggl: 1
name: Lamps
players: [White, Black]
board: square(3, 1)
pieces: {man: {}}
state:
  lamp: {start: true}
  die: {start: 1, in: 1..3, seen by: lamp or viewer == Black}
  held: {start: 0, in: 0..9, each: cells, seen by: viewer == Black or c == b1}
  open: {start: 0, in: 0..9}
moves:
  wait: {do: set lamp to true}
turn:
  begin: |
    roll die from 1..3
AFTER
end: {draw: ply > 9}
"""
"""White sees the die while the lamp is on, and what is held at b1."""

OUT = "set lamp to false"
LEARNT = {
    "the die is seen before and after": ([], [1, 2, 3]),
    "it is hidden after the roll": ([OUT], [None, None, None]),
    "it arrives where it is seen": ([OUT, "set b1.held to die"], [1, 2, 3]),
    "it arrives in a variable that is one for all": ([OUT, "set open to die"], [1, 2, 3]),
    "it arrives where it is hidden": ([OUT, "set a1.held to die"], [None, None, None]),
    "it arrives in two places, one of them seen": ([OUT, "set a1.held to die", "set b1.held to die"], [1, 2, 3]),
    "something else arrives": ([OUT, "set b1.held to 2"], [None, None, None]),
    "something arrives that reads another variable": ([OUT, "set b1.held to open"], [None, None, None]),
    "where it arrives is its number": ([OUT, "set cell(die).held to die"], [None, 2, None]),
    "it arrives at no cell": ([OUT, "set step(b1, east, die - 1).held to die"], [1, None, None]),
}
"""What follows the roll, and what White learns of each of its outcomes."""


@pytest.mark.parametrize("what", LEARNT)
def test_what_is_learnt_of_a_roll(what: str) -> None:
    after, expected = LEARNT[what]
    engine = engine_of(ROLLED.replace("AFTER\n", "".join(f"    {line}\n" for line in after)))
    views, start = Views(engine), engine.start()
    told = [views.told(start.vector, step, views.view(engine.play(start, step).vector, 0), 0) for step in engine.steps(start)]
    assert told == [("roll", 0, outcome) for outcome in expected]


def test_what_arrives_in_another_that_was_rolled_is_learnt() -> None:
    two = ROLLED.replace("roll die from", "roll die, low from").replace("  open:", "  low: {start: 1, in: 1..3}\n  open:")
    engine = engine_of(two.replace("AFTER", f"    {OUT}\n    set low to die"))
    views, start = Views(engine), engine.start()
    told = {views.told(start.vector, step, views.view(engine.play(start, step).vector, 0), 0) for step in engine.steps(start)}
    assert {outcome for _, _, outcome, _ in told} == {1, 2, 3}
