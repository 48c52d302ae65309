"""Conditions that ask whether a site's relation leads into a set: `any R[x] & S`, for all sites x at once.

The sites for which one holds are the image of S under the inverse of R. Where a site must meet several sets by one relation, the
images have one plan, which moves what they have in common once (`bit_permutation.intersect_images`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.lower.bit_permutation import MOST_PIECES, intersect_images, mapped, pieces_of
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words
from ggl.compiler.lower.context import Env, Plan
from ggl.compiler.lower.expressions import bind_result, lower_value, resize
from ggl.compiler.lower.query import Query
from ggl.compiler.lower.relations import image_of, is_shifts
from ggl.compiler.memory import entry_count
from ggl.compiler.passes.expression_queries import TRUE
from ggl.core import forms as f
from ggl.core.types import Fin, SetOf
from ggl.core.walk import variables


def grouped_by_image(tests: Sequence[f.Expr]) -> list[tuple[f.Expr, ...]]:
    """The conditions, those that ask for images of one name under one relation together, each other one alone."""
    groups: dict[object, list[f.Expr]] = {}
    for number, test in enumerate(tests):
        asked = _image(test)
        groups.setdefault(number if asked is None else asked[:2], []).append(test)
    return [tuple(group) for group in groups.values()]


def _image(e: f.Expr) -> tuple[str, str, f.Expr] | None:
    """The relation, the name and the set, of a condition that asks whether the relation leads from the name into the set."""
    match e:
        case f.Fold("any", _, f.SetOp("meet", f.Tab(table, (f.Var(name),)), within), test, body) if test == body == TRUE:
            return None if variables(within) else (table, name, within)
    return None


def by_images(q: Query, tests: Sequence[f.Expr]) -> Plan | None:
    """The sites for which several conditions of one group hold."""
    asked = [found for found in map(_image, tests) if found is not None]
    if len(asked) < len(tests) or len(asked) < 2:
        return None
    table, name, _ = asked[0]
    if name not in q.sites or q.sites[name].path:
        return None
    pieces = pieces_of(q.ctx.m.memory.relation(q.ctx.m.memory.inverse(table, q.start.domain.size, q.within)))
    if len(pieces) > MOST_PIECES:
        return None

    def build(fn: FunctionBuilder, env: Env) -> Words:
        sets = [fn.bind(lower_value(q.ctx, fn, within, env), "set") for _, _, within in asked]
        return tuple(intersect_images(pieces, sets, q.count))

    return build


def by_image(q: Query, test: Plan | None, within: f.Expr | None, table: str, domain: Fin) -> Plan | None:
    """The sites from which a relation leads to one for which a test holds, and which is within a set."""
    ctx, count = q.ctx, q.count
    if test is None:
        return None
    inverse = ctx.m.memory.inverse(table, q.start.domain.size, q.within)
    pieces = pieces_of(ctx.m.memory.relation(inverse))
    if len(pieces) > MOST_PIECES and not (q.many or is_shifts(ctx, inverse, entry_count(SetOf(domain)), count)):
        return None

    def build(fn: FunctionBuilder, env: Env) -> Words:
        found = test(fn, env)
        if within is not None:
            found = tuple(a & b for a, b in zip(found, resize(lower_value(ctx, fn, within, env), SetOf(domain)), strict=True))
        args = fn.bind(found, "set")
        if len(pieces) <= MOST_PIECES:
            return tuple(mapped(pieces, args, count))
        return bind_result(fn, image_of(ctx, inverse, len(args), count)(V, T, *args), SetOf(q.start), "near")

    return build
