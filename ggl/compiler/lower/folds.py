"""Loops, sets and folds of the core. A set is words, a list a place in the arena and a length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import TRUE as TRUTH
from ggl.compiler.kernel.build import (
    ZERO,
    any_of,
    choose,
    eq,
    ge,
    greatest_of,
    gt,
    highest,
    least_of,
    lowest,
    lt,
    ne,
    not_,
    popcount,
    some,
    sum_all,
    union,
)
from ggl.compiler.lower.builder import FunctionBuilder, V, Words, bit, library_function
from ggl.compiler.lower.component_cache import each_part
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import (
    as_bool,
    as_supposed,
    atoms,
    lower_condition,
    lower_scalar,
    lower_value,
    member,
    nothing_of,
    resize,
    set_operation,
    united,
)
from ggl.compiler.lower.pattern_match import known_sets, some_within
from ggl.compiler.lower.ray_tables import free_from_tables
from ggl.compiler.lower.rays import first_on_ray
from ggl.compiler.lower.relations import single_of
from ggl.compiler.lower.reverse_reachability import says_there
from ggl.compiler.lower.table_planes import plane_of
from ggl.compiler.lower.vectorize import vectorized
from ggl.compiler.memory import entry_count
from ggl.compiler.passes.expression_queries import TRUE, met_by, parts_of
from ggl.core import forms as f
from ggl.core.substitution import substituted
from ggl.core.types import WORD, Bool, ListOf, Num, SetOf, Type, set_base, set_size
from ggl.core.walk import uses, variables

FEW = 8
"""The most known members to unroll, each with separate statements."""


# ---- loops


@contextmanager
def over_members(ctx: Context, fn: FunctionBuilder, source: f.Expr, env: Env, name: str, *, keeps: bool = False) -> Iterator[Env]:
    """A loop over the members of a set or a list, in order; what it puts into the arena goes, unless it `keeps` it."""
    found = atoms(ctx, fn, source, env, "s")
    with each_member(ctx, fn, found, source.type, keeps=keeps) as item:
        yield {**env, name: item}


@contextmanager
def each_member(ctx: Context, fn: FunctionBuilder, found: Words, type_: Type, *, keeps: bool = False) -> Iterator[Words]:
    """A loop over the members of words that are there; gives the member."""
    if keeps:
        with _each(ctx, fn, found, type_) as item:
            yield item
        return
    with fn.passing(), _each(ctx, fn, found, type_) as item, fn.passing():
        yield item


@contextmanager
def each_passing(
    ctx: Context, fn: FunctionBuilder, e: f.Fold | f.Listing, env: Env, *, keeps: bool = False, ordered: bool = False
) -> Iterator[Env]:
    """A loop over the members for which the test of a fold holds.

    Does not list the parts of a set first. Visits only the parts that meet another set if they must, in any order unless
    `ordered`.
    """
    if not isinstance(e.source, f.Blocks):
        with over_members(ctx, fn, e.source, env, e.name, keeps=keeps) as inner, tested(ctx, fn, e.test, inner):
            yield inner
        return
    met, test = None, e.test
    if not ordered:
        asked = list(parts_of(e.test))
        other = next((found for part in asked if (found := met_by(part, e.name)) is not None), None)
        if other is not None:
            met = resize(atoms(ctx, fn, other, env), e.source.type.of)
            asked = [part for part in asked if met_by(part, e.name) != other]
            test = f.And(tuple(asked)) if asked else TRUE
    near = uses((test, e.body), f.Image, f.Call)
    with nullcontext() if keeps else fn.passing(), each_part(ctx, fn, e.source, env, met, near=near) as item:
        inner = {**env, e.name: item}
        with nullcontext() if keeps else fn.passing(), tested(ctx, fn, test, inner):
            yield inner


@contextmanager
def _each(ctx: Context, fn: FunctionBuilder, found: Words, type_: Type) -> Iterator[Words]:
    if isinstance(type_, ListOf):
        place, length = found
        with fn.for_(fn.fresh("k"), 0, length) as count:
            yield entry(fn, place, count, type_.of)
        return
    assert isinstance(type_, SetOf)
    base = set_base(type_)
    rest = [fn.let(word, "rest") for word in found]
    name = fn.fresh("m")
    with fn.while_(ne(rest[0], 0) if len(rest) == 1 else TRUTH):
        if len(rest) == 1:
            member = fn.set(name, lowest(rest[0]))
            fn.set(rest[0], rest[0] & rest[0] - 1)
        else:
            for number, word in enumerate(rest):
                with fn.elif_(ne(word, 0)) if number else fn.if_(ne(word, 0)):
                    member = fn.set(name, lowest(word) + WORD * number if number else lowest(word))
                    fn.set(word, word & word - 1)
            with fn.else_():
                fn.leave()
        yield (fn.let(member + base, "m") if base else member,)


def entry(fn: FunctionBuilder, place: k.Expression, number: k.Expression, type_: Type) -> Words:
    """The words of a member of a list."""
    count = entry_count(type_)
    if count == 1:
        return (fn.let(as_bool(V[place + number], isinstance(type_, Bool)), "m"),)
    at = fn.let(place + number * count, "at")
    return tuple(fn.let(V[at + part], "m") for part in range(count))


def append_member(fn: FunctionBuilder, place: k.Expression, number: k.Expression, found: Words) -> None:
    """The words become a member of a list."""
    if len(found) == 1:
        fn.store(place + number, found[0])
        return
    at = fn.let(place + number * len(found), "at")
    for part, word in enumerate(found):
        fn.store(at + part, word)


def counted_members(found: Words, type_: Type) -> k.Expression:
    return found[1] if isinstance(type_, ListOf) else sum_all([popcount(word) for word in found])


# ---- sets


def lower_single(ctx: Context, fn: FunctionBuilder, e: f.Single, env: Env) -> Words:
    item, base, size, count = lower_scalar(ctx, fn, e.item, env), set_base(e.type), set_size(e.type), entry_count(e.type)
    place = fn.let(item - base if base else item, "i")
    return single_of(fn, place, size, count)


def lower_numberrange(ctx: Context, fn: FunctionBuilder, e: f.NumberRange, env: Env) -> Words:
    base, size, count = set_base(e.type), set_size(e.type), entry_count(e.type)
    low = fn.let(greatest_of(lower_scalar(ctx, fn, e.lo, env) - base, 0), "lo")
    high = fn.let(least_of(lower_scalar(ctx, fn, e.hi, env) - base, size - 1), "hi")
    below = library_function("bits_below")
    return tuple(
        fn.let(choose(ge(high, low), below(high + (1 - WORD * number)) & ~below(low - WORD * number), 0), "b")
        for number in range(count)
    )


def lower_plane(ctx: Context, fn: FunctionBuilder, e: f.Plane, env: Env) -> Words:
    planes = ctx.m.memory.planes.get(e.field)
    if planes is None or entry_count(e.values.type) > 1:
        return _gathered(ctx, fn, e, atoms(ctx, fn, e.values, env))
    if isinstance(e.values, f.Lit):
        return united(ctx, fn, planes, e.values.value)  # type: ignore[arg-type]
    return plane_of(ctx, fn, e, planes, env)


def _gathered(ctx: Context, fn: FunctionBuilder, e: f.Plane, values: Words) -> Words:
    """The sites of a field without planes, one by one."""
    slot = ctx.m.layout.slots[e.field]
    assert isinstance(e.values.type, SetOf)
    size = set_size(e.values.type)
    result = tuple(fn.let(0, "plane") for _ in range(entry_count(e.type)))
    for number, word in enumerate(result):
        begin, end = WORD * number, min(WORD * number + WORD, slot.sizes[0])
        with fn.for_(fn.fresh("i"), begin, end) as place:
            code = fn.let(V[slot.start + place], "code")
            with fn.if_(member(code, e.values, values, size)):
                fn.set(word, word | bit(place - begin))
    change = ctx.supposed.get(slot.start)
    if change is None:
        return result
    test = member(change.code, e.values, values, size)
    return as_supposed(result, change, fn.let(choose(test, -1, 0), "there"))


def lower_setop(ctx: Context, fn: FunctionBuilder, e: f.SetOp, env: Env) -> Words:
    pairs = zip(
        resize(lower_value(ctx, fn, e.left, env), e.type), resize(lower_value(ctx, fn, e.right, env), e.type), strict=True
    )
    return tuple(set_operation(e.op, a, b) for a, b in pairs)


def lower_filter(ctx: Context, fn: FunctionBuilder, e: f.Filter, env: Env) -> Words:
    if isinstance(e.type, ListOf):
        return _filtered_list(ctx, fn, e, env)
    found, rest = narrowed(ctx, fn, atoms(ctx, fn, e.source, env, "s"), e.source.type, e.name, e.test, env)
    if rest == TRUE:
        return found
    result = tuple(fn.let(0, "kept") for _ in range(entry_count(e.type)))
    with each_member(ctx, fn, found, e.source.type) as item, fn.if_(lower_condition(ctx, fn, rest, {**env, e.name: item})):
        include_member(fn, result, item[0], set_base(e.type))
    return result


def narrowed(
    ctx: Context, fn: FunctionBuilder, found: Words, type_: Type, name: str, test: f.Expr, env: Env
) -> tuple[Words, f.Expr]:
    """A set without the members that fail the vectorized part of a test, and the rest of the test."""
    rest: list[f.Expr] = []
    for part in parts_of(test):
        plan = vectorized(ctx, part, name, type_) if isinstance(type_, SetOf) else None
        if plan is None:
            rest.append(part)
        else:
            found = tuple(a & b for a, b in zip(found, plan(fn, env), strict=True))
    return fn.bind(found, "s"), rest[0] if len(rest) == 1 else f.And(tuple(rest)) if rest else TRUE


def include_member(fn: FunctionBuilder, result: Sequence[k.Local], item: k.Expression, base: int) -> None:
    """The bit of an item is set in the words."""
    place = fn.let(item - base, "i") if base else item
    if len(result) == 1:
        fn.set(result[0], result[0] | bit(place))
        return
    for number, word in enumerate(result):
        below = lt(place, WORD * (number + 1))
        with fn.else_() if number == len(result) - 1 else fn.elif_(below) if number else fn.if_(below):
            fn.set(word, word | bit(place & 63))


def _filtered_list(ctx: Context, fn: FunctionBuilder, e: f.Filter, env: Env) -> Words:
    found = atoms(ctx, fn, e.source, env, "s")
    assert isinstance(e.type, ListOf)
    place = fn.reserve(found[1] * entry_count(e.type.of))
    kept = fn.let(0, "n")
    with each_member(ctx, fn, found, e.source.type) as item, fn.if_(lower_condition(ctx, fn, e.test, {**env, e.name: item})):
        append_member(fn, place, kept, item)
        fn.set(kept, kept + 1)
    return place, kept


# ---- folds


def lower_fold(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    plain = e.test == TRUE
    if plain and e.monoid == "count":
        return (counted_members(atoms(ctx, fn, e.source, env), e.source.type),)
    if plain and e.body == TRUE and e.monoid == "any" and isinstance(e.source.type, SetOf):
        return (some(lower_value(ctx, fn, e.source, env)),)
    if isinstance(e.source.type, SetOf):
        narrowed = ctx.hooks.narrow_fold(ctx, fn, e, env)
        if narrowed is not None:
            return narrowed
    if isinstance(e.source, f.Blocks) and e.body == TRUE and e.monoid == "any":
        met = None if plain else met_by(e.test, e.name)
        if plain or met is not None:  # each member of the set is in one of its parts
            of = e.source.type.of
            assert isinstance(of, SetOf)
            source = e.source.within if met is None else f.SetOp("meet", e.source.within, met, of)
            return lower_fold(ctx, fn, replace(e, source=source, test=TRUE), env)
    return _folded(ctx, fn, e, env)


def narrow_fold(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words | None:
    """A fold over a set with a vectorized test, or a vectorized part of it; None if no part can be vectorized."""
    asked = e.test
    if e.monoid in ("any", "all") and e.body != TRUE:
        asked = f.And((e.test, e.body if e.monoid == "any" else f.Not(e.body)))
    if asked == TRUE:
        return None
    source = atoms(ctx, fn, e.source, env, "s")
    found, rest = narrowed(ctx, fn, source, e.source.type, e.name, asked, env)
    if rest == TRUE:
        if e.monoid == "any":
            return (some(found),)
        if e.monoid == "all":
            return (eq(union(found), 0),)
        if e.monoid == "count":
            return (counted_members(found, e.source.type),)
    name = f"the set of {e.name}"
    test, body = (rest, e.body) if e.monoid not in ("any", "all") or e.body == TRUE else (TRUE, rest)
    if e.monoid == "all" and e.body != TRUE:
        test, body = rest, f.Lit(0, Bool())
    again = replace(e, source=f.Var(name, e.source.type), test=test, body=body)
    return _folded(ctx, fn, again, {**env, name: found})


def _folded(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    match e.monoid:
        case "count" | "sum":
            return _total(ctx, fn, e, env)
        case "any" | "all":
            return ctx.hooks.decide_fold(ctx, fn, e, env)
        case "union":
            return _union(ctx, fn, e, env)
        case "min" | "max" | "first":
            return _chosen(ctx, fn, e, env)
    raise CannotCompileError(f"a fold {e.monoid}")


def _total(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    result = fn.let(0, "total")
    with each_passing(ctx, fn, e, env) as inner:
        fn.set(result, result + (1 if e.monoid == "count" else lower_scalar(ctx, fn, e.body, inner)))
    return (result,)


@contextmanager
def tested(ctx: Context, fn: FunctionBuilder, test: f.Expr, env: Env) -> Iterator[None]:
    if test == TRUE:
        yield
        return
    with fn.if_(lower_condition(ctx, fn, test, env)):
        yield


def decide_fold(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    found = _some_known_set(ctx, fn, e, env)
    if found is not None:
        return (found,)
    ends = e.monoid == "any"
    result = fn.let(not ends, "found")
    with each_passing(ctx, fn, e, env) as inner:
        test = lower_condition(ctx, fn, e.body, inner)
        with fn.if_(test if ends else not_(test)):
            fn.set(result, ends)
            fn.leave()
    return (result,)


def _some_known_set(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> k.Expression | None:
    """`any` over known sets that asks whether one lies within a set which does not depend upon it."""
    if e.monoid != "any":
        return None
    match list(parts_of(f.And((e.test, e.body)))):
        case [f.Not(f.Fold(monoid="any", source=f.SetOp("minus", f.Var(name), within), test=test, body=body))] if (
            name == e.name and test == TRUE == body and name not in variables(within)
        ):
            sets = known_sets(ctx, e.source)
            return None if sets is None else some_within(sets, atoms(ctx, fn, within, env, "s"))
    return None


def _union(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    known = e.source.value if isinstance(e.source, f.Lit) else None
    if isinstance(known, int) and known.bit_count() <= FEW:
        looked_up = free_from_tables(ctx, fn, e, known, env)
        return _union_of_few(ctx, fn, e, known, env) if looked_up is None else looked_up
    result = tuple(fn.let(0, "all") for _ in range(entry_count(e.type)))
    with each_passing(ctx, fn, e, env) as inner:
        for whole, word in zip(result, resize(lower_value(ctx, fn, e.body, inner), e.type), strict=True):
            fn.set(whole, whole | word)
    return result


def _union_of_few(ctx: Context, fn: FunctionBuilder, e: f.Fold, members: int, env: Env) -> Words:
    """The union over a few known members, one after the other."""
    assert isinstance(e.source.type, SetOf)
    found = []
    for place in range(members.bit_length()):
        if members >> place & 1:
            member = f.Lit(place + set_base(e.source.type), e.source.type.of)
            test, body = substituted(e.test, {e.name: member}), substituted(e.body, {e.name: member})
            words = resize(atoms(ctx, fn, body, env), e.type)
            if test != TRUE and not says_there(test, body):
                holds = fn.let(choose(lower_condition(ctx, fn, test, env), -1, 0), "all")
                words = tuple(word & holds for word in words)
            found.append(words)
    if not found:
        return (ZERO,) * entry_count(e.type)
    return tuple(fn.let(union(words), "all") for words in zip(*found, strict=True))


def _chosen(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    """The least, greatest or first of the bodies; the default if there are none."""
    first = first_on_ray(ctx, fn, e, env)
    if first is not None:
        return first
    if e.monoid == "max" and _is_itself(e):
        return _greatest(ctx, fn, e, env)
    is_list = isinstance(e.type, ListOf)
    best = fn.set_all([fn.fresh("best") for _ in range(entry_count(e.type))], _default(ctx, fn, e, env))
    known = fn.let(False, "known")
    with each_passing(ctx, fn, e, env, keeps=is_list, ordered=e.monoid == "first") as inner:
        found = resize(atoms(ctx, fn, e.body, inner), e.type)
        if e.monoid == "first" or (e.monoid == "min" and _is_itself(e)):
            fn.set_all(best, found)
            fn.leave()
        else:
            with fn.if_(any_of([not_(known), _better(e, found, best)])):
                fn.set_all(best, found)
                fn.set(known, True)
    return best


def _is_itself(e: f.Fold) -> bool:
    """Whether the bodies are the members of a set, which come in order: the first is the least."""
    return isinstance(e.source.type, SetOf) and isinstance(e.body, f.Var) and e.body.name == e.name


def _greatest(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    """The last member for which the test holds: from the top."""
    assert isinstance(e.source.type, SetOf)
    rest = [fn.let(word, "rest") for word in lower_value(ctx, fn, e.source, env)]
    base, last = set_base(e.source.type), len(rest) - 1
    name = fn.fresh("best")
    best = fn.set(name, _default(ctx, fn, e, env)[0])
    name = fn.fresh("m")
    with fn.passing(), fn.while_(some(rest)):
        for number in range(last, -1, -1):
            here = ne(rest[number], 0)
            with nullcontext() if not last else fn.if_(here) if number == last else fn.elif_(here) if number else fn.else_():
                member = fn.set(name, highest(rest[number]))
                fn.set(rest[number], rest[number] ^ bit(member))
                if WORD * number + base:
                    fn.set(member, member + (WORD * number + base))
        with fn.passing(), tested(ctx, fn, e.test, {**env, e.name: (member,)}):
            fn.set(best, member)
            fn.leave()
    return (best,)


def _better(e: f.Fold, found: Words, best: Words) -> k.Expression:
    compares = lt if e.monoid == "min" else gt
    if isinstance(e.type, ListOf):
        if not isinstance(e.type.of, Num | Bool) and entry_count(e.type.of) > 1:
            raise CannotCompileError("the least of lists of sets")
        return compares(library_function("compare_lists")(V, *found, *best), 0)
    if len(found) > 1 or isinstance(e.type, SetOf):
        raise CannotCompileError("the least of sets")
    return compares(found[0], best[0])


def _default(ctx: Context, fn: FunctionBuilder, e: f.Fold, env: Env) -> Words:
    return nothing_of(e.type) if e.default is None else resize(atoms(ctx, fn, e.default, env), e.type)
