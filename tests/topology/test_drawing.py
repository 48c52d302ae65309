"""Boards from drawings, and drawings of boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.topology import BadShape, Board, BoardTooLarge, drawn, graph, hexagon, morris, rhombus, square, track, triangle


def test_blanks_between_glyphs_are_optional() -> None:
    close = drawn(["..", "...", "._."])
    wide = drawn(["", "    . .", "    . . .", "    . _ .", ""])
    assert close == wide
    assert close.shape == "drawn(../.../._.)"
    assert [cell.name for cell in close.cells] == ["a1", "c1", "a2", "b2", "c2", "a3", "b3"]
    assert drawn([".. .", "...."]) == drawn([".._.", "...."])


def test_a_drawn_square_is_a_square() -> None:
    board, whole = drawn(["xox"] * 3), square(3)
    assert [edge.name for edge in board.edge_sites] == [edge.name for edge in whole.edge_sites]
    assert board.sides == whole.sides
    assert board.corners == whole.corners


def test_a_drawn_hexagon_is_a_hexagon() -> None:
    board, whole = drawn(["  . . .", " . . . .", ". . . . .", " . . . .", "  . . ."], "hex"), hexagon(3)
    assert [edge.name for edge in board.edge_sites] == [edge.name for edge in whole.edge_sites]
    assert board.sides == whole.sides
    assert board.step == whole.step
    assert board.cells[0].coordinates == (2, 0)


@settings(deadline=None)
@given(st.sampled_from([hexagon(3), rhombus(4), triangle(4), square(5, 3), square(4).without(["b2", "a1"])]))
def test_a_picture_is_a_drawing(board: Board) -> None:
    text = board.render(lambda cell: chr(ord("A") + cell.index), coordinates=False)
    assert board.read(text.split("\n")) == tuple(chr(ord("A") + c) for c in range(len(board.cells)))
    again = drawn(text.split("\n"), board.basis)
    assert [cell.name for cell in again.cells] == [cell.name for cell in board.cells]
    assert again.step == board.step


def test_reading() -> None:
    assert square(2).read(["ab", "cd"]) == ("c", "d", "a", "b")
    assert morris(1).read(["abc", "d_e", "fgh"]) == tuple("fghdeabc")
    assert track(3).read(["a b c"]) == ("a", "b", "c")


@pytest.mark.parametrize(
    "drawing",
    [["..."] * 2, ["..."] * 4, ["...", "...", "...."], ["...", ".._", "..."], ["   "], []],
)
def test_a_drawing_of_another_outline_is_refused(drawing: list[str]) -> None:
    with pytest.raises(BadShape):
        square(3).read(drawing)


def test_bad_drawings() -> None:
    with pytest.raises(BadShape, match="no cell"):
        drawn(["_ _", ""])
    with pytest.raises(BadShape, match="does not fit"):
        drawn([". .", ". ."], "hex")
    with pytest.raises(BadShape, match="squares or hexes"):
        drawn(["."], "triangle")
    with pytest.raises(BadShape, match="5,000 glyphs, and square\\(3\\) has 9 cells"):
        square(3).read(["." * 5000])
    with pytest.raises(BadShape, match="no places"):
        graph([("a", "b")]).read(["ab"])
    with pytest.raises(BoardTooLarge):
        drawn(["." * 100] * 100)


def test_a_far_flung_drawing_is_cheap() -> None:
    board = drawn(["." + " " * 50000 + ".", *["."] * 2000, *[""] * 20000, "."])
    assert len(board.cells) == 2003
