"""Small games for the tests of reports."""

from __future__ import annotations

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

RENAMED = """\
ggl: 1
name: Noughts
players: [Cross, Nought]
board: square(3)
pieces: {sign: {}}
moves:
  write:
    for: c in cells
    where: empty(c)
    do: put sign on c
end:
  player p wins: lined(cells with p sign, 3)
  draw: full
"""
"""Tic-tac-toe in other words: other players, pieces and moves, the same play."""

UNFAIR = """\
ggl: 1
name: Unfair
extends: tic-tac-toe
end:
  draw: removed
  X wins:
    a full board: full
"""
"""Tic-tac-toe in which X wins what should be a draw."""

FORKED = """\
ggl: 1
name: Forked
players: [Black, White]
board: square(4, 1)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where:
      free: empty(c)
      needless: c not in cells with stone
      silent: count(cells with stone) < 5
    do: put stone on c
end:
  Black wins:
    a1: a1 in cells with Black stone
    never: count(cells with White stone) > 4
  White wins:
    d1: d1 in cells with Black stone
  draw:
    full: full
"""
"""The first step decides: a1 wins for who begins, d1 loses, and else the others try."""

PIE = FORKED.replace("name: Forked", "name: Pie").replace("end:\n", "turn: {pie: swap-sides}\nend:\n")


GAMBLE = """\
ggl: 1
name: Gamble
players: [Black, White]
board: square(3, 1)
pieces: {stone: {}}
state:
  die: {start: 0, in: 0..3}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
turn:
  begin: |
    if ply > 0:
      roll die from 1..3
end:
  Black wins:
    a1: a1 in cells with Black stone and die in {1, 2}
    b1: b1 in cells with Black stone and die == 1
  White wins:
    else: die > 0
"""
"""The first step is a bet, and the roll after it decides: a1 wins two times of three, b1 once, c1 never."""


def game(text: str) -> Game:
    checked, found = check_source(Source("<test>", text))
    assert checked is not None, [str(each) for each in found]
    return Game(checked)


ENDS = """\
ggl: 1
name: Ends
players: [Black, White]
board: square(4, 1)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  draw:
    full: full
  player p wins:
    the last cell: full and p stone on d1
  players p lose:
    two in the middle: full and all(p stone on c for c in {b1, c1})
  mover loses:
    an enemy stone in the first: full and enemy stone on a1
  opponent wins:
    an own stone in the first: full and own stone on a1
  Black wins:
    a black one there: Black stone on a1
  by score:
    three: ply == 5
score(p): count(cells with p stone)
"""
"""A full board is a draw, whatever else would hold on it."""
