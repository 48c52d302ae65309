"""Parameters over a list of the sites of a large board: as the list where it is in order, as a set otherwise."""

from __future__ import annotations

import pytest

from ggl.checker.static import LARGE
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Large
players: [A, B]
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
        ("33", "c in cells", ["set of cells"]),
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
