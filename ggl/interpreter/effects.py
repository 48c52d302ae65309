"""Effects of the core as functions that change a vector in place and return whether the game ended in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ggl.core import forms as f
from ggl.core.types import Num, SetOf
from ggl.engine.layout import Layout, Slot
from ggl.engine.outcomes import only_winner, winning
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Slots, Value, Vector

Change = Callable[[Vector, list[Value]], bool]
"""Changes the vector; true when the rest shall not happen: the game is over, or a roll comes first."""


class EffectFunctions:
    def __init__(self, core: f.CoreGame, layout: Layout, expressions: ExpressionFunctions) -> None:
        self._core = core
        self._layout = layout
        self._all = expressions
        self._layers = {layer.name: layer for layer in core.layers}

    def function(self, e: f.Effect, s: Slots) -> Change:
        method: Callable[[Any, Slots], Change] = getattr(self, f"_{type(e).__name__.lower()}")
        return method(e, s)

    def alone(self, e: f.Effect) -> Callable[[Vector], bool]:
        """An effect that stands in no unit, such as the set-up."""
        slots = Slots()
        change = self.function(e, slots)
        return lambda v: change(v, slots.frame())

    def _seq(self, e: f.Seq, s: Slots) -> Change:
        parts = [self.function(part, s) for part in e.parts]

        def in_turn(v: Vector, x: list[Value]) -> bool:
            for part in parts:  # noqa: SIM110 - quicker than a generator for each
                if part(v, x):
                    return True
            return False

        return in_turn

    def _write(self, e: f.Write, s: Slots) -> Change:
        slot, value = self._layout.slots[e.field], self._all.function(e.value, s)
        index = [self._all.function(i, s) for i in e.index]
        values = slot.field.values
        bounds = (values.lo, values.hi) if isinstance(values, Num) else None

        def write(v: Vector, x: list[Value]) -> bool:
            place = 0
            for function, size in zip(index, slot.sizes, strict=True):
                i = function(v, x)
                if i >= size:
                    return False
                place = place * size + i
            code = int(value(v, x))
            if bounds is not None:
                code = min(max(code, bounds[0]), bounds[1])
            v[slot.start + place] = code
            return False

        return write

    def _writeall(self, e: f.WriteAll, s: Slots) -> Change:
        slot, value = self._layout.slots[e.field], self._all.function(e.value, s)

        def write_all(v: Vector, x: list[Value]) -> bool:
            mask = value(v, x)
            v[slot.start : slot.stop] = [mask >> place & 1 for place in range(slot.stop - slot.start)]
            return False

        return write_all

    # ---- pieces

    def _slots_of(self, layer: str) -> list[Slot]:
        """The layer's own field, then those of its attributes."""
        info = self._layers[layer]
        return [self._layout.slots[name] for name in (info.field, *info.attributes)]

    def _put(self, e: f.Put, s: Slots) -> Change:
        main, *rest = self._slots_of(e.layer)
        site, piece = self._all.function(e.site, s), self._all.function(e.piece, s)
        given = {name: self._all.function(value, s) for name, value in e.attributes}
        attributes = [(slot, given.get(slot.field.name)) for slot in rest]
        size = main.sizes[0]

        def put(v: Vector, x: list[Value]) -> bool:
            at = site(v, x)
            if at < size:
                values = [(slot.start + at, value(v, x) if value else slot.field.start) for slot, value in attributes]
                v[main.start + at] = piece(v, x)
                for place, code in values:
                    v[place] = code
            return False

        return put

    def _take(self, e: f.Take, s: Slots) -> Change:
        slots, site = self._slots_of(e.layer), self._all.function(e.site, s)
        size = slots[0].sizes[0]

        def take(v: Vector, x: list[Value]) -> bool:
            at = site(v, x)
            if at < size:
                for slot in slots:
                    v[slot.start + at] = slot.field.start
            return False

        return take

    def _move(self, e: f.Move, s: Slots) -> Change:
        slots, source, target = self._slots_of(e.layer), self._all.function(e.source, s), self._all.function(e.target, s)
        size, piece = slots[0].sizes[0], slots[0]

        def move(v: Vector, x: list[Value]) -> bool:
            start, end = source(v, x), target(v, x)
            if start < size and end < size and start != end and v[piece.start + start] != piece.field.start:
                for slot in slots:
                    v[slot.start + end] = v[slot.start + start]
                    v[slot.start + start] = slot.field.start
            return False

        return move

    def _exchange(self, e: f.Exchange, s: Slots) -> Change:
        slots, left, right = self._slots_of(e.layer), self._all.function(e.left, s), self._all.function(e.right, s)
        size = slots[0].sizes[0]

        def exchange(v: Vector, x: list[Value]) -> bool:
            a, b = left(v, x), right(v, x)
            if a < size and b < size:
                for slot in slots:
                    v[slot.start + a], v[slot.start + b] = v[slot.start + b], v[slot.start + a]
            return False

        return exchange

    # ---- control

    def _ifdo(self, e: f.IfDo, s: Slots) -> Change:
        test, then, other = self._all.function(e.test, s), self.function(e.then, s), self.function(e.other, s)
        return lambda v, x: then(v, x) if test(v, x) else other(v, x)

    def _fordo(self, e: f.ForDo, s: Slots) -> Change:
        members, place = self._all.members(e.source, s), s.of(e.name)
        body = self.function(e.body, s)

        def for_each(v: Vector, x: list[Value]) -> bool:
            for member in members(v, x):
                x[place] = member
                if body(v, x):
                    return True
            return False

        return for_each

    def _letdo(self, e: f.LetDo, s: Slots) -> Change:
        value, place = self._all.function(e.value, s), s.of(e.name)
        body = self.function(e.body, s)

        def let(v: Vector, x: list[Value]) -> bool:
            x[place] = value(v, x)
            return body(v, x)

        return let

    def _finish(self, e: f.Finish, s: Slots) -> Change:
        who = self._all.function(e.player, s) if e.player is not None else None
        outcome, reason, as_bits = e.outcome, e.reason, bits_of(e.player)

        def finish(v: Vector, x: list[Value]) -> bool:
            conclude(v, self._layout, outcome, 0 if who is None else as_bits(who(v, x)), reason)
            return True

        return finish

    def _again(self, e: f.Again, s: Slots) -> Change:
        place = self._layout.at("again")

        def again(v: Vector, x: list[Value]) -> bool:
            v[place] = 1
            return False

        return again

    def _roll(self, e: f.Roll, s: Slots) -> Change:
        place, slots = self._layout.at("chance"), Slots()
        source = self._all.function(self._core.rolls[e.number].source, slots)

        def roll(v: Vector, x: list[Value]) -> bool:
            if not source(v, slots.frame()):
                return False
            v[place] = e.number + 1
            return True

        return roll


def conclude(v: Vector, layout: Layout, outcome: str, who: int, reason: int) -> None:
    """The game is over by an outcome of the players `who`, as bits: `over` holds the reason, counted from 1."""
    v[layout.at("over")] = reason + 1
    crown(v, layout, winning(outcome, who, layout.slots["seat"].sizes[0]))


def crown(v: Vector, layout: Layout, winners: int) -> None:
    """`winner` holds the only winner, or none; `winners`, if the game has it, all winners."""
    v[layout.at("winner")] = only_winner(winners, layout.slots["winner"].field.start)
    if layout.has("winners"):
        slot = layout.slots["winners"]
        v[slot.start : slot.stop] = [winners >> player & 1 for player in range(slot.stop - slot.start)]


def bits_of(who: f.Expr | None) -> Callable[[Value], int]:
    """The function that turns the value of an expression for a player, none, or a set of players into bits."""
    if who is not None and isinstance(who.type, SetOf):
        return int
    return lambda player: 1 << player
