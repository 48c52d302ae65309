"""Playouts and perft within one call, by the functions of the turn.

    playouts(v, t, seed, first, last, most_steps, most, out)   random plays `first` to `last` of a seed, a row of `out` each
    rollouts(v, t, seed, first, last, most_steps, most, out)   the same from the position in the memory, which stays
    perft(v, t, depth, most, deep, calls)                      leaf turns at a depth

A row of `out` has the columns of `ggl.engine.rows`, a word each. Where there are only four, a word has two of them, the first in
its lower half.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, any_of, choose, eq, ge, gt, literal, lt, ne
from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, bit, library_function, local
from ggl.compiler.lower.component_update import forgotten
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.deferred_ends import defers_ends, draws_only_moves, only_stuck_movers_pass
from ggl.compiler.lower.history import field_of, forget_games, give_up, has_field, in_turn_tests, player_count
from ggl.compiler.lower.move_sampling import STATE, draw_entry
from ggl.compiler.lower.movegen import AT, step_numbers, steps_entry, trap_if_full, turn_goes_on
from ggl.compiler.lower.moves import MOST, N, row_width
from ggl.compiler.lower.phases import note_phase, notes_phase
from ggl.compiler.lower.turns import deferred_end, play_entry, score_function, scored, start_entry
from ggl.compiler.memory import MOST_CALLS, TOO_DEEP
from ggl.engine.protocol import LONGEST_TURN
from ggl.engine.rows import OUTCOME, result_words

LIMIT = 1 << 31
"""More steps than there can be."""

ENDLESS = -(1 << 60)
"""A count of leaf turns with too long a turn among them: below 0 whatever is added."""


def play_counts(ctx: Context) -> bool:
    """Whether steps can be counted without going through the last parameter of any move: the leaves of perft are."""
    steps_entry(ctx)
    return ctx.m.core.turn.preferred is None and ctx.counted >= {schema.name for schema in ctx.m.core.schemas}


NOBODY = -1

SEED, FIRST, LAST, MOST_STEPS = map(local, ("seed", "first", "last", "most_steps"))
ROWS = local("out", Type.WORDS)


def playouts_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        kept, above = _rooms(ctx, fn)
        fn.do(start_entry(ctx)(V, above))  # nothing is drawn before the first turn, so each play begins like this one
        _play_out(ctx, fn, kept, above, literal(0), from_start=True)

    return ctx.m.function("playouts", "", (SEED, FIRST, LAST, MOST_STEPS, MOST, ROWS), write)


def rollouts_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        kept, above = _rooms(ctx, fn)
        played = fn.set("played", V[ctx.m.memory.played])
        _play_out(ctx, fn, kept, above, played)
        fn.copy(kept, ctx.m.memory.state, 0)
        fn.store(ctx.m.memory.played, played)

    return ctx.m.function("rollouts", "", (SEED, FIRST, LAST, MOST_STEPS, MOST, ROWS), write)


def _rooms(ctx: Context, fn: FunctionBuilder) -> tuple[k.Local, k.Local]:
    """The place of the position with which each play begins, and where the arena continues above it."""
    kept = fn.set("kept", fn.room(T, MOST * row_width(ctx)))
    return kept, fn.set("above", fn.room(kept, ctx.m.memory.state))


def _play_out(
    ctx: Context, fn: FunctionBuilder, kept: k.Local, above: k.Local, played: k.Expression, *, from_start: bool = False
) -> None:
    """Random plays from the position in the memory, with the length of its history."""
    size, players, winner = ctx.m.memory.state, player_count(ctx), field_of(ctx, "winner")
    fn.copy(0, size, kept)
    seed_play = library_function("seed_play")
    ahead = fn.set("ahead", seed_play(SEED, FIRST))  # known when the play before ends, which no branch predicts
    with fn.for_("number", FIRST, LAST) as number:
        fn.set(STATE, ahead)
        fn.set(ahead, seed_play(SEED, number + 1))
        fn.copy(kept, size, 0)
        fn.store(ctx.m.memory.played, played)
        if (decided := scored(ctx)) is not None:
            fn.store(decided, 0)
        forgotten(ctx, fn)
        made = fn.set("made", 0)
        play_at_random(ctx, fn, above, T, made, MOST_STEPS, from_start=from_start)
        words = result_words(ctx.m.core, ctx.m.layout)
        to = fn.set("to", (number - FIRST) * words)
        seat = choose(lt(winner, players), V[ctx.m.layout.slots["seat"].start + winner], 0)
        if words < OUTCOME:
            fn.store(to, made | winner << 32, ROWS)
            fn.store(to + 1, seat | field_of(ctx, "over") << 32, ROWS)
            return
        for column, value in enumerate((made, winner, seat, field_of(ctx, "over"))):
            fn.store(to + column, value, ROWS)
        seats = ctx.m.layout.slots["seat"].start
        if has_field(ctx, "winners"):
            for player in range(players):
                with fn.if_(ne(field_of(ctx, "winners", player), 0)):
                    for place, bits in (
                        (to + (4 + players), literal(1 << player)),
                        (to + (5 + players), bit(V[seats + player])),
                    ):
                        fn.store(place, ROWS[place] | bits, ROWS)
        _scores(ctx, fn, ROWS, to, above)


def play_at_random(
    ctx: Context, fn: FunctionBuilder, above: k.Expression, rows: k.Expression, made: k.Local, most: k.Local,
    before: Callable[[], None] = lambda: None, *, from_start: bool = False,
) -> None:  # fmt: skip
    """Random steps until the play is over or a limit is reached; the rows of steps are below `above`.

    The code of `before` runs before each step and finds its row at `AT`. `actor` is the player whose turn is over, while rules of
    the end may be deferred (`deferred_ends.py`).
    """
    defers = defers_ends(ctx)
    if not defers:
        kept = fn.set("kept_past", V[ctx.m.memory.played]) if ctx.m.memory.since is not None else 0
        with fn.while_(all_of([eq(field_of(ctx, "over"), 0), lt(made, most)])):
            _drawn(ctx, fn, above, rows)
            before()
            fn.do(play_entry(ctx)(V, above, AT))
            forget_games(ctx, fn, kept)
            fn.set(made, made + 1)
        return
    actor, state = fn.let(NOBODY, "actor"), fn.let(STATE, "state")
    with fn.while_(all_of([eq(field_of(ctx, "over"), 0), lt(made, most)])):
        _drawn(ctx, fn, above, rows)
        if not draws_only_moves(ctx):
            _ask_after_no_move(ctx, fn, above, actor, state)
        if notes_phase(ctx):
            with fn.if_(ge(actor, 0)):
                note_phase(ctx, fn)
        before()
        fn.set(actor, field_of(ctx, "mover"))
        fn.do(play_entry(ctx, defers=True, from_start=from_start)(V, above, AT))
        if in_turn_tests(ctx):
            with fn.if_(any_of(in_turn_tests(ctx))):
                fn.set(actor, NOBODY)
        fn.set(state, STATE)
        fn.set(made, made + 1)
    with fn.if_(all_of([eq(field_of(ctx, "over"), 0), ge(actor, 0)])):
        _deferred(ctx, fn, above, actor, state)


def _drawn(ctx: Context, fn: FunctionBuilder, above: k.Expression, rows: k.Expression) -> None:
    fn.call((AT, STATE), draw_entry(ctx)(V, above, rows, MOST, STATE))
    with fn.if_(lt(AT, 0)):
        fn.leave()


def _ask_after_no_move(ctx: Context, fn: FunctionBuilder, above: k.Expression, actor: k.Local, state: k.Local) -> None:
    """Where something else than a move is drawn, asks what was deferred, and leaves the loop if the play is over by it."""
    with fn.if_(all_of([ge(V[AT], len(ctx.m.core.schemas)), ge(actor, 0)])):
        if only_stuck_movers_pass(ctx):
            with fn.if_(eq(V[AT], step_numbers(ctx)["pass"])):
                _deferred(ctx, fn, above, actor, state, stuck=True)
            with fn.else_():
                _deferred(ctx, fn, above, actor, state)
        else:
            _deferred(ctx, fn, above, actor, state)
        with fn.if_(ne(field_of(ctx, "over"), 0)):
            fn.leave()


def _deferred(
    ctx: Context, fn: FunctionBuilder, above: k.Expression, actor: k.Expression, state: k.Expression, *, stuck: bool = False
) -> None:
    """Asks what was deferred. If the play is over by it, nothing has been drawn after it."""
    fn.do(deferred_end(ctx, stuck=stuck)(V, above, actor))
    with fn.if_(ne(field_of(ctx, "over"), 0)):
        fn.set(STATE, state)


def _scores(ctx: Context, fn: FunctionBuilder, rows: k.Local, to: k.Local, above: k.Local) -> None:
    core = ctx.m.core
    for player in range(player_count(ctx)):
        if core.match is not None:
            fn.store(to + (4 + player), field_of(ctx, "total", player), rows)
        elif core.score is not None:
            counted: k.Expression = score_function(ctx)(V, above, player)
            if (decided := scored(ctx)) is not None:
                counted = choose(ne(V[decided], 0), V[decided + 1 + player], counted)
            fn.store(to + (4 + player), counted, rows)


def perft_entry(ctx: Context) -> Callee:
    """Leaf turns: a roll, and a step after which its turn continues, do not reduce the depth.

    `deep` counts such steps; if a turn has too many, the result is below 0. `calls` counts all steps from the root.
    """
    depth, deep, calls = local("depth"), local("deep"), local("calls")

    def write(fn: FunctionBuilder) -> None:
        memory, row = ctx.m.memory, row_width(ctx)
        kept = fn.set("kept", fn.room(T, MOST * row))
        simple = not in_turn_tests(ctx) and not has_field(ctx, "chance")
        if not simple:
            with fn.if_(eq(deep, LONGEST_TURN)):
                fn.ret(ENDLESS)
        if simple and play_counts(ctx):
            with fn.if_(eq(depth, 1)):
                fn.ret(steps_entry(ctx)(V, kept, T, LIMIT, LIMIT))
        fn.set(N, steps_entry(ctx)(V, kept, T, MOST, 0))
        trap_if_full(fn)
        if simple:
            with fn.if_(eq(depth, 1)):
                fn.ret(N)
        with fn.if_(eq(calls, MOST_CALLS)):
            give_up(ctx, fn, TOO_DEEP)
        rows = fn.set("rows", T + N * row)  # the memory above the rows is free again
        above = fn.set("above", fn.room(rows, memory.state))
        fn.copy(0, memory.state, rows)
        played = fn.set("played", V[memory.played])
        leaves = fn.set("leaves", 0)
        with fn.for_("k", 0, N) as number:
            fn.do(play_entry(ctx)(V, above, T + number * row))
            goes_on: k.Expression = turn_goes_on(ctx)(V, T)
            if has_field(ctx, "chance"):
                is_roll = eq(V[T + number * row], step_numbers(ctx)["roll"])
                goes_on = any_of([goes_on, all_of([is_roll, eq(field_of(ctx, "over"), 0)])])
            if simple:
                fn.set(leaves, leaves + fn.itself(V, above, depth - 1, MOST, deep, calls + 1))
            else:
                with fn.if_(goes_on):
                    fn.set(leaves, leaves + fn.itself(V, above, depth, MOST, deep + 1, calls + 1))
                with fn.elif_(gt(depth, 1)):
                    fn.set(leaves, leaves + fn.itself(V, above, depth - 1, MOST, 0, calls + 1))
                with fn.else_():
                    fn.set(leaves, leaves + 1)
                with fn.if_(lt(leaves, 0)):
                    fn.ret(leaves)
            fn.copy(rows, memory.state, 0)
            fn.store(memory.played, played)
        fn.ret(leaves)

    return ctx.m.function("perft", "", (depth, MOST, deep, calls), write, (Type.WORD,))
