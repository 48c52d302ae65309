"""Conditions on one site, evaluated for all sites at once: `{x : test(x)}` as words, where the test allows it.

    F[x] == k, F[x] in K       a plane, or the union of some
    x in S, x == e             S, and the set of e
    a test without x           all or nothing
    and, or, not               the same of words
    a test of T[x]             what holds of the sites that T leads to, moved back by T's distances
    any y in R[x]: test(y)     the image of {y : test(y)} under the inverse of R; `all` by its complement
    any y in R[x]: test(x, y)  for each distance by which R leads: the test where y is so far from x
    test of what is first met  backwards along the way on which it is met (`first_hit.py`)
    a test that reads F[x]     for each code of F: its plane, and what the test is for the code

Definitions are inlined. If no rule applies, `vectorized` gives None, and the caller tests member by member, which is always
correct. It first chooses the rule, from the condition alone, and returns a plan; the plan builds the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, all_of, choose, le, meet, union
from ggl.compiler.lower.builder import FunctionBuilder, V, Words
from ggl.compiler.lower.context import Context, Env, Plan
from ggl.compiler.lower.expressions import atom, atoms, known_set, lower_scalar, lower_value, resize, united
from ggl.compiler.lower.images import by_image, by_images, grouped_by_image
from ggl.compiler.lower.query import Query, already_known
from ggl.compiler.lower.relations import moved_back, shifts_of, shifts_pay, single_of
from ggl.compiler.lower.sites import LinkedSite, Sites, fold_known, some_of, together, ways_of, with_code
from ggl.compiler.lower.symmetric_pairs import SymmetricPair, symmetric_pair
from ggl.compiler.memory import entry_count, signed_words, word_count
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.substitution import free_names, substituted
from ggl.core.types import Bool, Fin, ListOf, Num, SetOf, Type, members_of
from ggl.core.walk import variables, walk
from ggl.engine.layout import missing_code

MOST_WORDS = 12
"""Sets of more words than this are not vectorized: their code would be long, and a loop does as well."""

MOST_CODES = 16
MOST_SPLITS = 32
"""Cases into which a test may be split by the codes of fields."""

MOST_NUMBERS = 64
"""The most numbers in a table over sites; there is a set for each."""

MOST_WAYS = 8
"""The most distances of a relation that is followed distance by distance."""


def vectorized(
    ctx: Context, test: f.Expr, name: str, type_: SetOf | ListOf, *, many: bool = False, within: int = -1
) -> Plan | None:
    """The members of the name's domain for which the test holds; None if the test cannot be evaluated for all at once."""
    domain = type_.of
    if not isinstance(type_, SetOf) or not isinstance(domain, Fin) or entry_count(type_) > MOST_WORDS:
        return None
    return bound_plan(vectorize(Query(ctx, {name: LinkedSite(domain, domain)}, many, within), test))


def bound_plan(found: Plan | None) -> Plan | None:
    """The plan with its result in locals."""
    return None if found is None else lambda fn, env: fn.bind(found(fn, env), "set")


def vectorize(q: Query, e: f.Expr) -> Plan | None:
    """The sites x, as words over the domain where the paths begin, for which a condition holds."""
    named = q.names(e)
    if not named:
        return all_or_nothing(q, e)
    found = _by_rule(q, e, named)
    pair = None if found is None or q.ctx.known is None else symmetric_pair(q, e)
    return found if found is None or pair is None else _once_for_both(q.ctx, pair, found)


def _by_rule(q: Query, e: f.Expr, named: Set[str]) -> Plan | None:
    if isinstance(e, f.Fold | f.Call) and len(q.sites) > 1 and len(named) == 1:
        (name,) = named
        if q.sites[name].sure or not q.sites[name].path:  # for all of its possible values, then moved back
            return back_to_start(sites_where(q, e, name, q.sites[name].domain), q.sites[name])
    along = q.ctx.hooks.plan_first_hit(q, e)
    if along is not None:
        return along
    match e:
        case f.And(parts) | f.Or(parts):
            found = _all_parts(q, parts) if isinstance(e, f.And) else [vectorize(q, part) for part in parts]
            return combined(meet if isinstance(e, f.And) else union, found) or by_code(q, e)
        case f.Not(part):
            return _complement(q, vectorize(q, part))
        case f.Compare(op="eq"):
            return _equal(q, e)
        case f.In(item, of):
            return _member_of(q, item, of)
        case f.Get(field, (f.Var(name),), Bool()) if name in q.sites:
            return _plane_at(q, field, 2, q.sites[name], missing=False)
        case f.Let(name, value, body):
            return _in_let(q, name, value, body)
        case f.Some(name, value, then, other):
            return _in_some(q, name, value, then, other)
        case f.Call(name, args):
            return _in_call(q, name, args)
        case f.Fold(monoid="any" | "all"):
            return _in_fold(q, e)
        case f.If(test, then, other):
            return vectorize(q, f.Or((f.And((test, then)), f.And((f.Not(test), other)))))
    return by_code(q, e)


def _all_parts(q: Query, parts: Sequence[f.Expr]) -> list[Plan | None]:
    """The plans of conditions that must all hold."""
    found: list[Plan | None] = []
    for group in grouped_by_image(parts):
        common = by_images(q, group)
        found += [vectorize(q, part) for part in group] if common is None else [common]
    return found


def combined(join: Callable[[Sequence[k.Expression]], k.Expression], plans: Sequence[Plan | None]) -> Plan | None:
    """Sets combined word by word, if there are all; there is one at least."""
    found = [plan for plan in plans if plan is not None]
    if len(found) < len(plans):
        return None
    return lambda fn, env: tuple(join(each) for each in zip(*[plan(fn, env) for plan in found], strict=True))


def _once_for_both(ctx: Context, pair: SymmetricPair, plan: Plan) -> Plan:
    """The sites for which a condition on two sites holds, moved from where it was asked for the opposite distance."""

    def build(fn: FunctionBuilder, env: Env) -> Words:
        if ctx.known is None:
            return plan(fn, env)
        same, opposite = (already_known(ctx, fn, key) for key in (pair.key, pair.opposite))
        if same is None:
            same = fn.bind(plan(fn, env) if opposite is None else moved_to_start(fn, opposite, pair.site), "pair")
            ctx.known[fn, pair.key] = same
        return same

    return build


def sites_where(q: Query, test: f.Expr, name: str, domain: Fin) -> Plan | None:
    """The sites of a domain for which a condition on a name holds, in locals; those that are known are not asked again."""
    ctx, key = q.ctx, substituted(test, {name: "the site"})
    free = free_names(key)  # without the site it does not tell the domain
    found = vectorize(q.elsewhere(name, domain), test)
    if found is None:
        return None

    def build(fn: FunctionBuilder, env: Env) -> Words:
        known = already_known(ctx, fn, key) if "the site" in free else None
        if known is not None:
            return known
        sites = fn.bind(found(fn, env), "set")
        if ctx.known is not None and free == {"the site"}:
            ctx.known[fn, key] = sites
        return sites

    return build


def asked_of_all(ctx: Context, test: f.Expr, name: str, domain: Fin) -> Plan | None:
    """The sites of a domain where a condition on that name alone holds."""
    return sites_where(Query(ctx, {}, many=False), test, name, domain)


# ---- what the words are over


def _complement(q: Query, inner: Plan | None) -> Plan | None:
    return inner and (lambda fn, env: tuple(full & ~word for full, word in zip(q.full, inner(fn, env), strict=True)))


def all_or_nothing(q: Query, e: f.Expr) -> Plan:
    if isinstance(e, f.Lit):
        known = q.full if e.value else (ZERO,) * q.count
        return lambda fn, env: known

    def build(fn: FunctionBuilder, env: Env) -> Words:
        holds = fn.let(choose(lower_scalar(q.ctx, fn, e, env), -1, 0), "all")
        return tuple(full & holds for full in q.full)

    return build


def back_to_start(plan: Plan | None, site: LinkedSite) -> Plan | None:
    """The sites x from which a name's path leads into a set."""
    if plan is None:
        return None
    count = entry_count(SetOf(site.domain))
    for table in reversed(site.path):
        if not shifts_pay(shifts_of(table), max(count, word_count(len(table)))):
            return None
        count = word_count(len(table))
    return lambda fn, env: moved_to_start(fn, plan(fn, env), site)


def moved_to_start(fn: FunctionBuilder, found: Words, site: LinkedSite) -> Words:
    for table in reversed(site.path):
        found = moved_back(fn.bind(found, "set"), shifts_of(table), word_count(len(table)))
    return found


# ---- leaves


def _plane_at(q: Query, field: str, values: int | f.Expr, site: LinkedSite, *, missing: bool) -> Plan | None:
    """The sites where a field of the name's site has one of some codes; `missing` is what holds where there is no site."""
    ctx = q.ctx
    planes = ctx.m.memory.planes.get(field)
    if planes is None or planes.codes > MOST_CODES or ctx.m.layout.slots[field].field.index != (site.domain.domain.name,):
        return None

    def build(fn: FunctionBuilder, env: Env) -> Words:
        return united(ctx, fn, planes, values if isinstance(values, int) else atom(ctx, fn, values, env, "codes"))

    return _completed(build, site, missing=missing)


def _completed(plan: Plan, site: LinkedSite, *, missing: bool) -> Plan | None:
    found = back_to_start(plan, site)
    if found is None or not missing or not site.path:
        return found
    nowhere = signed_words(site.nowhere(), entry_count(SetOf(site.start)))
    return lambda fn, env: tuple(word | none for word, none in zip(found(fn, env), nowhere, strict=True))


def _known(q: Query, mask: int) -> Plan:
    return lambda fn, env: known_set(mask, q.count)


def _equal(q: Query, e: f.Compare) -> Plan | None:
    ctx, left, right = q.ctx, e.left, e.right
    if q.names(right):
        left, right = right, left
    if isinstance(left.type, SetOf | ListOf):
        return None
    if q.names(right):
        one, other = site_of(q, left), site_of(q, right)
        if one is None or other is None or one.domain != other.domain:
            return by_code(q, e)
        return _known(q, together(one, other))
    match left:
        case f.Var(name) if name in q.sites:
            site = q.sites[name]
            size = site.domain.domain.size
            if site.path and not (isinstance(right, f.Lit) and right.value != size):
                return None  # none equals none
            count = entry_count(SetOf(site.domain))
            return back_to_start(lambda fn, env: single_of(fn, atom(ctx, fn, right, env, "i"), size, count), site)
        case f.Get(field, (at,)) if isinstance(right, f.Lit) and (place := site_of(q, at)) is not None:
            if right.code < 0:
                return None
            none = missing_code(ctx.m.layout.slots[field].field)
            return _plane_at(q, field, 1 << right.code, place, missing=right.code == none)
        case f.Tab() if isinstance(right, f.Lit) and (place := site_of(q, left)) is not None:
            code = -1 if right.value == place.domain.domain.size else right.value
            return _known(q, sum(1 << x for x, each in enumerate(place.places()) if each == code))
        case f.Tab(table, (f.Var(name), *rest), Num() | Fin()) if name in q.sites:
            return _of_number(q, ctx.m.memory.column(table, tuple(rest)), q.sites[name], right)
    return by_code(q, e)


def _of_number(q: Query, numbers: tuple[int, ...] | None, site: LinkedSite, wanted: f.Expr) -> Plan | None:
    """The sites to which a table gives the number that is wanted."""
    if numbers is None or max(numbers) - min(numbers) >= MOST_NUMBERS:
        return None
    ctx, count, lowest, highest = q.ctx, entry_count(SetOf(site.domain)), min(numbers), max(numbers)
    sets = [sum(1 << x for x, number in enumerate(numbers) if number == each) for each in range(lowest, highest + 1)]

    def build(fn: FunctionBuilder, env: Env) -> Words:
        table = ctx.m.memory.placed([word for mask in sets for word in signed_words(mask, count)])
        number = atom(ctx, fn, wanted, env, "number")
        row = fn.let((number - lowest) * count + table, "row")
        inside = all_of([le(lowest, number), le(number, highest)])
        return tuple(fn.let(choose(inside, V.fixed(row + part), 0), "sites") for part in range(count))

    return back_to_start(build, site)


def _member_of(q: Query, item: f.Expr, of: f.Expr) -> Plan | None:
    ctx = q.ctx
    if q.names(of):
        return None if q.names(item) else q.ctx.hooks.plan_reached(q, item, of)
    match item:
        case f.Var(name) if name in q.sites:
            type_ = SetOf(q.sites[name].domain)
            return back_to_start(lambda fn, env: fn.bind(resize(lower_value(ctx, fn, of, env), type_), "set"), q.sites[name])
        case f.Get(field, (at,)) if isinstance(of.type, SetOf) and entry_count(of.type) == 1 and (site := site_of(q, at)):
            if isinstance(of, f.Lit):
                return _plane_of_codes(q, field, of.code, site)
            return None if site.path else _plane_at(q, field, of, site, missing=False)
    return by_code(q, f.In(item, of))


def _plane_of_codes(q: Query, field: str, codes: int, site: LinkedSite) -> Plan | None:
    """The sites where a field has one of some codes; where there is no site, it has what it has where it is missing."""
    none = missing_code(q.ctx.m.layout.slots[field].field)
    return _plane_at(q, field, codes, site, missing=none >= 0 and bool(codes >> none & 1))


def by_code(q: Query, e: f.Expr) -> Plan | None:
    """A test that reads a field at the site of a name: the remaining test for each code of the field."""
    read = _read_of(q, e)
    if read is None:
        return None
    field, site = read.field, q.sites[read.index[0].name]  # type: ignore[union-attr]
    codes = q.ctx.m.memory.planes[field].codes
    if q.splits * codes > MOST_SPLITS:
        return None
    cases: dict[f.Expr, int] = {}
    for code in range(codes):
        left = fold_known(with_code(e, read, code, codes), q.ctx.m.memory.entry)
        cases[left] = cases.get(left, 0) | 1 << code
    inner = replace(q, splits=q.splits * codes)
    surely = sum(found for left, found in cases.items() if isinstance(left, f.Lit) and left.value)
    terms: list[tuple[Plan | None, Plan]] = []
    for left, found in cases.items():
        if isinstance(left, f.Lit):
            continue
        holds, at = vectorize(inner, left), _plane_of_codes(q, field, found, site)
        if holds is None or at is None:
            return None
        terms.append((holds, at))
    if surely:
        always = _plane_of_codes(q, field, surely, site)
        if always is None:
            return None
        terms.append((None, always))

    def build(fn: FunctionBuilder, env: Env) -> Words:
        found: list[Words] = []
        for test, plane in terms:
            holds = None if test is None else test(fn, env)
            if holds is None or any(word != ZERO for word in holds):
                at = plane(fn, env)
                found.append(at if holds is None else tuple(a & b for a, b in zip(at, holds, strict=True)))
        return tuple(union(each) for each in zip(*found, strict=True)) if found else (ZERO,) * q.count

    return build


def _read_of(q: Query, e: f.Expr) -> f.Get | None:
    """A field that is read at the site of some name, and that has planes."""
    for form in walk(e):
        match form:
            case f.Get(field, (f.Var(name),)) if name in q.sites:
                planes = q.ctx.m.memory.planes.get(field)
                index = q.ctx.m.layout.slots[field].field.index
                if planes is not None and planes.codes <= MOST_CODES and index == (q.sites[name].domain.domain.name,):
                    return form
    return None


# ---- names


def _in_let(q: Query, name: str, value: f.Expr, body: f.Expr) -> Plan | None:
    if not q.names(value):
        inner = vectorize(q, body)
        return inner and (lambda fn, env: inner(fn, {**env, name: atoms(q.ctx, fn, value, env)}))
    site = site_of(q, value)
    return None if site is None else vectorize(q.beside(name, site), body)


def site_of(q: Query, value: f.Expr) -> LinkedSite | None:
    """The site of a value that x itself or a static table gives."""
    match value:
        case f.Var(name):
            return q.sites.get(name)
        case f.Tab(table, (f.Var(name), *rest)) if name in q.sites and all(isinstance(each, f.Lit) for each in rest):
            inner = some_of(value.type)
            if not isinstance(inner, Fin):
                return None
            led = q.ctx.m.memory.led(table, tuple(rest), inner.domain.size)
            return None if led is None else q.sites[name].beyond(led, inner, sure=False)
    return None


def _in_some(q: Query, name: str, value: f.Expr, then: f.Expr, other: f.Expr) -> Plan | None:
    site = site_of(q, value) if q.names(value) else None
    if site is None or not site.path:
        return None
    everywhere = known_set((1 << site.domain.domain.size) - 1, entry_count(SetOf(site.domain)))
    there = back_to_start(lambda fn, env: everywhere, site)
    return _either(there, vectorize(q.beside(name, site), then), vectorize(q, other))


def _either(there: Plan | None, inner: Plan | None, outer: Plan | None) -> Plan | None:
    """The first of two sets within a third, the second outside."""
    if there is None or inner is None or outer is None:
        return None

    def build(fn: FunctionBuilder, env: Env) -> Words:
        a, b, c = there(fn, env), inner(fn, env), outer(fn, env)
        return tuple(y & x | z & ~x for x, y, z in zip(fn.bind(a, "there"), b, c, strict=True))

    return build


def _in_call(q: Query, name: str, args: tuple[f.Expr, ...]) -> Plan | None:
    definition = q.ctx.m.definitions[name]
    sites: Sites = {}
    given: list[tuple[str, f.Expr, Type]] = []
    for arg, (param, type_) in zip(args, definition.params, strict=True):
        if q.names(arg):
            site = site_of(q, arg)
            if site is None:
                return None
            sites[param] = site
        else:
            given.append((param, arg, type_))
    inner = vectorize(replace(q, sites=sites), definition.body)
    return inner and (lambda fn, env: inner(fn, bound_arguments(q.ctx, fn, given, env)))


def bound_arguments(ctx: Context, fn: FunctionBuilder, given: list[tuple[str, f.Expr, Type]], env: Env) -> Env:
    """The parameters of a definition with what they are given."""
    return {param: resize(atoms(ctx, fn, arg, env), type_) for param, arg, type_ in given}


# ---- any and all


def _in_fold(q: Query, e: f.Fold) -> Plan | None:
    """Whether some y related to x passes a test that does not speak of x, or some of a few known ones passes any."""
    ctx = q.ctx
    opened = _opened(e, ctx.m.definitions)
    if opened is not None:
        return vectorize(q, opened)
    source: f.Expr = e.source
    within: f.Expr | None = None
    if isinstance(source, f.SetOp) and source.op == "meet":
        left, right = source.left, source.right
        if q.names(right):
            left, right = right, left
        source, within = left, right
        if q.names(within):
            return None
    match source:
        case f.Tab(table, (f.Var(name),), SetOf(Fin() as domain)) if name in q.sites:
            pass
        case _:
            return None
    test: f.Expr = f.And((e.test, e.body)) if e.monoid == "any" else f.And((e.test, f.Not(e.body)))
    if q.names(test) or q.sites[name].path:
        if within is not None:
            test = f.And((f.In(f.Var(e.name, domain), within), test))
        found = _by_distances(q, e.name, test, table, q.sites[name])
    else:
        found = by_image(q, vectorize(q.elsewhere(e.name, domain), test), within, table, domain)
    return found if e.monoid == "any" else _complement(q, found and (lambda fn, env: fn.bind(found(fn, env), "near")))


def _by_distances(q: Query, name: str, test: f.Expr, relation: str, site: LinkedSite) -> Plan | None:
    """Whether a test, which may speak of a site too, holds for some y that a relation has for that site: by distances."""
    domain = q.ctx.m.memory.domain_of(relation)
    if domain != site.domain:
        return None
    ways = ways_of(q.ctx.m.memory.relation(relation))
    if len(ways) > MOST_WAYS:
        return None
    if not ways:
        return _known(q, 0)
    return combined(union, [_at_distance(q, name, test, site.beyond(way, domain, sure=True)) for way in ways])


def _at_distance(q: Query, name: str, test: f.Expr, led: LinkedSite) -> Plan | None:
    found, there = vectorize(q.beside(name, led), test), signed_words(led.there(), q.count)
    return found and (lambda fn, env: tuple(word & mask for word, mask in zip(found(fn, env), there, strict=True)))


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
        case f.Lit(value=int(mask), type=SetOf(Fin() as of) as set_of) if 0 < mask.bit_count() <= MOST_WAYS:
            known = [f.Lit(place, of) for place in members_of(mask, set_of)]
            return f.Or(tuple(substituted(f.And(tuple(parts_of(f.And((e.test, e.body))))), {e.name: each}) for each in known))
    return None
