"""Each back end gives what the kernel language means: operations on edge values, programs, random programs."""

from __future__ import annotations

import math
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings

from ggl.compiler.backends.wasm_passes import PASSES
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import Module, Type
from ggl.compiler.kernel.operations import OPERATIONS, Operation, TrapError
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.backends.back_ends import LLVM, NODE, PYTHON, WASMTIME, BackEnd, over_back_ends
from tests.compiler.backends.operations import EDGES, applied, defined
from tests.compiler.kernel.programs import Example, examples, outcome
from tests.compiler.kernel.test_evaluator import CASES as EVALUATED
from tests.few import slow

PROGRAMS = yaml.safe_load(Path(__file__).with_name("programs.yaml").read_text(encoding="utf-8"))


def module(text: str) -> Module:
    found = read_module(text)
    verify_module(found)
    return found


def same(a: Any, b: Any) -> bool:
    """Whether two results are the same, with their types and the sign of a zero."""
    return repr(a) == repr(b)


# ---- operations


def operation_text(operation: Operation, body: str, *more: str) -> str:
    """The text of an entry with the operands of an operation, x and y, as parameters."""
    parameters = [f"{name}: {type_.value}" for name, type_ in zip("xy", operation.operands, strict=False)]
    return f"@entry\ndef {operation.name}_({', '.join([*parameters, *more])}) -> {operation.result.value}:\n{body}\n"


@over_back_ends(NODE)
@pytest.mark.parametrize("every", [12, slow(1)])
def test_an_operation_gives_what_it_means(back_end: BackEnd, every: int) -> None:
    texts = [operation_text(each, f"    return {applied(each, *'xy'[: len(each.operands)])}") for each in OPERATIONS.values()]
    call = back_end.load(module("\n".join(texts)))
    for each in OPERATIONS.values():
        for operands, value in islice(defined(each), 0, None, every):
            found = call(f"{each.name}_", *operands)
            if each.name == "log" and not back_end.exact_log:
                assert math.isclose(found, value, rel_tol=2**-52), operands
            else:
                assert same(found, value), (each.name, operands)


@over_back_ends()
def test_an_operation_with_a_literal_gives_what_it_means(back_end: BackEnd) -> None:
    """The last operand is a literal, one of all that there are, chosen by a number."""
    chosen = [each for each in OPERATIONS.values() if len(each.operands) == 2]
    texts = []
    for each in chosen:
        lines = []
        for number, literal in enumerate(EDGES[each.operands[1]]):
            lines += [f"    if number == {number}:", f"        return {applied(each, 'x', f'({literal})')}"]
        texts.append(operation_text(each, "\n".join([*lines, "    trap()"]), "number: word"))
    call = back_end.load(module("\n".join(texts)))
    for each in chosen:
        numbers = {repr(literal): number for number, literal in enumerate(EDGES[each.operands[1]])}
        for (x, y), value in defined(each):
            assert same(call(f"{each.name}_", x, y, numbers[repr(y)]), value), (each.name, x, y)


@over_back_ends(NODE)
def test_an_operation_on_all_entries_of_regions_gives_what_it_means(back_end: BackEnd) -> None:
    """LLVM makes vectors of such a loop."""
    chosen = [each for each in OPERATIONS.values() if Type.REAL not in (*each.operands, each.result)]
    texts = []
    for each in chosen:
        names = ["xs", "ys"][: len(each.operands)]
        parameters = [f"{name}: {type_.value}s" for name, type_ in zip(names, each.operands, strict=True)]
        text = applied(each, *(f"{name}[i]" for name in names))
        texts.append(f"@entry\ndef {each.name}_({', '.join(parameters)}, found: {each.result.value}s, n: word):\n")
        texts[-1] += f"    for i in range(n):\n        found[i] = {text}"
    call = back_end.load(module("\n\n".join(texts)))
    for each in chosen:
        cases = defined(each)
        columns = zip(*(operands for operands, _ in cases), strict=True)
        found = np.zeros(len(cases), dtype=np.bool_ if each.result is Type.BOOL else np.int64)
        call(f"{each.name}_", *map(np.array, columns), found, len(cases))
        assert found.tolist() == [value for _, value in cases], each.name


# ---- programs


@over_back_ends(NODE)
@pytest.mark.parametrize("case", [*EVALUATED, *PROGRAMS], ids=lambda case: case["fact"])
def test_a_program_does_what_it_says(case: dict[str, Any], back_end: BackEnd) -> None:
    program = module(case["text"])
    call, evaluator = back_end.load(program), Evaluator(program, steps=1000)
    for run in case["calls"]:
        gives = tuple(run["gives"]) if isinstance(run["gives"], list) else run["gives"]
        if gives in ("undefined", "steps"):
            continue
        wanted = outcome(evaluator.call, "f", run["with"])
        found = outcome(call, "f", run["with"])
        assert found == wanted, run["with"]
        if gives == "trap":
            assert found.results is None, run["with"]
        else:
            assert found.results is not None
            assert same(found.results, () if gives is None else gives if isinstance(gives, tuple) else (gives,)), run["with"]
        if "leaves" in run:
            assert found.regions[0] == run["leaves"], run["with"]


@over_back_ends(among=[LLVM, WASMTIME, PYTHON])
@settings(max_examples=10)
@given(example=examples())
def test_a_random_program_does_what_the_evaluator_does(back_end: BackEnd, example: Example) -> None:
    does_as_the_evaluator(back_end, example)


@pytest.mark.slow
@over_back_ends()
@settings(max_examples=240)
@given(example=examples())
def test_many_random_programs_do_what_the_evaluator_does(back_end: BackEnd, example: Example) -> None:
    does_as_the_evaluator(back_end, example)


def does_as_the_evaluator(back_end: BackEnd, example: Example) -> None:
    assert outcome(back_end.load(example.module), example.entry, example.arguments) == example.outcome


@over_back_ends(among=[LLVM, WASMTIME, PYTHON])
@settings(max_examples=6)
@given(example=examples())
def test_a_random_program_that_is_optimized_does_what_the_evaluator_does(back_end: BackEnd, example: Example) -> None:
    does_optimized_as_the_evaluator(back_end, example)


@pytest.mark.slow
@over_back_ends()
@settings(max_examples=160)
@given(example=examples())
def test_many_random_programs_that_are_optimized_do_what_the_evaluator_does(back_end: BackEnd, example: Example) -> None:
    does_optimized_as_the_evaluator(back_end, example)


def does_optimized_as_the_evaluator(back_end: BackEnd, example: Example) -> None:
    optimized = reduce(lambda module, run: run(module), [*PASSES.values()][1:], example.module)
    assert outcome(back_end.load(optimized), example.entry, example.arguments) == example.outcome


@over_back_ends(NODE, among=[LLVM, WASMTIME, PYTHON])
def test_a_call_after_a_trap_is_like_any_other(back_end: BackEnd) -> None:
    call = back_end.load(module("@entry\ndef f(n: word) -> word:\n    if n < 0:\n        trap()\n    return n"))
    for n in (1, -1, 2, -2, -3, 3):
        if n < 0:
            with pytest.raises(TrapError):
                call("f", n)
        else:
            assert call("f", n) == n
