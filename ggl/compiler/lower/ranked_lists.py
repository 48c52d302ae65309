"""Comparisons of two lists of numbers in descending order, as `strength(p, t) > strength(other(p), t)`.

The greatest number that one list contains more often than the other decides. So nothing is sorted: the numbers of the one list
are counted, those of the other counted down, and the counts looked through from the greatest number on. They stand in a region of
the memory that is all zeros but during a comparison.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import choose, eq, greatest_of, gt
from ggl.compiler.lower import size_tests
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, local
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import COMPARISONS, argument_words, atom, atoms, definition_parameters, source_of
from ggl.compiler.lower.folds import each_passing
from ggl.core import forms as f
from ggl.core.types import ListOf, Num
from ggl.core.walk import reached, uses, walk

MOST = 1 << 12
"""The greatest number that is counted."""

_LISTS = f.Call, f.ListOp, f.Listing
"""What might compare lists while one is counted."""


def plan_counts(ctx: Context) -> None:
    """Gives the counts of numbers their place."""
    found = [_ranked(ctx, side) for form in walk(ctx.m.core) if isinstance(form, f.Compare) for side in (form.left, form.right)]
    most = [each.type.of.hi for each in found if each is not None and isinstance(each.type.of, Num)]
    if most:
        ctx.counts = ctx.m.memory.keep(max(most) + 1)


def lower_compare_of_lists(ctx: Context, fn: FunctionBuilder, e: f.Compare, env: Env) -> Words:
    if _ranked(ctx, e.left) is None or _ranked(ctx, e.right) is None:
        return size_tests.lower_compare_of_sizes(ctx, fn, e, env)
    tops = [_counted(ctx, fn, side, env, step) for side, step in ((e.left, 1), (e.right, -1))]
    number, more = fn.let(greatest_of(*tops), "number"), fn.let(0, "more")
    with fn.while_(gt(number, 0)):
        at = fn.let(number + ctx.counts, "at")
        fn.set(more, choose(eq(more, 0), V[at], more))
        fn.store(at, 0)
        fn.set(number, number - 1)
    fn.store(ctx.counts, 0)  # a missing place counts as 0, so it does not matter how many there are
    return (COMPARISONS[e.op](more, 0),)


def _ranked(ctx: Context, e: f.Expr) -> f.Listing | None:
    """The list that is in descending order, if it is one of few known numbers; a definition may give it."""
    before: list[f.Expr] = []
    if isinstance(e, f.Call):
        before, e = [*e.args], ctx.m.definitions[e.name].body
    orders: list[str] = []
    while isinstance(e, f.Let | f.ListOp):
        if isinstance(e, f.ListOp):
            orders.append(e.op)
            e = e.args[0]
        else:
            before.append(e.value)
            e = e.body
    asked = (form for form in reached(tuple(before), ctx.m.core.definitions) if isinstance(form, f.Compare))
    if any(isinstance(form.left.type, ListOf) for form in asked):
        return None  # the other list is counted already when this compares lists
    if orders != ["descending"] or not isinstance(e, f.Listing) or e.join or uses((e.source, e.test, e.body), *_LISTS):
        return None
    of = e.type.of
    return e if isinstance(of, Num) and of.lo >= 0 and of.hi <= MOST else None


def _counted(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env, step: int) -> k.Expression:
    """Counts the numbers of a list by a step; the greatest of them, or 0."""
    if not isinstance(e, f.Call):
        return _count_each(ctx, fn, e, env, step)
    definition = ctx.m.definitions[e.name]
    inner, parameters = definition_parameters(definition)

    def write(function: FunctionBuilder) -> None:
        source_of(function, definition.body)
        function.ret(_count_each(ctx, function, definition.body, inner, local("step")))

    counts = ctx.m.function("counts", e.name, (*parameters, local("step")), write)
    return fn.let(counts(V, T, *argument_words(ctx, fn, e, env), step), "top")


def _count_each(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env, step: k.Local | int) -> k.Local:
    while not isinstance(e, f.Listing):
        match e:
            case f.Let(name, value, body):
                env, e = {**env, name: atoms(ctx, fn, value, env)}, body
            case f.ListOp(_, (listing,)):
                e = listing
    top = fn.let(0, "top")
    with each_passing(ctx, fn, e, env) as inner:
        number = atom(ctx, fn, e.body, inner)
        at = fn.let(number + ctx.counts, "at")
        fn.store(at, V[at] + step)
        fn.set(top, greatest_of(top, number))
    return top
