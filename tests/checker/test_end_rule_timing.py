"""Which lines of `end` wait until the next turn has begun: a line below them may not read a variable of the last turn."""

from __future__ import annotations

import pytest

from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """\
name: Waiting
players: [Red, Blue]
options: {{harder: false}}
board: square(3)
pieces:
  stone: {{has: {{bent: false}}, supply: 9}}
  wall: {{sites: edges}}
state:
  spent: {{start: 0, in: 0..3, each: turns}}
  die: {{start: 1, in: 1..6}}
  dealt: {{start: 1, in: 1..6}}
  count: {{start: 0, in: 0..9}}
setup: roll dealt from 1..6
define:
  lucky: harder and stuck
moves:
  place:
    for: c in vacant
    where: not (harder and count > 3)
    do: |
      put stone on c
      set spent to 3
      set c.bent to true
turn:
  begin: |
    {begin}
end:
  draw:
    first: {first}
    of the last turn: spent == 3
"""

FULL = "not any(vacant)"
WAITS = [
    ("set count to 1", "count > 3", True),
    ("set count to 1", "die > 3", False),
    ("set count to 1", FULL, False),
    ("put stone on a1", FULL, True),
    ("take stone from a1", "count(edges with wall) > 3", True),  # pieces count as one
    ("move a1 to a2", "any(c in cells if c.bent)", True),
    ("exchange a1, a2", FULL, True),
    ("set a1.bent to false", FULL, True),
    ("set count to 1\n    put stone on a1", "count > 3", True),
    ("roll die from 1..6", "die == 1", True),
    ("roll die from 1..6", "dealt == 1", False),  # this is rolled in the set-up
    ("roll die from 1..6", FULL, False),
    ("set count to 1", "stuck", True),
    ("set count to 1", "lucky", True),  # whatever the option is
    ("set count to 1", "not (harder and count > 3) and ply > 8", True),
    ("set count to 1", "repetitions > 2", True),
    ("set count to 1", "board_repetitions > 2", False),
    ("put stone on a1", "board_repetitions > 2", True),
    ("set spent to 1", "repetitions > 2", False),  # a variable of each turn tells no positions apart
]


@pytest.mark.parametrize(("begin", "first", "waits"), WAITS)
def test_a_line_waits_for_what_the_beginning_of_a_turn_may_change(begin: str, first: str, waits: bool) -> None:
    _, found = check_source(Source("waiting.yaml", GAME.format(begin=begin, first=first)))
    errors = [f"{each.code.code} {each.span and each.span.text}" for each in found if each.code.severity == "error"]
    assert errors == ["GGL505 spent == 3"] * waits


SWAPPED = """\
name: Swapped
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state: {count: {start: 0, in: 0..9}}
moves: {place: {for: c in vacant, do: put stone on c}}
turn: {pie: swap-sides, begin: set count to ply}
end: {player p wins: count == 2}
tests:
  the turn was that of Blue: {play: "a1, swap-sides", winner: Blue}
  it was that of Blue here too: {play: "a1, b1", winner: Blue}
"""


def test_after_a_swap_a_line_that_waits_first_asks_the_side_whose_turn_it_was() -> None:
    made = made_of(Source("swapped.yaml", SWAPPED))
    assert not [failure for outcome in run_tests(made.checked) for failure in outcome.failures]
