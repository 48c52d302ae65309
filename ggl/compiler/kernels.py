"""What runs within one call: playouts and perft, as emitted functions over those of the turn.

    playouts(v, t, seed, first, last, most_plies, most, out)   random plays `first` to `last` of a seed, a row of `out` each
    perft(v, t, depth, most, deep)                             leaf turns at a depth

A row of `out` has the steps played, the winner (none: as many as there are players), the winner's seat, the reason counted from
1 (0: broken off), and the code of each side's score; then, where several can win together, the bits of all winners and of their
seats.
"""

from __future__ import annotations

from ggl.compiler.turns import Turns
from ggl.compiler.writer import WORDS, Function
from ggl.engine.protocol import LONGEST_TURN

LIMIT = 1 << 31
"""More steps than there can be."""

ENDLESS = -(1 << 60)
"""Leaf turns of which one has too many steps: with any number of others, below 0."""


class Kernels(Turns):
    @property
    def counts(self) -> bool:
        """Whether steps can be counted without going through the last parameter of any move: the leaves of perft are."""
        self.steps()
        return self.m.core.turn.preferred is None and self.counted >= {schema.name for schema in self.m.core.schemas}

    @property
    def result(self) -> int:
        """Entries of a row of `out`."""
        return 4 + self.players + 2 * self.has("winners")

    def playouts(self) -> str:
        def write(fn: Function) -> None:
            over, row = self.at("over"), self.row
            size = self.m.memory.state
            fn.line(f"kept = {fn.room('t', f'most * {row}')}")
            fn.line(f"above = {fn.room('kept', str(size))}")
            fn.line(f"{self.start()}(v, above)")  # nothing is drawn before the first turn: each play begins as this one
            fn.line(f"copied(v, 0, {size}, kept)")
            with fn.block("for number in range(first, last):"):
                fn.line("state = seeded(seed, number)")
                fn.line(f"copied(v, kept, {size}, 0)")
                fn.line(f"v[{self.m.memory.played}] = 0")
                fn.line(f"v[{self.scored}] = 0")
                if self.has_atlases:
                    fn.line(f"{self.caught_up()}(v, above)")
                fn.line("made = 0")
                with fn.block(f"while v[{over}] == 0 and made < most_steps:"):
                    fn.line(f"at, state = {self.draw()}(v, above, t, most, state)")
                    with fn.block("if at < 0:"):
                        fn.line("break")
                    fn.line(f"{self.play()}(v, above, at)")
                    fn.line("made += 1")
                fn.line(f"to = (number - first) * {self.result}")
                fn.line("out[to] = made")
                fn.line(f"out[to + 1] = v[{self.at('winner')}]")
                seat = self.m.layout.slots["seat"].start
                with fn.block(f"if v[{self.at('winner')}] < {self.players}:"):
                    fn.line(f"out[to + 2] = v[{seat} + v[{self.at('winner')}]]")
                fn.line(f"out[to + 3] = v[{over}]")
                if self.has("winners"):
                    for player in range(self.players):
                        with fn.block(f"if v[{self.at('winners', player)}] != 0:"):
                            fn.line(f"out[to + {4 + self.players}] |= {1 << player}")
                            fn.line(f"out[to + {5 + self.players}] |= bit(v[{seat + player}])")
                self._scores(fn)

        return self.m.function("playouts", "", ("seed", "first", "last", "most_steps", "most", f"out: {WORDS}"), write)

    def _scores(self, fn: Function) -> None:
        core = self.m.core
        for player in range(self.players):
            if core.match is not None:
                fn.line(f"out[to + {4 + player}] = v[{self.at('total', player)}]")
            elif core.score is not None:
                known = f"v[{self.scored + 1 + player}] if v[{self.scored}] != 0 else "
                fn.line(f"out[to + {4 + player}] = {known}{self.score()}(v, above, {player})")

    def perft(self) -> str:
        """Leaf turns: a step after which its turn goes on, and a roll, take nothing from the depth.

        `deep` counts such steps; where a turn has too many, all of it is below 0.
        """
        name = self.m.names.of("perft", "")

        def write(fn: Function) -> None:
            memory, row = self.m.memory, self.row
            fn.line(f"kept = {fn.room('t', f'most * {row}')}")
            simple = not self.in_turn_tests() and not self.has("chance")
            if not simple:
                with fn.block(f"if deep == {LONGEST_TURN}:"):
                    fn.line(f"return {ENDLESS}")
            if simple and self.counts:
                with fn.block("if depth == 1:"):
                    fn.line(f"return {self.steps()}(v, kept, t, {LIMIT}, {LIMIT})")
            fn.line(f"n = {self.steps()}(v, kept, t, most, 0)")
            with fn.block("if n >= most:"):
                fn.line("raise ArenaFullError")
            if simple:
                with fn.block("if depth == 1:"):
                    fn.line("return n")
            fn.line(f"rows = t + n * {row}")  # what lies above the rows is free again
            fn.line(f"above = {fn.room('rows', str(memory.state))}")
            fn.line(f"copied(v, 0, {memory.state}, rows)")
            fn.line(f"played = v[{memory.played}]")
            fn.line("leaves = 0")
            with fn.block("for k in range(n):"):
                fn.line(f"{self.play()}(v, above, t + k * {row})")
                goes_on = f"{self.goes_on()}(v, t)"
                if self.has("chance"):
                    goes_on = f"({goes_on} or (v[t + k * {row}] == {self.number['roll']} and v[{self.at('over')}] == 0))"
                if simple:
                    fn.line(f"leaves += {name}(v, above, depth - 1, most, deep)")
                else:
                    with fn.block(f"if {goes_on}:"):
                        fn.line(f"leaves += {name}(v, above, depth, most, deep + 1)")
                    with fn.block("elif depth > 1:"):
                        fn.line(f"leaves += {name}(v, above, depth - 1, most, 0)")
                    with fn.block("else:"):
                        fn.line("leaves += 1")
                    with fn.block("if leaves < 0:"):
                        fn.line("return leaves")
                fn.line(f"copied(v, rows, {memory.state}, 0)")
                fn.line(f"v[{memory.played}] = played")
            fn.line("return leaves")

        return self.m.function("perft", "", ("depth", "most", "deep"), write)
