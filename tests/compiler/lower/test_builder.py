"""What the builder makes of a function, as the printer prints it; all of it is accepted by the verifier."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, any_of, between, choose, eq, gt, literal, lt, ne, not_, popcount, real, some, union
from ggl.compiler.kernel.forms import Type, cast
from ggl.compiler.kernel.printer import printed, printed_form
from ggl.compiler.kernel.runtime_library import linked
from ggl.compiler.kernel.verifier import verify_module
from ggl.compiler.lower.builder import FunctionBuilder, T, V, bit, local
from ggl.compiler.lower.module import ModuleBuilder
from ggl.core.forms import CoreGame

X, Y, FLAG, ROWS, WEIGHT = local("x"), local("y"), local("flag", Type.BOOL), local("rows", Type.WORDS), local("weight", Type.REAL)

EXPRESSIONS: list[tuple[k.Expression, str]] = [
    (V[X + 1] & ~Y | 3, "v[x + 1] & ~y | 3"),
    (1 - X * 2 // Y % 5, "1 - x * 2 // y % 5"),
    (V.fixed(X << 2 ^ Y >> 1), "fixed(v, x << 2 ^ y >> 1)"),
    (-X + 7, "-x + 7"),
    (X + (1 << 64) - 1, "x + 0 - 1"),
    (X + FLAG, "x + word(flag)"),
    (eq(FLAG, True), "word(flag) == 1"),
    (all_of([X, FLAG]), "x != 0 and flag"),
    (any_of([]), "False"),
    (all_of([FLAG]), "flag"),
    (not_(X), "not x != 0"),
    (between(0, X, 9), "0 <= x and x < 9"),
    (choose(FLAG, X, eq(X, Y)), "x if flag else word(x == y)"),
    (choose(X, True, False), "True if x != 0 else False"),
    (WEIGHT * X, "weight * real(x)"),
    (real(3) / WEIGHT, "3.0 / weight"),
    (gt(WEIGHT, -1.0), "weight > -1.0"),
    (union([]), "0"),
    (some([X, Y]), "x | y != 0"),
    (cast(X, Type.BOOL), "x != 0"),
]


@pytest.mark.parametrize(("built", "text"), EXPRESSIONS, ids=[text for _, text in EXPRESSIONS])
def test_an_expression(built: k.Expression, text: str) -> None:
    assert printed_form(built) == text


def a_local_is_set_again(fn: FunctionBuilder) -> None:
    found = fn.let(0, "found")
    fn.set(found, found | bit(X))
    fn.ret(found, popcount(found))


def a_truth_value_that_is_set_to_a_word_is_counted(fn: FunctionBuilder) -> None:
    n = fn.set("n", 2)
    fn.set(n, eq(X, 3))
    fn.store(X, eq(X, 4))
    fn.ret(n)


def several_locals_are_set_at_once(fn: FunctionBuilder) -> None:
    a, b = fn.set_all(["a", "b"], [X, Y])
    fn.set_all([a, b], [b, a])
    fn.ret(a - b)


def blocks_go_on_with_the_if_before_them(fn: FunctionBuilder) -> None:
    with fn.if_(eq(X, 0)):
        fn.ret(1)
    with fn.elif_(eq(X, 1)):
        fn.ret(2)
    with fn.elif_(eq(X, 2)):
        pass
    with fn.else_():
        fn.store(0, X)
    fn.ret(3)


def what_is_never_reached_is_left_out(fn: FunctionBuilder) -> None:
    with fn.while_(True):
        with fn.if_(lt(X, 0)):
            fn.trap()
            fn.store(0, 1)
        with fn.else_():
            fn.ret(X)
        fn.store(1, 1)
    fn.ret(2)


def a_local_that_is_read_outside_its_block_has_a_first_value(fn: FunctionBuilder) -> None:
    with fn.for_("i", 0, 3) as i:
        with fn.if_(ne(V[i], 0)):
            last = fn.set("last", i)
            fn.leave()
        fn.go_on()
    fn.ret(last)


def results_of_which_one_is_a_word_are_words(fn: FunctionBuilder) -> None:
    with fn.if_(X):
        fn.ret(eq(X, Y))
    fn.ret(2)


def what_is_put_into_the_arena_goes_where_it_passes(fn: FunctionBuilder) -> None:
    with fn.passing():
        fn.store(fn.reserve(X), 1)
    with fn.passing():
        fn.store(0, 1)


def statements_put_aside_are_put_in_later(fn: FunctionBuilder) -> None:
    with fn.aside() as statements:
        twice = fn.let(X + X, "twice")
    with fn.if_(gt(Y, 0)):
        fn.take(statements)
        fn.store(0, twice)


def notes_before_all_statements_are_the_functions(fn: FunctionBuilder) -> None:
    fn.note("game.yaml:3: empty(c)\n and more\u2026")
    fn.note("")
    fn.store(0, 1)
    fn.note("game.yaml:4: full")


FUNCTIONS: list[tuple[Callable[[FunctionBuilder], None], str]] = [
    (a_local_is_set_again, """
def f(v: words, t: word, x: word, y: word) -> (word, word):
    found_1 = 0
    found_1 = found_1 | bit(x)
    return found_1, popcount(found_1)
"""),
    (a_truth_value_that_is_set_to_a_word_is_counted, """
def f(v: words, t: word, x: word, y: word) -> word:
    n = 2
    n = word(x == 3)
    v[x] = word(x == 4)
    return n
"""),
    (several_locals_are_set_at_once, """
def f(v: words, t: word, x: word, y: word) -> word:
    a = x
    b = y
    spare_1 = b
    spare_2 = a
    a = spare_1
    b = spare_2
    return a - b
"""),
    (blocks_go_on_with_the_if_before_them, """
def f(v: words, t: word, x: word, y: word) -> word:
    if x == 0:
        return 1
    elif x == 1:
        return 2
    elif x == 2:
        pass
    else:
        v[0] = x
    return 3
"""),
    (what_is_never_reached_is_left_out, """
def f(v: words, t: word, x: word, y: word) -> word:
    while True:
        if x < 0:
            trap()
        else:
            return x
"""),
    (a_local_that_is_read_outside_its_block_has_a_first_value, """
def f(v: words, t: word, x: word, y: word) -> word:
    last = 0
    for i in range(3):
        if v[i] != 0:
            last = i
            break
        continue
    return last
"""),
    (results_of_which_one_is_a_word_are_words, """
def f(v: words, t: word, x: word, y: word) -> word:
    if x != 0:
        return word(x == y)
    return 2
"""),
    (what_is_put_into_the_arena_goes_where_it_passes, """
def f(v: words, t: word, x: word, y: word):
    top_2 = t
    o_1 = t
    t = reserve(v, t, x, END)
    v[o_1] = 1
    t = top_2
    v[0] = 1
"""),
    (statements_put_aside_are_put_in_later, """
def f(v: words, t: word, x: word, y: word):
    if y > 0:
        twice_1 = x + x
        v[0] = twice_1
"""),
    (notes_before_all_statements_are_the_functions, """
# game.yaml:3: empty(c) and more?
def f(v: words, t: word, x: word, y: word):
    v[0] = 1
    # game.yaml:4: full
"""),
]  # fmt: skip


@pytest.fixture(scope="module")
def core() -> CoreGame:
    return ggl.load("tic-tac-toe").checked.core


@pytest.mark.parametrize(("write", "text"), FUNCTIONS, ids=[write.__name__ for write, _ in FUNCTIONS])
def test_a_function(core: CoreGame, write: Callable[[FunctionBuilder], None], text: str) -> None:
    module = ModuleBuilder(core)
    called = module.function("f", "", (X, Y), write)
    assert printed(module.built()) == text.strip().replace("END", str(module.memory.end)) + "\n"
    module.entry(called)
    verify_module(linked(module.built()))


def test_a_function_is_built_once_after_those_that_it_calls(core: CoreGame) -> None:
    module = ModuleBuilder(core)

    def inner() -> k.Call:
        return module.function("inner", "a key", (X,), lambda fn: fn.ret(fn.module.memory.end))(V, T, 1)

    module.function("outer", "", (), lambda fn: fn.ret(inner() + inner()))
    assert list(module.built().functions) == ["inner1", "outer"]


def test_a_function_that_calls_itself_says_what_it_gives(core: CoreGame) -> None:
    module = ModuleBuilder(core)

    def write(fn: FunctionBuilder) -> None:
        with fn.if_(eq(X, 0)):
            fn.ret(0)
        fn.ret(X + fn.itself(V, T, X - 1))

    assert module.function("sum_up_to", "", (X,), write, (Type.WORD,))(V, T, 3).results == (Type.WORD,)


def test_a_number_keeps_its_low_bits() -> None:
    assert k.as_expression((1 << 64) - 1) == literal(-1)


def test_a_region_is_no_operand() -> None:
    with pytest.raises(k.KernelError, match="a words where a word belongs"):
        V + X
