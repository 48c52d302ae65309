"""One position that programs advance step by step, by number: a function with a mode, compiled once.

    cursor(v, t, mode, most, number, state, moved, numbers, room)   two words

The position and its planes stay in the memory from call to call; `moved` says that another function changed them since the last
call.

- `START`: the position before the first turn.
- `REFRESH`: the planes are made from the entries.
- `LIST`: how many legal steps there are; their numbers go to `numbers`, or, if these are more than its `room`, none, and the
  count below 0 is given.
- `PLAY`: the step of a number, which is legal, is made.
- `DRAW`: the number of a random legal step, -1 if there is none, and the next state of the draws.
- `RUN`: random steps until the play is over or there are `room` of them, which go to `numbers`; how many, and the next state.

It is one function, since all that it calls would be compiled again for another one.
"""

from __future__ import annotations

from ggl.compiler.kernel.build import eq, gt, literal, lt, ne
from ggl.compiler.lower.batches import ABOVE, MODE, NUMBERS, ROOM, entered, step_number
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, local
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.move_sampling import STATE, draw_entry
from ggl.compiler.lower.movegen import AT, steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, N, row_width
from ggl.compiler.lower.playouts import play_at_random
from ggl.compiler.lower.turns import play_entry, refresh_entry, start_entry

START, REFRESH, LIST, PLAY, DRAW, RUN = range(6)

NUMBER, MOVED = local("number"), local("moved")


def cursor_entry(ctx: Context) -> Callee:
    row = row_width(ctx)

    def write(fn: FunctionBuilder) -> None:
        fn.set(ABOVE, fn.room(T, MOST * row))
        with fn.if_(eq(MODE, START)):
            fn.do(start_entry(ctx)(V, ABOVE))
            fn.ret(0, STATE)
        with fn.if_(eq(MODE, REFRESH)):
            fn.do(refresh_entry(ctx)(V, ABOVE))
            fn.ret(0, STATE)
        if has_atlases(ctx):
            with fn.if_(ne(MOVED, 0)):
                fn.do(caught_up(ctx)(V, ABOVE))
        with fn.if_(eq(MODE, LIST)):
            fn.set(N, steps_entry(ctx)(V, ABOVE, T, MOST, 0))
            trap_if_full(fn)
            with fn.if_(gt(N, ROOM)):
                fn.ret(literal(0) - N, STATE)
            with fn.for_("j", 0, N) as j:
                fn.store(j, step_number(ctx)(V, T, T + j * row), NUMBERS)
            fn.ret(N, STATE)
        with fn.if_(eq(MODE, PLAY)):
            fn.do(entered(ctx)(V, T, NUMBER))
            fn.do(play_entry(ctx)(V, ABOVE, T))
            fn.ret(0, STATE)
        with fn.if_(eq(MODE, DRAW)):
            fn.call((AT, STATE), draw_entry(ctx)(V, ABOVE, T, MOST, STATE))
            with fn.if_(lt(AT, 0)):
                fn.ret(-1, STATE)
            fn.ret(step_number(ctx)(V, T, AT), STATE)
        made = fn.set("made", 0)
        play_at_random(ctx, fn, ABOVE, T, made, ROOM, lambda: fn.store(made, step_number(ctx)(V, T, AT), NUMBERS))
        fn.ret(made, STATE)

    return ctx.m.function("cursor", "", (MODE, MOST, NUMBER, STATE, MOVED, NUMBERS, ROOM), write)
