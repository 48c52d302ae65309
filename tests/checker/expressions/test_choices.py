"""Tables of cases without `else`: whole ones, and what is told of the others."""

from __future__ import annotations

import pytest

from ggl.diagnostics import Diagnostic
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

TEXT = """\
ggl: 1
name: Towers
players: [Red, Blue]
board: square(2)
pieces: {{stone: {{}}, tower: {{}}, gate: {{}}}}
moves:
  place:
    for: c in cells, k in {{stone, tower, gate}}
    where: empty(c)
    do: put k on c
end: {{by score: full}}
score(p): {score}
define:
  worth(k):
    by: {by}
    {rows}
"""


def checked(score: str, by: str, rows: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    game, found = check_source(Source("towers.yaml", TEXT.format(score=score, by=by, rows="\n    ".join(rows.split("; ")))))
    return Game(game) if game is not None else None, found


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_table_with_a_row_for_each_kind_needs_no_else(engine: str) -> None:
    game, found = checked("sum(worth(k) * count(c in cells if p k on c) for k in {stone, tower, gate})", "k",
                          "stone: 1; tower: 20; gate: 300")  # fmt: skip
    assert game is not None
    assert not found
    state = Game(game.checked, engine).initial_state()
    for move in ("place a1 tower", "place b1 gate", "place a2 stone"):
        state = state.play(move)
    assert state.scores == {"Red": 21, "Blue": 300}


@pytest.mark.parametrize(
    ("by", "rows", "said"),
    [
        ("k", "stone: 1; tower: 20", "and no row for `gate`"),
        ("first(c.kind for c in cells if occupied(c))", "stone: 1; tower: 20; gate: 300", "and no row for `none`"),
        ("ply", "0: 1; 1: 20", ""),
    ],
)
def test_a_table_of_numbers_that_is_not_whole_is_refused_with_what_it_lacks(by: str, rows: str, said: str) -> None:
    game, found = checked("sum(worth(k) for k in {stone, tower})", by, rows)
    assert game is None
    assert [(each.message, each.label) for each in found] == [("this table has no `else`", said)]


@pytest.mark.parametrize(
    ("over", "rows"),
    [
        ("cells", "a1: 1; b1: 20; a2: 300; b2: 4000"),
        ("orthogonal", "north: 1; east: 20; south: 300; west: 4000"),
        ("1..2", "1: 1; 2: 2"),
    ],
)
def test_only_by_kinds_players_and_phases_a_table_of_numbers_is_ever_whole(over: str, rows: str) -> None:
    score = f"sum(worth(x) for x in {over})"
    game, found = checked(score, "k", rows)
    assert game is None
    assert [(each.message, each.label) for each in found] == [("this table has no `else`", "")]
    assert not checked(score, "k", f"{rows}; else: 0")[1]


def test_a_table_by_phases_or_players_is_told_of_too_and_a_condition_gives_false() -> None:
    game, found = checked("count(c in cells if worth(p))", "k", "Red: true")
    assert game is not None
    assert [(each.code.code, each.message, each.label) for each in found] == [
        ("GGL220", "this table has no row for `Blue`", "there it gives `false`")
    ]
    assert not checked("count(c in cells if worth(p))", "k", "Red: true; else: false")[1]


JOINED = {
    "c.row in {1} or 3": "c.row == 3",
    "c in corners or a2": "c == a2",
    "c in corners or c": "c == c",
    "c in corners or cells": "c in cells",
    "c in corners or Red": None,
    "vacant == corners or a1": None,
    "1 == c.row == 1 or 2": None,
    "c == a1 or corners": None,
    "c.row in {1, 9999} or 3": "c.row == 3",
}
"""The comparison that stands for what is joined to another and is no condition; None where none would do."""


@pytest.mark.parametrize("where", JOINED)
def test_what_is_joined_to_a_comparison_is_compared_too_where_it_could_be(where: str) -> None:
    text = TEXT.partition("end:")[0].format().replace("empty(c)", f'"{where}"')
    (found,) = (each for each in check_source(Source("joined.yaml", f"{text}end: {{draw: full}}\n"))[1])
    assert found.message.startswith("expected a condition, found ")
    assert (found.fix and found.fix.replacement) == JOINED[where]


@pytest.mark.parametrize(
    ("where", "count"), [("c.row or win", 1), ("c.row or capture", 2), ("c.row or to", 2), ("c.row or announce", 2)]
)
def test_an_effect_beside_a_condition_is_told_alone(where: str, count: int) -> None:
    text = TEXT.partition("end:")[0].format().replace("empty(c)", f'"{where}"')
    assert len(check_source(Source("joined.yaml", f"{text}end: {{draw: full}}\n"))[1]) == count


def test_by_an_option_no_row_is_said_to_be_missing() -> None:
    """The game may allow few of its values."""
    text = TEXT.replace("define:", "options: {{main: 'stone in {{stone, tower}}'}}\ndefine:")
    numbers = text.format(score="sum(worth(k) for k in kinds)", by="main", rows="stone: 1\n    tower: 2")
    _, found = check_source(Source("towers.yaml", numbers))
    assert [(each.message, each.label) for each in found] == [("this table has no `else`", "")]
    conditions = text.format(score="count(k in kinds if worth(k))", by="main", rows="stone: true\n    tower: false")
    assert not check_source(Source("towers.yaml", conditions))[1]


def test_a_row_that_is_no_plain_name_may_be_any() -> None:
    game, found = checked("worth(p)", "k", "Red: 1; next(Red): 2")
    assert game is None
    assert [(each.message, each.label) for each in found] == [("this table has no `else`", "")]


def test_a_table_by_the_only_kind_has_one_row() -> None:
    text = TEXT.replace("{stone: {{}}, tower: {{}}, gate: {{}}}", "{stone: {{}}}").replace("{{stone, tower, gate}}", "kinds")
    score = "sum(worth(k) * count(c in cells if p k on c) for k in kinds)"
    checked, found = check_source(Source("stones.yaml", text.format(score=score, by="k", rows="stone: 5")))
    assert not found
    assert checked is not None
    assert Game(checked).initial_state().play("place a1 stone").scores == {"Red": 5, "Blue": 0}


@pytest.mark.parametrize("where", ["(corners or cells) and empty(c)", "worth(c) > 1 and empty(c)"])
def test_sets_joined_by_words_where_a_condition_is_wanted_are_told_one_by_one(where: str) -> None:
    text = TEXT.partition("end:")[0].format().replace("empty(c)", f'"{where}"') + "end: {draw: full}\n"
    if "worth" in where:
        text += "define:\n  worth(c):\n    1: corners or cells\n    else: 2\n"
    messages = [each.message for each in check_source(Source("joined.yaml", text))[1] if each.code.severity == "error"]
    assert messages == ["expected a condition, found a set of cells"] * 2
