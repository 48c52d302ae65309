"""The entries of an emitted module as functions of Python: by machine code that is kept on disk, by WebAssembly where Python
runs in a browser, or executed as Python.

A game is compiled once. The object file of each entry, or of entries that are used together, is stored in the folder of
`ggl.cache_dir` under the hash of everything that it depends on: the text, ggl's own code, Python, llvmlite and the processor. It
is used only if its digest is right.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ggl import cache_dir
from ggl.compiler.emitted import Emitted
from ggl.compiler.kernel.types import Type
from ggl.compiler.memory import ArenaFullError
from ggl.compiler.runtime.cache import failed, made_by

if TYPE_CHECKING:
    from ggl.compiler.backends.loader import NativeEntry
    from ggl.compiler.backends.wasm_loader import WasmEntry
    from ggl.compiler.kernel.forms import Function, Module

SUFFIX = ".machine"

TOGETHER = ("start", "steps", "play")
"""The functions that are compiled as one unit: whoever needs one mostly needs all. They share most of their code, so LLVM takes
about as long for all as for the longest: for chess 1.4 s rather than 3.9."""


class Functions(Protocol):
    """The functions of an engine, by the names of the kernel. A function raises `ArenaFullError` after a trap."""

    def ready(self, name: str) -> bool:
        """Whether `function` takes no time."""

    def function(self, name: str) -> Callable[..., Any]:
        """Raises `CompilationError`."""


class AsPython:
    """The entries executed as Python: slowly, with the same results. Each is made when it is first asked for."""

    def __init__(self, emitted: Emitted) -> None:
        from ggl.compiler.backends.python import Python
        from ggl.compiler.kernel.operations import TrapError

        self._trap = TrapError
        self._python = Python(emitted.kernel)

    def ready(self, _: str) -> bool:
        return True

    def function(self, name: str) -> Callable[..., Any]:
        self._python.add(name)

        def called(*arguments: Any) -> Any:
            try:
                return self._python.call(name, *arguments)
            except self._trap:
                raise ArenaFullError from None

        return called


class AsMachineCode:
    """The entries as machine code of this processor, each unit compiled when one of its entries is first asked for, and kept."""

    def __init__(self, emitted: Emitted) -> None:
        """Raises `ImportError` where llvmlite is not installed."""
        from ggl.compiler.backends.llvm import compiled_by, host

        self._emitted, self._target = emitted, host()
        depends = (made_by(), compiled_by(), repr(self._target), emitted.text)
        self._key = hashlib.sha256("\n".join(depends).encode()).hexdigest()[:32]
        self._together = tuple(emitted.entries[each] for each in TOGETHER)

    def ready(self, name: str) -> bool:
        return self._file(name).exists()

    def function(self, name: str) -> NativeEntry:
        file = self._file(name)
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # RuntimeError: LLVM cannot read the object file
            return _loaded(name, cache_dir.unsealed(file.read_bytes()))
        try:
            made = self._made(name)
        except MemoryError:
            raise
        except Exception as error:
            raise failed(f"`{name}` of a game does not compile", error, file.with_suffix("")) from None
        with contextlib.suppress(OSError):  # on a full disk the function still runs
            cache_dir.write(file, cache_dir.sealed(made))
        return _loaded(name, made)

    def _unit(self, name: str) -> tuple[str, ...]:
        """The entries that are compiled with this one."""
        return self._together if name in self._together else (name,)

    def _file(self, name: str) -> Path:
        return cache_dir.folder() / f"{self._key}-{'-'.join(self._unit(name))}{SUFFIX}"

    def _made(self, name: str) -> bytes:
        """The kept bytes of an entry's unit: the types of each entry, and behind them the object file."""
        from ggl.compiler.backends.llvm import machine_code

        unit = self._unit(name)
        types = {each: _types(self._module.functions[each]) for each in unit}
        return json.dumps(types).encode() + b"\n" + machine_code(self._module, unit, self._target)

    @cached_property
    def _module(self) -> Module:
        from ggl.compiler.kernel.soft_bit_moves import without_bit_moves

        module = self._emitted.kernel
        return module if self._target.moves_bits else without_bit_moves(module)


class AsWebAssembly:
    """The entries as WebAssembly of the browser in which this Python runs, each written when it is first asked for."""

    def __init__(self, emitted: Emitted) -> None:
        self._emitted = emitted
        self._made: dict[str, WasmEntry] = {}

    def ready(self, name: str) -> bool:
        return name in self._made

    def function(self, name: str) -> WasmEntry:
        from ggl.compiler.backends.wasm import wasm
        from ggl.compiler.backends.wasm_loader import WasmEntry
        from ggl.compiler.backends.wasm_passes import prepared
        from ggl.compiler.kernel.forms import Module

        if name not in self._made:
            function = self._module.functions[name]
            try:
                code = wasm(prepared(Module(self._module.functions, (name,))), (name,), in_host_memory=True)
            except MemoryError:
                raise
            except Exception as error:
                raise failed(f"`{name}` of a game does not compile", error, cache_dir.folder() / name) from None
            types = tuple(each.type for each in function.parameters)
            self._made[name] = WasmEntry(code, name, types, function.results)
        return self._made[name]

    @cached_property
    def _module(self) -> Module:
        return self._emitted.kernel


def compiled(emitted: Emitted) -> Functions:
    """The entries compiled for where this runs. Raises `ImportError` where llvmlite is needed and not installed."""
    return AsWebAssembly(emitted) if sys.platform == "emscripten" else AsMachineCode(emitted)


def _types(function: Function) -> tuple[list[str], list[str]]:
    """The types of parameters and results."""
    return [each.type.value for each in function.parameters], [each.value for each in function.results]


def _loaded(name: str, made: bytes | None) -> NativeEntry:
    """Raises `ValueError` and `RuntimeError` where that is not what was kept."""
    from ggl.compiler.backends.loader import NativeEntry

    if made is None:
        raise ValueError("damaged")
    types, _, code = made.partition(b"\n")
    parameters, results = (tuple(map(Type, each)) for each in json.loads(types)[name])
    return NativeEntry(code, name, parameters, results)
