"""Rows and columns are told by the names that the board shows; their numbers are told where a rule counts them."""

from __future__ import annotations

import pytest

from ggl.checker.game import CheckedGame
from ggl.narration import constant_sets
from ggl.narration.board import in_stretches
from ggl.narration.text import rules_text
from ggl.play.loading import check_source
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone

GAME = """\
ggl: 1
name: Lines
players: {{Red: {{forward: north}}, Blue: {{forward: south}}}}
board: square({size})
labels: {labels}
pieces: {{man: {{}}}}
setup: put Red man on row(1)
moves:
  place:
    for: c in {where}
    do: put man on c
end:
  mover loses: stuck
"""
TURNED = "{columns: numbers from the right, rows: letters from the top}"


def made(labels: str, where: str = "vacant", size: int = 4) -> CheckedGame:
    checked, found = check_source(Source("lines.yaml", GAME.format(labels=labels, where=where, size=size)))
    assert checked is not None, found
    return checked


def told(labels: str, where: str = "vacant", *, exact: bool = False) -> str:
    return " ".join(rules_text(made(labels, where), exact=exact).split())


@pytest.mark.parametrize(
    ("labels", "where", "said"),
    [
        ("{}", "row(1)", "of row 1"),
        ("{}", "column(1)", "of column a"),
        (TURNED, "row(1)", "of row d"),
        (TURNED, "column(rows)", "of column 1"),
        ("{rows: numbers from 0 from the top}", "row(1)", "of row 3"),
        ("{rows: [one, two, three, four]}", "row(3)", "of row three"),
        ("{columns: letters without a}", "column(1)", "of column b"),
        ("{cells: numbers from the top}", "row(1)", "of row 1"),
        ("{sites: {well: a1}}", "column(1)", "of column a"),
    ],
)
@pytest.mark.parametrize("exact", [False, True], ids=["plain", "exact"])
def test_a_row_is_told_by_its_name(labels: str, where: str, said: str, exact: bool) -> None:
    text = told(labels, where, exact=exact)
    assert f"{said}," in text or f"{said}." in text


@pytest.mark.parametrize(
    ("labels", "where", "said"),
    [
        ("{}", "column(3) + column(4)", "column c and column d"),
        (TURNED, "column(3) + column(4)", "column 2 and column 1"),
        (TURNED, "row(1) + row(2)", "row d and row c"),
    ],
)
def test_a_region_of_whole_lines_is_told_by_their_names(labels: str, where: str, said: str) -> None:
    text = GAME.format(labels=labels, where="part", size=4).replace(
        "setup: put Red man on row(1)", f"regions: {{part: '{where}'}}"
    )
    checked, found = check_source(Source("lines.yaml", text))
    assert checked is not None, found
    assert said in " ".join(rules_text(checked).split())


@pytest.mark.parametrize(
    ("written", "said"), [("(c in cells if c.row < 4)", "rows e to c"), ("(c in cells if c.column != 2)", "columns 5 and 3 to 1")]
)
def test_a_block_of_lines_is_told_by_their_names(written: str, said: str) -> None:
    assert constant_sets.block(made(TURNED, size=5), parser.expression(Alone(Source("<set>", written)))) == said


@pytest.mark.parametrize(
    ("labels", "where", "notes"),
    [
        ("{}", "(x for x in vacant if x.row < 3)", []),
        ("{}", "(x for x in vacant if x.column < 3)", ["As a number, column a is 1, column b is 2 and so on."]),
        (TURNED, "(x for x in vacant if x.column < 3)", ["As a number, column 4 is 1, column 3 is 2 and so on."]),
        (TURNED, "(x for x in vacant if x.row < 3)", ["As a number, row d is 1, row c is 2 and so on."]),
        (TURNED, "row(ply % 4 + 1)", ["As a number, row d is 1, row c is 2 and so on."]),
        ("{columns: numbers}", "(x for x in vacant if x.column < 3)", []),
        ("{cells: numbers from the top}", "(x for x in vacant if x.row < 3)", ["Rows are numbered from the bottom."]),
        ("{cells: numbers from the top}", "(x for x in vacant if x.column < 3)", ["Columns are numbered from the left."]),
    ],
)
@pytest.mark.parametrize("exact", [False, True], ids=["plain", "exact"])
def test_where_a_rule_counts_lines_their_numbers_are_told(labels: str, where: str, notes: list[str], exact: bool) -> None:
    text = told(labels, where, exact=exact)
    assert all(note in text for note in notes)
    assert text.count("As a number, ") + text.count("are numbered from") == len(notes)


@pytest.mark.parametrize(
    ("labels", "rows"),
    [
        (TURNED, ["a . . . .", "b . . . .", "c . . . .", "d M M M M", "4 3 2 1"]),
        ("{rows: numbers from 9 from the top}", [" 9 . . . .", "10 . . . .", "11 . . . .", "12 M M M M", "a b c d"]),
        ("{sites: {well: a1}}", ["4 . . . .", "3 . . . .", "2 . . . .", "1 M M M M", "a b c d"]),
    ],
)
def test_a_set_up_is_drawn_with_the_names_of_its_lines(labels: str, rows: list[str]) -> None:
    drawn = [" ".join(line.split()) for line in rules_text(made(labels)).splitlines()]
    start = drawn.index(" ".join(rows[0].split()))
    assert drawn[start : start + 5] == [" ".join(row.split()) for row in rows]


@pytest.mark.parametrize("labels", ["{columns: [one, two, three, four]}", "{cells: numbers from the top}"])
def test_a_set_up_without_a_sign_for_each_column_is_told_in_words(labels: str) -> None:
    assert "Put a Red man on every cell of row 1." in told(labels)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("abcd", "a to d"),
        ("dcba", "d to a"),
        ("ABDE", "A to B and D to E"),
        (["9", "10", "11"], "9 to 11"),
        (["3", "5", "4"], "3 and 5 to 4"),
        ("acbd", "a, c to b and d"),
        (["north", "south"], "north and south"),
        ("a", "a"),
    ],
)
def test_names_that_follow_one_another_are_a_stretch(names: str | list[str], said: str) -> None:
    assert in_stretches(list(names)) == said
