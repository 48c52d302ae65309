"""Expressions of the core as functions of a vector and its variables. One method a form; the method is the form's meaning.

A function takes the vector (a `Vector`) and the list of variables, and gives a code. Variables have a place in the list for
each name of the unit (definition, schema, rule) they are bound in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ggl.core import forms as f
from ggl.core.arithmetic import evaluate
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, none_code, set_size
from ggl.engine.layout import Layout
from ggl.interpreter import sets
from ggl.interpreter.work import Work

Keys = tuple[tuple[int, ...], ...]
"""What is compared of one position, for each way to compare: the position, and the board alone."""


class Vector(list[int]):
    """A position being worked on, with the keys of the play so far."""

    __slots__ = ("history",)
    history: tuple[Keys, ...]

    def copied(self) -> Vector:
        other = Vector(self)
        other.history = self.history
        return other


KEYS = ("position", "board")

Value = Any  # an int or a tuple: the type of the form says which
Function = Callable[[Vector, list[Value]], Value]


class Slots:
    """The places of a unit's variables."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def of(self, name: str) -> int:
        return self._places.setdefault(name, len(self._places))

    @property
    def size(self) -> int:
        return len(self._places)

    def frame(self) -> list[Value]:
        return [0] * len(self._places)


class Expressions:
    """Builds functions for expressions. `can` and `run` are given by the interpreter, which knows schemas and effects."""

    def __init__(self, core: f.CoreGame, layout: Layout) -> None:
        self._layout = layout
        self._tables = {table.name: table for table in core.tables}
        self._sizes = {domain.name: domain.size for domain in core.domains}
        self._definitions = {definition.name: definition for definition in core.definitions}
        self._functions: dict[str, tuple[Function, list[Value]]] = {}
        self._relations: dict[str, sets.Relation] = {}
        self.work = Work()
        self.can: Callable[[str, tuple[str, ...]], Callable[[Vector, list[Value]], bool]]
        self.effect: Callable[[f.Effect, Slots], Callable[[Vector, list[Value]], bool]]

    def function(self, e: f.Expr, s: Slots) -> Function:
        method: Callable[[Any, Slots], Function] = getattr(self, f"_{type(e).__name__.lower()}")
        return method(e, s)

    # ---- values

    def _lit(self, e: f.Lit, s: Slots) -> Function:
        value = e.value
        return lambda v, x: value

    def _var(self, e: f.Var, s: Slots) -> Function:
        place = s.of(e.name)
        return lambda v, x: x[place]

    def _get(self, e: f.Get, s: Slots) -> Function:
        slot = self._layout.slots[e.field]
        start = slot.start
        if not e.index:
            return lambda v, x: v[start]
        if len(e.index) == 1:
            index, size, missing = self.function(e.index[0], s), slot.sizes[0], _missing(slot.field)

            def get(v: Vector, x: list[Value]) -> Value:
                i = index(v, x)
                return v[start + i] if i < size else missing

            return get
        first, second = (self.function(i, s) for i in e.index)
        (rows, columns), missing = slot.sizes, _missing(slot.field)

        def get_two(v: Vector, x: list[Value]) -> Value:
            i, j = first(v, x), second(v, x)
            return v[start + i * columns + j] if i < rows and j < columns else missing

        return get_two

    def _tab(self, e: f.Tab, s: Slots) -> Function:
        table = self._tables[e.table]
        entries: tuple[Any, ...] = table.entries
        spare: Any = table.spare
        sizes = [self._sizes[name] for name in table.index]
        index = [self.function(i, s) for i in e.index]
        if len(index) == 1:
            only, size = index[0], sizes[0]

            def one(v: Vector, x: list[Value]) -> Value:
                i = only(v, x)
                return entries[i] if i < size else spare

            return one

        if len(index) == 2:
            (first, second), (rows, columns) = index, sizes

            def two(v: Vector, x: list[Value]) -> Value:
                i, j = first(v, x), second(v, x)
                return entries[i * columns + j] if i < rows and j < columns else spare

            return two

        def many(v: Vector, x: list[Value]) -> Value:
            place = 0
            for function, size in zip(index, sizes, strict=True):
                i = function(v, x)
                if i >= size:
                    return spare
                place = place * size + i
            return entries[place]

        return many

    def _call(self, e: f.Call, s: Slots) -> Function:
        args = [self.function(arg, s) for arg in e.args]
        body, room = self.definition(e.name)
        spend = self.work.spend

        def call(v: Vector, x: list[Value]) -> Value:
            spend(1)
            return body(v, [arg(v, x) for arg in args] + room)

        return call

    def definition(self, name: str) -> tuple[Function, list[Value]]:
        """A definition's body as a function of the vector and its variables: the arguments, then room for its own."""
        if name not in self._functions:
            definition = self._definitions[name]
            slots = Slots()
            for param, _ in definition.params:
                slots.of(param)
            body = self.function(definition.body, slots)
            self._functions[name] = body, [0] * (slots.size - len(definition.params))
        return self._functions[name]

    def _let(self, e: f.Let, s: Slots) -> Function:
        value, place = self.function(e.value, s), s.of(e.name)
        body = self.function(e.body, s)

        def let(v: Vector, x: list[Value]) -> Value:
            x[place] = value(v, x)
            return body(v, x)

        return let

    def _if(self, e: f.If, s: Slots) -> Function:
        test, then, other = self.function(e.test, s), self.function(e.then, s), self.function(e.other, s)
        return lambda v, x: then(v, x) if test(v, x) else other(v, x)

    def _some(self, e: f.Some, s: Slots) -> Function:
        assert isinstance(e.value.type, Opt)
        value, place, missing = self.function(e.value, s), s.of(e.name), none_code(e.value.type.of)
        then, other = self.function(e.then, s), self.function(e.other, s)

        def some(v: Vector, x: list[Value]) -> Value:
            found = value(v, x)
            if found == missing:
                return other(v, x)
            x[place] = found
            return then(v, x)

        return some

    def _arith(self, e: f.Arith, s: Slots) -> Function:
        args, op = [self.function(arg, s) for arg in e.args], e.op
        if op == "add" and len(args) == 2:
            left, right = args
            return lambda v, x: left(v, x) + right(v, x)
        if op == "sub":
            left, right = args
            return lambda v, x: left(v, x) - right(v, x)
        return lambda v, x: evaluate(op, [arg(v, x) for arg in args])

    # ---- conditions

    def _compare(self, e: f.Compare, s: Slots) -> Function:
        left, right, op = self.function(e.left, s), self.function(e.right, s), e.op
        if isinstance(e.left.type, ListOf):
            return lambda v, x: _lists(op, left(v, x), right(v, x))
        if op == "eq":
            return lambda v, x: left(v, x) == right(v, x)
        if op == "lt":
            return lambda v, x: left(v, x) < right(v, x)
        return lambda v, x: left(v, x) <= right(v, x)

    def _and(self, e: f.And, s: Slots) -> Function:
        parts = [self.function(part, s) for part in e.parts]
        return lambda v, x: all(part(v, x) for part in parts)

    def _or(self, e: f.Or, s: Slots) -> Function:
        parts = [self.function(part, s) for part in e.parts]
        return lambda v, x: any(part(v, x) for part in parts)

    def _not(self, e: f.Not, s: Slots) -> Function:
        part = self.function(e.part, s)
        return lambda v, x: not part(v, x)

    def _in(self, e: f.In, s: Slots) -> Function:
        item, of = self.function(e.item, s), self.function(e.of, s)
        return lambda v, x: of(v, x) >> item(v, x) & 1

    # ---- sets and lists

    def _single(self, e: f.Single, s: Slots) -> Function:
        item, base, size = self.function(e.item, s), _base(e.type), set_size(e.type)

        def single(v: Vector, x: list[Value]) -> Value:
            place = item(v, x) - base
            return 1 << place if 0 <= place < size else 0

        return single

    def _numberrange(self, e: f.NumberRange, s: Slots) -> Function:
        low, high, base, size = self.function(e.lo, s), self.function(e.hi, s), _base(e.type), set_size(e.type)

        def span(v: Vector, x: list[Value]) -> Value:
            lo, hi = max(low(v, x) - base, 0), min(high(v, x) - base, size - 1)
            return (1 << (hi + 1)) - (1 << lo) if hi >= lo else 0

        return span

    def _plane(self, e: f.Plane, s: Slots) -> Function:
        slot, values = self._layout.slots[e.field], self.function(e.values, s)
        start, stop = slot.start, slot.stop
        return lambda v, x: sets.plane(v[start:stop], values(v, x))

    def _members(self, source: f.Expr, s: Slots) -> Callable[[Vector, list[Value]], tuple[Value, ...]]:
        """The members of a set or a list, in order."""
        function, spend = self.function(source, s), self.work.spend
        is_list = isinstance(source.type, ListOf)
        base = _base(source.type) if isinstance(source.type, SetOf) else 0

        def members(v: Vector, x: list[Value]) -> tuple[Value, ...]:
            found = function(v, x)
            if not is_list:
                found = sets.members(found)
            spend(len(found))
            return tuple(base + place for place in found) if base else found

        return members

    def _filter(self, e: f.Filter, s: Slots) -> Function:
        members, place = self._members(e.source, s), s.of(e.name)
        test = self.function(e.test, s)

        def chosen(v: Vector, x: list[Value]) -> list[Value]:
            kept = []
            for member in members(v, x):
                x[place] = member
                if test(v, x):
                    kept.append(member)
            return kept

        if isinstance(e.type, ListOf):
            return lambda v, x: tuple(chosen(v, x))
        base = _base(e.type)
        return lambda v, x: sum(1 << (member - base) for member in chosen(v, x))

    def _setop(self, e: f.SetOp, s: Slots) -> Function:
        left, right = self.function(e.left, s), self.function(e.right, s)
        if e.op == "union":
            return lambda v, x: left(v, x) | right(v, x)
        if e.op == "meet":
            return lambda v, x: left(v, x) & right(v, x)
        return lambda v, x: left(v, x) & ~right(v, x)

    def _fold(self, e: f.Fold, s: Slots) -> Function:
        if e.monoid == "count" and e.test == _TRUE:
            of = self.function(e.source, s)
            if isinstance(e.source.type, ListOf):
                return lambda v, x: len(of(v, x))
            return lambda v, x: of(v, x).bit_count()
        if e.monoid == "any" and e.test == _TRUE and e.body == _TRUE and isinstance(e.source.type, SetOf):
            of = self.function(e.source, s)
            return lambda v, x: of(v, x) != 0
        members, place = self._members(e.source, s), s.of(e.name)
        test, body = self.function(e.test, s), self.function(e.body, s)

        def bodies(v: Vector, x: list[Value]) -> Any:
            for member in members(v, x):
                x[place] = member
                if test(v, x):
                    yield body(v, x)

        default = self._default(e, s)
        match e.monoid:
            case "count":
                return lambda v, x: sum(1 for _ in bodies(v, x))
            case "sum":
                return lambda v, x: sum(bodies(v, x))
            case "any":
                return lambda v, x: any(bodies(v, x))
            case "all":
                return lambda v, x: all(bodies(v, x))
            case "min":
                return lambda v, x: min(bodies(v, x), default=default(v, x))
            case "max":
                return lambda v, x: max(bodies(v, x), default=default(v, x))
            case "first":
                return lambda v, x: next(bodies(v, x), default(v, x))
        assert e.monoid == "union"

        def union(v: Vector, x: list[Value]) -> Value:
            result = 0
            for part in bodies(v, x):
                result |= part
            return result

        return union

    def _default(self, e: f.Fold, s: Slots) -> Function:
        if e.default is not None:
            return self.function(e.default, s)
        missing: Value = 0
        if isinstance(e.type, Opt):
            missing = none_code(e.type.of)
        elif isinstance(e.type, ListOf):
            missing = ()
        return lambda v, x: missing

    def _listing(self, e: f.Listing, s: Slots) -> Function:
        members, place = self._members(e.source, s), s.of(e.name)
        test, body, join = self.function(e.test, s), self.function(e.body, s), e.join
        spend = self.work.spend

        def listing(v: Vector, x: list[Value]) -> Value:
            items: list[Value] = []
            for member in members(v, x):
                x[place] = member
                if test(v, x):
                    if join:
                        part = body(v, x)
                        spend(len(part))
                        items.extend(part)
                    else:
                        items.append(body(v, x))
            return tuple(items)

        return listing

    def _listop(self, e: f.ListOp, s: Slots) -> Function:
        args = [self.function(arg, s) for arg in e.args]
        match e.op:
            case "literal":
                return lambda v, x: tuple(arg(v, x) for arg in args)
            case "length":
                return lambda v, x: len(args[0](v, x))
            case "sort":
                return lambda v, x: tuple(sorted(args[0](v, x)))
            case "descending":
                return lambda v, x: tuple(sorted(args[0](v, x), reverse=True))
            case "reverse":
                return lambda v, x: args[0](v, x)[::-1]
            case "concat":
                return self._concat(*args)
        assert e.op == "at"
        missing: Value = none_code(e.type.of) if isinstance(e.type, Opt) else () if isinstance(e.type, ListOf) else 0

        def at(v: Vector, x: list[Value]) -> Value:
            items, place = args[0](v, x), args[1](v, x)
            return items[place - 1] if 1 <= place <= len(items) else missing

        return at

    def _concat(self, left: Function, right: Function) -> Function:
        spend = self.work.spend

        def concat(v: Vector, x: list[Value]) -> Value:
            joined = left(v, x) + right(v, x)
            spend(len(joined))
            return joined

        return concat

    def _convert(self, e: f.Convert, s: Slots) -> Function:
        part = self.function(e.part, s)
        if isinstance(e.type, ListOf):
            return self._members(e.part, s)
        base = _base(e.type)

        def as_set(v: Vector, x: list[Value]) -> Value:
            mask = 0
            for item in part(v, x):
                mask |= 1 << (item - base)
            return mask

        return as_set

    def _leading(self, e: f.Leading, s: Slots) -> Function:
        members, place = self._members(e.source, s), s.of(e.name)
        test = self.function(e.test, s)

        def leading(v: Vector, x: list[Value]) -> Value:
            items = members(v, x)
            for count, item in enumerate(items):
                x[place] = item
                if not test(v, x):
                    return items[:count]
            return items

        return leading

    # ---- connection

    def _relation(self, name: str) -> sets.Relation:
        if name not in self._relations:
            entries: tuple[Any, ...] = self._tables[name].entries
            self._relations[name] = sets.Relation(entries)
        return self._relations[name]

    def _image(self, e: f.Image, s: Slots) -> Function:
        relation, of, spend = self._relation(e.relation), self.function(e.of, s), self.work.spend

        def image(v: Vector, x: list[Value]) -> Value:
            mask = of(v, x)
            spend(mask.bit_count())
            return relation.image(mask)

        return image

    def _close(self, e: f.Close, s: Slots) -> Function:
        relation, seed, within = self._relation(e.relation), self.function(e.seed, s), self.function(e.within, s)
        spend = self.work.spend

        def close(v: Vector, x: list[Value]) -> Value:
            reached = relation.close(seed(v, x), within(v, x))
            spend(reached.bit_count())
            return reached

        return close

    def _blocks(self, e: f.Blocks, s: Slots) -> Function:
        relation, within, spend = self._relation(e.relation), self.function(e.within, s), self.work.spend

        def blocks(v: Vector, x: list[Value]) -> Value:
            mask = within(v, x)
            spend(mask.bit_count())
            return relation.blocks(mask)

        return blocks

    # ---- the play

    def _seen(self, e: f.Seen, s: Slots) -> Function:
        layout, of, place, spend = self._layout, e.key, KEYS.index(e.key), self.work.spend

        def seen(v: Vector, x: list[Value]) -> Value:
            spend(len(v.history))
            key = layout.key(v, of)
            earlier = sum(1 for keys in v.history if keys[place] == key)
            return earlier + 1

        return seen

    def _can(self, e: f.Can, s: Slots) -> Function:
        values = [self.function(value, s) for _, value in e.fixed]
        can = self.can(e.schema, tuple(name for name, _ in e.fixed))
        return lambda v, x: can(v, [value(v, x) for value in values])

    def _after(self, e: f.After, s: Slots) -> Function:
        effect, body, spend = self.effect(e.effect, s), self.function(e.body, s), self.work.spend

        def after(v: Vector, x: list[Value]) -> Value:
            spend(1 + len(v) // COPIED)
            changed = v.copied()
            effect(changed, x)
            return body(changed, x)

        return after


_TRUE = f.Lit(1, Bool())

COPIED = 16
"""Entries of a position that are copied in one step of work."""


def _base(type_: SetOf) -> int:
    return type_.of.lo if isinstance(type_.of, Num) else 0


def _missing(field: f.Field) -> int:
    """What a field gives at an index that is none."""
    values = field.values
    if isinstance(values, Opt):
        return none_code(values.of)
    return none_code(values) if isinstance(values, Fin | Num) else 0


def _lists(op: str, left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Lists place by place, a missing place counting as zero."""
    length = max(len(left), len(right))
    a, b = left + (0,) * (length - len(left)), right + (0,) * (length - len(right))
    return a == b if op == "eq" else a < b if op == "lt" else a <= b
