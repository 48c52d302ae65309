"""A turn that is left for a question: the next player is to move, and nothing of the turn is left."""

from __future__ import annotations

import pytest

from ggl.interpreter.sets import plane
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Skipped
players: [A, B, C]
board: square(3)
pieces: {man: {}}
moves:
  place:
    for: c in vacant
    do: |
      put man on c
      again if c == b2
    then: optional more
  more():
    for: c in vacant
    do: put man on c
state: {begun: {start: 0, in: 0..99}}
turn: {begin: add 1 to begun, pass: free, continue: steps == 1}
end:
  draw: full
  player p wins: begun == 9 and p man on b2
"""


@pytest.mark.parametrize(
    "plays", [[], ["pass"], ["place"], ["place", "stop"]], ids=["at first", "passed", "begun", "in the middle"]
)
def test_nothing_of_a_turn_that_is_skipped_is_left(plays: list[str]) -> None:
    checked, found = check_source(Source("skipped.yaml", GAME))
    assert checked is not None, [str(each) for each in found]
    game = Game(checked, "interpreter")
    engine, slots = game.interpreter, game.layout.slots
    position = engine.start()
    for name in plays:
        position = engine.play(position, next(step for step in engine.steps(position) if step.schema == name))
    before, after = ({name: position.vector[slot.start] for name, slot in slots.items()}
                     for position in (position, engine.skipped(position)))  # fmt: skip
    left = {"steps": 0, "again": 0, "passes": 0, "pending": slots["pending"].field.start}
    assert {name: after[name] for name in left if name in after} == {name: left[name] for name in left if name in after}
    assert (after["mover"], after["ply"]) == ((before["mover"] + 1) % 3, before["ply"] + 1)
    assert {"steps", "again", "pending"} <= after.keys()
    assert (after["actor"], after["begun"]) == (before["mover"], before["begun"] + 1)


@pytest.mark.parametrize("entries", [[], [0, 3, 2, 3], [0, 255, 3], [3, 256, 3, 300]])
def test_the_places_of_a_value_are_found_whatever_else_stands_there(entries: list[int]) -> None:
    for values in ([3], [0, 3], [255, 256], [300], []):
        wanted = sum(1 << place for place, code in enumerate(entries) if code in values)
        assert plane(entries, sum(1 << value for value in values)) == wanted
