"""Lists of the core and operations on them. A list is a place in the arena and a length."""

from __future__ import annotations

from dataclasses import replace

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, between, greatest_of, le, literal, not_
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, library_function
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, atoms, lower_condition, nothing_of, resize
from ggl.compiler.lower.folds import (
    append_member,
    counted_members,
    each_member,
    each_passing,
    entry,
    include_member,
    over_members,
    tested,
)
from ggl.compiler.lower.rays import leading_set
from ggl.compiler.memory import entry_count
from ggl.compiler.passes.expression_queries import TRUE, key_counted, run_through
from ggl.core import forms as f
from ggl.core.types import ListOf, SetOf, set_base


def lower_listing(ctx: Context, fn: FunctionBuilder, e: f.Listing, env: Env) -> Words:
    if e.join:
        return _joined_list(ctx, fn, e, env)
    if isinstance(e.source, f.Blocks) and not isinstance(e.type.of, ListOf):
        return _listed_parts(ctx, fn, e, env, ordered=True)
    tally = _tally(ctx, fn, e, env)
    if tally is not None:
        return tally
    found = atoms(ctx, fn, e.source, env, "s")
    item = entry_count(e.type.of)
    (most,) = fn.bind((counted_members(found, e.source.type),), "n")
    place = fn.reserve(most * item if item > 1 else most)
    length = fn.let(0, "n")
    with each_member(ctx, fn, found, e.source.type, keeps=isinstance(e.type.of, ListOf)) as member:
        inner = {**env, e.name: member}
        with tested(ctx, fn, e.test, inner):
            append_member(fn, place, length, resize(atoms(ctx, fn, e.body, inner), e.type.of))
            fn.set(length, length + 1)
    return place, length


def _listed_parts(ctx: Context, fn: FunctionBuilder, e: f.Listing, env: Env, *, ordered: bool) -> Words:
    """The list over the parts of a set, which are not listed themselves; if not `ordered`, in any order."""
    place, length, item = fn.let(T, "o"), fn.let(0, "n"), entry_count(e.type.of)
    with each_passing(ctx, fn, e, env, keeps=True, ordered=ordered) as inner:
        found = resize(atoms(ctx, fn, e.body, inner), e.type.of)
        fn.set(T, fn.room(place + length * item, item))
        append_member(fn, place, length, found)
        fn.set(length, length + 1)
    fn.grown += 1
    return place, length


def _tally(ctx: Context, fn: FunctionBuilder, e: f.Listing, env: Env) -> Words | None:
    """The list of how many members have each number for a key, in one pass over the members."""
    numbers, key = run_through(e.source), key_counted(e.body, e.name)
    if numbers is None or key is None or e.test != TRUE:
        return None
    assert isinstance(e.body, f.Fold)
    place = fn.reserve(len(numbers))
    with fn.for_(fn.fresh("k"), 0, len(numbers)) as number:
        fn.store(place + number, 0)
    with over_members(ctx, fn, e.body.source, env, e.body.name) as inner:
        found = atom(ctx, fn, key, inner, "key")
        with fn.if_(between(numbers.start, found, numbers.stop)):
            at = place + found - numbers.start
            fn.store(at, V[at] + 1)
    return place, literal(len(numbers))


def _joined_list(ctx: Context, fn: FunctionBuilder, e: f.Listing, env: Env) -> Words:
    """Concatenates lists: builds each above the others, then moves it down to them."""
    if isinstance(e.type.of, ListOf):
        raise CannotCompileError("lists of lists that are joined")
    found = atoms(ctx, fn, e.source, env, "s")
    item = entry_count(e.type.of)
    place, length = fn.let(T, "o"), fn.let(0, "n")
    end = place + length * item
    with each_member(ctx, fn, found, e.source.type, keeps=True) as member:
        inner = {**env, e.name: member}
        with tested(ctx, fn, e.test, inner):
            fn.set(T, end)
            start, count = atoms(ctx, fn, e.body, inner)
            fn.set(T, greatest_of(T, fn.room(end, count * item)))
            fn.copy(start, count * item, end)
            fn.set(length, length + count)
    fn.set(T, end)
    fn.grown += 1
    return place, length


def lower_listop(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    match e.op:
        case "literal":
            return _written(ctx, fn, e, env)
        case "length":
            return (atoms(ctx, fn, e.args[0], env)[1],)
        case "at":
            return _at(ctx, fn, e, env)
        case "sort" | "descending":
            return _sorted(ctx, fn, e, env)
        case "reverse":
            return _reversed(ctx, fn, e, env)
        case "concat":
            return _concat(ctx, fn, e, env)
    raise CannotCompileError(f"a list's {e.op}")


def _written(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    assert isinstance(e.type, ListOf)
    item = e.type.of
    parts = [resize(atoms(ctx, fn, arg, env), item) for arg in e.args]
    place = fn.reserve(len(parts) * entry_count(item))
    for number, entry_ in enumerate(each for part in parts for each in part):
        fn.store(place + number, entry_)
    return place, literal(len(parts))


def _at(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    place, length = atoms(ctx, fn, e.args[0], env)
    number = atom(ctx, fn, e.args[1], env, "i")
    names = [fn.fresh("item") for _ in range(entry_count(e.type))]
    with fn.if_(all_of([le(1, number), le(number, length)])):
        found = fn.set_all(names, entry(fn, place, number - 1, e.type))
    with fn.else_():
        fn.set_all(found, nothing_of(e.type))
    return found


def _copy(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> tuple[k.Expression, k.Expression, int]:
    """A list copied to the top of the arena: place, length, and the entries of each member."""
    place, length = atoms(ctx, fn, e, env)
    assert isinstance(e.type, ListOf)
    item = entry_count(e.type.of)
    size = length * item if item > 1 else length
    copy = fn.reserve(size)
    fn.copy(place, size, copy)
    return copy, length, item


def _sorted(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    assert isinstance(e.type, ListOf)
    source = e.args[0]
    if isinstance(source, f.Let):  # a loop invariant, computed before the loop
        inner = {**env, source.name: atoms(ctx, fn, source.value, env)}
        return _sorted(ctx, fn, replace(e, args=(source.body,)), inner)
    if isinstance(source, f.Listing) and isinstance(source.source, f.Blocks) and not source.join | isinstance(e.type.of, ListOf):
        copy, length = _listed_parts(ctx, fn, source, env, ordered=False)
        item = entry_count(e.type.of)
    else:
        copy, length, item = _copy(ctx, fn, source, env)
    down = e.op == "descending"
    if isinstance(e.type.of, ListOf):
        if entry_count(e.type.of.of) > 1:
            raise CannotCompileError("an order of lists of sets")
        fn.do(library_function("sort_lists")(V, copy, length, down))
    elif isinstance(e.type.of, SetOf):
        fn.do(library_function("sort_sets")(V, copy, length, item, down))
    else:
        fn.do(library_function("sort_numbers")(V, copy, length, down))
    return copy, length


def _reversed(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    place, length = atoms(ctx, fn, e.args[0], env)
    assert isinstance(e.type, ListOf)
    item = entry_count(e.type.of)
    copy = fn.reserve(length * item if item > 1 else length)
    with fn.for_(fn.fresh("k"), 0, length) as number:
        fn.copy(place + (length - 1 - number) * item, item, copy + number * item)
    return copy, length


def _concat(ctx: Context, fn: FunctionBuilder, e: f.ListOp, env: Env) -> Words:
    assert isinstance(e.type, ListOf)
    item = entry_count(e.type.of)
    (a, m), (b, n) = atoms(ctx, fn, e.args[0], env), atoms(ctx, fn, e.args[1], env)
    length = fn.let(m + n, "n")
    place = fn.reserve(length * item)
    fn.copy(a, m * item, place)
    fn.copy(b, n * item, place + m * item)
    return place, length


def lower_convert(ctx: Context, fn: FunctionBuilder, e: f.Convert, env: Env) -> Words:
    ahead = leading_set(ctx, fn, e, env)
    if ahead is not None:
        return ahead
    found = atoms(ctx, fn, e.part, env, "s")
    if isinstance(e.type, ListOf):
        if isinstance(e.part.type, ListOf):
            return found
        length = fn.let(0, "n")
        place = fn.reserve(counted_members(found, e.part.type))
        with each_member(ctx, fn, found, e.part.type) as item:
            append_member(fn, place, length, item)
            fn.set(length, length + 1)
        return place, length
    if isinstance(e.part.type, SetOf):
        return resize(found, e.type)
    result = tuple(fn.let(0, "set") for _ in range(entry_count(e.type)))
    with each_member(ctx, fn, found, e.part.type) as item:
        include_member(fn, result, item[0], set_base(e.type))
    return result


def lower_leading(ctx: Context, fn: FunctionBuilder, e: f.Leading, env: Env) -> Words:
    found = atoms(ctx, fn, e.source, env, "s")
    length = fn.let(0, "n")
    with each_member(ctx, fn, found, e.source.type) as item:
        with fn.if_(not_(lower_condition(ctx, fn, e.test, {**env, e.name: item}))):
            fn.leave()
        fn.set(length, length + 1)
    return found[0], length
