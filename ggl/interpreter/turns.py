"""The course of a turn: its beginning, its steps, whether it continues, its end.

A turn ends when no step follows; then the next player becomes the mover, and the rules of the end are evaluated. Each method
changes a vector in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ggl.core import forms as f
from ggl.engine.layout import PHASE_OF_TURN, Layout
from ggl.engine.protocol import PASS, ROLL, STOP, SWAP_SIDES, TAKE, Step
from ggl.interpreter.effects import EffectFunctions, conclude
from ggl.interpreter.ends import Ends
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.legal_steps import LegalSteps
from ggl.interpreter.rules import SchemaFunctions, base_of, codes
from ggl.interpreter.vector import Value, Vector


class Turns:
    def __init__(
        self, core: f.CoreGame, layout: Layout, expressions: ExpressionFunctions, effects: EffectFunctions, legal: LegalSteps
    ) -> None:
        self._core = core
        self._layout = layout
        self._legal = legal
        self.ends = Ends(core, layout, expressions)
        turn = core.turn
        self._setup = effects.alone(core.setup)
        self._begin = effects.alone(turn.begin)
        self._finish = effects.alone(turn.finish)
        self._until = [expressions.alone(phase.until) if phase.until is not None else None for phase in turn.phases]
        self._again_while = {
            name: expressions.function(turn.again_while, rules.slots) if turn.again_while is not None else None
            for name, rules in legal.rules.items()
        }
        self._passing = [
            (passing, None if test is None else expressions.alone(test)) for passing, test in map(turn.passing_in, turn.phases)
        ]
        self._rolls = [(roll, _outcomes(expressions, roll.source), effects.alone(roll.then)) for roll in core.rolls]
        self.players = layout.slots["seat"].sizes[0]
        at = layout.at
        self._mover, self._ply, self._passes, self._over = at("mover"), at("ply"), at("passes"), at("over")
        self._pending = at("pending") if layout.has("pending") else None
        self._steps = at("steps") if layout.has("steps") else None
        self._again = at("again") if layout.has("again") else None
        self._phase = at("phase") if layout.has("phase") else None
        self._phase_of_turn = at(PHASE_OF_TURN if layout.has(PHASE_OF_TURN) else "phase") if layout.has("phase") else -1
        self._actor = at("actor") if layout.has("actor") else None
        self._pie = at("pie") if layout.has("pie") else None

    # ---- the beginning

    def set_up(self, v: Vector, first: int) -> None:
        """The first position of a play, in which `first` is to move."""
        v[self._mover] = first
        self._setup(v)
        if not self._legal.rolling(v):
            self._open(v)

    def _open(self, v: Vector) -> None:
        """After the set-up: evaluates the end, as after every turn, and begins the first turn."""
        if self._layout.has("starter"):
            v[self._layout.at("starter")] = v[self._mover]
        before = (v[self._mover] - 1) % self.players
        if self._actor is not None:
            v[self._actor] = before
        self.ends.ask(v, before)
        if not v[self._over]:
            self._begin_turn(v)

    def _begin_turn(self, v: Vector) -> None:
        """The beginning of a turn, up to a roll."""
        self._begin(v)
        if not self._legal.rolling(v):
            self._has_begun(v)

    def _has_begun(self, v: Vector) -> None:
        """After a turn's beginning and rolls: evaluates the rest of the end; a mover who has nothing to choose draws."""
        if self._phase is not None:
            v[self._phase_of_turn] = v[self._phase]
        if not v[self._over]:
            actor = v[self._actor] if self._actor is not None else (v[self._mover] - 1) % self.players
            self.ends.ask(v, actor, begun=True)
        if v[self._over] or self._layout.offers_sides(self._core.turn, v):
            return
        if self.passes_here(v) == "never" and not any(True for _ in self._legal.offered(v)):
            conclude(v, self._layout, "draw", 0, len(self._core.reasons) - 1)

    def passes_here(self, v: Vector) -> str:
        """How one passes now, at the beginning of a turn: never, where the condition does not hold."""
        passing, test = self._passing[self._legal.phase_now(v)]
        return passing if test is None or test(v) else "never"

    # ---- rolls

    def outcomes(self, v: Vector) -> tuple[Step, ...]:
        """The possible outcomes of the pending roll, repeated by their weights."""
        number = v[self._layout.at("chance")] - 1
        roll, members, _ = self._rolls[number]
        return tuple(Step(ROLL, (number, *rolled)) for rolled in product(members(v), repeat=len(roll.fields)))

    def _roll(self, v: Vector, number: int, *rolled: int) -> None:
        """After a roll: continues what it interrupted, up to the next roll."""
        roll, _, then = self._rolls[number]
        v[self._layout.at("chance")] = 0
        for name, code in zip(roll.fields, rolled, strict=True):
            v[self._layout.at(name)] = code
        then(v)
        if self._legal.rolling(v):
            return
        if roll.in_setup:
            self._open(v)
        else:
            self._has_begun(v)

    # ---- steps

    def choose_side(self, v: Vector, step: Step) -> None:
        """A pie choice: a turn that may exchange the seats, each with its points in a match. It leaves no position behind; the
        same side is to move next."""
        taken = step.schema.removeprefix(TAKE)
        if step.schema == SWAP_SIDES or int(taken) != v[self._mover]:
            for slot in (self._layout.slots[name] for name in ("seat", "total") if self._layout.has(name)):
                v[slot.start : slot.stop] = v[slot.start : slot.stop][::-1]
        v[self._passes] = 0
        self._end_turn(v, v[self._mover], stays=True)

    def make(self, before: Vector, v: Vector, step: Step) -> None:
        """A step of any kind but a pie choice, and what it brings about."""
        actor = v[self._mover]
        if step.schema == ROLL and self._rolls:
            self._roll(v, *step.args)
        elif step.schema == PASS:
            v[self._passes] += 1
            self._end_turn(v, actor)
        elif step.schema == STOP or not self.act(before, v, step, actor):
            self._end_turn(v, actor)

    def act(self, before: Vector, v: Vector, step: Step, actor: int) -> bool:
        """Does a step's effects; gives whether its turn continues."""
        rules = self._legal.rules[step.schema]
        frame = rules.frame(before, step.args)
        return not self._made(v, step, actor, frame) and self._goes_on(v, rules, frame)

    def _made(self, v: Vector, step: Step, actor: int, frame: list[Value]) -> bool:
        """Does a step's effects and records the step; gives whether they ended the game."""
        self._clear_pending(v)
        ended = self._legal.rules[step.schema].do(v, frame)
        v[self._passes] = 0
        self._remember(v, step, actor)
        if self._steps is not None:
            v[self._steps] += 1
        return ended

    def interiors(self, before: Vector, step: Step) -> Iterator[Vector]:
        """The positions inside a turn in which a next step is looked for after this one, found or not."""
        if step.schema not in self._legal.rules:
            return
        rules, v = self._legal.rules[step.schema], self._legal.left_behind(before)
        frame = rules.frame(before, step.args)
        if not self._made(v, step, v[self._mover], frame):
            yield from self._inside(v, rules, frame)

    def _remember(self, v: Vector, step: Step, actor: int) -> None:
        """The fields that `last` reads."""
        for name, slot in self._layout.slots.items():
            if name == "last_mover":
                v[slot.start] = actor
            elif slot.field.role == "last":
                v[slot.start] = slot.field.start
                for param, code in zip(self._legal.rules[step.schema].schema.params, step.args, strict=True):
                    if param.name == slot.field.of and param.type in (slot.field.values, slot.field.values.of):  # type: ignore[union-attr]
                        v[slot.start] = code

    def _clear_pending(self, v: Vector) -> None:
        if self._pending is None:
            return
        v[self._pending] = self._layout.nothing_pending
        for schema in self._core.schemas:
            for pick in schema.then:
                for handed in pick.kept:
                    slot = self._layout.slots[handed.field]
                    v[slot.start] = slot.field.start

    def _leads_on(self, v: Vector, rules: SchemaFunctions, frame: list[Value]) -> bool:
        """Whether a step asks for a follow-up; what it hands over is then kept for it."""
        if not rules.schema.then or not (rules.then_if is None or rules.then_if(v, frame)):
            return False
        assert self._pending is not None
        for handed in rules.handed:
            for place, value in handed:
                v[place] = int(value(v, frame))
        v[self._pending] = self._legal.names.index(rules.schema.name)
        return True

    def _goes_on(self, v: Vector, rules: SchemaFunctions, frame: list[Value]) -> bool:
        """Whether the turn has another step: a follow-up that is legal, or one more while the turn says so."""
        return any(step.schema != STOP for inside in self._inside(v, rules, frame) for step in self._legal.offered(inside))

    def _inside(self, v: Vector, rules: SchemaFunctions, frame: list[Value]) -> Iterator[Vector]:
        """The position where a follow-up is looked for; then, where one more step is, if none was found and the turn says so."""
        if self._leads_on(v, rules, frame):
            yield v
            self._clear_pending(v)
        again_while = self._again_while[rules.schema.name]
        if again_while is not None and again_while(v, frame):
            yield v

    # ---- the end

    def _end_turn(self, v: Vector, actor: int, *, stays: bool = False) -> None:
        """The turn is over, and the next one begins: the next player's, or, if the turn `stays`, the same one's."""
        self._clear_pending(v)
        if not v[self._over]:
            self._finish(v)
        if self._actor is not None:
            v[self._actor] = actor
        v[self._ply] += 1
        if self._steps is not None:
            v[self._steps] = 0
        again = self._again is not None and v[self._again] == 1
        if self._again is not None:
            v[self._again] = 0
        if not again and not stays:
            v[self._mover] = (actor + 1) % self.players
        if self._pie is not None and (v[self._pie] == 1 or v[self._mover] != actor):
            v[self._pie] = min(v[self._pie] + 1, 2)
        if self._phase is not None and not v[self._over] and v[self._phase] == v[self._phase_of_turn]:
            until = self._until[v[self._phase]]
            if until is not None and until(v):
                v[self._phase] = min(v[self._phase] + 1, len(self._until) - 1)
        if not v[self._over]:
            self.ends.ask(v, actor)
        if not v[self._over]:
            self._begin_turn(v)

    def skip(self, v: Vector) -> None:
        """Leaves the turn and begins the next player's, up to a roll, without evaluating the end or the phase."""
        self._clear_pending(v)
        for place in (self._steps, self._again):
            if place is not None:
                v[place] = 0
        if self._actor is not None:
            v[self._actor] = v[self._mover]
        v[self._passes] = 0
        v[self._ply] += 1
        v[self._mover] = (v[self._mover] + 1) % self.players
        self._begin(v)


def _outcomes(expressions: ExpressionFunctions, source: f.Expr) -> Callable[[Vector], tuple[int, ...]]:
    value, base = expressions.alone(source), base_of(source)
    return lambda v: codes(value(v), base)
