"""Entries of a verified kernel module, and all that they call, as text of Python; and that text, executed.

The printer writes it: the kernel language is written as Python is, and what Python has no name for, such as `popcount` or
`bits`, is a function in `_NAMES`. Before that, the module is rewritten where Python means something else:

- `word(..)` stands around what may leave the range of a word, and wraps it.
- The count of a shift is taken modulo 64.
- A store whose index or value calls a function gets its index from a local: Python would evaluate the value first.
- A function gets another name where a local has its name: Python has one namespace for both.

A word is an `int`, a bool a `bool`, a real a `float`. A region is a list of those, or a contiguous array of numpy.
"""

from __future__ import annotations
import __future__

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.call_graph import reached_from
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.operations import ALL_BITS, OPERATIONS, TrapError, wrap
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.walk import forms_in, rewritten, set_in

_WRAPS = frozenset({"add", "sub", "mul", "neg", "shl"})
"""Operations whose result in Python may be no word."""

_SHIFTS = frozenset({"shl", "sar"})


class Python:
    """The entries of a module, executed as Python; `text` is the program."""

    def __init__(self, module: f.Module, entries: Iterable[str] = ()) -> None:
        self._functions = module.functions
        self._names = _names(module.functions.values())
        self._made: set[str] = set()
        self._space = dict(_NAMES)
        self.text = ""
        self.add(*entries)

    def add(self, *entries: str) -> None:
        """Make entries, and the functions that they call; each function is made once."""
        wanted = [entry for entry in entries if entry not in self._made]
        if not wanted:
            return
        new = reached_from(self._functions, wanted).keys() - self._made
        functions = {self._names[name]: self._renamed(function) for name, function in self._functions.items() if name in new}
        text = printed(f.Module(functions, tuple(self._names[entry] for entry in wanted)))
        exec(compile(text, "<kernel>", "exec", flags=__future__.annotations.compiler_flag), self._space)
        self.text += text
        self._made |= new

    def call(self, entry: str, *arguments: Any) -> Any:
        """The result of an entry, a tuple of several, or None. Raises `TrapError` after a trap."""
        return self._space[self._names[entry]](*map(_argument, arguments))

    def _renamed(self, function: f.Function) -> f.Function:
        names = self._names

        def renamed(form: f.Expression) -> f.Expression:
            return replace(form, function=names[form.function]) if isinstance(form, f.Call) else form

        return rewritten(replace(_as_python(function), name=names[function.name]), renamed)


def _argument(value: Any) -> Any:
    """An argument without types of numpy, whose numbers wrap in another way."""
    if not hasattr(value, "dtype"):
        return value
    if value.ndim == 0:
        return value.item()
    if not value.flags.c_contiguous:
        raise TypeError("a region is a contiguous array")
    return value.reshape(-1).data


# ----------------------------------------------------------------------------------------------------------- rewriting


def _as_python(function: f.Function) -> f.Function:
    function = rewritten(function, _wrapped)
    return replace(function, body=_ordered(function.body, f.Local(_index_of(_locals(function)), Type.WORD)))


def _locals(function: f.Function) -> set[str]:
    return {local.name for local in (*function.parameters, *set_in(function.body))}


def _index_of(names: set[str]) -> str:
    """The local of `_ordered`, in a function whose locals have these names."""
    return _unused("at", names)


def _wrapped(form: f.Expression) -> f.Expression:
    match form:
        case f.Apply(operation, (x, k)) if operation in _SHIFTS:
            form = replace(form, operands=(x, _modulo_64(k)))
    if isinstance(form, f.Apply) and form.operation == "add":
        form = _balanced([term for operand in form.operands for term in _terms(operand)])
    if isinstance(form, f.Apply) and form.operation in _WRAPS:
        return f.Apply("word", (form,), Type.WORD)
    return form


def _terms(wrapped: f.Expression) -> list[f.Expression]:
    """The terms of a sum, which is wrapped once as a whole; of anything else, itself."""
    match wrapped:
        case f.Apply("word", (f.Apply("add") as total,)):
            found: list[f.Expression] = []
            waiting: list[f.Expression] = [total]
            while waiting:
                match waiting.pop():
                    case f.Apply("add", (left, right)):
                        waiting += [right, left]
                    case term:
                        found.append(term)
            return found
    return [wrapped]


def _balanced(terms: list[f.Expression]) -> f.Expression:
    """A sum of many terms, in their order, nested no deeper than need be: Python has a limit for brackets, and for calls."""
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return f.Apply("add", (_balanced(terms[:half]), _balanced(terms[half:])), Type.WORD)


def _modulo_64(count: f.Expression) -> f.Expression:
    if isinstance(count, f.Literal):
        return replace(count, value=int(count.value) % 64)
    return f.Apply("and", (count, f.Literal(63, Type.WORD)), Type.WORD)


def _ordered(block: f.Block, index: f.Local) -> f.Block:
    """A block in which no store evaluates its index after its value, where that makes a difference."""
    return tuple(part for statement in block for part in _in_order(statement, index))


def _in_order(s: f.Statement, index: f.Local) -> Iterator[f.Statement]:
    match s:
        case f.Store() if not isinstance(s.index, f.Literal | f.Local) and (_calls(s.index) or _calls(s.value)):
            yield f.Assign((index,), s.index)
            yield replace(s, index=index)
        case f.If():
            yield replace(s, then=_ordered(s.then, index), otherwise=_ordered(s.otherwise, index))
        case f.While() | f.For() | f.ForBits():
            yield replace(s, body=_ordered(s.body, index))
        case _:
            yield s


def _calls(e: f.Expression) -> bool:
    return any(isinstance(form, f.Call) for form in forms_in(e))


def _names(functions: Collection[f.Function]) -> dict[str, str]:
    """The name of each function in Python: its own, or one that no local and no other function has."""
    taken: set[str] = set()
    for function in functions:
        own = _locals(function)
        taken |= own | {_index_of(own)}
    names = {function.name: function.name for function in functions if function.name not in taken}
    taken |= {function.name for function in functions}
    for function in functions:
        if function.name not in names:
            names[function.name] = _unused(function.name, taken)
            taken.add(names[function.name])
    return names


def _unused(name: str, taken: set[str]) -> str:
    return next(found for number in count() if (found := f"{name}_{number}") not in taken)


# ------------------------------------------------------------------------------------------------- what a text may call


def _bits(x: int) -> Iterator[int]:
    x &= ALL_BITS
    while x:
        yield (x & -x).bit_length() - 1
        x &= x - 1


def _trap() -> None:
    raise TrapError


_NAMES: dict[str, Any] = {
    **{operation.symbol: operation.meaning for operation in OPERATIONS.values() if operation.symbol.isalpha()},
    "__builtins__": {},
    "word": wrap,
    "bits": _bits,
    "entry": lambda function: function,
    "fixed": lambda region, index: region[index],
    "range": range,
    "trap": _trap,
}
"""The names that the text finds."""
