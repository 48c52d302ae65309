"""The comparison itself tells what differs: it can fail."""

from dataclasses import replace

import pytest

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import differences
from tests.classics.peers import amazons, dots_and_boxes, lines_of_action

pytest.importorskip("pyspiel", reason="the extra package open_spiel is not installed, so nothing to compare with")

AMAZONS, LINES = amazons.PEERS[0], lines_of_action.PEERS[0]


def test_a_move_that_is_missing_here_is_told() -> None:
    wider = replace(dots_and_boxes.sized(2, 2), other="dots_and_boxes(num_rows=2,num_cols=3)")
    assert "only here: []; only there: [('P1(h,0,2)',)" in differences(wider, 0)


def test_a_move_whose_second_half_differs_there_is_told() -> None:
    def astray(state: State, move: Move) -> str | tuple[str, ...]:
        text = amazons.translate(state, move)
        return text if isinstance(text, str) else (text[0], text[1].replace("(6, 1)", "(0, 0)"))

    told = differences(replace(AMAZONS, translate=astray), 0)
    assert "only here: [('X From (7, 1)', 'X To (0, 0)')]; only there: [('X From (7, 1)', 'X To (6, 1)')]" in told


def test_moves_that_are_written_alike_are_told() -> None:
    assert "written alike" in differences(replace(AMAZONS, translate=lambda state, move: move.schema), 0)


def test_the_wrong_side_to_move_is_told() -> None:
    assert "to move: White, there Black" in differences(replace(AMAZONS, seats=("Black", "White")), 0)


def test_a_result_that_differs_is_told() -> None:
    assert "the result is (2.0, 2.0), there" in differences(replace(LINES, result=lambda state: (2.0, 2.0)), 0)


def test_an_end_that_differs_is_told() -> None:
    longer = replace(LINES, other="lines_of_action(max_game_length=4)")
    assert "over: False, there True" in differences(longer, 0)
