"""What is special to LLVM: targets, the text of IR, calls from Python. What code does is in `test_back_ends.py`."""

from __future__ import annotations

import math
import platform
import textwrap
import threading
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from ggl.compiler.backends.llvm import ARM64, X86_64, X86_64_BMI2, CodeTarget, host, is_large, machine_code
from ggl.compiler.backends.llvm_ir import MOVES_BITS, ir_text
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import KernelError, Module
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.runtime_library import library, linked
from tests.compiler.backends.back_ends import entry_of
from tests.compiler.backends.test_back_ends import PROGRAMS, module, same
from tests.few import slow

ELF_MACHINES = {X86_64: 62, X86_64_BMI2: 62, ARM64: 183}
"""The number of the machine in an object file (ELF)."""


# ---- reals


def test_a_product_and_a_sum_are_not_fused_where_the_processor_could() -> None:
    assert "fma" in host().features or platform.machine().lower() not in ("x86_64", "amd64")
    entry = entry_of(module("@entry\ndef f(a: real, b: real, c: real) -> real:\n    return a * b + c"), host(), "f")
    a = 1.0 + 2.0**-52
    assert entry(a, a, -(a * a)) == 0.0


def test_logarithms_and_roots_are_those_of_the_c_library() -> None:
    entry = entry_of(module("@entry\ndef f(x: real) -> (real, real):\n    return log(x), sqrt(x)"), host(), "f")
    for x in (0.1, 0.5, 2.0, 3.0, 10.0, 1e10, math.pi, 5e-324, 12345.678):
        assert entry(x) == (math.log(x), math.sqrt(x))


# ---- targets


@pytest.mark.parametrize("target", ELF_MACHINES, ids=lambda target: f"{target.triple} {target.processor}")
def test_code_for_another_machine_is_an_object_file_of_it(target: CodeTarget) -> None:
    texts = [
        case["text"].replace("def f(", f"def f{number}(")
        for number, case in enumerate(PROGRAMS)
        if case["text"].count("def ") == 1
    ]
    program = module("\n".join(texts))
    code = machine_code(program, program.entries, target)
    assert code[:4] == b"\x7fELF"
    assert int.from_bytes(code[18:20], "little") == ELF_MACHINES[target]
    assert all(f"ggl_{entry}\0".encode() in code for entry in program.entries)


@pytest.mark.parametrize(
    ("target", "moves"),
    [
        (X86_64, False),
        (X86_64_BMI2, True),
        (ARM64, False),
        (CodeTarget("x86_64-apple-darwin", "haswell", "+bmi2,+avx2"), True),
        (CodeTarget("x86_64-apple-darwin", "haswell", "+avx2,-bmi2"), False),
        (CodeTarget("aarch64-apple-darwin", "x86-64-v3", "+bmi2"), False),
    ],
)
def test_a_target_knows_whether_it_moves_bits(target: CodeTarget, moves: bool) -> None:
    assert target.moves_bits is moves


@pytest.mark.parametrize("operation", sorted(MOVES_BITS))
def test_a_target_without_instructions_that_move_bits_refuses_them(operation: str) -> None:
    program = module(f"@entry\ndef f(x: word, y: word) -> word:\n    return {operation}(x, y)")
    assert machine_code(program, ("f",), X86_64_BMI2)
    with pytest.raises(KernelError, match=rf"^f: the target has no instruction for {operation}$"):
        machine_code(program, ("f",), ARM64)


# ---- copies

COPY = """
@entry
def f(v: words, source: word, target: word):
    copy(v, source, {}, target)
"""


@pytest.mark.parametrize("length", [0, 1, 3, 4, 16, 17, 48, 69, 128, 129])
@pytest.mark.parametrize("target", [X86_64, host()], ids=["x86-64", "this machine"])
def test_copies_of_a_known_length_are_those_of_the_library(target: CodeTarget, length: int) -> None:
    program = linked(read_module(COPY.format(length), library()))
    for source, place in ((0, 150), (150, 0), (1, 0), (20, 3), (7, 7)):
        words = np.arange(300, dtype=np.int64)
        wanted = words.tolist()
        Evaluator(program).call("f", wanted, source, place)
        entry_of(program, target, "f")(words, source, place)
        assert words.tolist() == wanted


@pytest.mark.parametrize(("length", "moves"), [("3", 0), ("4", 1), ("16", 1), ("17", 2), ("128", 8), ("129", 0), ("target", 0)])
def test_a_copy_of_some_words_has_no_loop(length: str, moves: int) -> None:
    program = linked(read_module(COPY.format(length), library()))
    text = ir_text(program, ("f",), moves_bits=False)
    assert text.count("call void @llvm.memmove") == moves
    assert text.count("call fastcc void @k.copy") == (not moves)


def test_another_function_may_have_the_name_of_one_of_the_library() -> None:
    text = "@entry\ndef f(v: words):\n    copy(v, 0, 5, 2)\n\ndef copy(v: words, a: word, b: word, c: word):\n    v[a] = b + c\n"
    words = np.zeros(2, dtype=np.int64)
    entry_of(module(text), host(), "f")(words)
    assert words.tolist() == [7, 0]


# ---- large modules


def in_one_block(sums: int) -> Module:
    """Each word becomes the sum of itself and the next, one after the other; the last gets the first."""
    lines = [f"    v[{at}] = v[{at}] + v[{(at + 1) % sums}]" for at in range(sums)]
    return module("\n".join(["@entry", "def f(v: words):", *lines]))


def in_many_blocks(sums: int) -> Module:
    lines = [f"    if v[{at}] > 0:\n        v[{at}] = v[{at}] + 1" for at in range(sums)]
    return module("\n".join(["@entry", "def f(v: words):", *lines]))


@pytest.mark.parametrize(
    ("made", "sums", "large"),
    [(in_one_block, 200, False), (in_one_block, 400, True), (in_many_blocks, 300, False), (in_many_blocks, 900, True)],
    ids=["short", "one long block", "long of short blocks", "very long"],
)
def test_a_long_function_is_large_and_one_with_a_long_block_sooner(made: Callable[[int], Module], sums: int, large: bool) -> None:
    assert is_large(ir_text(made(sums), ("f",), moves_bits=False)) is large


@pytest.mark.parametrize("sums", [400, slow(2_000)])
def test_a_large_module_does_what_it_says(sums: int) -> None:
    words = np.arange(sums, dtype=np.int64) * 7
    wanted = words.tolist()
    for at in range(sums):
        wanted[at] += wanted[(at + 1) % sums]
    program = in_one_block(sums)
    assert is_large(ir_text(program, ("f",), moves_bits=False))
    entry_of(program, host(), "f")(words)
    assert words.tolist() == wanted


# ---- the text of IR

CHECKED = """
@entry
def f(v: words, n: word) -> word:
    g(v, n)
    return h(v, v, n)

def g(v: words, n: word):
    v[0] = n

def h(v: words, w: words, n: word) -> word:
    if w[0] > n:
        trap()
    return fixed(v, n)

@entry
def other(v: words, w: words) -> word:
    return both(v, w)

def both(v: words, w: words) -> word:
    return v[0] + w[0]
"""


def heads(*entries: str) -> dict[str, str]:
    lines = [line for line in ir_text(module(CHECKED), entries, moves_bits=False).splitlines() if line.startswith("define")]
    return {line.split("@")[1].split("(")[0]: line for line in lines}


def test_only_what_an_entry_reaches_is_written() -> None:
    assert list(heads("f")) == ["k.f", "k.g", "k.h", "ggl_f"]
    assert list(heads("other")) == ["k.other", "k.both", "ggl_other"]


def test_only_functions_that_can_trap_have_a_status() -> None:
    found = heads("f")
    assert "{ i1, i64 } @k.f(" in found["k.f"]
    assert "{ i1, i64 } @k.h(" in found["k.h"]
    assert "void @k.g(" in found["k.g"]


def test_regions_are_apart_unless_one_is_handed_over_twice() -> None:
    found = heads("f", "other")
    assert "noalias" not in found["k.h"]
    assert found["k.both"].count("noalias") == 2
    assert found["ggl_other"].count("noalias") == 3  # and the room for results


def test_only_a_function_of_which_each_call_ends_says_so() -> None:
    text = """
    @entry
    def f(v: words, n: word):
        for i in range(n):
            for m in bits(i):
                g(v, m)

    def g(v: words, n: word):
        v[n] = n

    @entry
    def loops(v: words):
        while v[0] > 0:
            g(v, 0)

    @entry
    def goes_on(v: words):
        loops(v)

    @entry
    def again(v: words):
        again(v)
    """
    program = module(textwrap.dedent(text))
    lines = ir_text(program, program.entries, moves_bits=False).splitlines()
    [ending] = [
        line.split()[1] for line in lines if line.startswith("attributes") and "willreturn" in line and "log" not in line
    ][:1]
    assert [line.split("@k.")[1].split("(")[0] for line in lines if "@k." in line and line.endswith(f"{ending} {{")] == ["f", "g"]


@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case["fact"])
def test_the_text_is_accepted_by_the_verifier_of_llvm(case: dict[str, Any]) -> None:
    program = module(case["text"])
    llvm.parse_assembly(ir_text(program, program.entries, moves_bits=True), llvm.create_context()).verify()


# ---- calls from Python


def test_numbers_of_numpy_are_numbers() -> None:
    entry = entry_of(module("@entry\ndef f(x: word, b: bool, r: real) -> (word, bool, real):\n    return x, b, r"), host(), "f")
    assert same(entry(np.int64(-3), np.bool_(True), np.float64(0.5)), (-3, True, 0.5))


@pytest.mark.parametrize(
    "array",
    [np.zeros(4, dtype=np.int32), np.zeros(4, dtype=np.bool_), np.zeros(8, dtype=np.int64)[::2], [0, 0, 0]],
    ids=["shorter numbers", "bools", "gaps", "a list"],
)
def test_a_region_is_a_contiguous_array_of_its_type(array: Any) -> None:
    entry = entry_of(module("@entry\ndef f(n: word, v: words):\n    v[0] = n"), host(), "f")
    with pytest.raises(TypeError, match=r"^argument 1 is a contiguous array of int64$"):
        entry(1, array)


def test_a_region_may_be_another_array_at_each_call() -> None:
    entry = entry_of(module("@entry\ndef f(v: words, w: words) -> word:\n    v[0] = v[0] + w[0]\n    return v[0]"), host(), "f")
    first, second = np.array([1]), np.array([[10, 0], [0, 0]])
    assert [entry(*pair) for pair in ((first, second), (first, second), (second, first), (first, second))] == [11, 21, 31, 52]
    for number in range(50):  # arrays that may stand where others stood before
        assert entry(np.array([number]), np.array([1000])) == number + 1000


def test_other_threads_run_during_a_call() -> None:
    text = """
    @entry
    def f(v: words, mine: word, yours: word, most: word) -> word:
        n = 0
        while v[yours] == 0 and n < most:
            n = n + 1
            v[mine] = n
        return n
    """
    entry, v, most = entry_of(module(textwrap.dedent(text)), host(), "f"), np.zeros(2, dtype=np.int64), 1 << 34
    given: list[int] = []
    thread = threading.Thread(target=lambda: given.append(entry(v, 0, 1, most)))
    thread.start()
    while v[0] == 0:
        pass
    v[1] = 1
    thread.join()
    assert 0 < given[0] < most


def test_a_damaged_object_file_is_refused() -> None:
    program = module("@entry\ndef f() -> word:\n    return 7")
    code = machine_code(program, ("f",), host())
    for damaged in (b"", code[:100], code[: len(code) // 2], b"x" * len(code)):
        with pytest.raises(RuntimeError):
            entry_of(program, host(), "f", damaged)
    assert entry_of(program, host(), "f", code)() == 7


def test_an_object_file_without_the_entry_is_refused() -> None:
    program = module("@entry\ndef f() -> word:\n    return 7\n\n@entry\ndef g() -> word:\n    return 8")
    with pytest.raises(RuntimeError, match="ggl_g"):
        entry_of(program, host(), "g", machine_code(program, ("f",), host()))
