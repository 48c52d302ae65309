"""Small games for the tests of many plays."""

from __future__ import annotations

ENDLESS = """\
ggl: 1
name: Endless
players: [Black, White]
board: square(2)
pieces: {stone: {}}
state: {n: {start: 0, in: 0..1}}
moves:
  one: {do: set n to 1}
  none: {do: set n to 0}
end:
  draw: full
"""

THREE = """\
ggl: 1
name: Three
players: [Red, Green, Blue]
board: square(4)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  player p wins:
    two in a row: lined(cells with p stone, 2)
  draw:
    the board is full: full
"""
