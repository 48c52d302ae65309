"""Random steps: uniform over the legal steps, without listing those that need not be listed.

draw(v, t, out, most, state)   the place of a row with a random legal step, -1 if there is none, and the next state

What may be drawn stands in *entries*, in the order of drawing (`ggl.engine.draws`). A move with one site has a set: one entry for
each of its words. A move from a site to a related one has a set for each distance, of the sites from which one may go that far.
Any other move is an entry as a whole: its rows are listed, or, where they can be counted without, the sets of its last
parameter are kept as a *fan* (`fans.py`). A number below the sum of what the entries count falls into one of them, and names a
bit of a word or a row.

Where something is asked after a step, what is drawn is only likely: what does not hold is taken out of its entry, and another is
drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from enum import Enum, auto
from math import prod

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, ONE, TRUE, ZERO, any_of, choose, eq, ge, gt, ne, not_, popcount, sum_all
from ggl.compiler.kernel.forms import cast
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, bit, library_function, local
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once
from ggl.compiler.lower.expressions import short_circuit, source_of
from ggl.compiler.lower.fans import PLACE, K, build_fan, form_of_fan, select, write_row_of_fan
from ggl.compiler.lower.folds import each_member, include_member
from ggl.compiler.lower.history import field_of, has_field, in_turn_tests, offers_sides
from ggl.compiler.lower.movegen import AT, by_schema, step_numbers, steps_entry, trap_if_full
from ggl.compiler.lower.moves import (
    LIKELY,
    MOST,
    OUT,
    SKIP,
    N,
    all_at_once,
    bound_lets,
    call_legal,
    follows,
    guard_levels,
    in_phase,
    legal,
    row_width,
    some_follows,
    sure,
)
from ggl.compiler.lower.passing import guarded, passes
from ggl.compiler.lower.query import Query, straight
from ggl.compiler.lower.sites import LinkedSite, Sites
from ggl.compiler.lower.vectorize import MOST_WORDS, bound_plan, vectorize
from ggl.compiler.memory import entry_count, set_words
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.types import WORD, Fin, SetOf, set_base, set_size
from ggl.core.walk import variables
from ggl.engine.draws import intersected_sets, related
from ggl.engine.protocol import STEPS_LIMIT


class EntryKind(Enum):
    """What an entry holds."""

    SET = auto()
    """A word of a set, with a step for each bit."""
    ROWS = auto()
    FAN = auto()


@dataclass(frozen=True)
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


ENTRY = local("i")
"""The number of the entry into which the drawn number falls."""

STATE = local("state")
"""Where the generator of random numbers stands."""


def draw_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        with fn.if_(ne(field_of(ctx, "over"), 0)):
            fn.ret(-1, STATE)
        turn = ctx.m.core.turn
        if turn.preferred is not None:
            _draw_from_all(ctx, fn)
            return
        listed: list[k.Expression] = [ne(field_of(ctx, "chance"), 0)] if has_field(ctx, "chance") else []
        listed += [offers_sides(ctx)] if turn.pie else []
        listed += [
            eq(field_of(ctx, "phase"), number) if has_field(ctx, "phase") else TRUE
            for number, phase in enumerate(turn.phases)
            if turn.passing_in(phase)[0] == "free" and len(phase.tiers) > 1
        ]
        if listed:
            with fn.if_(any_of(listed)):
                _draw_from_all(ctx, fn)
        _draw_from_tiers(ctx, fn)
        forced = passes(ctx, "forced")
        if forced != FALSE:
            with guarded(fn, not_(any_of(in_turn_tests(ctx))), forced):
                fn.store(OUT, step_numbers(ctx)["pass"])
                fn.ret(OUT, STATE)
        fn.ret(-1, STATE)

    return ctx.m.function("draw", "", (OUT, MOST, STATE), write)


def draws_from_list(ctx: Context) -> bool:
    """Whether a draw takes the step of a drawn place in the list: no step is put aside, or drawn by distances.

    A forced pass is not drawn, except in a game that chooses among whole turns.
    """
    if ctx.m.core.turn.preferred is not None:
        return True
    both = passes(ctx, "forced") != FALSE and passes(ctx, "free") != FALSE  # a list does not tell a forced pass from a free one
    return not (both or any(ctx.m.apart.values()) or any(schema.ensure for schema in ctx.m.core.schemas))


def _draw_from_all(ctx: Context, fn: FunctionBuilder) -> None:
    fn.set(N, steps_entry(ctx)(V, T, OUT, MOST, 0))
    trap_if_full(fn)
    with fn.if_(eq(N, 0)):
        fn.ret(-1, STATE)
    number, _ = fn.call((local("k"), STATE), _drawn(N))
    fn.ret(OUT + number * row_width(ctx), STATE)


def _drawn(bound: k.Expression) -> k.Call:
    """A number below a bound, and the next state."""
    return library_function("draw")(STATE, bound)


def _draw_from_tiers(ctx: Context, fn: FunctionBuilder) -> None:
    if has_field(ctx, "pending"):
        for number, schema in enumerate(ctx.m.core.schemas):
            if schema.then:
                with fn.if_(eq(field_of(ctx, "pending"), number)):
                    for rank in range(len(schema.tiers) - 1):
                        with fn.if_(some_follows(ctx, schema, rank)):
                            fn.ret(_follow(ctx, schema, rank)(V, T, OUT, MOST, STATE))
                    fn.ret(_follow(ctx, schema, len(schema.tiers) - 1)(V, T, OUT, MOST, STATE))
    for number, phase in enumerate(ctx.m.core.turn.phases):
        with in_phase(ctx, fn, number):
            for tier in phase.tiers:
                schemas = [schema for schema in ctx.m.core.schemas if schema.name in tier]
                fn.call((AT, STATE), _tier(ctx, schemas)(V, T, OUT, MOST, STATE))
                with fn.if_(ge(AT, 0)):
                    fn.ret(AT, STATE)


def _follow(ctx: Context, schema: f.Schema, tier: int) -> Callee:
    """A draw from a tier of what may follow a step; some step of it is legal."""
    picks = schema.tiers[tier]

    def write(fn: FunctionBuilder) -> None:
        fn.set(N, follows(ctx, schema, tier)(V, T, OUT, 0, MOST, 0, 1))
        rows = [DrawEntry(EntryKind.ROWS, OUT, N)]
        if any(pick.optional for pick in picks):
            rows.append(_single_row(ctx, fn, "stop", ONE))
        _draw_one(ctx, fn, rows, sure=not any(ctx.m.schemas[pick.schema].ensure for pick in picks))

    return ctx.m.function("follow_drawn", f"{schema.name} {tier}" if tier else schema.name, (OUT, MOST, STATE), write)


def _tier(ctx: Context, schemas: list[f.Schema]) -> Callee:
    """A draw from the steps of some moves, and a free pass."""

    def write(fn: FunctionBuilder) -> None:
        entries: list[DrawEntry] = []
        fn.set(N, 0)
        listed = [schema for schema in schemas if not _has_sets(ctx, schema)]
        fans = all(_is_counted(ctx, schema, schemas) for schema in listed)
        if listed and fans:
            fn.set(AT, OUT + row_width(ctx))  # leaves a row for a free pass
        elif listed:
            fn.set(SKIP, 0)
            fn.set(LIKELY, 1)
        for schema in schemas:
            if schema in listed and fans:
                entries.append(_fan(ctx, fn, schema))
            elif schema in listed:
                before = fn.let(N, "before")
                fn.set(N, call_legal(ctx, schema, {}))
                rows = fn.let(OUT + before * row_width(ctx), "rows")
                entries.append(DrawEntry(EntryKind.ROWS, rows, fn.let(N - before, "count")))
            else:
                entries += _sets(ctx, fn, schema)
        passing: list[DrawEntry] = []
        free = passes(ctx, "free")
        if free != FALSE:
            barred = in_turn_tests(ctx) if free == TRUE else [*in_turn_tests(ctx), not_(free)]
            count = fn.let(choose(any_of(barred), 0, 1), "count")
            passing.append(_single_row(ctx, fn, "pass", count))
        _draw_one(ctx, fn, entries, *passing, sure=not any(schema.ensure for schema in schemas))

    return ctx.m.function("tier", " ".join(schema.name for schema in schemas), (OUT, MOST, STATE), write)


def _single_row(ctx: Context, fn: FunctionBuilder, step: str, count: k.Expression) -> DrawEntry:
    """A new row after the existing ones."""
    _trap_without_a_row(fn)
    place = fn.let(OUT + N * row_width(ctx), "rows")
    fn.store(place, step_numbers(ctx)[step])
    return DrawEntry(EntryKind.ROWS, place, count)


def _trap_without_a_row(fn: FunctionBuilder) -> None:
    with fn.if_(ge(N + 1, MOST)):
        fn.trap()


def _is_counted(ctx: Context, schema: f.Schema, schemas: list[f.Schema]) -> bool:
    """Whether the steps of a move are counted and not listed: none of them may have to be put aside."""
    legal(ctx, schema)
    return schema.name in ctx.counted and not any(each.ensure for each in schemas)


def _fan(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> DrawEntry:
    place, count = build_fan(ctx, fn, schema)
    return DrawEntry(EntryKind.FAN, place, count, ctx.m.core.schemas.index(schema), form=form_of_fan(ctx, schema))


# ---- the draw


def _draw_one(ctx: Context, fn: FunctionBuilder, steps: list[DrawEntry], *passing: DrawEntry, sure: bool) -> None:
    """A draw from the entries, or, if these have more steps than may be legal, from the legal steps."""
    if sum(_most_of(ctx, entry) for entry in steps) > STEPS_LIMIT:
        with fn.if_(gt(sum_all([entry.count for entry in steps]), STEPS_LIMIT)):
            _draw_from_all(ctx, fn)
    entries = [*steps, *passing]
    if any(entry.kind is EntryKind.ROWS for entry in entries):
        _trap_without_a_row(fn)
    if not entries:
        fn.ret(-1, STATE)
    elif sure:
        _draw_at_once(ctx, fn, entries)
    else:
        _draw_until_sure(ctx, fn, entries)


def _most_of(ctx: Context, entry: DrawEntry) -> int:
    """The most steps that an entry may have, if these are few."""
    if entry.kind is EntryKind.SET:
        return WORD
    if entry.kind is EntryKind.ROWS:
        return STEPS_LIMIT + 1
    sources = [param.source.type for param in ctx.m.core.schemas[entry.schema].params]
    return prod(set_size(each) if isinstance(each, SetOf) else STEPS_LIMIT + 1 for each in sources)


def _told(ctx: Context, entries: list[DrawEntry]) -> int:
    """The place of a table of the entries: four words each, first the number of the kind."""
    kinds = list(_kinds(entries))
    told = ((kinds.index((each.kind, each.form)), each.schema, each.base, each.distance) for each in entries)
    return ctx.m.memory.placed([word for words in told for word in words])


def _kinds(entries: list[DrawEntry]) -> dict[tuple[EntryKind, int], DrawEntry]:
    """An entry of each kind, and of each form of fans."""
    return {(entry.kind, entry.form): entry for entry in entries}


def _by_kind(fn: FunctionBuilder, entries: list[DrawEntry], told: int) -> Iterator[DrawEntry]:
    """An entry of each kind; what is built after each is what happens where one of its kind is drawn."""
    kinds = _kinds(entries)
    for number, entry in enumerate(kinds.values()):
        is_it = eq(V.fixed(ENTRY * 4 + told), number)
        last = number == len(kinds) - 1
        with nullcontext() if len(kinds) == 1 else fn.else_() if last else fn.elif_(is_it) if number else fn.if_(is_it):
            yield entry


def _draw_at_once(ctx: Context, fn: FunctionBuilder, entries: list[DrawEntry]) -> None:
    """Draws from entries whose steps are all legal, among sets without an unpredictable branch.

    What is drawn is chosen among values. In memory, where a number finds it at once, it would have to be written before.
    """
    entries = [entry for entry in entries if entry.word != ZERO] or entries[:1]
    told = _told(ctx, entries)
    totals: list[k.Expression] = [ZERO]
    for entry in entries:
        totals.append(fn.let(totals[-1] + entry.count, "sum"))
    with fn.if_(eq(totals[-1], 0)):
        fn.ret(-1, STATE)
    fn.call((K, STATE), _drawn(totals[-1]))
    beyond = [fn.let(ge(K, each), "beyond") for each in totals[1:-1]]
    word, before = _chosen(fn, [entry.word for entry in entries], beyond), _chosen(fn, totals[:-1], beyond)
    fn.set(ENTRY, sum_all([cast(each, k.Type.WORD) for each in beyond]))
    if len(_kinds(entries)) > 1:
        word, before = fn.let(word, "word"), fn.let(before, "before")
    for drawn in _by_kind(fn, entries, told):
        match drawn.kind:
            case EntryKind.SET:
                fn.set(PLACE, select(word, K - before))
                fn.set(AT, OUT)
                _row_of(ctx, fn, told)
            case EntryKind.ROWS:
                fn.set(AT, word + (K - before) * row_width(ctx))
            case EntryKind.FAN:
                step, number = V.fixed(ENTRY * 4 + (told + 1)), fn.let(K - before, "number")
                write_row_of_fan(fn, ctx.m.core.schemas[drawn.form], step, word, number)
    fn.ret(AT, STATE)


def _chosen(fn: FunctionBuilder, values: list[k.Expression], beyond: list[k.Local]) -> k.Expression:
    """The value with as many before it as conditions hold, each of which implies those before it."""
    step = 1
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=False)
        chosen: list[k.Expression] = [
            fn.let(choose(beyond[(2 * number + 1) * step - 1], second, first), "chosen")
            for number, (first, second) in enumerate(pairs)
        ]
        values, step = chosen + values[len(chosen) * 2 :], step * 2
    return values[0]


def _row_of(ctx: Context, fn: FunctionBuilder, told: int) -> None:
    entry = fn.set("told", ENTRY * 4 + told)
    fn.store(AT, V.fixed(entry + 1))
    first = fn.set("first", V.fixed(entry + 2) + PLACE)
    fn.store(AT + 1, first)
    if row_width(ctx) > 2:
        fn.store(AT + 2, first + V.fixed(entry + 3))


def _draw_until_sure(ctx: Context, fn: FunctionBuilder, entries: list[DrawEntry]) -> None:
    """Draws until what is drawn holds; what does not is taken out of its entry."""
    told, count = _told(ctx, entries), len(entries)
    words, counts, found = ctx.m.memory.keep(count), ctx.m.memory.keep(count), ctx.m.memory.keep(row_width(ctx))
    for number, entry in enumerate(entries):
        fn.store(words + number, entry.word)
        fn.store(counts + number, entry.count)
    left = fn.set("total", sum_all([V[counts + number] for number in range(count)]))
    with fn.while_(gt(left, 0)):
        fn.call((K, STATE), _drawn(left))
        fn.set(ENTRY, 0)
        if count > 1:
            with fn.while_(ge(K, V[ENTRY + counts])):
                fn.set(K, K - V[ENTRY + counts])
                fn.set(ENTRY, ENTRY + 1)
        for drawn in _by_kind(fn, entries, told):
            if drawn.kind is EntryKind.SET:
                fn.set(PLACE, select(V[ENTRY + words], K))
                fn.set(AT, found)
                _row_of(ctx, fn, told)
            else:
                fn.set(AT, V[ENTRY + words] + K * row_width(ctx))
        with fn.if_(_sure_of(ctx)(V, T, AT)):
            fn.ret(AT, STATE)
        fn.set(left, left - 1)
        fn.store(ENTRY + counts, V[ENTRY + counts] - 1)
        for drawn in _by_kind(fn, entries, told):
            if drawn.kind is EntryKind.SET:
                fn.store(ENTRY + words, V[ENTRY + words] ^ bit(PLACE))
            else:
                fn.copy(AT + row_width(ctx), (V[ENTRY + counts] - K) * row_width(ctx), AT)
    fn.ret(-1, STATE)


def _sure_of(ctx: Context) -> Callee:
    ensuring = [schema for schema in ctx.m.core.schemas if schema.ensure]
    return ctx.m.function("sure", "", (AT,), lambda fn: by_schema(ctx, fn, ensuring, sure, True))


# ---- sets of steps


def _has_sets(ctx: Context, schema: f.Schema) -> bool:
    if ctx.m.apart.get(schema.name):
        return True
    type_ = schema.params[0].source.type if len(schema.params) == 1 else None
    return isinstance(type_, SetOf) and entry_count(type_) <= MOST_WORDS


def _sets(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> list[DrawEntry]:
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
    there = set_words(sum(1 << a for a, b in enumerate(led) if b >= 0), len(words))
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
