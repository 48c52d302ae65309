"""Capture-avoiding, simultaneous substitution of values for free variables in expressions and effects.

    free(form)                      the variables that a form leaves free
    substituted(form, values)       names that the form binds stay, but for one that would catch a free variable of a value
    copied(form, values, fresh)     each name that the form binds becomes a fresh one, so that the form may stand in a game twice
    Fresh(game)                     names that stand nowhere in the game

A value that is a text renames: each use keeps its own type, which may say that a value is there where another use does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from ggl.core import forms as f
from ggl.core.types import BOOL, ListOf, SetOf
from ggl.core.walk import parts, walk

Value = f.Expr | str
_T = TypeVar("_T")

SCOPES: dict[type[f.Form], tuple[str, ...]] = {
    f.Let: ("body",),
    f.Some: ("then",),
    f.Filter: ("test",),
    f.Fold: ("test", "body"),
    f.Listing: ("test", "body"),
    f.Leading: ("test",),
    f.ForDo: ("body",),
    f.LetDo: ("body",),
}
"""The forms that bind a name, with the fields in which it stands for something."""


class Fresh:
    """Gives names that stand in none of some forms, each once."""

    def __init__(self, *forms: object) -> None:
        self._forms = forms

    @cached_property
    def _numbers(self) -> Iterator[int]:
        names = (getattr(form, "name", "") for form in walk(self._forms))
        numbers = (name.rpartition("~")[2] for name in names if "~" in name)
        return count(1 + max((int(number) for number in numbers if number.isdecimal()), default=0))

    def name(self, stem: str) -> str:
        return f"{stem.partition('~')[0]}~{next(self._numbers)}"


def free(form: object) -> set[f.Var]:
    """The variables that a form, or a tuple of forms, leaves free; one that is used with two types is there twice."""
    if isinstance(form, f.Var):
        return {form}
    scope = SCOPES.get(type(form))  # type: ignore[arg-type]
    if scope is None:
        return {each for part in parts(form) for each in free(part)}
    inside = free(tuple(getattr(form, field) for field in scope))
    outside = free(tuple(getattr(form, spec.name) for spec in fields(form) if spec.name not in scope))  # type: ignore[arg-type]
    return {each for each in inside if each.name != form.name} | outside  # type: ignore[attr-defined]


def free_names(form: object) -> set[str]:
    return {each.name for each in free(form)}


def copied(form: _T, values: Mapping[str, Value], fresh: Fresh) -> _T:
    """A form with values put for its free variables, that binds names of its own only."""
    return _changed(form, values, fresh.name)


def substituted(form: _T, values: Mapping[str, Value], fresh: Fresh | None = None) -> _T:
    """A form with values in place of its free variables. A bound name that would capture one of theirs becomes fresh."""
    caught = {name for value in values.values() for name in ([value] if isinstance(value, str) else free_names(value))}

    def new_name(name: str) -> str:
        nonlocal fresh
        if name not in caught:
            return name
        fresh = fresh or Fresh(form, *(f.Var(value, BOOL) if isinstance(value, str) else value for value in values.values()))
        return fresh.name(name)

    return _changed(form, values, new_name)


def _changed(form: _T, values: Mapping[str, Value], new_name: Callable[[str], str]) -> _T:
    def change(part: Any, known: Mapping[str, Value]) -> Any:
        if isinstance(part, f.Var):
            return _put(part, known.get(part.name))
        if isinstance(part, tuple):
            return tuple(change(item, known) for item in part)
        if type(part).__module__ != f.__name__ or isinstance(part, f.Table):
            return part
        scope = SCOPES.get(type(part), ())
        inner = known
        changes: dict[str, Any] = {}
        if scope:
            changes["name"] = new_name(part.name)
            inner = {**known, part.name: changes["name"]}
        for spec in fields(part):
            if spec.name != "name" or not scope:
                changes[spec.name] = change(getattr(part, spec.name), inner if spec.name in scope else known)
        return replace(part, **changes)

    return change(form, values)  # type: ignore[no-any-return]


def _put(use: f.Var, value: Value | None) -> f.Expr:
    """The expression in place of one use of a variable."""
    if value is None:
        return use
    if isinstance(value, str):
        return replace(use, name=value)
    if isinstance(value, f.Var) and isinstance(use.type, SetOf | ListOf):
        return replace(value, type=use.type)  # each use keeps its own type of the set
    if isinstance(value, f.Lit) and isinstance(use.type, SetOf):
        return f.Lit(value.value, use.type)
    return value
