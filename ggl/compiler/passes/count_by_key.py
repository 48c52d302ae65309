"""`count(x in S if key(x) == n)` in a loop over n becomes a list of counts for all n, made once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ggl.compiler.passes.terms import TRUE, changed_here, key_counted, run_through
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free_names
from ggl.core.types import ListOf, Num
from ggl.core.walk import bound, rebuilt


def count_by_key(core: f.CoreGame) -> f.CoreGame:
    """Within a loop over known numbers n, how many members of a set that stays the same have the number n: for all n at once."""
    fresh = Fresh(core)

    def loop(form: f.Form) -> f.Form:
        if not isinstance(form, f.Filter | f.Fold | f.Listing) or run_through(form.source) is None:
            return form
        lets: list[tuple[str, f.Listing]] = []
        inside = {form.name, *bound(form.test), *(bound(form.body) if not isinstance(form, f.Filter) else ())}

        def out(inner: f.Form) -> f.Form:
            if not isinstance(inner, f.Fold) or key_counted(inner, form.name) is None:
                return inner
            if free_names(inner) & (inside - {form.name}):
                return inner
            lists = ListOf(inner.type)
            listing = f.Listing(form.name, form.source, TRUE, inner, False, lists)
            known = next((name for name, other in lets if other == listing), None)
            if known is None:
                known = fresh.name("tally")
                lets.append((known, listing))
            return f.ListOp("at", (f.Var(known, lists), _counted_from_1(form)), inner.type)

        parts_changed: dict[str, Any] = {"test": changed_here(form.test, out)}
        if not isinstance(form, f.Filter):
            parts_changed["body"] = changed_here(form.body, out)
        result: f.Expr = replace(form, **parts_changed)
        for name, listing in lets:
            result = f.Let(name, listing, result)
        return result

    return rebuilt(core, loop)


def _counted_from_1(form: f.Filter | f.Fold | f.Listing) -> f.Expr:
    numbers = run_through(form.source)
    assert numbers is not None
    less = numbers.start - 1
    name = f.Var(form.name, Num(numbers.start, numbers.stop - 1))
    return f.Arith("sub", (name, f.Lit(less, Num(less, less))), Num(1, len(numbers))) if less else name
