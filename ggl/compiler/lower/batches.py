"""What runs on many positions within one call: a function with a mode, so that a game is compiled for it only once.

    batch(v, t, mode, first, last, most, rolling, base, columns, room, positions, played, states, actions, starts, numbers,
          masks, scores, reached)

Rows `first` to `last` of the arrays are gone through, and the row that could not be done is given, `last` if all were.

- `LIST`: the legal numbers of row k go to `numbers`, which has `room`, from place `starts[k]` on, `starts[k + 1]` is set, and,
  where `masks` has columns, so is the row of booleans; a row for which `numbers` has no room left is not done.
- `CHECK`: a row whose action is not among its numbers is not done; `LIST` has gone before.
- `DRAW`: a random legal action for each row, with the numbers that follow its state; -1 where the game is over.
- `STEP`: the actions are made, those below 0 and those of rows that are over left out; with `rolling` the rolls that are due too.
- `SCORE`: the code of each side's score.

`reached` is the row in work, for who has to go on after an `ArenaFullError`: a row is written only when it is done. The history
of row k stands in the memory at `base + k * room * remembered`.
"""

from __future__ import annotations

from functools import partial

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, all_of, any_of, between, eq, ge, gt, lt, ne, not_
from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import Callee, Function, T, V, local
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import row_major
from ggl.compiler.lower.history import field_at, field_of, has_field, player_count, remembered_words
from ggl.compiler.lower.move_sampling import STATE, draw_entry
from ggl.compiler.lower.movegen import AT, step_numbers, steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, N, has_history, row_width
from ggl.compiler.lower.turns import play_entry, refresh_entry, score_function
from ggl.core import forms as f
from ggl.engine.actions import Block, CannotNumberError, Numbering
from ggl.engine.protocol import ROLL, TAKE

LIST, CHECK, DRAW, STEP, SCORE = range(5)

MOST_ROLLS = 4096
"""Rolls made in one step; more could only come of plays of a match that end before anybody moves."""

MODE, FIRST, LAST, ROLLING, BASE, COLUMNS, ROOM = map(local, ("mode", "first", "last", "rolling", "base", "columns", "room"))
POSITIONS, PLAYED, STATES, ACTIONS, STARTS, NUMBERS, SCORES, REACHED = (
    local(name, Type.WORDS) for name in ("positions", "played", "states", "actions", "starts", "numbers", "scores", "reached")
)
MASKS = local("masks", Type.BOOLS)
PARAMETERS = (
    MODE, FIRST, LAST, MOST, ROLLING, BASE, COLUMNS, ROOM, POSITIONS, PLAYED, STATES, ACTIONS, STARTS, NUMBERS, MASKS, SCORES,
    REACHED,
)  # fmt: skip
ABOVE, ROW = local("above"), local("k")
"""Where the arena goes on above the rows of steps; the number of the position."""


def numbering_of(core: f.CoreGame) -> Numbering | None:
    """Numbers for steps, if they can have some."""
    try:
        return Numbering(core)
    except CannotNumberError:
        return None


def batch_entry(ctx: Context) -> Callee:
    modes = {
        LIST: partial(_list, ctx),
        CHECK: partial(_check, ctx),
        DRAW: partial(_draw_each, ctx),
        STEP: partial(_step_each, ctx),
        SCORE: partial(_score, ctx),
    }

    def write(fn: Function) -> None:
        fn.set(ABOVE, fn.room(T, MOST * row_width(ctx)))
        for mode, write_mode in modes.items():
            with fn.if_(eq(MODE, mode)), fn.for_(ROW.name, FIRST, LAST):
                fn.store(0, ROW, REACHED)
                write_mode(fn)
        fn.ret(LAST)

    return ctx.m.function("batch", "", PARAMETERS, write)


# ---- a row in and out


def _is_over(ctx: Context) -> k.Expression:
    return ne(_entry(ctx, "over"), 0)


def _entry(ctx: Context, name: str) -> k.Load:
    """An entry of row k, which is not loaded yet."""
    return POSITIONS[ROW * ctx.m.layout.length + field_at(ctx, name)]


def _load(ctx: Context, fn: Function) -> None:
    memory = ctx.m.memory
    with fn.for_("i", 0, ctx.m.layout.length) as i:
        fn.store(i, POSITIONS[ROW * ctx.m.layout.length + i])
    fn.do(refresh_entry(ctx)(V, T))
    if has_history(ctx):
        fn.store(memory.played, PLAYED[ROW])
        fn.store(memory.history, BASE + ROW * V[memory.room] * remembered_words(ctx))


def _store(ctx: Context, fn: Function) -> None:
    with fn.for_("i", 0, ctx.m.layout.length) as i:
        fn.store(ROW * ctx.m.layout.length + i, V[i], POSITIONS)
    if has_history(ctx):
        fn.store(ROW, V[ctx.m.memory.played], PLAYED)


# ---- the modes


def _list(ctx: Context, fn: Function) -> None:
    with fn.for_("j", 0, COLUMNS) as j:
        fn.store(ROW * COLUMNS + j, False, MASKS)
    start = fn.set("start", STARTS[ROW])
    with fn.if_(_is_over(ctx)):
        fn.store(ROW + 1, start, STARTS)
        fn.go_on()
    _load(ctx, fn)
    fn.set(N, steps_entry(ctx)(V, ABOVE, T, MOST, 0))
    trap_if_full(fn)
    with fn.if_(gt(start + N, ROOM)):
        fn.ret(ROW)
    with fn.for_("j", 0, N) as j:
        number = fn.set("number", numbered(ctx)(V, T, T + j * row_width(ctx)))
        fn.store(start + j, number, NUMBERS)
        with fn.if_(between(0, number, COLUMNS)):
            fn.store(ROW * COLUMNS + number, True, MASKS)
    fn.store(ROW + 1, start + N, STARTS)


def _check(ctx: Context, fn: Function) -> None:
    with fn.if_(_is_over(ctx)):
        fn.go_on()
    found = fn.set("found", False)
    with fn.for_("j", STARTS[ROW], STARTS[ROW + 1]) as j:
        fn.set(found, any_of([found, eq(NUMBERS[j], ACTIONS[ROW])]))
    with fn.if_(not_(found)):
        fn.ret(ROW)


def _draw_each(ctx: Context, fn: Function) -> None:
    with fn.if_(_is_over(ctx)):
        fn.store(ROW, -1, ACTIONS)
        fn.go_on()
    _load(ctx, fn)
    fn.call((AT, STATE), draw_entry(ctx)(V, ABOVE, T, MOST, STATES[ROW]))
    fn.store(ROW, STATE, STATES)
    with fn.if_(lt(AT, 0)):
        fn.store(ROW, -1, ACTIONS)
    with fn.else_():
        fn.store(ROW, numbered(ctx)(V, T, AT), ACTIONS)


def _step_each(ctx: Context, fn: Function) -> None:
    with fn.if_(_is_over(ctx)):
        fn.go_on()
    rolls = has_field(ctx, "chance")
    due = all_of([ne(ROLLING, 0), ne(_entry(ctx, "chance"), 0)]) if rolls else FALSE
    with fn.if_(all_of([lt(ACTIONS[ROW], 0), not_(due)])):
        fn.go_on()
    _load(ctx, fn)
    with fn.if_(ge(ACTIONS[ROW], 0)):
        fn.do(entered(ctx)(V, T, ACTIONS[ROW]))
        fn.do(play_entry(ctx)(V, ABOVE, T))
    if rolls:
        fn.set(STATE, STATES[ROW])
        made = fn.set("made", 0)
        is_due = [ne(ROLLING, 0), ne(field_of(ctx, "chance"), 0), eq(field_of(ctx, "over"), 0), lt(made, MOST_ROLLS)]
        with fn.while_(all_of(is_due)):
            fn.call((AT, STATE), draw_entry(ctx)(V, ABOVE, T, MOST, STATE))
            fn.do(play_entry(ctx)(V, ABOVE, AT))
            fn.set(made, made + 1)
        fn.store(ROW, STATE, STATES)
    _store(ctx, fn)


def _score(ctx: Context, fn: Function) -> None:
    if ctx.m.core.match is None and ctx.m.core.score is not None:
        _load(ctx, fn)
        for player in range(player_count(ctx)):
            fn.store(ROW * player_count(ctx) + player, score_function(ctx)(V, ABOVE, player), SCORES)


# ---- numbers and rows


def _head(ctx: Context, block: Block) -> int:
    """The first entry of a row for a step of the block."""
    if any(schema.name == block.schema for schema in ctx.m.core.schemas):
        return [schema.name for schema in ctx.m.core.schemas].index(block.schema)
    if block.schema.startswith(TAKE):
        return step_numbers(ctx)[TAKE] + int(block.schema.removeprefix(TAKE))
    return step_numbers(ctx)[block.schema]


def numbered(ctx: Context) -> Callee:
    """The number of the step in a row."""

    def write(fn: Function) -> None:
        assert ctx.numbering is not None
        for block in ctx.numbering.blocks:
            tests = [eq(V[AT], _head(ctx, block))]
            if block.schema == ROLL and ctx.m.core.rolls:
                tests.append(eq(V[AT + 1], block.lows[0]))
            with fn.if_(all_of(tests)):
                codes = [V[AT + (1 + digit)] - low for digit, low in enumerate(block.lows)]
                fn.ret(row_major(block.start, codes, block.sizes))
        fn.ret(-1)

    return ctx.m.function("numbered", "", (AT,), write)


def entered(ctx: Context) -> Callee:
    """The step of a number is put into a row at `t`."""

    number = local("number")

    def write(fn: Function) -> None:
        assert ctx.numbering is not None
        for block in ctx.numbering.blocks:
            with fn.if_(between(block.start, number, block.stop)):
                fn.store(T, _head(ctx, block))
                rest = fn.set("rest", number - block.start)
                for digit in range(len(block.sizes) - 1, -1, -1):
                    fn.store(T + (1 + digit), rest % block.sizes[digit] + block.lows[digit])
                    fn.set(rest, rest // block.sizes[digit])

    return ctx.m.function("entered", "", (number,), write)
