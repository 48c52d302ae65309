"""Conditions on one site, asked of all sites at once: `{x : test(x)}` as words, where the test allows it.

    F[x] == k, F[x] in K       a plane, or the union of some
    x in S, x == e             S, and the set of e
    a test without x           all or nothing
    and, or, not               the same of words
    a test of T[x]             what holds of the sites that T leads to, moved back by T's distances
    any y in R[x]: test(y)     the image of {y : test(y)} under the inverse of R; `all` by its complement
    a test of F[x] alone       for each code of F: its plane, if the test holds for the code

A definition is looked into. Where nothing applies, `lifted` gives None, and the caller asks member by member, which is always
right.
"""

from __future__ import annotations

from dataclasses import dataclass

from ggl.compiler.expressions import Env, fitted, missing_code
from ggl.compiler.memory import cut, width
from ggl.compiler.relations import MOST_SHIFTS, Relations, moved_back, shifts_of, single_of
from ggl.compiler.writer import Function, Words, literal
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Opt, SetOf
from ggl.core.walk import rebuilt, variables, walk

MOST_WORDS = 12
"""Sets of more words than this are not lifted: their text would be long, and a loop does as well."""

MOST_CODES = 16


@dataclass(frozen=True)
class Site:
    """What a name stands for while x runs over all sites: x itself, or where static tables lead from it, one after the other.

    `start` is what x runs over, `domain` what the name's own values are of. A table has -1 where it leads nowhere.
    """

    start: Fin
    domain: Fin
    path: tuple[tuple[int, ...], ...] = ()


Sites = dict[str, Site]


class Lifting(Relations):
    _many = False

    def lifted(
        self, fn: Function, test: f.Expr, name: str, type_: SetOf | ListOf, env: Env, *, many: bool = False
    ) -> Words | None:
        """The members of the name's domain for which the test holds; None if it cannot be asked of all at once.

        Where there are `many` members to ask, an image that is looked up site by site pays too.
        """
        domain = type_.of
        if not isinstance(type_, SetOf) or not isinstance(domain, Fin) or width(type_) > MOST_WORDS:
            return None
        with fn.aside() as lines:
            before, self._many = fn.grown, many
            found = self._lift(fn, test, {name: Site(domain, domain)}, env)
        if found is None:
            fn.grown = before
            return None
        fn.take(lines)
        return fn.bind(found, "set")

    def _lift(self, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words | None:
        """The sites x, as words over the domain where the paths begin, for which a condition holds."""
        if not variables(e) & sites.keys():
            return self._all_or_nothing(fn, e, sites, env)
        match e:
            case f.And(parts) | f.Or(parts):
                found = [self._lift(fn, part, sites, env) for part in parts]
                if any(part is None for part in found):
                    return self._by_code(fn, e, sites, env)
                sign = " & " if isinstance(e, f.And) else " | "
                return tuple(f"({sign.join(words)})" for words in zip(*[part for part in found if part], strict=True))
            case f.Not(part):
                inner = self._lift(fn, part, sites, env)
                return None if inner is None else self._complement(inner, sites)
            case f.Compare(op="eq"):
                return self._equal(fn, e, sites, env)
            case f.In(item, of):
                return self._member_of(fn, item, of, sites, env)
            case f.Get(field, (f.Var(name),), Bool()) if name in sites:
                return self._plane_at(fn, field, 2, sites[name], missing=False)
            case f.Let(name, value, body):
                return self._lift_named(fn, name, value, body, sites, env)
            case f.Some(name, value, then, other):
                return self._lift_some(fn, name, value, then, other, sites, env)
            case f.Call(name, args):
                return self._lift_call(fn, name, args, sites, env)
            case f.Fold(monoid="any" | "all"):
                return self._lift_fold(fn, e, sites, env)
            case f.If(test, then, other):
                return self._lift(fn, f.Or((f.And((test, then)), f.And((f.Not(test), other)))), sites, env)
        return self._by_code(fn, e, sites, env)

    # ---- what the words are over

    def _words(self, sites: Sites) -> int:
        return width(SetOf(_start_of(sites)))

    def _full(self, sites: Sites) -> list[str]:
        size = _start_of(sites).domain.size
        return [literal(word) for word in cut((1 << size) - 1, self._words(sites))]

    def _complement(self, words: Words, sites: Sites) -> Words:
        return tuple(f"({full} & ~{word})" for full, word in zip(self._full(sites), words, strict=True))

    def _all_or_nothing(self, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words:
        if isinstance(e, f.Lit):
            return tuple(self._full(sites)) if e.value else ("0",) * self._words(sites)
        holds = fn.let(f"-I(1) if {self.one(fn, e, env)} else I(0)", "all")
        return tuple(f"({full} & {holds})" for full in self._full(sites))

    def _back(self, fn: Function, words: Words, site: Site) -> Words | None:
        """The sites x from which a name's path leads into a set."""
        found = words
        for table in reversed(site.path):
            shifts = shifts_of(table)
            out = -(-len(table) // 64)
            if len(shifts) * max(len(found), out) > MOST_SHIFTS:
                return None
            found = moved_back(fn.bind(found, "set"), shifts, out)
        return found

    @staticmethod
    def _nowhere(site: Site) -> int:
        """The sites x from which the path leads nowhere."""
        places = list(range(site.start.domain.size))
        for table in site.path:
            places = [table[place] if place >= 0 else -1 for place in places]
        return sum(1 << x for x, place in enumerate(places) if place < 0)

    # ---- leaves

    def _plane_at(self, fn: Function, field: str, values: int | str, site: Site, *, missing: bool) -> Words | None:
        """The sites where a field of the name's site has one of some codes; `missing` is what holds where there is no site."""
        planes = self.m.memory.planes.get(field)
        if planes is None or planes.codes > MOST_CODES or self.m.layout.slots[field].field.index != (site.domain.domain.name,):
            return None
        words = self.united(fn, planes, values)
        return self._completed(fn, words, site, missing=missing)

    def _completed(self, fn: Function, words: Words, site: Site, *, missing: bool) -> Words | None:
        found = self._back(fn, words, site)
        if found is None or not missing or not site.path:
            return found
        nowhere = cut(self._nowhere(site), len(found))
        return tuple(f"({word} | {literal(none)})" for word, none in zip(found, nowhere, strict=True))

    def _equal(self, fn: Function, e: f.Compare, sites: Sites, env: Env) -> Words | None:
        left, right = e.left, e.right
        if variables(right) & sites.keys():
            left, right = right, left
        if variables(right) & sites.keys() or isinstance(left.type, SetOf | ListOf):
            return None
        match left:
            case f.Var(name):
                item = self.atom(fn, right, env, "i")
                size = sites[name].domain.domain.size
                single = single_of(fn, item, size, width(SetOf(sites[name].domain)))
                if sites[name].path and not (isinstance(right, f.Lit) and right.value != size):
                    return None  # none may be equal to none
                return self._back(fn, single, sites[name])
            case f.Get(field, (f.Var(name),)) if name in sites and isinstance(right, f.Lit):
                assert isinstance(right.value, int)
                if right.value < 0:
                    return None
                none = missing_code(self.m.layout.slots[field].field)
                return self._plane_at(fn, field, 1 << right.value, sites[name], missing=right.value == none)
        return self._by_code(fn, e, sites, env)

    def _member_of(self, fn: Function, item: f.Expr, of: f.Expr, sites: Sites, env: Env) -> Words | None:
        if variables(of) & sites.keys():
            return None
        match item:
            case f.Var(name):
                words = fn.bind(fitted(self.value(fn, of, env), SetOf(sites[name].domain)), "set")
                return self._back(fn, words, sites[name])
            case f.Get(field, (f.Var(name),)) if name in sites and isinstance(of.type, SetOf) and width(of.type) == 1:
                if isinstance(of, f.Lit):
                    assert isinstance(of.value, int)
                    none = missing_code(self.m.layout.slots[field].field)
                    return self._plane_at(fn, field, of.value, sites[name], missing=none >= 0 and bool(of.value >> none & 1))
                if sites[name].path:
                    return None
                return self._plane_at(fn, field, self.atom(fn, of, env, "codes"), sites[name], missing=False)
        return self._by_code(fn, f.In(item, of), sites, env)

    def _by_code(self, fn: Function, e: f.Expr, sites: Sites, env: Env) -> Words | None:
        """A test of one field at one name's site, and of nothing else there: code by code."""
        reads = {form for form in walk(e) if isinstance(form, f.Get) and variables(form) & sites.keys()}
        if len({(form.field, form.index) for form in reads}) != 1:
            return None
        read = next(iter(reads))
        if len(read.index) != 1 or not isinstance(read.index[0], f.Var):
            return None
        name, planes = read.index[0].name, self.m.memory.planes.get(read.field)
        if planes is None or planes.codes > MOST_CODES or sites[name].path:
            return None

        def with_code(code: int) -> f.Expr:
            def change(form: f.Form) -> f.Form:
                if isinstance(form, f.Get) and form.field == read.field and form.index == read.index:
                    return f.Lit(code, form.type.of if isinstance(form.type, Opt) and code < planes.codes - 1 else form.type)
                return form

            return rebuilt(e, change)

        if variables(with_code(0)) & sites.keys():
            return None
        words = ["0"] * self._words(sites)
        for code in range(planes.codes):
            holds = fn.let(f"-I(1) if {self.one(fn, with_code(code), env)} else I(0)", "all")
            start = planes.start + code * planes.words
            words = [f"{word} | v[{start + part}] & {holds}" for part, word in enumerate(words)]
        return tuple(f"({word.removeprefix('0 | ')})" for word in words)

    # ---- names

    def _lift_named(self, fn: Function, name: str, value: f.Expr, body: f.Expr, sites: Sites, env: Env) -> Words | None:
        if not variables(value) & sites.keys():
            return self._lift(fn, body, sites, {**env, name: self.atoms(fn, value, env)})
        site = self._site_of(value, sites)
        return None if site is None else self._lift(fn, body, {**sites, name: site}, env)

    def _site_of(self, value: f.Expr, sites: Sites) -> Site | None:
        """What a name stands for that is given by x itself or by a static table."""
        match value:
            case f.Var(name):
                return sites[name]
            case f.Tab(table, (f.Var(name), *rest)) if name in sites and all(isinstance(each, f.Lit) for each in rest):
                inner = value.type.of if isinstance(value.type, Opt) else value.type
                if not isinstance(inner, Fin):
                    return None
                led = self.m.memory.led(table, tuple(rest), inner.domain.size)
                return None if led is None else Site(sites[name].start, inner, (*sites[name].path, led))
        return None

    def _lift_some(
        self, fn: Function, name: str, value: f.Expr, then: f.Expr, other: f.Expr, sites: Sites, env: Env
    ) -> Words | None:
        site = self._site_of(value, sites) if variables(value) & sites.keys() else None
        if site is None or not site.path:
            return None
        there = self._completed(fn, self._everywhere(site), site, missing=False)
        inner = self._lift(fn, then, {**sites, name: site}, env)
        outer = self._lift(fn, other, sites, env)
        if there is None or inner is None or outer is None:
            return None
        there = fn.bind(there, "there")
        return tuple(f"({a} & {b} | {c} & ~{b})" for a, b, c in zip(inner, there, outer, strict=True))

    @staticmethod
    def _everywhere(site: Site) -> Words:
        return tuple(literal(word) for word in cut((1 << site.domain.domain.size) - 1, width(SetOf(site.domain))))

    def _lift_call(self, fn: Function, name: str, args: tuple[f.Expr, ...], sites: Sites, env: Env) -> Words | None:
        definition = self.m.definitions[name]
        inner_sites: Sites = {}
        inner_env: Env = {}
        for arg, (param, type_) in zip(args, definition.params, strict=True):
            if variables(arg) & sites.keys():
                site = self._site_of(arg, sites)
                if site is None:
                    return None
                inner_sites[param] = site
            else:
                inner_env[param] = fitted(self.atoms(fn, arg, env), type_)
        return self._lift(fn, definition.body, inner_sites, inner_env)

    # ---- any and all

    def _lift_fold(self, fn: Function, e: f.Fold, sites: Sites, env: Env) -> Words | None:
        """Whether some y related to x passes a test that does not speak of x."""
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
            case f.Tab(table, (f.Var(name),), SetOf(Fin() as domain)) if name in sites and not sites[name].path:
                pass
            case _:
                return None
        test: f.Expr = f.And((e.test, e.body)) if e.monoid == "any" else f.And((e.test, f.Not(e.body)))
        if variables(test) & sites.keys():
            return None
        found = self._lift(fn, test, {e.name: Site(domain, domain)}, env)
        if found is None:
            return None
        if within is not None:
            limits = fitted(self.value(fn, within, env), SetOf(domain))
            found = tuple(f"({a} & {b})" for a, b in zip(found, limits, strict=True))
        inverse = self.m.memory.inverse(table, _start_of(sites).domain.size)
        if not self._many and not self.is_shifts(inverse, width(SetOf(domain)), self._words(sites)):
            return None
        args = fn.bind(found, "set")
        image = self.image_of(inverse, len(args), self._words(sites))
        result = self._result(fn, f"{image}(v, t, {', '.join(args)})", SetOf(_start_of(sites)), "near")
        return result if e.monoid == "any" else self._complement(fn.bind(result, "near"), sites)


def _start_of(sites: Sites) -> Fin:
    """The domain over which x runs."""
    return next(iter(sites.values())).start
