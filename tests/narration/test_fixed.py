"""Sets that the board fixes are told by the names of their cells; what hangs on the position is not."""

from pathlib import Path

import pytest

from ggl.narration import fixed
from ggl.play.loading import load
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone

GAME = """ggl: 1
name: Fixed
players: [A, B]
board: square(5, 4)
pieces: {man: {}}
moves: {put: {for: c in vacant, do: put man on c}}
end: {draw: full}
define:
  dark: (c in cells if (c.row + c.column) % 2 == 0)
"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("row(2)", "every cell of row 2"),
        ("row(1) + row(4)", "every cell of rows 1 and 4"),
        ("column(1) + column(2)", "every cell of columns 1 and 2"),
        ("corners", "each of a1, e1, a4 and e4"),
        ("dark", "each of a1, c1, e1, b2, d2, a3, c3, e3, b4 and d4"),
        ("{c2}", "c2"),
        ("cells - row(1)", "every cell of rows 2, 3 and 4"),
        ("cells - corners", None),
        ("cells", None),
        ("vacant", None),
        ("cells with man", None),
        ("{}", None),
        ("neighbors(x)", None),
        ("3", None),
    ],
)
def test_a_set_is_told_by_its_cells(tmp_path: Path, written: str, told: str | None) -> None:
    (tmp_path / "fixed.yaml").write_text(GAME, encoding="utf-8")
    tree = parser.expression(Alone(Source("<set>", written)))
    assert fixed.every(load(tmp_path / "fixed.yaml").checked, tree) == told
