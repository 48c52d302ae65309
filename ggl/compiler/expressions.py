"""Numbers and conditions of the core as text. One method a form; what it gives is what the interpreter's function gives.

A condition is text of a Python bool. Text that is given back may be worked out later than where it was made, but before any
effect: effects bind what they need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.memory import WORD, Planes, codes_of, cut, width
from ggl.compiler.module import Module
from ggl.compiler.writer import BOOL, Function, Words, atomic, literal
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, Type, none_code, set_size
from ggl.core.walk import variables
from ggl.engine.layout import Slot

Env = dict[str, Words]
"""The variables in scope, each bound to names or numbers."""


@dataclass(frozen=True)
class Supposed:
    """A site that is supposed to have a code in a field, all in names; `bits` is the set of it."""

    site: str
    code: str
    bits: Words


class Values:
    """Writes values of every type; sets and lists, effects and moves are in the classes that build upon this one."""

    def __init__(self, module: Module) -> None:
        self.m = module
        self.supposed: dict[int, Supposed] = {}
        """What is read otherwise than it stands, by where the field and its planes begin."""
        self._own: dict[tuple[object, ...], int] = {}
        """The parts of expressions that have functions of their own, with the names that they are given."""

    def can_text(self, fn: Function, e: f.Can, env: Env) -> str:
        raise NotImplementedError

    def seen_text(self, key: str, *, leaving: bool = False) -> str:
        raise NotImplementedError

    def effect(self, fn: Function, e: f.Effect, env: Env) -> None:
        raise NotImplementedError

    def keep(self, fn: Function, e: f.Effect, env: Env) -> Callable[[], None]:
        """Keeps what effects will change; what is given back writes that it is put back."""
        raise NotImplementedError

    def value(self, fn: Function, e: f.Expr, env: Env) -> Words:
        if fn.is_deep and not self.supposed and not isinstance(e, f.Lit | f.Var):
            return self._by_function(fn, e, env)
        method: Callable[[Function, Any, Env], Words] = getattr(self, f"_{type(e).__name__.lower()}")
        return method(fn, e, env)

    def _by_function(self, fn: Function, e: f.Expr, env: Env) -> Words:
        """The value as a function of its own gives it, as definitions do."""
        free = [name for name in env if name in variables(e)]
        inner = {name: tuple(f"a{number}_{part}" for part in range(len(env[name]))) for number, name in enumerate(free)}
        key = (repr(e), *((name, len(env[name])) for name in free))
        number = self._own.setdefault(key, len(self._own) + 1)
        args = tuple(word for each in free for word in inner[each])
        name = self.m.function("x", f"part {number}", args, lambda function: self.give(function, e, inner))
        given = [word for each in free for word in env[each]]
        return self._result(fn, f"{name}({', '.join(['v', 't', *given])})", e.type, "x")

    def one(self, fn: Function, e: f.Expr, env: Env) -> str:
        """The text of a number or a condition."""
        (text,) = self.value(fn, e, env)
        return text

    def atoms(self, fn: Function, e: f.Expr, env: Env, stem: str = "x") -> Words:
        return fn.bind(self.value(fn, e, env), stem)

    def atom(self, fn: Function, e: f.Expr, env: Env, stem: str = "x") -> str:
        (name,) = self.atoms(fn, e, env, stem)
        return name

    # ---- values

    def _lit(self, fn: Function, e: f.Lit, env: Env) -> Words:
        if isinstance(e.type, ListOf):
            assert isinstance(e.value, tuple)
            start, length = self.m.memory.constant(e.value, e.type)
            return str(start), str(length)
        assert isinstance(e.value, int)
        if isinstance(e.type, SetOf):
            return tuple(literal(word) for word in cut(e.value, width(e.type)))
        if isinstance(e.type, Bool):
            return (str(bool(e.value)),)
        return (literal(int(e.value)),)

    def _var(self, fn: Function, e: f.Var, env: Env) -> Words:
        return fitted(env[e.name], e.type)

    def _get(self, fn: Function, e: f.Get, env: Env) -> Words:
        slot = self.m.layout.slots[e.field]
        is_bool = isinstance(slot.field.values, Bool)
        if not e.index:
            return (as_bool(f"v[{slot.start}]", is_bool),)
        index = self._indices(fn, e.index, slot.sizes, env)
        place = _sum(slot.start, [_times(text, step) for text, step in zip(index, _steps(slot.sizes), strict=True)])
        found = f"v[{place}]"
        doubts = _doubts(index, e.index, slot.sizes)
        if doubts:
            found = f"({found} if {doubts} else {literal(missing_code(slot.field))})"
        return (as_bool(self._unless_supposed(slot, index, found), is_bool),)

    def _unless_supposed(self, slot: Slot, index: list[str], found: str) -> str:
        """The code of a field at an index: what is found there, or what is supposed to be there."""
        change = self.supposed.get(slot.start) if len(index) == 1 else None
        if change is None:
            return found
        return change.code if index[0] == change.site else f"({change.code} if {index[0]} == {change.site} else {found})"

    def united(self, fn: Function, planes: Planes, values: int | str, *, one: bool = False) -> Words:
        """The sites where a field has one of some codes, which are known, or the bits of a word: at most `one` of them."""
        found = self._united(fn, planes, values, one=one)
        change = self.supposed.get(planes.start)
        if change is None:
            return found
        return self.with_supposed(found, change, fn.let(f"-({values} >> {change.code} & 1)", "there"))

    @staticmethod
    def with_supposed(found: Words, change: Supposed, there: str) -> Words:
        """A set of sites as it would be; `there` has all bits set if the supposed site is in it, else none."""
        return tuple(f"({word} & ~{bit} | {bit} & {there})" for word, bit in zip(found, change.bits, strict=True))

    @staticmethod
    def _united(fn: Function, planes: Planes, values: int | str, *, one: bool) -> Words:
        if one:
            code = fn.let(f"lowest({values}) if {values} != 0 else I(0)", "code")
            mask = fn.let(f"I(-1) if {values} != 0 else I(0)", "mask")
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

    def is_one(self, values: f.Expr) -> bool:
        """Whether it is known that a set of codes has at most one."""
        if not isinstance(values, f.Tab):
            return False
        entries = self.m.memory.relation(values.table)
        return all(entry & (entry - 1) == 0 for entry in entries)

    def _tab(self, fn: Function, e: f.Tab, env: Env) -> Words:
        place = self.m.memory.table(e.table)
        index = self._indices(fn, e.index, place.sizes, env)
        at = _sum(place.start, [_times(text, step * place.width) for text, step in zip(index, place.strides, strict=True)])
        doubts = _doubts(index, e.index, [size + 1 for size in place.sizes])
        if doubts:  # a number may be past the end, or none in a code of its own
            spare = _sum(
                place.start, [str(size * step * place.width) for size, step in zip(place.sizes, place.strides, strict=True)]
            )
            at = f"({at} if {doubts} else {spare})"
        if place.width == 1:
            return fitted((as_bool(f"known(v, {at})", isinstance(e.type, Bool)),), e.type)
        if not atomic(at):
            at = fn.let(at, "row")
        return fitted(tuple(f"known(v, {_sum(number, [at])})" for number in range(place.width)), e.type)

    def _indices(self, fn: Function, index: tuple[f.Expr, ...], sizes: Any, env: Env) -> list[str]:
        return [self.atom(fn, each, env, "i") for each in index]

    def _call(self, fn: Function, e: f.Call, env: Env) -> Words:
        definition = self.m.definitions[e.name]
        args: list[str] = []
        for arg, (_, type_) in zip(e.args, definition.params, strict=True):
            args += fitted(fn.bind(self.value(fn, arg, env)), type_)
        call = f"{self.definition(e.name)}({', '.join(['v', 't', *args])})"
        return fitted(self._result(fn, call, definition.body.type, "x"), e.type)

    def _result(self, fn: Function, call: str, type_: Type, stem: str) -> Words:
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

    def definition(self, name: str) -> str:
        definition = self.m.definitions[name]
        env: Env = {}
        parameters: list[str] = []
        for number, (param, type_) in enumerate(definition.params):
            names = tuple(f"a{number}_{part}" for part in range(width(type_)))
            env[param] = names
            parameters += [f"{name}: {BOOL}" for name in names] if isinstance(type_, Bool) else names

        def write(fn: Function) -> None:
            self.source_of(fn, definition.body)
            self.give(fn, definition.body, env)

        return self.m.function("d", name, tuple(parameters), write)

    @staticmethod
    def source_of(fn: Function, form: f.Form) -> None:
        """The author's line that a form comes from, as a comment."""
        if form.span is not None:
            name = form.span.source.name.replace("\\", "/").rpartition("/")[2]
            fn.note(f"{name}:{form.span.line}: {form.span.text}")

    def give(self, fn: Function, e: f.Expr, env: Env) -> None:
        """A `return` of the value: of a list with the new top of the arena."""
        if isinstance(e.type, ListOf):
            start, length = self.atoms(fn, e, env)
            fn.line(f"return {start}, {length}, t")
        else:
            found = self.value(fn, e, env)
            fn.line(f"return {', '.join(found)}")

    def _let(self, fn: Function, e: f.Let, env: Env) -> Words:
        return self.value(fn, e.body, {**env, e.name: self.atoms(fn, e.value, env)})

    def _if(self, fn: Function, e: f.If, env: Env) -> Words:
        return self._either(fn, self.one(fn, e.test, env), (e.then, env), (e.other, env), e.type)

    def _some(self, fn: Function, e: f.Some, env: Env) -> Words:
        assert isinstance(e.value.type, Opt)
        found = self.atom(fn, e.value, env)
        test = f"({found} != {literal(none_code(e.value.type.of))})"
        return self._either(fn, test, (e.then, {**env, e.name: (found,)}), (e.other, env), e.type)

    def _either(self, fn: Function, test: str, then: tuple[f.Expr, Env], other: tuple[f.Expr, Env], type_: Type) -> Words:
        """One of two values, of which the other is not worked out."""
        with fn.aside() as first:
            a = fitted(self.value(fn, *then), type_)
        with fn.aside() as second:
            b = fitted(self.value(fn, *other), type_)
        if not first and not second and len(a) == 1:
            return (f"({a[0]} if {test} else {b[0]})",)
        names = tuple(fn.fresh("x") for _ in a)
        with fn.block(f"if {test}:"):
            fn.take(first, 1)
            self.assign(fn, names, a)
        with fn.block("else:"):
            fn.take(second, 1)
            self.assign(fn, names, b)
        return names

    @staticmethod
    def assign(fn: Function, names: Words, values: Words) -> None:
        fn.line(f"{', '.join(names)} = {', '.join(values)}")

    # ---- arithmetic

    def _arith(self, fn: Function, e: f.Arith, env: Env) -> Words:
        args = [self.one(fn, arg, env) for arg in e.args]
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

    def condition(self, fn: Function, e: f.Expr, env: Env) -> str:
        return self.one(fn, e, env)

    def _compare(self, fn: Function, e: f.Compare, env: Env) -> Words:
        if isinstance(e.left.type, ListOf):
            return (self._compare_lists(fn, e, env),)
        left, right = self.value(fn, e.left, env), self.value(fn, e.right, env)
        if isinstance(e.left.type, SetOf) or isinstance(e.right.type, SetOf):
            count = max(len(left), len(right))
            pairs = list(zip(widened(left, count), widened(right, count), strict=True))
            if e.op != "eq":
                raise CannotCompileError("an order of sets")
            return (f"({' and '.join(f'{a} == {b}' for a, b in pairs)})",)
        return (f"({left[0]} {_COMPARISONS[e.op]} {right[0]})",)

    def _compare_lists(self, fn: Function, e: f.Compare, env: Env) -> str:
        a, m = self.atoms(fn, e.left, env)
        b, n = self.atoms(fn, e.right, env)
        assert isinstance(e.left.type, ListOf)
        item = e.left.type.of
        if isinstance(item, ListOf) or (isinstance(item, SetOf) and e.op != "eq"):
            raise CannotCompileError("a comparison of lists of lists")
        if isinstance(item, SetOf):
            count = width(item)
            m, n = fn.bind((f"{m} * {count}", f"{n} * {count}"))
        return f"(compare_padded(v, {a}, {m}, {b}, {n}) {_COMPARISONS[e.op]} 0)"

    def _and(self, fn: Function, e: f.And, env: Env) -> Words:
        return (self._chain(fn, e.parts, env, "and"),)

    def _or(self, fn: Function, e: f.Or, env: Env) -> Words:
        return (self._chain(fn, e.parts, env, "or"),)

    def _chain(self, fn: Function, parts: tuple[f.Expr, ...], env: Env, word: str, known: tuple[str, ...] = ()) -> str:
        """From the left, as far as needed: what a later part needs is worked out only if it is asked for."""
        texts = list(known)
        for number, part in enumerate(parts):
            with fn.aside() as lines:
                text = self.one(fn, part, env)
            if lines and texts and fn.is_deep:
                name = fn.let(f"bool({_joined(texts, word)})", "holds")
                with fn.block(f"if {name}:" if word == "and" else f"if not {name}:"):
                    fn.take(lines, 1)
                    fn.line(f"{name} = bool({text})")
                texts = [name]
                continue
            if lines and texts:
                name = fn.let(f"bool({_joined(texts, word)})", "holds")
                with fn.block(f"if {name}:" if word == "and" else f"if not {name}:"):
                    fn.take(lines, 1)
                    fn.line(f"{name} = bool({self._chain(fn, parts[number + 1 :], env, word, (text,))})")
                return name
            fn.take(lines)
            texts.append(text)
        return _joined(texts, word)

    def _not(self, fn: Function, e: f.Not, env: Env) -> Words:
        return (f"(not {self.one(fn, e.part, env)})",)

    def _in(self, fn: Function, e: f.In, env: Env) -> Words:
        item = self.atom(fn, e.item, env, "i")
        assert isinstance(e.of.type, SetOf)
        size = set_size(e.of.type)
        if isinstance(e.of, f.Plane):  # whether a site is among those with some codes is whether its code is among these
            values, slot = self.atoms(fn, e.of.values, env), self.m.layout.slots[e.of.field]
            code = self._unless_supposed(slot, [item], f"v[{_sum(slot.start, [item])}]")
            if codes_of(slot.field.values) <= WORD:
                test = f"({values[0]} >> {code} & 1 != 0)"
            else:
                code = fn.let(code, "code")
                assert isinstance(e.of.values.type, SetOf)
                test = self._member(code, e.of.values, values, set_size(e.of.values.type))
            return (test if _surely(item, e.item, size) else f"({item} < {size} and {test})",)
        return (self._member(item, e.item, self.atoms(fn, e.of, env), size),)

    @staticmethod
    def _member(item: str, e: f.Expr, of: Words, size: int) -> str:
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

    def _seen(self, fn: Function, e: f.Seen, env: Env) -> Words:
        return (self.seen_text(e.key),)

    def _seennext(self, fn: Function, e: f.SeenNext, env: Env) -> Words:
        return (self.seen_text(e.key, leaving=True),)

    def _can(self, fn: Function, e: f.Can, env: Env) -> Words:
        return (self.can_text(fn, e, env),)

    def _after(self, fn: Function, e: f.After, env: Env) -> Words:
        """The effects are done, the body is asked, and the state is put back."""
        put_back = self.keep(fn, e.effect, env)
        self.effect(fn, e.effect, env)
        found = self.atoms(fn, e.body, env)
        put_back()
        return found


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
