"""What is told of properties that there are not, and where others may be read."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source
from tests.checker.expressions.small import found, text, told, value

KEYS = {
    "values": "{hue: [warm, cold]}",
    "pieces": "{stone: {}, golf: {}}",
    "moves": "{place: {for: 'c in vacant, k in kinds', do: put k on c}}",
    "state": "{gold: {start: 0, in: 0..9, each: players}, piecs: {start: 0, in: 0..9, each: players},"
    " heat: {start: 0, in: 0..9, each: cells}, colr: {start: 0, in: 0..9, each: cells}}",
}
CELL = "a cell has: colr, column, edges, heat, kind, {}number, owner, row, vertices"


@pytest.mark.parametrize(
    ("asked", "label", "help_"),
    [
        ("Red.god > 1", "near: `gold`", "write `gold`"),
        ("Red.golf > 1", "", "write `any(cells with Red golf)`, or `count(cells with Red golf)`, for those on the board"),
        ("Red.pieces > 1", "", "write `count(cells with piece of Red)`"),
        ("Red.nosuch > 1", "", "a player has: gold, piecs"),
        ("a1.het > 1", "near: `heat`", "write `heat`"),
        ("a1.golf", "", "write `golf on a1`"),
        ("a1.color == Red", "", "write `a1.owner`"),
        ("a1.nosuch > 1", "", CELL.format("")),
        ("a1.count > 1", "", CELL.format("")),
        ("warm.nosuch > 1", "", None),
        ("stone.supply > 1", "", "write `hand(mover, stone)`"),
        ("north.supply > 1", "", None),
    ],
)
def test_a_property_that_there_is_not(asked: str, label: str, help_: str | None) -> None:
    (one,) = found(asked, KEYS)
    assert one.code.code == "GGL204"
    assert (one.label, one.help) == (label, help_)


def test_a_cell_has_links_where_a_game_has_some() -> None:
    (one,) = found("a1.nosuch > 1", KEYS | {"links": "a in cells, b in leaps(a, 1, 2)"})
    assert one.help == CELL.format("links, ")


def test_a_player_has_what_is_declared() -> None:
    (one,) = found("Red.nosuch > 1")
    assert one.help == "declare it: under `players` with `{nosuch: ..}`, or under `state` with `each: players`"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"regions": "\n  far: (c in cells if c.owner == Red)"}, "`.owner` changes during play, but this is fixed before play"),
        ({"state": "{gold: {start: 3, in: 0..9, each: players}, n: {start: Red.gold, in: 0..9}}"},
         "`gold` changes during play, but this is fixed before play"),
        ({"state": "{gold: {start: nosuch, in: 0..9, each: players}}", "end": "{draw: Red.gold > 2}"}, "unknown name `nosuch`"),
    ],
)  # fmt: skip
def test_what_is_fixed_before_play_reads_no_property_of_play(keys: dict[str, str], message: str) -> None:
    assert [each.message for each in found("ply > 9", keys)] == [message]


@pytest.mark.parametrize(("board", "sites"), [("track(3)", "vertices"), ("track(1)", "edges")])
def test_a_number_is_read_of_sites_that_a_board_has_none_of(board: str, sites: str) -> None:
    assert value(f"sum([5][x.number] + 1 for x in {sites})", {"board": board}) == 0


def test_a_variable_that_is_read_behind_a_dot_is_used() -> None:
    state = "{gold: {start: 0, in: 0..9, each: players}, heat: {start: 0, in: 0..9, each: cells}}"
    assert not check_source(Source("used.yaml", text({"state": state, "end": "{draw: full or Red.gold + a1.heat > 9}"})))[1]


def test_the_row_of_a_cell_is_at_most_the_number_of_cells() -> None:
    """A list with as many members has one for each."""
    asked = "any([7][c.row] + 1 > 2 and ply > 1 for c in cells)"
    assert told(asked, {"board": "square(1)"}) == []
    assert told(asked, {"board": "square(2, 1)"}) == ["GGL207 expected a number, but this may be none"]
