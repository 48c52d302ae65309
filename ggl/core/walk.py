"""Walking the core: all forms inside a form, and the variables that an expression leaves free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, get_args, get_type_hints

from ggl.core import forms as f
from ggl.core.types import Opt, none_code
from ggl.source import Span


def parts(form: object) -> Iterator[f.Form]:
    """The forms directly inside a form, a tuple of forms, or a whole game."""
    waiting: list[object] = _held(form, _type(form))
    while waiting:
        part = waiting.pop()
        kind = _type(part)
        if _is_form(kind):
            yield part  # type: ignore[misc]
        else:
            waiting += _held(part, kind)


def walk(form: object) -> Iterator[f.Form]:
    """The form itself, if it is one, and all forms inside it, in the order in which they stand."""
    waiting: list[object] = [form]
    while waiting:
        part = waiting.pop()
        kind = _type(part)
        if _is_form(kind):
            yield part  # type: ignore[misc]
        waiting += _held(part, kind)


def _held(part: object, kind: type) -> list[object]:
    """The values directly inside that may be forms, or hold some, the last first."""
    inside = part[::-1] if isinstance(part, tuple) else _values(kind)(part)
    return [value for value in inside if _may_hold(_type(value))]


_type: Callable[[object], Any] = type
"""Types can be hashed, though the checker thinks of `object`'s own as of something that may not be."""


@cache
def _is_form(kind: type) -> bool:
    return issubclass(kind, f.Form)


@cache
def _values(form: type) -> Callable[[Any], tuple[object, ...]]:
    """What gives the values of the fields that may hold forms, the last first."""
    names = _names(form)
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda part: (getattr(part, names[0]),)) if names else lambda _: ()


@cache
def _names(form: type) -> tuple[str, ...]:
    """The fields that may hold forms, by their types, the last first."""
    types = get_type_hints(form, localns={"Span": Span})
    return tuple(spec.name for spec in reversed(fields(form)) if _may_be(types[spec.name]))


def _may_be(type_: Any) -> bool:
    """Whether values of a declared type may be forms, or hold some."""
    inner = get_args(type_)
    return any(map(_may_be, inner)) if inner else type_ is object or (isinstance(type_, type) and _may_hold(type_))


@cache
def _may_hold(type_: type) -> bool:
    return issubclass(type_, tuple | f.Form) or (type_.__module__ == f.__name__ and type_ is not f.Table)


def reached(form: object, definitions: Iterable[f.Definition]) -> Iterator[f.Form]:
    """All forms inside a form, and those of the definitions that it calls, by itself or by others."""
    bodies = {one.name: one.body for one in definitions}
    waiting, called = [form], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, f.Call) and part.name not in called:
                called.add(part.name)
                waiting.append(bodies[part.name])


def variables(form: object) -> set[str]:
    """The names of all variables that stand in a form, bound or free."""
    return {inner.name for inner in walk(form) if isinstance(inner, f.Var)}


def highest_level(form: object, levels: Mapping[str, int]) -> int:
    """The highest level of the variables that an expression reads; 0 if it reads none of them."""
    return max((levels[name] for name in variables(form) if name in levels), default=0)


def is_none_literal(form: f.Expr) -> bool:
    """Whether an expression is written out and no value."""
    return isinstance(form, f.Lit) and isinstance(form.type, Opt) and form.value == none_code(form.type.of)


READS = (f.Get, f.Plane, f.Seen, f.Can, f.After)
"""The expressions that look at the position."""

BINDERS = f.Let | f.Some | f.Filter | f.Fold | f.Listing | f.Leading
"""The expressions that bind a name."""


def bound(form: object) -> set[str]:
    """The names that the expressions in a form bind themselves."""
    return {inner.name for inner in walk(form) if isinstance(inner, BINDERS)}


def uses(form: object, *types: type[f.Form]) -> bool:
    return any(isinstance(inner, types) for inner in walk(form))


_T = TypeVar("_T")


def rebuilt(form: _T, change: Callable[[f.Form], f.Form]) -> _T:
    """A form, or a whole game, with each form inside it changed, the inner ones first."""
    if isinstance(form, tuple):
        items = tuple(rebuilt(item, change) for item in form)
        return items if any(a is not b for a, b in zip(items, form, strict=True)) else form  # type: ignore[return-value]
    if type(form).__module__ != f.__name__ or isinstance(form, f.Table | f.Field | f.Layer):
        return form
    changes = {}
    for name in _names(_type(form)):
        value = getattr(form, name)
        new = rebuilt(value, change)
        if new is not value:
            changes[name] = new
    if changes:
        form = replace(form, **changes)  # type: ignore[type-var]
    return change(form) if isinstance(form, f.Form) else form  # type: ignore[return-value]
