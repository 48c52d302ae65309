"""Expressions of the core as functions of a vector and its variables. One method a form; the method is the form's meaning.

Variables have a place in the list for each name of the unit (definition, schema, rule) they are bound in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ggl.core import forms as f
from ggl.engine.layout import Layout
from ggl.interpreter import sets
from ggl.interpreter.collections import Collections
from ggl.interpreter.past import Past
from ggl.interpreter.vector import KEYS, Function, Slots, Value, Vector, VectorAndOne
from ggl.interpreter.work import COPIED


class ExpressionFunctions(Collections):
    """Builds functions for expressions. `can` and `effect` are given by the interpreter, which knows schemas and effects."""

    def __init__(self, core: f.CoreGame, layout: Layout) -> None:
        super().__init__(core, layout)
        self._relations: dict[str, sets.Relation] = {}
        self._resets = layout.resets(core.schemas)
        self._planes: dict[str, dict[int, tuple[list[int], int]]] = {}
        self.can: Callable[[str], Callable[[Vector, dict[str, Value]], bool]]
        self.effect: Callable[[f.Effect, Slots], Callable[[Vector, list[Value]], bool]]

    def alone(self, e: f.Expr) -> Callable[[Vector], Value]:
        """An expression that stands in no unit, such as a condition of the end."""
        slots = Slots()
        function = self.function(e, slots)
        return lambda v: function(v, slots.frame())

    def of_one(self, e: f.Expr, name: str) -> VectorAndOne:
        """An expression with one variable that is given, such as the player of a score."""
        slots = Slots()
        place = slots.of(name)
        function = self.function(e, slots)

        def value(v: Vector, of: Value) -> Value:
            frame = slots.frame()
            frame[place] = of
            return function(v, frame)

        return value

    # ---- connection

    def _relation(self, name: str) -> sets.Relation:
        if name not in self._relations:
            entries: tuple[Any, ...] = self._tables[name].entries
            self._relations[name] = sets.Relation(entries)
        return self._relations[name]

    def _image(self, e: f.Image, s: Slots) -> Function:
        relation, of = self._relation(e.relation), self.function(e.of, s)

        def image(v: Vector, x: list[Value]) -> Value:
            mask = of(v, x)
            v.work.spend(mask.bit_count())
            return relation.image(mask)

        return image

    def _close(self, e: f.Close, s: Slots) -> Function:
        relation, seed, within = self._relation(e.relation), self.function(e.seed, s), self.function(e.within, s)

        def close(v: Vector, x: list[Value]) -> Value:
            reached = relation.close(seed(v, x), within(v, x))
            v.work.spend(reached.bit_count())
            return reached

        return close

    def _cross(self, e: f.Cross, s: Slots) -> Function:
        out, back = self._relation(e.out), self._relation(e.back)
        seed, within, through = (self.function(part, s) for part in (e.seed, e.within, e.through))

        def cross(v: Vector, x: list[Value]) -> Value:
            room, ways = within(v, x), through(v, x)
            reached = front = seed(v, x) & room
            taken = 0
            while front:
                met = out.image(front) & ways & ~taken
                taken |= met
                front = back.image(met) & room & ~reached
                reached |= front
            v.work.spend(reached.bit_count() + taken.bit_count())
            return reached

        return cross

    def _blocks(self, e: f.Blocks, s: Slots) -> Function:
        relation, within = self._relation(e.relation), self.function(e.within, s)

        def blocks(v: Vector, x: list[Value]) -> Value:
            mask = within(v, x)
            v.work.spend(mask.bit_count())
            return relation.blocks(mask)

        return blocks

    # ---- the play

    def _seen(self, e: f.Seen, s: Slots) -> Function:
        layout, of, past = self._layout, e.key, Past(KEYS.index(e.key))
        at_once, begun = isinstance(e, f.SeenNext), self._begun

        def seen(v: Vector, x: list[Value]) -> Value:
            v.work.spend(len(v.history))
            counted = self._left(v) if at_once or begun(v) else v
            return past.times(layout.key(counted, of), v.history) + 1

        return seen

    _seennext = _seen

    def _begun(self, v: Vector) -> bool:
        """Whether a step of the turn was made, and more are to come."""
        layout = self._layout
        if layout.has("pending") and v[layout.at("pending")] != layout.slots["pending"].field.start:
            return True
        return layout.has("steps") and v[layout.at("steps")] > 0

    def _left(self, v: Vector) -> list[int]:
        """The position that the turn would leave if it ended now."""
        layout, left = self._layout, list(v)
        if not layout.has("again") or v[layout.at("again")] != 1:
            left[layout.at("mover")] = (v[layout.at("mover")] + 1) % layout.slots["seat"].sizes[0]
        for place, start in self._resets:
            left[place] = start
        return left

    def _can(self, e: f.Can, s: Slots) -> Function:
        fixed = [(name, self.function(value, s)) for name, value in e.fixed]
        can = self.can(e.schema)
        return lambda v, x: can(v, {name: value(v, x) for name, value in fixed})

    def _after(self, e: f.After, s: Slots) -> Function:
        effect, body = self.effect(e.effect, s), self.function(e.body, s)

        def after(v: Vector, x: list[Value]) -> Value:
            v.work.spend(1 + len(v) // COPIED)
            changed = v.copied()
            effect(changed, x)
            return body(changed, x)

        return after
