"""What is offered, as emitted functions: the legal steps of a position, and of those the ones with which a best turn begins."""

from __future__ import annotations

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.history import History
from ggl.compiler.memory import TOO_LONG, TOO_MANY
from ggl.compiler.writer import Function, literal
from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.engine.protocol import STEPS_LIMIT, TURN_LIMIT
from ggl.engine.wishes import best_possible


class Offers(History):
    @property
    def number(self) -> dict[str, int]:
        """The numbers of the steps that are of no schema; those of the sides to take come last."""
        count = len(self.m.core.schemas)
        return {"pass": count, "stop": count + 1, "swap-sides": count + 2, "roll": count + 3, "take-": count + 4}

    def goes_on(self) -> str:
        def write(fn: Function) -> None:
            fn.line(f"return {' or '.join(self.in_turn_tests()) or 'False'}")

        return self.m.function("turn", "goes_on", (), write)

    def offered(self) -> str:
        """The steps of schemas that are legal now, and `stop` where going on is optional."""

        def write(fn: Function) -> None:
            fn.line("likely = I(0)")
            if self.has("pending"):
                for number, schema in enumerate(self.m.core.schemas):
                    if not schema.then:
                        continue
                    with fn.block(f"if v[{self.at('pending')}] == {number}:"):
                        fn.line(f"n = {self.follows(schema)}(v, t, out, n, most, skip, likely)")
                        if any(pick.optional for pick in schema.then):
                            with fn.block("if n < most:"):
                                self.written(fn, [str(self.number["stop"])])
                        fn.line("return n")
            for number, phase in enumerate(self.m.core.turn.phases):
                with self.in_phase(fn, number):
                    for tier in phase.tiers:
                        for schema in self.m.core.schemas:
                            if schema.name in tier:
                                fn.line(f"n = {self.call_legal(schema, {})}")
                                with fn.block("if n >= most:"):
                                    fn.line("return n")
                        with fn.block("if n > 0:"):
                            fn.line("return n")
            fn.line("return n")

        return self.m.function("offered", "now", ("out", "n", "most", "skip"), write)

    def any_offered(self, fn: Function) -> str:
        return f"{self.offered()}(v, t, t, 0, 1, 1) > 0"

    def steps(self) -> str:
        def write(fn: Function) -> None:
            turn = self.m.core.turn
            with fn.block(f"if v[{self.at('over')}] != 0:"):
                fn.line("return 0")
            if self.has("chance"):
                with fn.block(f"if v[{self.at('chance')}] != 0:"):
                    fn.line(f"return {self._outcomes()}(v, t, out, most, skip)")
            in_turn = " or ".join(self.in_turn_tests()) or "False"
            if turn.pie == "choose-side":
                with fn.block(f"if {self.offers_sides()} and not ({in_turn}):"):
                    fn.line("n = I(0)")
                    for player in range(self.players):
                        self.written(fn, [str(self.number["take-"] + player)])
                    fn.line("return n")
            fn.line(f"n = {self.offered()}(v, t, out, 0, most, skip)")
            with fn.block(f"if n > {STEPS_LIMIT}:"):
                self._refuse(fn, TOO_MANY)
            if turn.preferred is not None:
                with fn.block("if n > 1:"):
                    fn.line(f"n = {self._best()}(v, t, out, n)")
            with fn.block(f"if n >= most or {in_turn}:"):
                fn.line("return n")
            if turn.pie == "swap-sides":
                with fn.block(f"if {self.offers_sides()} and n > 0:"):
                    self.written(fn, [str(self.number["swap-sides"])])
            if turn.passing == "free":
                self.written(fn, [str(self.number["pass"])])
            elif turn.passing == "forced":
                with fn.block("if n == 0:"):
                    self.written(fn, [str(self.number["pass"])])
            fn.line("return n")

        return self.m.function("steps", "", ("out", "most", "skip"), write)

    def _refuse(self, fn: Function, why: int) -> None:
        """Leaves with what any memory is too small for."""
        fn.line(f"v[{self.m.memory.refused}] = {why}")
        fn.line("raise ArenaFullError")

    def _outcomes(self) -> str:
        """What a roll may come to."""

        def write(fn: Function) -> None:
            fn.line("n = 0")
            for number, roll in enumerate(self.m.core.rolls):
                with fn.block(f"if v[{self.at('chance')}] == {number + 1}:"):
                    found = self.fixed(fn, roll.source, {}, "s")
                    with self.each(fn, found, roll.source.type) as item, fn.block("if n < most:"):
                        self.written(fn, [str(self.number["roll"]), str(number), item[0]])
            fn.line("return n")

        return self.m.function("outcomes", "", ("out", "most", "skip"), write)

    def _acted(self) -> str:
        """The step in a row is made, its turn not ended; whether it goes on."""

        def write(fn: Function) -> None:
            for number, schema in enumerate(self.m.core.schemas):
                with fn.block(f"if v[at] == {number}:"):
                    args = "".join(f", v[at + {1 + place}]" for place in range(len(schema.params)))
                    fn.line(f"return {self.act(schema)}(v, t{args})")
            fn.line("return False")

        return self.m.function("acted", "", ("at",), write)

    # ---- the choice among whole turns

    @property
    def wish(self) -> int:
        """The entries of what whole turns are chosen by: a number, or a list of so many."""
        preferred = self.m.core.turn.preferred
        assert preferred is not None
        if not isinstance(preferred.type, ListOf):
            return 1
        if not isinstance(preferred, f.ListOp) or preferred.op != "literal":
            raise CannotCompileError("a choice among whole turns by a list of no certain length")
        return len(preferred.args)

    @property
    def kept_turn(self) -> int:
        """A slot for a position within a turn: a hash, a value, and the state; none where whole turns are not chosen among."""
        return 0 if self.m.core.turn.preferred is None else 1 + self.wish + self.m.layout.length

    def _best(self) -> str:
        """Of the rows, those with which the best whole turn from here begins; they move up to the first places."""
        row, wish = self.row, self.wish

        def write(fn: Function) -> None:
            memory = self.m.memory
            values = fn.reserve(f"n * {wish}")
            fn.line(f"values = {values}")
            fn.line(f"table = {self._table(fn)}")
            kept = fn.reserve(str(memory.state))
            fn.line(f"copied(v, 0, {memory.state}, {kept})")
            fn.line(f"played = v[{memory.played}]")
            with fn.block("for k in range(n):"):
                fn.line(f"{self._reached()}(v, t, out + k * {row}, values + k * {wish}, table, 0)")
                fn.line(f"copied(v, {kept}, {memory.state}, 0)")
                fn.line(f"v[{memory.played}] = played")
            fn.line("best = values")
            with fn.block("for k in range(1, n):"), fn.block(f"if {self._wins(f'values + k * {wish}', 'best')}:"):
                fn.line(f"best = values + k * {wish}")
            fn.line("left = 0")
            with fn.block("for k in range(n):"), fn.block(f"if equal(v, values + k * {wish}, {wish}, best):"):
                fn.line(f"copied(v, out + k * {row}, {row}, out + left * {row})")
                fn.line("left += 1")
            fn.line("return left")

        return self.m.function("best", "", ("out", "n"), write)

    def _wins(self, a: str, b: str) -> str:
        sign = "<" if self.m.core.turn.prefer == "least" else ">"
        return f"compare_lists(v, {a}, {self.wish}, {b}, {self.wish}) {sign} 0"

    def _enough(self, fn: Function, at: str) -> None:
        """Leaves a loop once there is a value that none can better."""
        bound = best_possible(self.m.core.turn)
        if bound is None:
            return
        ends = bound if isinstance(bound, tuple) else (bound,)
        with fn.block(f"if {' and '.join(f'v[{at} + {number}] == {literal(end)}' for number, end in enumerate(ends))}:"):
            fn.line("break")

    def _table(self, fn: Function) -> str:
        """Room for what is known of positions within the turn: how many, then slots of hash, value and state."""
        slot = self.kept_turn
        most = f"v[{self.m.memory.turns}]"
        place = fn.reserve(f"1 + {most} * {slot}")
        with fn.block(f"for k in range({most}):"):
            fn.line(f"v[{place} + 1 + k * {slot}] = 0")
        fn.line(f"v[{place}] = 0")
        return place

    def _reached(self) -> str:
        """What the best of the whole turns comes to that begin with the step in a row; it is written to `to`."""
        name, wish, row = self.m.names.of("reached", ""), self.wish, self.row
        preferred = self.m.core.turn.preferred
        assert preferred is not None

        def value(fn: Function) -> None:
            with fn.passing():
                found = self.atoms(fn, preferred, {})
                if isinstance(preferred.type, ListOf):
                    fn.line(f"copied(v, {found[0]}, {wish}, to)")
                else:
                    fn.line(f"v[to] = {found[0]}")

        def write(fn: Function) -> None:
            memory, length, slot = self.m.memory, self.m.layout.length, self.kept_turn
            with fn.block(f"if deep == {TURN_LIMIT}:"):
                self._refuse(fn, TOO_LONG)
            fn.line(f"most = v[{memory.turns}]")
            with fn.block(f"if v[at] == {self.number['stop']}:"):
                value(fn)
                fn.line("return")
            if self.has_history and not self.lets_ask_history:
                self.remember_position(fn)
            with fn.block(f"if not {self._acted()}(v, t, at):"):
                value(fn)
                fn.line("return")
            fn.line("h = I(1)")
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
                    self._refuse(fn, TOO_LONG)  # the turn comes back to where it was, and never ends
                fn.line("place = (place + 1) % most")
            fn.line("v[table] += 1")
            with fn.block("if v[table] * 2 > most:"):
                fn.line("raise ArenaFullError")
            fn.line(f"slot = table + 1 + place * {slot}")
            fn.line("v[slot] = h ^ 2")
            fn.line(f"copied(v, 0, {length}, slot + {1 + wish})")
            fn.line("rows = t")
            fn.line(f"kept = {fn.room('rows', f'most * {row}')}")
            fn.line(f"n = {self.offered()}(v, kept, rows, 0, most, 0)")
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
                with fn.block(f"if k == 0 or {self._wins('value', 'slot + 1')}:"):
                    fn.line(f"copied(v, value, {wish}, slot + 1)")
                self._enough(fn, "slot + 1")
            fn.line("v[slot] = h")
            fn.line(f"copied(v, slot + 1, {wish}, to)")

        return self.m.function("reached", "", ("at", "to", "table", "deep"), write)
