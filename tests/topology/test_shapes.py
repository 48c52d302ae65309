"""Each shape has as many sites as its closed formula says, and Euler's formula holds."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time

import pytest

from ggl.topology import (
    CELL_LIMIT,
    SHAPES,
    BadShape,
    Board,
    BoardTooLarge,
    graph,
    hexagon,
    morris,
    rhombus,
    square,
    star,
    torus,
    track,
    triangle,
)


def names(board: Board, cells: tuple[int, ...] | None) -> str:
    assert cells is not None
    return " ".join(board.cells[c].name for c in cells)


def euler(board: Board) -> int:
    return len(board.vertices) - len(board.edge_sites) + len(board.cells)


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (5, 5), (7, 6), (19, 19)])
def test_square_counts(columns: int, rows: int) -> None:
    board = square(columns, rows)
    assert len(board.cells) == columns * rows
    assert len(board.edges) == columns * (rows - 1) + rows * (columns - 1)
    assert len(board.rim) == 2 * (columns + rows)
    assert len(board.vertices) == (columns + 1) * (rows + 1)
    assert (board.columns, board.rows) == (columns, rows)
    assert euler(board) == 1


@pytest.mark.parametrize("side", [1, 2, 3, 6, 9, 11])
def test_hexagon_counts(side: int) -> None:
    board = hexagon(side)
    assert len(board.cells) == 3 * side * (side - 1) + 1
    assert len(board.edges) == 3 * (side - 1) * (3 * side - 2)
    assert len(board.edge_sites) == 9 * side * side - 3 * side
    assert len(board.vertices) == 6 * side * side
    assert euler(board) == 1


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 2), (4, 7), (11, 11)])
def test_rhombus_counts(columns: int, rows: int) -> None:
    board = rhombus(columns, rows)
    assert len(board.cells) == columns * rows
    assert len(board.edges) == columns * (rows - 1) + rows * (columns - 1) + (columns - 1) * (rows - 1)
    assert len(board.rim) == 6 * len(board.cells) - 2 * len(board.edges)
    assert euler(board) == 1


@pytest.mark.parametrize("n", [1, 2, 4, 10])
def test_triangle_counts(n: int) -> None:
    board = triangle(n)
    assert len(board.cells) == n * (n + 1) // 2
    assert len(board.edges) == 3 * n * (n - 1) // 2
    assert euler(board) == 1


@pytest.mark.parametrize("n", [1, 2, 4])
def test_star_counts(n: int) -> None:
    board = star(n)
    assert len(board.cells) == 6 * n * (n + 1) + 1
    assert [len(cells) for _, cells in board.sides] == [n * (n + 1) // 2] * 6
    assert len(board.corners) == 6
    assert euler(board) == 1


def test_chinese_checkers() -> None:
    board = star(4)
    assert len(board.cells) == 121
    rows = [board.row.count(row) for row in range(1, board.rows + 1)]
    assert rows == [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
    assert board.cells[board.center[0]].coordinates == (0, 0)


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (4, 5), (9, 9)])
def test_torus_counts_and_wrap(columns: int, rows: int) -> None:
    board = torus(columns, rows)
    assert len(board.edges) == 2 * len(board.cells)
    assert len(board.vertices) == len(board.cells)
    assert (board.rim, board.border, board.corners, board.sides, board.center) == ((), (), (), (), ())
    assert euler(board) == 0
    assert all(len(near) == 4 for near in board.adjacency)
    assert all(len(cells) == 4 for cells in board.vertex_cells)
    west = board.directions.index("west")
    assert board.ray(0, west) == tuple(range(columns - 1, 0, -1))
    assert board.edge_of(0, columns - 1) >= 0


def test_torus_lines_and_the_shorter_way() -> None:
    board = torus(5, 5)
    assert len(board.lines(3)) == 25 * 4
    assert len(board.lines(5)) == 4 * 5
    assert board.lines(6) == ()
    a1, d1 = 0, 3
    assert board.directions[board.direction(a1, d1)] == "west"
    assert names(board, board.between(a1, d1)) == "e1"
    assert board.distance(a1, d1) == 2


def test_nine_mens_morris() -> None:
    board = morris(3)
    assert (len(board.cells), len(board.edges), len(board.rim), len(board.vertices)) == (24, 32, 0, 0)
    assert len(board.lines(3)) == 16
    assert board.lines(4) == ()
    assert names(board, tuple(range(24))) == ("a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7")
    assert board.directions == ("north", "east", "south", "west")
    assert str(board.find("d2").neighbors) == "(d1, b2, f2, d3)"
    assert names(board, board.side("north")) == "a7 d7 g7"
    assert names(board, board.corners) == "a1 g1 a7 g7"
    assert board.find("c4-e4") is None


@pytest.mark.parametrize("rings", [1, 2, 3, 4])
def test_morris_counts(rings: int) -> None:
    board = morris(rings)
    assert len(board.cells) == 8 * rings
    assert len(board.edges) == 8 * rings + 4 * (rings - 1)
    assert len(board.lines(3)) == 4 * rings + 4 * max(0, rings - 2)


def test_track() -> None:
    board = track(24)
    assert board.directions == ("up", "down")
    assert names(board, board.ray(20, 0)) == "p22 p23 p24"
    assert names(board, board.ray(2, 1)) == "p2 p1"
    assert names(board, board.border) == "p1 p24"
    assert (board.distance(0, 23), board.direction(0, 23), board.direction(23, 0)) == (23, 0, 1)
    assert board.aslant(0) == ()


def test_free_graph() -> None:
    board = graph([("hall", "attic"), ("hall", "den"), ("den", "yard"), ("den", "hall")])
    assert names(board, tuple(range(4))) == "hall attic den yard"
    assert [edge.name for edge in board.edges] == ["hall-attic", "hall-den", "den-yard"]
    assert board.directions == ()
    assert board.distance(1, 3) == 3
    assert (board.find("yard-den"), board.find("hall-north")) == (board.edges[2], None)
    assert names(board, board.center) == "hall den"
    assert names(board, board.without(["den"]).adjacency[0]) == "attic"
    assert board.without(["den"]).distance(0, 2) == -1
    assert board.edges[0].neighbors == (board.edges[1],)


def test_free_graph_with_headings() -> None:
    board = graph([("a", "b"), ("b", "c"), ("c", "a")], {("a", "b"): "east", ("c", "b"): "west"})
    assert board.shape == "graph(a-b east, a-c, b-c east)"
    assert board.directions == ("east", "west")
    assert [names(board, line) for line in board.lines(3)] == ["a b c"]
    assert board.direction(2, 0) == 1
    assert board.find("b-east") == board.find("b-c")


def test_sides() -> None:
    board = hexagon(3)
    assert [name for name, _ in board.sides] == ["north", "northeast", "southeast", "south", "southwest", "northwest"]
    assert names(board, board.side("north")) == "a5 b5 c5"
    assert names(board, board.side("southeast")) == "e1 e2 e3"
    assert names(board, board.corners) == "c1 e1 a3 e3 a5 c5"
    assert len(board.border) == 12
    assert board.side("east") is None
    board = rhombus(3, 2)
    assert {name: names(board, cells) for name, cells in board.sides} == {
        "north": "a2 b2 c2",
        "east": "c1 c2",
        "south": "a1 b1 c1",
        "west": "a1 a2",
    }
    assert [len(board.adjacency[c]) for c in board.corners] == [2, 3, 3, 2]
    board = triangle(3)
    assert {name: names(board, cells) for name, cells in board.sides} == {
        "northeast": "c1 b2 a3",
        "south": "a1 b1 c1",
        "northwest": "a1 a2 a3",
    }
    assert names(board, board.corners) == "a1 c1 a3"
    board = square(1, 3)
    assert names(board, board.corners) == "a1 a3"


def test_center() -> None:
    assert names(square(5), square(5).center) == "c3"
    assert names(square(4), square(4).center) == "b2 c2 b3 c3"
    assert names(square(4, 3), square(4, 3).center) == "b2 c2"
    assert names(hexagon(6), hexagon(6).center) == "f6"
    assert names(rhombus(4), rhombus(4).center) == "c2 b3"


def test_cutting_out() -> None:
    board = square(3).without(["b2"])
    assert board.shape == "square(3) without b2"
    assert (len(board.cells), len(board.edges), len(board.rim), len(board.vertices)) == (8, 8, 16, 16)
    assert euler(board) == 0  # a ring
    assert names(board, board.border) == "a1 b1 c1 a2 c2 a3 b3 c3"
    assert board.find("b2") is None
    assert board.find("b1-b2") is None
    rim = board.find("b1-north")
    assert rim is not None
    assert rim in board.rim
    assert board.direction(1, 6) == -1  # b1 to b3
    assert board.distance(1, 6) == 2
    assert board.without(["c3", "a1"]).shape == board.without(["a1"]).without(["c3"]).shape
    assert board.without(["c3", "a1"]).shape == "square(3) without a1, b2, c3"
    assert board.without([]) is board
    assert names(board.without(["a1"]), board.without(["a1"]).corners) == "c1 a3 c3"
    assert torus(3).without([torus(3).cells[4]]).vertices == torus(3).without(["b2"]).vertices
    assert euler(torus(4).without(["b2"])) == -1


BAD = {
    "square()": lambda: square(),
    "square(0)": lambda: square(0),
    "square(-3)": lambda: square(-3),
    "square(1, 2, 3)": lambda: square(1, 2, 3),
    "square(True)": lambda: square(True),
    "hexagon(1.5)": lambda: hexagon(1.5),
    "hexagon(2, 2)": lambda: hexagon(2, 2),
    "torus(2, 9)": lambda: torus(2, 9),
    "no links": lambda: graph([]),
    "a loop": lambda: graph([("a", "a")]),
    "a name with a hyphen": lambda: graph([("a-b", "c")]),
    "an unknown heading": lambda: graph([("a", "b")], {("a", "b"): "left"}),
    "a heading without a link": lambda: graph([("a", "b")], {("a", "c"): "east"}),
    "two headings": lambda: graph([("a", "b")], {("a", "b"): "east", ("b", "a"): "east"}),
    "two ways east": lambda: graph([("a", "b"), ("a", "c")], {("a", "b"): "east", ("a", "c"): "east"}),
    "everything cut out": lambda: square(1).without(["a1"]),
    "cutting out what is not there": lambda: square(2).without(["c1"]),
    "cutting out an edge": lambda: square(2).without(["a1-b1"]),
    "cutting out another board's cell": lambda: square(2).without([square(3).cells[0]]),
    "leaps over hexes": lambda: hexagon(3).leaps(0, 1, 2),
}


@pytest.mark.parametrize("case", BAD)
def test_nonsense_is_refused(case: str) -> None:
    with pytest.raises(BadShape) as caught:
        BAD[case]()
    assert caught.value.message


@pytest.mark.parametrize("shape", SHAPES)
def test_budget(shape: str) -> None:
    for number in (10**5, 10**9, 10**6000):
        start = time.perf_counter()
        with pytest.raises(BoardTooLarge) as caught:
            SHAPES[shape](number)
        assert time.perf_counter() - start < 0.5
        assert caught.value.asked > caught.value.limit == CELL_LIMIT
        assert str(caught.value)


def test_budget_of_links_and_lines() -> None:
    assert len(square(64).cells) == CELL_LIMIT
    with pytest.raises(BoardTooLarge):
        square(64, 65)
    with pytest.raises(BoardTooLarge) as caught:
        graph([(f"a{n}", f"b{n}") for n in range(20000)])
    assert caught.value.what == "links"
    assert pickle.loads(pickle.dumps(caught.value)).asked == 20000
    with pytest.raises(BoardTooLarge):
        track(4096).lines(2000)


def test_loading_a_board_does_not_load_networkx() -> None:
    code = "import sys, ggl.topology as t; t.square(8).lines(3); assert 'networkx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
