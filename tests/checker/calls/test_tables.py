"""What the board and the names fix stands in tables: each is of what its words are about, whatever the codes."""

from __future__ import annotations

import pytest

from ggl.core.verify import verify
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

TEXT = """\
ggl: 1
name: Rings
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}, king: {{}}}}
setup: put Red king on a1
moves:
  place:
    for: c in vacant, k in kinds, n in 1..2
    where: {where}
    do: put k on c
define:
  owner_of(c, k): Red if Red k on c else Blue
turn: {{pass: forced}}
end: {{draw: full}}
"""


def game(where: str) -> Game:
    checked, found = check_source(Source("rings.yaml", TEXT.format(where=where)))
    assert checked is not None, found
    verify(checked.core)
    return Game(checked)


@pytest.mark.parametrize(
    ("where", "count"),
    [
        # the codes of the first two cells are those of the two players, and of the two kinds
        ("after([a1, b1], c) == a1 or after([Red, Blue], mover) == Red", 4),
        ("after([a1, b1], c) == a1 and after([Red, Blue], mover) == Blue", 4),
        ("after([Red, Blue], mover) == Blue and after([a1, b1], c) == a1", 4),
        ("after([stone, king], k) == stone and after([a1, b1], c) == a1", 2),
        # a piece of a kind, and of a kind and a side
        ("owner_of([a1, b1][n], k) == Red and count(z in kinds if z on a1) == 1", 8),
        ("count(z in kinds if z on a1) == 1 and owner_of([a1, b1][n], k) == Red", 8),
        ("owner_of([a1, b1][n], king) == Red and count(z in {king} if z on a1) == 1", 16),
    ],
)
def test_two_things_that_are_said_alike_have_a_table_each(where: str, count: int) -> None:
    found = game(where)
    assert len(found.initial_state().legal_moves()) == count
    assert Game(found.checked, "compiled").perft(Game(found.checked, "compiled").initial_state(), 1) == count


@pytest.mark.parametrize("word", ["after", "before"])
def test_a_fraction_of_a_step_around_a_ring_is_refused(word: str) -> None:
    checked, found = check_source(Source("rings.yaml", TEXT.format(where=f"{word}([a1, b1], c, 0.5) == a1")))
    assert checked is None
    assert [(each.code.code, each.message) for each in found] == [
        ("GGL205", "expected a whole number, but this may be a fraction")
    ]
