"""A turn of several steps is one turn, whatever its file says of it."""

from __future__ import annotations

from pathlib import Path

import ggl

TWICE = """\
ggl: 1
name: Twice
players: [A, B]
board: square(3)
pieces: {stone: {}}
moves:
  drop:
    for: c in cells
    where: empty(c)
    do: put stone on c
turn: {continue: CONTINUE, pass: free}
end: {draw: full}
"""


def _game(folder: Path, text: str) -> ggl.Game:
    file = folder / "twice.yaml"
    file.write_text(TWICE.replace("CONTINUE", text))
    return ggl.load(file)


def test_nobody_passes_in_the_middle_of_a_turn_that_goes_on_by_the_board(tmp_path: Path) -> None:
    by_board = _game(tmp_path, "count(cells with own stone) % 2 == 1").initial_state()
    by_steps = _game(tmp_path, "steps == 1").initial_state()
    begun = by_board.play("drop a1")
    assert "pass" not in map(str, begun.legal_moves())
    assert len(by_board.legal_turns()) == len(by_steps.legal_turns()) == 1 + 9 * 8


def test_two_dice_are_one_turn() -> None:
    state = ggl.load("backgammon").initial_state().play("roll 2").play("roll 5")
    assert {len(turn) for turn in state.legal_turns()} == {2}
