"""Positions left behind, as emitted functions: what joins the history, and how often the present position has stood."""

from __future__ import annotations

from ggl.compiler.lower.builder import Callee, Function, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.memory import cut, factors
from ggl.core import forms as f


def player_count(ctx: Context) -> int:
    return ctx.m.layout.slots["seat"].sizes[0]


def field_at(ctx: Context, field: str, *index: int) -> int:
    return ctx.m.layout.at(field, *index)


def has_field(ctx: Context, field: str) -> bool:
    return ctx.m.layout.has(field)


def in_turn_tests(ctx: Context) -> list[str]:
    tests = []
    if has_field(ctx, "pending"):
        tests.append(f"v[{field_at(ctx, 'pending')}] < {ctx.m.layout.nothing_pending}")
    if has_field(ctx, "steps"):
        tests.append(f"v[{field_at(ctx, 'steps')}] > 0")
    return tests


def offers_sides(ctx: Context) -> str:
    """The test that the second side has its first turn, in which a pie rule offers its choice."""
    return f"v[{field_at(ctx, 'pie' if has_field(ctx, 'pie') else 'ply')}] == 1"


def history_keys(ctx: Context) -> tuple[str, ...]:
    """The ways to compare positions that the rules use."""
    return tuple(sorted({form.key for form in ctx.m.forms if isinstance(form, f.Seen)}))


def ranges(ctx: Context, key: str) -> tuple[tuple[int, int], ...]:
    return ctx.m.layout.ranges(key)


def key_size(ctx: Context, key: str) -> int:
    return sum(stop - start for start, stop in ranges(ctx, key))


def remembered_words(ctx: Context) -> int:
    """The entries of a position in the history: for each way to compare a hash and the entries compared."""
    return sum(1 + key_size(ctx, key) for key in history_keys(ctx))


def _hash(ctx: Context, key: str) -> Callee:
    def write(fn: Function) -> None:
        place = ctx.m.memory.placed([cut(factor, 1)[0] for factor in factors(key_size(ctx, key))])
        fn.line("h = 0")
        for start, stop in ranges(ctx, key):
            with fn.block(f"for i in range({stop - start}):"):
                fn.line(f"h += v[{start} + i] * v[{place} + i]")
            place += stop - start
        fn.line("return h")

    return ctx.m.function("hash", key, (), write)


def remember_position(ctx: Context, fn: Function) -> None:
    """The position left behind joins the history, if a turn begins in it."""

    def write(function: Function) -> None:
        memory = ctx.m.memory
        tests = in_turn_tests(ctx)
        if has_field(ctx, "chance"):
            tests.append(f"v[{field_at(ctx, 'chance')}] != 0")
        if tests:
            with function.block(f"if {' or '.join(tests)}:"):
                function.line("return")
        with function.block(f"if v[{memory.played}] >= v[{memory.room}]:"):
            function.line("raise ArenaFullError")
        function.line(f"to = v[{memory.history}] + v[{memory.played}] * {remembered_words(ctx)}")
        for key in history_keys(ctx):
            function.line(f"v[to] = {_hash(ctx, key)}(v, t)")
            function.line("to += 1")
            for start, stop in ranges(ctx, key):
                function.line(f"copied(v, {start}, {stop - start}, to)")
                function.line(f"to += {stop - start}")
        function.line(f"v[{memory.played}] += 1")

    fn.line(f"{ctx.m.function('remember', 'position', (), write)}(v, t)")


def seen_text(ctx: Context, key: str, *, leaving: bool = False) -> str:
    """How often the present position has stood, or the one that the turn would leave: a hash finds it in the history, and the
    entries confirm it."""
    begun = in_turn_tests(ctx) if key == "position" else []

    def left(fn: Function) -> None:
        changed = [(field_at(ctx, "mover"), f"(v[{field_at(ctx, 'mover')}] + 1) % {player_count(ctx)}")]
        if has_field(ctx, "again"):
            changed = [
                (field_at(ctx, "mover"), f"(v[{field_at(ctx, 'mover')}] + 1 - v[{field_at(ctx, 'again')}]) % {player_count(ctx)}")
            ]
        changed += [(place, str(start)) for place, start in ctx.m.layout.resets(ctx.m.core.schemas)]
        for place, _ in changed:
            fn.line(f"kept_{place} = v[{place}]")
        for place, text in changed:
            fn.line(f"v[{place}] = {text}")
        fn.line(f"count = {_seen_now(ctx, key)}(v, t)")
        for place, _ in changed:
            fn.line(f"v[{place}] = kept_{place}")
        fn.line("return count")

    def asked(fn: Function) -> None:
        with fn.block(f"if {' or '.join(begun)}:"):
            fn.line(f"return {ctx.m.function('seen_next', key, (), left)}(v, t)")
        fn.line(f"return {_seen_now(ctx, key)}(v, t)")

    if leaving:
        return f"{ctx.m.function('seen_next', key, (), left)}(v, t)"
    return f"{ctx.m.function('seen_asked', key, (), asked) if begun else _seen_now(ctx, key)}(v, t)"


def _seen_now(ctx: Context, key: str) -> Callee:
    def write(fn: Function) -> None:
        memory = ctx.m.memory
        offset = sum(1 + key_size(ctx, other) for other in history_keys(ctx)[: history_keys(ctx).index(key)])
        fn.line(f"h = {_hash(ctx, key)}(v, t)")
        fn.line("count = 1")
        with fn.block(f"for k in range(v[{memory.played}]):"):
            fn.line(f"at = v[{memory.history}] + k * {remembered_words(ctx)} + {offset}")
            tests, at = ["v[at] == h"], 1
            for start, stop in ranges(ctx, key):
                tests.append(f"equal(v, {start}, {stop - start}, at + {at})")
                at += stop - start
            with fn.block(f"if {' and '.join(tests)}:"):
                fn.line("count += 1")
        fn.line("return count")

    return ctx.m.function("seen", key, (), write)


def lower_seen(ctx: Context, fn: Function, e: f.Seen, env: Env) -> Words:
    return (seen_text(ctx, e.key),)


def lower_seennext(ctx: Context, fn: Function, e: f.SeenNext, env: Env) -> Words:
    return (seen_text(ctx, e.key, leaving=True),)
