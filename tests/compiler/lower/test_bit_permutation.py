"""Words of 64 bits, a relation among sites cut into pieces that instructions move, beside the same said with sets of numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import ggl
from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.walk import forms_in
from ggl.compiler.lower import bit_permutation as maps
from ggl.compiler.lower.builder import word_locals
from ggl.compiler.lower.sites import ways_of
from ggl.compiler.memory import signed_words


def members(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


RELATIONS = st.lists(st.integers(0, (1 << 70) - 1), min_size=1, max_size=70) | st.lists(
    st.sets(st.integers(0, 129), max_size=3).map(lambda places: sum(1 << place for place in places)), min_size=1, max_size=130
)


@given(RELATIONS, st.data())
def test_the_image_by_pieces_is_the_union_of_what_each_is_related_to(relation: list[int], data: st.DataObject) -> None:
    source = data.draw(st.integers(0, (1 << len(relation)) - 1))
    expected = 0
    for place in members(source):
        expected |= relation[place]
    count, out = -(-len(relation) // 64), 3
    args = word_locals("x", count)
    image = f.Return(tuple(maps.mapped(maps.pieces_of(relation), args, out)))
    module = f.Module({"image": f.Function("image", args, (f.Type.WORD,) * out, (image,))}, ("image",))
    found = Evaluator(module).call("image", *signed_words(source, count))
    assert sum((word & (1 << 64) - 1) << 64 * number for number, word in enumerate(found)) == expected


@given(RELATIONS, st.data())
def test_images_have_in_common_what_each_set_is_related_to(relation: list[int], data: st.DataObject) -> None:
    sources = [data.draw(st.integers(0, (1 << len(relation)) - 1)) for _ in range(data.draw(st.integers(1, 3)))]
    expected = -1
    for source in sources:
        image = 0
        for place in members(source):
            image |= relation[place]
        expected &= image
    count, out = -(-len(relation) // 64), 3
    args = [word_locals(f"x{number}_", count) for number in range(len(sources))]
    common = f.Return(tuple(maps.intersect_images(maps.pieces_of(relation), args, out)))
    parameters = tuple(each for words in args for each in words)
    module = f.Module({"common": f.Function("common", parameters, (f.Type.WORD,) * out, (common,))}, ("common",))
    found = Evaluator(module).call("common", *(word for source in sources for word in signed_words(source, count)))
    assert sum((word & (1 << 64) - 1) << 64 * number for number, word in enumerate(found)) == expected


def test_sides_between_stones_of_two_colours_are_moved_once() -> None:
    board = ggl.load("tabik").board
    relation = [sum(1 << e for e in edges if e < len(board.edges)) for edges in board.cell_edges]
    words = maps.intersect_images(maps.pieces_of(relation), [word_locals("black", 1), word_locals("white", 1)], 2)
    moves = [form for word in words for form in forms_in(word) if isinstance(form, f.Apply) and form.operation == "extract"]
    assert len(moves) == 2  # one for each word: an image alone takes four


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
