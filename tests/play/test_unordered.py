"""Sites of a choice without an order may be typed in any order; where the order says which is which, it counts."""

from __future__ import annotations

import pytest

from ggl.play.errors import GglError
from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.play.unordered import unordered
from ggl.source import Source

GAME = """
ggl: 1
name: Pairs
players: [Red, Blue]
board: square(4)
pieces: {man: {}}
setup: put Red man on d4
moves:
  pair:
    for: a in vacant, b in vacant
    where: a < b
    do: put man on {a, b}
  three:
    for: a in vacant, b in (x in vacant if x > a), c in (x in vacant - {a} if b < x)
    do: put man on {a, b, c}
  walk:
    for: a in cells, b in cells
    where: own man on a and empty(b)
    do: move a to b
  ahead:
    for: a in cells, b in cells
    where: own man on a and empty(b) and a < b
    do: move a to b
  both:
    for: a in vacant, b in vacant
    where: a < b and a.row > 1 and b.row > 1
    do: |
      put man on a
      put man on b
  marked:
    for: a in vacant, b in vacant
    where: a < b and a.row > 1
    do: put man on {a, b}
  beside:
    for: z in cells, a in vacant, b in vacant - {z}
    where: a < b
    do: put man on {a, b}
  last:
    for: a in vacant, b in vacant
    where: a < b
    do: put man on b
  grow:
    for: a in vacant, n in 1..3
    where: a.column > n
    do: put man on a
end:
  mover loses: stuck
NOTATION
"""


def start(notation: str = "") -> State:
    checked, found = check_source(Source("pairs.yaml", GAME.replace("NOTATION", notation)))
    assert checked is not None, found
    return Game(checked).initial_state()


def test_which_parameters_have_no_order() -> None:
    schemas = {schema.name: schema for schema in start().game.checked.core.schemas}
    assert {name: unordered(schema) for name, schema in schemas.items()} == {
        "pair": (0, 1), "three": (0, 1, 2), "walk": (), "ahead": (), "both": (0, 1), "marked": (),
        "beside": (), "last": (), "grow": (),
    }  # fmt: skip


@pytest.mark.parametrize("typed", ["pair b2 a1", "b2 a1", "b2a1", "PAIR B2 A1", "pair a1 b2"])
@pytest.mark.parametrize("notation", ["", "look: {notation: {pair: a + b}}"])
def test_a_pair_is_typed_in_any_order(typed: str, notation: str) -> None:
    if notation and "pair" not in typed.lower():
        typed = "b2 + a1"
    state = start(notation)
    assert state.read(typed).step.args == (0, 5)


@pytest.mark.parametrize("typed", ["three a1 b1 c1", "three c1 b1 a1", "three b1 c1 a1"])
def test_three_are_typed_in_any_order(typed: str) -> None:
    assert start().read(typed).step.args == (0, 1, 2)


@pytest.mark.parametrize("typed", ["walk a1 d4", "pair a1 a1", "pair d4 a1", "pair e5 a1", "ahead a1 d4", "last b1 a1"])
def test_an_illegal_move_stays_one(typed: str) -> None:
    with pytest.raises(GglError):
        start().read(typed)
