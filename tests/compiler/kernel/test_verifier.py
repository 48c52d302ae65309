"""Each rule of the verifier has a smallest program that breaks it: as text where the reader takes it, else as forms."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.forms import KernelError, Type
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.kernel.test_text import cases

V, N, B, X = f.Local("v", Type.WORDS), f.Local("n", Type.WORD), f.Local("b", Type.BOOL), f.Local("x", Type.REAL)
ONE, TRUE, HALF = f.Literal(1, Type.WORD), f.Literal(True, Type.BOOL), f.Literal(0.5, Type.REAL)
SUM = f.Apply("add", (N, ONE), Type.WORD)


def function(*body: f.Statement, **parts: Any) -> f.Function:
    """A function of a region, a word, a bool and a real, with a body."""
    return dataclasses.replace(f.Function("f", (V, N, B, X), (), body), **parts)


def message(*functions: f.Function, entries: tuple[str, ...] = ()) -> str:
    """What the verifier says of functions, beside which there is `g(n: word) -> (word, bool)`."""
    g = f.Function("g", (N,), (Type.WORD, Type.BOOL), (f.Return((N, TRUE)),))
    with pytest.raises(KernelError) as error:
        verify_module(f.Module({function.name: function for function in (*functions, g)}, entries))
    return str(error.value)


@pytest.mark.parametrize("case", cases("broken"), ids=lambda case: case["fact"])
def test_a_program_that_breaks_a_rule_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(KernelError) as error:
        verify_module(read_module(case["text"]))
    assert str(error.value) == case["message"]


@pytest.mark.parametrize("case", cases("sound"), ids=lambda case: case["fact"])
def test_a_program_that_breaks_no_rule_is_accepted(case: dict[str, Any]) -> None:
    verify_module(read_module(case["text"]))


EXPRESSIONS = [
    (f.Literal(1 << 63, Type.WORD), "f: not a literal of type word: 0x8000000000000000"),
    (f.Literal(True, Type.WORD), "f: not a literal of type word: True"),
    (f.Literal(1.0, Type.WORD), "f: not a literal of type word: 1.0"),
    (f.Literal(1, Type.BOOL), "f: not a literal of type bool: 1"),
    (f.Literal(1, Type.REAL), "f: not a literal of type real: 1"),
    (f.Literal(float("inf"), Type.REAL), "f: not a literal of type real: inf"),
    (f.Literal(1, Type.WORDS), "f: not a literal of type words: 1"),
    (f.Local("y", Type.WORD), "f: not set on every way to here: y"),
    (f.Local("n", Type.REAL), "f: of type word, not real: n"),
    (V, "f: a region is only an argument: v"),
    (f.Load(N, ONE), "f: n is not a region: n[1]"),
    (f.Load(f.Local("w", Type.WORDS), ONE), "f: not set on every way to here: w"),
    (f.Load(V, TRUE), "f: expected type word, found bool: True"),
    (f.Apply("power", (N, ONE), Type.WORD), "f: there is no operation power: power(n, 1)"),
    (f.Apply("add", (N,), Type.WORD), "f: add takes word and word, not word: +(n)"),
    (f.Apply("add", (N, HALF), Type.WORD), "f: add takes word and word, not word and real: n + 0.5"),
    (f.Apply("fadd", (N, ONE), Type.REAL), "f: fadd takes real and real, not word and word: n + 1"),
    (f.Apply("add", (N, ONE), Type.BOOL), "f: add gives word, not bool: n + 1"),
    (f.All((B,)), "f: `and` and `or` have two operands or more, and give a bool: b"),
    (f.Any(()), "f: `and` and `or` have two operands or more, and give a bool: "),
    (f.All((B, B), Type.WORD), "f: `and` and `or` have two operands or more, and give a bool: b and b"),
    (f.Any((B, N)), "f: expected type bool, found word: n"),
    (f.Choose(N, ONE, ONE), "f: expected type bool, found word: n"),
    (f.Choose(B, ONE, HALF), "f: expected type word, found real: 0.5"),
    (f.Choose(B, V, V), "f: a region is only an argument: v"),
    (f.Call("h", (), (Type.WORD,)), "f: there is no function h: h()"),
    (f.Call("g", (B,), (Type.WORD,)), "f: g takes word, not bool: g(b)"),
    (f.Call("g", (), (Type.WORD,)), "f: g takes word, not nothing: g()"),
    (f.Call("g", (V,), (Type.WORD,)), "f: g takes word, not words: g(v)"),
    (f.Call("g", (N,), (Type.WORD,)), "f: g gives word and bool, not word: g(n)"),
]


@pytest.mark.parametrize(("form", "says"), EXPRESSIONS, ids=[says for _, says in EXPRESSIONS])
def test_an_expression_that_breaks_a_rule_is_refused(form: f.Expression, says: str) -> None:
    assert message(function(f.Store(V, form, ONE))) == says


def assign(*targets: f.Local, value: f.Expression) -> f.Assign:
    return f.Assign(targets, value)


STATEMENTS: list[tuple[f.Statement, str]] = [
    (assign(value=ONE), "f: expected locals for word:  = 1"),
    (assign(N, N, value=ONE), "f: expected locals for word: n, n = 1"),
    (assign(B, value=ONE), "f: expected locals for word: b = 1"),
    (assign(N, value=f.Call("g", (ONE,), (Type.WORD, Type.BOOL))), "f: expected locals for word and bool: n = g(1)"),
    (assign(f.Local("x", Type.WORD), value=ONE), "f: x is of type real, not word: x = 1"),
    (assign(f.Local("max", Type.WORD), value=ONE), "f: max is not a name for a local: max = 1"),
    (assign(f.Local("for", Type.WORD), value=ONE), "f: for is not a name for a local: for = 1"),
    (assign(N, value=V), "f: a region is only an argument: v"),
    (f.Store(N, ONE, ONE), "f: n is not a region: n[1] = 1"),
    (f.Store(V, ONE, TRUE), "f: expected type word, found bool: True"),
    (f.Store(V, TRUE, ONE), "f: expected type word, found bool: True"),
    (f.Do(f.Call("h", (), ())), "f: there is no function h: h()"),
    (f.If(N, ()), "f: expected type bool, found word: n"),
    (f.While(N, ()), "f: expected type bool, found word: n"),
    (f.For(N, ONE, ONE, 0, ()), "f: a step is a word other than 0: for n in range(1, 1, 0):"),
    (f.For(N, ONE, ONE, 1 << 63, ()), "f: a step is a word other than 0: for n in range(1, 1, 9223372036854775808):"),
    (f.For(N, TRUE, ONE, 1, ()), "f: expected type word, found bool: True"),
    (f.For(N, ONE, HALF, 1, ()), "f: expected type word, found real: 0.5"),
    (f.For(B, ONE, ONE, 1, ()), "f: what counts is a word: b"),
    (f.ForBits(B, ONE, ()), "f: what counts is a word: b"),
    (f.ForBits(f.Local("x", Type.WORD), ONE, ()), "f: x is of type real, not word: x"),
    (f.ForBits(N, B, ()), "f: expected type word, found bool: b"),
    (f.Return((ONE,)), "f: expected 0 results: return 1"),
    (f.Note("two\nlines"), "f: a note is one line without spaces around: # two"),
    (f.Note(" one"), "f: a note is one line without spaces around: #  one"),
]


@pytest.mark.parametrize(("form", "says"), STATEMENTS, ids=[says for _, says in STATEMENTS])
def test_a_statement_that_breaks_a_rule_is_refused(form: f.Statement, says: str) -> None:
    assert message(function(form)) == says


def test_results_have_the_types_that_a_function_names() -> None:
    assert message(function(f.Return((N,)), results=(Type.BOOL,))) == "f: expected type bool, found word: n"
    assert message(function(f.Trap(), results=(Type.WORDS,))) == "f: a region cannot be a result"


def test_functions_and_parameters_have_names_of_their_own() -> None:
    assert message(function(name="max")) == "max: not a name for a function"
    assert message(function(name="a b")) == "a b: not a name for a function"
    assert message(function(name="ä")) == "ä: not a name for a function"
    assert message(function(parameters=(N, N))) == "f: a parameter with the name of another: n"
    assert message(function(parameters=(f.Local("if", Type.WORD),))) == "f: if is not a name for a local: if"
    with pytest.raises(KernelError, match="h: the function under this name is called f"):
        verify_module(f.Module({"h": function()}))


def test_the_entries_are_functions_in_their_order() -> None:
    assert message(function(), entries=("h",)) == "the entries are functions, each once, in their order: h"
    assert message(function(), entries=("f", "f")) == "the entries are functions, each once, in their order: f, f"
    assert message(function(), entries=("g", "f")) == "the entries are functions, each once, in their order: g, f"
    verify_module(f.Module({"f": function()}, ("f",)))
