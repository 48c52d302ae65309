"""What the board and the options settle before play: an expression that reads no position becomes the value that it has.

    settled(core)    the core with those expressions as constants

The interpreter works them out, since it defines what they come to. What is large or takes long stays as it is.
"""

from __future__ import annotations

from typing import Any, get_args

from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.core.walk import READS, bound, rebuilt, uses, variables, walk
from ggl.engine.layout import Layout
from ggl.engine.protocol import WorkLimitError
from ggl.interpreter.expressions import Expressions
from ggl.interpreter.vector import Slots, Vector

MOST_ITEMS = 1024
"""Items of a list that becomes a constant."""

_EXPR: Any = get_args(f.Expr)


def settled(core: f.CoreGame) -> f.CoreGame:
    """Inner expressions come first, so each is worked out from constants."""
    evaluator = Expressions(core, Layout(core))
    steady = _steady(core)

    def change(form: Any) -> Any:
        if not isinstance(form, _EXPR) or isinstance(form, f.Lit | f.Var) or uses(form, *READS):
            return form
        if variables(form) - bound(form) or not all(call.name in steady for call in _calls(form)):
            return form
        slots = Slots()
        try:
            value = evaluator.function(form, slots)(Vector(), slots.frame())
        except WorkLimitError:
            return form
        if isinstance(form.type, ListOf):
            return f.Lit(value, form.type, span=form.span) if len(value) <= MOST_ITEMS else form
        return f.Lit(int(value), form.type, span=form.span)

    return rebuilt(core, change)


def _calls(form: Any) -> list[f.Call]:
    return [inner for inner in walk(form) if isinstance(inner, f.Call)]


def _steady(core: f.CoreGame) -> set[str]:
    """The definitions that read no position, nor does any that they use."""
    found = {definition.name for definition in core.definitions if not uses(definition.body, *READS)}
    bodies = {definition.name: definition.body for definition in core.definitions}
    while True:
        left = {name for name in found if all(call.name in found for call in _calls(bodies[name]))}
        if left == found:
            return found
        found = left
