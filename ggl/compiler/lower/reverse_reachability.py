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

from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, choose, union
from ggl.compiler.lower.builder import Function, V, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, atoms, fitted, member, set_operation
from ggl.compiler.lower.rays import up_to_first
from ggl.compiler.lower.sites import Site, Sites, settled
from ggl.compiler.lower.vectorize import all_or_nothing, asked, back_to_start, by_code, site_of, vectorize, word_count
from ggl.compiler.memory import cut, width
from ggl.core import forms as f
from ggl.core.substitution import substituted
from ggl.core.types import Bool, Fin, ListOf, SetOf, none_code
from ggl.core.walk import bound, variables

_TRUE = f.Lit(1, Bool())

MOST_MEMBERS = 8


def backwards(lists: list[tuple[int, ...]]) -> tuple[list[int], bool] | None:
    """For each site the set of those whose list has it, and whether these rise with their distance; None unless what lies
    between is what is nearer."""
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


def lift_reached(ctx: Context, fn: Function, item: f.Expr, of: f.Expr, sites: Sites, env: Env) -> Words | None:
    """The sites x for which an item that does not depend upon x is in a set that does."""
    place = atom(ctx, fn, item, env, "i")
    return _in_set(ctx, fn, (place, item), of, sites, env)


def _in_set(ctx: Context, fn: Function, item: tuple[k.Expression, f.Expr], of: f.Expr, sites: Sites, env: Env) -> Words | None:
    if not variables(of) & sites.keys():
        return all_or_nothing(ctx, fn, f.In(item[1], of), sites, env)
    match of:
        case f.If(test, then, other):
            asked, yes, no = vectorize(ctx, fn, test, sites, env), _in_set(ctx, fn, item, then, sites, env), None
            if asked is not None and yes is not None:
                no = _in_set(ctx, fn, item, other, sites, env)
            if asked is None or yes is None or no is None:
                return None
            asked = fn.bind(asked, "asked")
            return tuple(a & b | c & ~a for a, b, c in zip(asked, yes, no, strict=True))
        case f.SetOp(op, left, right):
            a, b = _in_set(ctx, fn, item, left, sites, env), _in_set(ctx, fn, item, right, sites, env)
            return None if a is None or b is None else tuple(set_operation(op, x, y) for x, y in zip(a, b, strict=True))
        case f.Filter(name, source, test):
            inside = _in_set(ctx, fn, item, source, sites, env)
            holds = vectorize(ctx, fn, substituted(test, {name: item[1]}), sites, env)
            return None if inside is None or holds is None else _both(inside, holds)
        case f.Fold("union", name, f.Lit(value=int(mask), type=SetOf(of=Fin())) as known, test, body) if (
            mask.bit_count() <= MOST_MEMBERS
        ):
            assert isinstance(known.type, SetOf)
            members = [f.Lit(place, known.type.of) for place in range(mask.bit_length()) if mask >> place & 1]
            return _in_any(
                ctx,
                fn,
                item,
                [(substituted(test, {name: each}), substituted(body, {name: each})) for each in members],
                sites,
                env,
            )
        case f.Single(value):
            return _is_there(ctx, fn, item, value, sites, env)
        case f.Tab(table, (f.Var(name),), SetOf(of=Fin())) if name in sites:
            return _related_to(ctx, fn, item, table, sites[name])
        case f.Let(name, f.Lit() as value, body):
            return _in_set(ctx, fn, item, substituted(body, {name: value}), sites, env)
        case f.Let(name, value, body) if not variables(value) & sites.keys():
            return _in_set(ctx, fn, item, body, sites, {**env, name: atoms(ctx, fn, value, env)})
        case f.Let(name, value, body):
            site = site_of(ctx, value, sites)
            if site is not None:
                return _in_set(ctx, fn, item, body, {**sites, name: site}, env)
        case f.Call(name, args):
            return _of_call(ctx, fn, item, name, args, sites, env)
        case f.Convert(f.Leading(name, source, test), SetOf()):
            return _up_to(ctx, fn, item, source, name, test, sites, env, fails=True)
    return by_code(ctx, fn, f.In(item[1], of), sites, env)


def _in_any(
    ctx: Context, fn: Function, item: tuple[k.Expression, f.Expr], parts: list[tuple[f.Expr, f.Expr]], sites: Sites, env: Env
) -> Words | None:
    terms = []
    for test, body in parts:
        found = _in_set(ctx, fn, item, body, sites, env)
        if found is None:
            return None
        if test != _TRUE and not says_there(test, body):
            holds = vectorize(ctx, fn, test, sites, env)
            if holds is None:
                return None
            found = _both(found, holds)
        terms.append(found)
    return tuple(union(words) for words in zip(*terms, strict=True)) if terms else (ZERO,) * word_count(ctx, sites)


def _is_there(
    ctx: Context, fn: Function, item: tuple[k.Expression, f.Expr], value: f.Expr, sites: Sites, env: Env
) -> Words | None:
    """Where a value is the item, which is no site where it is none."""
    match value:
        case f.Fold("first", name, source, test, f.Var(body), None) if name == body:
            return _up_to(ctx, fn, item, source, name, test, sites, env, fails=False)
    site = site_of(ctx, value, sites)
    if site is None:
        return by_code(ctx, fn, f.In(item[1], f.Single(value, SetOf(_fin(value)))), sites, env)
    inverse: dict[int, int] = {}
    for x, place in enumerate(site.places()):
        if place >= 0:
            inverse[place] = inverse.get(place, 0) | 1 << x
    return _row(ctx, fn, item[0], [inverse.get(place, 0) for place in range(site.domain.domain.size)], word_count(ctx, sites))


def _related_to(ctx: Context, fn: Function, item: tuple[k.Expression, f.Expr], table: str, site: Site) -> Words | None:
    back = ctx.m.memory.relation(ctx.m.memory.inverse(table, site.domain.domain.size))
    return back_to_start(ctx, fn, fn.bind(_row(ctx, fn, item[0], list(back), width(SetOf(site.domain))), "set"), site)


def _row(ctx: Context, fn: Function, place: k.Expression, rows: list[int], count: int) -> Words:
    """The set that a place has; none has the empty one, which comes last."""
    table = ctx.m.memory.placed([word for mask in (*rows, 0) for word in cut(mask, count)])
    row = place if count == 1 else fn.let(place * count, "row")
    return tuple(V.fixed(row + (table + part)) for part in range(count))


def _of_call(
    ctx: Context, fn: Function, item: tuple[k.Expression, f.Expr], name: str, args: tuple[f.Expr, ...], sites: Sites, env: Env
) -> Words | None:
    definition = ctx.m.definitions[name]
    body = definition.body
    inner_sites: Sites = {}
    inner_env: Env = {}
    for arg, (param, type_) in zip(args, definition.params, strict=True):
        if isinstance(arg, f.Lit):
            body = substituted(body, {param: arg})
        elif variables(arg) & sites.keys():
            site = site_of(ctx, arg, sites)
            if site is None:  # what it is hangs upon a field at x: split, and look again
                return by_code(ctx, fn, f.In(item[1], f.Call(name, args, SetOf(_fin(item[1])))), sites, env)
            inner_sites[param] = site
        else:
            inner_env[param] = fitted(atoms(ctx, fn, arg, env), type_)
    held = "the item"
    inner_env[held] = (item[0],)
    return _in_set(ctx, fn, (item[0], f.Var(held, item[1].type)), body, inner_sites, inner_env)


def _up_to(
    ctx: Context,
    fn: Function,
    item: tuple[k.Expression, f.Expr],
    source: f.Expr,
    name: str,
    test: f.Expr,
    sites: Sites,
    env: Env,
    *,
    fails: bool,
) -> Words | None:
    """The sites with the item on their ray, no site between for which the test fails, or holds."""
    match settled(source, ctx.m.memory.entry):
        case f.Tab(table, (f.Var(x), *rest), ListOf(of=Fin() as domain)) if x in sites and all(
            isinstance(each, f.Lit) for each in rest
        ):
            pass
        case _:
            return None
    if variables(test) & sites.keys() or domain != sites[x].domain:
        return None
    lists = ctx.m.memory.lists_along(table, 0, tuple(each for each in rest if isinstance(each, f.Lit)))
    found = None if lists is None else backwards(lists)
    passing = asked(ctx, fn, test, name, domain, env)
    if found is None or passing is None:
        return None
    masks, rises = found
    passing = fn.bind(passing, "set")
    inside = fn.let(choose(member(*item, passing, domain.domain.size), -1, 0), "all")
    ray = fn.bind(tuple(word & inside for word in _row(ctx, fn, item[0], masks, len(passing))), "ray")
    stops = tuple(a & ~b if fails else a & b for a, b in zip(ray, passing, strict=True))
    words = up_to_first(fn, ray, fn.bind(stops, "stops"), rises=rises, with_it=True)
    return back_to_start(ctx, fn, words, sites[x])


def _both(left: Words, right: Words) -> Words:
    return tuple(a & b for a, b in zip(left, right, strict=True))


def says_there(test: f.Expr, body: f.Expr) -> bool:
    """Whether a test says only that a body has a member."""
    match test, body:
        case f.Not(f.Compare("eq", value, f.Lit(value=int(none)))), f.Single(other):
            return none == none_code(_fin(value)) and _said(value) == _said(other)
    return False


def _said(e: f.Expr) -> str:
    """What an expression says, whatever the names that it binds, and whether or not its value may be none."""
    text = repr(replace(e, type=_fin(e)) if isinstance(e, f.Tab | f.Get | f.Fold | f.Var) else e)
    for number, name in enumerate(sorted(bound(e), key=lambda name: text.find(repr(name)))):
        text = text.replace(repr(name), str(number))
    return text


def _fin(e: f.Expr) -> Fin:
    type_ = e.type
    inner = getattr(type_, "of", type_)
    assert isinstance(inner, Fin)
    return inner
