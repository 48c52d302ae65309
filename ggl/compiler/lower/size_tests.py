"""Comparisons with the size of the smallest or largest part that a set meets: `size(s) > max(size(g) for g in rivals(s))`.

Such a comparison asks whether the number is in an interval. The smallest part has at least n members if the set meets no smaller
part, and at most n if it meets a part of n members or fewer. For each n, an atlas keeps the members of the parts with more than n
members (`component_sizes.py`), so each bound is a test of sets, and no loop goes through the parts.

Where the atlas stands for another set, the sizes are compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, choose, greatest_of, le, least_of, not_, some, sum_all
from ggl.compiler.lower import expressions
from ggl.compiler.lower.atlas_queries import atlas_and_set
from ggl.compiler.lower.builder import FunctionBuilder, V, Words
from ggl.compiler.lower.component_cache import PATIENCE, is_set
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atoms, lower_scalar, resize
from ggl.compiler.passes.expression_queries import TRUE, inside, met_by
from ggl.core import forms as f
from ggl.core.substitution import Fresh
from ggl.core.types import Bool
from ggl.core.walk import variables, walk
from ggl.frozen import frozen

Terms = tuple[tuple[int, f.Expr], ...]
"""Expressions that are added, or subtracted where the number beside them is -1."""


@frozen
class SizeRange:
    """The numbers from `base + low` to `base + high`; a bound may be missing."""

    base: Terms
    low: int | None
    high: int | None


@frozen
class _Extreme:
    """The least or greatest size of those parts that meet a set."""

    fold: f.Fold
    blocks: f.Blocks
    met: f.Expr
    default: f.Expr


def compared_relations(core: f.CoreGame) -> set[str]:
    """The relations for which the sizes of parts are compared in this way."""
    forms = [_named(form) if isinstance(form, f.Compare) else form for form in walk(core)]
    return {
        extreme.blocks.relation
        for form in forms
        if isinstance(form, f.Let)
        and (extreme := _extreme(form.value)) is not None
        and _size_range(form.body, form.name) is not None
    }


def lower_let_of_sizes(ctx: Context, fn: FunctionBuilder, e: f.Let, env: Env) -> Words:
    found = _compared(ctx, fn, e, env)
    return expressions.lower_let(ctx, fn, e, env) if found is None else (found,)


def lower_compare_of_sizes(ctx: Context, fn: FunctionBuilder, e: f.Compare, env: Env) -> Words:
    named = _named(e)
    return expressions.lower_compare(ctx, fn, e, env) if named is None else lower_let_of_sizes(ctx, fn, named, env)


def _named(e: f.Compare) -> f.Let | None:
    """A comparison with such a size, with a name for the size."""
    for _, term in (*_terms(e.left, 1), *_terms(e.right, 1)):
        if _extreme(term) is not None:
            name = f.Var(Fresh(e).name("size"), term.type)
            return f.Let(name.name, term, _with(e, term, name))
    return None


def _with(e: f.Expr, part: f.Expr, other: f.Expr) -> f.Expr:
    """An expression with another part in the place of this one."""
    return other if e is part else inside(e, lambda each: _with(each, part, other))


def _compared(ctx: Context, fn: FunctionBuilder, e: f.Let, env: Env) -> k.Expression | None:
    extreme, interval = _extreme(e.value), _size_range(e.body, e.name)
    if extreme is None or interval is None or not ctx.regions[extreme.blocks.relation].sized:
        return None
    region, inner, value = ctx.regions[extreme.blocks.relation], env, e.value
    while isinstance(value, f.Let):
        inner, value = {**inner, value.name: atoms(ctx, fn, value.value, inner)}, value.body
    at, within = atlas_and_set(ctx, fn, extreme.blocks, inner)
    met = resize(atoms(ctx, fn, extreme.met, inner), extreme.blocks.type.of)
    met = fn.bind(tuple(a & b for a, b in zip(met, within, strict=True)), "met")
    base = fn.let(sum_all([_signed(sign, lower_scalar(ctx, fn, term, env)) for sign, term in interval.base]), "base")

    def meets(size: k.Expression, *, larger: bool) -> k.Expression:
        """Whether the set meets a part with more members than this, or one with at most as many."""
        number = greatest_of(least_of(size, region.count), 0)
        level = fn.let(at + (number * region.words + region.larger), "level")
        sets = [V[level + part] for part in range(region.words)]
        return some([a & (b if larger else ~b) for a, b in zip(met, sets, strict=True)])

    result = fn.let(False, "holds")
    with fn.if_(is_set(at, within)):
        fn.store(at + region.asked, PATIENCE)
        least = extreme.fold.monoid == "min"
        bounds: list[k.Expression] = []
        if interval.low is not None:  # no part is smaller, or one is as large
            fits = meets(base + (interval.low - 1), larger=not least)
            bounds.append(not_(fits) if least else fits)
        if interval.high is not None:
            fits = meets(base + interval.high, larger=not least)
            bounds.append(fits if least else not_(fits))
        default = lower_scalar(ctx, fn, extreme.default, inner)
        fn.set(result, choose(some(met), all_of(bounds), _lies_in(default, base, interval)))
    with fn.else_():
        (found,) = expressions.lower_let(ctx, fn, e, env)
        fn.set(result, found)
    return result


def _signed(sign: int, number: k.Expression) -> k.Expression:
    return number if sign > 0 else -number


def _lies_in(number: k.Expression, base: k.Expression, interval: SizeRange) -> k.Expression:
    low, high = interval.low, interval.high
    return all_of([*([] if low is None else [le(base + low, number)]), *([] if high is None else [le(number, base + high)])])


def _extreme(e: f.Expr) -> _Extreme | None:
    while isinstance(e, f.Let):
        e = e.body
    match e:
        case f.Fold("min" | "max", name, f.Blocks() as blocks, body=f.Fold("count", _, f.Var(counted), test=each)) if (
            name == counted and each == TRUE and e.default is not None
        ):
            met = met_by(e.test, name)
            return None if met is None else _Extreme(e, blocks, met, e.default)
    return None


def _size_range(e: f.Expr, name: str) -> SizeRange | None:
    """The interval of the name's numbers for which a condition holds, if it is one."""
    match e:
        case f.Compare(op, left, right) if not isinstance(left.type, Bool):
            return _compared_range(op, left, right, name)
        case f.Or((_, *_) as parts):
            return reduce(_joined, [_size_range(part, name) for part in parts])
    return None


def _joined(a: SizeRange | None, b: SizeRange | None) -> SizeRange | None:
    """The numbers in two intervals, if they are one that ends on both sides."""
    match a, b:
        case SizeRange(base, int(low), int(high)), SizeRange(other, int(least), int(most)) if (
            base == other and least <= high + 1 and low <= most + 1
        ):
            return SizeRange(base, min(low, least), max(high, most))
    return None


def _compared_range(op: str, left: f.Expr, right: f.Expr, name: str) -> SizeRange | None:
    """The numbers for which `left` equals `right`, is below it, or not above it."""
    parts = [*_terms(left, 1), *_terms(right, -1)]
    times = sum(sign for sign, term in parts if isinstance(term, f.Var) and term.name == name)
    rest = [(sign, term) for sign, term in parts if not (isinstance(term, f.Var) and term.name == name)]
    if abs(times) != 1 or any(name in variables(term) for _, term in rest):
        return None
    known = sum(sign * term.value for sign, term in rest if isinstance(term, f.Lit) and isinstance(term.value, int))
    base = tuple((-times * sign, term) for sign, term in rest if not isinstance(term, f.Lit))
    bound = -times * known - times * (op == "lt")  # of the whole, times * name is at most, or is, what the rest leaves
    if op == "eq":
        return SizeRange(base, bound, bound)
    return SizeRange(base, None, bound) if times == 1 else SizeRange(base, bound, None)


def _terms(e: f.Expr, sign: int) -> Iterator[tuple[int, f.Expr]]:
    """The summands of an expression, each with its sign."""
    match e:
        case f.Arith("add", args):
            for arg in args:
                yield from _terms(arg, sign)
        case f.Arith("sub", (left, right)):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case _:
            yield sign, e
