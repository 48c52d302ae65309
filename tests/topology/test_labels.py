"""What sites are called by labels, and which labels are refused."""

from __future__ import annotations

import pytest

from ggl.topology import BadLabels, Labels, hexagon, labelled, morris, square, star, torus, track, with_own_names

SERIES = [
    (Labels(), "a1 b1 c1 a2 b2 c2"),
    (Labels(columns="capitals"), "A1 B1 C1 A2 B2 C2"),
    (Labels(columns="letters without b"), "a1 c1 d1 a2 c2 d2"),
    (Labels(columns="capitals without A, C"), "B1 D1 E1 B2 D2 E2"),
    (Labels(columns="letters from the right"), "c1 b1 a1 c2 b2 a2"),
    (Labels(rows="numbers from the top"), "a2 b2 c2 a1 b1 c1"),
    (Labels(rows="numbers from 0"), "a0 b0 c0 a1 b1 c1"),
    (Labels(rows="numbers from 5 without 6 from the top"), "a7 b7 c7 a5 b5 c5"),
    (Labels(columns="numbers from the right", rows="letters from the top"), "3b 2b 1b 3a 2a 1a"),
    (Labels(columns="numbers", rows="numbers"), "1_1 2_1 3_1 1_2 2_2 3_2"),
    (Labels(columns=["0", "a", "b"], rows="numbers from 0"), "0_0 a0 b0 0_1 a1 b1"),
    (Labels(columns=["x", "y", "z"], rows=["low", "high"]), "xlow ylow zlow xhigh yhigh zhigh"),
]
"""On three columns and two rows, the cells in board order."""


@pytest.mark.parametrize(("labels", "names"), SERIES)
def test_a_series(labels: Labels, names: str) -> None:
    board = labelled(square(3, 2), labels)
    assert " ".join(cell.name for cell in board.cells) == names
    assert [board.find(name) for name in names.split()] == list(board.cells)
    assert board.plain == square(3, 2)


CELLS = [
    (Labels(cells="numbers"), "1 2 3 4 5 6"),
    (Labels(cells="numbers from 0 from the top"), "3 4 5 0 1 2"),
    (Labels(cells="letters from the right"), "c b a f e d"),
    (Labels(cells=["one", "two", "three", "four", "five", "six"]), "one two three four five six"),
]


@pytest.mark.parametrize(("labels", "names"), CELLS)
def test_cells_are_named_one_by_one(labels: Labels, names: str) -> None:
    assert " ".join(cell.name for cell in labelled(square(3, 2), labels).cells) == names


def test_edges_and_vertices_may_have_names() -> None:
    board = square(3)
    named = with_own_names(board, {"gate": board.edges[0], "post": board.vertices[4], "hall": board.cells[4]})
    assert (named.edges[0].name, named.vertices[4].name, named.cells[4].name) == ("gate", "post", "hall")
    assert named.find("gate") == named.edges[0]
    assert named.find("b2") == named.cells[4]
    assert named.find("hall-c2") == named.edge_sites[named.edge_of(4, 5)]
    assert [site.name for site in named.plain.cells] == [site.name for site in board.cells]


@pytest.mark.parametrize("shape", [hexagon(3), star(2), torus(4), morris(3), square(2, 5)])
def test_labels_change_names_and_nothing_else(shape: object) -> None:
    board = labelled(shape, Labels(columns="capitals", rows="numbers from the top"))
    assert board != shape
    assert board.plain == shape
    assert [site.coordinates for site in board.edge_sites] == [site.coordinates for site in shape.edge_sites]
    assert {cell.name for cell in board.cells}.isdisjoint(cell.name for cell in shape.cells)


def test_cells_that_are_cut_out_take_their_labels_with_them() -> None:
    board = labelled(square(3), Labels(columns="capitals")).without(["B2"])
    assert [cell.name for cell in board.cells] == ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]
    assert [cell.name for cell in board.plain.cells] == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]


REFUSED = [
    (Labels(columns="upper case"), "is not a series"),
    (Labels(columns="letters from 3"), "only numbers are counted"),
    (Labels(columns="letters from the top"), "counted from the right"),
    (Labels(rows="numbers from the right"), "counted from the top"),
    (Labels(columns=["a", "b"]), "there are 3 columns, and 2 names"),
    (Labels(columns=["a", "b", "A"]), "two sites would be called"),
    (Labels(columns=["a", "b b", "c"]), "is not a label"),
    (Labels(cells=["a"]), "there are 9 cells, and 1 name"),
    (Labels(columns="numbers", rows=["1", "2", "1"]), "two sites would be called"),
]


@pytest.mark.parametrize(("labels", "message"), REFUSED)
def test_labels_that_do_not_do_are_refused(labels: Labels, message: str) -> None:
    with pytest.raises(BadLabels, match=message):
        labelled(square(3), labels)


def test_a_track_has_no_columns_to_be_named_by() -> None:
    with pytest.raises(BadLabels, match="label its `cells`"):
        labelled(track(4), Labels(columns="letters"))


def test_two_sites_have_no_one_name() -> None:
    board = square(3)
    with pytest.raises(BadLabels, match="two sites would be called `a1`"):
        with_own_names(board, {"a1": board.cells[4]})
