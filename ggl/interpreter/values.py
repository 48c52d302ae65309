"""Numbers, conditions and what a position holds as functions of a vector and its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ggl.core import forms as f
from ggl.core.arithmetic import evaluate
from ggl.core.types import ListOf, Num, Opt, Type, none_code
from ggl.engine.layout import Layout, missing_code
from ggl.interpreter.vector import Function, Slots, Value, Vector

MOST_KNOWN = 1 << 16
"""The most values of definitions that are kept for one position."""


class ValueFunctions:
    """The forms that give one code. `Expressions` has all forms; the method of a form is named after it."""

    def __init__(self, core: f.CoreGame, layout: Layout) -> None:
        self._layout = layout
        self._tables = {table.name: table for table in core.tables}
        self._sizes = {domain.name: domain.size for domain in core.domains}
        self._definitions = {definition.name: definition for definition in core.definitions}
        self._functions: dict[str, tuple[Function, list[Value]]] = {}

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
            index, size, missing = self.function(e.index[0], s), slot.sizes[0], missing_code(slot.field)
            if isinstance(e.index[0], f.Var):
                place = s.of(e.index[0].name)

                def get_at(v: Vector, x: list[Value]) -> Value:
                    i = x[place]
                    return v[start + i] if i < size else missing

                return get_at

            def get(v: Vector, x: list[Value]) -> Value:
                i = index(v, x)
                return v[start + i] if i < size else missing

            return get
        first, second = (self.function(i, s) for i in e.index)
        (rows, columns), missing = slot.sizes, missing_code(slot.field)

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
            if isinstance(e.index[0], f.Var):
                at = s.of(e.index[0].name)

                def one_at(v: Vector, x: list[Value]) -> Value:
                    i = x[at]
                    return entries[i] if i < size else spare

                return one_at

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
        name = e.name

        def call(v: Vector, x: list[Value]) -> Value:
            v.work.spend(1)
            given = [arg(v, x) for arg in args]
            known = v.known
            if known is None:
                return body(v, given + room)
            asked = (name, *given)
            found = known.get(asked)
            if found is None:
                found = body(v, given + room)
                if len(known) < MOST_KNOWN:
                    known[asked] = found
            return found

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
            item = e.left.type.of
            return lambda v, x: compare_lists(op, left(v, x), right(v, x), item)
        if op == "eq":
            return lambda v, x: left(v, x) == right(v, x)
        if op == "lt":
            return lambda v, x: left(v, x) < right(v, x)
        return lambda v, x: left(v, x) <= right(v, x)

    def _and(self, e: f.And, s: Slots) -> Function:
        parts = [self.function(part, s) for part in e.parts]

        def every(v: Vector, x: list[Value]) -> bool:
            for part in parts:  # noqa: SIM110 - a generator for each would take longer than most parts
                if not part(v, x):
                    return False
            return True

        return every

    def _or(self, e: f.Or, s: Slots) -> Function:
        parts = [self.function(part, s) for part in e.parts]

        def one_of(v: Vector, x: list[Value]) -> bool:
            for part in parts:  # noqa: SIM110 - as above
                if part(v, x):
                    return True
            return False

        return one_of

    def _not(self, e: f.Not, s: Slots) -> Function:
        part = self.function(e.part, s)
        return lambda v, x: not part(v, x)

    def _in(self, e: f.In, s: Slots) -> Function:
        item, of = self.function(e.item, s), self.function(e.of, s)
        return lambda v, x: of(v, x) >> item(v, x) & 1


def compare_lists(op: str, left: tuple[Any, ...], right: tuple[Any, ...], item: Type) -> bool:
    """Lists place by place: a missing number counts as zero; any other missing item equals none and comes before all."""
    if isinstance(item, ListOf):  # only asked whether they are equal
        return len(left) == len(right) and all(compare_lists(op, a, b, item.of) for a, b in zip(left, right, strict=True))
    if isinstance(item, Num):
        length = max(len(left), len(right))
        left, right = left + (0,) * (length - len(left)), right + (0,) * (length - len(right))
    return left == right if op == "eq" else left < right if op == "lt" else left <= right
