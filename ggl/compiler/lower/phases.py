"""Phases of turns: which phase a turn began in, and the next phase after a turn.

An effect may start a phase that has an `until`. The turn in which it does so is not of that phase: its end does not ask for the
`until`. So `PHASE_OF_TURN` is stored as the turn begins. In a random play that defers the ends (`deferred_ends.py`) this is
where a step is drawn.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from ggl.compiler.kernel.build import eq
from ggl.compiler.lower.builder import FunctionBuilder
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import lower_condition
from ggl.compiler.lower.history import field_at, field_of, has_field
from ggl.engine.layout import PHASE_OF_TURN


def notes_phase(ctx: Context) -> bool:
    """Whether a turn may end in another phase than it began in."""
    return has_field(ctx, PHASE_OF_TURN)


def note_phase(ctx: Context, fn: FunctionBuilder) -> None:
    """The turn begins in the present phase."""
    fn.store(field_at(ctx, PHASE_OF_TURN), field_of(ctx, "phase"))


def end_phase(ctx: Context, fn: FunctionBuilder) -> None:
    """After a turn: the next phase, where the `until` of the phase holds."""
    phases = ctx.m.core.turn.phases
    with _if_phase_lasted(ctx, fn):
        now = fn.set("phase", field_of(ctx, "phase"))
        for number, phase in enumerate(phases):
            if phase.until is not None and number < len(phases) - 1:
                with fn.if_(eq(now, number)), fn.if_(lower_condition(ctx, fn, phase.until, {})):
                    fn.store(field_at(ctx, "phase"), number + 1)


def _if_phase_lasted(ctx: Context, fn: FunctionBuilder) -> AbstractContextManager[None]:
    """Runs the code built within only where the phase is that in which the turn began."""
    if not notes_phase(ctx):
        return nullcontext()
    return fn.if_(eq(field_of(ctx, "phase"), field_of(ctx, PHASE_OF_TURN)))
