"""Expressions of the core as terms: what stands in no other, and the parts of a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar, get_args

from ggl.core import forms as f
from ggl.core.types import BOOL, Num, SetOf
from ggl.core.walk import variables

TRUE = f.Lit(1, BOOL)

_T = TypeVar("_T")
_EXPR = get_args(f.Expr)


def each_expression(form: _T, change: Callable[[f.Expr], f.Expr]) -> _T:
    """A game, or a part of it, with each expression in it changed that stands in no other."""
    if isinstance(form, _EXPR):
        return change(form)  # type: ignore[return-value]
    if isinstance(form, tuple):
        return tuple(each_expression(item, change) for item in form)  # type: ignore[return-value]
    if type(form).__module__ != f.__name__ or isinstance(form, f.Table | f.Field | f.Layer):
        return form
    changes = {spec.name: each_expression(getattr(form, spec.name), change) for spec in fields(form)}  # type: ignore[arg-type]
    return replace(form, **changes)  # type: ignore[type-var]


def inside(e: f.Expr, change: Callable[[f.Expr], f.Expr]) -> f.Expr:
    """An expression with what stands directly in it changed."""
    changes: dict[str, Any] = {}
    for spec in fields(e):
        value = getattr(e, spec.name)
        if isinstance(value, _EXPR):
            changes[spec.name] = change(value)
        elif isinstance(value, tuple) and any(isinstance(item, _EXPR) for item in value):
            changes[spec.name] = tuple(change(item) if isinstance(item, _EXPR) else item for item in value)
    return replace(e, **changes) if changes else e


def parts_of(test: f.Expr) -> Iterator[f.Expr]:
    """The conditions that must all hold."""
    if isinstance(test, f.And):
        for part in test.parts:
            yield from parts_of(part)
    elif test != TRUE:
        yield test


def run_through(source: f.Expr) -> range | None:
    """The numbers of a known set without a gap."""
    if not isinstance(source, f.Lit) or not isinstance(source.type, SetOf) or not isinstance(source.type.of, Num):
        return None
    numbers = range(source.type.of.lo, source.type.of.hi + 1)
    return numbers if source.value == (1 << len(numbers)) - 1 else None


def key_counted(e: f.Expr, n: str) -> f.Expr | None:
    """The key, if an expression counts the members of a set or list that have n for a key; neither depends upon n otherwise."""
    if not isinstance(e, f.Fold) or e.monoid != "count" or not isinstance(e.test, f.Compare) or e.test.op != "eq":
        return None
    for key, other in ((e.test.left, e.test.right), (e.test.right, e.test.left)):
        if (
            isinstance(other, f.Var)
            and other.name == n
            and isinstance(key.type, Num)
            and n not in variables(key) | variables(e.source)
        ):
            return key
    return None
