"""`count(x in S if key(x) == n)` in a loop over n becomes a list of counts for all n, made once.

A loop whose test holds only where such a count is above another number runs over the keys that there are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ggl.compiler.passes.expression_queries import TRUE, changed_here, key_counted, parts_of, run_through
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free_names
from ggl.core.types import ListOf, Num, SetOf
from ggl.core.walk import bound, rebuilt


def count_by_key(core: f.CoreGame) -> f.CoreGame:
    """Within a loop over known numbers n, how many members of a set that stays the same have the number n: for all n at once."""
    fresh = Fresh(core)

    def loop(form: f.Form) -> f.Form:
        if not isinstance(form, f.Filter | f.Fold | f.Listing) or run_through(form.source) is None:
            return form
        lets: list[tuple[str, f.Expr]] = []
        source: f.Expr = form.source
        more = _asked_to_be_more(form)
        if more is not None:  # only numbers that some member has are counted
            counted, key = more
            things = f.Var(fresh.name("counted"), counted.source.type)
            lets.append((things.name, counted.source))
            of_these = replace(counted, source=things)
            form = replace(form, test=changed_here(form.test, lambda each: of_these if each == counted else each))
            numbers = form.source.type
            assert isinstance(numbers, SetOf)
            source = replace(of_these, monoid="union", test=TRUE, body=f.Single(key, numbers), type=numbers)
        inside = {form.name, *bound(form.test), *(bound(form.body) if not isinstance(form, f.Filter) else ())}
        whole = form

        def out(inner: f.Form) -> f.Form:
            if not isinstance(inner, f.Fold) or key_counted(inner, whole.name) is None:
                return inner
            if free_names(inner) & (inside - {whole.name}):
                return inner
            lists = ListOf(inner.type)
            listing = f.Listing(whole.name, whole.source, TRUE, inner, False, lists)
            known = next((name for name, other in lets if other == listing), None)
            if known is None:
                known = fresh.name("tally")
                lets.append((known, listing))
            return f.ListOp("at", (f.Var(known, lists), _counted_from_1(whole)), inner.type)

        parts_changed: dict[str, Any] = {"test": changed_here(form.test, out), "source": source}
        if not isinstance(form, f.Filter):
            parts_changed["body"] = changed_here(form.body, out)
        result: f.Expr = replace(form, **parts_changed)
        for name, bound_to in reversed(lets):
            result = f.Let(name, bound_to, result)
        return result

    return rebuilt(core, loop)


def _asked_to_be_more(form: f.Filter | f.Fold | f.Listing) -> tuple[f.Fold, f.Expr] | None:
    """A count for the number that has to be above another number which is never negative, and its key."""
    for part in parts_of(form.test):
        match part:
            case f.Compare("lt", less, f.Fold() as counted) if isinstance(less.type, Num) and less.type.lo >= 0:
                key = key_counted(counted, form.name)
                if key is not None:
                    return counted, key
    return None


def _counted_from_1(form: f.Filter | f.Fold | f.Listing) -> f.Expr:
    numbers = run_through(form.source)
    assert numbers is not None
    less = numbers.start - 1
    name = f.Var(form.name, Num(numbers.start, numbers.stop - 1))
    return f.Arith("sub", (name, f.Lit(less, Num(less, less))), Num(1, len(numbers))) if less else name
