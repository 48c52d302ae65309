"""Functions that Python calls directly: machine code that takes and gives objects of Python, by its stable C interface.

A call by ctypes converts each argument anew, which takes longer than most steps of a game. What is made here are builtin
functions, as a C extension has them, around the entry `cursor` of any game. Takes a *context*, a `bytearray` of 64-bit integers
that stays where it is, with places in the order of `ContextField`; its owner keeps alive what its addresses point to. Gives
functions, or None where the process does not export Python's interface to linkers.

    listed(position)            the numbers of the legal steps of a position, as a list
    applied(position, number)   the position after a legal step
    here()                      as `listed`, of the position that stands in the memory
    go(number)                  a legal step is made there; the position before it is put on the stack
    back()                      the last position on the stack stands there again
    sample()                    the number of a random legal step there

A position is `bytes`: the first words of the memory. Whatever does not go through (a number that is not legal, a memory that is
too small, an object of a wrong type) is handed over to a function of Python, given in the context.

The functions are written in LLVM IR in `python_calls.ll`.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ggl import cache_dir
from ggl.compiler.backends.llvm import compiled_by, host, object_code


class ContextField(IntEnum):
    """The content of a context by its place; addresses unless stated otherwise."""

    ENTRY, MEMORY = 0, 1
    TOP, MOST = 2, 3
    """Numbers: where the arena begins, the rows that there is room for."""
    NUMBERS, ROOM = 4, 5
    """The place of the numbers of steps, and the room for them."""
    SIZE = 6
    """The bytes of a position."""
    LOADED = 7
    """The position that the memory is a copy of, or 0; `HOLD` keeps it alive."""
    COUNT = 8
    """How many legal steps stand in `NUMBERS`, -1 if that is not known."""
    MOVED = 9
    HOLD, STACK = 10, 11
    """Lists: with one place; of the positions to go back to."""
    SLOW_LIST, SLOW_APPLY, SLOW_BACK, SLOW_SAMPLE = 12, 13, 14, 15
    """Functions for what does not go through, with the same arguments."""
    STATE = 16
    """A number: the state of the random draws."""
    DRAWN = 17
    """The number that `sample` gave last, -1 if none is known."""
    SERIAL = 18
    """How often the entry was called."""
    RESULTS = 19
    """Two words."""
    KEPT = 21
    """Room for the position while steps are listed or drawn, which a trap may interrupt; 0 where the caller has it."""


WORDS = 22
SUFFIX = ".calls"

LISTED, APPLIED, HERE, GO, BACK, SAMPLE = "listed", "applied", "here", "go", "back", "sample"
_NO_ARGUMENTS, _ONE, _SEVERAL = 0x0004, 0x0008, 0x0080  # METH_NOARGS, METH_O, METH_FASTCALL
_FUNCTIONS = {LISTED: _ONE, APPLIED: _SEVERAL, HERE: _NO_ARGUMENTS, GO: _ONE, BACK: _NO_ARGUMENTS, SAMPLE: _NO_ARGUMENTS}


class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class ContextCalls(NamedTuple):
    """The functions of one context."""

    listed: Callable[[object], list[int]]
    applied: Callable[[object, object], Any]
    here: Callable[[], list[int]]
    go: Callable[[object], object]
    back: Callable[[], object]
    sample: Callable[[], int]


def context_calls(context: bytearray, modes: dict[str, int]) -> ContextCalls | None:
    """The functions of a context; `modes` are those of the entry: `LIST`, `PLAY`, `DRAW`."""
    methods = _methods(modes["LIST"], modes["PLAY"], modes["DRAW"])
    if methods is None:
        return None
    return ContextCalls(*(_builtin(ctypes.byref(each), context, None) for each in methods))


@cache
def _methods(listing: int, playing: int, drawing: int) -> tuple[_Method, ...] | None:
    """The functions as Python methods."""
    if not hasattr(ctypes, "pythonapi"):
        return None
    try:
        from ggl.compiler.backends.loader import load_object

        code = load_object(_machine_code(_ir(listing, playing, drawing)), "ggl calls", [f"ggl_{name}" for name in _FUNCTIONS])
        made = tuple(_Method(name.encode(), code[f"ggl_{name}"], flags, None) for name, flags in _FUNCTIONS.items())
        _KEPT.append((code, made))
        return made
    except (RuntimeError, OSError, KeyError):  # this Python does not export its functions
        return None


_KEPT: list[Any] = []
"""What builtin functions point to lasts as long as the process, also what one of two threads has made for nothing."""

_builtin = ctypes.pythonapi.PyCFunction_NewEx
_builtin.restype = ctypes.py_object
_builtin.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)


def _machine_code(ir: str) -> bytes:
    """The object file, kept on disk."""
    key = hashlib.sha256("\n".join((compiled_by(), repr(host()), ir)).encode()).hexdigest()[:32]
    file = cache_dir.folder() / f"{key}{SUFFIX}"
    with contextlib.suppress(OSError):
        kept = cache_dir.unsealed(file.read_bytes())
        if kept is not None:
            return kept
    made = object_code(ir, host())
    with contextlib.suppress(OSError):
        cache_dir.write(file, cache_dir.sealed(made))
    return made


# ---- the IR


def _ir(listing: int, playing: int, drawing: int) -> str:
    """`python_calls.ll`, with numbers for the names in braces."""
    named = {**{field.name: int(field) for field in ContextField}, "LIST": listing, "PLAY": playing, "DRAW": drawing}
    text = Path(__file__).with_suffix(".ll").read_text("utf-8")
    for name, number in named.items():
        text = text.replace(f"{{{name}}}", str(number))
    return text
