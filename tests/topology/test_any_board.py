"""What must hold on any board."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.topology import (
    Board,
    drawn,
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

SOME = [
    square(1),
    square(5),
    square(7, 4),
    square(5).without(["a1", "c3", "c4"]),
    hexagon(1),
    hexagon(4),
    hexagon(3).without(["c3"]),
    rhombus(4, 3),
    triangle(4),
    star(2),
    torus(3, 3),
    torus(4, 5),
    torus(5, 5).without(["b2", "c2"]),
    track(1),
    track(9),
    morris(1),
    morris(3),
    drawn([". . _ .", ". . . ."]),
    drawn([" . .", ". . .", " . ."], "hex"),
    graph([("a", "b"), ("b", "c"), ("d", "e")]),
    graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], {("a", "b"): "east", ("b", "c"): "east"}),
]
boards = st.sampled_from(SOME)


@st.composite
def boards_with_holes(draw: st.DrawFn) -> Board:
    board = draw(boards)
    cut = draw(st.sets(st.sampled_from(board.cells), max_size=min(4, len(board.cells) - 1)))
    return board.without(cut)


@settings(deadline=None)
@given(boards_with_holes())
def test_a_step_leads_back(board: Board) -> None:
    for d, row in enumerate(board.step):
        assert board.back(board.back(d)) == d
        for c, to in enumerate(row):
            assert to != c
            if to >= 0:
                assert board.step[board.back(d)][to] == c


@pytest.mark.parametrize("board", SOME, ids=repr)
def test_sites_are_asked_for_by_type(board: Board) -> None:
    for type_ in ("cell", "edge", "vertex"):
        assert [(site.type, site.index) for site in board.sites(type_)] == [(type_, i) for i in range(len(board.sites(type_)))]
        assert all(board.find(site.name) == site for site in board.sites(type_))


@settings(deadline=None)
@given(boards_with_holes())
def test_adjacency_is_what_edges_say(board: Board) -> None:
    for c, near in enumerate(board.adjacency):
        assert list(near) == sorted(set(near))
        assert all(c in board.adjacency[to] for to in near)
        assert all(c in board.edge_cells[board.edge_of(c, to)] for to in near)
        if board.basis != "graph":
            assert set(near) == {board.step[d][c] for d in board.orthogonal} - {-1}
        inner = [e for e in board.cell_edges[c] if e < len(board.edges)]
        assert {x for e in inner for x in board.edge_cells[e]} == ({c, *near} if near else set())
        for to in range(len(board.cells)):
            assert (board.edge_of(c, to) >= 0) == (to in near)


@settings(deadline=None)
@given(boards_with_holes())
def test_incidence_is_mutual_and_in_order(board: Board) -> None:
    assert board.edge_sites == board.edges + board.rim
    for sites in (board.cells, board.edge_sites, board.vertices):
        assert [site.index for site in sites] == list(range(len(sites)))
        assert len({site.name for site in sites}) == len(sites)
        assert len({site.coordinates for site in sites}) == len(sites)
    assert all(len(edge.cells) == 2 for edge in board.edges)
    assert all(len(edge.cells) == 1 for edge in board.rim)
    for e, cells in enumerate(board.edge_cells):
        assert all(e in board.cell_edges[c] for c in cells)
        assert list(cells) == sorted(cells)
    for e, ends in enumerate(board.edge_ends):
        assert len(ends) == (2 if board.vertices else 0)
        assert all(e in board.vertex_edges[v] for v in ends)
    for v, cells in enumerate(board.vertex_cells):
        assert all(v in board.cell_vertices[c] for c in cells)
    if board.plan.tiling:
        ways = len(board.plan.tiling.corners)
        assert all(len(set(edges)) == ways for edges in board.cell_edges)
        assert all(len(set(corners)) == ways for corners in board.cell_vertices)
    if board.plan.tiling:
        names = [board.directions[d] for d in board.orthogonal]
        towards = [[board.find(f"{edge.cells[0]}-{name}") is edge for name in names].index(True) for edge in board.edge_sites]
    else:
        towards = [0] * len(board.edge_sites)
    order = [(way, edge.cells[0].index) for way, edge in zip(towards, board.edge_sites, strict=True)]
    for part in (order[: len(board.edges)], order[len(board.edges) :]):
        assert part == sorted(part)
    assert board.vertices == tuple(sorted(board.vertices, key=lambda vertex: vertex.cells[0].index))
    if board.basis != "graph" or board.sides:
        assert board.cells == tuple(sorted(board.cells, key=lambda cell: cell.coordinates[::-1]))


@settings(deadline=None)
@given(boards_with_holes())
def test_every_name_is_found(board: Board) -> None:
    for site in (*board.cells, *board.edge_sites, *board.vertices):
        assert board.find(site.name) is site
        assert repr(site) == str(site) == site.name
    for edge in board.edges:
        first, second = edge.cells
        assert edge.name == f"{first}-{second}"
        assert board.find(f"{second}-{first}") is edge
    if board.plan.tiling:
        for cell in board.cells:
            around = {board.find(f"{cell}-{board.directions[d]}") for d in board.orthogonal}
            assert around == {board.edge_sites[e] for e in board.cell_edges[cell.index]}
            corners = {board.find(f"{cell}-{corner}") for corner in board.plan.tiling.corners}
            assert corners == {board.vertices[v] for v in board.cell_vertices[cell.index]}
    for name in ("", "-", "zz99", "a1-", "-a1", "a1-zz99", "a1-a1", "zz99-a1", "a1-above"):
        assert board.find(name) is None


@settings(deadline=None)
@given(boards_with_holes())
def test_the_graph_is_the_adjacency(board: Board) -> None:
    assert list(board.graph.nodes) == list(board.cells)
    assert board.graph.number_of_edges() == len(board.edges)
    for cell in board.cells:
        assert set(board.graph[cell]) == set(cell.neighbors)
    for a, b, edge in board.graph.edges(data="site"):
        assert set(edge.cells) == {a, b}


@settings(deadline=None)
@given(boards_with_holes())
def test_distance_is_the_shortest_path(board: Board) -> None:
    steps = nx.Graph(board.graph)
    for row in board.step:
        steps.add_edges_from((board.cells[c], board.cells[to]) for c, to in enumerate(row) if to >= 0)
    lengths = dict(nx.all_pairs_shortest_path_length(steps))
    for a in board.cells:
        for b in board.cells:
            assert board.distance(a.index, b.index) == lengths[a].get(b, -1)


@settings(deadline=None)
@given(boards, st.data())
def test_distance_of_whole_boards_in_closed_form(board: Board, data: st.DataObject) -> None:
    if board.wraps or len(board.cells[0].coordinates) != 2 or "without" in board.shape:
        return
    a, b = (data.draw(st.sampled_from(board.cells)) for _ in range(2))
    dx, dy = (y - x for x, y in zip(a.coordinates, b.coordinates, strict=True))
    if board.shape.startswith("square"):
        assert board.distance(a.index, b.index) == max(abs(dx), abs(dy))
    elif board.shape.startswith(("hexagon", "rhombus", "triangle", "star")):
        assert board.distance(a.index, b.index) == max(abs(dx), abs(dy), abs(dx + dy))


@settings(deadline=None)
@given(boards_with_holes(), st.data())
def test_straight_ways_agree(board: Board, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(0, len(board.cells) - 1)) for _ in range(2))
    d = board.direction(a, b)
    on_ray = [way for way in board.compass if b in board.ray(a, way)]
    assert (d >= 0) == bool(on_ray)
    between = board.between(a, b)
    if d < 0:
        assert (between, board.path(a, b)) == ((), ())
        return
    assert board.ray(a, d)[: len(between) + 1] == (*between, b)
    assert board.path(a, b) == (a, *between)
    assert len(between) == min(board.ray(a, way).index(b) for way in on_ray)
    assert len(board.between(b, a)) == len(between)
    if not board.wraps:
        assert board.between(b, a) == between[::-1]
        assert board.direction(b, a) == board.back(d)


@settings(deadline=None)
@given(boards_with_holes(), st.integers(1, 6))
def test_each_line_once(board: Board, n: int) -> None:
    lines = board.lines(n)
    assert len({frozenset(line) for line in lines}) == len(lines)
    found = set()
    for c in range(len(board.cells)):
        for d in board.compass:
            ray = (c, *board.ray(c, d))
            if len(ray) >= n:
                found.add(frozenset(ray[:n]))
    assert {frozenset(line) for line in lines} == (found if n > 1 else {frozenset([c]) for c in range(len(board.cells))})
    for line in lines:
        assert len(line) == n
        if n > 1:
            assert line[0] < line[-1]
            assert len({d for a, b in pairwise(line) for d in board.compass if board.step[d][a] == b}) >= 1
    assert [line[0] for line in lines] == sorted(line[0] for line in lines)


def test_lines_in_number() -> None:
    assert len(square(3).lines(3)) == 8
    assert len(square(7, 6).lines(4)) == 69
    assert len(square(15).lines(5)) == 572
    assert square(3).lines(0) == square(3).lines(4) == ()
    assert len(hexagon(3).lines(5)) == 3


@settings(deadline=None)
@given(boards, st.integers(-9, 9))
def test_turning(board: Board, n: int) -> None:
    for d in board.compass:
        assert board.turned(board.turned(d, n), -n) == d
        assert board.turned(d, len(board.compass)) == d
        if len(board.compass) % 2 == 0 and len(board.compass) > 2:
            assert board.turned(d, len(board.compass) // 2) == board.back(d)


def test_directions_of_squares_and_hexes() -> None:
    board = square(3)
    north = board.directions.index("north")
    assert [board.directions[d] for d in board.orthogonal] == ["north", "east", "south", "west"]
    assert [board.directions[d] for d in board.aslant(north)] == ["northwest", "northeast"]
    assert [board.cells[row[4]].name for row in board.step] == ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"]
    board = hexagon(2)
    assert board.directions == ("northeast", "east", "southeast", "southwest", "west", "northwest")
    assert board.orthogonal == board.compass
    assert board.diagonal == ()
    vectors = [board.cells[row[3]].coordinates for row in board.step]
    assert vectors == [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]


def test_names_of_a_hexagon() -> None:
    board = hexagon(6)
    center = board.find("f6")
    assert center is not None
    assert center.coordinates == (0, 0)
    assert str(center.neighbors) == "(f5, g5, e6, g6, e7, f7)"
    assert [board.cells[c].name for c in board.corners] == ["f1", "k1", "a6", "k6", "a11", "f11"]
    edge = board.find("f7-f6")
    assert edge is board.find("f6-northeast")
    assert edge is not None
    assert edge.name == "f6-f7"
    assert str(board.find("f6-north").cells) == "(f6, e7, f7)"
    assert board.find("f1-southwest") in board.rim


def test_names_past_z() -> None:
    board = square(28, 1)
    assert [cell.name for cell in board.cells[24:]] == ["y1", "z1", "aa1", "ab1"]
    assert square(703, 1).cells[-1].name == "aaa1"


def test_coordinates() -> None:
    board = square(3, 2)
    assert [cell.coordinates for cell in board.cells] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert board.find("a1-b1").coordinates == (0, 0, 1, 0)
    assert board.find("a1-south").coordinates == (0, 0, 0, -1)
    assert board.find("a1-northeast").coordinates == (1, 1)
    assert board.find("a1-southwest").coordinates == (0, 0)
    assert str(board.find("a1-northeast").cells) == "(a1, b1, a2, b2)"
    assert str(board.find("a1-northeast").neighbors) == ("(a1-southeast, a1-northwest, b1-northeast, a2-northeast)")


@settings(deadline=None)
@given(boards)
def test_neighbors_are_one_apart_in_the_drawing(board: Board) -> None:
    if board.basis == "graph" or board.wraps:
        return
    for a, b in board.edge_cells[: len(board.edges)]:
        (ax, ay), (bx, by) = board.cells[a].point, board.cells[b].point
        assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1)
    for edge in board.edges:
        points = [cell.point for cell in edge.cells]
        assert edge.point == pytest.approx([sum(axis) / 2 for axis in zip(*points, strict=True)])


def test_leaps() -> None:
    board = square(8)
    names = {cell.name: " ".join(board.cells[c].name for c in board.leaps(cell.index, 1, 2)) for cell in board.cells}
    assert names["a1"] == "c2 b3"
    assert names["d4"] == "c2 e2 b3 f3 b5 f5 c6 e6"
    assert sum(len(board.leaps(c, 1, 2)) for c in range(64)) == 336
    assert len(torus(8).leaps(0, 1, 2)) == 8
    assert [board.cells[c].name for c in board.leaps(0, 2, 2)] == ["c3"]


@settings(deadline=None)
@given(boards_with_holes())
def test_equal_by_shape_and_kept_by_pickle(board: Board) -> None:
    _ = board.graph, board.cells
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert again.shape == board.shape
    for site in (board.cells[0], *board.edge_sites[:1], *board.vertices[:1]):
        assert pickle.loads(pickle.dumps(site)) == site
        assert copy.deepcopy(site) in {site}
    assert again != square(6)
    assert square(6).cells[0] != square(7).cells[0]
    assert square(6).cells[0] != "a1"
