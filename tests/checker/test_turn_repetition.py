"""Which definitions have a copy that counts the position a turn would leave: those that count positions, also through others."""

from __future__ import annotations

import pytest

from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Leaving
players: [A, B]
board: square(3)
pieces: {man: {}}
define:
  stood(): repetitions >= 2
  stood_or_full(): stood() or full
  stood_as(x): repetitions >= 2 and x == x
  board_stood(): board_repetitions >= 2
  near(c): count(neighbors(c) with man)
  crowded(c): near(c) > 2
moves:
  place:
    for: c in vacant
    where: not crowded(c)
    do: put man on c
    ENSURE
turn: {TURN}
end: {draw: full or stood_or_full() or board_stood()}
"""


def counted(ensure: str, turn: str = "") -> tuple[list[str], list[str]]:
    """The names of the definitions, and the keys of the positions that a turn would leave, where those are counted."""
    checked, found = check_source(Source("leaving.yaml", GAME.replace("ENSURE", ensure).replace("TURN", turn)))
    assert checked is not None, [str(each) for each in found]
    left = [form.key for form in walk(checked.core) if isinstance(form, f.SeenNext)]
    return [each.name for each in checked.core.definitions], left


@pytest.mark.parametrize(
    ("ensure", "copies"),
    [
        ("ensure: not stood_or_full()", {"stood.2", "stood_or_full.2"}),
        ("ensure: not stood()", {"stood.2", "stood_or_full.2"}),
        ("ensure: repetitions < 2", {"stood.2", "stood_or_full.2"}),
        ("", set()),
    ],
)
def test_only_what_counts_positions_is_copied(ensure: str, copies: set[str]) -> None:
    assert {name for name in counted(ensure)[0] if name.endswith(".2")} == copies


def test_of_a_definition_for_two_types_each_is_copied() -> None:
    names, _ = counted("ensure: not stood_as(2) and not stood_as(a1)")
    assert sorted(name for name in names if name.startswith("stood_as")) == ["stood_as", "stood_as.2", "stood_as.3", "stood_as.4"]


def test_what_stands_in_the_turn_alone_counts_the_position_that_it_leaves() -> None:
    names, left = counted("", "continue: stood() and steps < 3")
    assert "stood.2" in names
    assert left == ["position"]


@pytest.mark.parametrize("ensure", ["board_repetitions < 2", "not board_stood()"])
def test_the_board_is_counted_as_anywhere(ensure: str) -> None:
    names, left = counted(f"ensure: {ensure}")
    assert left == []
    assert "board_stood.2" not in names
