"""Facts that a move's conditions imply about the fields that its effects change, before the change.

If a condition says that a cell is empty, its code is none when a piece is put on it: so the changed planes are known without a
load. Takes the conditions of a move and its effects; gives, for each effect, the codes that are known before it, and which tests
within the effects are decided. A move's effects run only if its conditions hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from ggl.compiler.lower.context import Context
from ggl.compiler.passes.expression_queries import TRUE, parts_of
from ggl.core import forms as f
from ggl.core.types import SetOf
from ggl.core.walk import variables, walk
from ggl.engine.draws import intersected_sets, related
from ggl.frozen import frozen


@frozen
class FieldFacts:
    """The codes that fields have at the sites that variables name, and what is known of values and sets."""

    codes: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By field and variable."""
    apart: frozenset[frozenset[str]] = frozenset()
    """Pairs of variables that never name the same site."""
    related: Mapping[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    """The relation that leads from a variable to another."""
    values: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The codes among which that of a variable is."""
    occurring: Mapping[tuple[str, f.Expr], frozenset[int]] = field(default_factory=dict)
    """Codes that occur among the members of a set that never changes, by field and set."""
    pairs: frozenset[f.Expr] = frozenset()
    """Variables that name sets with two members."""
    firsts: Mapping[str, f.Expr] = field(default_factory=dict)
    """The set of whose two members a variable names the first."""

    def of(self, field: str, site: f.Expr) -> int | None:
        """The code of a field at a site, if it is known."""
        return self.codes.get((field, site.name)) if isinstance(site, f.Var) else None

    def of_both(self, field: str, e: f.Exchange) -> tuple[int, int] | None:
        """The codes of a field at the sites that are exchanged, in either order, if they are known and differ."""
        left, right = self.of(field, e.left), self.of(field, e.right)
        if left is not None and right is not None:
            return (left, right) if left != right else None
        match e.left, e.right:
            case f.Var(name), f.Fold("first", x, f.SetOp("minus", pair, f.Single(f.Var(other))), test, f.Var(y), None) if (
                name == other and x == y and test == TRUE and self.firsts.get(name) == pair
            ):
                found = sorted(self.occurring.get((field, pair), ()))
                return (found[0], found[1]) if len(found) == 2 else None
        return None

    def open_parts(self, test: f.Expr) -> tuple[f.Expr, ...] | None:
        """The parts of a condition that are not known to hold; None if one is known not to hold."""
        left = []
        for part in parts_of(test):
            known = self._holds(part)
            if known is False:
                return None
            if known is None:
                left.append(part)
        return tuple(left)

    def decided(self, ctx: Context, e: f.Expr) -> f.Expr:
        """A value without the choices that are known."""
        match e:
            case f.Let(name, value, body):
                return replace(e, body=self.named(ctx, name, value).decided(ctx, body))
            case f.If(test, then, other):
                left = self.open_parts(test)
                if not left:
                    return self.decided(ctx, other if left is None else then)
        return e

    def _holds(self, test: f.Expr) -> bool | None:
        match test:
            case f.In(item, f.Lit(value=int(mask))) if found := self._possible(item):
                inside = {bool(mask >> code & 1) for code in found}
                return inside.pop() if len(inside) == 1 else None
        return None

    def _possible(self, e: f.Expr) -> frozenset[int]:
        """The codes among which a value is; none if nothing is known."""
        match e:
            case f.Var(name):
                return self.values.get(name, frozenset())
            case f.Get(field, (f.Var(name),)) if (field, name) in self.codes:
                return frozenset((self.codes[field, name],))
        return frozenset()

    def where(self, test: f.Expr) -> FieldFacts:
        """The facts where a condition of an effect holds, too."""
        pairs = {
            part.left.source
            for part in parts_of(test)
            if isinstance(part, f.Compare)
            and (part.op, part.right) == ("eq", f.Lit(2, part.right.type))
            and isinstance(part.left, f.Fold)
            and (part.left.monoid, part.left.test) == ("count", TRUE)
            and isinstance(part.left.source, f.Var)
        }
        return replace(self, pairs=self.pairs | pairs) if pairs else self

    def after(self, ctx: Context, e: f.Effect) -> FieldFacts:
        """The facts that still hold after an effect."""
        changed = _changed_by(ctx, e)
        at = {e.site} if isinstance(e, f.Put | f.Take) else {e.left, e.right} if isinstance(e, f.Exchange) else None
        names = None if at is None else [site.name for site in at if isinstance(site, f.Var)]
        elsewhere = names is not None and at is not None and len(names) == len(at)
        left = {
            (field, name): code
            for (field, name), code in self.codes.items()
            if field not in changed
            or (elsewhere and names is not None and all(frozenset((name, each)) in self.apart for each in names))
        }
        if isinstance(e, f.Exchange) and isinstance(e.left, f.Var) and isinstance(e.right, f.Var):
            for field in changed:
                for one, other in ((e.left, e.right), (e.right, e.left)):
                    if (code := self.of(field, other)) is not None:
                        left[field, one.name] = code
        occurring = {key: codes for key, codes in self.occurring.items() if key[0] not in changed}
        return replace(self, codes=left, occurring=occurring)

    def named(self, ctx: Context, name: str, value: f.Expr | None = None) -> FieldFacts:
        """The facts where a name is bound: none about an outer variable of that name, and all known about its value."""
        codes = {key: code for key, code in self.codes.items() if key[1] != name}
        apart = {pair for pair in self.apart if name not in pair}
        occurring = {key: found for key, found in self.occurring.items() if name not in variables(key[1])}
        values = {each: found for each, found in self.values.items() if each != name}
        firsts = {each: pair for each, pair in self.firsts.items() if each != name and name not in variables(pair)}
        match value:
            case f.Var(other) if other != name:
                codes |= {(field, name): code for (field, each), code in self.codes.items() if each == other}
                apart |= {pair - {other} | {name} for pair in apart if other in pair}
            case f.Fold("first", x, pair, test, f.Var(y), None) if x == y and test == TRUE and pair in self.pairs:
                firsts[name] = pair
            case f.Tab(table, (f.Var(a), f.Var(b))) if found := self._entries(ctx, table, a, b):
                values[name] = found
        if value is not None and isinstance(value.type, SetOf):
            bound = f.Var(name, value.type)
            occurring |= {(field, bound): found for (field, of), found in self.occurring.items() if of == value}
        return FieldFacts(
            codes,
            frozenset(apart),
            {names: relation for names, relation in self.related.items() if name not in names},
            values,
            occurring,
            frozenset(pair for pair in self.pairs if name not in variables(pair)),
            firsts,
        )

    def _entries(self, ctx: Context, table: str, a: str, b: str) -> frozenset[int]:
        """The entries of a table for what two related variables may name; none if they are not related."""
        relation = self.related.get((a, b)) or self.related.get((b, a))
        if relation is None:
            return frozenset()
        entries = ctx.m.memory.relation(table)
        there, back = len(entries) // len(relation), len(relation)
        pairs = ((one, other) for one, mask in enumerate(relation) for other in _members(mask))
        forward = (a, b) in self.related
        return frozenset(entries[one * there + other if forward else other * back + one] for one, other in pairs)


NOTHING = FieldFacts()


def shown_by(ctx: Context, schema: f.Schema) -> FieldFacts:
    """The facts that hold when the effects of a move begin."""
    codes: dict[tuple[str, str], int] = {}
    apart: set[frozenset[str]] = set()
    relations: dict[tuple[str, str], tuple[int, ...]] = {}
    occurring: dict[tuple[str, f.Expr], frozenset[int]] = {}
    for part in (part for condition in schema.guard for part in parts_of(condition.test)):
        match part:
            case f.Compare("eq", f.Get(field, (f.Var(name),)), f.Lit(value=int(code))) if code >= 0:
                codes[field, name] = code
            case f.Fold("any", _, f.SetOp("meet", within, f.Plane(field, f.Lit(value=int(mask)))), test, body) if (
                test == body == TRUE and mask.bit_count() == 1 and field in ctx.m.memory.planes and not _reads(within)
            ):
                occurring[field, within] = occurring.get((field, within), frozenset()) | {mask.bit_length() - 1}
    for number, param in enumerate(schema.params):
        for source in intersected_sets(param.source):
            match source:
                case f.Plane(field, f.Lit(value=int(mask))) if mask.bit_count() == 1:
                    codes[field, param.name] = mask.bit_length() - 1
            for other in schema.params[:number]:
                if related(source, other.name):
                    assert isinstance(source, f.Tab)
                    if isinstance(source.type, SetOf):
                        relations[other.name, param.name] = ctx.m.memory.relation(source.table)
                    if _leads_elsewhere(ctx, source):
                        apart.add(frozenset((param.name, other.name)))
    of_planes = {key: code for key, code in codes.items() if key[0] in ctx.m.memory.planes}
    return FieldFacts(of_planes, frozenset(apart), relations, occurring=occurring)


def _leads_elsewhere(ctx: Context, relation: f.Expr) -> bool:
    """Whether a relation leads from no site to itself."""
    assert isinstance(relation, f.Tab)
    return isinstance(relation.type, SetOf) and not any(
        mask >> site & 1 for site, mask in enumerate(ctx.m.memory.relation(relation.table))
    )


def _members(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _changed_by(ctx: Context, e: f.Effect) -> set[str]:
    """The fields that effects may change."""
    found: set[str] = set()
    for form in walk(e):
        match form:
            case f.Write(name) | f.WriteAll(name):
                found.add(name)
            case f.Put(layer) | f.Take(layer) | f.Move(layer) | f.Exchange(layer):
                info = ctx.m.layers[layer]
                found |= {info.field, *info.attributes}
    return found


def overwritten(ctx: Context, facts: FieldFacts, exchange: f.Exchange, rest: tuple[f.Effect, ...]) -> frozenset[str]:
    """The attributes that effects after an exchange write at both sites before anything reads them.

    `facts` holds after the exchange.
    """
    match exchange.left, exchange.right:
        case f.Var(left), f.Var(right):
            attributes = ctx.m.layers[exchange.layer].attributes
            written: set[tuple[str, str]] = set()
            for e in rest:
                writes = _written_first(ctx, facts, e, {left, right})
                if writes is None:
                    break
                written |= writes
                facts = facts.after(ctx, e)
            return frozenset(each for each in attributes if {(each, left), (each, right)} <= written)
    return frozenset()


def _written_first(ctx: Context, facts: FieldFacts, e: f.Effect, sites: set[str]) -> set[tuple[str, str]] | None:
    """The fields that an effect writes for certain, each with the variable of its site, while it reads only fields in which a
    code is known; None if it may do anything else."""
    match e:
        case f.Write(field, (f.Var(site),), value) if not _reads(value):
            return {(field, site)}
        case f.LetDo(name, value, body) if not _reads(value) and name not in sites:
            return _written_first(ctx, facts.named(ctx, name, value), body, sites)
        case f.IfDo(test, then) if facts.open_parts(test) == ():
            return _written_first(ctx, facts, then, sites)
    return None


def _reads(value: f.Expr) -> bool:
    return any(isinstance(form, f.Get | f.Plane | f.Seen | f.Can | f.After | f.Call) for form in walk(value))
