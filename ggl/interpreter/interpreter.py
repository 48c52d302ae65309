"""The interpreter: legal steps, and the position after a step, exactly as the core says.

Joins the legal steps of schemas, the course of a turn, matches, and turns that are chosen as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ggl.core import forms as f
from ggl.engine.draws import draw_below
from ggl.engine.layout import Layout
from ggl.engine.protocol import (
    PASS,
    STEPS_LIMIT,
    SWAP_SIDES,
    TAKE,
    Position,
    Step,
    WorkLimitError,
    chooses_sides,
)
from ggl.interpreter.best_turns import BestTurns
from ggl.interpreter.effects import EffectFunctions
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.legal_steps import LegalSteps, until_too_many
from ggl.interpreter.matches import Matches
from ggl.interpreter.turns import Turns
from ggl.interpreter.vector import Played, Resting, Value, Vector


class Interpreter:
    def __init__(self, core: f.CoreGame) -> None:
        self.core = core
        self.layout = Layout(core)
        self.expressions = ExpressionFunctions(core, self.layout)
        self.effects = EffectFunctions(core, self.layout, self.expressions)
        self.expressions.effect = self.effects.function
        self._legal = LegalSteps(core, self.layout, self.expressions, self.effects)
        self._turns = Turns(core, self.layout, self.expressions, self.effects, self._legal)
        self._best: BestTurns | None = None
        if core.turn.preferred is not None:
            self._best = BestTurns(core.turn.preferred, core.turn, self.expressions, self._legal, self._turns)
        self._match: Matches | None = None
        if core.match is not None:
            self._match = Matches(core.match, core, self.layout, self.expressions, self._turns)
        self._over = self.layout.at("over")
        self.rules = self._legal.rules
        self.legal = self._legal.legal
        self.left_behind = self._legal.left_behind
        self.rolling = self._legal.rolling

    def vector(self, position: Position) -> Vector:
        """A vector of a position to evaluate or play, with a count of work of its own."""
        return Resting(position.vector, position.history)

    # ---- legal steps

    def steps(self, position: Position, most: int | None = None) -> tuple[Step, ...]:
        v = self.vector(position)
        if v[self._over]:
            return ()
        if self.rolling(v):
            return self._turns.outcomes(v)[:most]
        offers_sides = self.layout.offers_sides(self.core.turn, v)
        if offers_sides and self.core.turn.pie == "choose-side":
            return tuple(Step(TAKE + str(player)) for player in range(self._turns.players))[:most]
        offered = self._legal.offered(v)
        found = until_too_many(offered) if most is None or self._best is not None else list(islice(offered, most))
        if len(found) > STEPS_LIMIT:
            raise WorkLimitError.of_steps()
        if self._best is not None and len(found) > 1:
            found = self._best.begins(v, found)
        if self._legal.in_turn(v):
            return tuple(found[:most])
        has_move = bool(found)
        if offers_sides:
            found.append(Step(SWAP_SIDES))
        passing = self._turns.passes_here(v)
        if passing == "free" or (passing == "forced" and not has_move):
            found.append(Step(PASS))
        return tuple(found[:most])

    def draw(self, position: Position, state: int) -> tuple[Step | None, int]:
        v = self.vector(position)
        if v[self._over]:
            return None, state
        if self._must_list(v):
            return self._drawn_from_all(position, state)
        in_turn = self._legal.in_turn(v)
        for found in self._legal.groups(v):
            if found is None:  # likely steps, some of which may be illegal
                return self._drawn_from_all(position, state)
            if not in_turn and self._turns.passes_here(v) == "free":
                found.append(Step(PASS))
            while found:
                k, state = draw_below(state, len(found))
                if self._legal.sure(v, found[k]):
                    return found[k], state
                found.pop(k)
        return (Step(PASS) if self._turns.passes_here(v) == "forced" else None), state

    def _drawn_from_all(self, position: Position, state: int) -> tuple[Step | None, int]:
        steps = self.steps(position)
        if not steps:
            return None, state
        k, state = draw_below(state, len(steps))
        return steps[k], state

    def _must_list(self, v: Vector) -> bool:
        """Whether a step is drawn from all legal ones: where an offer depends on all of them."""
        turn = self.core.turn
        phase = turn.phases[self._legal.phase_now(v)]
        return (
            self.rolling(v)
            or self._best is not None
            or self.layout.offers_sides(turn, v)
            or (turn.passing_in(phase)[0] == "free" and len(phase.tiers) > 1)
        )

    def offered(self, position: Position) -> tuple[Step, ...]:
        """The steps from which `least` or `most` of the turn chooses."""
        return tuple(self._legal.offered(self.vector(position)))

    def best_of(self, v: Vector, step: Step) -> Value:
        """The value of the best whole turn that begins with a step, by the turn's `least` or `most`."""
        assert self._best is not None
        return self._best.best_of(v, step)

    def interiors(self, position: Position, step: Step) -> Iterator[Vector]:
        """The positions inside a turn in which a next step is looked for after this one, found or not."""
        return self._turns.interiors(self.vector(position), step)

    def let(self, step: Step, name: str) -> Value:
        """The value of a `let` that is fixed by the step's arguments, whatever the position."""
        return self.rules[step.schema].let(Vector(self.layout.blank()), step.args, name)

    # ---- playing

    def start(self) -> Position:
        v = Vector(self.layout.blank())
        first = self.expressions.alone(self.core.turn.first)(v)
        players = self._turns.players
        for seat in range(players):
            v[self.layout.at("seat", (first + seat) % players)] = seat
        self._turns.set_up(v, first)
        return self._come_to(v)

    def play(self, position: Position, step: Step) -> Position:
        before = self.vector(position)
        if chooses_sides(step.schema):
            v = Played(before, before.history, before.work)
            self._turns.choose_side(v, step)
        else:
            v = self.left_behind(before)
            self._turns.make(before, v, step)
        return self._come_to(v)

    def skipped(self, position: Position) -> Position:
        """The position if the next player were to move, as for a question what that one could do; no position of a play."""
        before = self.vector(position)
        v = Played(before, before.history, before.work)
        self._turns.skip(v)
        return Position(tuple(v), v.history)

    def _come_to(self, v: Vector) -> Position:
        if self._match is not None:
            self._match.go_on(v)
        return Position(tuple(v), v.history)

    def ranking(self, position: Position) -> list[tuple[int, ...]]:
        """The numbers that rank each player: in a match the total, else the score and what decides between equal ones."""
        v = self.vector(position)
        return self._turns.ends.ranking(v) if self._match is None else [(total,) for total in self._match.totals(v)]

    def scores(self, position: Position) -> tuple[int, ...] | None:
        v = self.vector(position)
        return self._turns.ends.scores(v) if self._match is None else self._match.totals(v)
