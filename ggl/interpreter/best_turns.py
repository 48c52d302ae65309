"""The values of whole turns under the `least` or `most` of a turn, and the steps that begin the best of them."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.core import forms as f
from ggl.engine.protocol import STOP, TURN_LIMIT, Step, WorkLimitError
from ggl.engine.turn_objective import best_possible
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.legal_steps import LegalSteps
from ggl.interpreter.turns import Turns
from ggl.interpreter.vector import Value, Vector
from ggl.interpreter.work import COPIED

TRIED = 40
"""The work of a step tried within a turn, besides the work of its effects and conditions."""


class BestTurns:
    def __init__(
        self, preferred: f.Expr, turn: f.Turn, expressions: ExpressionFunctions, legal: LegalSteps, turns: Turns
    ) -> None:
        self._legal = legal
        self._turns = turns
        self._preferred = expressions.alone(preferred)
        self._bound = best_possible(turn)
        self._least = turn.prefer == "least"
        self._mover = legal.layout.at("mover")

    def begins(self, v: Vector, found: list[Step]) -> list[Step]:
        """The steps that begin the best whole turn from here."""
        known: dict[tuple[int, ...], Value] = {}
        reached = _padded([self._reached(v, step, known) for step in found])
        best = self._better(reached)
        return [step for step, value in zip(found, reached, strict=True) if value == best]

    def best_of(self, v: Vector, step: Step) -> Value:
        """The value of the best whole turn that begins with a step."""
        return self._reached(v, step, {})

    def _better(self, values: list[Value]) -> Value:
        return (min if self._least else max)(_padded(values))

    def _reached(self, v: Vector, step: Step, known: dict[tuple[int, ...], Value], deep: int = 0) -> Value:
        """The best value at the end of the turns that begin with a step; `known` holds that of positions within the turn."""
        if deep == TURN_LIMIT:
            raise WorkLimitError.of_turn()
        if step.schema == STOP:
            return self._preferred(v)
        after = self._legal.left_behind(v)
        v.work.spend(TRIED + len(v) // COPIED)
        if not self._turns.act(v, after, step, v[self._mover]):
            return self._preferred(after)
        key = tuple(after)
        if key not in known:
            known[key] = self._best_of_all(self._reached(after, each, known, deep + 1) for each in self._legal.offered(after))
        return known[key]

    def _best_of_all(self, values: Iterator[Value]) -> Value:
        """The best value; what comes after one that none can better is not looked at."""
        best = next(values)
        while best != self._bound:
            value = next(values, None)
            if value is None:
                break
            best = self._better([best, value])
        return best


def _padded(values: list[Value]) -> list[Value]:
    """Values that can be compared: lists of numbers get the zeros that count for missing places."""
    if not isinstance(values[0], tuple):
        return values
    longest = max(map(len, values))
    return [value + (0,) * (longest - len(value)) for value in values]
