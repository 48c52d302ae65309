"""The group of a piece that is supposed to be put on a site, as in the conditions after a move.

Where an atlas stands for the set as it is, and the site is not in it, the group is the site and the parts that it touches: which
element the set has more than the atlas is not looked for. The image of the group comes with it, and is not looked for again.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, literal, ne, not_, some
from ggl.compiler.lower.atlas_queries import atlas_of, leads_back, near_of
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, local
from ggl.compiler.lower.component_cache import (
    AT,
    PATIENCE,
    X,
    close,
    group_function,
    is_set,
    join,
    near_function,
)
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, is_one
from ggl.compiler.lower.supposed_codes import is_among, was_among, with_supposed
from ggl.compiler.lower.table_planes import plane_as_it_is
from ggl.core import forms as f


def lower_close(ctx: Context, fn: FunctionBuilder, e: f.Close, env: Env) -> Words:
    found = _group_of_supposed(ctx, fn, e, env)
    return close(ctx, fn, e, env) if found is None else found


def _group_of_supposed(ctx: Context, fn: FunctionBuilder, e: f.Close, env: Env) -> Words | None:
    """The group of the supposed site in a set that the piece may be of; None for any other site or set."""
    if not isinstance(e.within, f.Plane) or not isinstance(e.seed, f.Single) or not leads_back(ctx, e.relation):
        return None
    planes = ctx.m.memory.planes.get(e.within.field)
    change = None if planes is None else ctx.supposed.get(planes.start)
    if planes is None or change is None or not is_one(ctx, e.within.values):
        return None
    region = ctx.regions[e.relation]
    if planes.words != region.words or atom(ctx, fn, e.seed.item, env, "i") != change.site:
        return None
    atlas = atlas_of(ctx, fn, e, env)
    before = None if atlas is None else plane_as_it_is(ctx, fn, e.within, planes, env)
    if atlas is None or before is None:
        return None
    known = is_among(ctx, change, e.within.values)
    if known is None:
        there: k.Expression = fn.let(atom(ctx, fn, e.within.values, env, "codes") >> change.code & 1, "there")
    else:
        there = literal(int(known))
    before = fn.bind(before, "set")
    count = region.words
    part, near = (tuple(local(fn.fresh(stem)) for _ in range(count)) for stem in ("part", "near"))
    tests = [is_set(atlas, before)] if known else [ne(there, 0), is_set(atlas, before)]
    if was_among(ctx, change, e.within.values) is not False:
        tests.append(not_(some([a & b for a, b in zip(before, change.bits, strict=True)])))
    with fn.if_(all_of(tests)):
        fn.call((*part, *near), _put(ctx, e.relation)(V, T, atlas, change.site))
    with fn.else_():
        whole = fn.bind(with_supposed(ctx, fn, before, change, e.within.values, there), "set")
        fn.call(part, group_function(ctx, e)(V, T, atlas, change.site, *whole))
        fn.call(near, near_function(ctx, e.relation)(V, T, *part))
    near_of(ctx, fn, e.relation)[part] = near
    return part


def _put(ctx: Context, relation: str) -> Callee:
    """The part that an element from outside would have, and its image."""
    region = ctx.regions[relation]

    def write(fn: FunctionBuilder) -> None:
        part, near = join(ctx, fn, relation, X)
        fn.store(region.last, AT + (region.beside - region.start))
        fn.store(AT + region.asked, PATIENCE)
        fn.ret(*part, *near)

    return ctx.m.function("put", relation, (AT, X), write)
