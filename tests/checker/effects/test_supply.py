"""To whose supply a piece goes: who has one is asked only where that depends on the kind."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
name: Taken
players: [Red, Blue]
board: square(3)
pieces: {{man: {{supply: 3}}, king: {king}}}
setup: put Red king on a1
moves:
  place: {{for: c in vacant, do: put man on c from supply}}
  take: {{for: c in cells with piece, do: take piece from c to supply of mover}}
end: {{draw: ply > 20}}
"""


@pytest.mark.parametrize(
    ("king", "asked"), [("{}", False), ("{of: Red}", False), ("{supply: 2}", False), ("{of: Red, supply: 2}", True)]
)
def test_who_has_a_supply_is_asked_where_a_kind_with_one_is_of_one_side_alone(king: str, asked: bool) -> None:
    checked, found = check_source(Source("taken.yaml", GAME.format(king=king)))
    assert checked is not None, [str(each) for each in found]
    assert ("has supply" in [table.name for table in checked.core.tables]) == asked
