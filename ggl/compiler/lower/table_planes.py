"""The plane that a table names for a player or a piece, such as the one of `cells with own stone`.

Each entry of such a table is one code, or none. So a table of its own holds the place where the plane begins, and none leads to a
plane that is always empty: code needs neither a search for the code in a set of codes nor a test whether there is one.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import literal
from ggl.compiler.lower.builder import FunctionBuilder, V, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, is_one, united
from ggl.compiler.lower.supposed_codes import is_among, with_supposed
from ggl.compiler.memory import Planes
from ggl.core import forms as f
from ggl.core.types import Fin, Opt


def plane_of(ctx: Context, fn: FunctionBuilder, e: f.Plane, planes: Planes, env: Env) -> Words:
    """The sites where a field has one of the codes that are not known beforehand."""
    found = plane_as_it_is(ctx, fn, e, planes, env)
    if found is None:
        return united(ctx, fn, planes, atom(ctx, fn, e.values, env, "codes"), one=is_one(ctx, e.values))
    change = ctx.supposed.get(planes.start)
    if change is None:
        return found
    known = is_among(ctx, change, e.values)
    there = literal(int(known)) if known is not None else atom(ctx, fn, e.values, env, "codes") >> change.code & 1
    return with_supposed(ctx, fn, found, change, e.values, there)


def plane_as_it_is(ctx: Context, fn: FunctionBuilder, e: f.Plane, planes: Planes, env: Env) -> Words | None:
    """The plane before suppositions, if the codes are an entry of a table."""
    empty = ctx.m.memory.placed([0] * planes.words)

    def begins(codes: int) -> int:
        return planes.start + (codes.bit_length() - 1) * planes.words if codes else empty

    start = number_of_entry(ctx, fn, e.values, env, begins, "start") if is_one(ctx, e.values) else None
    return None if start is None else tuple(V[start + part] for part in range(planes.words))


def number_of_entry(
    ctx: Context, fn: FunctionBuilder, values: f.Expr, env: Env, number: Callable[[int], int], stem: str
) -> k.Expression | None:
    """The number that belongs to the set of codes, if this is an entry of a table with one index that is sure to be in it."""
    if not isinstance(values, f.Tab) or len(values.index) != 1:
        return None
    entries, type_ = ctx.m.memory.relation(values.table), values.index[0].type
    domain = type_.of if isinstance(type_, Opt) else type_
    if not isinstance(domain, Fin) or domain.domain.size > len(entries):
        return None
    table = ctx.m.memory.placed([*map(number, entries), number(0)])
    return fn.let(V.fixed(atom(ctx, fn, values.index[0], env, "i") + table), stem)
