"""The entries that a random step is drawn from, and those of a move that has sets of steps.

A move with one site has an entry for each word of its set. A move from a site to a related one has a set for each distance, of
the sites from which one may go that far.
"""

from __future__ import annotations

from enum import Enum, auto

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import popcount
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once
from ggl.compiler.lower.expressions import short_circuit, source_of
from ggl.compiler.lower.folds import each_member, include_member
from ggl.compiler.lower.moves import (
    all_at_once,
    bound_lets,
    guard_levels,
)
from ggl.compiler.lower.query import Query, straight
from ggl.compiler.lower.sites import LinkedSite, Sites
from ggl.compiler.lower.vectorize import MOST_WORDS, bound_plan, vectorize
from ggl.compiler.memory import entry_count, signed_words
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.types import WORD, Fin, SetOf, set_base
from ggl.core.walk import variables
from ggl.engine.draws import intersected_sets, related
from ggl.frozen import frozen


class EntryKind(Enum):
    """The content of an entry."""

    SET = auto()
    """A word of a set, with a step for each bit."""
    ROWS = auto()
    FAN = auto()


@frozen
class DrawEntry:
    """Steps among which a drawn number may fall."""

    kind: EntryKind
    word: k.Expression
    """The word of a set; of rows and fans where they begin."""
    count: k.Expression
    schema: int = 0
    """The number of the move; rows tell it themselves."""
    base: int = 0
    """The first argument of a set's step is this and the place of its bit."""
    distance: int = 0
    """How far the second argument is from the first."""
    form: int = 0
    """The form of a fan (`fans.form_of_fan`)."""


def has_sets(ctx: Context, schema: f.Schema) -> bool:
    if ctx.m.apart.get(schema.name):
        return True
    type_ = schema.params[0].source.type if len(schema.params) == 1 else None
    return isinstance(type_, SetOf) and entry_count(type_) <= MOST_WORDS


def set_entries(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> list[DrawEntry]:
    """The entries of a move with sets, all computed before anything is written to memory."""
    levels = guard_levels(ctx, schema)
    number = ctx.m.core.schemas.index(schema)
    env = bound_lets(ctx, fn, levels[0].lets, {})
    type_ = schema.params[0].source.type
    assert isinstance(type_, SetOf)
    ways = ctx.m.apart.get(schema.name) or (0,)
    count = entry_count(type_)
    if not levels[0].guards:
        with straight(ctx):
            found = _ways(ctx, fn, schema, type_, ways, env)
    else:
        kept = [tuple(fn.let(0, "set") for _ in range(count)) for _ in ways]
        for guard in levels[0].guards:
            source_of(fn, guard)
        with fn.if_(short_circuit(ctx, fn, levels[0].guards, env)), straight(ctx):
            for targets, words in zip(kept, _ways(ctx, fn, schema, type_, ways, env), strict=True):
                fn.set_all(targets, words)
        found = [*kept]
    base = set_base(type_)
    return [
        DrawEntry(EntryKind.SET, word, fn.let(popcount(word), "count"), number, base + WORD * part, way)
        for way, words in zip(ways, found, strict=True)
        for part, word in enumerate(words)
    ]


def _ways(ctx: Context, fn: FunctionBuilder, schema: f.Schema, type_: SetOf, ways: tuple[int, ...], env: Env) -> list[Words]:
    levels, first = guard_levels(ctx, schema), schema.params[0]
    words = bound_once(ctx, fn, first.source, env, "s")
    words, levels = all_at_once(ctx, fn, words, type_, first, levels, 1, env)
    rest = [_naming_lets(ctx, schema, guard, env) for guard in levels[1].guards]
    if len(schema.params) == 1:
        return [_asked_one_by_one(ctx, fn, schema, words, type_, 0, rest, env)]
    words = _asked_one_by_one(ctx, fn, schema, words, type_, 0, rest, env)
    assert isinstance(type_.of, Fin)
    return [_way(ctx, fn, schema, type_.of, way, words, env) for way in ways]


def _naming_lets(ctx: Context, schema: f.Schema, test: f.Expr, env: Env) -> f.Expr:
    """A condition that binds the names that depend on parameters itself."""
    for let in reversed(schema.lets):
        if let.name in variables(test) and let.name not in env:
            test = f.Let(let.name, let.value, test)
    return test


def _way(ctx: Context, fn: FunctionBuilder, schema: f.Schema, of: Fin, way: int, words: Words, env: Env) -> Words:
    """The sites from which one may go by a distance."""
    first, second = schema.params
    tests: list[f.Expr] = []
    led = tuple(a + way if 0 <= a + way < of.domain.size else -1 for a in range(of.domain.size))
    for part in intersected_sets(second.source):
        if related(part, first.name):
            assert isinstance(part, f.Tab)
            relation = ctx.m.memory.relation(part.table)
            led = tuple(b if b >= 0 and relation[a] >> b & 1 else -1 for a, b in enumerate(led))
        else:
            tests.append(f.In(f.Var(second.name, of), part))
    tests += [_naming_lets(ctx, schema, guard, env) for guard in guard_levels(ctx, schema)[2].guards]
    there = signed_words(sum(1 << a for a, b in enumerate(led) if b >= 0), len(words))
    found: Words = tuple(word & mask for word, mask in zip(words, there, strict=True))
    sites: Sites = {first.name: LinkedSite(of, of), second.name: LinkedSite(of, of, (led,), sure=True)}
    rest: list[f.Expr] = []
    for test in [part for each in tests for part in parts_of(each)]:
        plan = bound_plan(vectorize(Query(ctx, sites), test))
        if plan is None:
            rest.append(test)
        else:
            holds = plan(fn, env)
            source_of(fn, test)
            found = tuple(a & b for a, b in zip(found, holds, strict=True))
    return _asked_one_by_one(ctx, fn, schema, fn.bind(found, "way"), SetOf(of), way, rest, env)


def _asked_one_by_one(
    ctx: Context, fn: FunctionBuilder, schema: f.Schema, words: Words, type_: SetOf, way: int, tests: list[f.Expr], env: Env
) -> Words:
    """A set less the members for which some condition does not hold."""
    if not tests:
        return words
    kept = tuple(fn.let(0, "kept") for _ in words)
    for test in tests:
        source_of(fn, test)
    with each_member(ctx, fn, words, type_) as item:
        inner: Env = {**env, schema.params[0].name: item}
        if len(schema.params) == 2:
            inner[schema.params[1].name] = (fn.let(item[0] + way, "m"),)
        with fn.if_(short_circuit(ctx, fn, tuple(tests), inner)):
            include_member(fn, kept, item[0], set_base(type_))
    return kept
