"""Evaluates expressions that depend on no position, by the interpreter, which defines their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ggl.core import forms as f
from ggl.engine.layout import Layout
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Slots, Vector
from ggl.interpreter.work import WorkMeter


class ConstantEvaluator:
    """An evaluator of constants of one core."""

    def __init__(self, core: f.CoreGame) -> None:
        self._layout = Layout(core)
        self._expressions = ExpressionFunctions(core, self._layout)
        self._work = WorkMeter()

    def function(self, e: f.Expr, index: Iterable[f.Var | f.Get] = ()) -> Callable[..., Any]:
        """The function from the codes of what an expression depends on, its free names and perhaps the mover, to its value.

        The function raises `WorkLimitError` where that takes too long.
        """
        slots = Slots()
        places = [slots.of(each.name) if isinstance(each, f.Var) else None for each in index]
        function, position = self._expressions.function(e, slots), Vector(self._layout.blank(), work=self._work)

        def value(*codes: int) -> Any:
            frame = slots.frame()
            for place, code in zip(places, codes, strict=True):
                if place is None:
                    position[self._layout.at("mover")] = code
                else:
                    frame[place] = code
            return function(position, frame)

        return value
