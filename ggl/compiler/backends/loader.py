"""Object code in memory, as functions of Python.

Takes an object file with the function for C of an entry, as `llvm_ir.py` describes it, and the types of the entry. Regions are
contiguous arrays of numpy: of `int64` for words, of `bool` for bools. They must not overlap, and must be as large as the kernel
supposes. A call lets other threads run.

LLVM's JITLink puts the sections of an object side by side, so that code reaches all of them by short addresses. Its older MCJIT
may put them far apart, for which each call within the code would have to go through a register.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any
from weakref import ReferenceType, ref

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np

from ggl.compiler.kernel.types import REGIONS, Type
from ggl.compiler.memory import ArenaFullError

_C_TYPES: dict[Type, Any] = {
    Type.WORD: ctypes.c_int64,
    Type.BOOL: ctypes.c_int64,
    Type.REAL: ctypes.c_double,
    Type.WORDS: ctypes.c_void_p,
    Type.BOOLS: ctypes.c_void_p,
}
DTYPES = {Type.WORDS: np.dtype(np.int64), Type.BOOLS: np.dtype(np.bool_)}
"""The arrays that regions are."""

_FORMATS = {Type.WORD: "q", Type.BOOL: "?7x", Type.REAL: "d"}
"""How a result of 8 bytes is read."""

_NUMBERS = count()

MOST_KNOWN = 64
"""Arrays of an entry whose addresses are kept."""


class NativeEntry:
    """An entry in memory. The code stays there as long as this object does."""

    def __init__(self, machine_code: bytes, name: str, parameters: tuple[Type, ...], results: tuple[Type, ...]) -> None:
        """Raises `RuntimeError` if the code is not an object file of this machine with that entry."""
        self._code = load_object(machine_code, "ggl", [entry_symbol(name)])
        self.address: int = self._code[entry_symbol(name)]
        """The address of the function for C."""
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, *(_C_TYPES[each] for each in parameters))
        self._function: Callable[..., int] = prototype(self.address)
        known: dict[Type, dict[int, tuple[ReferenceType[Any], int]]] = {each: {} for each in REGIONS}
        self._regions = [(place, DTYPES[each], known[each]) for place, each in enumerate(parameters) if each in REGIONS]
        self._room: Callable[[], Any] = ctypes.c_int64 * len(results)
        self._results = struct.Struct("=" + "".join(_FORMATS[each] for each in results))
        self._several = len(results) > 1

    def __call__(self, *arguments: Any) -> Any:
        """The result, a tuple of several, or None. Raises `ArenaFullError` after a trap."""
        given = list(arguments)
        for place, dtype, addresses in self._regions:
            array = given[place]
            known = addresses.get(id(array))
            given[place] = known[1] if known and known[0]() is array else _address(place, dtype, addresses, array)
        room = self._room()
        try:
            trapped = self._function(room, *given)
        except ctypes.ArgumentError:  # numpy scalars
            trapped = self._function(room, *(each.item() if isinstance(each, np.generic) else each for each in given))
        if trapped:
            raise ArenaFullError
        results = self._results.unpack(room)
        if self._several:
            return results
        return results[0] if results else None


def entry_symbol(entry: str) -> str:
    """The name of the function for C that calls an entry."""
    return f"ggl_{entry}"


def _address(place: int, dtype: np.dtype[Any], known: dict[int, tuple[ReferenceType[Any], int]], array: Any) -> int:
    """The address of an array. Arrays passed lately, memories as a rule, are known from call to call."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
        raise TypeError(f"argument {place} is a contiguous array of {dtype}")
    address: int = array.__array_interface__["data"][0]  # takes a tenth of the time of `array.ctypes.data`
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[id(array)] = ref(array), address
    return address


def load_object(machine_code: bytes, name: str, symbols: list[str]) -> Any:
    """The addresses of the symbols of an object file in memory; the result keeps the memory alive.

    Raises `RuntimeError` if it cannot be linked.
    """
    builder = llvm.JITLibraryBuilder().add_object_img(machine_code).add_current_process()
    for each in symbols:
        builder = builder.export_symbol(each)
    return builder.link(_linker(), f"{name} {next(_NUMBERS)}")  # each library needs its own name


@cache
def _linker() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler(use_jit_link=True)
