"""Machine code gives what the kernel language means, on this machine and as code for processors with and without BMI2."""

from __future__ import annotations

import math
import platform
import textwrap
import threading
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
import yaml

from ggl.compiler.backends.llvm import ARM64, X86_64, X86_64_BMI2, Target, host, machine_code
from ggl.compiler.backends.llvm_ir import MOVES_BITS, ir_text
from ggl.compiler.backends.loader import Entry
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import KernelError, Module, Type
from ggl.compiler.kernel.operations import OPERATIONS, Operation, TrapError
from ggl.compiler.kernel.reader import read
from ggl.compiler.kernel.verifier import verify
from ggl.compiler.memory import ArenaFullError
from tests.compiler.backends.operations import EDGES, applied, defined
from tests.compiler.kernel.test_evaluator import CASES as EVALUATED

TARGETS = [pytest.param(host(), id="host")]
if platform.machine().lower() in ("x86_64", "amd64") and platform.system() == "Linux":
    TARGETS.append(pytest.param(X86_64, id="x86-64"))
    if host().moves_bits:
        TARGETS.append(pytest.param(X86_64_BMI2, id="x86-64-v3"))

ELF_MACHINES = {X86_64: 62, X86_64_BMI2: 62, ARM64: 183}
"""The number of the machine in an object file (ELF)."""

PROGRAMS = yaml.safe_load(Path(__file__).with_name("programs.yaml").read_text(encoding="utf-8"))


def module(text: str) -> Module:
    found = read(text)
    verify(found)
    return found


def loaded(program: Module, target: Target, name: str, code: bytes | None = None) -> Entry:
    function = program.functions[name]
    code = machine_code(program, (name,), target) if code is None else code
    return Entry(code, name, tuple(parameter.type for parameter in function.parameters), function.results)


def same(a: Any, b: Any) -> bool:
    """Whether two results are the same, with their types and the sign of a zero."""
    return repr(a) == repr(b)


# ---- operations


def operations(target: Target) -> list[Operation]:
    return [each for each in OPERATIONS.values() if each.name not in MOVES_BITS or target.moves_bits]


def entry_of(operation: Operation, body: str, *more: str) -> str:
    """The text of an entry with the operands of an operation, x and y, as parameters."""
    parameters = [f"{name}: {type_.value}" for name, type_ in zip("xy", operation.operands, strict=False)]
    return f"@entry\ndef {operation.name}_({', '.join([*parameters, *more])}) -> {operation.result.value}:\n{body}\n"


@pytest.mark.parametrize("target", TARGETS)
def test_an_operation_gives_what_it_means(target: Target) -> None:
    chosen = operations(target)
    program = module("\n".join(entry_of(each, f"    return {applied(each, *'xy'[: len(each.operands)])}") for each in chosen))
    code = machine_code(program, program.entries, target)
    for each in chosen:
        entry = loaded(program, target, f"{each.name}_", code)
        for operands, value in defined(each):
            assert same(entry(*operands), value), (each.name, operands)


@pytest.mark.parametrize("target", TARGETS)
def test_an_operation_with_a_literal_gives_what_it_means(target: Target) -> None:
    """The last operand is a literal, one of all that there are, chosen by a number."""
    chosen = [each for each in operations(target) if len(each.operands) == 2]
    texts = []
    for each in chosen:
        lines = []
        for number, literal in enumerate(EDGES[each.operands[1]]):
            lines += [f"    if number == {number}:", f"        return {applied(each, 'x', f'({literal})')}"]
        texts.append(entry_of(each, "\n".join([*lines, "    trap()"]), "number: word"))
    program = module("\n".join(texts))
    code = machine_code(program, program.entries, target)
    for each in chosen:
        entry = loaded(program, target, f"{each.name}_", code)
        numbers = {repr(literal): number for number, literal in enumerate(EDGES[each.operands[1]])}
        for (x, y), value in defined(each):
            assert same(entry(x, y, numbers[repr(y)]), value), (each.name, x, y)


@pytest.mark.parametrize("target", TARGETS)
def test_an_operation_on_all_entries_of_regions_gives_what_it_means(target: Target) -> None:
    """Such a loop becomes vectors."""
    chosen = [each for each in operations(target) if Type.REAL not in (*each.operands, each.result)]
    texts = []
    for each in chosen:
        names = ["xs", "ys"][: len(each.operands)]
        parameters = [f"{name}: {type_.value}s" for name, type_ in zip(names, each.operands, strict=True)]
        text = applied(each, *(f"{name}[i]" for name in names))
        texts.append(f"@entry\ndef {each.name}_({', '.join(parameters)}, found: {each.result.value}s, n: word):\n")
        texts[-1] += f"    for i in range(n):\n        found[i] = {text}"
    program = module("\n\n".join(texts))
    code = machine_code(program, program.entries, target)
    for each in chosen:
        cases = defined(each)
        columns = zip(*(operands for operands, _ in cases), strict=True)
        found = np.zeros(len(cases), dtype=np.bool_ if each.result is Type.BOOL else np.int64)
        loaded(program, target, f"{each.name}_", code)(*map(np.array, columns), found, len(cases))
        assert found.tolist() == [value for _, value in cases], each.name


def test_a_product_and_a_sum_are_not_fused_where_the_processor_could() -> None:
    assert "fma" in host().features or platform.machine().lower() not in ("x86_64", "amd64")
    entry = loaded(module("@entry\ndef f(a: real, b: real, c: real) -> real:\n    return a * b + c"), host(), "f")
    a = 1.0 + 2.0**-52
    assert entry(a, a, -(a * a)) == 0.0


def test_logarithms_and_roots_are_those_of_the_c_library() -> None:
    entry = loaded(module("@entry\ndef f(x: real) -> (real, real):\n    return log(x), sqrt(x)"), host(), "f")
    for x in (0.1, 0.5, 2.0, 3.0, 10.0, 1e10, math.pi, 5e-324, 12345.678):
        assert entry(x) == (math.log(x), math.sqrt(x))


# ---- programs


def regions(arguments: list[Any]) -> list[Any]:
    """The arguments of a case, with lists as new arrays."""
    return [_array(each) if isinstance(each, list) else each for each in arguments]


def _array(entries: list[Any]) -> Any:
    return np.array(entries, dtype=np.bool_ if entries and isinstance(entries[0], bool) else np.int64)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", [*EVALUATED, *PROGRAMS], ids=lambda case: case["fact"])
def test_a_program_does_what_it_says(case: dict[str, Any], target: Target) -> None:
    program = module(case["text"])
    entry, evaluator = loaded(program, target, "f"), Evaluator(program, steps=1000)
    for call in case["calls"]:
        gives = tuple(call["gives"]) if isinstance(call["gives"], list) else call["gives"]
        evaluated, run = regions(call["with"]), regions(call["with"])
        if gives in ("undefined", "steps"):
            continue
        if gives == "trap":
            with pytest.raises(TrapError):
                evaluator.call("f", *evaluated)
            with pytest.raises(ArenaFullError):
                entry(*run)
        else:
            assert same(evaluator.call("f", *evaluated), gives), call["with"]
            assert same(entry(*run), gives), call["with"]
        for one, other in zip(evaluated, run, strict=True):
            assert np.array_equal(one, other), call["with"]
        if "leaves" in call:
            assert run[0].tolist() == call["leaves"], call["with"]


# ---- targets


@pytest.mark.parametrize("target", ELF_MACHINES, ids=lambda target: f"{target.triple} {target.processor}")
def test_code_for_another_machine_is_an_object_file_of_it(target: Target) -> None:
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
        (Target("x86_64-apple-darwin", "haswell", "+bmi2,+avx2"), True),
        (Target("x86_64-apple-darwin", "haswell", "+avx2,-bmi2"), False),
        (Target("aarch64-apple-darwin", "x86-64-v3", "+bmi2"), False),
    ],
)
def test_a_target_knows_whether_it_moves_bits(target: Target, moves: bool) -> None:
    assert target.moves_bits is moves


@pytest.mark.parametrize("operation", sorted(MOVES_BITS))
def test_a_target_without_instructions_that_move_bits_refuses_them(operation: str) -> None:
    program = module(f"@entry\ndef f(x: word, y: word) -> word:\n    return {operation}(x, y)")
    assert machine_code(program, ("f",), X86_64_BMI2)
    with pytest.raises(KernelError, match=rf"^f: the target has no instruction for {operation}$"):
        machine_code(program, ("f",), ARM64)


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
    entry = loaded(module("@entry\ndef f(x: word, b: bool, r: real) -> (word, bool, real):\n    return x, b, r"), host(), "f")
    assert same(entry(np.int64(-3), np.bool_(True), np.float64(0.5)), (-3, True, 0.5))


@pytest.mark.parametrize(
    "array",
    [np.zeros(4, dtype=np.int32), np.zeros(4, dtype=np.bool_), np.zeros(8, dtype=np.int64)[::2], [0, 0, 0]],
    ids=["shorter numbers", "bools", "gaps", "a list"],
)
def test_a_region_is_a_contiguous_array_of_its_type(array: Any) -> None:
    entry = loaded(module("@entry\ndef f(n: word, v: words):\n    v[0] = n"), host(), "f")
    with pytest.raises(TypeError, match=r"^argument 1 is a contiguous array of int64$"):
        entry(1, array)


def test_a_region_may_be_another_array_at_each_call() -> None:
    entry = loaded(module("@entry\ndef f(v: words, w: words) -> word:\n    v[0] = v[0] + w[0]\n    return v[0]"), host(), "f")
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
    entry, v, most = loaded(module(textwrap.dedent(text)), host(), "f"), np.zeros(2, dtype=np.int64), 1 << 34
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
            loaded(program, host(), "f", damaged)
    assert loaded(program, host(), "f", code)() == 7


def test_an_object_file_without_the_entry_is_refused() -> None:
    program = module("@entry\ndef f() -> word:\n    return 7\n\n@entry\ndef g() -> word:\n    return 8")
    with pytest.raises(RuntimeError, match="ggl_g"):
        loaded(program, host(), "g", machine_code(program, ("f",), host()))
