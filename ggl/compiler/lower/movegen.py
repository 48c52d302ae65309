"""Move generation: the legal steps of a position, and those of them that begin a best turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, nullcontext

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, TRUE, all_of, any_of, eq, ge, gt, lt, ne, not_, shr
from ggl.compiler.kernel.forms import Operand
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, library_function, local, word_locals
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once
from ggl.compiler.lower.expressions import atoms, lower_condition, lower_scalar
from ggl.compiler.lower.folds import each_member
from ggl.compiler.lower.history import (
    field_at,
    field_of,
    give_up,
    has_field,
    in_turn_tests,
    offers_sides,
    player_count,
    remember_position,
)
from ggl.compiler.lower.moves import (
    LIKELY,
    MOST,
    OUT,
    SKIP,
    N,
    call_legal,
    clear_pending,
    do_call,
    follows,
    has_history,
    in_phase,
    lets_ask_history,
    remember_step,
    return_if_full,
    row_width,
    some_follows,
    with_lets,
    write_row,
)
from ggl.compiler.lower.passing import guarded, passes
from ggl.compiler.memory import TOO_LONG, TOO_MANY
from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.engine.protocol import STEPS_LIMIT, TURN_LIMIT
from ggl.engine.turn_objective import best_possible

AT = local("at")
"""The place of the row of a step."""

equal = library_function("equal")


def step_numbers(ctx: Context) -> dict[str, int]:
    """The numbers of the steps that are of no schema; those of the sides to take come last."""
    count = len(ctx.m.core.schemas)
    return {"pass": count, "stop": count + 1, "swap-sides": count + 2, "roll": count + 3, "take-": count + 4}


def turn_goes_on(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        fn.ret(any_of(in_turn_tests(ctx)))

    return ctx.m.function("turn", "goes_on", (), write)


def offered(ctx: Context) -> Callee:
    """The steps of schemas that are legal now, and `stop` where going on is optional."""

    def write(fn: FunctionBuilder) -> None:
        fn.set(LIKELY, 0)
        if has_field(ctx, "pending"):
            for number, schema in enumerate(ctx.m.core.schemas):
                if not schema.then:
                    continue
                with fn.if_(eq(field_of(ctx, "pending"), number)):
                    for rank, picks in enumerate(schema.tiers):
                        fn.set(N, follows(ctx, schema, rank)(V, T, OUT, N, MOST, SKIP, LIKELY))
                        with nullcontext() if rank + 1 == len(schema.tiers) else fn.if_(gt(N, 0)):
                            if any(pick.optional for pick in picks):
                                with fn.if_(lt(N, MOST)):
                                    write_row(ctx, fn, [step_numbers(ctx)["stop"]])
                            fn.ret(N)
        for number, phase in enumerate(ctx.m.core.turn.phases):
            with in_phase(ctx, fn, number):
                for tier in phase.tiers:
                    for schema in ctx.m.core.schemas:
                        if schema.name in tier:
                            fn.set(N, call_legal(ctx, schema, {}))
                            return_if_full(fn)
                    with fn.if_(gt(N, 0)):
                        fn.ret(N)
        fn.ret(N)

    return ctx.m.function("offered", "now", (OUT, N, MOST, SKIP), write)


def any_offered(ctx: Context) -> k.Expression:
    return gt(offered(ctx)(V, T, T, 0, 1, 1), 0)


def steps_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        turn = ctx.m.core.turn
        with fn.if_(ne(field_of(ctx, "over"), 0)):
            fn.ret(0)
        if has_field(ctx, "chance"):
            with fn.if_(ne(field_of(ctx, "chance"), 0)):
                fn.ret(_outcomes(ctx)(V, T, OUT, MOST, SKIP))
        in_turn = in_turn_tests(ctx)
        if turn.pie == "choose-side":
            with fn.if_(all_of([offers_sides(ctx), not_(any_of(in_turn))])):
                fn.set(N, 0)
                for player in range(player_count(ctx)):
                    write_row(ctx, fn, [step_numbers(ctx)["take-"] + player])
                fn.ret(N)
        fn.set(N, offered(ctx)(V, T, OUT, 0, MOST, SKIP))
        with fn.if_(gt(N, STEPS_LIMIT)):
            give_up(ctx, fn, TOO_MANY)
        if turn.preferred is not None:
            with fn.if_(all_of([gt(N, 1), lt(N, MOST)])):  # without room for all steps, the best are unknown
                fn.set(N, _best(ctx)(V, T, OUT, N))
        with fn.if_(any_of([ge(N, MOST), *in_turn])):
            fn.ret(N)
        has_move: k.Expression = gt(N, 0)
        room: k.Expression = TRUE
        if turn.pie == "swap-sides":
            has_move, room = fn.set("has_move", has_move), lt(N, MOST)
            with fn.if_(offers_sides(ctx)):
                write_row(ctx, fn, [step_numbers(ctx)["swap-sides"]])
        free, forced = passes(ctx, "free"), passes(ctx, "forced")
        if forced != FALSE:
            with guarded(fn, not_(has_move), room, forced):
                write_row(ctx, fn, [step_numbers(ctx)["pass"]])
        if free != FALSE:
            with guarded(fn, room, free):
                write_row(ctx, fn, [step_numbers(ctx)["pass"]])
        fn.ret(N)

    return ctx.m.function("steps", "", (OUT, MOST, SKIP), write)


def trap_if_full(fn: FunctionBuilder) -> None:
    """Traps if there are more steps than room for rows."""
    with fn.if_(ge(N, MOST)):
        fn.trap()


def _outcomes(ctx: Context) -> Callee:
    """The possible outcomes of a roll."""

    def write(fn: FunctionBuilder) -> None:
        fn.set(N, 0)
        for number, roll in enumerate(ctx.m.core.rolls):
            with fn.if_(eq(field_of(ctx, "chance"), number + 1)):
                found = bound_once(ctx, fn, roll.source, {}, "s")
                with ExitStack() as loops:
                    dice = [loops.enter_context(each_member(ctx, fn, found, roll.source.type))[0] for _ in roll.fields]
                    with fn.if_(lt(N, MOST)):
                        write_row(ctx, fn, [step_numbers(ctx)["roll"], number, *dice])
        fn.ret(N)

    return ctx.m.function("outcomes", "", (OUT, MOST, SKIP), write)


def acted(ctx: Context) -> Callee:
    """Makes the step in a row without ending its turn; gives whether the turn continues.

    Some callers must also ask whether a further step is legal (`asks_for_a_step`).
    """

    return ctx.m.function("acted", "", (AT,), lambda fn: by_schema(ctx, fn, ctx.m.core.schemas, act_function))


def by_schema(
    ctx: Context,
    fn: FunctionBuilder,
    schemas: Iterable[f.Schema],
    made: Callable[[Context, f.Schema], Callee],
    otherwise: Operand | None = None,
) -> None:
    """Returns the result of a function of each schema for the step in the row at `at`; `otherwise` for steps of others.

    Where it is none, the step is of one of these schemas, so the last one is not tested for.
    """
    schemas = tuple(schemas)
    for schema in schemas:
        sure = otherwise is None and schema is schemas[-1]
        with nullcontext() if sure else fn.if_(eq(V[AT], ctx.m.core.schemas.index(schema))):
            fn.ret(made(ctx, schema)(V, T, *(V[AT + (1 + place)] for place in range(len(schema.params)))))
    if otherwise is not None or not schemas:
        fn.ret(False if otherwise is None else otherwise)


# ---- the choice among whole turns


def turn_objective(ctx: Context) -> int:
    """The number of entries of the value that chooses whole turns: of a number, or of a list."""
    preferred = ctx.m.core.turn.preferred
    assert preferred is not None
    if not isinstance(preferred.type, ListOf):
        return 1
    length = _certain_length(preferred)
    if length is None:
        raise CannotCompileError("a choice among whole turns by a list of no certain length")
    return length


def _certain_length(expr: f.Expr) -> int | None:
    """The length of a list that is the same in each position."""
    match expr:
        case f.Lit(value=tuple(members)):
            return len(members)
        case f.ListOp(op="literal", args=args):
            return len(args)
        case f.Let(body=body):
            return _certain_length(body)
        case f.If(then=one, other=other) if _certain_length(one) == _certain_length(other):
            return _certain_length(one)
    return None


def kept_turn(ctx: Context) -> int:
    """A slot for a position within a turn: a hash, a value, and the state; none where whole turns are not chosen among."""
    return 0 if ctx.m.core.turn.preferred is None else 1 + turn_objective(ctx) + ctx.m.layout.length


def _best(ctx: Context) -> Callee:
    """The rows that begin the best whole turn from here; they move up to the first places."""
    row, wish = row_width(ctx), turn_objective(ctx)

    def write(fn: FunctionBuilder) -> None:
        memory = ctx.m.memory
        values = fn.set("values", fn.reserve(N * wish))
        table = fn.set("table", _table(ctx, fn))
        kept = fn.reserve(memory.state)
        fn.copy(0, memory.state, kept)
        played = fn.set("played", V[memory.played])
        with fn.for_("k", 0, N) as number:
            fn.do(_reached(ctx)(V, T, OUT + number * row, values + number * wish, table, 0))
            fn.copy(kept, memory.state, 0)
            fn.store(memory.played, played)
        best = fn.set("best", values)
        with fn.for_("k", 1, N) as number, fn.if_(_wins(ctx, values + number * wish, best)):
            fn.set(best, values + number * wish)
        left = fn.set("left", 0)
        with fn.for_("k", 0, N) as number, fn.if_(equal(V, values + number * wish, wish, best)):
            fn.copy(OUT + number * row, row, OUT + left * row)
            fn.set(left, left + 1)
        fn.ret(left)

    return ctx.m.function("best", "", (OUT, N), write)


def _wins(ctx: Context, a: k.Expression, b: k.Expression) -> k.Expression:
    wish = turn_objective(ctx)
    compared = library_function("compare_lists")(V, a, wish, b, wish)
    return lt(compared, 0) if ctx.m.core.turn.prefer == "least" else gt(compared, 0)


def _enough(ctx: Context, fn: FunctionBuilder, at: k.Expression) -> None:
    """Leaves a loop once there is a value that none can better."""
    bound = best_possible(ctx.m.core.turn)
    if bound is None:
        return
    ends = bound if isinstance(bound, tuple) else (bound,)
    with fn.if_(all_of([eq(V[at + number], end) for number, end in enumerate(ends)])):
        fn.leave()


def _table(ctx: Context, fn: FunctionBuilder) -> k.Local:
    """Room for the known positions within the turn: their number, the hashes, 0 where there is none, then value and position of
    each. The hashes stand side by side, so that they are cleared at once."""
    slot, most = kept_turn(ctx), V[ctx.m.memory.turns]
    place = fn.reserve(1 + most * slot)
    with fn.for_("k", place, place + 1 + most) as at:
        fn.store(at, 0)
    return place


def _hash(ctx: Context) -> Callee:
    """The hash of a position within a turn, never 0 and with its lowest bits set."""
    length = ctx.m.layout.length

    def write(fn: FunctionBuilder) -> None:
        place, h = ctx.m.memory.placed_factors(length), fn.set("h", 0)
        with fn.for_("i", 0, length) as i:
            fn.set(h, h + V[i] * V.fixed(place + i))
        fn.ret(h | 3)

    return ctx.m.function("hash", "within a turn", (), write)


def _reached(ctx: Context) -> Callee:
    """The value of the best whole turn that begins with the step in a row; it is written to `to`.

    The position is another one afterwards. Where there is a bound that no turn can beat, the first step after this one is tried
    before the others are listed, since most turns reach the bound.
    """
    wish, row = turn_objective(ctx), row_width(ctx)
    turn = ctx.m.core.turn
    preferred = turn.preferred
    assert preferred is not None
    to, table, deep = map(local, ("to", "table", "deep"))

    def value(fn: FunctionBuilder) -> None:
        with fn.passing():
            found = atoms(ctx, fn, preferred, {})
            if isinstance(preferred.type, ListOf):
                fn.copy(found[0], wish, to)
            else:
                fn.store(to, found[0])

    def write(fn: FunctionBuilder) -> None:
        memory, length, size = ctx.m.memory, ctx.m.layout.length, kept_turn(ctx)
        with fn.if_(eq(deep, TURN_LIMIT)):
            give_up(ctx, fn, TOO_LONG)
        fn.set(MOST, V[memory.turns])
        with fn.if_(eq(V[AT], step_numbers(ctx)["stop"])):
            value(fn)
            fn.ret()
        if has_history(ctx) and not lets_ask_history(ctx):
            remember_position(ctx, fn)
        with fn.if_(not_(acted(ctx)(V, T, AT))):
            value(fn)
            fn.ret()
        h = fn.set("h", _hash(ctx)(V, T))
        place, slot = fn.set("place", shr(h, 32) % MOST), local("slot")
        hashes, slots = table + 1, table + 1 + MOST
        with fn.while_(ne(V[hashes + place], 0)):
            fn.set(slot, slots + place * (size - 1))
            is_here = equal(V, 0, length, slot + wish)
            with fn.if_(all_of([eq(V[hashes + place], h), is_here])):
                fn.copy(slot, wish, to)
                fn.ret()
            with fn.if_(all_of([eq(V[hashes + place], h ^ 2), is_here])):
                give_up(ctx, fn, TOO_LONG)  # the turn returned to an earlier position, so it would never end
            fn.set(place, (place + 1) % MOST)
        kept = fn.set("kept", T)
        best = fn.set("value", fn.room(kept, memory.state))
        rows = fn.set("rows", fn.room(best, wish))
        above = fn.set("above", fn.room(rows, row))
        first_alone = best_possible(turn) is not None
        if first_alone:
            fn.set(N, offered(ctx)(V, above, rows, 0, 1, 0))
        else:
            _all_steps(ctx, fn, rows, above)
        with fn.if_(eq(N, 0)):
            value(fn)
            fn.ret()
        fn.store(table, V[table] + 1)
        with fn.if_(gt(V[table] * 2, MOST)):
            fn.trap()
        fn.set(slot, slots + place * (size - 1))
        fn.store(hashes + place, h ^ 2)
        fn.copy(0, length, slot + wish)
        fn.copy(0, memory.state, kept)
        played, number = fn.set("played", V[memory.played]), fn.set("k", 0)
        with fn.while_(lt(number, N)):
            fn.do(fn.itself(V, above, rows + number * row, best, table, deep + 1))
            with fn.if_(any_of([eq(number, 0), _wins(ctx, best, slot)])):
                fn.copy(best, wish, slot)
            _enough(ctx, fn, slot)  # the caller restores the position
            fn.copy(kept, memory.state, 0)
            fn.store(memory.played, played)
            fn.set(number, number + 1)
            if first_alone:
                with fn.if_(eq(number, 1)):
                    _all_steps(ctx, fn, rows, above)
        fn.store(hashes + place, h)
        fn.copy(slot, wish, to)

    return ctx.m.function("reached", "", (AT, to, table, deep), write, ())


def _all_steps(ctx: Context, fn: FunctionBuilder, rows: k.Local, above: k.Local) -> None:
    """Lists the legal steps, and sets the place above their rows."""
    fn.set(above, fn.room(rows, MOST * row_width(ctx)))
    fn.set(N, offered(ctx)(V, above, rows, 0, MOST, 0))
    trap_if_full(fn)
    fn.set(above, rows + N * row_width(ctx))


def act_function(ctx: Context, schema: f.Schema) -> Callee:
    args = word_locals("p", len(schema.params))

    def write(fn: FunctionBuilder) -> None:
        env = with_lets(ctx, fn, schema, args)  # evaluated before the position enters the history
        if lets_ask_history(ctx):
            remember_position(ctx, fn)
        clear_pending(ctx, fn)
        ended = fn.set("ended", do_call(ctx, schema, env))
        fn.store(field_at(ctx, "passes"), 0)
        remember_step(ctx, fn, schema, env)
        if has_field(ctx, "steps"):
            fn.store(field_at(ctx, "steps"), field_of(ctx, "steps") + 1)
        with fn.if_(ended):
            fn.ret(False)
        _goes_on(ctx, fn, schema, env)

    return ctx.m.function("act", schema.name, args, write)


def _goes_on(ctx: Context, fn: FunctionBuilder, schema: f.Schema, env: Env) -> None:
    """Whether the turn has another step: a follow-up that is legal, or one more while the turn says so."""
    if schema.then:
        with fn.if_(TRUE if schema.then_if is None else lower_condition(ctx, fn, schema.then_if, env)):
            for pick in schema.then:
                for handed in pick.kept:
                    fn.store(field_at(ctx, handed.field), lower_scalar(ctx, fn, handed.value, env))
            fn.store(field_at(ctx, "pending"), ctx.m.core.schemas.index(schema))
            with fn.if_(any_of([some_follows(ctx, schema, tier) for tier in range(len(schema.tiers))])):
                fn.ret(True)
            clear_pending(ctx, fn)
    again_while = ctx.m.core.turn.again_while
    if again_while is None:
        fn.ret(False)
        return
    with fn.if_(not_(lower_condition(ctx, fn, again_while, env))):
        fn.ret(False)
    fn.ret(TRUE if asks_for_a_step(ctx) else any_offered(ctx))


def asks_for_a_step(ctx: Context) -> bool:
    """Whether `acted` leaves it to its caller to ask for a further legal step, where the turn says that it continues.

    Who looks for the best whole turn lists these steps anyway.
    """
    turn = ctx.m.core.turn
    return turn.preferred is not None and turn.again_while is not None
