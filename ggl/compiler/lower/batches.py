"""What runs on many positions within one call: an emitted function with a mode, so that a game is compiled for it only once.

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

from ggl.compiler.lower.builder import BOOLS, WORDS, Callee, Function
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import field_at, has_field, player_count, remembered_words
from ggl.compiler.lower.move_sampling import draw_entry
from ggl.compiler.lower.movegen import step_numbers, steps_entry
from ggl.compiler.lower.moves import has_history, row_width
from ggl.compiler.lower.turns import play_entry, refresh_entry, score_function
from ggl.core import forms as f
from ggl.engine.actions import Block, CannotNumberError, Numbering
from ggl.engine.protocol import ROLL, TAKE

LIST, CHECK, DRAW, STEP, SCORE = range(5)

MOST_ROLLS = 4096
"""Rolls made in one step; more could only come of plays of a match that end before anybody moves."""

PARAMETERS = (
    "mode", "first", "last", "most", "rolling", "base", "columns", "room",
    *(f"{rows}: {WORDS}" for rows in ("positions", "played", "states", "actions", "starts", "numbers")),
    f"masks: {BOOLS}", f"scores: {WORDS}", f"reached: {WORDS}",
)  # fmt: skip


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
        fn.line(f"above = {fn.room('t', f'most * {row_width(ctx)}')}")
        for mode, write_mode in modes.items():
            with fn.block(f"if mode == {mode}:"), fn.block("for k in range(first, last):"):
                fn.line("reached[0] = k")
                write_mode(fn)
        fn.line("return last")

    return ctx.m.function("batch", "", PARAMETERS, write)


# ---- a row in and out


def _unless_over(ctx: Context, fn: Function, *otherwise: str) -> None:
    with fn.block(f"if {_entry(ctx, 'over')} != 0:"):
        for line in otherwise:
            fn.line(line)
        fn.line("continue")


def _entry(ctx: Context, name: str) -> str:
    """An entry of row k, which is not loaded yet."""
    return f"positions[k * {ctx.m.layout.length} + {field_at(ctx, name)}]"


def _load(ctx: Context, fn: Function) -> None:
    memory = ctx.m.memory
    with fn.block(f"for i in range({ctx.m.layout.length}):"):
        fn.line(f"v[i] = positions[k * {ctx.m.layout.length} + i]")
    fn.line(f"{refresh_entry(ctx)}(v, t)")
    if has_history(ctx):
        fn.line(f"v[{memory.played}] = played[k]")
        fn.line(f"v[{memory.history}] = base + k * v[{memory.room}] * {remembered_words(ctx)}")


def _store(ctx: Context, fn: Function) -> None:
    with fn.block(f"for i in range({ctx.m.layout.length}):"):
        fn.line(f"positions[k * {ctx.m.layout.length} + i] = v[i]")
    if has_history(ctx):
        fn.line(f"played[k] = v[{ctx.m.memory.played}]")


# ---- the modes


def _list(ctx: Context, fn: Function) -> None:
    with fn.block("for j in range(columns):"):
        fn.line("masks[k * columns + j] = False")
    fn.line("start = starts[k]")
    _unless_over(ctx, fn, "starts[k + 1] = start")
    _load(ctx, fn)
    fn.line(f"n = {steps_entry(ctx)}(v, above, t, most, 0)")
    with fn.block("if n >= most:"):
        fn.line("raise ArenaFullError")
    with fn.block("if start + n > room:"):
        fn.line("return k")
    with fn.block("for j in range(n):"):
        fn.line(f"number = {_numbered(ctx)}(v, t, t + j * {row_width(ctx)})")
        fn.line("numbers[start + j] = number")
        with fn.block("if 0 <= number < columns:"):
            fn.line("masks[k * columns + number] = True")
    fn.line("starts[k + 1] = start + n")


def _check(ctx: Context, fn: Function) -> None:
    _unless_over(ctx, fn)
    fn.line("found = False")
    with fn.block("for j in range(starts[k], starts[k + 1]):"):
        fn.line("found |= numbers[j] == actions[k]")
    with fn.block("if not found:"):
        fn.line("return k")


def _draw_each(ctx: Context, fn: Function) -> None:
    _unless_over(ctx, fn, "actions[k] = -1")
    _load(ctx, fn)
    fn.line(f"at, state = {draw_entry(ctx)}(v, above, t, most, states[k])")
    fn.line("states[k] = state")
    with fn.block("if at < 0:"):
        fn.line("actions[k] = -1")
    with fn.block("else:"):
        fn.line(f"actions[k] = {_numbered(ctx)}(v, t, at)")


def _step_each(ctx: Context, fn: Function) -> None:
    _unless_over(ctx, fn)
    due = f"rolling != 0 and {_entry(ctx, 'chance')} != 0" if has_field(ctx, "chance") else "False"
    with fn.block(f"if actions[k] < 0 and not ({due}):"):
        fn.line("continue")
    _load(ctx, fn)
    with fn.block("if actions[k] >= 0:"):
        fn.line(f"{_entered(ctx)}(v, t, actions[k])")
        fn.line(f"{play_entry(ctx)}(v, above, t)")
    if has_field(ctx, "chance"):
        fn.line("state = states[k]")
        fn.line("made = 0")
        chance, over = f"v[{field_at(ctx, 'chance')}] != 0", f"v[{field_at(ctx, 'over')}] == 0"
        with fn.block(f"while rolling != 0 and {chance} and {over} and made < {MOST_ROLLS}:"):
            fn.line(f"at, state = {draw_entry(ctx)}(v, above, t, most, state)")
            fn.line(f"{play_entry(ctx)}(v, above, at)")
            fn.line("made += 1")
        fn.line("states[k] = state")
    _store(ctx, fn)


def _score(ctx: Context, fn: Function) -> None:
    if ctx.m.core.match is None and ctx.m.core.score is not None:
        _load(ctx, fn)
        for player in range(player_count(ctx)):
            fn.line(f"scores[k * {player_count(ctx)} + {player}] = {score_function(ctx)}(v, above, {player})")


# ---- numbers and rows


def _head(ctx: Context, block: Block) -> int:
    """The first entry of a row for a step of the block."""
    if any(schema.name == block.schema for schema in ctx.m.core.schemas):
        return [schema.name for schema in ctx.m.core.schemas].index(block.schema)
    if block.schema.startswith(TAKE):
        return step_numbers(ctx)[TAKE] + int(block.schema.removeprefix(TAKE))
    return step_numbers(ctx)[block.schema]


def _numbered(ctx: Context) -> Callee:
    """The number of the step in a row."""

    def write(fn: Function) -> None:
        assert ctx.numbering is not None
        for block in ctx.numbering.blocks:
            test = f"v[at] == {_head(ctx, block)}"
            if block.schema == ROLL and ctx.m.core.rolls:
                test += f" and v[at + 1] == {block.lows[0]}"
            with fn.block(f"if {test}:"):
                place = ""
                for digit, (low, size) in enumerate(zip(block.lows, block.sizes, strict=True)):
                    code = f"(v[at + {1 + digit}] - {low})"
                    place = f"({place}) * {size} + {code}" if place else code
                fn.line(f"return {block.start}{f' + {place}' if place else ''}")
        fn.line("return -1")

    return ctx.m.function("numbered", "", ("at",), write)


def _entered(ctx: Context) -> Callee:
    """The step of a number is put into a row at `t`."""

    def write(fn: Function) -> None:
        assert ctx.numbering is not None
        for block in ctx.numbering.blocks:
            with fn.block(f"if {block.start} <= number < {block.stop}:"):
                fn.line(f"v[t] = {_head(ctx, block)}")
                fn.line(f"rest = number - {block.start}")
                for digit in range(len(block.sizes) - 1, -1, -1):
                    fn.line(f"v[t + {1 + digit}] = rest % {block.sizes[digit]} + {block.lows[digit]}")
                    fn.line(f"rest //= {block.sizes[digit]}")

    return ctx.m.function("entered", "", ("number",), write)
