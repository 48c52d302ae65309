"""What the interpreter remembers between questions is what it would work out anew: connected parts, and positions of the past."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ggl.interpreter.past import Past
from ggl.interpreter.sets import Relation, bit_places
from ggl.interpreter.vector import Keys

COUNT = 9
Pairs = list[tuple[int, int]]
PAIRS = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=20)
SETS = st.integers(0, (1 << COUNT) - 1)


def related(pairs: Pairs) -> Relation:
    entries = [0] * COUNT
    for one, other in pairs:
        entries[one] |= 1 << other
    return Relation(tuple(entries))


def reached(pairs: Pairs, seed: int, within: int) -> int:
    """By networkx, from each member of the seed alone."""
    graph = nx.DiGraph(pairs)
    graph.add_nodes_from(range(COUNT))
    inside = graph.subgraph(bit_places(within))
    found = {one for start in bit_places(seed & within) for one in {start, *nx.descendants(inside, start)}}
    return sum(1 << one for one in found)


@given(PAIRS, st.booleans(), st.lists(st.tuples(SETS, SETS), max_size=8), st.lists(st.integers(0, COUNT - 1), max_size=8))
def test_what_is_reached_does_not_hang_upon_what_was_asked_before(
    pairs: Pairs, both_ways: bool, asked: list[tuple[int, int]], singles: list[int]
) -> None:
    pairs = pairs + [(other, one) for one, other in pairs] if both_ways else pairs
    relation = related(pairs)
    within = asked[0][1] if asked else (1 << COUNT) - 1
    for seed, room in [*asked, *((1 << single, within) for single in singles)]:
        assert relation.close(seed, room) == reached(pairs, seed, room)


def test_a_seed_of_several_reaches_what_each_of_them_reaches() -> None:
    relation = related([(0, 1), (1, 0), (2, 3), (3, 2)])
    assert [relation.close(seed, 0b1111) for seed in (0b0001, 0b0011, 0b0101, 0b0100)] == [0b0011, 0b0011, 0b1111, 0b1100]


def test_what_goes_both_ways_is_walked_once_for_all_of_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    relation, walked = related([(0, 1), (1, 0), (1, 2), (2, 1)]), list[int]()
    image = relation._image

    def walk(front: int) -> int:
        walked.append(front)
        return image(front)

    monkeypatch.setattr(relation, "_image", walk)
    assert [relation.close(1 << one, 0b111) for one in range(3)] == [0b111] * 3
    assert walked == [0b001, 0b010, 0b100]


def test_a_relation_may_lead_out_of_its_domain() -> None:
    assert Relation((0b100, 0b110)).close(0b01, 0b11) == 0b01


@given(st.lists(st.tuples(st.integers(0, 12), st.lists(st.integers(0, 3), max_size=6)), max_size=12))
def test_positions_of_the_past_are_counted_along_any_line_of_play(turns: list[tuple[int, list[int]]]) -> None:
    """Each time some of the newest positions are taken back and others played."""
    past = Past(1)
    line: tuple[Keys, ...] = ()
    for back, on in turns:
        line = (*line[: max(len(line) - back, 0)], *(((7,), (key,)) for key in on))
        for key in range(5):
            assert past.times((key,), line) == sum(1 for keys in line if keys[1] == (key,))
