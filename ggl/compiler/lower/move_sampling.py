"""Random steps as emitted functions: each legal step as often as any other, without listing those that need not be listed.

draw(v, t, out, most, state)   the place of a row with a random legal step, -1 if there is none, and the next state

What may be drawn stands in *entries*, in the order of drawing (`ggl.engine.draws`). A move with one site has a set: one entry for
each of its words. A move from a site to a related one has a set for each distance, of the sites from which one may go that far.
Any other move is an entry as a whole: its rows are listed, or, where they can be counted without, the sets of its last
parameter are kept, one after the other, each with how many steps there are up to its end (a *fan*). A number below the sum of
what the entries count falls into one of them, and names a bit of a word or a row.

Where something is asked after a step, what is drawn is only likely: what does not hold is taken out of its entry, and another is
drawn.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from ggl.compiler.lower.builder import Callee, Function, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once
from ggl.compiler.lower.expressions import assign_words, chain, source_of
from ggl.compiler.lower.folds import counted_members, each_member, include_member
from ggl.compiler.lower.history import field_at, has_field, in_turn_tests, offers_sides
from ggl.compiler.lower.movegen import step_numbers, steps_entry
from ggl.compiler.lower.moves import all_at_once, call_legal, follows, guard_levels, in_phase, legal, level, row_width, sure
from ggl.compiler.lower.sites import Site, Sites
from ggl.compiler.lower.vectorize import MOST_WORDS, straight, vectorized_over
from ggl.compiler.memory import WORD, cut, width
from ggl.compiler.passes.terms import parts_of
from ggl.core import forms as f
from ggl.core.types import Fin, SetOf, set_base
from ggl.core.walk import variables
from ggl.engine.draws import met, related
from ggl.engine.protocol import STEPS_LIMIT


@dataclass(frozen=True)
class Entry:
    """A word of a set, or rows (`schema` is -1). A bit has its place plus `base` for first argument, `distance` on the second."""

    schema: int
    base: int
    distance: int
    word: str
    """The word; of rows and fans where they begin."""
    count: str


def draw_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        with fn.block(f"if v[{field_at(ctx, 'over')}] != 0:"):
            fn.line("return -1, state")
        turn = ctx.m.core.turn
        if turn.preferred is not None:
            _draw_from_all(ctx, fn)
            return
        listed = [f"v[{field_at(ctx, 'chance')}] != 0"] if has_field(ctx, "chance") else []
        listed += [offers_sides(ctx)] if turn.pie else []
        if turn.passing == "free":
            listed += [
                f"v[{field_at(ctx, 'phase')}] == {number}" if has_field(ctx, "phase") else "True"
                for number, phase in enumerate(turn.phases)
                if len(phase.tiers) > 1
            ]
        if listed:
            with fn.block(f"if {' or '.join(listed)}:"):
                _draw_from_all(ctx, fn)
        _draw_from_tiers(ctx, fn)
        if turn.passing == "forced":
            with fn.block(f"if not ({' or '.join(in_turn_tests(ctx)) or 'False'}):"):
                fn.line(f"v[out] = {step_numbers(ctx)['pass']}")
                fn.line("return out, state")
        fn.line("return -1, state")

    return ctx.m.function("draw", "", ("out", "most", "state"), write)


def _draw_from_all(ctx: Context, fn: Function) -> None:
    fn.line(f"n = {steps_entry(ctx)}(v, t, out, most, 0)")
    with fn.block("if n >= most:"):
        fn.line("raise ArenaFullError")
    with fn.block("if n == 0:"):
        fn.line("return -1, state")
    fn.line("k, state = drawn(state, n)")
    fn.line(f"return out + k * {row_width(ctx)}, state")


def _draw_from_tiers(ctx: Context, fn: Function) -> None:
    if has_field(ctx, "pending"):
        for number, schema in enumerate(ctx.m.core.schemas):
            if schema.then:
                with fn.block(f"if v[{field_at(ctx, 'pending')}] == {number}:"):
                    fn.line(f"return {_follow(ctx, schema)}(v, t, out, most, state)")
    for number, phase in enumerate(ctx.m.core.turn.phases):
        with in_phase(ctx, fn, number):
            for tier in phase.tiers:
                schemas = [schema for schema in ctx.m.core.schemas if schema.name in tier]
                fn.line(f"at, state = {_tier(ctx, schemas)}(v, t, out, most, state)")
                with fn.block("if at >= 0:"):
                    fn.line("return at, state")


def _follow(ctx: Context, schema: f.Schema) -> Callee:
    """A draw from what may follow a step."""

    def write(fn: Function) -> None:
        fn.line(f"n = {follows(ctx, schema)}(v, t, out, 0, most, 0, 1)")
        rows = [Entry(-1, 0, 0, "out", "n")]
        if any(pick.optional for pick in schema.then):
            rows.append(_single_row(ctx, fn, "stop", "1"))
        _draw_one(ctx, fn, rows, sure=not any(ctx.m.schemas[pick.schema].ensure for pick in schema.then))

    return ctx.m.function("follow_drawn", schema.name, ("out", "most", "state"), write)


def _tier(ctx: Context, schemas: list[f.Schema]) -> Callee:
    """A draw from the steps of some moves, and a free pass."""

    def write(fn: Function) -> None:
        entries: list[Entry] = []
        fn.line("n = 0")
        listed = [schema for schema in schemas if not _has_sets(ctx, schema)]
        fans = all(_is_counted(ctx, schema, schemas) for schema in listed)
        if listed and fans:
            fn.line(f"at = out + {row_width(ctx)}")  # a row is left for a free pass
        elif listed:
            fn.line("skip = 0")
            fn.line("likely = 1")
        for schema in schemas:
            if schema in listed and fans:
                entries.append(_fan(ctx, fn, schema))
            elif schema in listed:
                before = fn.let("n", "before")
                fn.line(f"n = {call_legal(ctx, schema, {})}")
                entries.append(
                    Entry(-1, 0, 0, fn.let(f"out + {before} * {row_width(ctx)}", "rows"), fn.let(f"n - {before}", "count"))
                )
            else:
                entries += _sets(ctx, fn, schema)
        passing: list[Entry] = []
        if ctx.m.core.turn.passing == "free":
            in_turn = " or ".join(in_turn_tests(ctx)) or "False"
            passing.append(_single_row(ctx, fn, "pass", fn.let(f"0 if {in_turn} else 1", "count")))
        _draw_one(ctx, fn, entries, *passing, sure=not any(schema.ensure for schema in schemas))

    return ctx.m.function("tier", " ".join(schema.name for schema in schemas), ("out", "most", "state"), write)


def _single_row(ctx: Context, fn: Function, step: str, count: str) -> Entry:
    """A row of its own after the rows there are."""
    with fn.block("if n + 1 >= most:"):
        fn.line("raise ArenaFullError")
    place = fn.let(f"out + n * {row_width(ctx)}", "rows")
    fn.line(f"v[{place}] = {step_numbers(ctx)[step]}")
    return Entry(-1, 0, 0, place, count)


def _is_counted(ctx: Context, schema: f.Schema, schemas: list[f.Schema]) -> bool:
    """Whether the steps of a move are counted and not listed: none of them may have to be put aside."""
    legal(ctx, schema)
    return schema.name in ctx.counted and not any(each.ensure for each in schemas)


def _fan(ctx: Context, fn: Function, schema: f.Schema) -> Entry:
    """The sets of a move's last parameter, put into the arena: for each the steps up to its end, what is bound, its words."""
    size = _fan_size(schema)

    def write(function: Function) -> None:
        def record(env: Env, found: Words) -> None:
            with function.block(f"if at + {size} > end:"):
                function.line("raise ArenaFullError")
            function.line(f"n += {counted_members(ctx, function, found, schema.params[-1].source.type)}")
            bound = (env[param.name][0] for param in schema.params[:-1])
            for place, word in enumerate(("n", *bound, *found)):
                function.line(f"v[at + {place}] = {word}")
            function.line(f"at += {size}")

        function.line("n = 0")
        ctx.leaf = record
        level(ctx, function, schema, guard_levels(ctx, schema), 0, {}, {})
        ctx.leaf = None
        function.line("return n, at")

    name = ctx.m.function("fan", schema.name, ("at", "end"), write)
    place, count = fn.let("at", "fan"), fn.fresh("count")
    fn.line(f"{count}, at = {name}(v, t, at, out + most * {row_width(ctx)})")
    return Entry(-2 - ctx.m.core.schemas.index(schema), 0, 0, place, count)


def _fan_size(schema: f.Schema) -> int:
    return len(schema.params) + width(schema.params[-1].source.type)


def _drawn_from_fan(ctx: Context, fn: Function, schema: f.Schema, words: int, found: int) -> None:
    size, before = _fan_size(schema), len(schema.params)
    fn.line(f"fan = v[i + {words}]")
    with fn.block("while k >= v[fan]:"):
        fn.line(f"fan += {size}")
    with fn.block(f"if fan > v[i + {words}]:"):
        fn.line(f"k -= v[fan - {size}]")
    fn.line(f"at = {found}")
    fn.line(f"v[at] = {ctx.m.core.schemas.index(schema)}")
    for number in range(1, before):
        fn.line(f"v[at + {number}] = v[fan + {number}]")
    type_ = schema.params[-1].source.type
    assert isinstance(type_, SetOf)
    fn.line(f"word = fan + {before}")
    if width(type_) > 1:
        with fn.block("while k >= popcount(v[word]):"):
            fn.line("k -= popcount(v[word])")
            fn.line("word += 1")
    fn.line("place = select(v[word], k)" + (f" + (word - fan - {before}) * {WORD}" if width(type_) > 1 else ""))
    fn.line(f"v[at + {before}] = place + {set_base(type_)}")


# ---- the draw


def _draw_one(ctx: Context, fn: Function, steps: list[Entry], *passing: Entry, sure: bool) -> None:
    """A draw from what is in the entries, or, if these are more steps than may be legal, from the legal ones."""
    if any(entry.schema < 0 for entry in steps) or len(steps) * WORD > STEPS_LIMIT:
        with fn.block(f"if {' + '.join(entry.count for entry in steps)} > {STEPS_LIMIT}:"):
            _draw_from_all(ctx, fn)
    entries = [*steps, *passing]
    if any(entry.schema == -1 for entry in entries):
        with fn.block("if n + 1 >= most:"):
            fn.line("raise ArenaFullError")
    if not entries:
        fn.line("return -1, state")
    elif sure and all(entry.schema >= 0 for entry in entries):
        _draw_at_once(ctx, fn, entries)
    else:
        _draw_until_sure(ctx, fn, entries, sure=sure)


def _told(ctx: Context, entries: list[Entry]) -> int:
    """Where it stands what the entries are of: three words each."""
    return ctx.m.memory.placed([word for entry in entries for word in (entry.schema, entry.base, entry.distance)])


def _draw_at_once(ctx: Context, fn: Function, entries: list[Entry]) -> None:
    """From sets of which every step is legal, without a branch that one could guess wrong."""
    told, count = _told(ctx, entries), len(entries)
    words, sums = ctx.m.memory.keep(count), ctx.m.memory.keep(count)
    totals = ["0"]
    for entry in entries:
        totals.append(fn.let(f"{totals[-1]} + {entry.count}", "sum"))
    with fn.block(f"if {totals[-1]} == 0:"):
        fn.line("return -1, state")
    fn.line(f"k, state = drawn(state, {totals[-1]})")
    for number, entry in enumerate(entries):
        fn.line(f"v[{words + number}] = {entry.word}")
        fn.line(f"v[{sums + number}] = {totals[number]}")
    fn.line(f"i = {' + '.join(f'int(k >= {total})' for total in totals[1:-1]) or '0'}")
    fn.line(f"place = select(v[i + {words}], k - v[i + {sums}])")
    fn.line("at = out")
    _row_of(ctx, fn, told)
    fn.line("return at, state")


def _row_of(ctx: Context, fn: Function, told: int) -> None:
    fn.line(f"entry = i * 3 + {told}")
    fn.line("v[at] = known(v, entry)")
    fn.line("first = known(v, entry + 1) + place")
    fn.line("v[at + 1] = first")
    if row_width(ctx) > 2:
        fn.line("v[at + 2] = first + known(v, entry + 2)")


def _draw_until_sure(ctx: Context, fn: Function, entries: list[Entry], *, sure: bool) -> None:
    told, count = _told(ctx, entries), len(entries)
    words, counts, found = ctx.m.memory.keep(count), ctx.m.memory.keep(count), ctx.m.memory.keep(row_width(ctx))
    for number, entry in enumerate(entries):
        fn.line(f"v[{words + number}] = {entry.word}")
        fn.line(f"v[{counts + number}] = {entry.count}")
    fn.line(f"total = {' + '.join(f'v[{counts + number}]' for number in range(count))}")
    with fn.block("while total > 0:"):
        fn.line("k, state = drawn(state, total)")
        fn.line("i = 0")
        if count > 1:
            with fn.block(f"while k >= v[i + {counts}]:"):
                fn.line(f"k -= v[i + {counts}]")
                fn.line("i += 1")
        kinds = {min(entry.schema, 0) for entry in entries}
        for number, kind in enumerate(sorted(kinds)):
            head = f"{'el' if number else ''}if v[i * 3 + {told}] == {kind}:" if kind < 0 else "else:"
            with fn.block(head) if len(kinds) > 1 else nullcontext():
                if kind == 0:
                    _bit_drawn(ctx, fn, words, told, found)
                elif kind == -1:
                    fn.line(f"at = v[i + {words}] + k * {row_width(ctx)}")
                else:
                    _drawn_from_fan(ctx, fn, ctx.m.core.schemas[-2 - kind], words, found)
        if sure:
            fn.line("return at, state")
        else:
            _put_aside(ctx, fn, kinds, words, counts, told)
    fn.line("return -1, state")


def _put_aside(ctx: Context, fn: Function, kinds: set[int], words: int, counts: int, told: int) -> None:
    """What was drawn is given back if it holds, else taken out of its entry."""
    with fn.block(f"if {_sure_of(ctx)}(v, t, at):"):
        fn.line("return at, state")
    fn.line("total -= 1")
    fn.line(f"v[i + {counts}] -= 1")
    if kinds == {0}:
        fn.line(f"v[i + {words}] ^= bit(place)")
        return
    with fn.block(f"if v[i * 3 + {told}] < 0:"):
        fn.line(f"copied(v, at + {row_width(ctx)}, (v[i + {counts}] - k) * {row_width(ctx)}, at)")
    if 0 in kinds:
        with fn.block("else:"):
            fn.line(f"v[i + {words}] ^= bit(place)")


def _bit_drawn(ctx: Context, fn: Function, words: int, told: int, found: int) -> None:
    fn.line(f"place = select(v[i + {words}], k)")
    fn.line(f"at = {found}")
    _row_of(ctx, fn, told)


def _sure_of(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        for number, schema in enumerate(ctx.m.core.schemas):
            if schema.ensure:
                with fn.block(f"if v[at] == {number}:"):
                    args = "".join(f", v[at + {1 + place}]" for place in range(len(schema.params)))
                    fn.line(f"return {sure(ctx, schema)}(v, t{args})")
        fn.line("return True")

    return ctx.m.function("sure", "", ("at",), write)


# ---- sets of steps


def _has_sets(ctx: Context, schema: f.Schema) -> bool:
    if ctx.m.apart.get(schema.name):
        return True
    type_ = schema.params[0].source.type if len(schema.params) == 1 else None
    return isinstance(type_, SetOf) and width(type_) <= MOST_WORDS


def _sets(ctx: Context, fn: Function, schema: f.Schema) -> list[Entry]:
    """The entries of a move with sets, all worked out before anything is written to memory."""
    levels = guard_levels(ctx, schema)
    number = ctx.m.core.schemas.index(schema)
    env: Env = {}
    for let in levels[0].lets:
        env = {**env, let.name: bound_once(ctx, fn, let.value, env)}
    type_ = schema.params[0].source.type
    assert isinstance(type_, SetOf)
    ways = ctx.m.apart.get(schema.name) or (0,)
    count = width(type_)
    if not levels[0].guards:
        with straight(ctx):
            found = _ways(ctx, fn, schema, type_, ways, env)
    else:
        found = [tuple(fn.let("0", "set") for _ in range(count)) for _ in ways]
        for guard in levels[0].guards:
            source_of(fn, guard)
        with fn.block(f"if {chain(ctx, fn, levels[0].guards, env, 'and')}:"), straight(ctx):
            for names, words in zip(found, _ways(ctx, fn, schema, type_, ways, env), strict=True):
                assign_words(fn, names, words)
    base = set_base(type_)
    return [
        Entry(number, base + WORD * part, way, word, fn.let(f"popcount({word})", "count"))
        for way, words in zip(ways, found, strict=True)
        for part, word in enumerate(words)
    ]


def _ways(ctx: Context, fn: Function, schema: f.Schema, type_: SetOf, ways: tuple[int, ...], env: Env) -> list[Words]:
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
    """A condition that says itself what the names stand for that hang upon parameters."""
    for let in reversed(schema.lets):
        if let.name in variables(test) and let.name not in env:
            test = f.Let(let.name, let.value, test)
    return test


def _way(ctx: Context, fn: Function, schema: f.Schema, of: Fin, way: int, words: Words, env: Env) -> Words:
    """The sites from which one may go by a distance."""
    first, second = schema.params
    tests: list[f.Expr] = []
    led = tuple(a + way if 0 <= a + way < of.domain.size else -1 for a in range(of.domain.size))
    for part in met(second.source):
        if related(part, first.name):
            assert isinstance(part, f.Tab)
            relation = ctx.m.memory.relation(part.table)
            led = tuple(b if b >= 0 and relation[a] >> b & 1 else -1 for a, b in enumerate(led))
        else:
            tests.append(f.In(f.Var(second.name, of), part))
    tests += [_naming_lets(ctx, schema, guard, env) for guard in guard_levels(ctx, schema)[2].guards]
    there = cut(sum(1 << a for a, b in enumerate(led) if b >= 0), len(words))
    found: Words = tuple(f"({word} & {mask})" for word, mask in zip(words, there, strict=True))
    sites: Sites = {first.name: Site(of, of), second.name: Site(of, of, (led,), sure=True)}
    rest: list[f.Expr] = []
    for test in [part for each in tests for part in parts_of(each)]:
        lifted = vectorized_over(ctx, fn, test, sites, env)
        if lifted is None:
            rest.append(test)
        else:
            source_of(fn, test)
            found = tuple(f"({a} & {b})" for a, b in zip(found, lifted, strict=True))
    return _asked_one_by_one(ctx, fn, schema, fn.bind(found, "way"), SetOf(of), way, rest, env)


def _asked_one_by_one(
    ctx: Context, fn: Function, schema: f.Schema, words: Words, type_: SetOf, way: int, tests: list[f.Expr], env: Env
) -> Words:
    """A set less the members for which some condition does not hold."""
    if not tests:
        return words
    kept = tuple(fn.let("0", "kept") for _ in words)
    for test in tests:
        source_of(fn, test)
    with each_member(ctx, fn, words, type_) as item:
        inner: Env = {**env, schema.params[0].name: item}
        if len(schema.params) == 2:
            inner[schema.params[1].name] = (fn.let(f"{item[0]} + {way}", "m"),)
        with fn.block(f"if {chain(ctx, fn, tuple(tests), inner, 'and')}:"):
            include_member(fn, kept, item[0], set_base(type_))
    return kept
