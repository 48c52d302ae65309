"""Links: order, names, neighbors, and which of them cross."""

from __future__ import annotations

import pytest

from ggl.topology import Board, BoardTooLarge, graph, hexagon, labelled, square, torus, with_links
from ggl.topology import links as links_module
from ggl.topology.labels import Labels


def linked(board: Board, *names: str) -> Board:
    cells = [tuple(board.find(end) for end in name.split("-")) for name in names]
    return with_links(board, [(a.index, b.index) for a, b in cells if a is not None and b is not None])


def test_a_pair_is_one_link_and_no_cell_is_linked_to_itself() -> None:
    board = with_links(square(3), [(0, 5), (5, 0), (4, 4)])
    assert [link.name for link in board.links] == ["a1--c2"]
    assert board.link_of(5, 0) == board.link_of(0, 5) == 0
    assert board.link_of(0, 4) == -1


def test_links_stand_vector_by_vector() -> None:
    board = linked(square(4), "a1-b3", "c2-a1", "b1-d2", "b1-a3")
    assert [link.name for link in board.links] == ["a1--c2", "b1--d2", "b1--a3", "a1--b3"]


@pytest.mark.parametrize("text", ["a1--c2", "c2--a1", "a1-c2", "c2-a1"])
def test_a_link_is_found_either_way_round(text: str) -> None:
    board = linked(square(3), "a1-c2", "a1-b1")
    assert board.find(text) == board.links[board.link_of(0, 5)]


def test_between_neighbors_one_stroke_is_the_edge_and_two_are_the_link() -> None:
    board = linked(square(3), "a1-b1")
    assert [site and site.type for site in map(board.find, ("a1-b1", "a1--b1"))] == ["edge", "link"]


def test_links_are_neighbors_where_they_meet_in_a_cell() -> None:
    board = linked(square(4), "a1-c2", "c2-d4", "a2-b4")
    first, second, third = board.links[0], board.find("c2--d4"), board.find("a2--b4")
    assert first.neighbors == (second,)
    assert third is not None
    assert third.neighbors == ()
    assert [cell.name for cell in first.cells] == ["a1", "c2"]


CROSSING = [
    ("a1-c2", "b1-b3", True),  # one point within both
    ("a1-c2", "c1-b3", True),
    ("a1-c2", "b2-b4", False),
    ("a1-b3", "a1-c2", False),  # an end of both
    ("a1-c1", "b1-b3", True),  # one ends on the other
    ("a1-c1", "b1-d1", True),  # they lie on each other
    ("a1-b1", "c1-d1", False),  # on one line, apart
    ("a1-b1", "b1-c1", False),  # on one line, an end of both
    ("a1-b1", "a1-c1", True),  # a whole stretch in common
    ("a1-d2", "b2-c1", True),
    ("a1-d4", "b3-c4", False),  # side by side
]


@pytest.mark.parametrize(("one", "other", "cross"), CROSSING)
@pytest.mark.parametrize("turned", [False, True])
def test_links_cross_where_they_have_more_in_common_than_ends(one: str, other: str, cross: bool, turned: bool) -> None:
    board = linked(square(4), other, one) if turned else linked(square(4), one, other)
    assert board.link_crossings == (((1,), (0,)) if cross else ((), ()))


def test_links_of_hexes_cross_as_they_are_drawn() -> None:
    board = linked(hexagon(3), "a4-d4", "b5-c2", "a3-e3")
    crossing = {board.links[a].name: sorted(board.links[b].name for b in others) for a, others in enumerate(board.link_crossings)}
    assert crossing == {"a4--d4": ["c2--b5"], "a3--e3": ["c2--b5"], "c2--b5": ["a3--e3", "a4--d4"]}


def test_points_of_a_graph_lie_on_a_circle() -> None:
    board = linked(graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]), "a-c", "b-d")
    assert board.link_crossings == ((1,), (0,))


def test_on_a_torus_it_is_not_known() -> None:
    with pytest.raises(ValueError, match="closes on itself"):
        _ = linked(torus(4, 4), "a1-c2").link_crossings


def test_so_many_pairs_are_looked_at_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    board = linked(square(3), "a1-c2", "a2-c1", "a1-b1")
    looked_at = 3 * 3 + 2 * 2 * 2  # a square of the plan with all three links, and others with the two long ones
    for most, refused in ((looked_at + 9, False), (4, True)):
        monkeypatch.setattr(links_module, "MOST_PAIRS", most)
        fresh = Board(with_links(square(3), board.link_cells).plan)
        if refused:
            with pytest.raises(BoardTooLarge):
                _ = fresh.link_crossings
        else:
            assert fresh.link_crossings


def test_links_keep_their_cells_under_labels() -> None:
    board = linked(labelled(square(3), Labels(columns="capitals")), "A1-C2")
    assert [link.name for link in board.links] == ["A1--C2"]
    assert [link.name for link in board.plain.links] == ["a1--c2"]
    assert board != linked(labelled(square(3), Labels(columns="capitals")), "A1-B3")
