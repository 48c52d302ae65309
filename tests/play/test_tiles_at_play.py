"""A tile is laid by its cells: typed in any order, told and recorded in board order, with labels or without."""

from __future__ import annotations

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.session import Session
from ggl.source import Source

GAME = """
ggl: 1
name: Tilers
players: [Red, Blue]
board: square(4)
LABELS
tiles:
  bar: xxx
  ell: |
    xx
    x_
pieces: {part: {}}
moves:
  lay:
    for: t in tiles, p in placements(t)
    where: all(empty(c) for c in p.cells)
    do: put part on p.cells
look:
  notation: {lay: p}
end:
  mover loses: stuck
"""


def game(labels: str = "") -> Game:
    checked, findings = check_source(Source("tilers.yaml", GAME.replace("LABELS", labels)), {})
    assert checked is not None, [str(each) for each in findings.sorted()]
    return Game(checked)


@pytest.mark.parametrize(
    "typed", ["a1-a2-b2", "b2 a1 a2", "a2-b2-a1", "A1 A2 B2", "ell a1 a2 b2", "lay ell b2-a2-a1", "a1a2b2", "lay b2 a2 a1"]
)
def test_its_cells_are_typed_in_any_order(typed: str) -> None:
    move = game().initial_state().read(typed)
    assert str(move) == "a1-a2-b2"
    assert dict(move.args) == {"t": "ell", "p": "a1-a2-b2"}


def test_why_it_may_not_lie_there_is_told() -> None:
    state = game().initial_state().play("a1-a2-b2")
    text = str(state.explain("a2-a3-a4"))
    assert "for c = a2, a Red part stands on a2" in text
    assert "t = bar, p = a2-a3-a4" in text


def test_a_record_is_written_in_plain_names_and_read_back() -> None:
    labelled = game("labels: {columns: capitals}")
    session = Session(labelled, "tilers")
    session.enter("B2 A1 A2")
    assert str(session.state.legal_moves()[0]) == "B1-C1-D1"
    assert [list(turn) for turn in session.record().turns] == [["lay ell a1-a2-b2"]]
    assert labelled.fingerprint == game().fingerprint
