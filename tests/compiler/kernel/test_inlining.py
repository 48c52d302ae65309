"""The pass that inlines calls. The cases are in `inlining.yaml`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import Assign, Call, Do, Function, Local, Module, Return
from ggl.compiler.kernel.inlining import InliningBudget, inline_calls
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.kernel.programs import Example, examples, outcome
from tests.compiler.kernel.test_evaluator import CASES as EVALUATED
from tests.compiler.kernel.test_text import cases

ALL = InliningBudget(tiny=10_000, small=10_000, single=10_000, caller=10_000)
"""Inlines each call that can be."""


@pytest.mark.parametrize("case", cases("inlining"), ids=lambda case: case["fact"])
def test_calls_are_replaced_by_what_they_do(case: dict[str, Any]) -> None:
    before = read_module(case["before"])
    verify_module(before)
    found = inline_calls(before, InliningBudget(*case["budget"]) if "budget" in case else ALL)
    verify_module(found)
    assert printed(found) == printed(read_module(case["after"]))


@settings(max_examples=30)
@given(examples())
def test_a_random_program_does_the_same(example: Example) -> None:
    does_the_same(example)


@pytest.mark.slow
@settings(max_examples=400)
@given(examples())
def test_many_random_programs_do_the_same(example: Example) -> None:
    does_the_same(example)


def does_the_same(example: Example) -> None:
    for budget in (ALL, InliningBudget(tiny=10, small=20, single=60, caller=100)):
        module = inline_calls(example.module, budget)
        verify_module(module)
        assert outcome(Evaluator(module).call, example.entry, example.arguments) == example.outcome


@pytest.mark.parametrize("case", EVALUATED, ids=lambda case: case["fact"])
def test_a_program_does_the_same_where_it_is_called(case: dict[str, Any]) -> None:
    """The whole program is inlined into an entry that calls it."""
    module = read_module(case["text"])
    f = module.functions["f"]
    arguments = tuple(Local(each.name, each.type) for each in f.parameters)
    results = tuple(Local(f"result{number}", type_) for number, type_ in enumerate(f.results))
    call = Call("f", arguments, f.results)
    body = (Assign(results, call), Return(results)) if results else (Do(call),)
    outer = Function("outer", f.parameters, f.results, body)
    inlined = inline_calls(Module({**module.functions, "outer": outer}, ("outer",)), ALL)
    verify_module(inlined)
    for run in case["calls"]:
        if run["gives"] not in ("undefined", "steps"):
            wanted = outcome(Evaluator(module).call, "f", run["with"])
            assert outcome(Evaluator(inlined).call, "outer", run["with"]) == wanted, run["with"]


def test_a_body_with_many_early_returns_does_not_grow_to_the_right() -> None:
    returns = "".join(f"    if x == {number}:\n        return {number * number}\n" for number in range(30))
    module = read_module(f"@entry\ndef f(x: word) -> word:\n    return g(x)\n\ndef g(x: word) -> word:\n{returns}    return -1\n")
    found = inline_calls(module, ALL)
    verify_module(found)
    assert max(len(line) - len(line.lstrip()) for line in printed(found).splitlines()) == 12
    for x in range(32):
        assert Evaluator(found).call("f", x) == Evaluator(module).call("f", x)


def test_functions_can_be_exempt() -> None:
    text = "@entry\ndef f(x: word) -> word:\n    return g(x) + h(x)\n\ndef g(x: word) -> word:\n    return x\n\n"
    module = read_module(text + "def h(x: word) -> word:\n    return x\n")
    assert list(inline_calls(module, ALL, besides=("g",)).functions) == ["f", "g"]
