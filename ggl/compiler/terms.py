"""Expressions of the core as terms: what stands in no other, and the parts of a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar, get_args

from ggl.compiler.writer import MOST_BLOCKS, MOST_LOOPS
from ggl.core import forms as f
from ggl.core.types import BOOL
from ggl.core.walk import parts

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


def fits_one_function(form: object) -> bool:
    """Whether what stands in a form can be written without functions for parts of it: Python's blocks nest only so deep."""
    waiting = [(part, 1, 0) for part in parts(form)]
    while waiting:
        part, depth, loops = waiting.pop()
        loops += isinstance(part, f.Filter | f.Fold | f.Listing | f.Leading | f.Convert)
        if loops > MOST_LOOPS or depth > MOST_BLOCKS:
            return False
        waiting += [(inner, depth + 1, loops) for inner in parts(part)]
    return True
