"""Search to a depth (alpha-beta) as an emitted function, over the same rules.

    alphabeta(v, t, tree, room, seat, depth, low, high, most)

It gives what the position in the memory is worth to a seat, in so many steps.
Values are whole numbers, for the seat that was asked for: `WON` and more for a win, the more the sooner; 0 for a draw; between
them the lead by score, in codes, where there is a score. A side that chooses for that seat takes the greatest value, any other
the least, whoever it is, so a turn may have any number of steps; a roll is worth the mean. Only for two seats.

`tree` has `room` entries: a head (`HEAD` entries: nodes looked at, how many there may be, whether it was broken off, how often a
position was judged that is not over), and then the transposition table: records of key, value, depth and bound, whether a
position that is not over was judged on the way, and the step that was best. Only what was looked at as deep counts, so that the
distance of a win is exact. A game whose rules look at earlier positions has no such table.

Source: D. Knuth, R. Moore, "An analysis of alpha-beta pruning" (1975).
"""

from __future__ import annotations

from ggl.compiler.memory import factors
from ggl.compiler.searching import TREE, Searching
from ggl.compiler.writer import Function, literal

NODES, LIMIT, STOPPED, JUDGED = range(4)
HEAD = 4
RECORD = 4
"""Entries of a record: key, value, 8 * depth + 4 if something was judged + bound, the number of the best step."""

EXACT, AT_LEAST, AT_MOST = range(3)

WON = 1 << 40
ENDLESS = 1 << 50


class Deepening(Searching):
    def alphabeta(self) -> str:
        name = self.m.names.of("alphabeta", "")

        def write(fn: Function) -> None:
            memory, size = self.m.memory, self.m.memory.state
            fn.line(f"tree[{NODES}] += 1")
            with fn.block(f"if v[{self.at('over')}] != 0:"):
                fn.line(f"result = {self._tree_outcome()}(v, t)")
                with fn.block(f"if result > {self.players}:"):
                    fn.line("return I(0)")
                with fn.block("if result == 1 + seat:"):
                    fn.line(f"return {WON} + depth")
                fn.line(f"return I(-{WON}) - depth")
            with fn.block("if depth == 0:"):
                fn.line(f"tree[{JUDGED}] += 1")
                fn.line(f"return {self._lead()}(v, t, seat)")
            with fn.block(f"if tree[{NODES}] > tree[{LIMIT}]:"):
                fn.line(f"tree[{STOPPED}] = 1")
                fn.line("return I(0)")
            fn.line("first = I(-1)")
            fn.line(f"judged = tree[{JUDGED}]")
            if not self.has_history:
                self._look_up(fn)
            fn.line(f"kept = {fn.room('t', f'most * {self.row}')}")
            fn.line(f"n = {self.steps()}(v, kept, t, most, 0)")
            with fn.block("if n >= most:"):
                fn.line("raise ArenaFullError")
            fn.line(f"rows = t + n * {self.row}")
            fn.line(f"above = {fn.room('rows', str(size))}")
            fn.line(f"copied(v, 0, {size}, rows)")
            fn.line(f"played = v[{memory.played}]")
            fn.line("a = low")
            fn.line("b = high")
            fn.line("chance = False")
            if self.has("chance"):
                fn.line(f"chance = v[{self.at('chance')}] != 0")
            fn.line(f"ours = v[{self.m.layout.slots['seat'].start} + v[{self.at('mover')}]] == seat")
            fn.line(f"best = I(-{ENDLESS}) if ours else I({ENDLESS})")
            fn.line("best_step = I(-1)")
            fn.line("total = I(0)")
            fn.line("open_still = True")
            with fn.block("for number in range(-1, n):"):
                fn.line("k = first if number < 0 else number")
                with fn.block("if open_still and k >= 0 and k < n and (number < 0 or k != first):"):
                    fn.line(f"{self.play()}(v, above, t + k * {self.row})")
                    with fn.block("if chance:"):
                        fn.line(f"total += {name}(v, above, tree, room, seat, depth - 1, I(-{ENDLESS}), I({ENDLESS}), most)")
                    with fn.block("else:"):
                        fn.line(f"value = {name}(v, above, tree, room, seat, depth - 1, a, b, most)")
                        with fn.block("if best_step < 0 or (value > best if ours else value < best):"):
                            fn.line("best = value")
                            fn.line("best_step = I(k)")
                        with fn.block("if ours:"):
                            fn.line("a = max(a, best)")
                        with fn.block("else:"):
                            fn.line("b = min(b, best)")
                        fn.line("open_still = a < b")
                    fn.line(f"copied(v, rows, {size}, 0)")
                    fn.line(f"v[{memory.played}] = played")
                    with fn.block(f"if tree[{STOPPED}] != 0:"):
                        fn.line("return I(0)")
            with fn.block("if n == 0:"):
                fn.line("return I(0)")
            with fn.block("if chance:"):
                fn.line("return total // n")
            if not self.has_history:
                fn.line(f"bound = I({AT_MOST}) if best <= low else (I({AT_LEAST}) if best >= high else I({EXACT}))")
                fn.line("tree[at] = key")
                fn.line("tree[at + 1] = best")
                fn.line(f"tree[at + 2] = 8 * depth + 4 * int(tree[{JUDGED}] != judged) + bound")
                fn.line("tree[at + 3] = best_step")
            fn.line("return best")

        return self.m.function("alphabeta", "", (TREE, "room", "seat", "depth", "low", "high", "most"), write)

    def _look_up(self, fn: Function) -> None:
        fn.line(f"key = {self._key()}(v, t) ^ (seat + 1)")
        fn.line(f"at = {HEAD} + (key & ((room - {HEAD}) // {RECORD} - 1)) * {RECORD}")
        with fn.block("if tree[at] == key:"):
            fn.line("first = tree[at + 3]")
            with fn.block("if tree[at + 2] >> 3 == depth:"):
                fn.line("its = tree[at + 1]")
                fn.line("bound = tree[at + 2] & 3")
                exact = f"bound == {EXACT} or (bound == {AT_LEAST} and its >= high) or (bound == {AT_MOST} and its <= low)"
                with fn.block(f"if {exact}:"):
                    fn.line(f"tree[{JUDGED}] += tree[at + 2] >> 2 & 1")
                    fn.line("return its")

    def _key(self) -> str:
        """A hash of the whole position, mixed so that its low bits may be used."""

        def write(fn: Function) -> None:
            fn.line("key = I(0)")
            for place, factor in enumerate(factors(self.m.layout.length)):
                signed = factor - (1 << 64) if factor >> 63 else factor
                fn.line(f"key += v[{place}] * {literal(signed)}")
            fn.line("return key ^ shr(key, 29)")

        return self.m.function("position_key", "", (), write)

    def _lead(self) -> str:
        """By how much the seat leads by score; 0 where there is none."""

        def write(fn: Function) -> None:
            core, seat = self.m.core, self.m.layout.slots["seat"].start
            if core.match is None and core.score is None:
                fn.line("return I(0)")
                return
            fn.line("lead = I(0)")
            for player in range(self.players):
                points = f"v[{self.at('total', player)}]" if core.match is not None else f"{self.score()}(v, t, {player})"
                with fn.block(f"if v[{seat + player}] == seat:"):
                    fn.line(f"lead += {points}")
                with fn.block("else:"):
                    fn.line(f"lead -= {points}")
            fn.line("return lead")

        return self.m.function("lead", "", ("seat",), write)
