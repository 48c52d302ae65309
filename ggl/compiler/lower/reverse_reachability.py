"""The sites x from which a known site is reached, such as all pieces that attack a king: `{x : k in S(x)}` as words.

k in A(x) + B(x), A(x) & B(x), A(x) - B(x)     the same of the sets for A and B
k in (A(x) if test(x) else B(x))               those for A where the test holds, else those for B
k in (y in A(x) if test(y))                    those for A, if the test holds for k
k in {e(x)}                                    those where e(x) is k
k in S(x, d), joined for some known d          d by d
k in R[x]                                      the sites that the relation leads from k back to
k in the ray from x up to where a test fails   from k back along the ray: up to the first site at which it fails, and that one
k is the first on a ray for which a test holds the same, where the test holds for k
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, choose, union
from ggl.compiler.lower.builder import FunctionBuilder, V, Words
from ggl.compiler.lower.context import Context, Env, Plan
from ggl.compiler.lower.expressions import atom, atoms, member, set_operation
from ggl.compiler.lower.query import Query
from ggl.compiler.lower.rays import up_to_first
from ggl.compiler.lower.sites import LinkedSite, Sites, fold_known
from ggl.compiler.lower.vectorize import (
    all_or_nothing,
    back_to_start,
    bound_arguments,
    by_code,
    moved_to_start,
    site_of,
    sites_where,
    vectorize,
)
from ggl.compiler.memory import entry_count, signed_words
from ggl.core import forms as f
from ggl.core.substitution import substituted
from ggl.core.types import Bool, Fin, ListOf, SetOf, Type, members_of, none_code
from ggl.core.walk import bound

_TRUE = f.Lit(1, Bool())

MOST_MEMBERS = 8


def backwards(lists: list[tuple[int, ...]]) -> tuple[list[int], bool] | None:
    """For each site, the set of those whose list has it, and whether these rise with their distance; None unless the sites
    between are the nearer ones."""
    back: list[list[int]] = [[] for _ in lists]
    for x, members in enumerate(lists):
        for y in members:
            if y >= len(lists):
                return None
            back[y].append(x)
    for y, places in enumerate(back):
        places.sort(key=lambda x: lists[x].index(y))
        for number, x in enumerate(places):
            if set(lists[x][: lists[x].index(y)]) != set(places[:number]):
                return None
    rises = all(places == sorted(places) for places in back)
    if not rises and not all(places == sorted(places, reverse=True) for places in back):
        return None
    return [sum(1 << x for x in places) for places in back], rises


Reached = Callable[[FunctionBuilder, Env, k.Expression], Words]
"""Builds a set of sites, given the variables in scope and the site that is reached."""


def plan_reached(q: Query, item: f.Expr, of: f.Expr) -> Plan | None:
    """The sites x for which an item that does not depend upon x is in a set that does."""
    found = _in_set(q, item, of)
    return found and (lambda fn, env: found(fn, env, atom(q.ctx, fn, item, env, "i")))


def _whatever(plan: Plan | None) -> Reached | None:
    """A set that does not depend upon the site that is reached."""
    return plan and (lambda fn, env, place: plan(fn, env))


def _in_set(q: Query, item: f.Expr, of: f.Expr) -> Reached | None:
    ctx = q.ctx
    if not q.names(of):
        return _whatever(all_or_nothing(q, f.In(item, of)))
    match of:
        case f.If(test, then, other):
            return _either(vectorize(q, test), _in_set(q, item, then), _in_set(q, item, other))
        case f.SetOp(op, left, right):
            return _joined(partial(set_operation, op), _in_set(q, item, left), _in_set(q, item, right))
        case f.Filter(name, source, test):
            holds = _whatever(vectorize(q, substituted(test, {name: item})))
            return _joined(partial(set_operation, "meet"), _in_set(q, item, source), holds)
        case f.Fold("union", name, f.Lit(value=int(mask), type=SetOf(of=Fin())) as known, test, body) if (
            mask.bit_count() <= MOST_MEMBERS
        ):
            assert isinstance(known.type, SetOf)
            members = [f.Lit(place, known.type.of) for place in members_of(mask, known.type)]
            parts = [(substituted(test, {name: each}), substituted(body, {name: each})) for each in members]
            return _in_any(q, [_in_part(q, item, *part) for part in parts])
        case f.Single(value):
            return _is_there(q, item, value)
        case f.Tab(table, (f.Var(name),), SetOf(of=Fin())) if name in q.sites:
            return _related_to(q, table, q.sites[name])
        case f.Let(name, f.Lit() as value, body):
            return _in_set(q, item, substituted(body, {name: value}))
        case f.Let(name, value, body) if not q.names(value):
            inner = _in_set(q, item, body)
            return inner and (lambda fn, env, place: inner(fn, {**env, name: atoms(ctx, fn, value, env)}, place))
        case f.Let(name, value, body):
            site = site_of(q, value)
            if site is not None:
                return _in_set(q.beside(name, site), item, body)
        case f.Call(name, args):
            return _of_call(q, item, name, args)
        case f.Convert(f.Leading(name, source, test), SetOf()):
            return _up_to(q, item, source, name, test, fails=True)
    return _whatever(by_code(q, f.In(item, of)))


def _either(test: Plan | None, then: Reached | None, other: Reached | None) -> Reached | None:
    if test is None or then is None or other is None:
        return None

    def build(fn: FunctionBuilder, env: Env, place: k.Expression) -> Words:
        a, b, c = test(fn, env), then(fn, env, place), other(fn, env, place)
        return tuple(x & y | z & ~x for x, y, z in zip(fn.bind(a, "asked"), b, c, strict=True))

    return build


def _joined(
    join: Callable[[k.Expression, k.Expression], k.Expression], left: Reached | None, right: Reached | None
) -> Reached | None:
    if left is None or right is None:
        return None
    return lambda fn, env, place: tuple(map(join, left(fn, env, place), right(fn, env, place)))


def _in_part(q: Query, item: f.Expr, test: f.Expr, body: f.Expr) -> Reached | None:
    """Whether the item is in a set, where a test holds."""
    found = _in_set(q, item, body)
    if test == _TRUE or says_there(test, body):
        return found
    return _joined(partial(set_operation, "meet"), found, _whatever(vectorize(q, test)))


def _in_any(q: Query, parts: list[Reached | None]) -> Reached | None:
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    if not found:
        return lambda fn, env, place: (ZERO,) * q.count
    return lambda fn, env, place: tuple(union(words) for words in zip(*[part(fn, env, place) for part in found], strict=True))


def _is_there(q: Query, item: f.Expr, value: f.Expr) -> Reached | None:
    """The sites for which a value is the item; none for a value that is none."""
    match value:
        case f.Fold("first", name, source, test, f.Var(body), None) if name == body:
            return _up_to(q, item, source, name, test, fails=False)
    site = site_of(q, value)
    if site is None:
        return _whatever(by_code(q, f.In(item, f.Single(value, SetOf(_fin(value))))))
    inverse: dict[int, int] = {}
    for x, place in enumerate(site.places()):
        if place >= 0:
            inverse[place] = inverse.get(place, 0) | 1 << x
    return _row(q.ctx, [inverse.get(place, 0) for place in range(site.domain.domain.size)], q.count)


def _related_to(q: Query, table: str, site: LinkedSite) -> Reached | None:
    back = q.ctx.m.memory.relation(q.ctx.m.memory.inverse(table, site.domain.domain.size))
    return _back(_row(q.ctx, list(back), entry_count(SetOf(site.domain))), site)


def _back(found: Reached, site: LinkedSite) -> Reached | None:
    """The sites x from which a name's path leads into a set."""
    if back_to_start(lambda fn, env: (), site) is None:
        return None
    return lambda fn, env, place: moved_to_start(fn, fn.bind(found(fn, env, place), "set"), site)


def _row(ctx: Context, rows: list[int], count: int) -> Reached:
    """The set that a place has; none has the empty one, which comes last."""

    def build(fn: FunctionBuilder, env: Env, place: k.Expression) -> Words:
        table = ctx.m.memory.placed([word for mask in (*rows, 0) for word in signed_words(mask, count)])
        row = place if count == 1 else fn.let(place * count, "row")
        return tuple(V.fixed(row + (table + part)) for part in range(count))

    return build


def _of_call(q: Query, item: f.Expr, name: str, args: tuple[f.Expr, ...]) -> Reached | None:
    definition = q.ctx.m.definitions[name]
    body = definition.body
    sites: Sites = {}
    given: list[tuple[str, f.Expr, Type]] = []
    for arg, (param, type_) in zip(args, definition.params, strict=True):
        if isinstance(arg, f.Lit):
            body = substituted(body, {param: arg})
        elif q.names(arg):
            site = site_of(q, arg)
            if site is None:  # it depends on a field at x: split by its codes and retry
                return _whatever(by_code(q, f.In(item, f.Call(name, args, SetOf(_fin(item))))))
            sites[param] = site
        else:
            given.append((param, arg, type_))
    held = "the item"
    inner = _in_set(replace(q, sites=sites), f.Var(held, item.type), body)
    if inner is None:
        return None
    return lambda fn, env, place: inner(fn, {**bound_arguments(q.ctx, fn, given, env), held: (place,)}, place)


def _up_to(q: Query, item: f.Expr, source: f.Expr, name: str, test: f.Expr, *, fails: bool) -> Reached | None:
    """The sites with the item on their ray, no site between for which the test fails, or holds."""
    match fold_known(source, q.ctx.m.memory.entry):
        case f.Tab(table, (f.Var(x), *rest), ListOf(of=Fin() as domain)) if x in q.sites and all(
            isinstance(each, f.Lit) for each in rest
        ):
            pass
        case _:
            return None
    if q.names(test) or domain != q.sites[x].domain:
        return None
    lists = q.ctx.m.memory.lists_along(table, 0, tuple(each for each in rest if isinstance(each, f.Lit)))
    found = None if lists is None else backwards(lists)
    passing = sites_where(q, test, name, domain)
    if found is None or passing is None:
        return None
    masks, rises = found
    row = _row(q.ctx, masks, entry_count(SetOf(domain)))

    def build(fn: FunctionBuilder, env: Env, place: k.Expression) -> Words:
        holds = fn.bind(passing(fn, env), "set")
        inside = fn.let(choose(member(place, item, holds, domain.domain.size), -1, 0), "all")
        ray = fn.bind(tuple(word & inside for word in row(fn, env, place)), "ray")
        stops = tuple(a & ~b if fails else a & b for a, b in zip(ray, holds, strict=True))
        return up_to_first(fn, ray, fn.bind(stops, "stops"), rises=rises, with_it=True)

    return _back(build, q.sites[x]) if q.sites[x].path else build


def says_there(test: f.Expr, body: f.Expr) -> bool:
    """Whether a test says only that a body has a member."""
    match test, body:
        case f.Not(f.Compare("eq", value, f.Lit(value=int(none)))), f.Single(other):
            return none == none_code(_fin(value)) and _said(value) == _said(other)
    return False


def _said(e: f.Expr) -> str:
    """The text of an expression, whatever names it binds, and whether or not its value may be none."""
    text = repr(replace(e, type=_fin(e)) if isinstance(e, f.Tab | f.Get | f.Fold | f.Var) else e)
    for number, name in enumerate(sorted(bound(e), key=lambda name: text.find(repr(name)))):
        text = text.replace(repr(name), str(number))
    return text


def _fin(e: f.Expr) -> Fin:
    type_ = e.type
    inner = getattr(type_, "of", type_)
    assert isinstance(inner, Fin)
    return inner
