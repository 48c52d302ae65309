"""Whether a known set lies within another: shape by shape, or one by one without a branch."""

from __future__ import annotations

import pytest

from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.printer import printed_form
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.lower.builder import local
from ggl.compiler.lower.pattern_match import FEW, some_within

LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
ROWS = [0b111 << place for place in range(50)]


@pytest.mark.parametrize("sets", [LINES, LINES[:1], ROWS], ids=["few lines", "one line", "one shape"])
def test_it_says_what_asking_each_set_says(sets: list[int]) -> None:
    asked = some_within(sets, (local("x"),))
    assert asked is not None
    module = read_module(f"@entry\ndef asked(x: word) -> bool:\n    return {printed_form(asked)}\n")
    for x in range(0o1000):
        assert Evaluator(module).call("asked", x) == any(each & ~x == 0 for each in sets)


def test_a_set_may_lie_in_several_words() -> None:
    words = (local("x"), local("y"))
    asked = some_within([1 | 2 << 64, 4 << 64], words)
    assert asked is not None
    module = read_module(f"@entry\ndef asked(x: word, y: word) -> bool:\n    return {printed_form(asked)}\n")
    for x, y, holds in ((1, 2, True), (1, 0, False), (0, 4, True), (4, 2, False), (3, 3, True)):
        assert Evaluator(module).call("asked", x, y) == holds


def test_many_sets_of_many_shapes_are_asked_up_to_the_first() -> None:
    assert some_within([1 | 2 << each for each in range(1, FEW + 2)], (local("x"),)) is None
