"""Moves: the steps of a schema that are legal, and what a step does.

    legal(v, t, out, n, most, skip, held..)   counts legal steps on from n, until there are `most`, and gives how many; those from
                                        number `skip` on are written to rows at `out`; `likely` ones too, that is all for
                                        which what is asked before holds
    ensure(v, t, past, params.., lets..)   whether the conditions hold on the position after; `past` where they ask the history
    do(v, t, params.., lets..)          the effects; whether the game ended in them
    act(v, t, params..)                 the step is made; whether its turn goes on

A row is the number of the step's schema and the codes of its arguments. A parameter that some move hands over may be held to a
code; `FREE` leaves it free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, all_of, any_of, choose, eq, ge, gt, le, literal, ne, not_
from ggl.compiler.kernel.forms import Operand
from ggl.compiler.lower.builder import MOST_BLOCKS, MOST_LOOPS, Callee, FunctionBuilder, T, V, Words, local, word_locals
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once, effect_call, keep, supposing
from ggl.compiler.lower.expressions import atom, parameters_for, short_circuit, source_of
from ggl.compiler.lower.facts import shown_by
from ggl.compiler.lower.folds import counted_members, each_member
from ggl.compiler.lower.history import remember_position
from ggl.compiler.lower.images import grouped_by_image
from ggl.compiler.lower.relations import single_of
from ggl.compiler.lower.vectorize import vectorized
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.substitution import free_names
from ggl.core.types import WORD, Fin, ListOf, SetOf, set_base, set_size
from ggl.core.walk import highest_level, parts, reached, uses, variables
from ggl.frozen import frozen

FREE = -(1 << 61)

OUT, N, MOST, SKIP, LIKELY = map(local, ("out", "n", "most", "skip", "likely"))
"""The place of the rows; the numbers of steps found, wanted, and wanted but not written; whether likely ones count."""

PAST = local("past")
"""The length of the history once the present position is left."""

Held = Mapping[str, k.Expression]
"""The codes to which parameters are held."""


@frozen
class LoopLevel:
    """The conditions to test after a number of parameters are bound: lets first, then guards."""

    lets: tuple[f.Bind, ...]
    guards: tuple[f.Expr, ...]


def guard_levels(ctx: Context, schema: f.Schema) -> list[LoopLevel]:
    """For each number of bound parameters, the tests possible then; the parts of a guard are evaluated as early as possible."""
    level = {param.name: number for number, param in enumerate(schema.params, 1)}
    lets: list[list[f.Bind]] = [[] for _ in range(len(schema.params) + 1)]
    guards: list[list[f.Expr]] = [[] for _ in range(len(schema.params) + 1)]
    for let in schema.lets:
        level[let.name] = highest_level(let.value, level)
        lets[level[let.name]].append(let)
    for condition in schema.guard:
        for part in parts_of(condition.test):
            guards[highest_level(part, level)].append(part)
    return [LoopLevel(tuple(a), tuple(b)) for a, b in zip(lets, guards, strict=True)]


def row_width(ctx: Context) -> int:
    """The entries of a step's row: its schema, and as many arguments as any step has."""
    steps = [len(schema.params) for schema in ctx.m.core.schemas] + [1 + len(roll.fields) for roll in ctx.m.core.rolls]
    return 1 + max(steps, default=0)


def held_params(ctx: Context, schema: f.Schema) -> tuple[str, ...]:
    """The parameters that are handed over somewhere, in order; all, where a legal step may be looked for and found again."""
    if schema.ensure and _is_looked_for(ctx, schema):
        return tuple(param.name for param in schema.params)
    names = {handed.param for other in ctx.m.core.schemas for pick in other.then if pick.schema == schema.name
             for handed in pick.fixed}  # fmt: skip
    names |= {param for form in ctx.m.forms if isinstance(form, f.Can) and form.schema == schema.name
              for param, _ in form.fixed}  # fmt: skip
    return tuple(param.name for param in schema.params if param.name in names)


def _is_looked_for(ctx: Context, schema: f.Schema) -> bool:
    asked = [form for form in ctx.m.forms if isinstance(form, f.Can)]
    return any(not form.fixed and form.schema in ("", schema.name) for form in asked) or any(
        schema.name in (f.urgent(phase, ctx.m.schemas[form.schema]) or ())
        for form in asked
        if form.schema
        for phase in ctx.m.core.turn.phases
    )


# ---- legal steps


def legal(ctx: Context, schema: f.Schema) -> Callee:
    held = held_params(ctx, schema)
    free = word_locals("held_", len(held))

    def write(fn: FunctionBuilder) -> None:
        levels = guard_levels(ctx, schema)
        if _remembers(ctx, schema):
            fn.set(PAST, 0)
            with fn.if_(eq(LIKELY, 0)):  # likely steps are not tested by `ensure`
                _leave_position(ctx, fn)
        level(ctx, fn, schema, levels, 0, {}, dict(zip(held, free, strict=True)))
        fn.ret(N)

    return ctx.m.function("legal", schema.name, (OUT, N, MOST, SKIP, LIKELY, *free), write)


def call_legal(ctx: Context, schema: f.Schema, held: Held) -> k.Call:
    given = [held.get(name, literal(FREE)) for name in held_params(ctx, schema)]
    return legal(ctx, schema)(V, T, OUT, N, MOST, SKIP, LIKELY, *given)


def call_any(ctx: Context, schema: f.Schema, held: Held) -> k.Expression:
    """Whether a step is legal."""
    if schema.ensure and not held:
        return _witnessed(ctx, schema)(V, T)
    given = [held.get(name, literal(FREE)) for name in held_params(ctx, schema)]
    return gt(legal(ctx, schema)(V, T, T, 0, 1, 1, 0, *given), 0)


def _witnessed(ctx: Context, schema: f.Schema) -> Callee:
    """Whether a step is legal, where that is costly to ask: the one that was found last for this mover is tried first."""
    row, players = row_width(ctx), ctx.m.layout.slots["seat"].sizes[0]

    def write(fn: FunctionBuilder) -> None:
        rows = ctx.m.memory.keep(players * (1 + row))
        last = fn.set("last", rows + V[ctx.m.layout.at("mover")] * (1 + row))
        tried = [V[last + (2 + number)] for number in range(len(schema.params))]
        with fn.if_(all_of([ne(V[last], 0), gt(legal(ctx, schema)(V, T, T, 0, 1, 1, 0, *tried), 0)])):
            fn.ret(True)
        fn.store(last, legal(ctx, schema)(V, T, last + 1, 0, 1, 0, 0, *(FREE for _ in schema.params)))
        fn.ret(gt(V[last], 0))

    return ctx.m.function("any", schema.name, (), write)


def level(
    ctx: Context, fn: FunctionBuilder, schema: f.Schema, levels: list[LoopLevel], number: int, env: Env, held: Held
) -> None:
    """The lets and guards of a level, and within them the next parameter, or the step itself."""
    env = bound_lets(ctx, fn, levels[number].lets, env)
    guards = levels[number].guards
    if guards:
        for guard in guards:
            source_of(fn, guard)
        with fn.if_(short_circuit(ctx, fn, guards, env)):
            _bound(ctx, fn, schema, levels, number, env, held)
    else:
        _bound(ctx, fn, schema, levels, number, env, held)


def _bound(
    ctx: Context, fn: FunctionBuilder, schema: f.Schema, levels: list[LoopLevel], number: int, env: Env, held: Held
) -> None:
    if number == len(schema.params):
        _step(ctx, fn, schema, env)
        return
    param, type_ = schema.params[number], schema.params[number].source.type
    found = env.get(_source_key(param)) or bound_once(ctx, fn, param.source, env)
    fixed = held.get(param.name)
    if isinstance(type_, SetOf):
        if fixed is not None:
            found = _narrowed(ctx, fn, found, type_, fixed)
        found, levels = all_at_once(ctx, fn, found, type_, param, levels, number + 1, env)
    if number + 1 == len(schema.params) and not schema.ensure and isinstance(type_, SetOf) and not levels[number + 1].guards:
        if ctx.leaf is not None:
            ctx.leaf(env, found)
            return
        count = fn.let(N + counted_members(found, type_), "n")
        with fn.if_(le(count, SKIP)):  # none of these is written, so counting them is enough
            fn.set(N, count)
        with fn.else_():
            _each_step(ctx, fn, schema, levels, number, env, held, found)
        ctx.counted.add(schema.name)
        return_if_full(fn)
        return
    _each_step(ctx, fn, schema, levels, number, env, held, found)


def _each_step(
    ctx: Context, fn: FunctionBuilder, schema: f.Schema, levels: list[LoopLevel], number: int, env: Env, held: Held, found: Words
) -> None:
    """The next level for each value of a parameter."""
    param, type_ = schema.params[number], schema.params[number].source.type
    fixed = held.get(param.name)
    env = _with_later_sources(ctx, fn, schema, number, env)
    with each_member(ctx, fn, found, type_) as item:
        inner = {**env, param.name: item}
        if fixed is not None and isinstance(type_, ListOf):
            with fn.if_(any_of([eq(fixed, FREE), eq(item[0], fixed)])):
                level(ctx, fn, schema, levels, number + 1, inner, held)
        else:
            level(ctx, fn, schema, levels, number + 1, inner, held)


def _with_later_sources(ctx: Context, fn: FunctionBuilder, schema: f.Schema, number: int, env: Env) -> Env:
    """Evaluates the sources of later parameters before a loop over this one, if they name neither it nor a later one.

    In the loop LLVM would load again what they read, since rows are written there.
    """
    unbound = {param.name for param in schema.params[number:]}
    unbound |= {let.name for let in schema.lets if let.name not in env}
    for later in schema.params[number + 1 :]:
        if _source_key(later) not in env and _is_computed_word(later.source) and unbound.isdisjoint(free_names(later.source)):
            env = {**env, _source_key(later): bound_once(ctx, fn, later.source, env)}
    return env


def _source_key(param: f.Param) -> str:
    """The name of a parameter's source among the values in scope; no name of a game has a space."""
    return f"source of {param.name}"


def _is_computed_word(source: f.Expr) -> bool:
    return isinstance(source.type, SetOf) and set_size(source.type) <= WORD and not isinstance(source, f.Lit | f.Var)


def all_at_once(
    ctx: Context, fn: FunctionBuilder, found: Words, type_: SetOf, param: f.Param, levels: list[LoopLevel], number: int, env: Env
) -> tuple[Words, list[LoopLevel]]:
    """A parameter's set without the members that vectorized guards exclude; the other guards stay."""
    rest = []
    within = param.source.value if isinstance(param.source, f.Lit) else -1
    assert isinstance(within, int)
    for group in grouped_by_image(levels[number].guards):
        guard = group[0] if len(group) == 1 else f.And(group)
        known = free_names(guard) <= {param.name, *env}
        plan = vectorized(ctx, guard, param.name, type_, many=True, within=within) if known else None
        if plan is None:
            rest.append(guard)
            continue
        sites = plan(fn, env)
        source_of(fn, guard)
        found = tuple(a if a == ZERO else a & b for a, b in zip(found, sites, strict=True))
    return fn.bind(found, "s"), [*levels[:number], replace(levels[number], guards=tuple(rest)), *levels[number + 1 :]]


def _narrowed(ctx: Context, fn: FunctionBuilder, found: Words, type_: SetOf, fixed: k.Expression) -> Words:
    """A set, or what it has of a code that is held."""
    place = fn.let(fixed - set_base(type_), "i")
    only = single_of(fn, place, set_size(type_), len(found))
    return tuple(fn.let(choose(eq(fixed, FREE), word, word & one), "s") for word, one in zip(found, only, strict=True))


def _step(ctx: Context, fn: FunctionBuilder, schema: f.Schema, env: Env) -> None:
    with fn.if_(any_of([ne(LIKELY, 0), ensured(ctx, schema, env)])) if schema.ensure else nullcontext():
        write_row(ctx, fn, [ctx.m.core.schemas.index(schema), *(env[param.name][0] for param in schema.params)])
        return_if_full(fn)


def return_if_full(fn: FunctionBuilder) -> None:
    """Leaves with the steps there are once they are as many as are wanted."""
    with fn.if_(ge(N, MOST)):
        fn.ret(N)


def write_row(ctx: Context, fn: FunctionBuilder, row: Sequence[Operand]) -> None:
    """Adds a step: writes a row, unless it is skipped."""
    with fn.if_(ge(N, SKIP)):
        at = fn.let(OUT + (N - SKIP) * row_width(ctx), "at")
        for number, word in enumerate(row):
            fn.store(at + number, word)
    fn.set(N, N + 1)


# ---- what a step does


def scope_of(ctx: Context, schema: f.Schema, needed: object) -> list[str]:
    """The parameters and lets of a schema that stand in some forms."""
    names = variables(needed)
    return [name for name in [*(p.name for p in schema.params), *(let.name for let in schema.lets)] if name in names]


def _remembers(ctx: Context, schema: f.Schema) -> bool:
    """Whether the conditions after a step may read past positions; the one before the step is the last of them."""
    return bool(schema.ensure) and has_history(ctx) and asks_history(ctx, (schema.do, tuple(each.test for each in schema.ensure)))


def _leave_position(ctx: Context, fn: FunctionBuilder) -> None:
    """The present position is written behind the history, and `PAST` is the length with it; the history stays as long as it is.

    Tests before a step ask nothing of another position, so once is enough for all steps of a list.
    """
    played = V[ctx.m.memory.played]
    before = fn.set("before", played)
    remember_position(ctx, fn)
    fn.set(PAST, played)
    fn.store(ctx.m.memory.played, before)


def leave_if_asked(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> None:
    """Leaves the position if `ensured`, which follows, may ask for past ones."""
    if _remembers(ctx, schema):
        _leave_position(ctx, fn)


def ensured(ctx: Context, schema: f.Schema, env: Env, key: str = "") -> k.Call:
    """Whether the conditions after a step hold. A schema with a part of its conditions has a separate key.

    If they may read past positions, `PAST` is what `_leave_position` sets.
    """
    tests = tuple(condition.test for condition in schema.ensure)
    names = scope_of(ctx, schema, (schema.do, *tests))
    inner, parameters = parameters_for(names, env)
    past = (PAST,) if _remembers(ctx, schema) else ()

    def suppose(function: FunctionBuilder) -> None:
        assert isinstance(schema.do, f.Put)
        for condition in schema.ensure:
            source_of(function, condition)
        with supposing(ctx, function, schema.do, inner, shown_by(ctx, schema)):
            function.ret(short_circuit(ctx, function, tests, inner))

    def write(function: FunctionBuilder) -> None:
        kept_history = function.set("kept_history", V[ctx.m.memory.played]) if past else ZERO
        if past:
            function.store(ctx.m.memory.played, PAST)
        for condition in schema.ensure:
            source_of(function, condition)
        put_back = keep(ctx, function, schema.do, inner)
        function.do(do_call(ctx, schema, inner))
        holds = function.let(short_circuit(ctx, function, tests, inner), "holds")
        put_back()
        if past:
            function.store(ctx.m.memory.played, kept_history)
        function.ret(holds)

    how = suppose if _can_be_supposed(schema) else write
    ensure = ctx.m.function("ensure", key or schema.name, (*past, *parameters), how)
    return ensure(V, T, *past, *(word for name in names for word in env[name]))


def _can_be_supposed(schema: f.Schema) -> bool:
    """Whether a step puts one piece on an existing site, and its conditions afterwards are inlined."""
    put, tests = schema.do, tuple(condition.test for condition in schema.ensure)
    if not isinstance(put, f.Put) or not isinstance(put.site, f.Var) or not isinstance(put.site.type, Fin):
        return False
    return not uses((tests, put), f.Call, f.Can, f.Seen, f.After) and _fits_one_function(tests)


def do_call(ctx: Context, schema: f.Schema, env: Env) -> k.Call:
    scope = {name: env[name] for name in scope_of(ctx, schema, schema.do)}
    own = ("setup", "begin", "finish")  # the game's own effects use these keys
    key = f"move {schema.name}" if schema.name in own else schema.name
    return effect_call(ctx, "do", key, schema.do, scope, shown_by(ctx, schema))


def sure(ctx: Context, schema: f.Schema) -> Callee:
    """Whether the conditions after a step hold."""
    args = word_locals("p", len(schema.params))

    def write(fn: FunctionBuilder) -> None:
        env = with_lets(ctx, fn, schema, args)
        leave_if_asked(ctx, fn, schema)
        fn.ret(ensured(ctx, schema, env))

    return ctx.m.function("sure", schema.name, args, write)


def with_lets(ctx: Context, fn: FunctionBuilder, schema: f.Schema, args: Words) -> Env:
    """The parameters and lets of a step."""
    env: Env = {param.name: (arg,) for param, arg in zip(schema.params, args, strict=True)}
    for level in guard_levels(ctx, schema):
        env = bound_lets(ctx, fn, level.lets, env)
    return env


def bound_lets(ctx: Context, fn: FunctionBuilder, lets: tuple[f.Bind, ...], env: Env) -> Env:
    for let in lets:
        env = {**env, let.name: bound_once(ctx, fn, let.value, env)}
    return env


def remember_step(ctx: Context, fn: FunctionBuilder, schema: f.Schema, env: Env) -> None:
    """The fields that `last` reads."""
    layout = ctx.m.layout
    for name, slot in layout.slots.items():
        if name == "last_mover":
            fn.store(slot.start, V[layout.at("mover")])
        elif slot.field.role == "last":
            code: Operand = slot.field.start
            for param in schema.params:
                if param.name == slot.field.of and param.type in (slot.field.values, slot.field.values.of):  # type: ignore[union-attr]
                    code = env[param.name][0]
            fn.store(slot.start, code)


def clear_pending(ctx: Context, fn: FunctionBuilder) -> None:
    layout = ctx.m.layout
    if not layout.has("pending"):
        return
    fn.store(layout.at("pending"), layout.nothing_pending)
    for schema in ctx.m.core.schemas:
        for pick in schema.then:
            for handed in pick.kept:
                slot = layout.slots[handed.field]
                fn.store(slot.start, slot.field.start)


def follows(ctx: Context, schema: f.Schema, tier: int) -> Callee:
    """The steps of a tier that continue a turn after a step of the schema, without `stop`."""

    def write(fn: FunctionBuilder) -> None:
        for pick in schema.tiers[tier]:
            other = ctx.m.schemas[pick.schema]
            held: Held = {handed.param: V[ctx.m.layout.at(handed.field)] for handed in pick.fixed}
            with nullcontext() if pick.when is None else fn.if_(ne(V[ctx.m.layout.at(pick.when.field)], 0)):
                fn.set(N, call_legal(ctx, other, held))
                return_if_full(fn)
        fn.ret(N)

    return ctx.m.function("follow", f"{schema.name} {tier}" if tier else schema.name, (OUT, N, MOST, SKIP, LIKELY), write)


def some_follows(ctx: Context, schema: f.Schema, tier: int) -> k.Expression:
    """Whether a step of a tier goes on with a turn after a step of the schema."""
    return gt(follows(ctx, schema, tier)(V, T, T, 0, 1, 1, 0), 0)


def lower_can(ctx: Context, fn: FunctionBuilder, e: f.Can, env: Env) -> Words:
    """Whether some binding is legal."""
    held: Held = {param: atom(ctx, fn, value, env) for param, value in e.fixed}
    if not e.schema:
        return (any_schema(ctx)(V, T),)
    schema = ctx.m.schemas[e.schema]
    some = call_any(ctx, schema, held)
    if not schema.started:
        return (some,)
    tests = []
    for number, phase in enumerate(ctx.m.core.turn.phases):
        before = f.urgent(phase, schema)
        if before is not None:
            on = [eq(V[ctx.m.layout.at("phase")], number)] if ctx.m.layout.has("phase") else []
            tests.append(all_of([*on, *(not_(call_any(ctx, ctx.m.schemas[name], {})) for name in before), some]))
    return (any_of(tests),)


def any_schema(ctx: Context) -> Callee:
    """Whether a step is legal of the schemas that the phase offers, in whichever tier."""

    def write(fn: FunctionBuilder) -> None:
        for number, phase in enumerate(ctx.m.core.turn.phases):
            with in_phase(ctx, fn, number):
                for name in (name for tier in phase.tiers for name in tier):
                    with fn.if_(call_any(ctx, ctx.m.schemas[name], {})):
                        fn.ret(True)
        fn.ret(False)

    return ctx.m.function("can", "any", (), write)


def in_phase(ctx: Context, fn: FunctionBuilder, number: int) -> AbstractContextManager[None]:
    """Limits the code built within to one phase."""
    if not ctx.m.layout.has("phase"):
        return nullcontext()
    return fn.if_(eq(V[ctx.m.layout.at("phase")], number))


# ---- the play so far


def has_history(ctx: Context) -> bool:
    return any(isinstance(form, f.Seen) for form in ctx.m.forms)


def lets_ask_history(ctx: Context) -> bool:
    """Whether a step looks at the positions of the past before its own is one of them."""
    return has_history(ctx) and any(asks_history(ctx, schema.lets) for schema in ctx.m.core.schemas)


def asks_history(ctx: Context, form: object) -> bool:
    """Whether a test may read past positions, itself or in its definitions; steps may."""
    return any(isinstance(inner, f.Seen | f.Can) for inner in reached(form, ctx.m.core.definitions))


def _fits_one_function(form: object) -> bool:
    """Whether a form can be written in one function: Python limits how deep blocks nest."""
    waiting = [(part, 1, 0) for part in parts(form)]
    while waiting:
        part, depth, loops = waiting.pop()
        loops += isinstance(part, f.Filter | f.Fold | f.Listing | f.Leading | f.Convert)
        if loops > MOST_LOOPS or depth > MOST_BLOCKS:
            return False
        waiting += [(inner, depth + 1, loops) for inner in parts(part)]
    return True
