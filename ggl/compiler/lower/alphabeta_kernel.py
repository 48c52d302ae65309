"""Search to a depth (alpha-beta) as an emitted function, over the same rules.

    alphabeta(v, t, tree, room, seat, depth, low, high, most)

It gives what the position in the memory is worth to a seat, in so many steps.
Values are whole numbers, for the seat that was asked for: `WON` and more for a win, the more the sooner; 0 for a draw; between
them the lead by score, in codes, where there is a score. A side that chooses for that seat takes the greatest value, any other
the least, whoever it is, so a turn may have any number of steps; a roll is worth the mean. Only for two seats.

`tree` has `room` entries: a head (`HEAD` entries: nodes looked at, how many there may be, whether it was broken off, how often a
position was judged that is not over), and then the transposition table: records of key, value, depth and bound, whether a
position that is not over was judged on the way, and the step that was best. Only what was looked at as deep counts, so that the
distance of a win is exact. A game whose rules look at earlier positions has no such table.

Source: D. Knuth, R. Moore, "An analysis of alpha-beta pruning" (1975).
"""

from __future__ import annotations

from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import Callee, Function
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import field_at, has_field, player_count
from ggl.compiler.lower.mcts_kernel import TREE, tree_outcome
from ggl.compiler.lower.movegen import steps_entry
from ggl.compiler.lower.moves import has_history, row_width
from ggl.compiler.lower.turns import play_entry, score_function
from ggl.compiler.memory import factors

NODES, LIMIT, STOPPED, JUDGED = range(4)
HEAD = 4
RECORD = 4
"""Entries of a record: key, value, 8 * depth + 4 if something was judged + bound, the number of the best step."""

EXACT, AT_LEAST, AT_MOST = range(3)

WON = 1 << 40
ENDLESS = 1 << 50


def alphabeta_entry(ctx: Context) -> Callee:
    name = ctx.m.names.of("alphabeta", "")

    def write(fn: Function) -> None:
        memory, size = ctx.m.memory, ctx.m.memory.state
        fn.line(f"tree[{NODES}] += 1")
        with fn.block(f"if v[{field_at(ctx, 'over')}] != 0:"):
            fn.line(f"result = {tree_outcome(ctx)}(v, t)")
            with fn.block(f"if result > {player_count(ctx)}:"):
                fn.line("return 0")
            with fn.block("if result == 1 + seat:"):
                fn.line(f"return {WON} + depth")
            fn.line(f"return -{WON} - depth")
        with fn.block("if depth == 0:"):
            fn.line(f"tree[{JUDGED}] += 1")
            fn.line(f"return {_lead(ctx)}(v, t, seat)")
        with fn.block(f"if tree[{NODES}] > tree[{LIMIT}]:"):
            fn.line(f"tree[{STOPPED}] = 1")
            fn.line("return 0")
        fn.line("first = -1")
        fn.line(f"judged = tree[{JUDGED}]")
        if not has_history(ctx):
            _look_up(ctx, fn)
        fn.line(f"kept = {fn.room('t', f'most * {row_width(ctx)}')}")
        fn.line(f"n = {steps_entry(ctx)}(v, kept, t, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        fn.line(f"rows = t + n * {row_width(ctx)}")
        fn.line(f"above = {fn.room('rows', str(size))}")
        fn.line(f"copied(v, 0, {size}, rows)")
        fn.line(f"played = v[{memory.played}]")
        fn.line("a = low")
        fn.line("b = high")
        fn.line("chance = False")
        if has_field(ctx, "chance"):
            fn.line(f"chance = v[{field_at(ctx, 'chance')}] != 0")
        fn.line(f"ours = v[{ctx.m.layout.slots['seat'].start} + v[{field_at(ctx, 'mover')}]] == seat")
        fn.line(f"best = -{ENDLESS} if ours else {ENDLESS}")
        fn.line("best_step = -1")
        fn.line("total = 0")
        fn.line("open_still = True")
        with fn.block("for number in range(-1, n):"):
            fn.line("k = first if number < 0 else number")
            with fn.block("if open_still and k >= 0 and k < n and (number < 0 or k != first):"):
                fn.line(f"{play_entry(ctx)}(v, above, t + k * {row_width(ctx)})")
                with fn.block("if chance:"):
                    fn.line(f"total += {name}(v, above, tree, room, seat, depth - 1, -{ENDLESS}, {ENDLESS}, most)")
                with fn.block("else:"):
                    fn.line(f"value = {name}(v, above, tree, room, seat, depth - 1, a, b, most)")
                    with fn.block("if best_step < 0 or (value > best if ours else value < best):"):
                        fn.line("best = value")
                        fn.line("best_step = k")
                    with fn.block("if ours:"):
                        fn.line("a = max(a, best)")
                    with fn.block("else:"):
                        fn.line("b = min(b, best)")
                    fn.line("open_still = a < b")
                fn.line(f"copied(v, rows, {size}, 0)")
                fn.line(f"v[{memory.played}] = played")
                with fn.block(f"if tree[{STOPPED}] != 0:"):
                    fn.line("return 0")
        with fn.block("if n == 0:"):
            fn.line("return 0")
        with fn.block("if chance:"):
            fn.line("return total // n")
        if not has_history(ctx):
            fn.line(f"bound = {AT_MOST} if best <= low else ({AT_LEAST} if best >= high else {EXACT})")
            fn.line("tree[at] = key")
            fn.line("tree[at + 1] = best")
            fn.line(f"tree[at + 2] = 8 * depth + 4 * int(tree[{JUDGED}] != judged) + bound")
            fn.line("tree[at + 3] = best_step")
        fn.line("return best")

    return ctx.m.function("alphabeta", "", (TREE, "room", "seat", "depth", "low", "high", "most"), write, (Type.WORD,))


def _look_up(ctx: Context, fn: Function) -> None:
    fn.line(f"key = {_key(ctx)}(v, t) ^ (seat + 1)")
    fn.line(f"at = {HEAD} + (key & ((room - {HEAD}) // {RECORD} - 1)) * {RECORD}")
    with fn.block("if tree[at] == key:"):
        fn.line("first = tree[at + 3]")
        with fn.block("if tree[at + 2] >> 3 == depth:"):
            fn.line("its = tree[at + 1]")
            fn.line("bound = tree[at + 2] & 3")
            exact = f"bound == {EXACT} or (bound == {AT_LEAST} and its >= high) or (bound == {AT_MOST} and its <= low)"
            with fn.block(f"if {exact}:"):
                fn.line(f"tree[{JUDGED}] += tree[at + 2] >> 2 & 1")
                fn.line("return its")


def _key(ctx: Context) -> Callee:
    """A hash of the whole position, mixed so that its low bits may be used."""

    def write(fn: Function) -> None:
        fn.line("key = 0")
        for place, factor in enumerate(factors(ctx.m.layout.length)):
            signed = factor - (1 << 64) if factor >> 63 else factor
            fn.line(f"key += v[{place}] * {signed}")
        fn.line("return key ^ shr(key, 29)")

    return ctx.m.function("position_key", "", (), write)


def _lead(ctx: Context) -> Callee:
    """By how much the seat leads by score; 0 where there is none."""

    def write(fn: Function) -> None:
        core, seat = ctx.m.core, ctx.m.layout.slots["seat"].start
        if core.match is None and core.score is None:
            fn.line("return 0")
            return
        fn.line("lead = 0")
        for player in range(player_count(ctx)):
            points = (
                f"v[{field_at(ctx, 'total', player)}]" if core.match is not None else f"{score_function(ctx)}(v, t, {player})"
            )
            with fn.block(f"if v[{seat + player}] == seat:"):
                fn.line(f"lead += {points}")
            with fn.block("else:"):
                fn.line(f"lead -= {points}")
        fn.line("return lead")

    return ctx.m.function("lead", "", ("seat",), write)
