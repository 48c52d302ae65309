"""Passes from core to core, so that what belongs together stands together in one emitted function.

gathered(core)   a definition that is called at one place only becomes its body there
fused(core)      a loop over a filtered list becomes a loop over the list, with both tests, and one over a list that is made a
                 loop over what it is made of, so that no list is made on the way;
                 a name that is given to a value around what a loop goes through is given to it around the loop
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ggl.compiler.passes.terms import TRUE
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free_names, substituted
from ggl.core.types import ListOf
from ggl.core.walk import rebuilt, variables, walk

_LOOPS = f.Filter | f.Fold | f.Listing


def gathered(core: f.CoreGame) -> f.CoreGame:
    """Takes and gives a core; the meaning stays."""
    fresh = Fresh(core)
    bodies = {definition.name: definition for definition in core.definitions}
    calls: Counter[str] = Counter()
    rest: list[object] = [replace(core, definitions=())]
    while rest:
        for form in walk(rest.pop()):
            if isinstance(form, f.Call):
                calls[form.name] += 1
                if calls[form.name] == 1:
                    rest.append(bodies[form.name].body)

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Call) or calls[form.name] != 1 or bodies[form.name].body.type != form.type:
            return form
        definition = bodies[form.name]
        body: Any = rebuilt(definition.body, change)
        names = {
            param: arg.name if isinstance(arg, f.Var) else fresh.name(param)
            for arg, (param, _) in zip(form.args, definition.params, strict=True)
        }
        body = substituted(body, names, fresh)
        for arg, name in reversed(list(zip(form.args, names.values(), strict=True))):
            if not isinstance(arg, f.Var):
                body = f.Let(name, arg, body)
        return body  # type: ignore[no-any-return]

    return rebuilt(core, change)


def fused(core: f.CoreGame) -> f.CoreGame:
    """Takes and gives a core; the meaning stays."""
    fresh = Fresh(core)

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, _LOOPS):
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
    """What is counted, summed up or asked of a list that is made is that of what it is made of."""
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


__all__ = ["fused", "gathered"]
