"""The turn automaton as emitted functions: what is offered, how a turn ends, the end of a play, rolls and matches.

start(v, t)                 the position before the first turn, in a memory of any content
steps(v, t, out, most, skip) counts legal steps up to so many; those from number `skip` on are written to rows at `out`
play(v, t, at)              the step in the row at `at` is made
score(v, t, player)         the code of a player's score
turn_goes_on(v)             whether a turn has begun and has steps to come
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.expressions import Env
from ggl.compiler.module import CannotCompileError
from ggl.compiler.schemas import Schemas
from ggl.compiler.writer import Function, literal
from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.core.walk import walk

HASH = -3750763034362895579
"""Multiplied in for each entry of a key (the prime of FNV-1a's offset, as a signed word)."""


class Turns(Schemas):
    """Writes the whole game."""

    @property
    def number(self) -> dict[str, int]:
        """The numbers of the steps that are of no schema; those of the sides to take come last."""
        count = len(self.m.core.schemas)
        return {"pass": count, "stop": count + 1, "swap-sides": count + 2, "roll": count + 3, "take-": count + 4}

    @property
    def players(self) -> int:
        return self.m.layout.slots["seat"].sizes[0]

    def at(self, field: str, *index: int) -> int:
        return self.m.layout.at(field, *index)

    def has(self, field: str) -> bool:
        return self.m.layout.has(field)

    # ---- the history

    @property
    def keys(self) -> tuple[str, ...]:
        """The ways to compare positions that the rules use."""
        return tuple(sorted({form.key for form in walk(self.m.core) if isinstance(form, f.Seen)}))

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
            fn.line(f"h = I({HASH})")
            for start, stop in self.ranges(key):
                with fn.block(f"for i in range({start}, {stop}):"):
                    fn.line("h = mixed(h ^ v[i])")
            fn.line("return h")

        return self.m.function("hash", key, (), write)

    def remember_position(self, fn: Function) -> None:
        """The position left behind joins the history, if a turn begins in it."""

        def write(function: Function) -> None:
            memory = self.m.memory
            tests = self._in_turn_tests()
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

    def seen_text(self, key: str) -> str:
        """How often the present position has stood: a hash finds it in the history, and the entries confirm it."""

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

        return f"{self.m.function('seen', key, (), write)}(v, t)"

    # ---- what is offered

    def _in_turn_tests(self) -> list[str]:
        tests = []
        if self.has("pending"):
            tests.append(f"v[{self.at('pending')}] < {len(self.m.core.schemas)}")
        if self.has("steps"):
            tests.append(f"v[{self.at('steps')}] > 0")
        return tests

    def goes_on(self) -> str:
        def write(fn: Function) -> None:
            fn.line(f"return {' or '.join(self._in_turn_tests()) or 'False'}")

        return self.m.function("turn", "goes_on", (), write)

    def offered(self) -> str:
        """The steps of schemas that are legal now, and `stop` where going on is optional."""

        def write(fn: Function) -> None:
            if self.has("pending"):
                for number, schema in enumerate(self.m.core.schemas):
                    if not schema.then:
                        continue
                    with fn.block(f"if v[{self.at('pending')}] == {number}:"):
                        fn.line(f"n = {self.follows(schema)}(v, t, out, n, most, skip)")
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
            in_turn = " or ".join(self._in_turn_tests()) or "False"
            if turn.pie == "choose-side":
                with fn.block(f"if v[{self.at('ply')}] == 1 and not ({in_turn}):"):
                    fn.line("n = I(0)")
                    for player in range(self.players):
                        self.written(fn, [str(self.number["take-"] + player)])
                    fn.line("return n")
            fn.line(f"n = {self.offered()}(v, t, out, 0, most, skip)")
            if turn.preferred is not None:
                with fn.block("if n > 1:"):
                    fn.line(f"n = {self._best()}(v, t, out, n)")
            with fn.block(f"if n >= most or {in_turn}:"):
                fn.line("return n")
            if turn.pie == "swap-sides":
                with fn.block(f"if v[{self.at('ply')}] == 1 and n > 0:"):
                    self.written(fn, [str(self.number["swap-sides"])])
            if turn.passing == "free":
                self.written(fn, [str(self.number["pass"])])
            elif turn.passing == "forced":
                with fn.block("if n == 0:"):
                    self.written(fn, [str(self.number["pass"])])
            fn.line("return n")

        return self.m.function("steps", "", ("out", "most", "skip"), write)

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

    def _best(self) -> str:
        """Of the rows, those with which the best whole turn from here begins; they move up to the first places."""
        row, wish = self.row, self.wish

        def write(fn: Function) -> None:
            memory = self.m.memory
            values = fn.reserve(f"n * {wish}")
            fn.line(f"values = {values}")
            fn.line(f"table = {self._table(fn)}")
            kept = self.keep(fn)
            fn.line(f"played = v[{memory.played}]")
            with fn.block("for k in range(n):"):
                fn.line(f"{self._reached()}(v, t, out + k * {row}, values + k * {wish}, table)")
                self.put_back(fn, kept)
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

    def _table(self, fn: Function) -> str:
        """Room for what is known of positions within the turn: how many, then slots of hash, value and state."""
        slot = 1 + self.wish + self.m.layout.length
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
            memory, length = self.m.memory, self.m.layout.length
            slot = 1 + wish + length
            fn.line(f"most = v[{memory.turns}]")
            with fn.block(f"if v[at] == {self.number['stop']}:"):
                value(fn)
                fn.line("return")
            if self.has_history:
                self.remember_position(fn)
            with fn.block(f"if not {self._acted()}(v, t, at):"):
                value(fn)
                fn.line("return")
            fn.line("h = I(1)")
            with fn.block(f"for i in range({length}):"):
                fn.line("h = mixed(h ^ v[i])")
            fn.line("h |= 1")
            fn.line("place = shr(h, 20) % most")
            with fn.block(f"while v[table + 1 + place * {slot}] != 0:"):
                fn.line(f"known = table + 1 + place * {slot}")
                with fn.block(f"if v[known] == h and equal(v, 0, {length}, known + {1 + wish}):"):
                    fn.line(f"copied(v, known + 1, {wish}, to)")
                    fn.line("return")
                fn.line("place = (place + 1) % most")
            fn.line("v[table] += 1")
            with fn.block("if v[table] * 2 > most:"):
                fn.line("raise ArenaFullError")
            fn.line(f"known = table + 1 + place * {slot}")
            fn.line("v[known] = h")
            fn.line(f"copied(v, 0, {length}, known + {1 + wish})")
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
                fn.line(f"{name}(v, above, rows + k * {row}, value, table)")
                fn.line(f"copied(v, kept, {memory.state}, 0)")
                fn.line(f"v[{memory.played}] = played")
                with fn.block(f"if k == 0 or {self._wins('value', 'known + 1')}:"):
                    fn.line(f"copied(v, value, {wish}, known + 1)")
            fn.line(f"copied(v, known + 1, {wish}, to)")

        return self.m.function("reached", "", ("at", "to", "table"), write)

    def _acted(self) -> str:
        """The step in a row is made, its turn not ended; whether it goes on."""

        def write(fn: Function) -> None:
            for number, schema in enumerate(self.m.core.schemas):
                with fn.block(f"if v[at] == {number}:"):
                    args = "".join(f", v[at + {1 + place}]" for place in range(len(schema.params)))
                    fn.line(f"return {self.act(schema)}(v, t{args})")
            fn.line("return False")

        return self.m.function("acted", "", ("at",), write)

    # ---- playing

    def start(self) -> str:
        def write(fn: Function) -> None:
            self._blank(fn)
            first = self.fixed(fn, self.m.core.turn.first, {}, "first")[0]
            for seat in range(self.players):
                fn.line(f"v[{self.m.layout.slots['seat'].start} + ({first} + {seat}) % {self.players}] = {seat}")
            fn.line(f"{self._set_up()}(v, t, {first})")

        return self.m.function("start", "", (), write)

    def _blank(self, fn: Function) -> None:
        for slot in self.m.layout.slots.values():
            with fn.block(f"for i in range({slot.start}, {slot.stop}):"):
                fn.line(f"v[i] = {literal(slot.field.start)}")
        fn.line(f"{self.refresh()}(v, t)")
        fn.line(f"v[{self.m.memory.played}] = 0")

    def refresh(self) -> str:
        """The planes, made from the entries."""

        def write(fn: Function) -> None:
            for name, planes in self.m.memory.planes.items():
                slot = self.m.layout.slots[name]
                with fn.block(f"for i in range({planes.start}, {planes.start + planes.codes * planes.words}):"):
                    fn.line("v[i] = 0")
                with fn.block(f"for i in range({slot.sizes[0]}):"):
                    fn.line(f"v[{planes.start} + v[{slot.start} + i] * {planes.words} + (i >> 6)] |= bit(i & 63)")

        return self.m.function("refresh", "", (), write)

    def _set_up(self) -> str:
        def write(fn: Function) -> None:
            fn.line(f"v[{self.at('mover')}] = first")
            fn.line(self.effect_call("do", "setup", self.m.core.setup, {}, fn))
            self._unless_rolling(fn, lambda: fn.line(f"{self._open()}(v, t)"))

        return self.m.function("set_up", "", ("first",), write)

    def _unless_rolling(self, fn: Function, write: Callable[[], None]) -> None:
        if not self.has("chance"):
            write()
            return
        with fn.block(f"if v[{self.at('chance')}] == 0:"):
            write()

    def _open(self) -> str:
        def write(fn: Function) -> None:
            if self.has("starter"):
                fn.line(f"v[{self.at('starter')}] = v[{self.at('mover')}]")
            fn.line(f"{self._ask_end(begun=False)}(v, t, (v[{self.at('mover')}] - 1) % {self.players})")
            with fn.block(f"if v[{self.at('over')}] == 0:"):
                fn.line(f"{self._begin_turn()}(v, t)")

        return self.m.function("open", "", (), write)

    def play(self) -> str:
        def write(fn: Function) -> None:
            if self.has_history:
                self.remember_position(fn)
            fn.line("step = v[at]")
            fn.line(f"actor = v[{self.at('mover')}]")
            with fn.block(f"if step < {len(self.m.core.schemas)}:"):
                with fn.block(f"if not {self._acted()}(v, t, at):"):
                    fn.line(f"{self._end_turn()}(v, t, actor)")
                fn.line("return")
            if self.has("chance"):
                with fn.block(f"if step == {self.number['roll']}:"):
                    fn.line(f"{self._rolled()}(v, t, v[at + 1], v[at + 2])")
                    fn.line("return")
            if self.m.core.turn.pie:
                with fn.block(f"if step == {self.number['swap-sides']} or step >= {self.number['take-']}:"):
                    fn.line(f"{self._choose_side()}(v, t, step)")
                    fn.line("return")
            with fn.block(f"if step == {self.number['pass']}:"):
                fn.line(f"v[{self.at('passes')}] += 1")
            fn.line(f"{self._end_turn()}(v, t, actor)")

        return self.m.function("play", "", ("at",), write)

    def _choose_side(self) -> str:
        """A pie choice: a turn that may exchange the seats; the same side is still to move."""

        def write(fn: Function) -> None:
            slot = self.m.layout.slots["seat"]
            swap, take = self.number["swap-sides"], self.number["take-"]
            with fn.block(f"if step == {swap} or step - {take} != v[{self.at('mover')}]:"):
                for a in range(self.players // 2):
                    x, y = slot.start + a, slot.stop - 1 - a
                    fn.line(f"v[{x}], v[{y}] = v[{y}], v[{x}]")
            fn.line(f"v[{self.at('ply')}] += 1")
            fn.line(f"v[{self.at('passes')}] = 0")
            self.remember_step(fn, None, {})

        return self.m.function("choose_side", "", ("step",), write)

    def _rolled(self) -> str:
        """The roll is made: what it stopped goes on, up to the next one."""

        def write(fn: Function) -> None:
            fn.line(f"v[{self.at('chance')}] = 0")
            for number, roll in enumerate(self.m.core.rolls):
                with fn.block(f"if number == {number}:"):
                    fn.line(f"v[{self.at(roll.field)}] = code")
                    fn.line(self.effect_call("do", f"roll {number}", roll.then, {}, fn))
                    with fn.block(f"if v[{self.at('chance')}] != 0:"):
                        fn.line("return")
                    fn.line(f"{self._open() if roll.in_setup else self._has_begun()}(v, t)")
            self._maybe_next_play(fn)

        return self.m.function("rolled", "", ("number", "code"), write)

    def _end_turn(self) -> str:
        def write(fn: Function) -> None:
            self.clear_pending(fn)
            fn.line(f"v[{self.at('ply')}] += 1")
            if self.has("steps"):
                fn.line(f"v[{self.at('steps')}] = 0")
            following = f"v[{self.at('mover')}] = (actor + 1) % {self.players}"
            if self.has("again"):
                with fn.block(f"if v[{self.at('again')}] != 1:"):
                    fn.line(following)
                fn.line(f"v[{self.at('again')}] = 0")
            else:
                fn.line(following)
            over = f"if v[{self.at('over')}] == 0:"
            if self.has("phase"):
                with fn.block(over):
                    self._next_phase(fn)
            with fn.block(over):
                fn.line(f"{self._ask_end(begun=False)}(v, t, actor)")
            with fn.block(over):
                fn.line(f"{self._begin_turn()}(v, t)")
            self._maybe_next_play(fn)

        return self.m.function("end_turn", "", ("actor",), write)

    def _next_phase(self, fn: Function) -> None:
        phases = self.m.core.turn.phases
        fn.line(f"phase = v[{self.at('phase')}]")
        for number, phase in enumerate(phases):
            if phase.until is not None and number < len(phases) - 1:
                with fn.block(f"if phase == {number}:"), fn.block(f"if {self.condition(fn, phase.until, {})}:"):
                    fn.line(f"v[{self.at('phase')}] = {number + 1}")

    def _ask_end(self, *, begun: bool) -> str:
        """The first rule that holds decides; where a rule speaks of every player, `actor` comes first."""

        def write(fn: Function) -> None:
            for rule in self.m.core.end:
                if rule.begun != begun:
                    continue
                if rule.each:
                    turn = fn.fresh("turn")
                    with fn.block(f"for {turn} in range({self.players}):"):
                        player = fn.let(f"(actor + {turn}) % {self.players}", "who")
                        self._end_rule(fn, rule, {rule.each: (player,)})
                else:
                    self._end_rule(fn, rule, {})

        return self.m.function("ask_end", "begun" if begun else "", ("actor",), write)

    def _end_rule(self, fn: Function, rule: f.EndRule, env: Env) -> None:
        with fn.passing():
            self.source_of(fn, rule.test)
            test = self.condition(fn, rule.test, env)
            with fn.block(f"if {test}:"):
                if rule.outcome == "score":
                    fn.line(f"{self._by_score()}(v, t, {rule.reason})")
                else:
                    player = None if rule.player is None else self.fixed(fn, rule.player, env, "who")[0]
                    self.conclude(fn, rule.outcome, player, rule.reason)
                fn.line("return")

    def _begin_turn(self) -> str:
        def write(fn: Function) -> None:
            if self.m.core.turn.begin != f.Seq(()):
                fn.line(self.effect_call("do", "begin", self.m.core.turn.begin, {}, fn))
            self._unless_rolling(fn, lambda: fn.line(f"{self._has_begun()}(v, t)"))

        return self.m.function("begin_turn", "", (), write)

    def _has_begun(self) -> str:
        """A turn has begun: the rest of the end is asked; who may not pass and cannot move then has a draw."""

        def write(fn: Function) -> None:
            over = f"if v[{self.at('over')}] == 0"
            if any(rule.begun for rule in self.m.core.end):
                with fn.block(over + ":"):
                    fn.line(f"{self._ask_end(begun=True)}(v, t, (v[{self.at('mover')}] - 1) % {self.players})")
            if self.m.core.turn.passing == "never":
                with fn.block(f"{over} and not {self.any_offered(fn)}:"):
                    self.conclude(fn, "draw", None, len(self.m.core.reasons) - 1)

        return self.m.function("has_begun", "", (), write)

    # ---- scores and matches

    def score(self) -> str:
        core = self.m.core
        assert core.score is not None
        return self._per_player("score", core.score, core.score_param)

    def _per_player(self, kind: str, e: f.Expr, param: str) -> str:
        def write(fn: Function) -> None:
            self.give(fn, e, {param: ("player",)})

        return self.m.function(kind, "", ("player",), write)

    def _by_score(self) -> str:
        def write(fn: Function) -> None:
            core = self.m.core
            scores = [fn.let(f"{self.score()}(v, t, {player})", "score") for player in range(self.players)]
            fn.line(f"best = max({', '.join(scores)})" if len(scores) > 1 else f"best = {scores[0]}")
            fn.line("ahead = " + " + ".join(f"({score} == best)" for score in scores))
            with fn.block("if ahead == 1:"):
                for player, score in enumerate(scores):
                    with fn.block(f"if {score} == best:"):
                        fn.line(f"v[{self.at('winner')}] = {player}")
                fn.line(f"v[{self.at('over')}] = reason + 1")
                fn.line("return")
            outcome, tied = core.tie
            who = None if tied is None else self.fixed(fn, tied, {}, "who")[0]
            self.conclude(fn, outcome, who, 0)
            fn.line(f"v[{self.at('over')}] = reason + 1")

        return self.m.function("by_score", "", ("reason",), write)

    def _maybe_next_play(self, fn: Function) -> None:
        if self.m.core.match is None:
            return
        with fn.block(f"if v[{self.at('over')}] != 0:"):
            fn.line(f"{self._next_play()}(v, t)")

    def _next_play(self) -> str:
        """After a play of a match: points are added; then the match is over, or the next play is set up."""

        def write(fn: Function) -> None:
            match, layout = self.m.core.match, self.m.layout
            assert match is not None
            points = self._per_player("points", match.points, match.param)
            totals = layout.slots["total"]
            for player in range(self.players):
                fn.line(f"points_{player} = {points}(v, t, {player})")
            for player in range(self.players):
                fn.line(f"v[{totals.start + player}] += points_{player}")
            with fn.block(f"if {self.condition(fn, match.until, {})}:"):
                scores = [f"v[{totals.start + player}]" for player in range(self.players)]
                fn.line(f"best = max({', '.join(scores)})")
                fn.line("ahead = " + " + ".join(f"({score} == best)" for score in scores))
                fn.line(f"v[{self.at('winner')}] = {literal(layout.slots['winner'].field.start)}")
                with fn.block("if ahead == 1:"):
                    for player, score in enumerate(scores):
                        with fn.block(f"if {score} == best:"):
                            fn.line(f"v[{self.at('winner')}] = {player}")
                fn.line("return")
            first = self.fixed(fn, match.next_first, {}, "first")[0]
            kept = [
                place for name in ("total", "seat", "game") for place in range(layout.slots[name].start, layout.slots[name].stop)
            ]
            for place in kept:
                fn.line(f"kept_{place} = v[{place}]")
            self._blank(fn)
            for place in kept:
                fn.line(f"v[{place}] = kept_{place}")
            fn.line(f"v[{self.at('game')}] += 1")
            fn.line(f"{self._set_up()}(v, t, {first})")

        return self.m.function("next_play", "", (), write)
