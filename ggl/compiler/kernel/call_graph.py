"""Which functions call which, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ggl.compiler.kernel.forms import Call, Function, KernelError, Module, Trap
from ggl.compiler.kernel.walk import walk


def callees(function: Function) -> list[str]:
    """The functions that a function calls, each once, in the order in which they are first named."""
    return list(dict.fromkeys(form.function for form in walk(function) if isinstance(form, Call)))


def reachable(functions: Mapping[str, Function], roots: Iterable[str]) -> frozenset[str]:
    """The functions that calls of the roots can reach, the roots among them; raises `KernelError` if one is missing."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in functions:
            raise KernelError(f"there is no function {name}")
        if name not in found:
            found.add(name)
            waiting += callees(functions[name])
    return frozenset(found)


def traps(module: Module) -> frozenset[str]:
    """The functions that can reach `trap()`, themselves or through the functions that they call."""
    found = {name for name, function in module.functions.items() if any(isinstance(form, Trap) for form in walk(function))}
    calls = {name: set(callees(function)) for name, function in module.functions.items()}
    while more := {name for name in calls if name not in found and calls[name] & found}:
        found |= more
    return frozenset(found)
