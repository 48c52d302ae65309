"""Inlines a definition that is called at only one place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from ggl.core import forms as f
from ggl.core.substitution import Fresh, substituted
from ggl.core.walk import rebuilt, walk


def inline_single_use(core: f.CoreGame) -> f.CoreGame:
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
