"""Small games for the tests of reports."""

from __future__ import annotations

from ggl.play.game import Game, check_source
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


def game(text: str) -> Game:
    checked, found = check_source(Source("<test>", text))
    assert checked is not None, [str(each) for each in found]
    return Game(checked)
