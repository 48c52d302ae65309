"""Evaluates a subexpression once if an expression certainly evaluates it and needs it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from ggl.compiler.passes.expression_queries import changed_here, each_expression, expression_size, here, inside
from ggl.core import forms as f
from ggl.core.substitution import Fresh
from ggl.core.walk import bound, parts, variables, walk

_EXPR = get_args(f.Expr)


def eliminate_common_subexpressions(core: f.CoreGame, stem: str = "known") -> f.CoreGame:
    """Names what an expression surely evaluates and needs again: the stem, which is in no name yet, and a number."""
    fresh = Fresh(core)

    def whole(e: f.Expr) -> f.Expr:
        if not _repeats(e):
            return e
        while (found := _twice(e)) is not None:
            name = fresh.name(stem)
            e = f.Let(name, found, _put(e, found, f.Var(name, found.type)))
        return inside(e, whole)

    return each_expression(core, whole)


_Call = f.Call | f.Close | f.Cross | f.Image


def _repeats(e: f.Expr) -> bool:
    """Whether a call stands at two places in an expression; otherwise it does so in no part of it."""
    calls = [form for form in walk(e) if isinstance(form, _Call)]
    return len(set(calls)) < len(calls)


def _twice(e: f.Expr) -> f.Expr | None:
    """The largest call that is surely computed, and stands at another place as well; no name in it is bound in `e`."""
    inside = bound(e)
    counted = Counter(form for form in here(e) if isinstance(form, _Call))
    sure = [form for form in _surely(e) if counted[form] > 1 and not variables(form) & inside and form is not e]
    return max(sure, key=expression_size, default=None)


def _surely(e: f.Form) -> Iterator[Any]:
    """The forms that are computed whenever the expression is."""
    if isinstance(e, _Call):
        yield e
    match e:
        case f.And(inner) | f.Or(inner):
            first = inner[:1]
        case f.If(test):
            first = (test,)
        case f.Some(_, value):
            first = (value,)
        case f.Filter() | f.Fold() | f.Listing() | f.Leading():
            first = (e.source,)
        case f.Let(_, value, body):
            first = (value, body)
        case f.Can() | f.After() | f.Seen():
            first = ()
        case _:
            first = tuple(part for part in parts(e) if isinstance(part, _EXPR))
    for part in first:
        yield from _surely(part)


def _put(e: f.Expr, old: f.Expr, new: f.Expr) -> f.Expr:
    return changed_here(e, lambda form: new if form == old else form)
