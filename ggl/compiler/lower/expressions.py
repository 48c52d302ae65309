"""Numbers and conditions of the core. One function a form; it gives the same value as the interpreter's function.

The result may be evaluated after it was built, but before any effect: effects bind what they need.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import (
    FALSE,
    ZERO,
    all_of,
    any_of,
    between,
    choose,
    eq,
    ge,
    greatest_of,
    is_natural,
    le,
    least_of,
    literal,
    lowest,
    lt,
    ne,
    not_,
    shr,
    sum_all,
    union,
)
from ggl.compiler.kernel.forms import Operand, as_expression, cast
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, atomic, library_function, local
from ggl.compiler.lower.context import Context, Env, Supposed
from ggl.compiler.memory import LENGTH_BITS, Planes, code_count, entry_count, signed_words
from ggl.core import forms as f
from ggl.core.types import WORD, Bool, Fin, ListOf, Num, Opt, SetOf, Type, none_code, set_size
from ggl.core.walk import variables
from ggl.engine.layout import Slot, missing_code


def lower_value(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> Words:
    if fn.is_deep and not ctx.supposed and not isinstance(e, f.Lit | f.Var):
        return _by_function(ctx, fn, e, env)
    return ctx.hooks.values[type(e)](ctx, fn, e, env)


def _by_function(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> Words:
    """The value from a separate function, as definitions have."""
    free = [name for name in env if name in variables(e)]
    inner, parameters = parameters_for(free, env)
    key = (repr(e), *((name, len(env[name])) for name in free))
    number = ctx.part_numbers.setdefault(key, len(ctx.part_numbers) + 1)
    part = ctx.m.function("x", f"part {number}", parameters, lambda function: give(ctx, function, e, inner))
    return bind_result(fn, part(V, T, *(each for name in free for each in env[name])), e.type, "x")


def parameters_for(names: Sequence[str], env: Env) -> tuple[Env, tuple[k.Local, ...]]:
    """Parameters of a function for some variables."""
    inner: dict[str, tuple[k.Local, ...]] = {
        name: tuple(local(f"a{number}_{part}") for part in range(len(env[name]))) for number, name in enumerate(names)
    }
    return dict(inner), tuple(each for name in names for each in inner[name])


def lower_scalar(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> k.Expression:
    """A number or a condition."""
    (found,) = lower_value(ctx, fn, e, env)
    return found


def atoms(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env, stem: str = "x") -> Words:
    return fn.bind(lower_value(ctx, fn, e, env), stem)


def atom(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env, stem: str = "x") -> k.Expression:
    (found,) = atoms(ctx, fn, e, env, stem)
    return found


# ---- values


def lower_lit(ctx: Context, fn: FunctionBuilder, e: f.Lit, env: Env) -> Words:
    if isinstance(e.type, ListOf):
        assert isinstance(e.value, tuple)
        start, length = ctx.m.memory.constant(e.value, e.type)
        return literal(start), literal(length)
    if isinstance(e.type, SetOf):
        return known_set(e.code, entry_count(e.type))
    return (as_expression(bool(e.code) if isinstance(e.type, Bool) else int(e.code)),)


def known_set(mask: int, count: int) -> Words:
    """The words of a set that is known."""
    return tuple(map(literal, signed_words(mask, count)))


def lower_var(ctx: Context, fn: FunctionBuilder, e: f.Var, env: Env) -> Words:
    return resize(env[e.name], e.type)


def lower_get(ctx: Context, fn: FunctionBuilder, e: f.Get, env: Env) -> Words:
    slot = ctx.m.layout.slots[e.field]
    is_bool = isinstance(slot.field.values, Bool)
    if not e.index:
        return (as_bool(V[slot.start], is_bool),)
    index = _indices(ctx, fn, e.index, env)
    place = folded_sum(slot.start, [_times(each, step) for each, step in zip(index, _steps(slot.sizes), strict=True)])
    found: k.Expression = V[place]
    doubts = _doubts(index, e.index, slot.sizes)
    if doubts:
        found = choose(all_of(doubts), found, missing_code(slot.field))
    return (as_bool(_unless_supposed(ctx, slot, index, found), is_bool),)


def _unless_supposed(ctx: Context, slot: Slot, index: list[k.Expression], found: k.Expression) -> k.Expression:
    """The code of a field at an index: the loaded or the assumed one."""
    change = ctx.supposed.get(slot.start) if len(index) == 1 else None
    if change is None:
        return found
    return change.code if index[0] == change.site else choose(eq(index[0], change.site), change.code, found)


def united(ctx: Context, fn: FunctionBuilder, planes: Planes, values: int | k.Expression, *, one: bool = False) -> Words:
    """The sites where a field has one of some codes, which are known, or the bits of a word: at most `one` of them."""
    found = _united(fn, planes, values, one=one)
    change = ctx.supposed.get(planes.start)
    if change is None:
        return found
    return as_supposed(found, change, fn.let(-(as_expression(values) >> change.code & 1), "there"))


def as_supposed(found: Words, change: Supposed, there: k.Expression) -> Words:
    """A set of sites as it would be; `there` has all bits set if the supposed site is in it, else none."""
    return tuple(each & ~bit | bit & there for each, bit in zip(found, change.bits, strict=True))


def _united(fn: FunctionBuilder, planes: Planes, values: int | k.Expression, *, one: bool) -> Words:
    if one:
        code = fn.let(choose(ne(values, 0), lowest(values), 0), "code")
        mask = fn.let(choose(ne(values, 0), -1, 0), "mask")
        start = fn.let(planes.start + code * planes.words, "start")
        return tuple(V[start + part] & mask for part in range(planes.words))
    starts = [planes.start + code * planes.words for code in range(planes.codes)]
    if isinstance(values, int):
        chosen = [start for code, start in enumerate(starts) if values >> code & 1]
        return tuple(union([V[start + part] for start in chosen]) for part in range(planes.words))
    masks = [fn.let(-(values >> code & 1), "mask") for code in range(planes.codes)]
    return tuple(
        union([V[start + part] & mask for start, mask in zip(starts, masks, strict=True)]) for part in range(planes.words)
    )


def is_one(ctx: Context, values: f.Expr) -> bool:
    """Whether it is known that a set of codes has at most one."""
    if not isinstance(values, f.Tab):
        return False
    entries = ctx.m.memory.relation(values.table)
    return all(entry & (entry - 1) == 0 for entry in entries)


def lower_tab(ctx: Context, fn: FunctionBuilder, e: f.Tab, env: Env) -> Words:
    place = ctx.m.memory.table(e.table)
    index = _indices(ctx, fn, e.index, env)
    at = folded_sum(place.start, [_times(each, step * place.width) for each, step in zip(index, place.strides, strict=True)])
    doubts = _doubts(index, e.index, [size + 1 for size in place.sizes])
    if doubts:  # a number may be past the end, or be none, with its own code
        spare = sum(size * step * place.width for size, step in zip(place.sizes, place.strides, strict=True))
        at = choose(all_of(doubts), at, place.start + spare)
    if isinstance(e.type, ListOf):
        entry = fn.let(V.fixed(at), "list")
        return shr(entry, LENGTH_BITS), entry & (1 << LENGTH_BITS) - 1
    if place.width == 1:
        return resize((as_bool(V.fixed(at), isinstance(e.type, Bool)),), e.type)
    if not atomic(at):
        at = fn.let(at, "row")
    return resize(tuple(V.fixed(folded_sum(number, [at])) for number in range(place.width)), e.type)


def _indices(ctx: Context, fn: FunctionBuilder, index: tuple[f.Expr, ...], env: Env) -> list[k.Expression]:
    return [atom(ctx, fn, each, env, "i") for each in index]


def lower_call(ctx: Context, fn: FunctionBuilder, e: f.Call, env: Env) -> Words:
    call = definition_function(ctx, e.name)(V, T, *argument_words(ctx, fn, e, env))
    return resize(bind_result(fn, call, ctx.m.definitions[e.name].body.type, "x"), e.type)


def argument_words(ctx: Context, fn: FunctionBuilder, e: f.Call, env: Env) -> Words:
    args: Words = ()
    for arg, (_, type_) in zip(e.args, ctx.m.definitions[e.name].params, strict=True):
        args += resize(fn.bind(lower_value(ctx, fn, arg, env)), type_)
    return args


def bind_result(fn: FunctionBuilder, call: k.Call, type_: Type, stem: str) -> Words:
    """The words of a call's result."""
    if isinstance(type_, ListOf):
        found = fn.call((local(fn.fresh(stem)), local(fn.fresh("n")), T), call)
        fn.grown += 1
        return found[:2]
    count = entry_count(type_)
    if count == 1:
        return (call,)
    return fn.call(tuple(local(fn.fresh(stem)) for _ in range(count)), call)


def definition_parameters(definition: f.Definition) -> tuple[Env, tuple[k.Local, ...]]:
    """Parameters of a function for those of a definition."""
    env: Env = {}
    parameters: list[k.Local] = []
    for number, (param, type_) in enumerate(definition.params):
        kind = k.Type.BOOL if isinstance(type_, Bool) else k.Type.WORD
        names = tuple(local(f"a{number}_{part}", kind) for part in range(entry_count(type_)))
        env[param] = names
        parameters += names
    return env, tuple(parameters)


def definition_function(ctx: Context, name: str) -> Callee:
    definition = ctx.m.definitions[name]
    env, parameters = definition_parameters(definition)

    def write(fn: FunctionBuilder) -> None:
        source_of(fn, definition.body)
        give(ctx, fn, definition.body, env)

    return ctx.m.function("d", name, parameters, write)


def source_of(fn: FunctionBuilder, form: f.Form) -> None:
    """The author's line that a form comes from, as a comment."""
    if form.span is not None:
        fn.note(f"{form.span.source.file}:{form.span.line}: {form.span.text}")


def give(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> None:
    """A `return` of the value: of a list with the new top of the arena."""
    if isinstance(e.type, ListOf):
        fn.ret(*atoms(ctx, fn, e, env), T)
    else:
        fn.ret(*lower_value(ctx, fn, e, env))


def lower_let(ctx: Context, fn: FunctionBuilder, e: f.Let, env: Env) -> Words:
    return lower_value(ctx, fn, e.body, {**env, e.name: atoms(ctx, fn, e.value, env)})


def lower_if(ctx: Context, fn: FunctionBuilder, e: f.If, env: Env) -> Words:
    return _either(ctx, fn, lower_scalar(ctx, fn, e.test, env), (e.then, env), (e.other, env), e.type)


def lower_some(ctx: Context, fn: FunctionBuilder, e: f.Some, env: Env) -> Words:
    assert isinstance(e.value.type, Opt)
    found = atom(ctx, fn, e.value, env)
    test = ne(found, none_code(e.value.type.of))
    return _either(ctx, fn, test, (e.then, {**env, e.name: (found,)}), (e.other, env), e.type)


def _either(
    ctx: Context, fn: FunctionBuilder, test: k.Expression, then: tuple[f.Expr, Env], other: tuple[f.Expr, Env], type_: Type
) -> Words:
    """One of two values; does not evaluate the other."""
    with fn.aside() as first:
        a = resize(lower_value(ctx, fn, *then), type_)
    with fn.aside() as second:
        b = resize(lower_value(ctx, fn, *other), type_)
    if not first and not second and len(a) == 1:
        return (choose(test, a[0], b[0]),)
    names = [fn.fresh("x") for _ in a]
    with fn.if_(test):
        fn.take(first)
        found = fn.set_all(names, a)
    with fn.else_():
        fn.take(second)
        fn.set_all(found, b)
    return found


# ---- arithmetic


def lower_arith(ctx: Context, fn: FunctionBuilder, e: f.Arith, env: Env) -> Words:
    args = [lower_scalar(ctx, fn, arg, env) for arg in e.args]
    match e.op:
        case "add":
            return (sum_all(args),)
        case "sub":
            return (args[0] - args[1],)
        case "mul":
            return (args[0] * args[1],)
        case "floordiv" | "mod":
            left, right = fn.bind((args[0], args[1]))
            return (choose(ne(right, 0), left // right if e.op == "floordiv" else left % right, 0),)
        case "neg":
            return (literal(-args[0].value) if isinstance(args[0], k.Literal) else -args[0],)  # type: ignore[arg-type]
        case "abs":
            (number,) = fn.bind((args[0],))
            return (greatest_of(number, -number),)
        case "min":
            return (least_of(*args),)
        case "max":
            return (greatest_of(*args),)
    raise CannotCompileError(f"arithmetic {e.op}")


# ---- conditions


def lower_condition(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env) -> k.Expression:
    return lower_scalar(ctx, fn, e, env)


def lower_compare(ctx: Context, fn: FunctionBuilder, e: f.Compare, env: Env) -> Words:
    if isinstance(e.left.type, ListOf):
        return (_compare_lists(ctx, fn, e, env),)
    left, right = lower_value(ctx, fn, e.left, env), lower_value(ctx, fn, e.right, env)
    if isinstance(e.left.type, SetOf) or isinstance(e.right.type, SetOf):
        if e.op != "eq":
            raise CannotCompileError("an order of sets")
        count = max(len(left), len(right))
        return (all_of([eq(a, b) for a, b in zip(widened(left, count), widened(right, count), strict=True)]),)
    return (COMPARISONS[e.op](left[0], right[0]),)


def _compare_lists(ctx: Context, fn: FunctionBuilder, e: f.Compare, env: Env) -> k.Expression:
    a, m = atoms(ctx, fn, e.left, env)
    b, n = atoms(ctx, fn, e.right, env)
    assert isinstance(e.left.type, ListOf)
    item = e.left.type.of
    if isinstance(item, ListOf) or (isinstance(item, SetOf) and e.op != "eq"):
        raise CannotCompileError("a comparison of lists of lists")
    if isinstance(item, SetOf):
        count = entry_count(item)
        m, n = fn.bind((m * count, n * count))
    compare = "compare_padded" if isinstance(item, Num) else "compare_lists"  # only of numbers is a missing one zero
    return COMPARISONS[e.op](library_function(compare)(V, a, m, b, n), 0)


def lower_and(ctx: Context, fn: FunctionBuilder, e: f.And, env: Env) -> Words:
    return (short_circuit(ctx, fn, e.parts, env),)


def lower_or(ctx: Context, fn: FunctionBuilder, e: f.Or, env: Env) -> Words:
    return (short_circuit(ctx, fn, e.parts, env, every=False),)


def short_circuit(
    ctx: Context, fn: FunctionBuilder, parts: tuple[f.Expr, ...], env: Env, *, every: bool = True, known: Words = ()
) -> k.Expression:
    """Whether every condition, or any, holds; evaluates from the left as far as needed.

    The operands of a later part are evaluated only with it.
    """
    tests, joined = list(known), all_of if every else any_of
    for number, part in enumerate(parts):
        with fn.aside() as lines:
            test = lower_scalar(ctx, fn, part, env)
        if lines and tests:
            is_deep = fn.is_deep
            holds = fn.let(joined(tests), "holds")
            with fn.if_(holds if every else not_(holds)):
                fn.take(lines)
                rest = test if is_deep else short_circuit(ctx, fn, parts[number + 1 :], env, every=every, known=(test,))
                fn.set(holds, rest)
            if not is_deep:
                return holds
            tests = [holds]
            continue
        fn.take(lines)
        tests.append(test)
    return joined(tests)


def lower_not(ctx: Context, fn: FunctionBuilder, e: f.Not, env: Env) -> Words:
    return (not_(lower_scalar(ctx, fn, e.part, env)),)


def lower_in(ctx: Context, fn: FunctionBuilder, e: f.In, env: Env) -> Words:
    item = atom(ctx, fn, e.item, env, "i")
    assert isinstance(e.of.type, SetOf)
    size = set_size(e.of.type)
    if isinstance(e.of, f.Plane):  # a site is in the plane if its code is among the plane's values
        values, slot = atoms(ctx, fn, e.of.values, env), ctx.m.layout.slots[e.of.field]
        code = _unless_supposed(ctx, slot, [item], V[folded_sum(slot.start, [item])])
        if code_count(slot.field.values) <= WORD:
            test = has_bit(values[0], code)
        else:
            code = fn.let(code, "code")
            assert isinstance(e.of.values.type, SetOf)
            test = member(code, e.of.values, values, set_size(e.of.values.type))
        return (test if surely_below(item, e.item, size) else all_of([lt(item, size), test]),)
    return (member(item, e.item, atoms(ctx, fn, e.of, env), size),)


def has_bit(of: k.Expression, place: Operand) -> k.Expression:
    return ne(of >> place & 1, 0)


def member(item: k.Expression, e: f.Expr, of: Words, size: int) -> k.Expression:
    """Whether the bit of an item is set; a code outside of the set's range is in no set."""
    if len(of) == 1:
        test = has_bit(of[0], item)
    else:
        chosen = of[-1]
        for number in range(len(of) - 2, -1, -1):
            chosen = choose(lt(item, WORD * (number + 1)), of[number], chosen)
        test = has_bit(chosen, item & 63)
    if surely_below(item, e, size):
        return test
    counts_from_0 = isinstance(e.type, Fin) or (isinstance(e.type, Opt) and isinstance(e.type.of, Fin))
    return all_of([*([] if counts_from_0 else [ge(item, 0)]), lt(item, size), test])


COMPARISONS = {"eq": eq, "lt": lt, "le": le}


def set_operation(op: str, a: k.Expression, b: k.Expression) -> k.Expression:
    """A word of the result of a set operation."""
    return a | b if op == "union" else a & b if op == "meet" else a & ~b


def resize(found: Words, type_: Type) -> Words:
    """The words of a set as another type of sets has them: numbers may go further up, and the empty set is one of any."""
    if isinstance(type_, SetOf) and len(found) != entry_count(type_):
        return widened(found, entry_count(type_))[: entry_count(type_)]
    return found


def widened(found: Words, count: int) -> Words:
    return found + (ZERO,) * (count - len(found))


def nothing_of(type_: Type) -> Words:
    """The words of a missing value: none, false, 0, the empty set or list."""
    if isinstance(type_, Opt):
        return (literal(none_code(type_.of)),)
    return (FALSE,) if isinstance(type_, Bool) else (ZERO,) * entry_count(type_)


def as_bool(found: k.Expression, is_bool: bool) -> k.Expression:
    return cast(found, k.Type.BOOL) if is_bool else found


def surely_below(item: k.Expression, e: f.Expr, size: int) -> bool:
    """Whether an item is for certain a code below the size."""
    if isinstance(item, k.Literal) and is_natural(item):
        return item.value < size
    return isinstance(e, f.Var) and isinstance(e.type, Fin) and e.type.domain.size <= size and not e.name.endswith(".")


def _doubts(index: list[k.Expression], exprs: tuple[f.Expr, ...], sizes: Sequence[int]) -> list[k.Expression]:
    """The tests that each index is below its size, as far as it is in doubt."""
    tests: list[k.Expression] = []
    for item, e, size in zip(index, exprs, sizes, strict=True):
        if surely_below(item, e, size):
            continue
        inner = e.type.of if isinstance(e.type, Opt) else e.type
        if isinstance(inner, Fin) and inner.domain.size < size:  # its code of none is below the size as well
            continue
        tests.append(between(0, item, size) if isinstance(inner, Num) else lt(item, size))
    return tests


def _steps(sizes: tuple[int, ...]) -> list[int]:
    steps, step = [], 1
    for size in reversed(sizes):
        steps.append(step)
        step *= size
    return steps[::-1]


def _times(item: k.Expression, step: int) -> k.Expression:
    if isinstance(item, k.Literal) and is_natural(item):
        return as_expression(item.value * step)
    return item if step == 1 else item * step


def folded_sum(start: int, parts: Sequence[k.Expression]) -> k.Expression:
    """A sum with its literals added up."""
    known = start + sum(int(part.value) for part in parts if isinstance(part, k.Literal) and is_natural(part))
    rest = [part for part in parts if not is_natural(part)]
    return sum_all([*rest, *([known] if known or not rest else [])])


def row_major(start: int, index: Sequence[k.Expression], sizes: Sequence[int]) -> k.Expression:
    """The place of an entry of a table without spare rows, the last index counting singly."""
    if len(index) < 2:
        return start + index[0] if index else literal(start)
    row = index[0]
    for item, size in zip(index[1:-1], sizes[1:-1], strict=True):
        row = row * size + item
    return start + row * sizes[-1] + index[-1]
