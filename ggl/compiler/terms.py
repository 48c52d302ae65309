"""Expressions of the core as terms: the parts of a condition, and names put in place of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import count
from typing import Any

from ggl.core import forms as f
from ggl.core.types import BOOL, ListOf, SetOf
from ggl.core.walk import BINDERS

TRUE = f.Lit(1, BOOL)


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
