"""Queries that passes and lowering share: outermost expressions, the parts of a condition, forms evaluated on one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar, get_args

from ggl.core import forms as f
from ggl.core.types import BOOL, Num, SetOf
from ggl.core.walk import READS, parts, uses, variables, walk

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
    """An expression with its direct parts changed."""
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


def met_by(test: f.Expr, name: str) -> f.Expr | None:
    """The set that a test requires to meet the name's set, if it requires only that."""
    match test:
        case f.Fold("any", _, f.SetOp("meet", left, right), test=inner, body=body) if inner == body == TRUE:
            for one, other in ((left, right), (right, left)):
                if isinstance(one, f.Var) and one.name == name and name not in variables(other):
                    return other
    return None


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


def expression_size(form: object) -> int:
    """How many forms there are in a form."""
    return sum(1 for _ in walk(form))


def here(e: object) -> Iterator[f.Form]:
    """The forms in an expression that are asked on the same position as it is: none that stand behind an `After`."""
    if isinstance(e, f.After):
        return
    if isinstance(e, f.Form):
        yield e
    for part in parts(e):
        yield from here(part)


def changed_here(e: f.Expr, change: Callable[[f.Form], f.Form]) -> f.Expr:
    """An expression with each of those forms changed, the inner ones first."""
    if isinstance(e, f.After):
        return e
    inner = inside(e, lambda part: changed_here(part, change))
    return change(inner)  # type: ignore[return-value]


def calls_in(form: Any) -> list[f.Call]:
    return [inner for inner in walk(form) if isinstance(inner, f.Call)]


def static_definitions(core: f.CoreGame) -> set[str]:
    """The definitions that read no position, by themselves or by others that they call."""
    found = {definition.name for definition in core.definitions if not uses(definition.body, *READS)}
    bodies = {definition.name: definition.body for definition in core.definitions}
    while True:
        left = {name for name in found if all(call.name in found for call in calls_in(bodies[name]))}
        if left == found:
            return found
        found = left
