"""The legal steps of a turn: the bindings of schemas that are offered, and the position after a step.

A step is legal when its arguments are in the parameters' sets, the guards hold before, and the ensured conditions hold after
its effects. Sides to take, rolls and passes are added by the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from ggl.core import forms as f
from ggl.core.walk import uses
from ggl.engine.draws import distances
from ggl.engine.layout import Layout
from ggl.engine.protocol import STEPS_LIMIT, STOP, Step
from ggl.interpreter.effects import EffectFunctions
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.rules import SchemaFunctions, rules_of
from ggl.interpreter.vector import KEYS, Keys, Played, Resting, Value, Vector
from ggl.interpreter.work import COPIED


class LegalSteps:
    def __init__(self, core: f.CoreGame, layout: Layout, expressions: ExpressionFunctions, effects: EffectFunctions) -> None:
        self.core = core
        self.layout = layout
        expressions.can = self._can
        self.rules = {schema.name: rules_of(schema, layout, expressions, effects) for schema in core.schemas}
        self.names = [schema.name for schema in core.schemas]
        self._seen = uses(core, f.Seen)
        self._apart = {schema.name: distances(core, schema) for schema in core.schemas}
        self._chance = layout.at("chance") if layout.has("chance") else None
        self._steps = layout.at("steps") if layout.has("steps") else None
        self._phase = layout.at("phase") if layout.has("phase") else None

    # ---- where the play stands

    def rolling(self, v: Vector) -> bool:
        """Whether a roll is due, before anybody moves."""
        return self._chance is not None and v[self._chance] != 0

    def in_turn(self, v: Vector) -> bool:
        return self.layout.pending(v) is not None or (self._steps is not None and v[self._steps] > 0)

    def phase_now(self, v: Vector) -> int:
        return v[self._phase] if self._phase is not None else 0

    # ---- what a step leaves behind

    def left_behind(self, v: Vector) -> Played:
        """A copy to play a step on: the position left is one of the past, if a turn begins in it."""
        if not isinstance(v, Resting):
            return Played(v, self._history(v), v.work)
        if v.left is None:
            v.left = self._history(v)
        return Played(v, v.left, v.work)

    def _history(self, v: Vector) -> tuple[Keys, ...]:
        """The positions of the past once a position is left."""
        if self._seen and not self.in_turn(v) and not self.rolling(v):
            return (*v.history, self.keys(v))
        return v.history

    def keys(self, v: Vector) -> Keys:
        return tuple(self.layout.key(v, of) for of in KEYS)

    # ---- all legal steps

    def offered(self, v: Vector) -> Iterator[Step]:
        """The steps of schemas that are legal now, and `stop` where going on is optional."""
        pending = self.layout.pending(v)
        if pending is not None:
            picks = self._follow_ups(v, pending)
            for name, fixed in self._fixed(v, picks):
                yield from self.legal(v, name, fixed)
            yield from _stops(picks)
            return
        for tier in self.core.turn.phases[self.phase_now(v)].tiers:
            some = False
            for name in self.names:
                if name in tier:
                    for step in self.legal(v, name):
                        some = True
                        yield step
            if some:
                return

    def _follow_ups(self, v: Vector, pending: int) -> tuple[f.Pick, ...]:
        """The steps that may follow the one that was made: the first tier with a legal step, or the only one, or none."""
        tiers = self.core.schemas[pending].tiers
        if len(tiers) == 1:
            return tiers[0]
        some = (tier for tier in tiers if any(True for name, fixed in self._fixed(v, tier) for _ in self.legal(v, name, fixed)))
        return next(some, ())

    def _fixed(self, v: Vector, tier: tuple[f.Pick, ...]) -> Iterator[tuple[str, dict[str, int]]]:
        """The schemas of a tier that are offered, each with what is handed over to it."""
        for pick in tier:
            if pick.when is None or v[self.layout.at(pick.when.field)]:
                yield pick.schema, {handed.param: v[self.layout.at(handed.field)] for handed in pick.fixed}

    def legal(self, v: Vector, name: str, fixed: dict[str, int] | None = None) -> Iterator[Step]:
        """The legal steps of a schema, some of its parameters held fixed."""
        rules = self.rules[name]
        frame = rules.slots.frame()
        for args in rules.bindings(v, frame, fixed or {}):
            if not rules.ensure or self._holds_after(v, rules, frame):
                yield Step(name, args)

    def _holds_after(self, v: Vector, rules: SchemaFunctions, frame: list[Value]) -> bool:
        after = self.left_behind(v)
        v.work.spend(1 + len(v) // COPIED)
        local = list(frame)
        rules.do(after, local)
        after.rest()
        for condition in rules.ensure:  # noqa: SIM110 - quicker than a generator for each step
            if not condition(after, local):
                return False
        return True

    def _can(self, name: str) -> Callable[[Vector, dict[str, Value]], bool]:
        asked = next((schema for schema in self.core.schemas if schema.name == name), None)
        urgent = [f.urgent(phase, asked) for phase in self.core.turn.phases] if asked is not None else []

        def can(v: Vector, fixed: dict[str, Value]) -> bool:
            number = self.phase_now(v)
            if name:
                before = urgent[number]
                if before is None or any(True for other in before for _ in self.legal(v, other)):
                    return False
                return any(True for _ in self.legal(v, name, fixed))
            phase = self.core.turn.phases[number]
            return any(True for tier in phase.tiers for schema in tier for _ in self.legal(v, schema))

        return can

    # ---- likely steps, to draw one from

    def groups(self, v: Vector) -> Iterator[list[Step] | None]:
        """The steps whose guards hold; of several groups only the first with a legal step is offered.

        None replaces a group that is too large.
        """
        pending = self.layout.pending(v)
        if pending is not None:
            picks = self._follow_ups(v, pending)
            likely = (self._likely(v, name, fixed) for name, fixed in self._fixed(v, picks))
            yield _listed(chain(*likely, _stops(picks)))
            return
        for tier in self.core.turn.phases[self.phase_now(v)].tiers:
            yield _listed(chain(*(self._in_drawing_order(v, name) for name in self.names if name in tier)))

    def _in_drawing_order(self, v: Vector, name: str) -> Iterator[Step]:
        likely = self._likely(v, name, {})
        if not self._apart[name]:
            return likely
        return iter(sorted(until_too_many(likely), key=lambda step: step.args[1] - step.args[0]))

    def _likely(self, v: Vector, name: str, fixed: dict[str, int]) -> Iterator[Step]:
        rules = self.rules[name]
        return (Step(name, args) for args in rules.bindings(v, rules.slots.frame(), fixed))

    def sure(self, v: Vector, step: Step) -> bool:
        """Whether the conditions after a step hold."""
        if step.schema not in self.rules or not self.rules[step.schema].ensure:
            return True
        rules = self.rules[step.schema]
        return self._holds_after(v, rules, rules.frame(v, step.args))


def _stops(tier: tuple[f.Pick, ...]) -> list[Step]:
    """The choice not to go on, where a tier is optional."""
    return [Step(STOP)] if any(pick.optional for pick in tier) else []


def until_too_many(steps: Iterator[Step]) -> list[Step]:
    """The steps, or one more of them than a position may have."""
    return list(islice(steps, STEPS_LIMIT + 1))


def _listed(steps: Iterator[Step]) -> list[Step] | None:
    found = until_too_many(steps)
    return found if len(found) <= STEPS_LIMIT else None
