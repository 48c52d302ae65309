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
from itertools import groupby
from math import inf, prod

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import FALSE, ONE, TRUE, ZERO, any_of, choose, eq, ge, gt, le, literal, lt, ne, not_, sum_all
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, bit, library_function, local
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.draw_entries import DrawEntry, EntryKind, has_sets, set_entries
from ggl.compiler.lower.fans import PLACE, K, build_fan, fit, form_of_fan, select, write_row_of_fan
from ggl.compiler.lower.history import field_of, has_field, in_turn_tests, offers_sides
from ggl.compiler.lower.movegen import AT, by_schema, step_numbers, steps_entry, trap_if_full
from ggl.compiler.lower.moves import (
    FREE,
    MOST,
    OUT,
    N,
    follows,
    held_params,
    in_phase,
    legal,
    row_width,
    some_follows,
    sure,
)
from ggl.compiler.lower.passing import guarded, passes
from ggl.core import forms as f
from ggl.core.types import WORD, SetOf, set_size
from ggl.engine.protocol import STEPS_LIMIT

ENTRY = local("i")
"""The number of the entry into which the drawn number falls."""

STATE = local("state")
"""The state of the generator of random numbers."""


def draw_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        with fn.if_(ne(field_of(ctx, "over"), 0)):
            _draw_nothing(fn)
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
        forced = passes(ctx, "forced")
        _draw_from_tiers(ctx, fn, last=forced == FALSE)
        if forced != FALSE:
            with guarded(fn, not_(any_of(in_turn_tests(ctx))), forced):
                fn.store(OUT, step_numbers(ctx)["pass"])
                fn.ret(OUT, STATE)
        _draw_nothing(fn)

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
        _draw_nothing(fn)
    number, _ = fn.call((local("k"), STATE), _drawn(N))
    fn.ret(OUT + number * row_width(ctx), STATE)


def _draw_nothing(fn: FunctionBuilder) -> None:
    """Ends a draw for which there is no step."""
    fn.ret(-1, STATE)


def _drawn(bound: k.Expression) -> k.Call:
    """A number below a bound, and the next state."""
    return library_function("draw")(STATE, bound)


def _draw_from_tiers(ctx: Context, fn: FunctionBuilder, *, last: bool) -> None:
    """Returns a draw from the first tier that has a step. `last`: if none has, there is none to draw.

    What is drawn from the last tier is returned as it is. A test would keep LLVM from joining what finds no step to what does
    not go on without one.
    """
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
                with nullcontext() if last and tier is phase.tiers[-1] else fn.if_(ge(AT, 0)):
                    fn.ret(AT, STATE)


def _follow(ctx: Context, schema: f.Schema, tier: int) -> Callee:
    """A draw from a tier of the steps that may follow a step; one of them is legal."""
    picks = schema.tiers[tier]

    def write(fn: FunctionBuilder) -> None:
        fn.set(N, 0)
        rows = [_rows(ctx, fn, follows(ctx, schema, tier)(V, T, OUT, N, MOST, 0, 1))]
        if any(pick.optional for pick in picks):
            rows.append(_single_row(ctx, fn, "stop", ONE))
        _draw_one(ctx, fn, rows, sure=not any(ctx.m.schemas[pick.schema].ensure for pick in picks))

    return ctx.m.function("follow_drawn", f"{schema.name} {tier}" if tier else schema.name, (OUT, MOST, STATE), write)


def _tier(ctx: Context, schemas: list[f.Schema]) -> Callee:
    """A draw from the steps of some moves, and a free pass."""

    def write(fn: FunctionBuilder) -> None:
        entries: list[DrawEntry] = []
        fn.set(N, 0)
        sure = not any(schema.ensure for schema in schemas)
        listed = [schema for schema in schemas if not has_sets(ctx, schema)]
        fanned = listed if sure and all(_is_counted(ctx, schema) for schema in listed) and fit(ctx, listed) else []
        if fanned:
            fn.set(AT, OUT + row_width(ctx))  # leaves a row for a free pass
        for schema in schemas:
            if schema in fanned:
                entries.append(_fan(ctx, fn, schema))
            elif schema in listed:
                free_params = (FREE for _ in held_params(ctx, schema))
                entries.append(_rows(ctx, fn, legal(ctx, schema)(V, T, OUT, N, MOST, 0, 1, *free_params)))
            else:
                entries += set_entries(ctx, fn, schema)
        passing: list[DrawEntry] = []
        free = passes(ctx, "free")
        if free != FALSE:
            barred = in_turn_tests(ctx) if free == TRUE else [*in_turn_tests(ctx), not_(free)]
            count = fn.let(choose(any_of(barred), 0, 1), "count")
            passing.append(_single_row(ctx, fn, "pass", count))
        _draw_one(ctx, fn, entries, *passing, sure=sure)

    return ctx.m.function("tier", " ".join(schema.name for schema in schemas), (OUT, MOST, STATE), write)


def _rows(ctx: Context, fn: FunctionBuilder, listing: k.Call) -> DrawEntry:
    """The rows that a call writes after the `N` that there are; room for one more is left.

    Where they fill the room, traps, or draws from the legal steps if there are more rows than may be legal.
    """
    before = fn.let(N, "before")
    fn.set(N, listing)
    with fn.if_(ge(N, MOST)):
        with fn.if_(le(N, STEPS_LIMIT)):
            fn.trap()
        _draw_from_all(ctx, fn)
    place = fn.let(OUT + before * row_width(ctx), "rows")
    return DrawEntry(EntryKind.ROWS, place, fn.let(N - before, "count"))


def _single_row(ctx: Context, fn: FunctionBuilder, step: str, count: k.Expression) -> DrawEntry:
    """A new row after the existing ones."""
    place = fn.let(OUT + N * row_width(ctx), "rows")
    fn.store(place, step_numbers(ctx)[step])
    return DrawEntry(EntryKind.ROWS, place, count)


def _is_counted(ctx: Context, schema: f.Schema) -> bool:
    """Whether the steps of a move can be counted without listing them."""
    legal(ctx, schema)
    return schema.name in ctx.counted


def _fan(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> DrawEntry:
    place, count = build_fan(ctx, fn, schema)
    return DrawEntry(EntryKind.FAN, place, count, ctx.m.core.schemas.index(schema), form=form_of_fan(ctx, schema))


# ---- the draw


def _draw_one(ctx: Context, fn: FunctionBuilder, steps: list[DrawEntry], *passing: DrawEntry, sure: bool) -> None:
    """A draw from the entries, or, if these have more steps than may be legal, from the legal steps."""
    if sum(_most_of(ctx, entry) for entry in steps) > STEPS_LIMIT:
        with fn.if_(gt(sum_all([entry.count for entry in steps]), STEPS_LIMIT)):
            _draw_from_all(ctx, fn)
    entries = [entry for entry in (*steps, *passing) if entry.word != ZERO]
    if not entries:
        _draw_nothing(fn)
    elif sure:
        _draw_at_once(ctx, fn, entries)
    else:
        _draw_until_sure(ctx, fn, entries)


def _most_of(ctx: Context, entry: DrawEntry) -> float:
    """The most steps that an entry may have."""
    if entry.kind is EntryKind.SET:
        return WORD
    if entry.kind is EntryKind.ROWS:
        return inf
    sources = [param.source.type for param in ctx.m.core.schemas[entry.schema].params]
    return prod(set_size(each) if isinstance(each, SetOf) else inf for each in sources)


def _draw_at_once(ctx: Context, fn: FunctionBuilder, entries: list[DrawEntry]) -> None:
    """Draws from entries whose steps are all legal: first a move, by a branch, then among its sets without one.

    Which move it is decides what its effects do: they branch by it anyway, and LLVM makes one branch of both. What is drawn is
    chosen among values. In memory, where a number finds it at once, it would have to be written before.
    """
    totals: list[k.Expression] = [ZERO]
    for entry in entries:
        totals.append(fn.let(totals[-1] + entry.count, "sum"))
    with fn.if_(eq(totals[-1], 0)):
        _draw_nothing(fn)
    fn.call((K, STATE), _drawn(totals[-1]))
    start = 0
    for _, alike in groupby(entries, key=_code):
        those = [*alike]
        stop = start + len(those)
        is_it = lt(K, totals[stop])
        last = stop == len(entries)
        with nullcontext() if len(those) == len(entries) else fn.else_() if last else fn.elif_(is_it) if start else fn.if_(is_it):
            _draw_among(ctx, fn, those, totals[start:stop])
        start = stop
    fn.ret(AT, STATE)


def _code(entry: DrawEntry) -> object:
    """Entries for which this is the same share the code that draws among them: sets of one move, fans of one form, and rows."""
    return entry.kind, entry.form, entry.schema if entry.kind is EntryKind.SET else None


def _draw_among(ctx: Context, fn: FunctionBuilder, entries: list[DrawEntry], totals: list[k.Expression]) -> None:
    """Draws from entries of one kind, and of one move if they are sets; `totals` has the steps before each."""
    beyond = [fn.let(ge(K, each), "beyond") for each in totals[1:]]
    word, before = _chosen(fn, [entry.word for entry in entries], beyond), _chosen(fn, totals, beyond)
    match entries[0].kind:
        case EntryKind.SET:
            fn.set(PLACE, select(word, K - before))
            fn.set(AT, OUT)
            fn.store(AT, entries[0].schema)
            first = fn.set("first", _one_of(fn, [entry.base for entry in entries], beyond) + PLACE)
            fn.store(AT + 1, first)
            if len(ctx.m.core.schemas[entries[0].schema].params) > 1:
                fn.store(AT + 2, first + _one_of(fn, [entry.distance for entry in entries], beyond))
        case EntryKind.ROWS:
            fn.set(AT, word + (K - before) * row_width(ctx))
        case EntryKind.FAN:
            step, number = _one_of(fn, [entry.schema for entry in entries], beyond), fn.let(K - before, "number")
            write_row_of_fan(fn, ctx.m.core.schemas[entries[0].form], step, word, number)


def _one_of(fn: FunctionBuilder, values: list[int], beyond: list[k.Local]) -> k.Expression:
    """The value of the entry that is drawn."""
    return _chosen(fn, [literal(each) for each in values], beyond)


def _chosen(fn: FunctionBuilder, values: list[k.Expression], beyond: list[k.Local]) -> k.Expression:
    """The value that as many precede as conditions hold; each condition implies those before it."""
    step = 1
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=False)
        chosen: list[k.Expression] = [
            first if first == second else fn.let(choose(beyond[(2 * number + 1) * step - 1], second, first), "chosen")
            for number, (first, second) in enumerate(pairs)
        ]
        values, step = chosen + values[len(chosen) * 2 :], step * 2
    return values[0]


def _told(ctx: Context, entries: list[DrawEntry]) -> int:
    """The place of a table of the entries, sets and rows: four words each, first whether it is a set."""
    told = ((entry.kind is EntryKind.SET, entry.schema, entry.base, entry.distance) for entry in entries)
    return ctx.m.memory.placed([int(word) for words in told for word in words])


def _by_kind(fn: FunctionBuilder, entries: list[DrawEntry], told: int) -> Iterator[EntryKind]:
    """Each kind of the entries; what is built after each is what happens where one of its kind is drawn."""
    kinds = {entry.kind for entry in entries}
    if len(kinds) == 1:
        yield from kinds
        return
    with fn.if_(ne(V.fixed(ENTRY * 4 + told), 0)):
        yield EntryKind.SET
    with fn.else_():
        yield EntryKind.ROWS


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
    found, words, counts = ctx.m.memory.keep(row_width(ctx)), ctx.m.memory.keep(count), ctx.m.memory.keep(count)
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
        for kind in _by_kind(fn, entries, told):
            if kind is EntryKind.SET:
                fn.set(PLACE, select(V[ENTRY + words], K))
                fn.set(AT, found)
                _row_of(ctx, fn, told)
            else:
                fn.set(AT, V[ENTRY + words] + K * row_width(ctx))
        with fn.if_(_sure_of(ctx)(V, T, AT)):
            fn.ret(AT, STATE)
        fn.set(left, left - 1)
        fn.store(ENTRY + counts, V[ENTRY + counts] - 1)
        for kind in _by_kind(fn, entries, told):
            if kind is EntryKind.SET:
                fn.store(ENTRY + words, V[ENTRY + words] ^ bit(PLACE))
            else:
                fn.copy(AT + row_width(ctx), (V[ENTRY + counts] - K) * row_width(ctx), AT)
    _draw_nothing(fn)


def _sure_of(ctx: Context) -> Callee:
    ensuring = [schema for schema in ctx.m.core.schemas if schema.ensure]
    return ctx.m.function("sure", "", (AT,), lambda fn: by_schema(ctx, fn, ensuring, sure, True))
