"""Which definitions have a copy that counts the position a turn would leave: those that count positions, also through others."""

from __future__ import annotations

import pytest

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
  near(c): count(neighbors(c) with man)
  crowded(c): near(c) > 2
moves:
  place:
    for: c in vacant
    where: not crowded(c)
    do: put man on c
    ENSURE
end: {draw: full or stood_or_full()}
"""


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
    checked, found = check_source(Source("leaving.yaml", GAME.replace("ENSURE", ensure)))
    assert checked is not None, [str(each) for each in found]
    assert {each.name for each in checked.core.definitions if each.name.endswith(".2")} == copies
