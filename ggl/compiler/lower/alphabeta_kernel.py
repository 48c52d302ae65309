"""Search to a depth (alpha-beta), over the same rules.

    alphabeta(v, t, tree, room, seat, depth, low, high, most)

It returns the value of the position in memory for a seat, searched to a given depth in steps.
Values are whole numbers, for the seat that was asked for: `WON` and more for a win, the more the sooner; 0 for a draw; between
them the lead by score, in codes, where there is a score. Where there are rolls, whose values are means, a lead is worth a share
of `WON`, as much as a win of that probability. A side that chooses for that seat takes the greatest value, any other
the least, whoever it is, so a turn may have any number of steps. Only for two seats.

`tree` has `room` entries: a head (`HEAD` entries: nodes looked at, how many there may be, whether it was broken off, how often a
position was judged that is not over), and then the transposition table: records of key, value, depth and bound, whether a
position that is not over was judged on the way, and the step that was best. Only what was looked at as deep counts, so that the
distance of a win is exact. A game whose rules look at earlier positions has no such table.

Source: D. Knuth, R. Moore, "An analysis of alpha-beta pruning" (1975).
"""

from __future__ import annotations

from ggl.compiler.kernel.build import all_of, any_of, choose, eq, ge, greatest_of, gt, le, least_of, lt, ne, shr
from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, local
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import field_of, has_field, player_count
from ggl.compiler.lower.mcts_kernel import ROOM, TREE, tree_outcome
from ggl.compiler.lower.movegen import steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, N, has_history, row_width
from ggl.compiler.lower.turns import play_entry, score_function
from ggl.compiler.memory import factors
from ggl.engine.layout import points_of

NODES, LIMIT, STOPPED, JUDGED = range(4)
HEAD = 4
RECORD = 4
"""Entries of a record: key, value, 8 * depth + 4 if something was judged + bound, the number of the best step."""

EXACT, AT_LEAST, AT_MOST = range(3)

WON = 1 << 40
HALF_A_WIN = 10
"""Points. A lead of this size is worth half of `MOST_OF_A_WIN`, which no lead reaches."""
MOST_OF_A_WIN = WON - WON // 50
ENDLESS = 1 << 50


SEAT, DEPTH, LOW, HIGH = map(local, ("seat", "depth", "low", "high"))
FIRST, AT, KEY, SEEN_BEFORE = map(local, ("first", "at", "key", "judged"))
"""The step to look at first; the place of a record, and the key of the position; how often was judged before."""


def alphabeta_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        memory, size, row = ctx.m.memory, ctx.m.memory.state, row_width(ctx)
        fn.store(NODES, TREE[NODES] + 1, TREE)
        with fn.if_(ne(field_of(ctx, "over"), 0)):
            result = fn.set("result", tree_outcome(ctx)(V, T))
            with fn.if_(gt(result, player_count(ctx))):
                fn.ret(0)
            with fn.if_(eq(result, 1 + SEAT)):
                fn.ret(WON + DEPTH)
            fn.ret(-WON - DEPTH)
        with fn.if_(eq(DEPTH, 0)):
            fn.store(JUDGED, TREE[JUDGED] + 1, TREE)
            fn.ret(_lead(ctx)(V, T, SEAT))
        with fn.if_(gt(TREE[NODES], TREE[LIMIT])):
            fn.store(STOPPED, 1, TREE)
            fn.ret(0)
        fn.set(FIRST, -1)
        fn.set(SEEN_BEFORE, TREE[JUDGED])
        if not has_history(ctx):
            _look_up(ctx, fn)
        kept = fn.set("kept", fn.room(T, MOST * row))
        fn.set(N, steps_entry(ctx)(V, kept, T, MOST, 0))
        trap_if_full(fn)
        rows = fn.set("rows", T + N * row)
        above = fn.set("above", fn.room(rows, size))
        fn.copy(0, size, rows)
        played = fn.set("played", V[memory.played])
        a, b, chance = fn.set("a", LOW), fn.set("b", HIGH), fn.set("chance", False)
        if has_field(ctx, "chance"):
            fn.set(chance, ne(field_of(ctx, "chance"), 0))
        ours = fn.set("ours", eq(V[ctx.m.layout.slots["seat"].start + field_of(ctx, "mover")], SEAT))
        best, best_step = fn.set("best", choose(ours, -ENDLESS, ENDLESS)), fn.set("best_step", -1)
        sum_, open_still = fn.set("total", 0), fn.set("open_still", True)
        with fn.for_("number", -1, N) as number:
            step = fn.set("k", choose(lt(number, 0), FIRST, number))
            with fn.if_(all_of([open_still, ge(step, 0), lt(step, N), any_of([lt(number, 0), ne(step, FIRST)])])):
                fn.do(play_entry(ctx)(V, above, T + step * row))
                with fn.if_(chance):
                    fn.set(sum_, sum_ + fn.itself(V, above, TREE, ROOM, SEAT, DEPTH - 1, -ENDLESS, ENDLESS, MOST))
                with fn.else_():
                    value = fn.set("value", fn.itself(V, above, TREE, ROOM, SEAT, DEPTH - 1, a, b, MOST))
                    with fn.if_(any_of([lt(best_step, 0), choose(ours, gt(value, best), lt(value, best))])):
                        fn.set(best, value)
                        fn.set(best_step, step)
                    with fn.if_(ours):
                        fn.set(a, greatest_of(a, best))
                    with fn.else_():
                        fn.set(b, least_of(b, best))
                    fn.set(open_still, lt(a, b))
                fn.copy(rows, size, 0)
                fn.store(memory.played, played)
                with fn.if_(ne(TREE[STOPPED], 0)):
                    fn.ret(0)
        with fn.if_(eq(N, 0)):
            fn.ret(0)
        with fn.if_(chance):
            fn.ret(sum_ // N)
        if not has_history(ctx):
            bound = fn.set("bound", choose(le(best, LOW), AT_MOST, choose(ge(best, HIGH), AT_LEAST, EXACT)))
            depth_and_bound = 8 * DEPTH + 4 * ne(TREE[JUDGED], SEEN_BEFORE) + bound
            for place, each in enumerate((KEY, best, depth_and_bound, best_step)):
                fn.store(AT + place if place else AT, each, TREE)
        fn.ret(best)

    return ctx.m.function("alphabeta", "", (TREE, ROOM, SEAT, DEPTH, LOW, HIGH, MOST), write, (Type.WORD,))


def _look_up(ctx: Context, fn: FunctionBuilder) -> None:
    fn.set(KEY, _key(ctx)(V, T) ^ SEAT + 1)
    fn.set(AT, HEAD + (KEY & (ROOM - HEAD) // RECORD - 1) * RECORD)
    with fn.if_(eq(TREE[AT], KEY)):
        fn.set(FIRST, TREE[AT + 3])
        with fn.if_(eq(TREE[AT + 2] >> 3, DEPTH)):
            its, bound = fn.set("its", TREE[AT + 1]), fn.set("bound", TREE[AT + 2] & 3)
            at_least, at_most = all_of([eq(bound, AT_LEAST), ge(its, HIGH)]), all_of([eq(bound, AT_MOST), le(its, LOW)])
            with fn.if_(any_of([eq(bound, EXACT), at_least, at_most])):
                fn.store(JUDGED, TREE[JUDGED] + (TREE[AT + 2] >> 2 & 1), TREE)
                fn.ret(its)


def _key(ctx: Context) -> Callee:
    """A hash of the whole position, mixed so that its low bits may be used."""

    def write(fn: FunctionBuilder) -> None:
        key = fn.set("key", 0)
        for place, factor in enumerate(factors(ctx.m.layout.length)):
            fn.set(key, key + V[place] * factor)
        fn.ret(key ^ shr(key, 29))

    return ctx.m.function("position_key", "", (), write)


def _lead(ctx: Context) -> Callee:
    """The seat's lead by score; 0 without scores."""

    def write(fn: FunctionBuilder) -> None:
        core, seats = ctx.m.core, ctx.m.layout.slots["seat"].start
        if core.match is None and core.score is None:
            fn.ret(0)
            return
        lead = fn.set("lead", 0)
        for player in range(player_count(ctx)):
            points = field_of(ctx, "total", player) if core.match is not None else score_function(ctx)(V, T, player)
            with fn.if_(eq(V[seats + player], SEAT)):
                fn.set(lead, lead + points)
            with fn.else_():
                fn.set(lead, lead - points)
        if has_field(ctx, "chance"):
            points_type = points_of(core)
            half = HALF_A_WIN * (1 if points_type is None else points_type.scale)
            share = MOST_OF_A_WIN - MOST_OF_A_WIN * half // (choose(lt(lead, 0), -lead, lead) + half)
            fn.ret(choose(lt(lead, 0), -share, share))
            return
        fn.ret(least_of(greatest_of(lead, 1 - WON), WON - 1))

    return ctx.m.function("lead", "", (SEAT,), write)
