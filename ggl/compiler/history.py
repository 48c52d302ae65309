"""Positions left behind, as emitted functions: what joins the history, and how often the present position has stood."""

from __future__ import annotations

from ggl.compiler.memory import cut, factors
from ggl.compiler.schemas import Schemas
from ggl.compiler.writer import Function, literal
from ggl.core import forms as f


class History(Schemas):
    @property
    def players(self) -> int:
        return self.m.layout.slots["seat"].sizes[0]

    def at(self, field: str, *index: int) -> int:
        return self.m.layout.at(field, *index)

    def has(self, field: str) -> bool:
        return self.m.layout.has(field)

    def in_turn_tests(self) -> list[str]:
        tests = []
        if self.has("pending"):
            tests.append(f"v[{self.at('pending')}] < {self.m.layout.nothing_pending}")
        if self.has("steps"):
            tests.append(f"v[{self.at('steps')}] > 0")
        return tests

    def offers_sides(self) -> str:
        """The test that the second side has its first turn, in which a pie rule offers its choice."""
        return f"v[{self.at('pie' if self.has('pie') else 'ply')}] == 1"

    @property
    def keys(self) -> tuple[str, ...]:
        """The ways to compare positions that the rules use."""
        return tuple(sorted({form.key for form in self.m.forms if isinstance(form, f.Seen)}))

    def ranges(self, key: str) -> tuple[tuple[int, int], ...]:
        return self.m.layout.ranges(key)

    def key_size(self, key: str) -> int:
        return sum(stop - start for start, stop in self.ranges(key))

    @property
    def remembered(self) -> int:
        """The entries of a position in the history: for each way to compare a hash and the entries compared."""
        return sum(1 + self.key_size(key) for key in self.keys)

    def _hash(self, key: str) -> str:
        def write(fn: Function) -> None:
            place = self.m.memory.placed([cut(factor, 1)[0] for factor in factors(self.key_size(key))])
            fn.line("h = I(0)")
            for start, stop in self.ranges(key):
                with fn.block(f"for i in range({stop - start}):"):
                    fn.line(f"h += v[{start} + i] * v[{place} + i]")
                place += stop - start
            fn.line("return h")

        return self.m.function("hash", key, (), write)

    def remember_position(self, fn: Function) -> None:
        """The position left behind joins the history, if a turn begins in it."""

        def write(function: Function) -> None:
            memory = self.m.memory
            tests = self.in_turn_tests()
            if self.has("chance"):
                tests.append(f"v[{self.at('chance')}] != 0")
            if tests:
                with function.block(f"if {' or '.join(tests)}:"):
                    function.line("return")
            with function.block(f"if v[{memory.played}] >= v[{memory.room}]:"):
                function.line("raise ArenaFullError")
            function.line(f"to = v[{memory.history}] + v[{memory.played}] * {self.remembered}")
            for key in self.keys:
                function.line(f"v[to] = {self._hash(key)}(v, t)")
                function.line("to += 1")
                for start, stop in self.ranges(key):
                    function.line(f"copied(v, {start}, {stop - start}, to)")
                    function.line(f"to += {stop - start}")
            function.line(f"v[{memory.played}] += 1")

        fn.line(f"{self.m.function('remember', 'position', (), write)}(v, t)")

    def seen_text(self, key: str, *, leaving: bool = False) -> str:
        """How often the present position has stood, or the one that the turn would leave: a hash finds it in the history, and the
        entries confirm it."""
        begun = self.in_turn_tests() if key == "position" else []

        def left(fn: Function) -> None:
            changed = [(self.at("mover"), f"(v[{self.at('mover')}] + 1) % {self.players}")]
            if self.has("again"):
                changed = [(self.at("mover"), f"(v[{self.at('mover')}] + 1 - v[{self.at('again')}]) % {self.players}")]
            changed += [(place, literal(start)) for place, start in self.m.layout.resets(self.m.core.schemas)]
            for place, _ in changed:
                fn.line(f"kept_{place} = v[{place}]")
            for place, text in changed:
                fn.line(f"v[{place}] = {text}")
            fn.line(f"count = {self._seen_now(key)}(v, t)")
            for place, _ in changed:
                fn.line(f"v[{place}] = kept_{place}")
            fn.line("return count")

        def asked(fn: Function) -> None:
            with fn.block(f"if {' or '.join(begun)}:"):
                fn.line(f"return {self.m.function('seen_next', key, (), left)}(v, t)")
            fn.line(f"return {self._seen_now(key)}(v, t)")

        if leaving:
            return f"{self.m.function('seen_next', key, (), left)}(v, t)"
        return f"{self.m.function('seen_asked', key, (), asked) if begun else self._seen_now(key)}(v, t)"

    def _seen_now(self, key: str) -> str:
        def write(fn: Function) -> None:
            memory = self.m.memory
            offset = sum(1 + self.key_size(other) for other in self.keys[: self.keys.index(key)])
            fn.line(f"h = {self._hash(key)}(v, t)")
            fn.line("count = 1")
            with fn.block(f"for k in range(v[{memory.played}]):"):
                fn.line(f"at = v[{memory.history}] + k * {self.remembered} + {offset}")
                tests, at = ["v[at] == h"], 1
                for start, stop in self.ranges(key):
                    tests.append(f"equal(v, {start}, {stop - start}, at + {at})")
                    at += stop - start
                with fn.block(f"if {' and '.join(tests)}:"):
                    fn.line("count += 1")
            fn.line("return count")

        return self.m.function("seen", key, (), write)
