"""The first hit of a ray, for all sites at once: `{c : test(first(x in ray(c) if stops(x)))}`.

A list of the board is a chain if each is the next site and then that site's own list, as rays in one direction are. The first
hit from c is found backwards: the sites beside a stop that passes the test, then the sites beside these, as long as they are
not stops themselves. So Othello's moves are eight runs of six shifts, instead of a list for each cell and direction. A
condition on only c and the hit, such as that something lies between, is computed beforehand for each distance.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import meet, union
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context, Env, Plan
from ggl.compiler.lower.query import Query
from ggl.compiler.lower.relations import moved_back, shifts_of
from ggl.compiler.lower.sites import Sites
from ggl.compiler.lower.vectorize import combined, sites_where, vectorize
from ggl.compiler.memory import entry_count, signed_words
from ggl.compiler.passes.const_eval import ConstantEvaluator
from ggl.core import forms as f
from ggl.core.substitution import free_names, substituted
from ggl.core.types import Fin, ListOf, SetOf
from ggl.core.walk import READS, rebuilt, uses, variables, walk
from ggl.engine.layout import missing_code
from ggl.frozen import frozen

MOST_STEPS = 160
"""Words that are shifted along all steps of a chain."""

END = "what is met first"


@frozen
class _Chain:
    """The sites along the way from each site, and the tests: of the site met, and of both sites together."""

    ways: list[tuple[int, ...]]
    domain: Fin
    of_end: list[f.Expr]
    of_both: list[f.Expr]


def plan_first_hit(q: Query, e: f.Expr) -> Plan | None:
    parts = e.parts if isinstance(e, f.And) else (e,)
    end = next((form for part in parts for form in walk(part) if _is_end(form, q.sites)), None)
    if not isinstance(end, f.Fold):
        return None
    (name,) = q.names(end.source)
    spoken_of = [_with_end(part, end) for part in parts]
    own = [part for part in spoken_of if END in variables(part)]
    chain = _chain_of(q.ctx, end, own, name, q.sites)
    met = None if chain is None else _met(q, chain, end, name)
    return None if met is None else combined(meet, [met, *(vectorize(q, part) for part in spoken_of if part not in own)])


def _chain_of(ctx: Context, end: f.Fold, own: list[f.Expr], name: str, sites: Sites) -> _Chain | None:
    ray = end.source
    assert isinstance(ray, f.Tab)
    assert isinstance(ray.type, ListOf)
    place = next(number for number, each in enumerate(ray.index) if isinstance(each, f.Var))
    ways = ctx.m.memory.lists_along(ray.table, place, tuple(each for each in ray.index if isinstance(each, f.Lit)))
    domain = sites[name].domain
    if ways is None or sites[name].path or ray.type.of != domain or len(ways) != domain.domain.size:
        return None
    if any(way and way[1:] != ways[way[0]] for way in ways):
        return None
    of_end = [part for part in own if _is_of_end(ctx, part, sites)]
    of_both = [part for part in own if part not in of_end]
    for part in of_both:
        if uses(part, *READS, f.Call) or free_names(part) - {name, END}:
            return None
    return _Chain(ways, domain, of_end, of_both) if of_end else None


def _is_of_end(ctx: Context, part: f.Expr, sites: Sites) -> bool:
    """Whether there is a test of the site met alone, which fails if no site is met."""
    match part:
        case f.In(f.Get(_, (f.Var(name),)), of):
            alone = not variables(of) & {END, *sites}
            return name == END and isinstance(of.type, SetOf) and isinstance(of.type.of, Fin) and alone
        case f.Compare("eq", f.Get(field, (f.Var(name),)), f.Lit(value=code)):
            return name == END and code != missing_code(ctx.m.layout.slots[field].field)
    return False


def _met(q: Query, chain: _Chain, end: f.Fold, name: str) -> Plan | None:
    """The sites from which something is met first for which all conditions hold."""
    longest, count = max(map(len, chain.ways)), entry_count(SetOf(chain.domain))
    shifts = shifts_of(tuple(way[0] if way else -1 for way in chain.ways))
    if len(shifts) * count * longest > MOST_STEPS:
        return None
    stopping = sites_where(q, end.test, end.name, chain.domain)
    passing = combined(meet, [sites_where(q, part, END, chain.domain) for part in chain.of_end])
    if stopping is None or passing is None:
        return None
    masks = _allowed(q.ctx, chain, name, longest)

    def build(fn: FunctionBuilder, env: Env) -> Words:
        stops = stopping(fn, env)
        met = tuple(a & b for a, b in zip(stops, passing(fn, env), strict=True))
        terms: list[list[k.Expression]] = [[] for _ in range(count)]
        for distance, mask in enumerate(masks):
            reach = fn.bind(moved_back(fn.bind(met, "met"), shifts, count), "reach")
            for term, word, allowed in zip(terms, reach, signed_words(mask, count), strict=True):
                if allowed:
                    term.append(word & allowed)
            met = tuple(a & ~b for a, b in zip(reach, stops, strict=True))
            if distance == longest - 1:
                break
        return tuple(union(term) for term in terms)

    return build


def _allowed(ctx: Context, chain: _Chain, name: str, longest: int) -> list[int]:
    """For each distance, the sites for which the test of them and of the site at that distance along their way holds."""
    beforehand, index = ConstantEvaluator(ctx.m.core), [f.Var(name, chain.domain), f.Var(END, chain.domain)]
    tests = [beforehand.function(part, index) for part in chain.of_both]
    masks = [0] * longest
    for site, way in enumerate(chain.ways):
        for distance, other in enumerate(way):
            masks[distance] |= all(test(site, other) for test in tests) << site
    return masks


def _is_end(form: f.Form, sites: Sites) -> bool:
    """Whether a form is the first site on a list of the board, from a site that the condition is about, for which a test holds
    that speaks of none."""
    match form:
        case f.Fold("first", name, f.Tab(_, index, ListOf()), test, f.Var(body), None) if name == body:
            open_ = [each for each in index if not isinstance(each, f.Lit)]
            return (
                len(open_) == 1 and isinstance(open_[0], f.Var) and open_[0].name in sites and not variables(test) & sites.keys()
            )
    return False


def _with_end(part: f.Expr, end: f.Fold) -> f.Expr:
    """A condition with a name in place of the first site met."""
    key = _without_name(end)
    assert isinstance(end.source.type, ListOf)
    met = f.Var(END, end.source.type.of)
    return rebuilt(part, lambda form: met if isinstance(form, f.Fold) and _without_name(form) == key else form)


def _without_name(end: f.Fold) -> tuple[object, ...]:
    return end.monoid, end.source, substituted(end.test, {end.name: ""}), substituted(end.body, {end.name: ""}), end.default
