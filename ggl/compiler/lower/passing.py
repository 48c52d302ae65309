"""Passing at the beginning of a turn: never, forced or free, as the phase says and if its condition holds."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, TRUE, all_of
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import give
from ggl.compiler.lower.moves import in_phase


def passes(ctx: Context, way: str) -> k.Expression:
    """Whether one passes in this way (`forced` or `free`) now; a constant where play does not change it."""
    ways = {ctx.m.core.turn.passing_in(phase) for phase in ctx.m.core.turn.phases}
    if all(passing != way for passing, _ in ways):
        return FALSE
    if ways == {(way, None)}:
        return TRUE
    return _asked(ctx, way)(V, T)


def guarded(fn: FunctionBuilder, *tests: k.Expression) -> AbstractContextManager[None]:
    """Runs the code built within only where all tests hold."""
    asked = [test for test in tests if test != TRUE]
    return fn.if_(all_of(asked)) if asked else nullcontext()


def _asked(ctx: Context, way: str) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        for number, phase in enumerate(ctx.m.core.turn.phases):
            passing, test = ctx.m.core.turn.passing_in(phase)
            if passing == way:
                with in_phase(ctx, fn, number):
                    if test is None:
                        fn.ret(True)
                    else:
                        give(ctx, fn, test, {})
        fn.ret(False)

    return ctx.m.function("passes", way, (), write)
