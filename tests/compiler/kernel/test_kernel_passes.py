"""The passes from kernel to kernel: each does to its cases, in the file of its name, what they say, and changes no program.

What takes arguments besides has further tests in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from ggl.compiler.kernel.common_subexpressions import remove_repeated_evaluations
from ggl.compiler.kernel.constant_masks import replace_constant_masks
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.folding import fold
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.inlining import inline_calls
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.unrolling import unroll_loops
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.kernel.programs import Example, examples, outcome
from tests.compiler.kernel.test_text import cases

Pass = Callable[[Module], Module]

PASSES: dict[str, Pass] = {
    "common_subexpressions": remove_repeated_evaluations,
    "constant_masks": replace_constant_masks,
    "folding": fold,
    "unrolling": unroll_loops,
}
"""By the file of their cases."""

CASES = [pytest.param(run, case, id=f"{name}: {case['fact']}") for name, run in PASSES.items() for case in cases(name)]


@pytest.mark.parametrize(("run", "case"), CASES)
def test_a_module_becomes_what_its_case_says(run: Pass, case: dict[str, Any]) -> None:
    before = read_module(case["before"])
    verify_module(before)
    found = run(before)
    verify_module(found)
    assert printed(found) == printed(read_module(case["after"]))


@pytest.mark.parametrize("run", PASSES.values(), ids=PASSES)
@settings(max_examples=15)
@given(example=examples())
def test_a_random_program_does_the_same(run: Pass, example: Example) -> None:
    does_the_same(run, example)


@pytest.mark.slow
@pytest.mark.parametrize("run", PASSES.values(), ids=PASSES)
@settings(max_examples=400)
@given(example=examples())
def test_many_random_programs_do_the_same(run: Pass, example: Example) -> None:
    does_the_same(run, example)


def does_the_same(run: Pass, example: Example) -> None:
    for module in (example.module, inline_calls(example.module)):
        found = run(module)
        verify_module(found)
        assert outcome(Evaluator(found).call, example.entry, example.arguments) == example.outcome


def test_a_zero_keeps_its_sign() -> None:
    text = """
@entry
def f(x: real, ok: bool) -> (real, real, real):
    a = x * 0.0
    b = x * -0.0
    if ok:
        c = 0.0
    else:
        c = -0.0
    return a, b, c
"""
    found = remove_repeated_evaluations(read_module(text))
    verify_module(found)
    assert [repr(value) for value in Evaluator(found).call("f", 1.0, False)] == ["0.0", "-0.0", "-0.0"]
