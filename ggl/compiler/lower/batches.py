"""Work on many positions within one call: a function with a mode, so that it is compiled only once for a game.

    batch(v, t, mode, first, last, most, rolling, base, columns, room, limit, positions, played, states, actions, starts,
          numbers, masks, scores, reached, start, told)

Rows `first` to `last` of the arrays are worked through; the result is the row that could not be done, `last` if all were.

- `LIST`: the legal numbers of row k go to `numbers`, which has `room`, from place `starts[k]` on, `starts[k + 1]` is set, and,
  where `masks` has columns, so is the row of booleans; a row for which `numbers` has no room left is not done.
- `CHECK`: a row whose action is not among its numbers is not done; `LIST` has gone before.
- `DRAW`: a random legal action for each row, with the numbers that follow its state; -1 where the game is over. With `limit`
  `LIST` has gone before, and no position is looked at where a draw takes a place in the list.
- `STEP`: the actions are made, those below 0 and those of rows that are over left out; with `rolling` the rolls that are due too.
- `SCORE`: the code of each side's score.
- `ADVANCE`: `STEP`, then what `told` has of it, a row each: the steps of the play so far, 1 if it is over or 2 if it has come to
  `limit` steps, the seat to move next or -1, the reward of each seat. A row that has come to its end begins again at `start`; its
  draws go on. Then `LIST`.
- `OBSERVE`: row k of `masks` is set as a table in `actions` says. The table begins with where the lines of each side begin, and
  the end of all; the lines of the side to move are done. They begin at `room`, each of `WIDE` words: what, place, step, count,
  code, target. `IS`: whether each of `count` entries at place, place + step .. is the code, from `target` on; `AT_EACH`:
  whether the entry at place is 0, 1 ..; `SET`: the code.

`reached` is the row in progress, for resuming after an `ArenaFullError`: a row is written only when it is done. The history of
row k stands in the memory at `base + k * room * remembered`.
"""

from __future__ import annotations

from functools import partial

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, all_of, any_of, between, choose, eq, ge, gt, lt, ne, not_
from ggl.compiler.kernel.forms import Operand, Type
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, library_function, local
from ggl.compiler.lower.component_update import emptied
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import row_major
from ggl.compiler.lower.history import field_at, field_of, forget_games, has_field, history_layout, player_count
from ggl.compiler.lower.move_sampling import STATE, draw_entry, draws_from_list
from ggl.compiler.lower.movegen import AT, step_numbers, steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, N, has_history, row_width
from ggl.compiler.lower.passing import passes
from ggl.compiler.lower.turns import play_entry, refresh_entry, score_function
from ggl.core import forms as f
from ggl.engine.actions import ActionRange, CannotNumberError, Numbering
from ggl.engine.protocol import PASS, ROLL, TAKE

LIST, CHECK, DRAW, STEP, SCORE, ADVANCE, OBSERVE = range(7)

LENGTH, ENDED, SEAT, REWARDS = range(4)
"""The columns of a row of `told`; there are as many rewards as seats."""

IS, AT_EACH, SET = range(3)
WIDE = 6

MOST_ROLLS = 4096
"""Rolls made in one step; more could only come of plays of a match that end before anybody moves."""

MODE, FIRST, LAST, ROLLING, BASE, COLUMNS, ROOM, LIMIT = map(
    local, ("mode", "first", "last", "rolling", "base", "columns", "room", "limit")
)
POSITIONS, PLAYED, STATES, ACTIONS, STARTS, NUMBERS, SCORES, REACHED, START, TOLD = (
    local(name, Type.WORDS)
    for name in ("positions", "played", "states", "actions", "starts", "numbers", "scores", "reached", "start", "told")
)
MASKS = local("masks", Type.BOOLS)
PARAMETERS = (
    MODE, FIRST, LAST, MOST, ROLLING, BASE, COLUMNS, ROOM, LIMIT, POSITIONS, PLAYED, STATES, ACTIONS, STARTS, NUMBERS, MASKS,
    SCORES, REACHED, START, TOLD,
)  # fmt: skip
ABOVE, ROW = local("above"), local("k")
"""The place where the arena continues above the rows of steps; the number of the position."""


def numbering_of(core: f.CoreGame) -> Numbering | None:
    """Numbers for steps, if they can have some."""
    try:
        return Numbering(core)
    except CannotNumberError:
        return None


def batch_entry(ctx: Context) -> Callee:
    modes = {
        (LIST, STEP, ADVANCE): partial(_step_and_list, ctx),
        (CHECK,): partial(_check, ctx),
        (DRAW,): partial(_draw_each, ctx),
        (SCORE,): partial(_score, ctx),
        (OBSERVE,): partial(_observe, ctx),
    }

    def write(fn: FunctionBuilder) -> None:
        fn.set(ABOVE, fn.room(T, MOST * row_width(ctx)))
        for some, write_mode in modes.items():
            with fn.if_(any_of([eq(MODE, mode) for mode in some])), fn.for_(ROW.name, FIRST, LAST):
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


def load_row(ctx: Context, fn: FunctionBuilder) -> None:
    """Position k stands in the memory, with its past."""
    _load(ctx, fn, POSITIONS, ROW * ctx.m.layout.length)
    if has_history(ctx):
        memory = ctx.m.memory
        fn.store(memory.played, PLAYED[ROW])
        fn.store(memory.history, BASE + ROW * V[memory.room] * history_layout(ctx).words)


def _load(ctx: Context, fn: FunctionBuilder, positions: k.Local, at: Operand) -> None:
    with fn.for_("i", 0, ctx.m.layout.length) as i:
        fn.store(i, positions[at + i])
    emptied(ctx, fn)
    fn.do(refresh_entry(ctx)(V, T))


def _store(ctx: Context, fn: FunctionBuilder) -> None:
    forget_games(ctx, fn, 0)
    with fn.for_("i", 0, ctx.m.layout.length) as i:
        fn.store(ROW * ctx.m.layout.length + i, V[i], POSITIONS)
    if has_history(ctx):
        fn.store(ROW, V[ctx.m.memory.played], PLAYED)


# ---- the modes


def _step_and_list(ctx: Context, fn: FunctionBuilder) -> None:
    """One text for three modes, so that the game is compiled once for all."""
    rolls = has_field(ctx, "chance")
    due = all_of([ne(ROLLING, 0), ne(_entry(ctx, "chance"), 0)]) if rolls else FALSE
    over = fn.set("was_over", _is_over(ctx))
    acts = fn.set("acts", all_of([ne(MODE, LIST), not_(over), ge(ACTIONS[ROW], 0)]))
    with fn.if_(all_of([eq(MODE, STEP), any_of([over, all_of([not_(acts), not_(due)])])])):
        fn.go_on()
    with fn.if_(all_of([eq(MODE, LIST), over])):
        _no_mask(fn)
        fn.store(ROW + 1, STARTS[ROW], STARTS)
        fn.go_on()
    load_row(ctx, fn)
    fn.set(STATE, STATES[ROW])
    with fn.if_(acts):
        fn.do(entered(ctx)(V, T, ACTIONS[ROW]))
        fn.do(play_entry(ctx)(V, ABOVE, T))
    row = fn.set("row", ROW * (REWARDS + player_count(ctx)))
    length, ended = fn.set("length", 0), fn.set("ended", 0)
    with fn.if_(eq(MODE, ADVANCE)):
        fn.set(length, choose(eq(TOLD[row + ENDED], 0), TOLD[row + LENGTH], 0) + 1)
    again = fn.set("again", ne(MODE, LIST))
    with fn.while_(again):  # at most twice: after the step, and after a new play has begun
        if rolls:
            _roll(ctx, fn)
        fn.set(again, all_of([eq(MODE, ADVANCE), eq(ended, 0)]))
        with fn.if_(again):
            fn.set(ended, choose(ne(field_of(ctx, "over"), 0), 1, choose(ge(length, LIMIT), 2, 0)))
            put_rewards(ctx, fn, TOLD, row + REWARDS, 1)
            fn.set(again, ne(ended, 0))
        with fn.if_(again):
            _load(ctx, fn, START, 0)
            if has_history(ctx):
                fn.store(ctx.m.memory.played, 0)
    with fn.if_(ne(MODE, STEP)):
        _list(ctx, fn)
    with fn.if_(ne(MODE, LIST)):
        _store(ctx, fn)
        fn.store(ROW, STATE, STATES)
    with fn.if_(eq(MODE, ADVANCE)):
        seat = V[ctx.m.layout.slots["seat"].start + field_of(ctx, "mover")]
        nobody = [ne(field_of(ctx, "over"), 0), *([ne(field_of(ctx, "chance"), 0)] if rolls else [])]
        fn.store(row + LENGTH, length, TOLD)
        fn.store(row + ENDED, ended, TOLD)
        fn.store(row + SEAT, choose(any_of(nobody), -1, seat), TOLD)


def _roll(ctx: Context, fn: FunctionBuilder) -> None:
    """The rolls that are due are made."""
    made = fn.set("made", 0)
    is_due = [ne(ROLLING, 0), ne(field_of(ctx, "chance"), 0), eq(field_of(ctx, "over"), 0), lt(made, MOST_ROLLS)]
    with fn.while_(all_of(is_due)):
        fn.call((AT, STATE), draw_entry(ctx)(V, ABOVE, T, MOST, STATE))
        fn.do(play_entry(ctx)(V, ABOVE, AT))
        fn.set(made, made + 1)


def put_rewards(ctx: Context, fn: FunctionBuilder, array: k.Local, at: Operand, win: int) -> None:
    """What a win is worth for the seat of each winner, and as much below 0 for the others, if some but not all have won; else 0.
    A game for one that is not won is lost. They go to an array, by seat."""
    players, seats = range(player_count(ctx)), ctx.m.layout.slots["seat"].start
    several = has_field(ctx, "winners")
    won = [ne(field_of(ctx, "winners", p), 0) if several else eq(field_of(ctx, "winner"), p) for p in players]
    over = ne(field_of(ctx, "over"), 0)
    shared = all_of(won) if several else FALSE
    decided = fn.set("decided", all_of([over, any_of(won), not_(shared)]) if len(players) > 1 else over)
    for player in players:
        reward = choose(decided, choose(won[player], win, -win), 0)
        fn.store(at + V[seats + player], reward, array)


def _list(ctx: Context, fn: FunctionBuilder) -> None:
    """The legal numbers of the position in the memory."""
    _no_mask(fn)
    begin = fn.set("begin", STARTS[ROW])
    fn.set(N, 0)
    with fn.if_(eq(field_of(ctx, "over"), 0)):
        fn.set(N, steps_entry(ctx)(V, ABOVE, T, MOST, 0))
    trap_if_full(fn)
    with fn.if_(gt(begin + N, ROOM)):
        fn.ret(ROW)
    with fn.for_("j", 0, N) as j:
        number = fn.set("number", step_number(ctx)(V, T, T + j * row_width(ctx)))
        fn.store(begin + j, number, NUMBERS)
        with fn.if_(between(0, number, COLUMNS)):
            fn.store(ROW * COLUMNS + number, True, MASKS)
    fn.store(ROW + 1, begin + N, STARTS)


def _no_mask(fn: FunctionBuilder) -> None:
    with fn.for_("j", 0, COLUMNS) as j:
        fn.store(ROW * COLUMNS + j, False, MASKS)


def _check(ctx: Context, fn: FunctionBuilder) -> None:
    with fn.if_(_is_over(ctx)):
        fn.go_on()
    found = fn.set("found", False)
    with fn.for_("j", STARTS[ROW], STARTS[ROW + 1]) as j:
        fn.set(found, any_of([found, eq(NUMBERS[j], ACTIONS[ROW])]))
    with fn.if_(not_(found)):
        fn.ret(ROW)


def _draw_each(ctx: Context, fn: FunctionBuilder) -> None:
    with fn.if_(_is_over(ctx)):
        fn.store(ROW, -1, ACTIONS)
        fn.go_on()
    if draws_from_list(ctx):
        with fn.if_(ne(LIMIT, 0)):
            _draw_listed(ctx, fn)
            fn.go_on()
    load_row(ctx, fn)
    fn.call((AT, STATE), draw_entry(ctx)(V, ABOVE, T, MOST, STATES[ROW]))
    fn.store(ROW, STATE, STATES)
    with fn.if_(lt(AT, 0)):
        fn.store(ROW, -1, ACTIONS)
    with fn.else_():
        fn.store(ROW, step_number(ctx)(V, T, AT), ACTIONS)


def _draw_listed(ctx: Context, fn: FunctionBuilder) -> None:
    """The same draw as `_draw_each`, from the numbers of the row."""
    begin = fn.set("begin", STARTS[ROW])
    count = fn.set("count", STARTS[ROW + 1] - begin)
    with fn.if_(eq(count, 0)):
        fn.store(ROW, -1, ACTIONS)
        fn.go_on()
    fn.set(STATE, STATES[ROW])
    place = fn.set("place", 0)
    passes_only = all_of([eq(count, 1), eq(NUMBERS[begin], _pass_number(ctx))]) if _may_have_to_pass(ctx) else FALSE
    with fn.if_(not_(passes_only)):
        fn.call((place, STATE), library_function("draw")(STATE, count))
    fn.store(ROW, NUMBERS[begin + place], ACTIONS)
    fn.store(ROW, STATE, STATES)


def _may_have_to_pass(ctx: Context) -> bool:
    """Whether there is a pass that nobody draws."""
    return ctx.m.core.turn.preferred is None and passes(ctx, "forced") != FALSE


def _pass_number(ctx: Context) -> int:
    assert ctx.numbering is not None
    return next(block.start for block in ctx.numbering.blocks if block.schema == PASS)


def _score(ctx: Context, fn: FunctionBuilder) -> None:
    if ctx.m.core.match is None and ctx.m.core.score is not None:
        load_row(ctx, fn)
        for player in range(player_count(ctx)):
            fn.store(ROW * player_count(ctx) + player, score_function(ctx)(V, ABOVE, player), SCORES)


def _observe(ctx: Context, fn: FunctionBuilder) -> None:
    base, side = fn.set("base_of", ROW * ctx.m.layout.length), fn.set("side", _entry(ctx, "mover"))
    with fn.for_("line", ACTIONS[side], ACTIONS[side + 1]) as line:
        at = fn.set("at", ROOM + line * WIDE)
        place, step, count, code = (fn.set(name, ACTIONS[at + k]) for k, name in enumerate(("place", "by", "count", "code"), 1))
        target = fn.set("target", ROW * COLUMNS + ACTIONS[at + 5])
        with fn.if_(eq(ACTIONS[at], IS)), fn.for_("i", 0, count) as i:
            fn.store(target + i, eq(POSITIONS[base + place + i * step], code), MASKS)
        with fn.if_(eq(ACTIONS[at], AT_EACH)), fn.for_("i", 0, count) as i:
            fn.store(target + i, eq(POSITIONS[base + place], i), MASKS)
        with fn.if_(eq(ACTIONS[at], SET)):
            fn.store(target, ne(code, 0), MASKS)


# ---- numbers and rows


def _head(ctx: Context, block: ActionRange) -> int:
    """The first entry of a row for a step of the block."""
    if any(schema.name == block.schema for schema in ctx.m.core.schemas):
        return [schema.name for schema in ctx.m.core.schemas].index(block.schema)
    if block.schema.startswith(TAKE):
        return step_numbers(ctx)[TAKE] + int(block.schema.removeprefix(TAKE))
    return step_numbers(ctx)[block.schema]


def step_number(ctx: Context) -> Callee:
    """The number of the step in a row."""

    def write(fn: FunctionBuilder) -> None:
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

    def write(fn: FunctionBuilder) -> None:
        assert ctx.numbering is not None
        for block in ctx.numbering.blocks:
            with fn.if_(between(block.start, number, block.stop)):
                fn.store(T, _head(ctx, block))
                rest = fn.set("rest", number - block.start)
                for digit in range(len(block.sizes) - 1, -1, -1):
                    fn.store(T + (1 + digit), rest % block.sizes[digit] + block.lows[digit])
                    fn.set(rest, rest // block.sizes[digit])

    return ctx.m.function("entered", "", (number,), write)
