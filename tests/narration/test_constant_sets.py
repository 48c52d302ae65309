"""Sets that the board fixes are told by the names of their cells; what hangs on the position is not."""

from pathlib import Path

import pytest

from ggl.narration import constant_sets
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
        ("column(1) + column(2)", "every cell of columns a and b"),
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
    assert constant_sets.every(load(tmp_path / "fixed.yaml").checked, tree) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("sorted(row(1)) + reversed(row(2))", "a1 to e1, then e2 to a2, in this order"),
        ("descending(row(2))", "e2, d2, c2, b2 and a2, in this order"),
        ("sorted(column(1)) + sorted(row(4) - {a4})", "a1 to a4, then b4 to e4, in this order"),
        ("sorted(corners)", "a1, e1, a4 and e4, in this order"),
        ("sorted(cells with man)", None),
        ("row(1) + row(2)", None),
    ],
)
def test_a_list_is_told_by_its_stretches(tmp_path: Path, written: str, told: str | None) -> None:
    (tmp_path / "fixed.yaml").write_text(GAME, encoding="utf-8")
    tree = parser.expression(Alone(Source("<list>", written)))
    assert constant_sets.ordered_cells(load(tmp_path / "fixed.yaml").checked, tree) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("(c in cells if c.row <= 3)", "rows 1 to 3"),
        ("(c in cells if c.column != 3)", "columns a to b and d to e"),
        ("(c in cells if c.column >= 2 and c.row != 3)", None),  # twelve cells are named
        ("(c in cells if c.column >= 2 or c.row != 3)", None),
        ("vacant", None),
    ],
)
def test_a_block_is_told_by_its_rows_and_columns(tmp_path: Path, written: str, told: str | None) -> None:
    (tmp_path / "fixed.yaml").write_text(GAME, encoding="utf-8")
    tree = parser.expression(Alone(Source("<set>", written)))
    assert constant_sets.block(load(tmp_path / "fixed.yaml").checked, tree) == told
