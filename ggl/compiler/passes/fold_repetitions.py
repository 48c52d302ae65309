"""A fold over the numbers from 1 to n whose body is the same for each of them needs no loop: `n`, `n * body`, `body if n > 0`.

For example, a fold over a bag of dice needs only the count of each number.
"""

from __future__ import annotations

from ggl.compiler.passes.expression_queries import TRUE
from ggl.core import forms as f
from ggl.core.types import Num, SetOf
from ggl.core.walk import rebuilt, variables

_ZERO = f.Lit(0, Num(0, 0))


def fold_repetitions(core: f.CoreGame) -> f.CoreGame:
    """Takes and gives a core; the meaning stays."""
    return rebuilt(core, _changed)


def _changed(form: f.Form) -> f.Form:
    match form:
        case f.Fold(monoid, name, f.NumberRange(f.Lit(value=1), most, type_), test, body) if (
            test == TRUE and name not in variables(body) and _within(most.type, type_)
        ):
            some = f.Compare("lt", _ZERO, most)
            match monoid:
                case "count":
                    return most
                case "sum" if isinstance(form.type, Num) and isinstance(body.type, Num) and form.type.scale == 1:
                    return f.Arith("mul", (most, body), form.type)
                case "union" if isinstance(form.type, SetOf):
                    return f.If(some, body, f.Lit(0, form.type), form.type)
                case "any":
                    return f.And((some, body))
                case "all":
                    return f.Or((f.Not(some), body))
    return form


def _within(number: object, numbers: SetOf) -> bool:
    """Whether a number counts the numbers from 1 up to it: it is never below 0, and they are never cut short."""
    return (
        isinstance(number, Num) and isinstance(numbers.of, Num) and number.scale == numbers.of.scale == 1
        and number.lo >= 0 and numbers.of.lo <= 1 and number.hi <= numbers.of.hi
    )  # fmt: skip
