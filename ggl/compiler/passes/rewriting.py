"""Passes from core to core that make the emitted module fast; each keeps the meaning, and each can be run on its own.

inlined(core)    calls of small definitions become their bodies
specialised(core) a definition that goes through members of a parameter has a copy for each known set that is given for it
complemented(core) what a plane leaves over is a plane as well
folded(core)     what the board fixes is worked out; conditions over a few known members become those conditions
turned(core)     `A reaches B` is asked from the side that stays the same around a loop, which is then worked out once
tallied(core)    `count(x in S if key(x) == n)` around which n runs becomes a list of counts for all n, made once
held(core)       a field of one entry that a move's effects read more than once, and do not write, is read once
shared(core)     what is surely worked out and needed again is worked out once
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar, get_args

from ggl.compiler.passes.constant_folding import tabled
from ggl.compiler.passes.terms import TRUE, each_expression, inside, key_counted, run_through
from ggl.core import forms as f
from ggl.core.substitution import Fresh, copied, free_names
from ggl.core.types import BOOL, Domain, Fin, ListOf, Num, Opt, SetOf, set_size
from ggl.core.walk import bound, parts, rebuilt, uses, variables, walk

_T = TypeVar("_T")
_EXPR = get_args(f.Expr)
_LOOPS = f.Filter | f.Fold | f.Listing | f.Leading

SMALL = 14
"""Forms that a definition's body may have to be put in place of its calls."""

MOST_COPIES = 32

FEW = 4
"""Known members over which a condition is written out."""


def optimised(core: f.CoreGame) -> f.CoreGame:
    """All passes, in the order in which each finds most to do."""
    return shared(held(tallied(turned(folded(complemented(specialised(tabled(inlined(core)))))))))


def size(form: object) -> int:
    """How many forms there are in a form."""
    return sum(1 for _ in walk(form))


def here(e: object) -> Iterator[f.Form]:
    """The forms in an expression that are asked on the same position as it is: none that stand behind an `After`."""
    if isinstance(e, f.After):
        return
    if isinstance(e, f.Form):
        yield e
    for part in parts(e):
        yield from here(part)


def changed_here(e: f.Expr, change: Callable[[f.Form], f.Form]) -> f.Expr:
    """An expression with each of those forms changed, the inner ones first."""
    if isinstance(e, f.After):
        return e
    inner = inside(e, lambda part: changed_here(part, change))
    return change(inner)  # type: ignore[return-value]


# ---- inlining


def inlined(core: f.CoreGame) -> f.CoreGame:
    """Calls of definitions with few forms become their bodies; an argument that is worked out twice gets a name."""
    fresh = Fresh(core)
    bodies = {definition.name: definition for definition in core.definitions}
    done: dict[str, f.Expr] = {}

    def body(name: str) -> f.Expr:
        if name not in done:
            done[name] = rebuilt(bodies[name].body, change)
        return done[name]

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Call) or size(body(form.name)) > SMALL:
            return form
        names: dict[str, f.Expr] = {}
        lets: list[tuple[str, f.Expr]] = []
        used = Counter(inner.name for inner in walk(body(form.name)) if isinstance(inner, f.Var))
        for arg, (param, _) in zip(form.args, bodies[form.name].params, strict=True):
            if isinstance(arg, f.Var | f.Lit) or used[param] == 0 or (isinstance(arg, f.Tab) and size(arg) <= 2):
                names[param] = arg
            else:
                name = fresh.name(param)
                lets.append((name, arg))
                names[param] = f.Var(name, arg.type)
        result = copied(body(form.name), names, fresh)
        for name, arg in reversed(lets):
            result = f.Let(name, arg, result)
        return result

    kept = tuple(replace(definition, body=body(definition.name)) for definition in core.definitions)
    return rebuilt(replace(core, definitions=kept), change)


def specialised(core: f.CoreGame) -> f.CoreGame:
    """A call that gives a known set for a parameter whose members its definition goes through becomes a call of a copy for it."""
    bodies = {definition.name: definition for definition in core.definitions}
    copies: dict[str, f.Definition] = {}

    def change(form: f.Form) -> f.Form:
        if not isinstance(form, f.Call):
            return form
        definition = bodies.get(form.name)
        if definition is None:
            return form
        sources = {inner.source for inner in walk(definition.body) if isinstance(inner, f.Fold | f.Filter)}
        known = {
            param: arg
            for arg, (param, type_) in zip(form.args, definition.params, strict=True)
            if isinstance(arg, f.Lit)
            and isinstance(type_, SetOf)
            and f.Var(param, type_) in sources
            and param not in bound(definition.body)
        }
        if not known:
            return form
        name = " ".join([form.name, *(f"{param}={arg.value}" for param, arg in known.items())])
        if name not in copies:
            if len(copies) >= MOST_COPIES:
                return form
            body = rebuilt(
                definition.body,
                lambda inner: (
                    replace(known[inner.name], type=inner.type)
                    if isinstance(inner, f.Var) and inner.name in known and isinstance(inner.type, SetOf)
                    else inner
                ),
            )
            params = tuple((param, type_) for param, type_ in definition.params if param not in known)
            copies[name] = replace(definition, name=name, params=params, body=body)
            copies[name] = replace(copies[name], body=rebuilt(body, change))
        left = tuple(arg for arg, (param, _) in zip(form.args, definition.params, strict=True) if param not in known)
        return replace(form, name=name, args=left)

    result = rebuilt(core, change)
    return replace(result, definitions=(*result.definitions, *copies.values()))


def complemented(core: f.CoreGame) -> f.CoreGame:
    """All sites less those of some codes are those of the other codes; known sets of codes are as wide as the codes are many."""
    fields = {field.name: field for field in core.fields}
    sizes = {domain.name: domain.size for domain in core.domains}
    tables = {table.name: table for table in core.tables}

    def others(values: f.Expr, codes: SetOf) -> f.Expr | None:
        every = (1 << set_size(codes)) - 1
        if isinstance(values, f.Lit) and isinstance(values.value, int):
            return replace(values, value=every & ~values.value, type=codes)
        if not isinstance(values, f.Tab):
            return None
        table, name = tables[values.table], f"{values.table}, the others"
        if not all(isinstance(entry, int) for entry in (*table.entries, table.spare)):
            return None
        entries: Any = table.entries
        spare: Any = table.spare
        left = tuple(every & ~each for each in entries)
        tables.setdefault(name, replace(table, name=name, values=codes, entries=left, spare=every & ~spare))
        return replace(values, table=name, type=codes)

    def change(form: f.Form) -> f.Form:
        match form:
            case f.SetOp("minus", f.Lit(value=mask), f.Plane(name, values) as plane):
                field = fields[name]
                codes = _codes_with_none(field)
                if codes is not None and mask == (1 << sizes[field.index[0]]) - 1:
                    left = others(values, codes)
                    return form if left is None else replace(plane, values=left)
            case f.Plane(name, f.Lit() as values):
                codes = _codes_with_none(fields[name])
                return form if codes is None else replace(form, values=replace(values, type=codes))
        return form

    result = rebuilt(core, change)
    return replace(result, tables=tuple(tables.values()))


def _codes_with_none(field: f.Field) -> SetOf | None:
    """The type of a set of a field's codes that none may be among; None if it never is.

    In the core such a set has the type of one without none. So it would be a word short where there are 64 other codes.
    """
    if not isinstance(field.values, Opt) or not isinstance(field.values.of, Fin):
        return None
    domain = field.values.of.domain
    return SetOf(Fin(Domain(f"{domain.name} or none", domain.size + 1)))


# ---- what is known


def folded(core: f.CoreGame) -> f.CoreGame:
    """Entries of tables at known places; conditions over a few known members; comparisons with known sets, member by member."""
    fresh = Fresh(core)
    tables = {table.name: table for table in core.tables}
    sizes = {domain.name: domain.size for domain in core.domains}

    def change(form: f.Form) -> f.Form:
        match form:
            case f.Arith(op, args) if all(isinstance(each, f.Lit) and isinstance(each.type, Num) for each in args):
                return _worked_out(op, [each.value for each in args if isinstance(each, f.Lit)], form)
            case f.Tab(name, index, type_) if all(isinstance(each, f.Lit) for each in index):
                return _entry(tables[name], [each.value for each in index if isinstance(each, f.Lit)], sizes, type_) or form
            case f.Fold("any" | "all", name, f.Lit(value=int(mask), type=SetOf(of=Fin())) as source, test, body) if (
                mask.bit_count() <= FEW
            ):
                assert isinstance(source.type, SetOf)
                known = [
                    (copied(test, {name: member}, fresh), copied(body, {name: member}, fresh))
                    for member in _members(mask, source.type)
                ]
                if form.monoid == "any":
                    return rebuilt(f.Or(tuple(_and(a, b) for a, b in known)), change)
                return rebuilt(f.And(tuple(f.Or((f.Not(a), b)) if a != TRUE else b for a, b in known)), change)
            case f.Compare(
                "eq", f.Filter(name, f.Lit(value=int(mask), type=SetOf(of=Fin()) as of), test), f.Lit(value=int(wanted))
            ) if mask.bit_count() <= FEW:
                if wanted & ~mask:
                    return f.Lit(0, BOOL)
                tests = [(member, copied(test, {name: member}, fresh)) for member in _members(mask, of)]
                asked = tuple(each if wanted >> int(member.value) & 1 else f.Not(each) for member, each in tests)  # type: ignore[arg-type]
                return rebuilt(f.And(asked), change)
        return form

    return rebuilt(core, change)


def _worked_out(op: str, args: list[Any], form: f.Arith) -> f.Expr:
    """Sums and differences of known numbers."""
    if op not in ("add", "sub"):
        return form
    return f.Lit(sum(args) if op == "add" else args[0] - args[1], form.type)


def _and(a: f.Expr, b: f.Expr) -> f.Expr:
    if a == TRUE or b == TRUE:
        return b if a == TRUE else a
    return f.And((a, b))


def _members(mask: int, type_: SetOf) -> Iterator[f.Lit]:
    for place in range(mask.bit_length()):
        if mask >> place & 1:
            yield f.Lit(place, type_.of)


def _entry(table: f.Table, index: list[Any], sizes: dict[str, int], type_: Any) -> f.Lit | None:
    place = 0
    for code, domain in zip(index, table.index, strict=True):
        if not isinstance(code, int) or not 0 <= code < sizes[domain]:
            return None
        place = place * sizes[domain] + code
    entry = table.entries[place]
    if isinstance(type_, Fin) and not (isinstance(entry, int) and entry < type_.domain.size):
        return None
    return f.Lit(entry, type_) if isinstance(entry, int | tuple) else None


# ---- loops


def turned(core: f.CoreGame) -> f.CoreGame:
    """Around a loop over x, `image(x) meets S` becomes `x meets image(S)` where the relation is its own inverse; then what does
    not speak of x, and is the first thing asked, is worked out before the loop."""
    fresh = Fresh(core)
    symmetric = {
        form.relation for form in walk(core) if isinstance(form, f.Image) and _is_symmetric(core, form.relation)
    }  # fmt: skip

    def loop(form: f.Form) -> f.Form:
        if not isinstance(form, _LOOPS):
            return form

        def turn(inner: f.Form) -> f.Form:
            match inner:
                case f.SetOp("meet", f.Image(relation, of) as image, other) if relation in symmetric:
                    if form.name in variables(of) and form.name not in variables(other):
                        return replace(inner, left=of, right=f.Image(relation, other, image.type))
            return inner

        changed = replace(form, test=changed_here(form.test, turn))
        lets: list[tuple[str, f.Expr]] = []
        inside = {form.name, *bound(changed.test)}

        def take(e: f.Expr) -> f.Expr:
            """The images that stay the same around the loop, each by a name."""

            def out(inner: f.Form) -> f.Form:
                if isinstance(inner, f.Image | f.Close | f.Cross) and not variables(inner) & inside:
                    for name, known in lets:
                        if known == inner:
                            return f.Var(name, inner.type)
                    lets.append((fresh.name("fixed"), inner))
                    return f.Var(lets[-1][0], inner.type)
                return inner

            return changed_here(e, out)

        result: f.Expr = replace(changed, test=take(changed.test))
        for name, value in reversed(lets):  # the value of a later one may name an earlier one
            result = f.Let(name, value, result)
        return result

    return rebuilt(core, loop)


def _is_symmetric(core: f.CoreGame, name: str) -> bool:
    entries: Any = next(table.entries for table in core.tables if table.name == name)
    return all(
        entries[other] >> place & 1
        for place, mask in enumerate(entries)
        for other in range(mask.bit_length())
        if mask >> other & 1 and other < len(entries)
    ) and all(mask.bit_length() <= len(entries) for mask in entries)


def tallied(core: f.CoreGame) -> f.CoreGame:
    """Within a loop over known numbers n, how many members of a set that stays the same have the number n: for all n at once."""
    fresh = Fresh(core)

    def loop(form: f.Form) -> f.Form:
        if not isinstance(form, f.Filter | f.Fold | f.Listing) or run_through(form.source) is None:
            return form
        lets: list[tuple[str, f.Listing]] = []
        inside = {form.name, *bound(form.test), *(bound(form.body) if not isinstance(form, f.Filter) else ())}

        def out(inner: f.Form) -> f.Form:
            if not isinstance(inner, f.Fold) or key_counted(inner, form.name) is None:
                return inner
            if free_names(inner) & (inside - {form.name}):
                return inner
            lists = ListOf(inner.type)
            listing = f.Listing(form.name, form.source, TRUE, inner, False, lists)
            known = next((name for name, other in lets if other == listing), None)
            if known is None:
                known = fresh.name("tally")
                lets.append((known, listing))
            return f.ListOp("at", (f.Var(known, lists), _counted_from_1(form)), inner.type)

        parts_changed: dict[str, Any] = {"test": changed_here(form.test, out)}
        if not isinstance(form, f.Filter):
            parts_changed["body"] = changed_here(form.body, out)
        result: f.Expr = replace(form, **parts_changed)
        for name, listing in lets:
            result = f.Let(name, listing, result)
        return result

    return rebuilt(core, loop)


def _counted_from_1(form: f.Filter | f.Fold | f.Listing) -> f.Expr:
    numbers = run_through(form.source)
    assert numbers is not None
    less = numbers.start - 1
    name = f.Var(form.name, Num(numbers.start, numbers.stop - 1))
    return f.Arith("sub", (name, f.Lit(less, Num(less, less))), Num(1, len(numbers))) if less else name


def held(core: f.CoreGame) -> f.CoreGame:
    """What a move's effects read of a field of one entry, again and again, and never change, gets a name."""
    fresh = Fresh(core)

    def of_move(schema: f.Schema) -> f.Schema:
        written = {form.field for form in walk(schema.do) if isinstance(form, f.Write | f.WriteAll)}
        if uses(schema.do, f.Finish, f.Again, f.Roll):
            written |= {"over", "winner", "winners", "again", "chance"}
        reads = Counter(form for form in walk(schema.do) if isinstance(form, f.Get) and not form.index)
        do = schema.do
        for read, times in reads.items():
            if times > 1 and read.field not in written:
                name = f.Var(fresh.name(read.field), read.type)
                do = f.LetDo(name.name, read, rebuilt(do, lambda form, read=read, name=name: name if form == read else form))  # type: ignore[misc]
        return replace(schema, do=do)

    return replace(core, schemas=tuple(of_move(schema) for schema in core.schemas))


# ---- sharing


def shared(core: f.CoreGame, stem: str = "known") -> f.CoreGame:
    """What an expression surely works out, and needs again, gets a name: the stem, which is in no name yet, and a number."""
    fresh = Fresh(core)

    def whole(e: f.Expr) -> f.Expr:
        while True:
            found = _twice(e)
            if found is None:
                break
            name = fresh.name(stem)
            e = f.Let(name, found, _put(e, found, f.Var(name, found.type)))
        return inside(e, whole)

    return each_expression(core, whole)


def _twice(e: f.Expr) -> f.Expr | None:
    """The largest call that is surely worked out, and stands at another place as well; no name in it is bound in `e`."""
    inside = bound(e)
    counted = Counter(form for form in here(e) if isinstance(form, f.Call | f.Close | f.Cross | f.Image))
    sure = [form for form in _surely(e) if counted[form] > 1 and not variables(form) & inside and form is not e]
    return max(sure, key=size, default=None)


def _surely(e: f.Form) -> Iterator[Any]:
    """The forms that are worked out whenever the expression is."""
    if isinstance(e, f.Call | f.Close | f.Cross | f.Image):
        yield e
    match e:
        case f.And(inner) | f.Or(inner):
            first = inner[:1]
        case f.If(test):
            first = (test,)
        case f.Some(_, value):
            first = (value,)
        case f.Filter() | f.Fold() | f.Listing() | f.Leading():
            first = (e.source,)
        case f.Let(_, value, body):
            first = (value, body)
        case f.Can() | f.After() | f.Seen():
            first = ()
        case _:
            first = tuple(part for part in parts(e) if isinstance(part, _EXPR))
    for part in first:
        yield from _surely(part)


def _put(e: f.Expr, old: f.Expr, new: f.Expr) -> f.Expr:
    return changed_here(e, lambda form: new if form == old else form)
