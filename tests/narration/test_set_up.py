"""A set-up that only puts pieces is drawn, with signs that say whose each piece is."""

from __future__ import annotations

import pytest

from ggl.narration.text import rules_text
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Signs
players: [Goats, Tigers]
board: square(3)
pieces: {pieces}
setup: |
  put {one} on a1
  put {other} on c3
  put {more} on b2
moves:
  walk:
    for: c in cells with own piece, t in neighbors(c)
    where: empty(t)
    do: move c to t
end:
  mover loses: stuck
"""


@pytest.mark.parametrize(
    ("pieces", "put", "drawn"),
    [
        ("{goat: {of: Goats}, tiger: {of: Tigers}, dog: {}}", ("goat", "tiger", "Goats dog"), "..t/.D./G.."),
        (
            "{goat: {of: Goats}, tiger: {glyph: T, of: Tigers}, dog: {}}",
            ("goat", "tiger", "Goats dog"),
            "..T/.D./G..",
        ),
        (
            "{goat: {glyph: g, of: Goats}, tiger: {of: Tigers}, dog: {}}",
            ("goat", "tiger", "Tigers dog"),
            "..t/.d./g..",
        ),
        (
            "{goat: {glyph: g}, tiger: {glyph: T}, dog: {of: nobody}}",
            ("Goats goat", "Tigers tiger", "dog"),
            "..t/.d./G..",
        ),
    ],
    ids=["by their names", "a sign of the second", "a sign of the first", "of both"],
)
def test_a_declared_sign_of_one_player_stays_as_it_is(pieces: str, put: tuple[str, str, str], drawn: str) -> None:
    one, other, more = put
    text = GAME.format(pieces=pieces, one=one, other=other, more=more)
    checked, found = check_source(Source("signs.yaml", text))
    assert checked is not None, found
    rows = [f"    {number}  {' '.join(row)}" for number, row in zip((3, 2, 1), drawn.split("/"), strict=True)]
    assert "\n".join(rows) in rules_text(checked)
