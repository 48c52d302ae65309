"""What runs within one call: playouts and perft, as emitted functions over those of the turn.

    playouts(v, t, seed, first, last, most_plies, most, out)   random plays `first` to `last` of a seed, a row of `out` each
    perft(v, t, depth, most, deep)                             leaf turns at a depth

A row of `out` has the steps played, the winner (none: as many as there are players), the winner's seat, the reason counted from
1 (0: broken off), and the code of each side's score; then, where several can win together, the bits of all winners and of their
seats.
"""

from __future__ import annotations

from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import WORDS, Callee, Function
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import field_at, has_field, in_turn_tests, player_count
from ggl.compiler.lower.move_sampling import draw_entry
from ggl.compiler.lower.movegen import step_numbers, steps_entry, turn_goes_on
from ggl.compiler.lower.moves import row_width
from ggl.compiler.lower.turns import play_entry, score_function, scored, start_entry
from ggl.engine.protocol import LONGEST_TURN

LIMIT = 1 << 31
"""More steps than there can be."""

ENDLESS = -(1 << 60)
"""Leaf turns of which one has too many steps: with any number of others, below 0."""


def play_counts(ctx: Context) -> bool:
    """Whether steps can be counted without going through the last parameter of any move: the leaves of perft are."""
    steps_entry(ctx)
    return ctx.m.core.turn.preferred is None and ctx.counted >= {schema.name for schema in ctx.m.core.schemas}


def result_words(ctx: Context) -> int:
    """Entries of a row of `out`."""
    return 4 + player_count(ctx) + 2 * has_field(ctx, "winners")


def playouts_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        over, row = field_at(ctx, "over"), row_width(ctx)
        size = ctx.m.memory.state
        fn.line(f"kept = {fn.room('t', f'most * {row}')}")
        fn.line(f"above = {fn.room('kept', str(size))}")
        fn.line(f"{start_entry(ctx)}(v, above)")  # nothing is drawn before the first turn: each play begins as this one
        fn.line(f"copied(v, 0, {size}, kept)")
        with fn.block("for number in range(first, last):"):
            fn.line("state = seeded(seed, number)")
            fn.line(f"copied(v, kept, {size}, 0)")
            fn.line(f"v[{ctx.m.memory.played}] = 0")
            fn.line(f"v[{scored(ctx)}] = 0")
            if has_atlases(ctx):
                fn.line(f"{caught_up(ctx)}(v, above)")
            fn.line("made = 0")
            with fn.block(f"while v[{over}] == 0 and made < most_steps:"):
                fn.line(f"at, state = {draw_entry(ctx)}(v, above, t, most, state)")
                with fn.block("if at < 0:"):
                    fn.line("break")
                fn.line(f"{play_entry(ctx)}(v, above, at)")
                fn.line("made += 1")
            fn.line(f"to = (number - first) * {result_words(ctx)}")
            fn.line("out[to] = made")
            fn.line(f"out[to + 1] = v[{field_at(ctx, 'winner')}]")
            seat = ctx.m.layout.slots["seat"].start
            with fn.block(f"if v[{field_at(ctx, 'winner')}] < {player_count(ctx)}:"):
                fn.line(f"out[to + 2] = v[{seat} + v[{field_at(ctx, 'winner')}]]")
            fn.line(f"out[to + 3] = v[{over}]")
            if has_field(ctx, "winners"):
                for player in range(player_count(ctx)):
                    with fn.block(f"if v[{field_at(ctx, 'winners', player)}] != 0:"):
                        fn.line(f"out[to + {4 + player_count(ctx)}] |= {1 << player}")
                        fn.line(f"out[to + {5 + player_count(ctx)}] |= bit(v[{seat + player}])")
            _scores(ctx, fn)

    return ctx.m.function("playouts", "", ("seed", "first", "last", "most_steps", "most", f"out: {WORDS}"), write)


def _scores(ctx: Context, fn: Function) -> None:
    core = ctx.m.core
    for player in range(player_count(ctx)):
        if core.match is not None:
            fn.line(f"out[to + {4 + player}] = v[{field_at(ctx, 'total', player)}]")
        elif core.score is not None:
            known = f"v[{scored(ctx) + 1 + player}] if v[{scored(ctx)}] != 0 else "
            fn.line(f"out[to + {4 + player}] = {known}{score_function(ctx)}(v, above, {player})")


def perft_entry(ctx: Context) -> Callee:
    """Leaf turns: a step after which its turn goes on, and a roll, take nothing from the depth.

    `deep` counts such steps; where a turn has too many, all of it is below 0.
    """
    name = ctx.m.names.of("perft", "")

    def write(fn: Function) -> None:
        memory, row = ctx.m.memory, row_width(ctx)
        fn.line(f"kept = {fn.room('t', f'most * {row}')}")
        simple = not in_turn_tests(ctx) and not has_field(ctx, "chance")
        if not simple:
            with fn.block(f"if deep == {LONGEST_TURN}:"):
                fn.line(f"return {ENDLESS}")
        if simple and play_counts(ctx):
            with fn.block("if depth == 1:"):
                fn.line(f"return {steps_entry(ctx)}(v, kept, t, {LIMIT}, {LIMIT})")
        fn.line(f"n = {steps_entry(ctx)}(v, kept, t, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        if simple:
            with fn.block("if depth == 1:"):
                fn.line("return n")
        fn.line(f"rows = t + n * {row}")  # what lies above the rows is free again
        fn.line(f"above = {fn.room('rows', str(memory.state))}")
        fn.line(f"copied(v, 0, {memory.state}, rows)")
        fn.line(f"played = v[{memory.played}]")
        fn.line("leaves = 0")
        with fn.block("for k in range(n):"):
            fn.line(f"{play_entry(ctx)}(v, above, t + k * {row})")
            goes_on = f"{turn_goes_on(ctx)}(v, t)"
            if has_field(ctx, "chance"):
                goes_on = f"({goes_on} or (v[t + k * {row}] == {step_numbers(ctx)['roll']} and v[{field_at(ctx, 'over')}] == 0))"
            if simple:
                fn.line(f"leaves += {name}(v, above, depth - 1, most, deep)")
            else:
                with fn.block(f"if {goes_on}:"):
                    fn.line(f"leaves += {name}(v, above, depth, most, deep + 1)")
                with fn.block("elif depth > 1:"):
                    fn.line(f"leaves += {name}(v, above, depth - 1, most, 0)")
                with fn.block("else:"):
                    fn.line("leaves += 1")
                with fn.block("if leaves < 0:"):
                    fn.line("return leaves")
            fn.line(f"copied(v, rows, {memory.state}, 0)")
            fn.line(f"v[{memory.played}] = played")
        fn.line("return leaves")

    return ctx.m.function("perft", "", ("depth", "most", "deep"), write, (Type.WORD,))
