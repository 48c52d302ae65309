"""Ends of a game that no player could check, because they read what no player ever sees."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Ends
players: [White, Black]
board: square(3)
pieces:
  stone: {seen by: owner}
  mine: {of: nobody, seen by: MINE}
values:
  cards: {rank: 1..3}
state:
  out: {start: {}, in: players}
  fuse: {start: 9, in: 0..9, seen by: FUSE}
  heat: {start: 0, in: 0..9, each: cells}
  deck: {start: cards, in: cards, seen by: nobody}
  pool: {start: [1, 2, 2], in: 1..3, seen by: nobody}
setup: put mine on b2
moves:
  place:
    for: c in cells
    where: seen(empty(c))
    do: |
      put stone on c if empty(c)
      add -1 to fuse
      add mover to out
      drop first(deck) from deck if size(deck) > 0
      drop 2 from pool if 2 in pool
define:
  burned: fuse == 0
end:
  draw: END
"""


@pytest.mark.parametrize(
    ("mine", "fuse", "end", "found"),
    [
        ("nobody", "nobody", "fuse == 0", ["fuse"]),
        ("nobody", "nobody", "burned", ["fuse"]),
        ("nobody", "nobody", "burned or ply > 9 and burned", ["fuse"]),
        ("nobody", "nobody", "not any(cells with mine)", ["mine"]),
        ("Black", "White", "not any(cells with mine)", []),
        ("nobody", "nobody", "fuse == 0 and not any(cells with mine)", ["fuse", "mine"]),
        ("nobody", "nobody", "size(deck) == 0", []),
        ("nobody", "nobody", "size(out) == 2", []),
        ("nobody", "nobody", "size(pool) == 0", []),
        ("nobody", "nobody", "not any(cells with White stone)", []),
        ("nobody", "nobody", "all(any(cells with p stone) for p in players)", []),
        ("Black", "White", "fuse == 0 and not any(cells with mine)", []),
        ("nobody", "viewer == mover", "fuse == 0", []),
        ("nobody", "nobody", "ply == 30", []),
        ("nobody", "White", "(c in cells if c.heat == 2) == row(1)", []),
        ("nobody", "White", "(c in cells if mine on c) == row(1)", ["mine"]),
    ],
)
def test_an_end_that_nobody_can_check_is_warned_of(mine: str, fuse: str, end: str, found: list[str]) -> None:
    checked, findings = check_source(Source("ends.yaml", GAME.replace("MINE", mine).replace("FUSE", fuse).replace("END", end)))
    assert checked is not None
    told = [each.message.split("`")[1] for each in findings if each.code.code == "GGL440"]
    assert told == found


@pytest.mark.parametrize(
    ("end", "place"),
    [("not any(cells with mine)", "cells with mine"), ("any(row(2) with mine)", "any(row(2) with mine)")],
)
def test_the_warning_stands_where_the_end_reads_it(end: str, place: str) -> None:
    _, findings = check_source(Source("ends.yaml", GAME.replace("MINE", "nobody").replace("FUSE", "White").replace("END", end)))
    assert [each.span.text for each in findings if each.code.code == "GGL440" and each.span] == [place]


@pytest.mark.parametrize(("end", "told"), [("not any(cells with piece)", ["stone"]), ("any(out)", [])])
def test_of_kinds_that_nobody_sees_the_first_is_named(end: str, told: list[str]) -> None:
    game = GAME.replace("seen by: owner", "seen by: nobody").replace("MINE", "nobody").replace("FUSE", "White")
    _, findings = check_source(Source("ends.yaml", game.replace("END", end)))
    assert [each.message.split("`")[1] for each in findings if each.code.code == "GGL440"] == told
