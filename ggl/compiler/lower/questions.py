"""Questions about a position that are no part of a play: what an exported page asks.

    skip(v, t)         the next player is to move, up to a roll: `Interpreter.skipped`
    view(v, t, player) at the top of the arena, what a player sees of each entry that is veiled: see `ggl.interpreter.views`
    sets(v, t, number, player)
                       in the arena, the sets of sites of a mark that a file draws, each after its length: first, behind the last
    fails(v, t, at)    the number of the first condition of the step in the row at `at` that does not hold, from 1; 0 if all do
    ways(v, t, at)     in which way the step in the row at `at` is written, from 1; 0 if none of the conditions holds

The conditions of a step are, in order, that each argument is in the set of its parameter, the guards, and what is ensured.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import choose, eq, lt, not_
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, word_locals
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once, effect_call
from ggl.compiler.lower.expressions import definition_function, lower_condition, lower_scalar
from ggl.compiler.lower.folds import each_member
from ggl.compiler.lower.history import field_at, field_of, has_field, player_count
from ggl.compiler.lower.movegen import AT, by_schema
from ggl.compiler.lower.moves import bound_lets, clear_pending, ensured, guard_levels, leave_if_asked
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, Type, strip_opt
from ggl.engine.protocol import UNKNOWN
from ggl.frozen import frozen


@frozen
class Sets:
    """The definitions of a mark, by name: its sites, of a player; and, if any, the value on each, of both."""

    sites: str
    value: str = ""


Ways = Sequence[Sequence[str]]
"""For each schema the definitions that are conditions for ways in which a step is written; the first that holds counts."""


def skip_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        mover = fn.set("mover", field_of(ctx, "mover"))
        clear_pending(ctx, fn)
        for name in ("steps", "again"):
            if has_field(ctx, name):
                fn.store(field_at(ctx, name), 0)
        if has_field(ctx, "actor"):
            fn.store(field_at(ctx, "actor"), mover)
        fn.store(field_at(ctx, "passes"), 0)
        fn.store(field_at(ctx, "ply"), field_of(ctx, "ply") + 1)
        fn.store(field_at(ctx, "mover"), (mover + 1) % player_count(ctx))
        if ctx.m.core.turn.begin != f.Seq(()):
            fn.do(effect_call(ctx, "do", "begin", ctx.m.core.turn.begin, {}))

    return ctx.m.function("skip", "", (), write)


def view_entry(ctx: Context) -> Callee:
    """`UNKNOWN` stands for what is not known."""
    viewer = k.Local("viewer", k.Type.WORD)
    slots = [ctx.m.layout.slots[veil.field] for veil in ctx.m.core.veils]

    def write(fn: FunctionBuilder) -> None:
        at = fn.reserve(sum(slot.stop - slot.start for slot in slots))
        for veil, slot in zip(ctx.m.core.veils, slots, strict=True):
            number = fn.set("number", 0)
            with ExitStack() as loops:
                index = [loops.enter_context(fn.for_(f"i{depth}", 0, size)) for depth, size in enumerate(slot.sizes)]
                seen = definition_function(ctx, veil.seen or veil.known)(V, T, viewer, *index)
                fn.store(at + number, seen if veil.seen else choose(seen, V[slot.start + number], UNKNOWN))
                fn.set(number, number + 1)
            fn.set(at, at + (slot.stop - slot.start))

    return ctx.m.function("view", "", (viewer,), write)


def sets_entry(ctx: Context, asked: Sequence[Sets]) -> Callee:
    """The sites of a mark, each followed by its value if it has one; a site that is none is left out."""
    number, player = k.Local("number", k.Type.WORD), k.Local("player", k.Type.WORD)

    def write(fn: FunctionBuilder) -> None:
        for place, each in enumerate(asked):
            with fn.if_(eq(number, place)):
                fn.ret(_sets(ctx, each)(V, T, player))
        fn.ret(T, T)

    return ctx.m.function("sets", "", (number, player), write)


def _sets(ctx: Context, asked: Sets) -> Callee:
    player = k.Local("player", k.Type.WORD)
    sites = ctx.m.definitions[asked.sites]
    ((whose, _),) = sites.params

    def write(fn: FunctionBuilder) -> None:
        found = bound_once(ctx, fn, sites.body, {whose: (player,)})
        first = fn.let(T, "first")
        _write_sets(ctx, fn, asked, player, found, sites.body.type)
        fn.ret(first, T)

    return ctx.m.function("sets", asked.sites, (player,), write)


def _write_sets(ctx: Context, fn: FunctionBuilder, asked: Sets, player: k.Local, found: Words, type_: Type) -> None:
    if isinstance(type_, ListOf) and isinstance(strip_opt(type_.of), ListOf | SetOf):
        with each_member(ctx, fn, found, type_, keeps=True) as group:
            _write_sets(ctx, fn, asked, player, group, strip_opt(type_.of))
        return
    length = fn.reserve(1)
    fn.store(length, 0)
    many = isinstance(type_, ListOf | SetOf)
    of = strip_opt(type_.of if isinstance(type_, ListOf | SetOf) else type_)
    assert isinstance(of, Fin)
    each = each_member(ctx, fn, found, type_, keeps=True) if many else nullcontext(found)
    with each as site, fn.if_(lt(site[0], of.domain.size)):
        fn.store(fn.reserve(1), site[0])
        if asked.value:
            value, at = ctx.m.definitions[asked.value], fn.reserve(1)
            env = dict(zip((name for name, _ in value.params), ((player,), site), strict=True))
            with fn.passing():
                fn.store(at, lower_scalar(ctx, fn, value.body, env))
        fn.store(length, T - length - 1)


def fails_entry(ctx: Context) -> Callee:
    return ctx.m.function("fails", "", (AT,), lambda fn: by_schema(ctx, fn, ctx.m.core.schemas, _fails, 0))


def _fails(ctx: Context, schema: f.Schema) -> Callee:
    args = word_locals("p", len(schema.params))

    def write(fn: FunctionBuilder) -> None:
        levels, env, number = guard_levels(ctx, schema), Env(), 0
        for level, param, arg in zip(levels, schema.params, args, strict=False):
            env, number = bound_lets(ctx, fn, level.lets, env), number + 1
            with fn.if_(not_(_contains(ctx, fn, param.source, arg, env))):
                fn.ret(number)
            env = {**env, param.name: (arg,)}
        env = bound_lets(ctx, fn, levels[-1].lets, env)
        for each in schema.guard:
            number += 1
            with fn.if_(not_(lower_condition(ctx, fn, each.test, env))):
                fn.ret(number)
        for place, each in enumerate(schema.ensure):
            number += 1
            one = replace(schema, ensure=(each,))
            leave_if_asked(ctx, fn, one)
            with fn.if_(not_(ensured(ctx, one, env, f"{schema.name} {place}"))):
                fn.ret(number)
        fn.ret(0)

    return ctx.m.function("fails", schema.name, args, write)


def ways_entry(ctx: Context, ways: Ways) -> Callee:
    named_by = {schema.name: names for schema, names in zip(ctx.m.core.schemas, ways, strict=True) if names}
    schemas = [schema for schema in ctx.m.core.schemas if schema.name in named_by]

    def made(ctx: Context, schema: f.Schema) -> Callee:
        return _way(ctx, schema, named_by[schema.name])

    return ctx.m.function("ways", "", (AT,), lambda fn: by_schema(ctx, fn, schemas, made, 0))


def _way(ctx: Context, schema: f.Schema, names: Sequence[str]) -> Callee:
    args = word_locals("p", len(schema.params))

    def write(fn: FunctionBuilder) -> None:
        env: Env = {param.name: (arg,) for param, arg in zip(schema.params, args, strict=True)}
        for number, name in enumerate(names, 1):
            with fn.if_(lower_condition(ctx, fn, ctx.m.definitions[name].body, env)):
                fn.ret(number)
        fn.ret(0)

    return ctx.m.function("way", schema.name, args, write)


def _contains(ctx: Context, fn: FunctionBuilder, source: f.Expr, code: k.Expression, env: Env) -> k.Expression:
    """Whether a code is among the members of a set or list."""
    inside = fn.set(fn.fresh("inside"), 0)
    with each_member(ctx, fn, bound_once(ctx, fn, source, env), source.type) as item, fn.if_(eq(item[0], code)):
        fn.set(inside, 1)
    return eq(inside, 1)
