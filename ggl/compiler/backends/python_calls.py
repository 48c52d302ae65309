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

Long, since each of these functions is written instruction by instruction.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from ggl import cache_dir
from ggl.compiler.backends.llvm import compiled_by, host, object_code


class ContextField(IntEnum):
    """The content of a context by its place; addresses unless stated otherwise."""

    ENTRY, MEMORY = 0, 1
    TOP, MOST = 2, 3
    """Numbers: where the arena begins, the rows that there is room for."""
    NUMBERS, ROOM = 4, 5
    """Where the numbers of steps go, and how many there is room for."""
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


WORDS = 21
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


def calls(context: bytearray, modes: dict[str, int]) -> ContextCalls | None:
    """The functions of a context; `modes` are those of the entry: `LIST`, `PLAY`, `DRAW`."""
    methods = _methods(modes["LIST"], modes["PLAY"], modes["DRAW"])
    if methods is None:
        return None
    return ContextCalls(*(_builtin(ctypes.byref(each), context, None) for each in methods))


@cache
def _methods(listing: int, playing: int, drawing: int) -> tuple[_Method, ...] | None:
    """What Python knows of the functions; it lasts as long as the process."""
    if not hasattr(ctypes, "pythonapi"):
        return None
    try:
        from ggl.compiler.backends.loader import library

        code = library(_machine_code(_ir(listing, playing, drawing)), "ggl calls", [f"ggl_{name}" for name in _FUNCTIONS])
        _KEPT.append(code)
        return tuple(_Method(name.encode(), code[f"ggl_{name}"], flags, None) for name, flags in _FUNCTIONS.items())
    except (RuntimeError, OSError, KeyError):  # this Python does not export its functions
        return None


_KEPT: list[Any] = []

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

_DECLARED = (
    "ptr @PyByteArray_AsString(ptr)", "i64 @PyLong_AsLongLong(ptr)", "ptr @PyLong_FromLongLong(i64)", "ptr @PyErr_Occurred()",
    "void @PyErr_Clear()", "i64 @PyBytes_Size(ptr)", "ptr @PyBytes_AsString(ptr)", "ptr @PyBytes_FromStringAndSize(ptr, i64)",
    "ptr @PyList_New(i64)", "i32 @PyList_SetItem(ptr, i64, ptr)", "i32 @PyList_Append(ptr, ptr)", "i64 @PyList_Size(ptr)",
    "ptr @PyList_GetItem(ptr, i64)", "i32 @PyList_SetSlice(ptr, i64, i64, ptr)", "ptr @PyTuple_New(i64)",
    "i32 @PyTuple_SetItem(ptr, i64, ptr)", "ptr @PyObject_CallObject(ptr, ptr)", "void @Py_IncRef(ptr)", "void @Py_DecRef(ptr)",
    "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
)  # fmt: skip

_COMMON = """
define internal ptr @at(ptr %c, i64 %field) {
  %p = getelementptr i64, ptr %c, i64 %field
  ret ptr %p
}
define internal i64 @get(ptr %c, i64 %field) {
  %p = call ptr @at(ptr %c, i64 %field)
  %x = load i64, ptr %p
  ret i64 %x
}
define internal ptr @address(ptr %c, i64 %field) {
  %p = call ptr @at(ptr %c, i64 %field)
  %x = load ptr, ptr %p
  ret ptr %x
}
define internal void @set(ptr %c, i64 %field, i64 %x) {
  %p = call ptr @at(ptr %c, i64 %field)
  store i64 %x, ptr %p
  ret void
}
define internal i1 @called(ptr %c, i64 %mode, i64 %number) {
  %entry = call ptr @address(ptr %c, i64 {ENTRY})
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %top = call i64 @get(ptr %c, i64 {TOP})
  %most = call i64 @get(ptr %c, i64 {MOST})
  %state = call i64 @get(ptr %c, i64 {STATE})
  %moved = call i64 @get(ptr %c, i64 {MOVED})
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  %room = call i64 @get(ptr %c, i64 {ROOM})
  %results = call ptr @at(ptr %c, i64 {RESULTS})
  call void @set(ptr %c, i64 {MOVED}, i64 0)
  %before = call i64 @get(ptr %c, i64 {SERIAL})
  %serial = add i64 %before, 1
  call void @set(ptr %c, i64 {SERIAL}, i64 %serial)
  %trapped = call i32 %entry(ptr %results, ptr %v, i64 %top, i64 %mode, i64 %most, i64 %number, i64 %state, i64 %moved,
                             ptr %numbers, i64 %room)
  %well = icmp eq i32 %trapped, 0
  ret i1 %well
}
define internal void @forgotten(ptr %c) {
  call void @set(ptr %c, i64 {COUNT}, i64 -1)
  call void @set(ptr %c, i64 {DRAWN}, i64 -1)
  ret void
}
define internal void @unloaded(ptr %c) {
  call void @forgotten(ptr %c)
  call void @set(ptr %c, i64 {LOADED}, i64 0)
  ret void
}
define internal void @held(ptr %c, ptr %position) {
  %old = call ptr @address(ptr %c, i64 {HOLD})
  %now = ptrtoint ptr %position to i64
  call void @set(ptr %c, i64 {LOADED}, i64 %now)
  call void @Py_IncRef(ptr %position)
  %done = call i32 @PyList_SetItem(ptr %old, i64 0, ptr %position)
  ret void
}
define internal void @copied(ptr %c, ptr %position) {
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %from = call ptr @PyBytes_AsString(ptr %position)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %from, i64 %size, i1 false)
  call void @set(ptr %c, i64 {MOVED}, i64 1)
  call void @forgotten(ptr %c)
  ret void
}
define internal i1 @loaded(ptr %c, ptr %position) {
  %there = call ptr @address(ptr %c, i64 {LOADED})
  %same = icmp eq ptr %there, %position
  br i1 %same, label %yes, label %other
other:
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %its = call i64 @PyBytes_Size(ptr %position)
  %fits = icmp eq i64 %its, %size
  br i1 %fits, label %copy, label %no
copy:
  call void @copied(ptr %c, ptr %position)
  call void @held(ptr %c, ptr %position)
  br label %yes
yes:
  ret i1 true
no:
  call void @PyErr_Clear()
  ret i1 false
}
define internal i64 @counted(ptr %c) {
  %known = call i64 @get(ptr %c, i64 {COUNT})
  %is = icmp sge i64 %known, 0
  br i1 %is, label %done, label %ask
ask:
  %well = call i1 @called(ptr %c, i64 {LIST}, i64 0)
  br i1 %well, label %asked, label %failed
asked:
  %found = call i64 @get(ptr %c, i64 {RESULTS})
  %fits = icmp sge i64 %found, 0
  br i1 %fits, label %keep, label %failed
keep:
  call void @set(ptr %c, i64 {COUNT}, i64 %found)
  ret i64 %found
done:
  ret i64 %known
failed:
  ret i64 -1
}
define internal ptr @list(ptr %c, i64 %count) {
  %serial = call i64 @get(ptr %c, i64 {SERIAL})
  %made = call ptr @PyList_New(i64 %count)
  %none = icmp eq ptr %made, null
  br i1 %none, label %fail, label %check
check:
  %now = call i64 @get(ptr %c, i64 {SERIAL})
  %still = icmp eq i64 %now, %serial
  br i1 %still, label %head, label %drop
head:
  %i = phi i64 [ 0, %check ], [ %next, %put ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %body, label %end
body:
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  %p = getelementptr i64, ptr %numbers, i64 %i
  %x = load i64, ptr %p
  %o = call ptr @PyLong_FromLongLong(i64 %x)
  %bad = icmp eq ptr %o, null
  br i1 %bad, label %drop, label %put
put:
  %set = call i32 @PyList_SetItem(ptr %made, i64 %i, ptr %o)
  %next = add i64 %i, 1
  br label %head
end:
  ret ptr %made
drop:
  call void @Py_DecRef(ptr %made)
  br label %fail
fail:
  call void @PyErr_Clear()
  ret ptr null
}
define internal i1 @legal(ptr %c, ptr %number, ptr %out) {
  %x = call i64 @PyLong_AsLongLong(ptr %number)
  store i64 %x, ptr %out
  %below = icmp slt i64 %x, 0
  br i1 %below, label %wrong, label %drawn
drawn:
  %d = call i64 @get(ptr %c, i64 {DRAWN})
  %is = icmp eq i64 %d, %x
  br i1 %is, label %yes, label %count
count:
  %n = call i64 @counted(ptr %c)
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  br label %head
head:
  %i = phi i64 [ 0, %count ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %no
body:
  %p = getelementptr i64, ptr %numbers, i64 %i
  %y = load i64, ptr %p
  %next = add i64 %i, 1
  %same = icmp eq i64 %x, %y
  br i1 %same, label %yes, label %head
wrong:
  call void @PyErr_Clear()
  br label %no
yes:
  ret i1 true
no:
  ret i1 false
}
define internal ptr @slow0(ptr %c, i64 %which) {
  %f = call ptr @address(ptr %c, i64 %which)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr null)
  ret ptr %r
}
define internal ptr @slow1(ptr %c, i64 %which, ptr %a) {
  %f = call ptr @address(ptr %c, i64 %which)
  %t = call ptr @PyTuple_New(i64 1)
  call void @Py_IncRef(ptr %a)
  %d = call i32 @PyTuple_SetItem(ptr %t, i64 0, ptr %a)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr %t)
  call void @Py_DecRef(ptr %t)
  ret ptr %r
}
define internal ptr @slow2(ptr %c, i64 %which, ptr %a, ptr %b) {
  %f = call ptr @address(ptr %c, i64 %which)
  %t = call ptr @PyTuple_New(i64 2)
  call void @Py_IncRef(ptr %a)
  %d = call i32 @PyTuple_SetItem(ptr %t, i64 0, ptr %a)
  call void @Py_IncRef(ptr %b)
  %e = call i32 @PyTuple_SetItem(ptr %t, i64 1, ptr %b)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr %t)
  call void @Py_DecRef(ptr %t)
  ret ptr %r
}
define internal ptr @now(ptr %c) {
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %made = call ptr @PyBytes_FromStringAndSize(ptr %v, i64 %size)
  ret ptr %made
}
"""

_PUBLIC = """
define ptr @ggl_listed(ptr %self, ptr %position) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %here = call i1 @loaded(ptr %c, ptr %position)
  br i1 %here, label %count, label %slow
count:
  %n = call i64 @counted(ptr %c)
  %found = icmp sge i64 %n, 0
  br i1 %found, label %make, label %slow
make:
  %made = call ptr @list(ptr %c, i64 %n)
  %none = icmp eq ptr %made, null
  br i1 %none, label %slow, label %done
done:
  ret ptr %made
slow:
  call void @unloaded(ptr %c)
  %r = call ptr @slow1(ptr %c, i64 {SLOW_LIST}, ptr %position)
  ret ptr %r
}
define ptr @ggl_applied(ptr %self, ptr %given, i64 %count) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %x = alloca i64
  %position = load ptr, ptr %given
  %second = getelementptr ptr, ptr %given, i64 1
  %number = load ptr, ptr %second
  %here = call i1 @loaded(ptr %c, ptr %position)
  br i1 %here, label %ask, label %slow
ask:
  %may = call i1 @legal(ptr %c, ptr %number, ptr %x)
  br i1 %may, label %play, label %slow
play:
  %n = load i64, ptr %x
  %well = call i1 @called(ptr %c, i64 {PLAY}, i64 %n)
  call void @forgotten(ptr %c)
  br i1 %well, label %made, label %slow
made:
  %new = call ptr @now(ptr %c)
  %none = icmp eq ptr %new, null
  br i1 %none, label %failed, label %done
done:
  call void @held(ptr %c, ptr %new)
  ret ptr %new
failed:
  call void @unloaded(ptr %c)
  ret ptr null
slow:
  call void @unloaded(ptr %c)
  %r = call ptr @slow2(ptr %c, i64 {SLOW_APPLY}, ptr %position, ptr %number)
  ret ptr %r
}
define ptr @ggl_here(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %n = call i64 @counted(ptr %c)
  %found = icmp sge i64 %n, 0
  br i1 %found, label %make, label %slow
make:
  %made = call ptr @list(ptr %c, i64 %n)
  %none = icmp eq ptr %made, null
  br i1 %none, label %slow, label %done
done:
  ret ptr %made
slow:
  call void @forgotten(ptr %c)
  %r = call ptr @slow0(ptr %c, i64 {SLOW_LIST})
  ret ptr %r
}
define ptr @ggl_go(ptr %self, ptr %number) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %x = alloca i64
  %may = call i1 @legal(ptr %c, ptr %number, ptr %x)
  br i1 %may, label %keep, label %slow
keep:
  %before = call ptr @now(ptr %c)
  %none = icmp eq ptr %before, null
  br i1 %none, label %failed, label %push
push:
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %put = call i32 @PyList_Append(ptr %stack, ptr %before)
  call void @Py_DecRef(ptr %before)
  %full = icmp ne i32 %put, 0
  br i1 %full, label %failed, label %play
play:
  %n = load i64, ptr %x
  %well = call i1 @called(ptr %c, i64 {PLAY}, i64 %n)
  call void @forgotten(ptr %c)
  br i1 %well, label %done, label %undo
done:
  call void @Py_IncRef(ptr %number)
  ret ptr %number
undo:
  call void @popped(ptr %c)
  br label %slow
failed:
  ret ptr null
slow:
  call void @forgotten(ptr %c)
  %r = call ptr @slow1(ptr %c, i64 {SLOW_APPLY}, ptr %number)
  ret ptr %r
}
define internal void @popped(ptr %c) {
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %n = call i64 @PyList_Size(ptr %stack)
  %last = sub i64 %n, 1
  %position = call ptr @PyList_GetItem(ptr %stack, i64 %last)
  call void @copied(ptr %c, ptr %position)
  %cut = call i32 @PyList_SetSlice(ptr %stack, i64 %last, i64 %n, ptr null)
  ret void
}
define ptr @ggl_back(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %n = call i64 @PyList_Size(ptr %stack)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %pop, label %slow
pop:
  call void @popped(ptr %c)
  call void @Py_IncRef(ptr %self)
  ret ptr %self
slow:
  %r = call ptr @slow0(ptr %c, i64 {SLOW_BACK})
  ret ptr %r
}
define ptr @ggl_sample(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %well = call i1 @called(ptr %c, i64 {DRAW}, i64 0)
  br i1 %well, label %found, label %slow
found:
  %n = call i64 @get(ptr %c, i64 {RESULTS})
  %some = icmp sge i64 %n, 0
  br i1 %some, label %done, label %slow
done:
  %second = add i64 {RESULTS}, 1
  %state = call i64 @get(ptr %c, i64 %second)
  call void @set(ptr %c, i64 {STATE}, i64 %state)
  call void @set(ptr %c, i64 {DRAWN}, i64 %n)
  %r = call ptr @PyLong_FromLongLong(i64 %n)
  ret ptr %r
slow:
  %s = call ptr @slow0(ptr %c, i64 {SLOW_SAMPLE})
  ret ptr %s
}
"""


def _ir(listing: int, playing: int, drawing: int) -> str:
    named = {**{field.name: int(field) for field in ContextField}, "LIST": listing, "PLAY": playing, "DRAW": drawing}
    return "\n".join((*(f"declare {each}" for each in _DECLARED), *_lines(named)))


def _lines(named: dict[str, int]) -> Iterator[str]:
    """The functions, with numbers for the names in braces."""
    for line in (_COMMON + _PUBLIC).splitlines():
        for name, number in named.items():
            line = line.replace(f"{{{name}}}", str(number))
        yield line
