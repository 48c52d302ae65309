"""Random programs: they print and read back, and the evaluator gives the same for what is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.runtime_library import linked
from ggl.compiler.kernel.soft_bit_moves import replace_bit_moves
from ggl.compiler.kernel.verifier import verify_module
from ggl.compiler.kernel.walk import forms_in
from tests.compiler.kernel.programs import Example, examples, modules, outcome


@settings(max_examples=30)
@given(modules())
def test_what_is_printed_reads_as_the_same_forms(module: f.Module) -> None:
    reads_back(module)


@pytest.mark.slow
@settings(max_examples=400)
@given(modules())
def test_what_is_printed_of_many_reads_as_the_same_forms(module: f.Module) -> None:
    reads_back(module)


def reads_back(module: f.Module) -> None:
    text = printed(module)
    again = read_module(text)
    assert again == module
    assert printed(again) == text


@settings(max_examples=20)
@given(examples())
def test_a_call_has_one_outcome(example: Example) -> None:
    has_one_outcome(example)


@pytest.mark.slow
@settings(max_examples=400)
@given(examples())
def test_a_call_of_many_has_one_outcome(example: Example) -> None:
    has_one_outcome(example)


def has_one_outcome(example: Example) -> None:
    again = read_module(printed(example.module))
    assert outcome(Evaluator(again).call, example.entry, example.arguments) == example.outcome


@settings(max_examples=20)
@given(examples())
def test_bits_moved_by_the_library_leave_the_outcome_as_it_is(example: Example) -> None:
    module = replace_bit_moves(linked(example.module))
    verify_module(module)
    forms = [form for function in module.functions.values() for form in forms_in(function)]
    assert not [form for form in forms if isinstance(form, f.Apply) and form.operation in {"deposit", "extract"}]
    assert outcome(Evaluator(module).call, example.entry, example.arguments) == example.outcome
