"""Specializes a definition for a call that passes a known set to a parameter over which the definition loops."""

from __future__ import annotations

from dataclasses import replace

from ggl.core import forms as f
from ggl.core.types import SetOf
from ggl.core.walk import bound, rebuilt, walk

MOST_COPIES = 32


def specialize(core: f.CoreGame) -> f.CoreGame:
    """Specializes a definition for a call that passes a known set to a parameter over which the definition loops."""
    bodies = {definition.name: definition for definition in core.definitions}
    copies: dict[str, f.Definition] = {}

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Call):
            return form
        definition = bodies.get(form.name)
        if definition is None:
            return form
        sources = {inner.source for inner in walk(definition.body) if isinstance(inner, f.Fold | f.Filter)}
        known = {
            param: arg
            for arg, (param, type_) in zip(form.args, definition.params, strict=True)
            if isinstance(arg, f.Lit)
            and isinstance(type_, SetOf)
            and f.Var(param, type_) in sources
            and param not in bound(definition.body)
        }
        if not known:
            return form
        name = " ".join([form.name, *(f"{param}={arg.value}" for param, arg in known.items())])
        if name not in copies:
            if len(copies) >= MOST_COPIES:
                return form
            body = rebuilt(
                definition.body,
                lambda inner: (
                    replace(known[inner.name], type=inner.type)
                    if isinstance(inner, f.Var) and inner.name in known and isinstance(inner.type, SetOf)
                    else inner
                ),
            )
            params = tuple((param, type_) for param, type_ in definition.params if param not in known)
            copies[name] = replace(definition, name=name, params=params, body=body)
            copies[name] = replace(copies[name], body=rebuilt(body, change))
        left = tuple(arg for arg, (param, _) in zip(form.args, definition.params, strict=True) if param not in known)
        return replace(form, name=name, args=left)

    result = rebuilt(core, change)
    return replace(result, definitions=(*result.definitions, *copies.values()))
