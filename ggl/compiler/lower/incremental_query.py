"""Re-evaluates failed queries only where their inputs changed.

`any(g in groups(p) if test(g))`, where the test looks at nothing but g, is stored with the set W whose parts all failed. Of
another set, a part can pass only if it has an element outside W, or lies beside an element of W that it lacks: any other part
is also a part of W. `any(c in cells if test(c))`, where the board determines the sites that test(c) reads (`footprint.py`), is
stored with what was read there: only a c that reads a changed site can pass. There is an entry for each value of the variable
on which the query depends, such as the player. So this is a cache of a pure function, valid whatever happened to the position
since.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ONE, ZERO, choose, ne, not_, some, union
from ggl.compiler.lower.atlas_queries import atlas_and_set, leads_back
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, local
from ggl.compiler.lower.component_cache import each_of_parts
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atoms, lower_condition, short_circuit, united
from ggl.compiler.lower.folds import decide_fold, each_member, narrow_fold
from ggl.compiler.lower.footprint import Footprint, footprint
from ggl.compiler.lower.relations import image_of
from ggl.compiler.lower.vectorize import vectorized
from ggl.compiler.memory import entry_count, signed_words
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.substitution import free, free_names
from ggl.core.types import Fin, Opt, SetOf
from ggl.core.walk import READS, uses

MOST_KEPT = 8
"""The values of a variable that have a stored set each."""


def decide_incrementally(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    if e.monoid == "any" and isinstance(e.source, f.Blocks):
        test = (e.test, e.body)
        looks = free_names(test) - {e.name} or uses(test, *READS, f.Call)
        kept = None if looks or not leads_back(ctx, e.source.relation) else _hangs_upon(e.source.within, env)
        if kept is not None:
            return _asked_of_new_parts(ctx, fn, e, e.source, env, *kept)
    return decide_fold(ctx, fn, e, env)


def narrow_incrementally(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words | None:
    test = f.And(tuple(parts_of(f.And((e.test, e.body)))))
    if e.monoid == "any" and isinstance(e.source, f.Lit) and not _is_vectorized(ctx, e, test):
        found = _asked_of_new_sites(ctx, fn, e.source, e.name, test, env)
        if found is not None:
            return found
    return narrow_fold(ctx, fn, e, env)


def _is_vectorized(ctx: Context, e: f.Fold, test: f.And) -> bool:
    """Whether no condition is evaluated site by site: that is cheaper than caching."""
    type_ = e.source.type
    assert isinstance(type_, SetOf)
    return all(vectorized(ctx, part, e.name, type_) is not None for part in test.parts)


def _asked_of_new_parts(
    ctx: Context, fn: FunctionBuilder, e: f.Fold, source: f.Blocks, env: Env, number: k.Expression, numbers: int
) -> Words:
    at, within = atlas_and_set(ctx, fn, source, env)
    within = fn.bind(within, "within")
    count = len(within)
    kept = fn.let(ctx.m.memory.keep(numbers * count) + number * count, "kept")
    changed = [fn.let(word ^ V[kept + part], "changed") for part, word in enumerate(within)]
    result = fn.let(False, "found")
    with fn.if_(some(changed)):
        rest = [fn.let(a & b, "rest") for a, b in zip(changed, within, strict=True)]
        gone = [fn.let(a & ~b, "gone") for a, b in zip(changed, within, strict=True)]
        with fn.if_(some(gone)):
            names = [local(fn.fresh("beside")) for _ in gone]
            beside = fn.call(names, image_of(ctx, source.relation, count, count)(V, T, *gone))
            for a, b, c in zip(rest, beside, within, strict=True):
                fn.set(a, a | b & c)
        of = source.type.of
        assert isinstance(of, SetOf)
        with each_of_parts(ctx, fn, source.relation, at, within, rest, near=uses((e.test, e.body), f.Image)) as item:
            inner = {**env, e.name: item}
            test = tuple(parts_of(f.And((e.test, e.body))))
            with fn.passing(), fn.if_(short_circuit(ctx, fn, test, inner)):
                fn.set(result, True)
                fn.leave()
        with fn.if_(not_(result)):
            for part, word in enumerate(within):
                fn.store(kept + part, word)
    return (result,)


def _asked_of_new_sites(ctx: Context, fn: FunctionBuilder, source: f.Lit, name: str, test: f.And, env: Env) -> Words | None:
    type_ = source.type
    assert isinstance(type_, SetOf)
    where = footprint(test, name, type_.of, ctx.m.core) if isinstance(type_.of, Fin) else None
    kept = _hangs_upon(test, env, name)
    if where is None or kept is None or any(field not in ctx.m.memory.planes for field in where.fields):
        return None
    assert isinstance(type_.of, Fin)
    number, numbers = kept
    looked_at = _planes_of(ctx, fn, where, env)
    count = entry_count(type_)
    sites = tuple(read or 1 << place for place, read in enumerate(where.sites))  # who reads nothing is asked once, too
    back = ctx.m.memory.inverse(ctx.m.memory.related(type_.of, sites), type_.of.domain.size)
    size = 1 + len(looked_at)
    at = fn.let(ctx.m.memory.keep(numbers * size) + number * size, "kept")
    changed = []
    for part, full in enumerate(signed_words((1 << type_.of.domain.size) - 1, count)):
        differs = union([word ^ V[at + (1 + place)] for place, word in enumerate(looked_at) if place % count == part])
        changed.append(fn.let(choose(ne(V[at], 0), differs, full), "changed"))
    result = fn.let(False, "found")
    with fn.if_(some(changed)):
        names = [local(fn.fresh("beside")) for _ in changed]
        beside = fn.call(names, image_of(ctx, back, count, count)(V, T, *changed))
        rest = tuple(word & mask for word, mask in zip(beside, signed_words(source.code, count), strict=True))
        with each_member(ctx, fn, rest, type_) as item, fn.if_(lower_condition(ctx, fn, test, {**env, name: item})):
            fn.set(result, True)
            fn.leave()
        with fn.if_(not_(result)):
            for place, word in enumerate((ONE, *looked_at)):
                fn.store(at + place, word)
    return (result,)


def _planes_of(ctx: Context, fn: FunctionBuilder, where: Footprint, env: Env) -> Words:
    """The reads: the planes, with all but one for each field, since the others determine the last."""
    found: Words = ()
    for plane in where.planes:
        found += atoms(ctx, fn, plane, env)
    for name in where.fields:
        planes = ctx.m.memory.planes[name]
        for code in range(planes.codes - 1):
            found += united(ctx, fn, planes, 1 << code)
    return found


def _hangs_upon(e: f.Expr, env: Env, name: str = "") -> tuple[k.Expression, int] | None:
    """The number of cached values, and their count: one for each value of the variable that they depend on, and one for none;
    None if there are several variables, or if it has many values."""
    hung = {each.name: each.type for each in free(e) if each.name != name}
    if not hung:
        return ZERO, 1
    if len(hung) > 1:
        return None
    ((variable, type_),) = hung.items()
    of = type_.of if isinstance(type_, Opt) else type_
    if not isinstance(of, Fin) or of.domain.size >= MOST_KEPT:
        return None
    return env[variable][0], of.domain.size + 1
