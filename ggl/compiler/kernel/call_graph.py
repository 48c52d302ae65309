"""The call graph of functions, and facts that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ggl.compiler.kernel.forms import Call, Function, KernelError, Module, Statement, Store, Trap
from ggl.compiler.kernel.walk import forms_in


def callees(function: Function) -> list[str]:
    """The functions that a function calls, each once, in the order in which they are first named."""
    return list(dict.fromkeys(form.function for form in forms_in(function) if isinstance(form, Call)))


def reached_from(functions: Mapping[str, Function], roots: Iterable[str]) -> dict[str, Function]:
    """The functions that calls of the roots can reach, the roots among them; raises `KernelError` if one is missing."""
    names = reachable(functions, roots)
    return {name: function for name, function in functions.items() if name in names}


def reachable(functions: Mapping[str, Function], roots: Iterable[str]) -> frozenset[str]:
    """Their names."""
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


def recursive(functions: Mapping[str, Function]) -> frozenset[str]:
    """The functions that can call themselves, by others or at once."""
    calls = {name: set(callees(function)) for name, function in functions.items()}
    found = set()
    for name, called in calls.items():
        reached: set[str] = set()
        waiting = [*called]
        while waiting and name not in reached:
            if (callee := waiting.pop()) not in reached:
                reached.add(callee)
                waiting += calls[callee]
        if name in reached:
            found.add(name)
    return frozenset(found)


def traps(module: Module) -> frozenset[str]:
    """The functions that can reach `trap()`, themselves or through the functions that they call."""
    return _reaching(module, Trap)


def writers(module: Module) -> frozenset[str]:
    """The functions that can write to a region, themselves or through the functions that they call."""
    return _reaching(module, Store)


def _reaching(module: Module, kind: type[Statement]) -> frozenset[str]:
    found = {name for name, function in module.functions.items() if any(isinstance(form, kind) for form in forms_in(function))}
    calls = {name: set(callees(function)) for name, function in module.functions.items()}
    while more := {name for name in calls if name not in found and calls[name] & found}:
        found |= more
    return frozenset(found)
