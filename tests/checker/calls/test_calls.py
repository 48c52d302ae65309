"""Calls of words by their names: those of the board where there is none yet, and sides by their names."""

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Calls
options: {size: "OPTION"}
players: [Black, White]
board: BOARD
pieces: {stone: {}}
moves: {place: {for: c in vacant, where: ply < size, do: put stone on c}}
end: {draw: "full or size(CELLS) > 9"}
"""


def found(*, option: str = "3", board: str = "square(3)", cells: str = "cells") -> list[str]:
    text = GAME.replace("OPTION", option).replace("BOARD", board).replace("CELLS", cells)
    return [f"{each.code.code} {each.span and each.span.text}" for each in check_source(Source("calls.yaml", text))[1]]


@pytest.mark.parametrize(
    ("option", "findings"),
    [
        ("size(row(1))", ["GGL210 row(1)"]),
        ("size(neighbors(a1))", ["GGL210 neighbors(a1)"]),
        ("size(around({a1}))", ["GGL210 around({a1})"]),
        ("max(2, 3)", []),
    ],
)
def test_a_word_of_the_board_is_none_of_an_option(option: str, findings: list[str]) -> None:
    assert found(option=option) == findings


@pytest.mark.parametrize(
    ("board", "cells", "findings"),
    [
        ("hexagon(3)", "side(north)", []),  # a side where no direction points
        ("hexagon(3)", "side(north, north)", ["GGL206 north"]),
        ("hexagon(3)", "side(above)", ["GGL203 above"]),
        ("hexagon(3)", "row(north)", ["GGL203 north"]),
        ("square(3)", "side(north, south)", ["GGL206 south"]),
    ],
)
def test_a_side_is_called_by_its_name_and_by_nothing_else(board: str, cells: str, findings: list[str]) -> None:
    assert found(board=board, cells=cells) == findings


@pytest.mark.parametrize(("each", "written"), [("", "gold"), (", each: cells", "a1.gold")])
def test_a_variable_that_is_called_is_read_without_brackets(each: str, written: str) -> None:
    text = f"{GAME.replace('OPTION', '3').replace('BOARD', 'square(3)')}state: {{gold: {{start: 0, in: 0..9{each}}}}}\n"
    _, (found,) = check_source(Source("calls.yaml", text.replace("size(CELLS)", "gold(a1)")))
    assert (found.code.code, found.fix and found.fix.replacement) == ("GGL203", written)
