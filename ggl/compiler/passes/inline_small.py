"""Inlines small definitions; an argument that is used twice gets a name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ggl.compiler.passes.expression_queries import expression_size
from ggl.core import forms as f
from ggl.core.substitution import Fresh, copied
from ggl.core.walk import rebuilt, walk

SMALL = 14
"""Forms that a definition's body may have to be put in place of its calls."""


def inline_small(core: f.CoreGame) -> f.CoreGame:
    """Calls of definitions with few forms become their bodies; an argument that is computed twice gets a name."""
    fresh = Fresh(core)
    bodies = {definition.name: definition for definition in core.definitions}
    done: dict[str, f.Expr] = {}

    def body(name: str) -> f.Expr:
        if name not in done:
            done[name] = rebuilt(bodies[name].body, change)
        return done[name]

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Call) or expression_size(body(form.name)) > SMALL:
            return form
        names: dict[str, f.Expr] = {}
        lets: list[tuple[str, f.Expr]] = []
        used = Counter(inner.name for inner in walk(body(form.name)) if isinstance(inner, f.Var))
        for arg, (param, _) in zip(form.args, bodies[form.name].params, strict=True):
            if isinstance(arg, f.Var | f.Lit) or used[param] == 0 or (isinstance(arg, f.Tab) and expression_size(arg) <= 2):
                names[param] = arg
            else:
                name = fresh.name(param)
                lets.append((name, arg))
                names[param] = f.Var(name, arg.type)
        result = copied(body(form.name), names, fresh)
        for name, arg in reversed(lets):
            result = f.Let(name, arg, result)
        return result

    kept = tuple(replace(definition, body=body(definition.name)) for definition in core.definitions)
    return rebuilt(replace(core, definitions=kept), change)
