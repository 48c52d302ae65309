"""Turns a loop over a filtered or mapped list into a loop over its source.

No intermediate list is made. A `let` around the list of a loop moves around the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ggl.compiler.passes.expression_queries import TRUE
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free_names, substituted
from ggl.core.types import ListOf
from ggl.core.walk import rebuilt, variables


def fuse_loops(core: f.CoreGame) -> f.CoreGame:
    """Takes and gives a core; the meaning stays."""
    fresh = Fresh(core)

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Filter | f.Fold | f.Listing):
            return form
        source: Any = form.source
        if isinstance(source, f.Let) and source.name not in variables(replace(form, source=source.value)):
            return replace(source, body=change(replace(form, source=source.body)))  # type: ignore[arg-type]
        if isinstance(source, f.Filter) and isinstance(source.type, ListOf):
            if form.name != source.name and form.name in free_names(source.test):
                return form
            first = substituted(source.test, {source.name: form.name}, fresh)
            test = first if form.test == TRUE else f.And((first, form.test))
            return change(replace(form, source=source.source, test=test))
        if isinstance(form, f.Fold) and isinstance(source, f.Listing):
            return _over_listing(form, source, change)
        return form

    return rebuilt(core, change)


def _over_listing(form: f.Fold, source: f.Listing, change: Callable[[f.Form], f.Form]) -> f.Form:
    """Counts, sums up or tests the source of a listing directly, without the list."""
    if form.monoid not in ("count", "sum", "any", "all") or source.name in variables((form.test, form.body)) | {form.name}:
        return form
    if source.join:
        inner = change(replace(form, source=source.body))
        return replace(form, monoid="sum" if form.monoid == "count" else form.monoid, name=source.name, source=source.source,
                       test=source.test, body=inner)  # type: ignore[arg-type]  # fmt: skip
    test: f.Expr = source.test
    if form.test != TRUE:
        test = f.And((test, f.Let(form.name, source.body, form.test)))
    body = f.Let(form.name, source.body, form.body) if form.name in variables(form.body) else form.body
    return change(replace(form, name=source.name, source=source.source, test=test, body=body))
