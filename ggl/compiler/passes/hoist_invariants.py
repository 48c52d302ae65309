"""Computes images of sets before a loop if the sets do not change in it.

In a loop over x, `image(x) meets S` first becomes `x meets image(S)` if the relation is its own inverse. A move whose parameter
goes through a list tests one member after the other: sets that no parameter changes are computed before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ggl.compiler.passes.expression_queries import changed_here, inside
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free_names
from ggl.core.types import ListOf, SetOf
from ggl.core.walk import bound, rebuilt, uses, variables, walk

LOOPS = f.Filter | f.Fold | f.Listing | f.Leading


def hoist_invariants(core: f.CoreGame) -> f.CoreGame:
    """Around a loop over x, `image(x) meets S` becomes `x meets image(S)` where the relation is its own inverse; then what does
    not speak of x, and is the first thing asked, is computed before the loop."""
    fresh = Fresh(core)
    symmetric = {
        form.relation for form in walk(core) if isinstance(form, f.Image) and _is_symmetric(core, form.relation)
    }  # fmt: skip

    def loop(form: f.Form) -> f.Form:
        if isinstance(form, f.Schema):
            return _before_lists(form, fresh)
        if not isinstance(form, LOOPS):
            return form

        def turn(inner: f.Form) -> f.Form:
            match inner:
                case f.SetOp("meet", f.Image(relation, of) as image, other) if relation in symmetric:
                    if form.name in variables(of) and form.name not in variables(other):
                        return replace(inner, left=of, right=f.Image(relation, other, image.type))
            return inner

        changed = replace(form, test=changed_here(form.test, turn))
        lets: list[tuple[str, f.Expr]] = []
        within = {form.name, *bound(changed.test)}

        def take(e: f.Expr) -> f.Expr:
            """The images that stay the same around the loop, each by a name."""

            def out(inner: f.Form) -> f.Form:
                if isinstance(inner, f.Image | f.Close | f.Cross) and not variables(inner) & within:
                    for name, known in lets:
                        if known == inner:
                            return f.Var(name, inner.type)
                    lets.append((fresh.name("fixed"), inner))
                    return f.Var(lets[-1][0], inner.type)
                return inner

            return changed_here(e, out)

        result: f.Expr = replace(changed, test=take(changed.test))
        for name, value in reversed(lets):  # a later value may refer to an earlier name
            result = f.Let(name, value, result)
        return result

    return rebuilt(core, loop)


def _before_lists(schema: f.Schema, fresh: Fresh) -> f.Schema:
    """A move with a name for each set in its conditions that is computed and names no parameter, if one goes through a list."""
    if not any(isinstance(param.source.type, ListOf) for param in schema.params):
        return schema
    lets: dict[f.Expr, str] = {}

    def out(e: f.Expr) -> f.Expr:
        if isinstance(e, f.After):
            return e
        if isinstance(e.type, SetOf) and uses(e, *_COMPUTED) and not free_names(e):
            return f.Var(lets.setdefault(e, fresh.name("fixed")), e.type)
        return inside(e, out)

    guard = tuple(replace(condition, test=out(condition.test)) for condition in schema.guard)
    return replace(schema, lets=(*(f.Bind(name, value) for value, name in lets.items()), *schema.lets), guard=guard)


_COMPUTED = (f.Image, f.Close, f.Cross, f.Filter, f.Fold, f.Listing, f.Call)


def _is_symmetric(core: f.CoreGame, name: str) -> bool:
    entries: Any = next(table.entries for table in core.tables if table.name == name)
    return all(
        entries[other] >> place & 1
        for place, mask in enumerate(entries)
        for other in range(mask.bit_length())
        if mask >> other & 1 and other < len(entries)
    ) and all(mask.bit_length() <= len(entries) for mask in entries)
