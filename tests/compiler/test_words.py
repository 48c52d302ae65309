"""What emitted text does with words of 64 bits, compiled and as Python, beside the same said with sets of numbers."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ggl
from ggl.compiler import maps, plain, runtime
from ggl.compiler.memory import cut
from ggl.compiler.sites import ways_of
from ggl.engine.draws import mixed

WORDS = st.integers(0, (1 << 64) - 1) | st.integers(0, 255) | st.sampled_from([0, 1, 1 << 63, (1 << 64) - 1])


def as_python() -> ModuleType:
    return sys.modules[plain._runtime()]


def word(bits: int) -> int:
    return cut(bits, 1)[0]


def members(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def bits_of(found: object) -> int:
    return int(found) & ((1 << 64) - 1)  # type: ignore[call-overload, no-any-return]


@given(WORDS, WORDS)
def test_bits_are_taken_together(x: int, mask: int) -> None:
    expected = sum(1 << number for number, place in enumerate(members(mask)) if x >> place & 1)
    assert bits_of(as_python().extracted(runtime.word(x), runtime.word(mask))) == expected


@given(WORDS, WORDS)
def test_bits_are_spread(x: int, mask: int) -> None:
    expected = sum(1 << place for number, place in enumerate(members(mask)) if x >> number & 1)
    assert bits_of(as_python().deposited(runtime.word(x), runtime.word(mask))) == expected


@given(WORDS.filter(bool), st.data())
def test_a_bit_is_selected_by_its_number(x: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, x.bit_count() - 1))
    assert as_python().select(runtime.word(x), number) == members(x)[number]


@given(WORDS)
def test_the_highest_bit_is_found(x: int) -> None:
    assert as_python().highest(word(x)) == x.bit_length() - 1


@pytest.mark.skipif(not runtime.COMPILED, reason="numba's compiler is switched off")
def test_the_processor_agrees() -> None:
    numba = runtime.numba

    @numba.njit  # type: ignore[untyped-decorator]
    def all_of(x: int, mask: int, k: int) -> tuple[int, int, int, int]:
        return runtime.extracted(x, mask), runtime.deposited(x, mask), runtime.select(mask, k), runtime.highest(x)

    for number in range(500):
        x, mask = word(mixed(number)), word(mixed(number + 1000) | 1)
        k = number % bits_of(mask).bit_count()
        same = as_python()
        expected = same.extracted(x, mask), same.deposited(x, mask), same.select(mask, k), same.highest(x)
        assert [bits_of(each) for each in all_of(x, mask, k)] == [bits_of(each) for each in expected]


RELATIONS = st.lists(st.integers(0, (1 << 70) - 1), min_size=1, max_size=70) | st.lists(
    st.sets(st.integers(0, 129), max_size=3).map(lambda places: sum(1 << place for place in places)), min_size=1, max_size=130
)


@given(RELATIONS, st.data())
def test_the_image_by_pieces_is_the_union_of_what_each_is_related_to(relation: list[int], data: st.DataObject) -> None:
    source = data.draw(st.integers(0, (1 << len(relation)) - 1))
    expected = 0
    for place in members(source):
        expected |= relation[place]
    words, out = -(-len(relation) // 64), 3
    names = tuple(f"x{number}" for number in range(words))
    same = as_python()
    scope = {name: getattr(same, name) for name in ("I", "shr", "extracted", "deposited")}
    scope |= {name: same.word(bits) for name, bits in zip(names, cut(source, words), strict=True)}
    with same.np.errstate(all="ignore"):
        found = [bits_of(eval(text, scope)) for text in maps.mapped(maps.pieces_of(relation), names, out)]
    assert sum(bits << 64 * number for number, bits in enumerate(found)) == expected


@given(RELATIONS)
def test_pieces_lead_upwards_from_one_word_to_another(relation: list[int]) -> None:
    pairs = []
    for piece in maps.pieces_of(relation):
        assert all(x // 64 == piece.source and y // 64 == piece.target for x, y in piece.pairs)
        assert all(a < c and b < d for (a, b), (c, d) in zip(piece.pairs, piece.pairs[1:], strict=False))
        pairs += piece.pairs
    assert sorted(pairs) == [(x, y) for x, mask in enumerate(relation) for y in members(mask)]


def test_the_sides_of_squares_are_two_shifts_and_two_maps() -> None:
    board = ggl.load("tabik").board
    relation = [sum(1 << e for e in edges if e < len(board.edges)) for edges in board.cell_edges]
    assert len(maps.pieces_of(relation)) == 6  # two of them cut in two, where a word ends


def test_a_relation_is_gone_through_by_distances() -> None:
    assert ways_of((0b110, 0b001, 0b001)) == [(-1, -1, 0), (-1, 0, -1), (1, -1, -1), (2, -1, -1)]
