"""Sets and lists, and conditions on their members, as functions of a vector and its variables."""

from __future__ import annotations

from collections.abc import Callable

from ggl.core import forms as f
from ggl.core.types import Bool, ListOf, Opt, SetOf, none_code, set_base, set_size
from ggl.interpreter import sets
from ggl.interpreter.values import ValueFunctions
from ggl.interpreter.vector import Function, Slots, Value, Vector

_TRUE = f.Lit(1, Bool())

PLANES = 64
"""The number of sets of codes with a stored plane per field: the same query often repeats for a position."""


class Collections(ValueFunctions):
    """The forms that give sets and lists, or go through their members."""

    _planes: dict[str, dict[int, tuple[list[int], int]]]

    def _single(self, e: f.Single, s: Slots) -> Function:
        item, base, size = self.function(e.item, s), set_base(e.type), set_size(e.type)

        def single(v: Vector, x: list[Value]) -> Value:
            place = item(v, x) - base
            return 1 << place if 0 <= place < size else 0

        return single

    def _numberrange(self, e: f.NumberRange, s: Slots) -> Function:
        low, high, base, size = self.function(e.lo, s), self.function(e.hi, s), set_base(e.type), set_size(e.type)

        def span(v: Vector, x: list[Value]) -> Value:
            lo, hi = max(low(v, x) - base, 0), min(high(v, x) - base, size - 1)
            return (1 << (hi + 1)) - (1 << lo) if hi >= lo else 0

        return span

    def _plane(self, e: f.Plane, s: Slots) -> Function:
        slot, values = self._layout.slots[e.field], self.function(e.values, s)
        start, stop = slot.start, slot.stop
        last = self._planes.setdefault(e.field, {})

        def plane(v: Vector, x: list[Value]) -> Value:
            entries, asked = v[start:stop], values(v, x)
            known = last.get(asked)
            if known is not None and known[0] == entries:
                return known[1]
            result = sets.plane(entries, asked)
            if known is not None or len(last) < PLANES:
                last[asked] = entries, result
            return result

        return plane

    def members(self, source: f.Expr, s: Slots) -> Callable[[Vector, list[Value]], tuple[Value, ...]]:
        """The members of a set or a list, in order."""
        function = self.function(source, s)
        is_list = isinstance(source.type, ListOf)
        base = set_base(source.type) if isinstance(source.type, SetOf) else 0

        def members(v: Vector, x: list[Value]) -> tuple[Value, ...]:
            found = function(v, x)
            if not is_list:
                found = sets.bit_places(found)
            v.work.spend(len(found))
            return tuple([base + place for place in found]) if base else found

        return members

    def _filter(self, e: f.Filter, s: Slots) -> Function:
        members, place = self.members(e.source, s), s.of(e.name)
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
        base = set_base(e.type)
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
        if e.monoid in ("any", "all"):
            return self._quantified(e, s)
        if e.monoid == "first":
            return self._first(e, s)
        bodies, default = self._bodies(e, s), self._default(e, s)
        match e.monoid:
            case "count":
                return lambda v, x: len(bodies(v, x))
            case "sum":
                return lambda v, x: sum(bodies(v, x))
            case "min":
                return lambda v, x: min(bodies(v, x), default=default(v, x))
            case "max":
                return lambda v, x: max(bodies(v, x), default=default(v, x))
        assert e.monoid == "union"

        def union(v: Vector, x: list[Value]) -> Value:
            result = 0
            for part in bodies(v, x):
                result |= part
            return result

        return union

    def _bodies(self, e: f.Fold, s: Slots) -> Callable[[Vector, list[Value]], list[Value]]:
        """The bodies of the members that pass the test."""
        members, place = self.members(e.source, s), s.of(e.name)
        test, body = self._unless_true(e.test, s), self.function(e.body, s)

        def bodies(v: Vector, x: list[Value]) -> list[Value]:
            found = []
            for member in members(v, x):
                x[place] = member
                if test is None or test(v, x):
                    found.append(body(v, x))
            return found

        return bodies

    def _first(self, e: f.Fold, s: Slots) -> Function:
        """The body of the first member that passes the test; evaluates no other."""
        members, place = self.members(e.source, s), s.of(e.name)
        test, body, default = self._unless_true(e.test, s), self.function(e.body, s), self._default(e, s)

        def first(v: Vector, x: list[Value]) -> Value:
            for member in members(v, x):
                x[place] = member
                if test is None or test(v, x):
                    return body(v, x)
            return default(v, x)

        return first

    def _quantified(self, e: f.Fold, s: Slots) -> Function:
        """Whether it holds of any, or of all, of the members that pass the test."""
        members, place = self.members(e.source, s), s.of(e.name)
        wanted = e.monoid == "any"
        test, body = self._unless_true(e.test, s), self._unless_true(e.body, s)

        def quantified(v: Vector, x: list[Value]) -> bool:
            for member in members(v, x):
                x[place] = member
                if (test is None or test(v, x)) and bool(body is None or body(v, x)) is wanted:
                    return wanted
            return not wanted

        return quantified

    def _unless_true(self, e: f.Expr, s: Slots) -> Function | None:
        """A condition that need not be asked is None."""
        return None if e == _TRUE else self.function(e, s)

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
        members, place = self.members(e.source, s), s.of(e.name)
        test, body, join = self.function(e.test, s), self.function(e.body, s), e.join

        def listing(v: Vector, x: list[Value]) -> Value:
            items: list[Value] = []
            for member in members(v, x):
                x[place] = member
                if test(v, x):
                    if join:
                        part = body(v, x)
                        v.work.spend(len(part))
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
                return self._rearranged(args[0], lambda items: tuple(sorted(items)))
            case "descending":
                return self._rearranged(args[0], lambda items: tuple(sorted(items, reverse=True)))
            case "reverse":
                return self._rearranged(args[0], lambda items: items[::-1])
            case "concat":
                return self._concat(*args)
        assert e.op == "at"
        missing: Value = none_code(e.type.of) if isinstance(e.type, Opt) else () if isinstance(e.type, ListOf) else 0

        def at(v: Vector, x: list[Value]) -> Value:
            items, place = args[0](v, x), args[1](v, x)
            return items[place - 1] if 1 <= place <= len(items) else missing

        return at

    def _rearranged(self, of: Function, change: Callable[[tuple[int, ...]], Value]) -> Function:

        def rearranged(v: Vector, x: list[Value]) -> Value:
            items = of(v, x)
            v.work.spend(len(items))
            return change(items)

        return rearranged

    def _concat(self, left: Function, right: Function) -> Function:

        def concat(v: Vector, x: list[Value]) -> Value:
            joined = left(v, x) + right(v, x)
            v.work.spend(len(joined))
            return joined

        return concat

    def _convert(self, e: f.Convert, s: Slots) -> Function:
        part = self.function(e.part, s)
        if isinstance(e.type, ListOf):
            return self.members(e.part, s)
        base = set_base(e.type)

        def as_set(v: Vector, x: list[Value]) -> Value:
            mask = 0
            for item in part(v, x):
                mask |= 1 << (item - base)
            return mask

        return as_set

    def _leading(self, e: f.Leading, s: Slots) -> Function:
        members, place = self.members(e.source, s), s.of(e.name)
        test = self.function(e.test, s)

        def leading(v: Vector, x: list[Value]) -> Value:
            items = members(v, x)
            for count, item in enumerate(items):
                x[place] = item
                if not test(v, x):
                    return items[:count]
            return items

        return leading
