"""What is special to WebAssembly: its bytes, and what the host sees. What code does is in `test_back_ends.py`."""

from __future__ import annotations

from typing import Any

import pytest
import wasmtime
from hypothesis import given
from hypothesis import strategies as st

from ggl.compiler.backends.wasm import wasm
from ggl.compiler.backends.wasm_binary import EMPTY, Op, signed, unsigned
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import KernelError
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.runtime_library import library, linked
from tests.compiler.backends.test_back_ends import module
from tests.compiler.backends.wasm_hosts import UndefinedReachedError, called, in_wasmtime

TWO = """
@entry
def f(v: words, n: word) -> (word, bool):
    return g(v, n), n > 3

def g(v: words, n: word) -> word:
    return v[n]

@entry
def h(x: real) -> real:
    return log(x)
"""


@given(st.integers(0, 1 << 70))
def test_a_number_without_a_sign_is_written_in_seven_bits_a_byte(number: int) -> None:
    found = unsigned(number)
    assert sum((byte & 0x7F) << 7 * place for place, byte in enumerate(found)) == number
    assert [byte >> 7 for byte in found] == [1] * (len(found) - 1) + [0]
    assert len(found) == max(1, -(-number.bit_length() // 7))


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_a_number_with_a_sign_is_written_in_seven_bits_a_byte(number: int) -> None:
    found = signed(number)
    read = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(found))
    assert read - (1 << 7 * len(found) if found[-1] & 0x40 else 0) == number
    assert [byte >> 7 for byte in found] == [1] * (len(found) - 1) + [0]


def exports(code: bytes) -> dict[str, str]:
    return {each.name: type(each.type).__name__ for each in wasmtime.Module(wasmtime.Engine(), code).exports}


def imports(code: bytes) -> list[tuple[str, str | None]]:
    return [(each.module, each.name) for each in wasmtime.Module(wasmtime.Engine(), code).imports]


def test_entries_are_exported_beside_the_memory_and_the_sign_of_a_trap() -> None:
    assert exports(wasm(module(TWO), ("f",))) == {"f": "FuncType", "memory": "MemoryType", "trapped": "GlobalType"}


def test_only_what_an_entry_reaches_is_written() -> None:
    assert len(wasm(module(TWO), ("f",))) < len(wasm(module(TWO), ("f", "h")))
    assert imports(wasm(module(TWO), ("f",))) == []
    assert imports(wasm(module(TWO), ("h",))) == [("ggl", "log")]


def test_the_memory_begins_without_a_page() -> None:
    [memory] = [
        each.type for each in wasmtime.Module(wasmtime.Engine(), wasm(module(TWO), ("f",))).exports if each.name == "memory"
    ]
    assert isinstance(memory, wasmtime.MemoryType)
    assert (memory.limits.min, memory.limits.max) == (0, None)


def test_a_module_may_work_in_a_memory_of_its_host() -> None:
    code = wasm(module(TWO), ("f", "h"), in_host_memory=True)
    assert exports(code) == {"f": "FuncType", "h": "FuncType", "trapped": "GlobalType"}
    assert imports(code) == [("ggl", "log"), ("ggl", "memory")]
    engine = wasmtime.Engine()
    store, linker = wasmtime.Store(engine), wasmtime.Linker(engine)
    memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, None)))
    memory.write(store, (7).to_bytes(8, "little"), 64 + 8 * 2)
    linker.define(store, "ggl", "memory", memory)
    linker.define_func("ggl", "log", wasmtime.FuncType([wasmtime.ValType.f64()], [wasmtime.ValType.f64()]), lambda x: x)
    run: Any = linker.instantiate(store, wasmtime.Module(engine, code)).exports(store)["f"]
    assert run(store, 64, 2) == [7, 0]


@pytest.mark.parametrize(
    ("body", "arguments"),
    [("    return 1 // n", [0]), ("    return v[n]", [1 << 20]), ("    return again(n)", [0])],
    ids=["a division by 0", "an address outside the memory", "calls without end"],
)
def test_the_host_tells_a_trap_from_what_is_undefined(body: str, arguments: list[Any]) -> None:
    program = module(
        f"@entry\ndef f(v: words, n: word) -> word:\n    if n < 0:\n        trap()\n{body}\n\n"
        "def again(n: word) -> word:\n    return again(n + 1) + 1\n"
    )
    run = in_wasmtime(wasm(program, ("f",)))
    with pytest.raises(UndefinedReachedError):
        called(program, run, "f", [1, 2], *arguments)


@pytest.mark.parametrize("operation", ["deposit", "extract"])
def test_operations_that_move_bits_are_refused(operation: str) -> None:
    program = module(f"@entry\ndef f(x: word, y: word) -> word:\n    return {operation}(x, y)")
    with pytest.raises(KernelError, match=rf"^f: WebAssembly has no instruction for {operation}$"):
        wasm(program, ("f",))


def test_a_region_begins_anywhere_and_an_entry_that_is_known_lies_at_an_offset() -> None:
    program = module("@entry\ndef f(u: bools, v: words, n: word) -> word:\n    v[3] = v[2] + v[n - 1]\n    return v[3]")
    regions = [[True, False, True], [1, 2, 3, 4]]
    assert called(program, in_wasmtime(wasm(program, ("f",))), "f", *regions, 1) == 4
    assert regions == [[True, False, True], [1, 2, 3, 4]]


COPIES = """
@entry
def f(v: words, source: word, length: word, target: word):
    copy(v, source, length, target)

@entry
def three(v: words, source: word, target: word):
    copy(v, source, 3, target)

@entry
def none(v: words, source: word, target: word):
    copy(v, source, -1, target)
"""


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("f", [0, 5, 10]),
        ("f", [10, 10, 0]),
        ("f", [3, 12, 1]),
        ("f", [0, 0, 1 << 30]),
        ("f", [0, -1, 10]),
        ("three", [2, 9]),
        ("three", [2, 1]),
        ("none", [1 << 40, 3]),
    ],
)
def test_copies_are_those_of_the_library(name: str, arguments: list[int]) -> None:
    program = linked(read_module(COPIES, library()))
    wanted, found = list(range(20)), list(range(20))
    Evaluator(program).call(name, wanted, *arguments)
    called(program, in_wasmtime(wasm(program, (name,))), name, found, *arguments)
    assert found == wanted


def test_a_copy_of_many_is_one_instruction() -> None:
    program = linked(read_module(COPIES, library()))
    assert b"\xfc\x0a\x00\x00" in wasm(program, ("f",))
    assert b"\xfc\x0a\x00\x00" not in wasm(program, ("three", "none"))


def test_another_function_may_have_the_name_of_one_of_the_library() -> None:
    text = "@entry\ndef f(v: words):\n    copy(v, 0, 1, 2)\n\ndef copy(v: words, a: word, b: word, c: word):\n    v[a] = b + c\n"
    found = [0, 0]
    called(module(text), in_wasmtime(wasm(module(text), ("f",))), "f", found)
    assert found == [3, 0]


def test_a_loop_of_one_round_is_a_block() -> None:
    text = (
        "@entry\ndef f(x: word) -> word:\n    while True:\n        if x > 3:\n            x = 1\n            {}\n        x = 2\n"
    )
    once, again = (module(text.format(leave) + "        break\n    return x") for leave in ("break", "continue"))
    assert bytes((Op.LOOP, EMPTY)) not in wasm(once, ("f",))
    assert bytes((Op.LOOP, EMPTY)) in wasm(again, ("f",))
    for x in (1, 9):
        assert called(once, in_wasmtime(wasm(once, ("f",))), "f", x) == Evaluator(once).call("f", x)
