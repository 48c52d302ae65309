"""How far a falling ray is free: the members above the highest stop, for stops at every place of a word."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.runtime_library import linked
from ggl.compiler.kernel.verifier import verify_module
from ggl.compiler.lower.builder import FunctionBuilder, local
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.lower.rays import up_to_first
from ggl.compiler.memory import signed_words

RAY, STOPS = local("ray"), local("stops")
WORD = (1 << 64) - 1


def falling(*, with_it: bool, spare: bool) -> ModuleBuilder:
    module = ModuleBuilder(ggl.load("tic-tac-toe").checked.core)

    def write(fn: FunctionBuilder) -> None:
        fn.ret(*up_to_first(fn, (RAY,), (STOPS,), rises=False, with_it=with_it, spare=spare))

    module.entry(module.function("free", "", (RAY, STOPS), write))
    verify_module(linked(module.built()))
    return module


@pytest.mark.parametrize(("with_it", "spare"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_falling_ray_is_free_above_its_highest_stop(with_it: bool, spare: bool) -> None:
    run = Evaluator(linked(falling(with_it=with_it, spare=spare).built()))
    for ray in (WORD >> spare, 0x5555_5555_5555_5555, 0x0101_0101_0101_0101, 1, 0):
        stops = [0, ray, *(ray & 1 << place for place in range(64)), *(ray & (1 << place) - 1 for place in range(64))]
        for each in stops:
            free = ray >> each.bit_length() << each.bit_length()
            expected = free | (1 << each.bit_length() >> 1 if with_it else 0)
            assert run.call("free", [0], 0, *signed_words(ray, 1), *signed_words(each, 1)) == signed_words(expected, 1)[0], (
                ray,
                each,
            )


def test_a_ray_without_the_last_place_of_a_word_asks_not_whether_there_is_a_stop() -> None:
    assert " if " in printed(falling(with_it=False, spare=False).built())
    assert " if " not in printed(falling(with_it=False, spare=True).built())
