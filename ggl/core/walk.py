"""Walking the core: all forms inside a form, and the variables that an expression leaves free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TypeVar

from ggl.core import forms as f


def parts(form: object) -> Iterator[f.Form]:
    """The forms directly inside a form, a tuple of forms, or a whole game."""
    if isinstance(form, tuple):
        for item in form:
            if isinstance(item, f.Form):
                yield item
            elif isinstance(item, tuple) or type(item).__module__ == f.__name__:
                yield from parts(item)
        return
    for spec in fields(form):  # type: ignore[arg-type]
        value = getattr(form, spec.name)
        if isinstance(value, f.Form):
            yield value
        elif isinstance(value, tuple) or (type(value).__module__ == f.__name__ and not isinstance(value, f.Table)):
            yield from parts(value)


def walk(form: object) -> Iterator[f.Form]:
    """The form itself, if it is one, and all forms inside it."""
    if isinstance(form, f.Form):
        yield form
    for part in parts(form):
        yield from walk(part)


def variables(form: object) -> set[str]:
    """The names of all variables that stand in a form, bound or free."""
    return {inner.name for inner in walk(form) if isinstance(inner, f.Var)}


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
    for spec in fields(form):  # type: ignore[arg-type]
        value = getattr(form, spec.name)
        new = rebuilt(value, change)
        if new is not value:
            changes[spec.name] = new
    if changes:
        form = replace(form, **changes)  # type: ignore[type-var]
    return change(form) if isinstance(form, f.Form) else form  # type: ignore[return-value]
