"""The history of positions: what enters it, and how often the present position has occurred."""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, any_of, choose, eq, ge, gt, literal, lt, ne
from ggl.compiler.kernel.forms import Operand
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, library_function
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.memory import PAST_FULL, HistoryLayout
from ggl.core import forms as f


def player_count(ctx: Context) -> int:
    return ctx.m.layout.slots["seat"].sizes[0]


def field_at(ctx: Context, field: str, *index: int) -> int:
    return ctx.m.layout.at(field, *index)


def has_field(ctx: Context, field: str) -> bool:
    return ctx.m.layout.has(field)


def field_of(ctx: Context, field: str, *index: int) -> k.Load:
    """An entry of a field in the position."""
    return V[field_at(ctx, field, *index)]


def seat_to_choose(ctx: Context, fn: FunctionBuilder) -> k.Local:
    """The seat of the side to move; -1 where a roll is due."""
    chooser = fn.set("chooser", V[ctx.m.layout.slots["seat"].start + field_of(ctx, "mover")])
    if has_field(ctx, "chance"):
        with fn.if_(ne(field_of(ctx, "chance"), 0)):
            fn.set(chooser, -1)
    return chooser


def in_turn_tests(ctx: Context) -> list[k.Expression]:
    """Any of these holds within a turn that has begun."""
    tests: list[k.Expression] = []
    if has_field(ctx, "pending"):
        tests.append(lt(field_of(ctx, "pending"), ctx.m.layout.nothing_pending))
    if has_field(ctx, "steps"):
        tests.append(gt(field_of(ctx, "steps"), 0))
    return tests


def offers_sides(ctx: Context) -> k.Expression:
    """The test that the second side has its first turn, in which a pie rule offers its choice."""
    return eq(field_of(ctx, "pie" if has_field(ctx, "pie") else "ply"), 1)


def history_keys(ctx: Context) -> tuple[str, ...]:
    """The ways to compare positions that the rules use."""
    return tuple(sorted({form.key for form in ctx.m.forms if isinstance(form, f.Seen)}))


def ranges(ctx: Context, key: str) -> tuple[tuple[int, int], ...]:
    return ctx.m.layout.ranges(key)


def key_size(ctx: Context, key: str) -> int:
    return sum(stop - start for start, stop in ranges(ctx, key))


def history_layout(ctx: Context) -> HistoryLayout:
    return HistoryLayout(tuple(key_size(ctx, key) for key in history_keys(ctx)))


def hash_at(ctx: Context, way: int, place: k.Expression) -> k.Expression:
    """The place of the hash of a position of the history, for one way to compare."""
    memory = ctx.m.memory
    return V[memory.history] + V[memory.room] * way + place


def _entries_at(ctx: Context, way: int, place: k.Expression) -> k.Expression:
    """The place of the entries that one way compares, of a position of the history."""
    memory, layout = ctx.m.memory, history_layout(ctx)
    return V[memory.history] + V[memory.room] * layout.ways + place * layout.entries + sum(layout.sizes[:way])


def give_up(ctx: Context, fn: FunctionBuilder, why: int) -> None:
    """Traps, and tells the host what the memory is too small for."""
    fn.store(ctx.m.memory.refused, why)
    fn.trap()


def begin_past(ctx: Context, fn: FunctionBuilder, before: Operand) -> None:
    """A game begins behind this many positions of the history."""
    memory = ctx.m.memory
    fn.store(memory.played, before)
    if memory.since is not None:
        fn.store(memory.since, before)


def forget_games(ctx: Context, fn: FunctionBuilder, kept: Operand) -> None:
    """If the last step has begun a game, its past begins behind the first `kept` positions of the history.

    Those must be all that a caller may go back to: what stands behind them is written over.
    """
    since = ctx.m.memory.since
    if since is None:
        return
    with fn.if_(gt(V[since], kept)):
        begin_past(ctx, fn, kept)


def _hash(ctx: Context, key: str) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        place = ctx.m.memory.placed_factors(key_size(ctx, key))
        h = fn.set("h", 0)
        for start, stop in ranges(ctx, key):
            with fn.for_("i", 0, stop - start) as i:
                fn.set(h, h + V[start + i] * V[place + i])
            place += stop - start
        fn.ret(h)

    return ctx.m.function("hash", key, (), write)


def remember_position(ctx: Context, fn: FunctionBuilder) -> None:
    """The position left behind joins the history, if a turn begins in it."""

    def write(function: FunctionBuilder) -> None:
        memory = ctx.m.memory
        tests = in_turn_tests(ctx)
        if has_field(ctx, "chance"):
            tests.append(ne(field_of(ctx, "chance"), 0))
        if tests:
            with function.if_(any_of(tests)):
                function.ret()
        with function.if_(ge(V[memory.played], V[memory.room])):
            give_up(ctx, function, PAST_FULL)
        for way, key in enumerate(history_keys(ctx)):
            function.store(hash_at(ctx, way, V[memory.played]), _hash(ctx, key)(V, T))
        to = function.set("to", _entries_at(ctx, 0, V[memory.played]))
        for key in history_keys(ctx):
            for start, stop in ranges(ctx, key):
                function.copy(start, stop - start, to)
                function.set(to, to + (stop - start))
        function.store(memory.played, V[memory.played] + 1)

    fn.do(ctx.m.function("remember", "position", (), write)(V, T))


def _seen(ctx: Context, key: str, *, leaving: bool = False) -> k.Call:
    """How often the present position has stood, or the one that the turn would leave: a hash finds it in the history, and the
    entries confirm it."""
    begun = in_turn_tests(ctx) if key == "position" else []

    def left(fn: FunctionBuilder) -> None:
        mover, players = field_of(ctx, "mover"), player_count(ctx)
        following = mover + 1 - field_of(ctx, "again") if has_field(ctx, "again") else mover + 1
        changed: list[tuple[int, Operand]] = [(field_at(ctx, "mover"), following % players)]
        changed += ctx.m.layout.resets(ctx.m.core.schemas)
        kept = [fn.set(f"kept_{place}", V[place]) for place, _ in changed]
        for place, code in changed:
            fn.store(place, code)
        count = fn.set("count", _seen_now(ctx, key)(V, T))
        for (place, _), code in zip(changed, kept, strict=True):
            fn.store(place, code)
        fn.ret(count)

    def asked(fn: FunctionBuilder) -> None:
        with fn.if_(any_of(begun)):
            fn.ret(ctx.m.function("seen_next", key, (), left)(V, T))
        fn.ret(_seen_now(ctx, key)(V, T))

    if leaving:
        return ctx.m.function("seen_next", key, (), left)(V, T)
    return (ctx.m.function("seen_asked", key, (), asked) if begun else _seen_now(ctx, key))(V, T)


def _seen_now(ctx: Context, key: str) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        memory, equal, way = ctx.m.memory, library_function("equal"), history_keys(ctx).index(key)
        h, count, played = fn.set("h", _hash(ctx, key)(V, T)), fn.set("count", 1), fn.set("played", V[memory.played])
        hashes, alike = fn.set("hashes", hash_at(ctx, way, literal(0))), fn.set("alike", 0)
        first = fn.set("first", V[memory.since]) if memory.since is not None else 0
        with fn.for_("k", first, played) as number:  # branch-free, so that LLVM compares several at once
            fn.set(alike, alike + choose(eq(V[hashes + number], h), 1, 0))
        with fn.if_(eq(alike, 0)):
            fn.ret(count)
        with fn.for_("k", first, played) as number:
            at = fn.set("at", _entries_at(ctx, way, number))
            tests: list[k.Expression] = [eq(V[hashes + number], h)]
            place = 0
            for start, stop in ranges(ctx, key):
                tests.append(equal(V, start, stop - start, at + place))
                place += stop - start
            with fn.if_(all_of(tests)):
                fn.set(count, count + 1)
        fn.ret(count)

    return ctx.m.function("seen", key, (), write)


def lower_seen(ctx: Context, fn: FunctionBuilder, e: f.Seen, env: Env) -> Words:
    return (_seen(ctx, e.key),)


def lower_seennext(ctx: Context, fn: FunctionBuilder, e: f.SeenNext, env: Env) -> Words:
    return (_seen(ctx, e.key, leaving=True),)
