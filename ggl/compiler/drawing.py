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

from ggl.compiler.expressions import Env
from ggl.compiler.lifting import MOST_WORDS
from ggl.compiler.memory import WORD, cut, width
from ggl.compiler.offers import Offers
from ggl.compiler.sites import Site, Sites
from ggl.compiler.terms import parts_of
from ggl.compiler.writer import Function, Words, literal
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


class Drawing(Offers):
    def draw(self) -> str:
        def write(fn: Function) -> None:
            with fn.block(f"if v[{self.at('over')}] != 0:"):
                fn.line("return I(-1), state")
            turn = self.m.core.turn
            if turn.preferred is not None:
                self._draw_from_all(fn)
                return
            listed = [f"v[{self.at('chance')}] != 0"] if self.has("chance") else []
            listed += [self.offers_sides()] if turn.pie else []
            if turn.passing == "free":
                listed += [
                    f"v[{self.at('phase')}] == {number}" if self.has("phase") else "True"
                    for number, phase in enumerate(turn.phases)
                    if len(phase.tiers) > 1
                ]
            if listed:
                with fn.block(f"if {' or '.join(listed)}:"):
                    self._draw_from_all(fn)
            self._draw_from_tiers(fn)
            if turn.passing == "forced":
                with fn.block(f"if not ({' or '.join(self.in_turn_tests()) or 'False'}):"):
                    fn.line(f"v[out] = {self.number['pass']}")
                    fn.line("return out, state")
            fn.line("return I(-1), state")

        return self.m.function("draw", "", ("out", "most", "state"), write)

    def _draw_from_all(self, fn: Function) -> None:
        fn.line(f"n = {self.steps()}(v, t, out, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        with fn.block("if n == 0:"):
            fn.line("return I(-1), state")
        fn.line("k, state = drawn(state, n)")
        fn.line(f"return out + k * {self.row}, state")

    def _draw_from_tiers(self, fn: Function) -> None:
        if self.has("pending"):
            for number, schema in enumerate(self.m.core.schemas):
                if schema.then:
                    with fn.block(f"if v[{self.at('pending')}] == {number}:"):
                        fn.line(f"return {self._follow(schema)}(v, t, out, most, state)")
        for number, phase in enumerate(self.m.core.turn.phases):
            with self.in_phase(fn, number):
                for tier in phase.tiers:
                    schemas = [schema for schema in self.m.core.schemas if schema.name in tier]
                    fn.line(f"at, state = {self._tier(schemas)}(v, t, out, most, state)")
                    with fn.block("if at >= 0:"):
                        fn.line("return at, state")

    def _follow(self, schema: f.Schema) -> str:
        """A draw from what may follow a step."""

        def write(fn: Function) -> None:
            fn.line(f"n = {self.follows(schema)}(v, t, out, 0, most, 0, 1)")
            rows = [Entry(-1, 0, 0, "out", "n")]
            if any(pick.optional for pick in schema.then):
                rows.append(self._single_row(fn, "stop", "I(1)"))
            self._draw_one(fn, rows, sure=not any(self.m.schemas[pick.schema].ensure for pick in schema.then))

        return self.m.function("follow_drawn", schema.name, ("out", "most", "state"), write)

    def _tier(self, schemas: list[f.Schema]) -> str:
        """A draw from the steps of some moves, and a free pass."""

        def write(fn: Function) -> None:
            entries: list[Entry] = []
            fn.line("n = I(0)")
            listed = [schema for schema in schemas if not self._has_sets(schema)]
            fans = all(self._is_counted(schema, schemas) for schema in listed)
            if listed and fans:
                fn.line(f"at = out + {self.row}")  # a row is left for a free pass
            elif listed:
                fn.line("skip = I(0)")
                fn.line("likely = I(1)")
            for schema in schemas:
                if schema in listed and fans:
                    entries.append(self._fan(fn, schema))
                elif schema in listed:
                    before = fn.let("n", "before")
                    fn.line(f"n = {self.call_legal(schema, {})}")
                    entries.append(
                        Entry(-1, 0, 0, fn.let(f"out + {before} * {self.row}", "rows"), fn.let(f"n - {before}", "count"))
                    )
                else:
                    entries += self._sets(fn, schema)
            passing: list[Entry] = []
            if self.m.core.turn.passing == "free":
                in_turn = " or ".join(self.in_turn_tests()) or "False"
                passing.append(self._single_row(fn, "pass", fn.let(f"I(0) if {in_turn} else I(1)", "count")))
            self._draw_one(fn, entries, *passing, sure=not any(schema.ensure for schema in schemas))

        return self.m.function("tier", " ".join(schema.name for schema in schemas), ("out", "most", "state"), write)

    def _single_row(self, fn: Function, step: str, count: str) -> Entry:
        """A row of its own after the rows there are."""
        with fn.block("if n + 1 >= most:"):
            fn.line("raise ArenaFullError")
        place = fn.let(f"out + n * {self.row}", "rows")
        fn.line(f"v[{place}] = {self.number[step]}")
        return Entry(-1, 0, 0, place, count)

    def _is_counted(self, schema: f.Schema, schemas: list[f.Schema]) -> bool:
        """Whether the steps of a move are counted and not listed: none of them may have to be put aside."""
        self.legal(schema)
        return schema.name in self.counted and not any(each.ensure for each in schemas)

    def _fan(self, fn: Function, schema: f.Schema) -> Entry:
        """The sets of a move's last parameter, put into the arena: for each the steps up to its end, what is bound, its words."""
        size = self._fan_size(schema)

        def write(function: Function) -> None:
            def record(env: Env, found: Words) -> None:
                with function.block(f"if at + {size} > end:"):
                    function.line("raise ArenaFullError")
                function.line(f"n += {self.count(function, found, schema.params[-1].source.type)}")
                bound = (env[param.name][0] for param in schema.params[:-1])
                for place, word in enumerate(("n", *bound, *found)):
                    function.line(f"v[at + {place}] = {word}")
                function.line(f"at += {size}")

            function.line("n = I(0)")
            self.leaf = record
            self._level(function, schema, self.levels(schema), 0, {}, {})
            self.leaf = None
            function.line("return n, at")

        name = self.m.function("fan", schema.name, ("at", "end"), write)
        place, count = fn.let("at", "fan"), fn.fresh("count")
        fn.line(f"{count}, at = {name}(v, t, at, out + most * {self.row})")
        return Entry(-2 - self.m.core.schemas.index(schema), 0, 0, place, count)

    @staticmethod
    def _fan_size(schema: f.Schema) -> int:
        return len(schema.params) + width(schema.params[-1].source.type)

    def _drawn_from_fan(self, fn: Function, schema: f.Schema, words: int, found: int) -> None:
        size, before = self._fan_size(schema), len(schema.params)
        fn.line(f"fan = v[i + {words}]")
        with fn.block("while k >= v[fan]:"):
            fn.line(f"fan += {size}")
        with fn.block(f"if fan > v[i + {words}]:"):
            fn.line(f"k -= v[fan - {size}]")
        fn.line(f"at = I({found})")
        fn.line(f"v[at] = {self.m.core.schemas.index(schema)}")
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

    def _draw_one(self, fn: Function, steps: list[Entry], *passing: Entry, sure: bool) -> None:
        """A draw from what is in the entries, or, if these are more steps than may be legal, from the legal ones."""
        if any(entry.schema < 0 for entry in steps) or len(steps) * WORD > STEPS_LIMIT:
            with fn.block(f"if {' + '.join(entry.count for entry in steps)} > {STEPS_LIMIT}:"):
                self._draw_from_all(fn)
        entries = [*steps, *passing]
        if any(entry.schema == -1 for entry in entries):
            with fn.block("if n + 1 >= most:"):
                fn.line("raise ArenaFullError")
        if not entries:
            fn.line("return I(-1), state")
        elif sure and all(entry.schema >= 0 for entry in entries):
            self._draw_at_once(fn, entries)
        else:
            self._draw_until_sure(fn, entries, sure=sure)

    def _told(self, entries: list[Entry]) -> int:
        """Where it stands what the entries are of: three words each."""
        return self.m.memory.placed([word for entry in entries for word in (entry.schema, entry.base, entry.distance)])

    def _draw_at_once(self, fn: Function, entries: list[Entry]) -> None:
        """From sets of which every step is legal, without a branch that one could guess wrong."""
        told, count = self._told(entries), len(entries)
        words, sums = self.m.memory.keep(count), self.m.memory.keep(count)
        totals = ["I(0)"]
        for entry in entries:
            totals.append(fn.let(f"{totals[-1]} + {entry.count}", "sum"))
        with fn.block(f"if {totals[-1]} == 0:"):
            fn.line("return I(-1), state")
        fn.line(f"k, state = drawn(state, {totals[-1]})")
        for number, entry in enumerate(entries):
            fn.line(f"v[{words + number}] = {entry.word}")
            fn.line(f"v[{sums + number}] = {totals[number]}")
        fn.line(f"i = {' + '.join(f'int(k >= {total})' for total in totals[1:-1]) or 'I(0)'}")
        fn.line(f"place = select(v[i + {words}], k - v[i + {sums}])")
        fn.line("at = out")
        self._row_of(fn, told)
        fn.line("return at, state")

    def _row_of(self, fn: Function, told: int) -> None:
        fn.line(f"entry = i * 3 + {told}")
        fn.line("v[at] = known(v, entry)")
        fn.line("first = known(v, entry + 1) + place")
        fn.line("v[at + 1] = first")
        if self.row > 2:
            fn.line("v[at + 2] = first + known(v, entry + 2)")

    def _draw_until_sure(self, fn: Function, entries: list[Entry], *, sure: bool) -> None:
        told, count = self._told(entries), len(entries)
        words, counts, found = self.m.memory.keep(count), self.m.memory.keep(count), self.m.memory.keep(self.row)
        for number, entry in enumerate(entries):
            fn.line(f"v[{words + number}] = {entry.word}")
            fn.line(f"v[{counts + number}] = {entry.count}")
        fn.line(f"total = {' + '.join(f'v[{counts + number}]' for number in range(count))}")
        with fn.block("while total > 0:"):
            fn.line("k, state = drawn(state, total)")
            fn.line("i = I(0)")
            if count > 1:
                with fn.block(f"while k >= v[i + {counts}]:"):
                    fn.line(f"k -= v[i + {counts}]")
                    fn.line("i += 1")
            kinds = {min(entry.schema, 0) for entry in entries}
            for number, kind in enumerate(sorted(kinds)):
                head = f"{'el' if number else ''}if v[i * 3 + {told}] == {kind}:" if kind < 0 else "else:"
                with fn.block(head) if len(kinds) > 1 else nullcontext():
                    if kind == 0:
                        self._bit_drawn(fn, words, told, found)
                    elif kind == -1:
                        fn.line(f"at = v[i + {words}] + k * {self.row}")
                    else:
                        self._drawn_from_fan(fn, self.m.core.schemas[-2 - kind], words, found)
            if sure:
                fn.line("return at, state")
            else:
                self._put_aside(fn, kinds, words, counts, told)
        fn.line("return I(-1), state")

    def _put_aside(self, fn: Function, kinds: set[int], words: int, counts: int, told: int) -> None:
        """What was drawn is given back if it holds, else taken out of its entry."""
        with fn.block(f"if {self._sure_of()}(v, t, at):"):
            fn.line("return at, state")
        fn.line("total -= 1")
        fn.line(f"v[i + {counts}] -= 1")
        if kinds == {0}:
            fn.line(f"v[i + {words}] ^= bit(place)")
            return
        with fn.block(f"if v[i * 3 + {told}] < 0:"):
            fn.line(f"copied(v, at + {self.row}, (v[i + {counts}] - k) * {self.row}, at)")
        if 0 in kinds:
            with fn.block("else:"):
                fn.line(f"v[i + {words}] ^= bit(place)")

    def _bit_drawn(self, fn: Function, words: int, told: int, found: int) -> None:
        fn.line(f"place = select(v[i + {words}], k)")
        fn.line(f"at = I({found})")
        self._row_of(fn, told)

    def _sure_of(self) -> str:
        def write(fn: Function) -> None:
            for number, schema in enumerate(self.m.core.schemas):
                if schema.ensure:
                    with fn.block(f"if v[at] == {number}:"):
                        args = "".join(f", v[at + {1 + place}]" for place in range(len(schema.params)))
                        fn.line(f"return {self.sure(schema)}(v, t{args})")
            fn.line("return True")

        return self.m.function("sure", "", ("at",), write)

    # ---- sets of steps

    def _has_sets(self, schema: f.Schema) -> bool:
        if self.m.apart.get(schema.name):
            return True
        type_ = schema.params[0].source.type if len(schema.params) == 1 else None
        return isinstance(type_, SetOf) and width(type_) <= MOST_WORDS

    def _sets(self, fn: Function, schema: f.Schema) -> list[Entry]:
        """The entries of a move with sets, all worked out before anything is written to memory."""
        levels = self.levels(schema)
        number = self.m.core.schemas.index(schema)
        env: Env = {}
        for let in levels[0].lets:
            env = {**env, let.name: self.fixed(fn, let.value, env)}
        type_ = schema.params[0].source.type
        assert isinstance(type_, SetOf)
        ways = self.m.apart.get(schema.name) or (0,)
        count = width(type_)
        if not levels[0].guards:
            with self.straight():
                found = self._ways(fn, schema, type_, ways, env)
        else:
            found = [tuple(fn.let("I(0)", "set") for _ in range(count)) for _ in ways]
            for guard in levels[0].guards:
                self.source_of(fn, guard)
            with fn.block(f"if {self._chain(fn, levels[0].guards, env, 'and')}:"), self.straight():
                for names, words in zip(found, self._ways(fn, schema, type_, ways, env), strict=True):
                    self.assign(fn, names, words)
        base = set_base(type_)
        return [
            Entry(number, base + WORD * part, way, word, fn.let(f"popcount({word})", "count"))
            for way, words in zip(ways, found, strict=True)
            for part, word in enumerate(words)
        ]

    def _ways(self, fn: Function, schema: f.Schema, type_: SetOf, ways: tuple[int, ...], env: Env) -> list[Words]:
        levels, first = self.levels(schema), schema.params[0]
        words = self.fixed(fn, first.source, env, "s")
        words, levels = self._all_at_once(fn, words, type_, first, levels, 1, env)
        rest = [self._naming_lets(schema, guard, env) for guard in levels[1].guards]
        if len(schema.params) == 1:
            return [self._asked_one_by_one(fn, schema, words, type_, 0, rest, env)]
        words = self._asked_one_by_one(fn, schema, words, type_, 0, rest, env)
        assert isinstance(type_.of, Fin)
        return [self._way(fn, schema, type_.of, way, words, env) for way in ways]

    def _naming_lets(self, schema: f.Schema, test: f.Expr, env: Env) -> f.Expr:
        """A condition that says itself what the names stand for that hang upon parameters."""
        for let in reversed(schema.lets):
            if let.name in variables(test) and let.name not in env:
                test = f.Let(let.name, let.value, test)
        return test

    def _way(self, fn: Function, schema: f.Schema, of: Fin, way: int, words: Words, env: Env) -> Words:
        """The sites from which one may go by a distance."""
        first, second = schema.params
        tests: list[f.Expr] = []
        led = tuple(a + way if 0 <= a + way < of.domain.size else -1 for a in range(of.domain.size))
        for part in met(second.source):
            if related(part, first.name):
                assert isinstance(part, f.Tab)
                relation = self.m.memory.relation(part.table)
                led = tuple(b if b >= 0 and relation[a] >> b & 1 else -1 for a, b in enumerate(led))
            else:
                tests.append(f.In(f.Var(second.name, of), part))
        tests += [self._naming_lets(schema, guard, env) for guard in self.levels(schema)[2].guards]
        there = cut(sum(1 << a for a, b in enumerate(led) if b >= 0), len(words))
        found: Words = tuple(f"({word} & {literal(mask)})" for word, mask in zip(words, there, strict=True))
        sites: Sites = {first.name: Site(of, of), second.name: Site(of, of, (led,), sure=True)}
        rest: list[f.Expr] = []
        for test in [part for each in tests for part in parts_of(each)]:
            lifted = self.lifted_over(fn, test, sites, env)
            if lifted is None:
                rest.append(test)
            else:
                self.source_of(fn, test)
                found = tuple(f"({a} & {b})" for a, b in zip(found, lifted, strict=True))
        return self._asked_one_by_one(fn, schema, fn.bind(found, "way"), SetOf(of), way, rest, env)

    def _asked_one_by_one(
        self, fn: Function, schema: f.Schema, words: Words, type_: SetOf, way: int, tests: list[f.Expr], env: Env
    ) -> Words:
        """A set less the members for which some condition does not hold."""
        if not tests:
            return words
        kept = tuple(fn.let("I(0)", "kept") for _ in words)
        for test in tests:
            self.source_of(fn, test)
        with self.each(fn, words, type_) as item:
            inner: Env = {**env, schema.params[0].name: item}
            if len(schema.params) == 2:
                inner[schema.params[1].name] = (fn.let(f"{item[0]} + {way}", "m"),)
            with fn.block(f"if {self._chain(fn, tuple(tests), inner, 'and')}:"):
                self.include(fn, kept, item[0], set_base(type_))
        return kept
