"""Machine code to functions of Python, without numba: what was compiled before starts at once.

The code is called as numba would call it: a place for what it gives, a place for what went wrong, then the arguments, an array
as where its entries begin. It gives how it ended.

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
from ggl.compiler.writer import WORD

SYMBOL = "ggl_entry"
_WELL = (0, -2)
"""How a function ends that gives something, and one that gives None."""


class DamagedError(ValueError):
    """What was kept is not what was put there."""


@dataclass(frozen=True)
class Code:
    """Machine code for arguments of some types. It gives `results` words."""

    types: tuple[str, ...]
    results: int
    machine: bytes

    def packed(self) -> bytes:
        about = {"types": self.types, "results": self.results}
        return keeping.sealed(json.dumps(about).encode() + b"\n" + self.machine)

    @classmethod
    def unpacked(cls, data: bytes) -> Code:
        """Raises `DamagedError`."""
        whole = keeping.unsealed(data)
        if whole is None:
            raise DamagedError
        head, _, machine = whole.partition(b"\n")
        about = json.loads(head)
        return cls(tuple(about["types"]), int(about["results"]), machine)


def flat(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The entries of an array one after the other, as they lie in its memory."""
    if not array.flags.c_contiguous:
        raise ValueError("an array whose entries do not stand side by side")
    return array.reshape(-1)


class Native:
    """A function in memory, to be called with arguments of the types it was compiled for."""

    def __init__(self, code: Code) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)  # the code lives as long as this
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
        self._engine.finalize_object()
        words = [ctypes.c_int64 if type_ == WORD else ctypes.c_void_p for type_ in code.types]
        call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)
        self._function: Callable[..., int] = call(self._engine.get_function_address(SYMBOL))
        self._given = code.results
        self._room = ctypes.c_int64 * max(code.results, 1)
        self._error = ctypes.c_void_p()  # nobody reads what went wrong: there is only one thing
        self._wrong = ctypes.addressof(self._error)
        self._known: tuple[Any, int] = (None, 0)

    def __call__(self, *args: Any) -> Any:
        """Raises `ArenaFullError`."""
        words = [self._beginning(arg) if isinstance(arg, np.ndarray) else int(arg) for arg in args]
        given = self._room()
        if self._function(given, self._wrong, *words) not in _WELL:
            raise ArenaFullError
        if self._given == 1:
            return given[0]
        return tuple(given) if self._given else None

    def _beginning(self, array: npt.NDArray[Any]) -> int:
        """Where the entries of an array begin. One array, a memory as a rule, is known from call to call."""
        known, where = self._known
        if known is not array:
            where = int(flat(array).ctypes.data)
            self._known = array, where
        return where


@cache
def processor() -> str:
    """What code is compiled by and for: the kind of processor and what it can do."""
    features = ",".join(name for name, has in sorted(llvm.get_host_cpu_features().items()) if has)
    return f"{llvmlite.__version__} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"
