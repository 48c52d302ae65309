"""What is offered, as emitted functions: the legal steps of a position, and of those the ones with which a best turn begins."""

from __future__ import annotations

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.lower.builder import Callee, Function
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once
from ggl.compiler.lower.expressions import atoms, condition, one
from ggl.compiler.lower.folds import each_member
from ggl.compiler.lower.history import field_at, has_field, in_turn_tests, offers_sides, player_count, remember_position
from ggl.compiler.lower.moves import (
    _with_lets,
    call_legal,
    clear_pending,
    do_call,
    follows,
    has_history,
    in_phase,
    lets_ask_history,
    remember_step,
    row_width,
    written,
)
from ggl.compiler.memory import TOO_LONG, TOO_MANY
from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.engine.protocol import STEPS_LIMIT, TURN_LIMIT
from ggl.engine.wishes import best_possible


def step_numbers(ctx: Context) -> dict[str, int]:
    """The numbers of the steps that are of no schema; those of the sides to take come last."""
    count = len(ctx.m.core.schemas)
    return {"pass": count, "stop": count + 1, "swap-sides": count + 2, "roll": count + 3, "take-": count + 4}


def turn_goes_on(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        fn.line(f"return {' or '.join(in_turn_tests(ctx)) or 'False'}")

    return ctx.m.function("turn", "goes_on", (), write)


def offered(ctx: Context) -> Callee:
    """The steps of schemas that are legal now, and `stop` where going on is optional."""

    def write(fn: Function) -> None:
        fn.line("likely = 0")
        if has_field(ctx, "pending"):
            for number, schema in enumerate(ctx.m.core.schemas):
                if not schema.then:
                    continue
                with fn.block(f"if v[{field_at(ctx, 'pending')}] == {number}:"):
                    fn.line(f"n = {follows(ctx, schema)}(v, t, out, n, most, skip, likely)")
                    if any(pick.optional for pick in schema.then):
                        with fn.block("if n < most:"):
                            written(ctx, fn, [str(step_numbers(ctx)["stop"])])
                    fn.line("return n")
        for number, phase in enumerate(ctx.m.core.turn.phases):
            with in_phase(ctx, fn, number):
                for tier in phase.tiers:
                    for schema in ctx.m.core.schemas:
                        if schema.name in tier:
                            fn.line(f"n = {call_legal(ctx, schema, {})}")
                            with fn.block("if n >= most:"):
                                fn.line("return n")
                    with fn.block("if n > 0:"):
                        fn.line("return n")
        fn.line("return n")

    return ctx.m.function("offered", "now", ("out", "n", "most", "skip"), write)


def any_offered(ctx: Context, fn: Function) -> str:
    return f"{offered(ctx)}(v, t, t, 0, 1, 1) > 0"


def steps_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        turn = ctx.m.core.turn
        with fn.block(f"if v[{field_at(ctx, 'over')}] != 0:"):
            fn.line("return 0")
        if has_field(ctx, "chance"):
            with fn.block(f"if v[{field_at(ctx, 'chance')}] != 0:"):
                fn.line(f"return {_outcomes(ctx)}(v, t, out, most, skip)")
        in_turn = " or ".join(in_turn_tests(ctx)) or "False"
        if turn.pie == "choose-side":
            with fn.block(f"if {offers_sides(ctx)} and not ({in_turn}):"):
                fn.line("n = 0")
                for player in range(player_count(ctx)):
                    written(ctx, fn, [str(step_numbers(ctx)["take-"] + player)])
                fn.line("return n")
        fn.line(f"n = {offered(ctx)}(v, t, out, 0, most, skip)")
        with fn.block(f"if n > {STEPS_LIMIT}:"):
            _refuse(ctx, fn, TOO_MANY)
        if turn.preferred is not None:
            with fn.block("if n > 1:"):
                fn.line(f"n = {_best(ctx)}(v, t, out, n)")
        with fn.block(f"if n >= most or {in_turn}:"):
            fn.line("return n")
        if turn.pie == "swap-sides":
            with fn.block(f"if {offers_sides(ctx)} and n > 0:"):
                written(ctx, fn, [str(step_numbers(ctx)["swap-sides"])])
        if turn.passing == "free":
            written(ctx, fn, [str(step_numbers(ctx)["pass"])])
        elif turn.passing == "forced":
            with fn.block("if n == 0:"):
                written(ctx, fn, [str(step_numbers(ctx)["pass"])])
        fn.line("return n")

    return ctx.m.function("steps", "", ("out", "most", "skip"), write)


def _refuse(ctx: Context, fn: Function, why: int) -> None:
    """Leaves with what any memory is too small for."""
    fn.line(f"v[{ctx.m.memory.refused}] = {why}")
    fn.line("raise ArenaFullError")


def _outcomes(ctx: Context) -> Callee:
    """What a roll may come to."""

    def write(fn: Function) -> None:
        fn.line("n = 0")
        for number, roll in enumerate(ctx.m.core.rolls):
            with fn.block(f"if v[{field_at(ctx, 'chance')}] == {number + 1}:"):
                found = bound_once(ctx, fn, roll.source, {}, "s")
                with each_member(ctx, fn, found, roll.source.type) as item, fn.block("if n < most:"):
                    written(ctx, fn, [str(step_numbers(ctx)["roll"]), str(number), item[0]])
        fn.line("return n")

    return ctx.m.function("outcomes", "", ("out", "most", "skip"), write)


def acted(ctx: Context) -> Callee:
    """The step in a row is made, its turn not ended; whether it goes on."""

    def write(fn: Function) -> None:
        for number, schema in enumerate(ctx.m.core.schemas):
            with fn.block(f"if v[at] == {number}:"):
                args = "".join(f", v[at + {1 + place}]" for place in range(len(schema.params)))
                fn.line(f"return {act_function(ctx, schema)}(v, t{args})")
        fn.line("return False")

    return ctx.m.function("acted", "", ("at",), write)


# ---- the choice among whole turns


def turn_objective(ctx: Context) -> int:
    """The entries of what whole turns are chosen by: a number, or a list of so many."""
    preferred = ctx.m.core.turn.preferred
    assert preferred is not None
    if not isinstance(preferred.type, ListOf):
        return 1
    if not isinstance(preferred, f.ListOp) or preferred.op != "literal":
        raise CannotCompileError("a choice among whole turns by a list of no certain length")
    return len(preferred.args)


def kept_turn(ctx: Context) -> int:
    """A slot for a position within a turn: a hash, a value, and the state; none where whole turns are not chosen among."""
    return 0 if ctx.m.core.turn.preferred is None else 1 + turn_objective(ctx) + ctx.m.layout.length


def _best(ctx: Context) -> Callee:
    """Of the rows, those with which the best whole turn from here begins; they move up to the first places."""
    row, wish = row_width(ctx), turn_objective(ctx)

    def write(fn: Function) -> None:
        memory = ctx.m.memory
        values = fn.reserve(f"n * {wish}")
        fn.line(f"values = {values}")
        fn.line(f"table = {_table(ctx, fn)}")
        kept = fn.reserve(str(memory.state))
        fn.line(f"copied(v, 0, {memory.state}, {kept})")
        fn.line(f"played = v[{memory.played}]")
        with fn.block("for k in range(n):"):
            fn.line(f"{_reached(ctx)}(v, t, out + k * {row}, values + k * {wish}, table, 0)")
            fn.line(f"copied(v, {kept}, {memory.state}, 0)")
            fn.line(f"v[{memory.played}] = played")
        fn.line("best = values")
        with fn.block("for k in range(1, n):"), fn.block(f"if {_wins(ctx, f'values + k * {wish}', 'best')}:"):
            fn.line(f"best = values + k * {wish}")
        fn.line("left = 0")
        with fn.block("for k in range(n):"), fn.block(f"if equal(v, values + k * {wish}, {wish}, best):"):
            fn.line(f"copied(v, out + k * {row}, {row}, out + left * {row})")
            fn.line("left += 1")
        fn.line("return left")

    return ctx.m.function("best", "", ("out", "n"), write)


def _wins(ctx: Context, a: str, b: str) -> str:
    sign = "<" if ctx.m.core.turn.prefer == "least" else ">"
    return f"compare_lists(v, {a}, {turn_objective(ctx)}, {b}, {turn_objective(ctx)}) {sign} 0"


def _enough(ctx: Context, fn: Function, at: str) -> None:
    """Leaves a loop once there is a value that none can better."""
    bound = best_possible(ctx.m.core.turn)
    if bound is None:
        return
    ends = bound if isinstance(bound, tuple) else (bound,)
    with fn.block(f"if {' and '.join(f'v[{at} + {number}] == {end}' for number, end in enumerate(ends))}:"):
        fn.line("break")


def _table(ctx: Context, fn: Function) -> str:
    """Room for what is known of positions within the turn: how many, then slots of hash, value and state."""
    slot = kept_turn(ctx)
    most = f"v[{ctx.m.memory.turns}]"
    place = fn.reserve(f"1 + {most} * {slot}")
    with fn.block(f"for k in range({most}):"):
        fn.line(f"v[{place} + 1 + k * {slot}] = 0")
    fn.line(f"v[{place}] = 0")
    return place


def _reached(ctx: Context) -> Callee:
    """What the best of the whole turns comes to that begin with the step in a row; it is written to `to`."""
    name, wish, row = ctx.m.names.of("reached", ""), turn_objective(ctx), row_width(ctx)
    preferred = ctx.m.core.turn.preferred
    assert preferred is not None

    def value(fn: Function) -> None:
        with fn.passing():
            found = atoms(ctx, fn, preferred, {})
            if isinstance(preferred.type, ListOf):
                fn.line(f"copied(v, {found[0]}, {wish}, to)")
            else:
                fn.line(f"v[to] = {found[0]}")

    def write(fn: Function) -> None:
        memory, length, slot = ctx.m.memory, ctx.m.layout.length, kept_turn(ctx)
        with fn.block(f"if deep == {TURN_LIMIT}:"):
            _refuse(ctx, fn, TOO_LONG)
        fn.line(f"most = v[{memory.turns}]")
        with fn.block(f"if v[at] == {step_numbers(ctx)['stop']}:"):
            value(fn)
            fn.line("return")
        if has_history(ctx) and not lets_ask_history(ctx):
            remember_position(ctx, fn)
        with fn.block(f"if not {acted(ctx)}(v, t, at):"):
            value(fn)
            fn.line("return")
        fn.line("h = 1")
        with fn.block(f"for i in range({length}):"):
            fn.line("h = mixed(h ^ v[i])")
        fn.line("h |= 3")
        fn.line("place = shr(h, 20) % most")
        with fn.block(f"while v[table + 1 + place * {slot}] != 0:"):
            fn.line(f"slot = table + 1 + place * {slot}")
            with fn.block(f"if v[slot] == h and equal(v, 0, {length}, slot + {1 + wish}):"):
                fn.line(f"copied(v, slot + 1, {wish}, to)")
                fn.line("return")
            with fn.block(f"if v[slot] == h ^ 2 and equal(v, 0, {length}, slot + {1 + wish}):"):
                _refuse(ctx, fn, TOO_LONG)  # the turn comes back to where it was, and never ends
            fn.line("place = (place + 1) % most")
        fn.line("v[table] += 1")
        with fn.block("if v[table] * 2 > most:"):
            fn.line("raise ArenaFullError")
        fn.line(f"slot = table + 1 + place * {slot}")
        fn.line("v[slot] = h ^ 2")
        fn.line(f"copied(v, 0, {length}, slot + {1 + wish})")
        fn.line("rows = t")
        fn.line(f"kept = {fn.room('rows', f'most * {row}')}")
        fn.line(f"n = {offered(ctx)}(v, kept, rows, 0, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        fn.line(f"kept = rows + n * {row}")
        fn.line(f"value = {fn.room('kept', str(memory.state))}")
        fn.line(f"above = {fn.room('value', str(wish))}")
        fn.line(f"copied(v, 0, {memory.state}, kept)")
        fn.line(f"played = v[{memory.played}]")
        with fn.block("for k in range(n):"):
            fn.line(f"{name}(v, above, rows + k * {row}, value, table, deep + 1)")
            fn.line(f"copied(v, kept, {memory.state}, 0)")
            fn.line(f"v[{memory.played}] = played")
            with fn.block(f"if k == 0 or {_wins(ctx, 'value', 'slot + 1')}:"):
                fn.line(f"copied(v, value, {wish}, slot + 1)")
            _enough(ctx, fn, "slot + 1")
        fn.line("v[slot] = h")
        fn.line(f"copied(v, slot + 1, {wish}, to)")

    return ctx.m.function("reached", "", ("at", "to", "table", "deep"), write, ())


def act_function(ctx: Context, schema: f.Schema) -> Callee:
    args = tuple(f"p{number}" for number in range(len(schema.params)))

    def write(fn: Function) -> None:
        env = _with_lets(ctx, fn, schema, args)  # they are read before the position is one of the past
        if lets_ask_history(ctx):
            remember_position(ctx, fn)
        clear_pending(ctx, fn)
        fn.line(f"ended = {do_call(ctx, schema, env)}")
        layout = ctx.m.layout
        fn.line(f"v[{layout.at('passes')}] = 0")
        remember_step(ctx, fn, schema, env)
        if layout.has("steps"):
            fn.line(f"v[{layout.at('steps')}] += 1")
        with fn.block("if ended:"):
            fn.line("return False")
        _goes_on(ctx, fn, schema, env)

    return ctx.m.function("act", schema.name, args, write)


def _goes_on(ctx: Context, fn: Function, schema: f.Schema, env: Env) -> None:
    """Whether the turn has another step: a follow-up that is legal, or one more while the turn says so."""
    if schema.then:
        test = "True" if schema.then_if is None else condition(ctx, fn, schema.then_if, env)
        with fn.block(f"if {test}:"):
            for pick in schema.then:
                for handed in pick.fixed:
                    value = one(ctx, fn, handed.value, env)
                    fn.line(f"v[{ctx.m.layout.at(handed.field)}] = {value}")
            fn.line(f"v[{ctx.m.layout.at('pending')}] = {ctx.m.core.schemas.index(schema)}")
            with fn.block(f"if {follows(ctx, schema)}(v, t, t, 0, 1, 1, 0) > 0:"):
                fn.line("return True")
            clear_pending(ctx, fn)
    again_while = ctx.m.core.turn.again_while
    if again_while is None:
        fn.line("return False")
        return
    with fn.block(f"if not {condition(ctx, fn, again_while, env)}:"):
        fn.line("return False")
    fn.line(f"return {any_offered(ctx, fn)}")
