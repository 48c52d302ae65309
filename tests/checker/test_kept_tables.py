"""A board keeps the tables of its words for the next text: what a text means does not depend on the texts before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.core.printer import print_core
from ggl.topology import square
from ggl.topology.board import BOARDS, KEPT_ENTRIES, board_of
from tests.few import few_of

GAME = """
ggl: 1
name: Words
players: [White, Black]
board: square(4)
pieces:
  stone: {}
state:
  n: {start: 1, in: 1..3}
  d: {start: north, in: directions}
moves:
  put:
    for: c in cells
    where: CONDITION
    do: put stone on c
end:
  draw: full
"""

CONDITIONS = (
    "step(c, d, n) != none",
    "step(c, d, 2) != none",
    "step(c, north, n) != none",
    "step(c, north, 2) != none",
    "distance(c, b2) > n",
    "any(c in l for l in lines(3))",
    "any(c in l for l in lines(4))",
    "c.row > n",
    "c in ray(b2, d)",
)


def core(folder: Path, condition: str) -> str:
    path = folder / "words.yaml"
    path.write_text(GAME.replace("CONDITION", condition))
    return print_core(ggl.load(path).checked.core)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_text_means_the_same_whatever_was_read_before_it(condition: str, tmp_path: Path) -> None:
    board_of.cache_clear()
    alone = core(tmp_path, condition)
    for other in CONDITIONS:
        board_of.cache_clear()
        core(tmp_path, other)
        assert core(tmp_path, condition) == alone


@pytest.mark.parametrize("name", few_of())
def test_a_game_means_the_same_when_its_board_is_known(name: str) -> None:
    board_of.cache_clear()
    first = ggl.load(name)
    hits = board_of.cache_info().hits
    again = ggl.load(name)
    assert board_of.cache_info().hits > hits
    assert first.board == again.board
    assert first.checked.core == again.checked.core


def test_only_so_many_boards_and_entries_are_kept() -> None:
    board_of.cache_clear()
    board = square(2)
    assert square(2) is board
    for size in range(3, 3 + BOARDS):
        square(size)
    assert square(2) == board
    assert square(2) is not board
    for number in range(4):
        entries = board.kept(number, lambda: (0,) * (KEPT_ENTRIES // 2))
        assert len(entries) == KEPT_ENTRIES // 2
        assert board.kept(number, tuple) is entries
    assert board.kept(0, tuple) == ()
