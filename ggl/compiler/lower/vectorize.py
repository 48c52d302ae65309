"""Conditions on one site, asked of all sites at once: `{x : test(x)}` as words, where the test allows it.

    F[x] == k, F[x] in K       a plane, or the union of some
    x in S, x == e             S, and the set of e
    a test without x           all or nothing
    and, or, not               the same of words
    a test of T[x]             what holds of the sites that T leads to, moved back by T's distances
    any y in R[x]: test(y)     the image of {y : test(y)} under the inverse of R; `all` by its complement
    any y in R[x]: test(x, y)  for each distance by which R leads: the test where y is so far from x
    test of what is first met  backwards along the way on which it is met (`chains.py`)
    a test that reads F[x]     for each code of F: its plane, and what the test is for the code

A definition is looked into. Where nothing applies, `lifted` gives None, and the caller asks member by member, which is always
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, all_of, choose, le, meet, union
from ggl.compiler.lower.bit_permutation import MOST_PIECES, mapped, pieces_of
from ggl.compiler.lower.builder import Function, T, V, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, atoms, bind_result, fitted, known_set, missing_code, one, united, value
from ggl.compiler.lower.relations import image_of, is_shifts, moved_back, shifts_of, shifts_pay, single_of
from ggl.compiler.lower.sites import Site, Sites, settled, some_of, together, ways_of, with_code
from ggl.compiler.memory import cut, width
from ggl.compiler.passes.terms import parts_of
from ggl.core import forms as f
from ggl.core.substitution import free_names, substituted
from ggl.core.types import Bool, Fin, ListOf, Num, SetOf
from ggl.core.walk import variables, walk

MOST_WORDS = 12
"""Sets of more words than this are not lifted: their code would be long, and a loop does as well."""

MOST_CODES = 16
MOST_SPLITS = 32
"""Cases into which a test may be split by the codes of fields."""

MOST_NUMBERS = 64
"""Numbers that a table may give to sites, for each of which there is a set."""

MOST_WAYS = 8
"""Distances by which a relation may lead that is gone through one by one."""


def vectorized(
    ctx: Context, fn: Function, test: f.Expr, name: str, type_: SetOf | ListOf, env: Env, *, many: bool = False, within: int = -1
) -> Words | None:
    """The members of the name's domain for which the test holds; None if it cannot be asked of all at once.

    Where there are `many` members to ask, an image that is looked up site by site pays too.
    """
    domain = type_.of
    if not isinstance(type_, SetOf) or not isinstance(domain, Fin) or width(type_) > MOST_WORDS:
        return None
    return vectorized_over(ctx, fn, test, {name: Site(domain, domain)}, env, many=many, within=within)


def vectorized_over(
    ctx: Context, fn: Function, test: f.Expr, sites: Sites, env: Env, *, many: bool = True, within: int = -1
) -> Words | None:
    """The same where several names stand for x or for what x leads to."""
    with fn.aside() as lines:
        before, ctx.many, ctx.within = fn.grown, many, within
        known = None if ctx.known is None else dict(ctx.known)
        found = vectorize(ctx, fn, test, sites, env)
        ctx.within = -1
    if found is None:
        fn.grown, ctx.known = before, known
        return None
    fn.take(lines)
    return fn.bind(found, "set")


def vectorize(ctx: Context, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words | None:
    """The sites x, as words over the domain where the paths begin, for which a condition holds."""
    if not variables(e) & sites.keys():
        return all_or_nothing(ctx, fn, e, sites, env)
    if isinstance(e, f.Fold | f.Call) and len(sites) > 1:
        (name, *others) = variables(e) & sites.keys()
        if not others and (sites[name].sure or not sites[name].path):
            return _lift_alone(ctx, fn, e, name, sites[name], env)
    along = ctx.hooks.lift_along(ctx, fn, e, sites, env)
    if along is not None:
        return along
    match e:
        case f.And(parts) | f.Or(parts):
            found = [vectorize(ctx, fn, part, sites, env) for part in parts]
            if any(part is None for part in found):
                return by_code(ctx, fn, e, sites, env)
            joined = meet if isinstance(e, f.And) else union
            return tuple(joined(words) for words in zip(*[part for part in found if part], strict=True))
        case f.Not(part):
            inner = vectorize(ctx, fn, part, sites, env)
            return None if inner is None else _complement(ctx, inner, sites)
        case f.Compare(op="eq"):
            return _equal(ctx, fn, e, sites, env)
        case f.In(item, of):
            return _member_of(ctx, fn, item, of, sites, env)
        case f.Get(field, (f.Var(name),), Bool()) if name in sites:
            return _plane_at(ctx, fn, field, 2, sites[name], missing=False)
        case f.Let(name, value, body):
            return _lift_named(ctx, fn, name, value, body, sites, env)
        case f.Some(name, value, then, other):
            return _lift_some(ctx, fn, name, value, then, other, sites, env)
        case f.Call(name, args):
            return _lift_call(ctx, fn, name, args, sites, env)
        case f.Fold(monoid="any" | "all"):
            return _lift_fold(ctx, fn, e, sites, env)
        case f.If(test, then, other):
            return vectorize(ctx, fn, f.Or((f.And((test, then)), f.And((f.Not(test), other)))), sites, env)
    return by_code(ctx, fn, e, sites, env)


def _lift_alone(ctx: Context, fn: Function, e: f.Expr, name: str, site: Site, env: Env) -> Words | None:
    """A condition on one of several names: of all that it may stand for, and then moved back."""
    found = asked(ctx, fn, e, name, site.domain, env)
    return None if found is None else back_to_start(ctx, fn, found, site)


def asked(ctx: Context, fn: Function, test: f.Expr, name: str, domain: Fin, env: Env) -> Words | None:
    """The sites of a domain for which a condition on a name holds, as names; those that are known are not asked again."""
    key = substituted(test, {name: "the site"})
    if ctx.known is not None and key in ctx.known and all(fn.sees(word) for word in ctx.known[key]):
        return ctx.known[key]
    with _elsewhere(ctx):
        found = vectorize(ctx, fn, test, {name: Site(domain, domain)}, env)
    if found is None:
        return None
    found = fn.bind(found, "set")
    if ctx.known is not None and not (free_names(key) - {"the site"}):
        ctx.known[key] = found
    return found


@contextmanager
def _elsewhere(ctx: Context) -> Iterator[None]:
    """What is lifted within runs over other sites."""
    kept, ctx.within = ctx.within, -1
    yield
    ctx.within = kept


@contextmanager
def straight(ctx: Context) -> Iterator[None]:
    """The lines written within follow one another, and change nothing: what was lifted once is known."""
    kept, ctx.known = ctx.known, {}
    yield
    ctx.known = kept


# ---- what the words are over


def word_count(ctx: Context, sites: Sites) -> int:
    return width(SetOf(_start_of(sites)))


def _full(ctx: Context, sites: Sites) -> Words:
    size = _start_of(sites).domain.size
    return known_set((1 << size) - 1, word_count(ctx, sites))


def _complement(ctx: Context, words: Words, sites: Sites) -> Words:
    return tuple(full & ~word for full, word in zip(_full(ctx, sites), words, strict=True))


def all_or_nothing(ctx: Context, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words:
    if isinstance(e, f.Lit):
        return _full(ctx, sites) if e.value else (ZERO,) * word_count(ctx, sites)
    holds = fn.let(choose(one(ctx, fn, e, env), -1, 0), "all")
    return tuple(full & holds for full in _full(ctx, sites))


def back_to_start(ctx: Context, fn: Function, words: Words, site: Site) -> Words | None:
    """The sites x from which a name's path leads into a set."""
    found = words
    for table in reversed(site.path):
        shifts = shifts_of(table)
        out = -(-len(table) // 64)
        if not shifts_pay(shifts, max(len(found), out)):
            return None
        found = moved_back(fn.bind(found, "set"), shifts, out)
    return found


# ---- leaves


def _plane_at(ctx: Context, fn: Function, field: str, values: int | k.Expression, site: Site, *, missing: bool) -> Words | None:
    """The sites where a field of the name's site has one of some codes; `missing` is what holds where there is no site."""
    planes = ctx.m.memory.planes.get(field)
    if planes is None or planes.codes > MOST_CODES or ctx.m.layout.slots[field].field.index != (site.domain.domain.name,):
        return None
    words = united(ctx, fn, planes, values)
    return _completed(ctx, fn, words, site, missing=missing)


def _completed(ctx: Context, fn: Function, words: Words, site: Site, *, missing: bool) -> Words | None:
    found = back_to_start(ctx, fn, words, site)
    if found is None or not missing or not site.path:
        return found
    return tuple(word | none for word, none in zip(found, cut(site.nowhere(), len(found)), strict=True))


def _equal(ctx: Context, fn: Function, e: f.Compare, sites: Sites, env: Env) -> Words | None:
    left, right = e.left, e.right
    if variables(right) & sites.keys():
        left, right = right, left
    if isinstance(left.type, SetOf | ListOf):
        return None
    if variables(right) & sites.keys():
        one, other = site_of(ctx, left, sites), site_of(ctx, right, sites)
        if one is None or other is None or one.domain != other.domain:
            return by_code(ctx, fn, e, sites, env)
        return known_set(together(one, other), word_count(ctx, sites))
    match left:
        case f.Var(name) if name in sites:
            item = atom(ctx, fn, right, env, "i")
            size = sites[name].domain.domain.size
            single = single_of(fn, item, size, width(SetOf(sites[name].domain)))
            if sites[name].path and not (isinstance(right, f.Lit) and right.value != size):
                return None  # none may be equal to none
            return back_to_start(ctx, fn, single, sites[name])
        case f.Get(field, (at,)) if isinstance(right, f.Lit) and (site := site_of(ctx, at, sites)) is not None:
            assert isinstance(right.value, int)
            if right.value < 0:
                return None
            none = missing_code(ctx.m.layout.slots[field].field)
            return _plane_at(ctx, fn, field, 1 << right.value, site, missing=right.value == none)
        case f.Tab() if isinstance(right, f.Lit) and (site := site_of(ctx, left, sites)) is not None:
            code = -1 if right.value == site.domain.domain.size else right.value
            there = sum(1 << x for x, place in enumerate(site.places()) if place == code)
            return known_set(there, word_count(ctx, sites))
        case f.Tab(table, (f.Var(name), *rest), Num() | Fin()) if name in sites:
            return _of_number(ctx, fn, ctx.m.memory.column(table, tuple(rest)), sites[name], right, env)
    return by_code(ctx, fn, e, sites, env)


def _of_number(ctx: Context, fn: Function, numbers: tuple[int, ...] | None, site: Site, wanted: f.Expr, env: Env) -> Words | None:
    """The sites to which a table gives the number that is wanted."""
    if numbers is None or max(numbers) - min(numbers) >= MOST_NUMBERS:
        return None
    count, lowest = width(SetOf(site.domain)), min(numbers)
    sets = [sum(1 << x for x, number in enumerate(numbers) if number == each) for each in range(lowest, max(numbers) + 1)]
    table = ctx.m.memory.placed([word for mask in sets for word in cut(mask, count)])
    number = atom(ctx, fn, wanted, env, "number")
    row = fn.let((number - lowest) * count + table, "row")
    inside = all_of([le(lowest, number), le(number, max(numbers))])
    found = tuple(fn.let(choose(inside, V.fixed(row + part), 0), "sites") for part in range(count))
    return back_to_start(ctx, fn, found, site)


def _member_of(ctx: Context, fn: Function, item: f.Expr, of: f.Expr, sites: Sites, env: Env) -> Words | None:
    if variables(of) & sites.keys():
        return None if variables(item) & sites.keys() else ctx.hooks.lift_reached(ctx, fn, item, of, sites, env)
    match item:
        case f.Var(name) if name in sites:
            words = fn.bind(fitted(value(ctx, fn, of, env), SetOf(sites[name].domain)), "set")
            return back_to_start(ctx, fn, words, sites[name])
        case f.Get(field, (at,)) if isinstance(of.type, SetOf) and width(of.type) == 1 and site_of(ctx, at, sites):
            site = site_of(ctx, at, sites)
            assert site is not None
            if isinstance(of, f.Lit):
                assert isinstance(of.value, int)
                none = missing_code(ctx.m.layout.slots[field].field)
                return _plane_at(ctx, fn, field, of.value, site, missing=none >= 0 and bool(of.value >> none & 1))
            if site.path:
                return None
            return _plane_at(ctx, fn, field, atom(ctx, fn, of, env, "codes"), site, missing=False)
    return by_code(ctx, fn, f.In(item, of), sites, env)


def by_code(ctx: Context, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words | None:
    """A test that reads a field at the site of some name: for each code of the field what is left to be asked."""
    read = _read_of(ctx, e, sites)
    if read is None:
        return None
    field, site = read.field, sites[read.index[0].name]  # type: ignore[union-attr]
    codes, none = ctx.m.memory.planes[field].codes, missing_code(ctx.m.layout.slots[field].field)
    if ctx.splits * codes > MOST_SPLITS:
        return None
    surely, terms = 0, list[Words]()
    cases: dict[f.Expr, int] = {}
    for code in range(codes):
        left = settled(with_code(e, read, code, codes), ctx.m.memory.entry)
        cases[left] = cases.get(left, 0) | 1 << code
    ctx.splits *= codes
    for left, found in cases.items():
        if isinstance(left, f.Lit):
            surely |= found if left.value else 0
            continue
        asked = vectorize(ctx, fn, left, sites, env)
        at = _plane_at(ctx, fn, field, found, site, missing=none >= 0 and bool(found >> none & 1))
        if asked is None or at is None:
            ctx.splits //= codes
            return None
        if any(word != ZERO for word in asked):
            terms.append(tuple(a & b for a, b in zip(at, asked, strict=True)))
    ctx.splits //= codes
    if surely:
        at = _plane_at(ctx, fn, field, surely, site, missing=none >= 0 and bool(surely >> none & 1))
        if at is None:
            return None
        terms.append(at)
    return tuple(union(words) for words in zip(*terms, strict=True)) if terms else (ZERO,) * word_count(ctx, sites)


def _read_of(ctx: Context, e: f.Expr, sites: Sites) -> f.Get | None:
    """A field that is read at the site of some name, and that has planes."""
    for form in walk(e):
        match form:
            case f.Get(field, (f.Var(name),)) if name in sites:
                planes = ctx.m.memory.planes.get(field)
                index = ctx.m.layout.slots[field].field.index
                if planes is not None and planes.codes <= MOST_CODES and index == (sites[name].domain.domain.name,):
                    return form
    return None


# ---- names


def _lift_named(ctx: Context, fn: Function, name: str, value: f.Expr, body: f.Expr, sites: Sites, env: Env) -> Words | None:
    if not variables(value) & sites.keys():
        return vectorize(ctx, fn, body, sites, {**env, name: atoms(ctx, fn, value, env)})
    site = site_of(ctx, value, sites)
    return None if site is None else vectorize(ctx, fn, body, {**sites, name: site}, env)


def site_of(ctx: Context, value: f.Expr, sites: Sites) -> Site | None:
    """What a name stands for that is given by x itself or by a static table."""
    match value:
        case f.Var(name):
            return sites.get(name)
        case f.Tab(table, (f.Var(name), *rest)) if name in sites and all(isinstance(each, f.Lit) for each in rest):
            inner = some_of(value.type)
            if not isinstance(inner, Fin):
                return None
            led = ctx.m.memory.led(table, tuple(rest), inner.domain.size)
            return None if led is None else sites[name].beyond(led, inner, sure=False)
    return None


def _lift_some(
    ctx: Context, fn: Function, name: str, value: f.Expr, then: f.Expr, other: f.Expr, sites: Sites, env: Env
) -> Words | None:
    site = site_of(ctx, value, sites) if variables(value) & sites.keys() else None
    if site is None or not site.path:
        return None
    there = _completed(ctx, fn, _everywhere(site), site, missing=False)
    inner = vectorize(ctx, fn, then, {**sites, name: site}, env)
    outer = vectorize(ctx, fn, other, sites, env)
    if there is None or inner is None or outer is None:
        return None
    there = fn.bind(there, "there")
    return tuple(a & b | c & ~b for a, b, c in zip(inner, there, outer, strict=True))


def _everywhere(site: Site) -> Words:
    return known_set((1 << site.domain.domain.size) - 1, width(SetOf(site.domain)))


def _lift_call(ctx: Context, fn: Function, name: str, args: tuple[f.Expr, ...], sites: Sites, env: Env) -> Words | None:
    definition = ctx.m.definitions[name]
    inner_sites: Sites = {}
    inner_env: Env = {}
    for arg, (param, type_) in zip(args, definition.params, strict=True):
        if variables(arg) & sites.keys():
            site = site_of(ctx, arg, sites)
            if site is None:
                return None
            inner_sites[param] = site
        else:
            inner_env[param] = fitted(atoms(ctx, fn, arg, env), type_)
    return vectorize(ctx, fn, definition.body, inner_sites, inner_env)


# ---- any and all


def _lift_fold(ctx: Context, fn: Function, e: f.Fold, sites: Sites, env: Env) -> Words | None:
    """Whether some y related to x passes a test that does not speak of x, or some of a few known ones passes any."""
    opened = _opened(e, ctx.m.definitions)
    if opened is not None:
        return vectorize(ctx, fn, opened, sites, env)
    source: f.Expr = e.source
    within: f.Expr | None = None
    if isinstance(source, f.SetOp) and source.op == "meet":
        left, right = source.left, source.right
        if variables(right) & sites.keys():
            left, right = right, left
        source, within = left, right
        if variables(within) & sites.keys():
            return None
    match source:
        case f.Tab(table, (f.Var(name),), SetOf(Fin() as domain)) if name in sites:
            pass
        case _:
            return None
    test: f.Expr = f.And((e.test, e.body)) if e.monoid == "any" else f.And((e.test, f.Not(e.body)))
    if variables(test) & sites.keys() or sites[name].path:
        if within is not None:
            test = f.And((f.In(f.Var(e.name, domain), within), test))
        found = _lift_ways(ctx, fn, e.name, test, table, sites[name], sites, env)
        return found if found is None or e.monoid == "any" else _complement(ctx, fn.bind(found, "near"), sites)
    with _elsewhere(ctx):
        found = vectorize(ctx, fn, test, {e.name: Site(domain, domain)}, env)
    if found is None:
        return None
    if within is not None:
        limits = fitted(value(ctx, fn, within, env), SetOf(domain))
        found = tuple(a & b for a, b in zip(found, limits, strict=True))
    inverse = ctx.m.memory.inverse(table, _start_of(sites).domain.size, ctx.within)
    args = fn.bind(found, "set")
    pieces = pieces_of(ctx.m.memory.relation(inverse))
    if len(pieces) <= MOST_PIECES:
        result: Words = tuple(mapped(pieces, args, word_count(ctx, sites)))
    elif ctx.many or is_shifts(ctx, inverse, width(SetOf(domain)), word_count(ctx, sites)):
        image = image_of(ctx, inverse, len(args), word_count(ctx, sites))
        result = bind_result(fn, image(V, T, *args), SetOf(_start_of(sites)), "near")
    else:
        return None
    return result if e.monoid == "any" else _complement(ctx, fn.bind(result, "near"), sites)


def _lift_ways(
    ctx: Context, fn: Function, name: str, test: f.Expr, relation: str, site: Site, sites: Sites, env: Env
) -> Words | None:
    """Whether a test, which may speak of a site too, holds for some y that a relation has for that site: by distances."""
    domain = ctx.m.memory.domain_of(relation)
    if domain != site.domain:
        return None
    ways = ways_of(ctx.m.memory.relation(relation))
    if len(ways) > MOST_WAYS:
        return None
    if not ways:
        return (ZERO,) * word_count(ctx, sites)
    terms: list[Words] = []
    for way in ways:
        led = site.beyond(way, domain, sure=True)
        found = vectorize(ctx, fn, test, {**sites, name: led}, env)
        if found is None:
            return None
        there = cut(led.there(), len(found))
        terms.append(tuple(word & mask for word, mask in zip(found, there, strict=True)))
    return tuple(union(words) for words in zip(*terms, strict=True))


def _opened(e: f.Fold, definitions: dict[str, f.Definition]) -> f.Expr | None:
    """`any` over what a definition lists, over a list that is made, or over a few known members, without the list."""
    if e.monoid == "all":
        inner = _opened(replace(e, monoid="any", body=f.Not(e.body)), definitions)
        return None if inner is None else f.Not(inner)
    source = e.source
    match source:
        case f.Call(name, args) if isinstance(definitions[name].body, f.Listing | f.Filter):
            given = {param: arg for arg, (param, _) in zip(args, definitions[name].params, strict=True)}
            return replace(e, source=substituted(definitions[name].body, given))
        case f.Filter(name, inner, test, ListOf()):
            if e.name != name and e.name in free_names(test):
                return None
            own = substituted(test, {name: f.Var(e.name, inner.type.of)})  # type: ignore[union-attr]
            return replace(e, source=inner, test=f.And((own, e.test)))
        case f.Listing(name, inner, test, body, join):
            if name in variables((e.test, e.body)):
                return None
            of = replace(e, source=body) if join else f.Let(e.name, body, f.And((e.test, e.body)))
            return f.Fold("any", name, inner, test, of, None, e.type)
        case f.Lit(value=int(mask), type=SetOf(Fin() as of)) if 0 < mask.bit_count() <= MOST_WAYS:
            known = [f.Lit(place, of) for place in range(mask.bit_length()) if mask >> place & 1]
            return f.Or(tuple(substituted(f.And(tuple(parts_of(f.And((e.test, e.body))))), {e.name: each}) for each in known))
    return None


def _start_of(sites: Sites) -> Fin:
    """The domain over which x runs."""
    return next(iter(sites.values())).start
