"""Walking and rewriting kernel forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from ggl.compiler.kernel import forms as f

Form = f.Expression | f.Statement | f.Function

_PARTS: dict[type, tuple[str, ...]] = {
    f.Load: ("index",), f.Apply: ("operands",), f.All: ("operands",), f.Any: ("operands",),
    f.Choose: ("test", "then", "otherwise"), f.Call: ("arguments",),
    f.Assign: ("value",), f.Store: ("index", "value"), f.Do: ("call",), f.If: ("test", "then", "otherwise"),
    f.While: ("test", "body"), f.For: ("first", "stop", "body"), f.ForBits: ("bits", "body"), f.Return: ("values",),
    f.Function: ("body",),
}  # fmt: skip
"""Where a form holds expressions that it evaluates and statements that it runs, in this order."""

_Part = TypeVar("_Part")


def parts(form: Form) -> Iterator[f.Expression | f.Statement]:
    """The expressions that a form evaluates and the statements that it runs, without what is inside them."""
    for field in _PARTS.get(type(form), ()):
        value = getattr(form, field)
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def walk(form: Form) -> Iterator[Form]:
    """The form itself and everything inside it, as it stands in the text."""
    waiting: list[Form] = [form]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += reversed(list(parts(part)))


def rewritten(form: _Part, change: Callable[[f.Expression], f.Expression]) -> _Part:
    """A form with every expression inside changed, the inner ones first. What does not change is the same object as before."""
    changes = {}
    for field in _PARTS.get(type(form), ()):
        old = getattr(form, field)
        if isinstance(old, tuple):
            new: object = tuple(rewritten(part, change) for part in old)
            if all(a is b for a, b in zip(old, new, strict=True)):  # type: ignore[call-overload]
                continue
        elif (new := rewritten(old, change)) is old:
            continue
        changes[field] = new
    found = replace(form, **changes) if changes else form  # type: ignore[type-var]
    return change(found) if isinstance(found, f.Expression) else found  # type: ignore[return-value]


def blocks(statement: f.Statement) -> tuple[f.Block, ...]:
    """The blocks that stand in a statement, in their order."""
    match statement:
        case f.If(_, then, otherwise):
            return then, otherwise
        case f.While(body=body) | f.For(body=body) | f.ForBits(body=body):
            return (body,)
    return ()


def set_in(block: f.Block) -> Iterator[f.Local]:
    """The locals that a block sets, as often as it does."""
    for statement in block:
        match statement:
            case f.Assign(targets, _):
                yield from targets
            case f.For(local) | f.ForBits(local):
                yield local
        for inner in blocks(statement):
            yield from set_in(inner)
