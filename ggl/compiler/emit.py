"""From a checked core to a kernel, and the plan of the memory that it works in."""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.emitted import CannotCompileError, Emitted
from ggl.compiler.lower.game import lowered
from ggl.compiler.lower.questions import Sets, Ways
from ggl.compiler.passes.pipeline import optimized
from ggl.core import forms as f
from ggl.core.types import Num, SetOf, set_size
from ggl.core.walk import walk
from ggl.engine.draws import distances

WIDEST = 4096
"""Numbers that the members of a set may be chosen from, as in a range that is written in a file."""


def emit(core: f.CoreGame, *, asks: bool = False, marks: Sequence[Sets] = (), ways: Ways = ()) -> Emitted:
    """The whole module. With `asks`, it answers the questions of an exported page too, about these `marks`.

    Raises `CannotCompileError` where a form is used in a way that the compiler does not support.
    """
    without = _lowered(core, asks, marks, ways)
    assert without.more is not None
    return without.more()


def emit_without_searches(core: f.CoreGame) -> Emitted:
    """A module to play with; its `more` gives the whole module. Raises as `emit` does."""
    return _lowered(core, False, (), ())


def _lowered(core: f.CoreGame, asks: bool, marks: Sequence[Sets], ways: Ways) -> Emitted:
    fast = optimized(core)
    _check_widths(fast)
    return lowered(fast, {schema.name: distances(core, schema) for schema in core.schemas}, asks=asks, marks=marks, ways=ways)


def _check_widths(core: f.CoreGame) -> None:
    """A set of numbers is as wide as they may lie apart, and each of its words is written out."""
    for form in walk(core):
        type_ = getattr(form, "type", None)
        if isinstance(type_, SetOf) and isinstance(type_.of, Num) and set_size(type_) > WIDEST:
            raise CannotCompileError(f"a set out of {set_size(type_):,} numbers")


__all__ = ["CannotCompileError", "Emitted", "emit", "emit_without_searches"]
