"""Numbers and conditions of the core as text. One function a form; what it gives is what the interpreter's function gives.

A condition is text of a Python bool. Text that is given back may be worked out later than where it was made, but before any
effect: effects bind what they need.
"""

from __future__ import annotations

from typing import Any

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.lower.builder import BOOL, Callee, Function, Words, atomic
from ggl.compiler.lower.context import Context, Env, Supposed
from ggl.compiler.memory import WORD, Planes, codes_of, cut, width
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, Type, none_code, set_size
from ggl.core.walk import variables
from ggl.engine.layout import Slot


def value(ctx: Context, fn: Function, e: f.Expr, env: Env) -> Words:
    if fn.is_deep and not ctx.supposed and not isinstance(e, f.Lit | f.Var):
        return _by_function(ctx, fn, e, env)
    return ctx.hooks.values[type(e)](ctx, fn, e, env)


def _by_function(ctx: Context, fn: Function, e: f.Expr, env: Env) -> Words:
    """The value as a function of its own gives it, as definitions do."""
    free = [name for name in env if name in variables(e)]
    inner = {name: tuple(f"a{number}_{part}" for part in range(len(env[name]))) for number, name in enumerate(free)}
    key = (repr(e), *((name, len(env[name])) for name in free))
    number = ctx.part_numbers.setdefault(key, len(ctx.part_numbers) + 1)
    args = tuple(word for each in free for word in inner[each])
    name = ctx.m.function("x", f"part {number}", args, lambda function: give(ctx, function, e, inner))
    given = [word for each in free for word in env[each]]
    return bind_result(ctx, fn, f"{name}({', '.join(['v', 't', *given])})", e.type, "x")


def one(ctx: Context, fn: Function, e: f.Expr, env: Env) -> str:
    """The text of a number or a condition."""
    (text,) = value(ctx, fn, e, env)
    return text


def atoms(ctx: Context, fn: Function, e: f.Expr, env: Env, stem: str = "x") -> Words:
    return fn.bind(value(ctx, fn, e, env), stem)


def atom(ctx: Context, fn: Function, e: f.Expr, env: Env, stem: str = "x") -> str:
    (name,) = atoms(ctx, fn, e, env, stem)
    return name


# ---- values


def lower_lit(ctx: Context, fn: Function, e: f.Lit, env: Env) -> Words:
    if isinstance(e.type, ListOf):
        assert isinstance(e.value, tuple)
        start, length = ctx.m.memory.constant(e.value, e.type)
        return str(start), str(length)
    assert isinstance(e.value, int)
    if isinstance(e.type, SetOf):
        return tuple(str(word) for word in cut(e.value, width(e.type)))
    if isinstance(e.type, Bool):
        return (str(bool(e.value)),)
    return (str(int(e.value)),)


def lower_var(ctx: Context, fn: Function, e: f.Var, env: Env) -> Words:
    return fitted(env[e.name], e.type)


def lower_get(ctx: Context, fn: Function, e: f.Get, env: Env) -> Words:
    slot = ctx.m.layout.slots[e.field]
    is_bool = isinstance(slot.field.values, Bool)
    if not e.index:
        return (as_bool(f"v[{slot.start}]", is_bool),)
    index = _indices(ctx, fn, e.index, slot.sizes, env)
    place = _sum(slot.start, [_times(text, step) for text, step in zip(index, _steps(slot.sizes), strict=True)])
    found = f"v[{place}]"
    doubts = _doubts(index, e.index, slot.sizes)
    if doubts:
        found = f"({found} if {doubts} else {missing_code(slot.field)})"
    return (as_bool(_unless_supposed(ctx, slot, index, found), is_bool),)


def _unless_supposed(ctx: Context, slot: Slot, index: list[str], found: str) -> str:
    """The code of a field at an index: what is found there, or what is supposed to be there."""
    change = ctx.supposed.get(slot.start) if len(index) == 1 else None
    if change is None:
        return found
    return change.code if index[0] == change.site else f"({change.code} if {index[0]} == {change.site} else {found})"


def united(ctx: Context, fn: Function, planes: Planes, values: int | str, *, one: bool = False) -> Words:
    """The sites where a field has one of some codes, which are known, or the bits of a word: at most `one` of them."""
    found = _united(fn, planes, values, one=one)
    change = ctx.supposed.get(planes.start)
    if change is None:
        return found
    return with_supposed(found, change, fn.let(f"-({values} >> {change.code} & 1)", "there"))


def with_supposed(found: Words, change: Supposed, there: str) -> Words:
    """A set of sites as it would be; `there` has all bits set if the supposed site is in it, else none."""
    return tuple(f"({word} & ~{bit} | {bit} & {there})" for word, bit in zip(found, change.bits, strict=True))


def _united(fn: Function, planes: Planes, values: int | str, *, one: bool) -> Words:
    if one:
        code = fn.let(f"lowest({values}) if {values} != 0 else 0", "code")
        mask = fn.let(f"-1 if {values} != 0 else 0", "mask")
        start = fn.let(f"{planes.start} + {code} * {planes.words}", "start")
        return tuple(f"(v[{start} + {part}] & {mask})" for part in range(planes.words))
    starts = [planes.start + code * planes.words for code in range(planes.codes)]
    if isinstance(values, int):
        chosen = [start for code, start in enumerate(starts) if values >> code & 1]
        return tuple(f"({' | '.join(f'v[{start + part}]' for start in chosen) or '0'})" for part in range(planes.words))
    masks = [fn.let(f"-({values} >> {code} & 1)", "mask") for code in range(planes.codes)]
    return tuple(
        f"({' | '.join(f'v[{start + part}] & {mask}' for start, mask in zip(starts, masks, strict=True))})"
        for part in range(planes.words)
    )


def is_one(ctx: Context, values: f.Expr) -> bool:
    """Whether it is known that a set of codes has at most one."""
    if not isinstance(values, f.Tab):
        return False
    entries = ctx.m.memory.relation(values.table)
    return all(entry & (entry - 1) == 0 for entry in entries)


def lower_tab(ctx: Context, fn: Function, e: f.Tab, env: Env) -> Words:
    place = ctx.m.memory.table(e.table)
    index = _indices(ctx, fn, e.index, place.sizes, env)
    at = _sum(place.start, [_times(text, step * place.width) for text, step in zip(index, place.strides, strict=True)])
    doubts = _doubts(index, e.index, [size + 1 for size in place.sizes])
    if doubts:  # a number may be past the end, or none in a code of its own
        spare = _sum(place.start, [str(size * step * place.width) for size, step in zip(place.sizes, place.strides, strict=True)])
        at = f"({at} if {doubts} else {spare})"
    if place.width == 1:
        return fitted((as_bool(f"known(v, {at})", isinstance(e.type, Bool)),), e.type)
    if not atomic(at):
        at = fn.let(at, "row")
    return fitted(tuple(f"known(v, {_sum(number, [at])})" for number in range(place.width)), e.type)


def _indices(ctx: Context, fn: Function, index: tuple[f.Expr, ...], sizes: Any, env: Env) -> list[str]:
    return [atom(ctx, fn, each, env, "i") for each in index]


def lower_call(ctx: Context, fn: Function, e: f.Call, env: Env) -> Words:
    definition = ctx.m.definitions[e.name]
    args: list[str] = []
    for arg, (_, type_) in zip(e.args, definition.params, strict=True):
        args += fitted(fn.bind(value(ctx, fn, arg, env)), type_)
    call = f"{definition_name(ctx, e.name)}({', '.join(['v', 't', *args])})"
    return fitted(bind_result(ctx, fn, call, definition.body.type, "x"), e.type)


def bind_result(ctx: Context, fn: Function, call: str, type_: Type, stem: str) -> Words:
    """What a call gives, by the type."""
    if isinstance(type_, ListOf):
        names = fn.fresh(stem), fn.fresh("n")
        fn.line(f"{names[0]}, {names[1]}, t = {call}")
        fn.grown += 1
        return names
    count = width(type_)
    if count == 1:
        return (call,)
    parts = tuple(fn.fresh(stem) for _ in range(count))
    fn.line(f"{', '.join(parts)} = {call}")
    return parts


def definition_name(ctx: Context, name: str) -> Callee:
    definition = ctx.m.definitions[name]
    env: Env = {}
    parameters: list[str] = []
    for number, (param, type_) in enumerate(definition.params):
        names = tuple(f"a{number}_{part}" for part in range(width(type_)))
        env[param] = names
        parameters += [f"{name}: {BOOL}" for name in names] if isinstance(type_, Bool) else names

    def write(fn: Function) -> None:
        source_of(fn, definition.body)
        give(ctx, fn, definition.body, env)

    return ctx.m.function("d", name, tuple(parameters), write)


def source_of(fn: Function, form: f.Form) -> None:
    """The author's line that a form comes from, as a comment."""
    if form.span is not None:
        name = form.span.source.name.replace("\\", "/").rpartition("/")[2]
        fn.note(f"{name}:{form.span.line}: {form.span.text}")


def give(ctx: Context, fn: Function, e: f.Expr, env: Env) -> None:
    """A `return` of the value: of a list with the new top of the arena."""
    if isinstance(e.type, ListOf):
        start, length = atoms(ctx, fn, e, env)
        fn.line(f"return {start}, {length}, t")
    else:
        found = value(ctx, fn, e, env)
        fn.line(f"return {', '.join(found)}")


def lower_let(ctx: Context, fn: Function, e: f.Let, env: Env) -> Words:
    return value(ctx, fn, e.body, {**env, e.name: atoms(ctx, fn, e.value, env)})


def lower_if(ctx: Context, fn: Function, e: f.If, env: Env) -> Words:
    return _either(ctx, fn, one(ctx, fn, e.test, env), (e.then, env), (e.other, env), e.type)


def lower_some(ctx: Context, fn: Function, e: f.Some, env: Env) -> Words:
    assert isinstance(e.value.type, Opt)
    found = atom(ctx, fn, e.value, env)
    test = f"({found} != {none_code(e.value.type.of)})"
    return _either(ctx, fn, test, (e.then, {**env, e.name: (found,)}), (e.other, env), e.type)


def _either(ctx: Context, fn: Function, test: str, then: tuple[f.Expr, Env], other: tuple[f.Expr, Env], type_: Type) -> Words:
    """One of two values, of which the other is not worked out."""
    with fn.aside() as first:
        a = fitted(value(ctx, fn, *then), type_)
    with fn.aside() as second:
        b = fitted(value(ctx, fn, *other), type_)
    if not first and not second and len(a) == 1:
        return (f"({a[0]} if {test} else {b[0]})",)
    names = tuple(fn.fresh("x") for _ in a)
    with fn.block(f"if {test}:"):
        fn.take(first)
        assign_words(fn, names, a)
    with fn.block("else:"):
        fn.take(second)
        assign_words(fn, names, b)
    return names


def assign_words(fn: Function, names: Words, values: Words) -> None:
    fn.line(f"{', '.join(names)} = {', '.join(values)}")


# ---- arithmetic


def lower_arith(ctx: Context, fn: Function, e: f.Arith, env: Env) -> Words:
    args = [one(ctx, fn, arg, env) for arg in e.args]
    match e.op:
        case "add":
            return (f"({' + '.join(args)})",)
        case "sub":
            return (f"({args[0]} - {args[1]})",)
        case "mul":
            return (f"({args[0]} * {args[1]})",)
        case "floordiv" | "mod":
            left, right = fn.bind((args[0], args[1]))
            return (f"({left} {'//' if e.op == 'floordiv' else '%'} {right} if {right} != 0 else 0)",)
        case "neg":
            return (f"(-{args[0]})",)
        case "abs" | "min" | "max":
            return (f"{e.op}({', '.join(args)})" if len(args) > 1 or e.op == "abs" else args[0],)
    raise CannotCompileError(f"arithmetic {e.op}")


# ---- conditions


def condition(ctx: Context, fn: Function, e: f.Expr, env: Env) -> str:
    return one(ctx, fn, e, env)


def lower_compare(ctx: Context, fn: Function, e: f.Compare, env: Env) -> Words:
    if isinstance(e.left.type, ListOf):
        return (_compare_lists(ctx, fn, e, env),)
    left, right = value(ctx, fn, e.left, env), value(ctx, fn, e.right, env)
    if isinstance(e.left.type, SetOf) or isinstance(e.right.type, SetOf):
        count = max(len(left), len(right))
        pairs = list(zip(widened(left, count), widened(right, count), strict=True))
        if e.op != "eq":
            raise CannotCompileError("an order of sets")
        return (f"({' and '.join(f'{a} == {b}' for a, b in pairs)})",)
    return (f"({left[0]} {_COMPARISONS[e.op]} {right[0]})",)


def _compare_lists(ctx: Context, fn: Function, e: f.Compare, env: Env) -> str:
    a, m = atoms(ctx, fn, e.left, env)
    b, n = atoms(ctx, fn, e.right, env)
    assert isinstance(e.left.type, ListOf)
    item = e.left.type.of
    if isinstance(item, ListOf) or (isinstance(item, SetOf) and e.op != "eq"):
        raise CannotCompileError("a comparison of lists of lists")
    if isinstance(item, SetOf):
        count = width(item)
        m, n = fn.bind((f"{m} * {count}", f"{n} * {count}"))
    return f"(compare_padded(v, {a}, {m}, {b}, {n}) {_COMPARISONS[e.op]} 0)"


def lower_and(ctx: Context, fn: Function, e: f.And, env: Env) -> Words:
    return (chain(ctx, fn, e.parts, env, "and"),)


def lower_or(ctx: Context, fn: Function, e: f.Or, env: Env) -> Words:
    return (chain(ctx, fn, e.parts, env, "or"),)


def chain(ctx: Context, fn: Function, parts: tuple[f.Expr, ...], env: Env, word: str, known: tuple[str, ...] = ()) -> str:
    """From the left, as far as needed: what a later part needs is worked out only if it is asked for."""
    texts = list(known)
    for number, part in enumerate(parts):
        with fn.aside() as lines:
            text = one(ctx, fn, part, env)
        if lines and texts and fn.is_deep:
            name = fn.let(f"bool({_joined(texts, word)})", "holds")
            with fn.block(f"if {name}:" if word == "and" else f"if not {name}:"):
                fn.take(lines)
                fn.line(f"{name} = bool({text})")
            texts = [name]
            continue
        if lines and texts:
            name = fn.let(f"bool({_joined(texts, word)})", "holds")
            with fn.block(f"if {name}:" if word == "and" else f"if not {name}:"):
                fn.take(lines)
                fn.line(f"{name} = bool({chain(ctx, fn, parts[number + 1 :], env, word, (text,))})")
            return name
        fn.take(lines)
        texts.append(text)
    return _joined(texts, word)


def lower_not(ctx: Context, fn: Function, e: f.Not, env: Env) -> Words:
    return (f"(not {one(ctx, fn, e.part, env)})",)


def lower_in(ctx: Context, fn: Function, e: f.In, env: Env) -> Words:
    item = atom(ctx, fn, e.item, env, "i")
    assert isinstance(e.of.type, SetOf)
    size = set_size(e.of.type)
    if isinstance(e.of, f.Plane):  # whether a site is among those with some codes is whether its code is among these
        values, slot = atoms(ctx, fn, e.of.values, env), ctx.m.layout.slots[e.of.field]
        code = _unless_supposed(ctx, slot, [item], f"v[{_sum(slot.start, [item])}]")
        if codes_of(slot.field.values) <= WORD:
            test = f"({values[0]} >> {code} & 1 != 0)"
        else:
            code = fn.let(code, "code")
            assert isinstance(e.of.values.type, SetOf)
            test = member(code, e.of.values, values, set_size(e.of.values.type))
        return (test if _surely(item, e.item, size) else f"({item} < {size} and {test})",)
    return (member(item, e.item, atoms(ctx, fn, e.of, env), size),)


def member(item: str, e: f.Expr, of: Words, size: int) -> str:
    """Whether the bit of an item is set; a code outside of the set's range is in no set."""
    if len(of) == 1:
        test = f"({of[0]} >> {item} & 1 != 0)"
    else:
        word = of[-1]
        for number in range(len(of) - 2, -1, -1):
            word = f"({of[number]} if {item} < {WORD * (number + 1)} else {word})"
        test = f"({word} >> ({item} & 63) & 1 != 0)"
    if _surely(item, e, size):
        return test
    low = "" if isinstance(e.type, Fin) or (isinstance(e.type, Opt) and isinstance(e.type.of, Fin)) else f"{item} >= 0 and "
    return f"({low}{item} < {size} and {test})"


_COMPARISONS = {"eq": "==", "lt": "<", "le": "<="}


def _joined(texts: list[str], word: str) -> str:
    if len(texts) < 2:
        return texts[0] if texts else str(word == "and")
    return f"({f' {word} '.join(texts)})"


def fitted(found: Words, type_: Type) -> Words:
    """The words of a set as another type of sets has them: numbers may go further up, and the empty set is one of any."""
    if isinstance(type_, SetOf) and len(found) != width(type_):
        return widened(found, width(type_))[: width(type_)]
    return found


def widened(found: Words, count: int) -> Words:
    return found + ("0",) * (count - len(found))


def as_bool(text: str, is_bool: bool) -> str:
    return f"({text} != 0)" if is_bool else text


def missing_code(field: f.Field) -> int:
    """What a field gives at an index that is none."""
    values = field.values
    if isinstance(values, Opt):
        return none_code(values.of)
    return none_code(values) if isinstance(values, Fin | Num) else 0


def _surely(item: str, e: f.Expr, size: int) -> bool:
    """Whether an item is for certain a code below the size."""
    if item.isdigit():
        return int(item) < size
    return isinstance(e, f.Var) and isinstance(e.type, Fin) and e.type.domain.size <= size and not e.name.endswith(".")


def _doubts(index: list[str], exprs: tuple[f.Expr, ...], sizes: Any) -> str:
    """The test that each index is below its size, as far as it is in doubt."""
    tests = []
    for text, e, size in zip(index, exprs, sizes, strict=True):
        if _surely(text, e, size):
            continue
        inner = e.type.of if isinstance(e.type, Opt) else e.type
        if isinstance(inner, Fin) and inner.domain.size < size:  # its code of none is below the size too
            continue
        low = f"0 <= {text} < {size}" if isinstance(inner, Num) else f"{text} < {size}"
        tests.append(low)
    return " and ".join(tests)


def _steps(sizes: tuple[int, ...]) -> list[int]:
    steps, step = [], 1
    for size in reversed(sizes):
        steps.append(step)
        step *= size
    return steps[::-1]


def _times(text: str, step: int) -> str:
    if text.isdigit():
        return str(int(text) * step)
    return text if step == 1 else f"{text} * {step}"


def _sum(start: int, parts: list[str]) -> str:
    """A sum with its numbers added up."""
    known = start + sum(int(part) for part in parts if part.isdigit())
    rest = [part for part in parts if not part.isdigit()]
    return " + ".join([*rest, *([str(known)] if known or not rest else [])])
