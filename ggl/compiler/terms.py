"""Expressions of the core as terms: the parts of a condition, and names put in place of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import count
from typing import Any, TypeVar, get_args

from ggl.core import forms as f
from ggl.core.types import BOOL, ListOf, SetOf
from ggl.core.walk import BINDERS

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


class Fresh:
    """Names that no expression has."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def name(self, stem: str) -> str:
        return f"{stem.partition('~')[0]}~{next(self._numbers)}"


def replaced(e: f.Expr, names: dict[str, f.Expr], fresh: Fresh) -> f.Expr:
    """An expression with its free variables replaced, and the names that it binds itself renamed, so that none is caught."""

    renamed: set[str] = set()

    def change(form: Any, known: dict[str, f.Expr]) -> Any:
        if isinstance(form, f.Var):
            new = known.get(form.name, form)
            if isinstance(new, f.Var) and (new.name in renamed or isinstance(form.type, SetOf | ListOf)):
                return replace(new, type=form.type)  # each use says itself what it takes the value for
            return new
        if isinstance(form, tuple):
            return tuple(change(item, known) for item in form)
        if type(form).__module__ != f.__name__:
            return form
        if isinstance(form, BINDERS | f.ForDo | f.LetDo):
            name = fresh.name(form.name)
            renamed.add(name)
            inner = {**known, form.name: f.Var(name, BOOL)}
            outside = ("value", "source", "default", "other")
            changes = {
                spec.name: change(getattr(form, spec.name), known if spec.name in outside else inner)
                for spec in fields(form)
                if spec.name != "name"
            }
            return replace(form, name=name, **changes)
        changes = {spec.name: change(getattr(form, spec.name), known) for spec in fields(form)}
        return replace(form, **changes) if changes else form

    result: f.Expr = change(e, names)
    return result
