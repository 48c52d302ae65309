"""The library does what the same said in Python does, on any input; and linking takes what is used."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.compiler.kernel.call_graph import traps
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import KernelError
from ggl.compiler.kernel.operations import ALL_BITS, OPERATIONS, TrapError, wrap
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.runtime_library import library, linked
from ggl.compiler.kernel.verifier import verify_module
from ggl.engine import draws

LIBRARY = Evaluator(library())
WORDS = (st.integers(0, ALL_BITS) | st.integers(0, 255) | st.sampled_from([0, 1, 1 << 63, ALL_BITS])).map(wrap)
FEW = st.integers(-3, 3) | WORDS


def call(name: str, *arguments: Any) -> Any:
    return LIBRARY.call(name, *arguments)


def compared(a: Any, b: Any) -> int:
    return (a > b) - (a < b)


def sign(number: int) -> int:
    return compared(number, 0)


def test_the_library_is_sound_and_reads_back() -> None:
    verify_module(library())
    assert read_module(printed(library())) == library()


# ---- bits


@given(st.integers(0, 63))
def test_a_word_with_one_bit(place: int) -> None:
    assert call("bit", place) == wrap(1 << place)


@given(st.integers(-70, 140))
def test_a_word_with_all_bits_below_a_place(place: int) -> None:
    assert call("bits_below", place) == wrap((1 << min(max(place, 0), 64)) - 1)


@given(WORDS, WORDS)
def test_bits_are_moved_in_steps_as_the_instructions_move_them(x: int, mask: int) -> None:
    assert call("soft_extract", x, mask) == OPERATIONS["extract"].meaning(x, mask)
    assert call("soft_deposit", x, mask) == OPERATIONS["deposit"].meaning(x, mask)


@given(WORDS.filter(bool), st.data())
def test_a_bit_is_selected_by_its_rank(x: int, data: st.DataObject) -> None:
    places = [place for place in range(64) if x >> place & 1]
    rank = data.draw(st.integers(0, len(places) - 1))
    assert call("select", x, rank) == call("soft_select", x, rank) == places[rank]


@given(WORDS)
def test_a_subset_of_a_mask_has_an_entry_in_either_table(x: int) -> None:
    column, factor = 0b1000001000001000001000001, sum(1 << 59 - 5 * row for row in range(5))
    number = sum((x >> 6 * row & 1) << row for row in range(5))
    assert call("subset_entry", x, column, factor, 59, 100, 200) == 100 + number
    assert call("soft_subset_entry", x, column, factor, 59, 100, 200) == 200 + number


# ---- lists


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 30))
def test_room_is_reserved_up_to_the_end_of_the_memory(top: int, length: int, size: int) -> None:
    if top + length <= size:
        assert call("reserve", [0, size], top, length, 1) == top + length
    else:
        with pytest.raises(TrapError):
            call("reserve", [0, size], top, length, 1)


@given(st.lists(WORDS, min_size=1, max_size=20), st.data())
def test_entries_are_copied_down_or_away(v: list[int], data: st.DataObject) -> None:
    source = data.draw(st.integers(0, len(v)))
    length = data.draw(st.integers(0, len(v) - source))
    targets = [target for target in range(len(v) - length + 1) if not source < target < source + length]
    target = data.draw(st.sampled_from(targets))
    expected = [*v[:target], *v[source : source + length], *v[target + length :]]
    assert call("copy", v, source, length, target) is None
    assert v == expected


@given(st.lists(st.integers(0, 2), min_size=1), st.data())
def test_stretches_are_equal_where_each_entry_is(v: list[int], data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(v)))
    a, b = data.draw(st.integers(0, len(v) - length)), data.draw(st.integers(0, len(v) - length))
    assert call("equal", v, a, length, b) == (v[a : a + length] == v[b : b + length])


@given(st.lists(FEW, max_size=5), st.lists(FEW, max_size=5))
def test_lists_are_compared_place_by_place(a: list[int], b: list[int]) -> None:
    v = [*a, *b]
    places = (0, len(a), len(a), len(b))
    padded = list(zip(*itertools.zip_longest(a, b, fillvalue=0), strict=True)) or [(), ()]
    assert call("compare_padded", v, *places) == compared(*padded)
    assert sign(call("compare_lists", v, *places)) == compared(a, b)


def number(words: list[int]) -> int:
    """The set of several words as one number."""
    return sum((word & ALL_BITS) << 64 * place for place, word in enumerate(words))


@given(st.integers(1, 3), st.data())
def test_sets_are_compared_as_numbers(size: int, data: st.DataObject) -> None:
    a, b = (data.draw(st.lists(FEW, min_size=size, max_size=size)) for _ in range(2))
    assert call("compare_sets", [*a, *b], 0, size, size) == compared(number(a), number(b))


@settings(max_examples=40)
@given(st.lists(FEW, max_size=12) | st.lists(FEW, min_size=60, max_size=90), st.booleans())
def test_numbers_are_sorted(numbers: list[int], descending: bool) -> None:
    v = [5, *numbers, 5]
    call("sort_numbers", v, 1, len(numbers), descending)
    assert v == [5, *sorted(numbers, reverse=descending), 5]


@given(st.integers(1, 3), st.data(), st.booleans())
def test_sets_are_sorted_as_numbers(size: int, data: st.DataObject, descending: bool) -> None:
    sets = data.draw(st.lists(st.lists(FEW, min_size=size, max_size=size), max_size=8))
    v = [5, *itertools.chain(*sets), 5]
    call("sort_sets", v, 1, len(sets), size, descending)
    assert v == [5, *itertools.chain(*sorted(sets, key=number, reverse=descending)), 5]


@given(st.lists(st.lists(st.integers(0, 2), max_size=3), max_size=8), st.booleans())
def test_lists_are_sorted_and_equal_ones_stay_in_order(lists: list[list[int]], descending: bool) -> None:
    v, places = [0] * (2 * len(lists)), []
    for entries in lists:
        places.append((len(v), len(entries)))
        v += entries
    v[: 2 * len(lists)] = itertools.chain(*places)
    call("sort_lists", v, 0, len(lists), descending)

    def order(x: tuple[int, int], y: tuple[int, int]) -> int:
        found = compared(v[x[0] : sum(x)], v[y[0] : sum(y)])
        return -found if descending else found

    assert v[: 2 * len(lists)] == list(itertools.chain(*sorted(places, key=functools.cmp_to_key(order))))


# ---- random numbers


@given(WORDS, st.integers(0, 1000), st.integers(1, 100) | st.integers(1, 1 << 31))
def test_draws_are_those_of_the_other_engine(seed: int, play: int, bound: int) -> None:
    assert call("mix", seed) == wrap(draws.mixed(seed & ALL_BITS))
    state = call("seed_play", seed, play)
    assert state == wrap(draws.seeded(seed & ALL_BITS, play))
    found, after = draws.draw_below(state & ALL_BITS, bound)
    assert call("draw", state, bound) == (found, wrap(after))


# ---- linking


def test_linking_adds_what_the_entries_reach_and_drops_what_they_do_not() -> None:
    module = read_module(
        "@entry\ndef f(v: words) -> word:\n    return g(v)\n"
        "def g(v: words) -> word:\n    sort_numbers(v, 0, 3, True)\n    return reserve(v, 0, 1, 2)\n"
        "def h() -> word:\n    return bit(3)\n",
        library(),
    )
    found = linked(module)
    verify_module(found)
    assert list(found.functions) == ["f", "g", "reserve", "swap", "sort_numbers", "heap_sort", "sift_down", "reverse"]
    assert found.entries == ("f",)
    assert linked(found) == found
    assert traps(found) == {"f", "g", "reserve"}


def test_linking_refuses_another_function_under_a_name_of_the_library() -> None:
    with pytest.raises(KernelError, match="bit: the library has another function of this name"):
        linked(read_module("@entry\ndef f() -> word:\n    return bit(1)\ndef bit(x: word) -> word:\n    return x\n"))


def test_linking_refuses_a_call_of_a_function_that_is_nowhere() -> None:
    other = read_module("def g():\n    pass\n")
    with pytest.raises(KernelError, match="there is no function g"):
        linked(read_module("@entry\ndef f():\n    g()\n", other))


def test_a_trap_is_reached_through_calls_in_a_circle() -> None:
    module = read_module(
        "def f(n: word):\n    if n > 0:\n        g(n - 1)\n"
        "def g(n: word):\n    if n == 5:\n        h()\n    f(n)\n"
        "def h():\n    trap()\n"
        "def k():\n    pass\n"
    )
    assert traps(module) == {"f", "g", "h"}
