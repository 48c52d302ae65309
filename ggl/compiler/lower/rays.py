"""Monotonic lists of the board as sets: how far a ray is free, and its first hit.

A list of a table, such as the ray from a cell in a known direction, is monotonic if its codes always rise, or always fall, for
each cell. The longest prefix that passes a test then needs no loop: the first failing member is the lowest, or the highest, and
the members before it are those below, or above. The test is evaluated for all sites at once.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import choose, eq, highest, literal, lowest, ne, union
from ggl.compiler.kernel.forms import as_expression
from ggl.compiler.lower.builder import FunctionBuilder, V, Words, bit
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom
from ggl.compiler.lower.vectorize import asked_of_all
from ggl.compiler.memory import entry_count, signed_words
from ggl.core import forms as f
from ggl.core.types import WORD, Fin, ListOf, SetOf, none_code
from ggl.frozen import frozen


@frozen
class Ray:
    """A list of the board at one place that is not known: whether its members rise; for each place the set of them."""

    place: f.Expr
    domain: Fin
    rises: bool
    masks: tuple[int, ...]

    def members(self, ctx: Context, fn: FunctionBuilder, env: Env) -> Words:
        """The members of the list, as a set in locals."""
        count = entry_count(SetOf(self.domain))
        table = ctx.m.memory.placed([word for mask in (*self.masks, 0) for word in signed_words(mask, count)])
        place = atom(ctx, fn, self.place, env, "i")
        row = place if count == 1 else fn.let(place * count, "row")
        return tuple(fn.let(V.fixed(row + (table + part)), "ray") for part in range(count))


def ray_of(ctx: Context, e: f.Expr) -> Ray | None:
    """The list of a table at one place that is not known and, for the rest of the index, at known ones."""
    if not isinstance(e, f.Tab) or not isinstance(e.type, ListOf) or not isinstance(e.type.of, Fin):
        return None
    open_ = [number for number, each in enumerate(e.index) if not isinstance(each, f.Lit)]
    if len(open_) != 1:
        return None
    lists = ctx.m.memory.lists_along(e.table, open_[0], tuple(each for each in e.index if isinstance(each, f.Lit)))
    if lists is None:
        return None
    rises = all(list(each) == sorted(set(each)) for each in lists)
    if not rises and not all(list(each) == sorted(set(each), reverse=True) for each in lists):
        return None
    return Ray(e.index[open_[0]], e.type.of, rises, tuple(sum(1 << member for member in each) for each in lists))


def leading_set(ctx: Context, fn: FunctionBuilder, e: f.Convert, env: Env) -> Words | None:
    """The members of a list up to the first for which a test fails, as a set."""
    part = e.part
    if not isinstance(part, f.Leading) or not isinstance(e.type, SetOf):
        return None
    found = _asked_along(ctx, fn, part, env)
    if found is None:
        return None
    ray, members, passing = found
    stops = tuple(fn.let(a & ~b, "stops") for a, b in zip(members, passing, strict=True))
    tops = sum(1 << place for place in range(WORD - 1, ray.domain.domain.size, WORD))
    spare = not any(mask & tops for mask in ray.masks)
    return up_to_first(fn, members, stops, rises=ray.rises, with_it=False, spare=spare)


def _asked_along(ctx: Context, fn: FunctionBuilder, e: f.Leading | f.Fold, env: Env) -> tuple[Ray, Words, Words] | None:
    """The list that is gone along, its members, and the sites for which the test holds."""
    ray = ray_of(ctx, e.source)
    passing = None if ray is None else asked_of_all(ctx, e.test, e.name, ray.domain)
    return None if ray is None or passing is None else (ray, ray.members(ctx, fn, env), passing(fn, env))


def up_to_first(fn: FunctionBuilder, members: Words, stops: Words, *, rises: bool, with_it: bool, spare: bool = False) -> Words:
    """The members before the first stop, or up to and with it, of those that rise, or fall, with their distance.

    With `spare` no member is at the last place of a word, so that what lies above a stop needs no test whether there is one.
    """
    result: dict[int, k.Expression] = {}
    before: list[k.Expression] = []
    for number in range(len(stops)) if rises else range(len(stops) - 1, -1, -1):
        mask, stop = members[number], stops[number]
        found: k.Expression
        if rises:
            low = stop & -stop
            found = mask & ((low | low - 1) if with_it else low - 1)
        elif spare and not with_it:
            found = mask & literal(-1) << highest(stop) + 1
        else:
            high = bit(highest(stop))
            found = choose(ne(stop, 0), mask & ~((high if with_it else high << 1) - 1), mask)
        if before:
            found = choose(eq(union(before), 0), found, 0)
        result[number] = fn.let(found, "open")
        before.append(stop)
    return tuple(result[number] for number in range(len(stops)))


def first_on_ray(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words | None:
    """The first member of a list for which a test holds."""
    if e.monoid != "first" or not isinstance(e.body, f.Var) or e.body.name != e.name:
        return None
    along = _asked_along(ctx, fn, e, env)
    if along is None:
        return None
    ray, members, passing = along
    found = [fn.let(a & b, "met") for a, b in zip(members, passing, strict=True)]
    place = as_expression(none_code(ray.domain)) if e.default is None else atom(ctx, fn, e.default, env)
    numbered = list(enumerate(found))
    for number, word in reversed(numbered) if ray.rises else numbered:
        met = lowest(word) if ray.rises else highest(word)
        place = choose(ne(word, 0), met + WORD * number if number else met, place)
    return (fn.let(place, "first"),)
