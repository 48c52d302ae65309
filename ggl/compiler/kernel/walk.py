"""Walking and rewriting kernel forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import repeat
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
"""The fields of a form with expressions that it evaluates and statements that it runs, in this order."""

_NAMES: dict[type, tuple[str, ...]] = {
    f.Load: ("region",), f.Store: ("region",), f.Assign: ("targets",), f.For: ("local",), f.ForBits: ("local",),
}  # fmt: skip
"""The fields of a form with locals that it sets, or a region."""

_Part = TypeVar("_Part")


def form_parts(form: Form) -> Iterator[f.Expression | f.Statement]:
    """The direct expressions and statements of a form."""
    for field in _PARTS.get(type(form), ()):
        value = getattr(form, field)
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def forms_in(form: Form) -> Iterator[Form]:
    """The form itself and everything inside it, as it stands in the text."""
    waiting: list[Form] = [form]
    while waiting:
        part = waiting.pop()
        yield part
        if type(part) in _PARTS:  # most are locals and literals
            waiting += reversed(list(form_parts(part)))


def rewritten(form: _Part, change: Callable[[f.Expression], f.Expression]) -> _Part:
    """A form with every expression inside changed, the inner ones first. An unchanged form is the same object as before."""
    changes = {}
    for field in _PARTS.get(type(form), ()):
        old = getattr(form, field)
        if isinstance(old, tuple):
            new: object = tuple(map(rewritten, old, repeat(change)))  # a generator would need a second frame for each level
            if all(a is b for a, b in zip(old, new, strict=True)):  # type: ignore[call-overload]
                continue
        elif (new := rewritten(old, change)) is old:
            continue
        changes[field] = new
    found = replace(form, **changes) if changes else form  # type: ignore[type-var]
    return change(found) if isinstance(found, f.Expression) else found  # type: ignore[return-value]


def replace_locals(form: _Part, values: Mapping[str, f.Expression]) -> _Part:
    """A form with expressions in place of locals. Where a local is set, and where a region is read, the expression is a local.

    Locals belong to the whole function, so nothing is captured if what takes the place of one is free there.
    """
    if isinstance(form, f.Local):
        return values.get(form.name, form)  # type: ignore[return-value]
    changes = {}
    for field in (*_PARTS.get(type(form), ()), *_NAMES.get(type(form), ())):
        old = getattr(form, field)
        changes[field] = (
            tuple(replace_locals(part, values) for part in old) if isinstance(old, tuple) else replace_locals(old, values)
        )
    return replace(form, **changes) if changes else form  # type: ignore[type-var]


def has_call(form: Form) -> bool:
    """Whether a call stands in a form."""
    return any(isinstance(part, f.Call) for part in forms_in(form))


def form_count(block: f.Block) -> int:
    """How many forms stand in a block, notes left out."""
    return sum(not isinstance(form, f.Note) for statement in block for form in forms_in(statement))


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


def completes(block: f.Block) -> bool:
    """Whether a verified block can run to its end."""
    match block[-1] if block else None:
        case f.If(_, then, otherwise):
            return completes(then) or completes(otherwise)
        case f.While(f.Literal(True), body):
            return may_break(body)
        case f.Break() | f.Continue() | f.Return() | f.Trap():
            return False
    return True


def may_break(body: f.Block) -> bool:
    """Whether the body of a loop has a `break` that leaves this loop."""
    return _has(body, f.Break)


def may_repeat(body: f.Block) -> bool:
    """Whether the body of a loop may be followed by another round: it ends, or has a `continue` of this loop."""
    return completes(body) or continues(body)


def continues(body: f.Block) -> bool:
    """Whether the body of a loop has a `continue` of this loop."""
    return _has(body, f.Continue)


def _has(body: f.Block, kind: type[f.Break | f.Continue]) -> bool:
    """Whether a statement of this kind stands in a block, other loops left out."""
    return any(
        isinstance(statement, kind) or (isinstance(statement, f.If) and any(_has(block, kind) for block in blocks(statement)))
        for statement in body
    )


def unused_name(name: str, taken: set[str]) -> str:
    """A name for a local that begins like this and is not taken; now it is."""
    number = 1
    while (found := f"{name}_{number}") in taken:
        number += 1
    taken.add(found)
    return found
