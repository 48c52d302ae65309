"""Machine code to functions of Python, without numba: what was compiled before starts at once.

The code is called as numba would call it: a place for what it gives, a place for what went wrong, then the arguments, an array
as what numba knows of arrays (no owner, size, size of an entry, data, shape, strides). It gives how it ended.

The only exception that emitted text raises is `ArenaFullError`.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np
import numpy.typing as npt

from ggl import keeping
from ggl.compiler.memory import ArenaFullError

SYMBOL = "ggl_entry"
INTEGER = "i"
STRIDED = "s"
"""After the kind of an array whose entries do not stand side by side."""

_WELL = (0, -2)
"""How a function ends that gives something, and one that gives None."""


class DamagedError(ValueError):
    """What was kept is not what was put there."""


@dataclass(frozen=True)
class Code:
    """Machine code for arguments of some kinds. It gives `results` words."""

    kinds: tuple[str, ...]
    results: int
    machine: bytes

    def packed(self) -> bytes:
        about = {"kinds": self.kinds, "results": self.results}
        return keeping.sealed(json.dumps(about).encode() + b"\n" + self.machine)

    @classmethod
    def unpacked(cls, data: bytes) -> Code:
        """Raises `DamagedError`."""
        whole = keeping.unsealed(data)
        if whole is None:
            raise DamagedError
        head, _, machine = whole.partition(b"\n")
        about = json.loads(head)
        return cls(tuple(about["kinds"]), int(about["results"]), machine)


def kinds_of(args: tuple[Any, ...]) -> tuple[str, ...]:
    """What a function is compiled for: whole numbers, and arrays by type, dimensions and how they lie."""
    return tuple(_kind(arg.dtype, arg.ndim, arg.flags.c_contiguous) if isinstance(arg, np.ndarray) else INTEGER for arg in args)


@cache
def _kind(dtype: np.dtype[Any], dimensions: int, dense: bool) -> str:
    return f"{dtype.name}x{dimensions}{'' if dense else STRIDED}"


class Native:
    """A function in memory, to be called with arguments of the kinds it was compiled for."""

    def __init__(self, code: Code) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)  # the code lives as long as this
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
        self._engine.finalize_object()
        words: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
        for kind in code.kinds:
            words += [ctypes.c_int64] if kind == INTEGER else _array(int(kind.removesuffix(STRIDED).split("x")[1]))
        self._function: Callable[..., int] = ctypes.CFUNCTYPE(ctypes.c_int32, *words)(self._engine.get_function_address(SYMBOL))
        self._given = code.results
        self._room = ctypes.c_int64 * max(code.results, 1)
        self._error = ctypes.c_void_p()  # nobody reads what went wrong: there is only one thing
        self._wrong = ctypes.addressof(self._error)
        self._known: tuple[Any, tuple[Any, ...]] = (None, ())

    def __call__(self, *args: Any) -> Any:
        """Raises `ArenaFullError`."""
        words: list[Any] = []
        for arg in args:
            if isinstance(arg, np.ndarray):
                words += self._of_array(arg)
            else:
                words.append(int(arg))
        given = self._room()
        if self._function(given, self._wrong, *words) not in _WELL:
            raise ArenaFullError
        if self._given == 1:
            return given[0]
        return tuple(given) if self._given else None

    def _of_array(self, array: npt.NDArray[Any]) -> tuple[Any, ...]:
        """What is handed over for an array. One array, a memory as a rule, is known from call to call."""
        known, words = self._known
        if known is not array:
            words = (None, None, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides)
            if array.ndim == 1:
                self._known = array, words
        return words


def _array(dimensions: int) -> list[Any]:
    return [
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.c_void_p,
        *[ctypes.c_int64] * (2 * dimensions),
    ]


@cache
def processor() -> str:
    """What code is compiled by and for: the kind of processor and what it can do."""
    features = ",".join(name for name, has in sorted(llvm.get_host_cpu_features().items()) if has)
    return f"{llvmlite.__version__} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"
