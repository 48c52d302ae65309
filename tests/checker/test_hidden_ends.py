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
        ("nobody", "nobody", "not any(cells with mine)", ["mine"]),
        ("nobody", "nobody", "fuse == 0 and not any(cells with mine)", ["fuse", "mine"]),
        ("nobody", "nobody", "size(deck) == 0", []),
        ("nobody", "nobody", "size(out) == 2", []),
        ("nobody", "nobody", "size(pool) == 0", []),
        ("nobody", "nobody", "not any(cells with White stone)", []),
        ("nobody", "nobody", "all(any(cells with p stone) for p in players)", []),
        ("Black", "White", "fuse == 0 and not any(cells with mine)", []),
        ("nobody", "viewer == mover", "fuse == 0", []),
        ("nobody", "nobody", "ply == 30", []),
    ],
)
def test_an_end_that_nobody_can_check_is_warned_of(mine: str, fuse: str, end: str, found: list[str]) -> None:
    checked, findings = check_source(Source("ends.yaml", GAME.replace("MINE", mine).replace("FUSE", fuse).replace("END", end)))
    assert checked is not None
    told = [each.message.split("`")[1] for each in findings if each.code.code == "GGL440"]
    assert told == found
