"""How many members a chosen set may have, and how many sets there may be to choose from."""

from __future__ import annotations

import pytest

from ggl.checker import subsets
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """\
ggl: 1
name: Sets
players: [A, B]
board: square(3)
pieces: {man: {}}
state: {n: {start: 0, in: 0..3}}
moves:
  lay:
    for: S in subsets(cells, SIZE)
    do: |
      put man on S
      set n to 1
MORE
end: {draw: full}
"""


def source(size: str, more: str = "") -> Source:
    return Source("sets.yaml", GAME.replace("SIZE", size).replace("MORE", more))


def told(source: Source) -> list[str]:
    return [f"{each.code.code} {each.message}" for each in check_source(source)[1]]


@pytest.mark.parametrize(
    ("size", "count"), [("2", 36), ("1 + 2", 84), ("1..2", 9 + 36), ("1..(3 - 1)", 9 + 36), ("n..2", 9 + 36)]
)
def test_the_sets_of_a_size(size: str, count: int) -> None:
    assert len(made_of(source(size)).initial_state().legal_moves()) == count


@pytest.mark.parametrize("size", ["1.5..2", "1..1.5", "1.5"])
def test_a_set_has_a_whole_number_of_members(size: str) -> None:
    assert told(source(size)) == ["GGL205 a set has a whole number of members"]


@pytest.mark.parametrize(("size", "is_refused"), [("0", True), ("0..2", True), ("n - 3..2", True), ("n - 2..2", False)])
def test_no_set_without_members_is_chosen(size: str, is_refused: bool) -> None:
    assert told(source(size)) == ["GGL431 choosing nothing is not a move"] * is_refused


@pytest.mark.parametrize(
    ("size", "more", "limit"),
    [
        ("2", "", None),
        ("3", "", 36),
        ("3", "    where: ply > 0", 36),
        ("3", "    where: size(S) > n", None),
        ("3", "    let: {one: first(S)}\n    where: empty(one)", None),
        ("3", "    let: {one: first(S)}", 36),
        ("3", "    let: {late: ply > 0}\n    where: late", 36),
        ("3", "    ensure: empty(cells - S)", None),
        ("1..3", "    where: size(S) > n", 84),
    ],
)
def test_sets_are_as_many_as_may_be_listed_and_more_where_a_condition_asks_about_them(
    size: str, more: str, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subsets, "STEPS_LIMIT", 36)
    monkeypatch.setattr(subsets, "MOST_LOOKED_AT", 84)
    many = {"2": 36, "3": 84, "1..3": 129}[size]
    assert [each for each in told(source(size, more)) if "GGL432" in each] == (
        [f"GGL432 there could be {many} sets here; {limit} is the limit"] if limit else []
    )
