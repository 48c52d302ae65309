"""The back ends, in one list: each makes calls of the entries of a module, as the evaluator takes them.

    call = back_end.load(module)
    call("f", 1, [0, 0, 0])

A region is a list or an array of numpy and is written in place; a trap raises `TrapError`.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest

from ggl.compiler.backends.llvm import X86_64, X86_64_BMI2, CodeTarget, host, machine_code
from ggl.compiler.backends.loader import DTYPES, NativeEntry
from ggl.compiler.backends.python import Python
from ggl.compiler.backends.wasm import wasm
from ggl.compiler.backends.wasm_passes import prepared
from ggl.compiler.kernel.forms import REGIONS, Module
from ggl.compiler.kernel.operations import TrapError
from ggl.compiler.kernel.soft_bit_moves import without_bit_moves
from ggl.compiler.kernel.verifier import verify_module
from ggl.compiler.memory import ArenaFullError
from tests.compiler.backends.wasm_hosts import called, has_node, in_node, in_wasmtime

Load = Callable[[Module], Callable[..., Any]]


@dataclass(frozen=True)
class BackEnd:
    name: str
    load: Load
    exact_log: bool = True
    """Whether a logarithm is that of the C library to the last bit."""


def softened(program: Module) -> Module:
    """The module as machines get it that have no PDEP and PEXT, verified."""
    found = without_bit_moves(program)
    verify_module(found)
    return found


# ---- LLVM


def entry_of(program: Module, target: CodeTarget, name: str, code: bytes | None = None) -> NativeEntry:
    function = program.functions[name]
    code = machine_code(program, (name,), target) if code is None else code
    return NativeEntry(code, name, tuple(parameter.type for parameter in function.parameters), function.results)


def by_llvm(target: CodeTarget, program: Module) -> Callable[..., Any]:
    program = program if target.moves_bits else softened(program)
    code = machine_code(program, program.entries, target)
    entries = {name: entry_of(program, target, name, code) for name in program.entries}

    return partial(on_arrays, program, lambda name, *arguments: entries[name](*arguments))


def on_arrays(program: Module, call: Callable[..., Any], name: str, *arguments: Any) -> Any:
    """A call that is handed arrays for lists, which are copied back."""
    handed, lists = [], []
    for parameter, argument in zip(program.functions[name].parameters, arguments, strict=True):
        handed.append(argument)
        if parameter.type in REGIONS:
            handed[-1] = np.ascontiguousarray(argument, dtype=DTYPES[parameter.type])
            lists.append((argument, handed[-1]))
    try:
        return call(name, *handed)
    except ArenaFullError:
        raise TrapError from None
    finally:
        for given, array in lists:
            if given is not array:
                given[:] = array.tolist()


# ---- WebAssembly


def optimized(program: Module) -> Module:
    """The module as WebAssembly should get it, verified."""
    found = prepared(program)
    verify_module(found)
    return found


def by_wasmtime(before: Callable[[Module], Module], program: Module) -> Callable[..., Any]:
    return partial(called, program, in_wasmtime(wasm(before(program), program.entries)))


def by_node(program: Module) -> Callable[..., Any]:
    def types(name: str) -> Any:
        function = program.functions[name]
        return [parameter.type for parameter in function.parameters], function.results

    return partial(called, program, in_node(wasm(optimized(program), program.entries), types))


# ---- Python


def by_python(program: Module) -> Callable[..., Any]:
    return partial(on_arrays, program, Python(program, program.entries).call)


# ---- all


def _on_x86_64_linux() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64") and platform.system() == "Linux"


LLVM = BackEnd("llvm host", partial(by_llvm, host()))
WASMTIME = BackEnd("wasmtime", partial(by_wasmtime, softened))
OPTIMIZED = BackEnd("wasmtime, optimized", partial(by_wasmtime, optimized))
PYTHON = BackEnd("python", by_python)
BACK_ENDS = [LLVM, WASMTIME, PYTHON]
"""What runs everywhere."""

if _on_x86_64_linux():
    BACK_ENDS.append(BackEnd("llvm x86-64", partial(by_llvm, X86_64)))
    if host().moves_bits:
        BACK_ENDS.append(BackEnd("llvm x86-64-v3", partial(by_llvm, X86_64_BMI2)))

NODE = pytest.param(
    BackEnd("node", by_node, exact_log=False),
    id="node",
    marks=[pytest.mark.processes, pytest.mark.skipif(not has_node(), reason="node is not installed")],
)


def over_back_ends(*more: Any, among: list[BackEnd] = BACK_ENDS) -> pytest.MarkDecorator:
    """Runs a test over the back ends, and over others besides."""
    params = [*(pytest.param(back_end, id=back_end.name) for back_end in among), *more]
    return pytest.mark.parametrize("back_end", params)
