"""Replaces an expression that reads no position by its value.

The interpreter computes the value. Large values and slow computations stay as they are.
"""

from __future__ import annotations

from typing import Any, get_args

from ggl.compiler.passes.const_eval import ConstantEvaluator
from ggl.compiler.passes.expression_queries import calls_in, static_definitions
from ggl.core import forms as f
from ggl.core.substitution import free
from ggl.core.types import ListOf
from ggl.core.walk import READS, rebuilt, uses
from ggl.engine.protocol import WorkLimitError

MOST_ITEMS = 1024
"""Items of a list that becomes a constant."""

_EXPR: Any = get_args(f.Expr)


def evaluate_constants(core: f.CoreGame) -> f.CoreGame:
    """Inner expressions come first, so each is computed from constants."""
    beforehand = ConstantEvaluator(core)
    constant = static_definitions(core)

    def change(form: Any) -> Any:
        if not isinstance(form, _EXPR) or isinstance(form, f.Lit | f.Var) or uses(form, *READS):
            return form
        if free(form) or not all(call.name in constant for call in calls_in(form)):
            return form
        try:
            value = beforehand.function(form)()
        except WorkLimitError:
            return form
        if isinstance(form.type, ListOf):
            return f.Lit(value, form.type, span=form.span) if len(value) <= MOST_ITEMS else form
        return f.Lit(int(value), form.type, span=form.span)

    return rebuilt(core, change)
