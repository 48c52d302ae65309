"""Entries of static tables, which of them a board keeps, and parameters over a list of the sites of a large board: a list where
it is in order, else a set."""

from __future__ import annotations

import pytest

from ggl.checker.static import LARGE, tab
from ggl.core import forms as f
from ggl.core.types import BOOL
from ggl.play.loading import check_source
from ggl.source import Source
from tests.checker.expressions.small import told, value
from tests.checker.test_world import world_of

GAME = """\
ggl: 1
name: Large
players:
  A: {way: 'ray(a1, east)', other: 'ray(a1, east)'}
  B: {way: 'ray(b1, east)', other: 'reversed(ray(a1, east))'}
board: square(SIZE)
pieces: {man: {}}
moves:
  place:
    for: SOURCE
    do: put man on c
end: {draw: full}
"""


@pytest.mark.parametrize(
    ("size", "source", "types"),
    [
        ("33", "c in ray(a1, east)", ["list of cells"]),
        ("33", "c in ray(a1, north)", ["list of cells"]),
        ("33", "c in ray(c1, west)", ["set of cells"]),  # out of order
        ("33", "c in ray(a1, east) + [a1]", ["set of cells"]),
        ("33", "c in ray(a1, east) + ray(a1, east)", ["set of cells"]),  # in order, but each twice
        ("33", "c in mover.way", ["list of cells"]),
        ("33", "c in mover.other", ["set of cells"]),  # that of A is in order
        ("33", "c in cells", ["set of cells"]),
        ("33", "c in (ray(a1, east) if ply > 1 else ray(a1, north))", ["set of cells"]),  # in order, but it may change
        ("33", "c and d in ray(a1, east)", ["list of cells", "set of cells"]),
        ("32", "c in ray(a1, east)", ["set of cells"]),  # no more than are few
        ("1025, 1", "c in ray(a1, east)", ["list of cells"]),
        ("1024, 1", "c in ray(a1, east)", ["set of cells"]),
    ],
)
def test_a_list_in_order_of_a_large_board_stays_a_list(size: str, source: str, types: list[str]) -> None:
    checked, found = check_source(Source("large.yaml", GAME.replace("SIZE", size).replace("SOURCE", source)))
    assert checked is not None, [str(each) for each in found]
    (schema,) = checked.core.schemas
    assert [str(param.source.type) for param in schema.params] == types
    assert LARGE == 1024


@pytest.mark.parametrize(
    ("asked", "is_told"),
    [
        ("any(c in cells if distance(c, b2) > 1)", []),
        (
            "any(c in cells if distance(step(c, north), b2) > 1)",
            ["GGL207 expected something to compare by `>`, but this may be none"],
        ),
    ],
)
def test_an_entry_at_what_may_be_none_may_be_none(asked: str, is_told: list[str]) -> None:
    assert told(asked) == is_told


@pytest.mark.parametrize(("cell", "neighbours"), [("step(a1, north)", 3), ("step(a3, north)", 0), ("b2", 4)])
def test_an_entry_at_a_constant_that_may_be_none(cell: str, neighbours: int) -> None:
    assert value(f"size(neighbors({cell}))") == neighbours


def test_the_board_keeps_no_entries_that_others_may_have_by_the_same_name() -> None:
    own = world_of()
    tab(own, "a test's", [f.Var("c", own.fin("cell"))], BOOL, bool, None)
    assert own.board.kept(("a test's", (own.domain("cell"),), BOOL), tuple) == ()
