"""What runs on many positions within one call: an emitted function with a mode, so that a game is compiled for it only once.

    batch(v, t, mode, first, last, most, rolling, base, columns, room, positions, played, states, actions, starts, numbers,
          masks, scores, reached)

Rows `first` to `last` of the arrays are gone through, and the row that could not be done is given, `last` if all were.

- `LIST`: the legal numbers of row k go to `numbers`, which has `room`, from place `starts[k]` on, `starts[k + 1]` is set, and,
  where `masks` has columns, so is the row of booleans; a row for which `numbers` has no room left is not done.
- `CHECK`: a row whose action is not among its numbers is not done; `LIST` has gone before.
- `DRAW`: a random legal action for each row, with the numbers that follow its state; -1 where the game is over.
- `STEP`: the actions are made, those below 0 and those of rows that are over left out; with `rolling` the rolls that are due too.
- `SCORE`: the code of each side's score.

`reached` is the row in work, for who has to go on after an `ArenaFullError`: a row is written only when it is done. The history
of row k stands in the memory at `base + k * room * remembered`.
"""

from __future__ import annotations

from functools import cached_property

from ggl.compiler.kernels import Kernels
from ggl.compiler.writer import BOOLS, WORDS, Function, literal
from ggl.engine.actions import Block, CannotNumberError, Numbering
from ggl.engine.protocol import ROLL, TAKE

LIST, CHECK, DRAW, STEP, SCORE = range(5)

MOST_ROLLS = 4096
"""Rolls made in one step; more could only come of plays of a match that end before anybody moves."""

PARAMETERS = (
    "mode", "first", "last", "most", "rolling", "base", "columns", "room",
    *(f"{rows}: {WORDS}" for rows in ("positions", "played", "states", "actions", "starts", "numbers")),
    f"masks: {BOOLS}", f"scores: {WORDS}", f"reached: {WORDS}",
)  # fmt: skip


class Batches(Kernels):
    @cached_property
    def numbering(self) -> Numbering | None:
        try:
            return Numbering(self.m.core)
        except CannotNumberError:
            return None

    def batch(self) -> str:
        modes = {LIST: self._list, CHECK: self._check, DRAW: self._draw_each, STEP: self._step_each, SCORE: self._score}

        def write(fn: Function) -> None:
            fn.line(f"above = {fn.room('t', f'most * {self.row}')}")
            for mode, write_mode in modes.items():
                with fn.block(f"if mode == {mode}:"), fn.block("for k in range(first, last):"):
                    fn.line("reached[0] = k")
                    write_mode(fn)
            fn.line("return last")

        return self.m.function("batch", "", PARAMETERS, write)

    # ---- a row in and out

    def _unless_over(self, fn: Function, *otherwise: str) -> None:
        with fn.block(f"if {self._entry('over')} != 0:"):
            for line in otherwise:
                fn.line(line)
            fn.line("continue")

    def _entry(self, name: str) -> str:
        """An entry of row k, which is not loaded yet."""
        return f"positions[k * {self.m.layout.length} + {self.at(name)}]"

    def _load(self, fn: Function) -> None:
        memory = self.m.memory
        with fn.block(f"for i in range({self.m.layout.length}):"):
            fn.line(f"v[i] = positions[k * {self.m.layout.length} + i]")
        fn.line(f"{self.refresh()}(v, t)")
        if self.has_history:
            fn.line(f"v[{memory.played}] = played[k]")
            fn.line(f"v[{memory.history}] = base + k * v[{memory.room}] * {self.remembered}")

    def _store(self, fn: Function) -> None:
        with fn.block(f"for i in range({self.m.layout.length}):"):
            fn.line(f"positions[k * {self.m.layout.length} + i] = v[i]")
        if self.has_history:
            fn.line(f"played[k] = v[{self.m.memory.played}]")

    # ---- the modes

    def _list(self, fn: Function) -> None:
        with fn.block("for j in range(columns):"):
            fn.line("masks[k * columns + j] = False")
        fn.line("start = starts[k]")
        self._unless_over(fn, "starts[k + 1] = start")
        self._load(fn)
        fn.line(f"n = {self.steps()}(v, above, t, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        with fn.block("if start + n > room:"):
            fn.line("return k")
        with fn.block("for j in range(n):"):
            fn.line(f"number = {self._numbered()}(v, t, t + j * {self.row})")
            fn.line("numbers[start + j] = number")
            with fn.block("if 0 <= number < columns:"):
                fn.line("masks[k * columns + number] = True")
        fn.line("starts[k + 1] = start + n")

    def _check(self, fn: Function) -> None:
        self._unless_over(fn)
        fn.line("found = False")
        with fn.block("for j in range(starts[k], starts[k + 1]):"):
            fn.line("found |= numbers[j] == actions[k]")
        with fn.block("if not found:"):
            fn.line("return k")

    def _draw_each(self, fn: Function) -> None:
        self._unless_over(fn, "actions[k] = -1")
        self._load(fn)
        fn.line(f"at, state = {self.draw()}(v, above, t, most, states[k])")
        fn.line("states[k] = state")
        with fn.block("if at < 0:"):
            fn.line("actions[k] = -1")
        with fn.block("else:"):
            fn.line(f"actions[k] = {self._numbered()}(v, t, at)")

    def _step_each(self, fn: Function) -> None:
        self._unless_over(fn)
        due = f"rolling != 0 and {self._entry('chance')} != 0" if self.has("chance") else "False"
        with fn.block(f"if actions[k] < 0 and not ({due}):"):
            fn.line("continue")
        self._load(fn)
        with fn.block("if actions[k] >= 0:"):
            fn.line(f"{self._entered()}(v, t, actions[k])")
            fn.line(f"{self.play()}(v, above, t)")
        if self.has("chance"):
            fn.line("state = states[k]")
            fn.line("made = 0")
            chance, over = f"v[{self.at('chance')}] != 0", f"v[{self.at('over')}] == 0"
            with fn.block(f"while rolling != 0 and {chance} and {over} and made < {MOST_ROLLS}:"):
                fn.line(f"at, state = {self.draw()}(v, above, t, most, state)")
                fn.line(f"{self.play()}(v, above, at)")
                fn.line("made += 1")
            fn.line("states[k] = state")
        self._store(fn)

    def _score(self, fn: Function) -> None:
        if self.m.core.match is None and self.m.core.score is not None:
            self._load(fn)
            for player in range(self.players):
                fn.line(f"scores[k * {self.players} + {player}] = {self.score()}(v, above, {player})")

    # ---- numbers and rows

    def _head(self, block: Block) -> int:
        """The first entry of a row for a step of the block."""
        if any(schema.name == block.schema for schema in self.m.core.schemas):
            return [schema.name for schema in self.m.core.schemas].index(block.schema)
        if block.schema.startswith(TAKE):
            return self.number[TAKE] + int(block.schema.removeprefix(TAKE))
        return self.number[block.schema]

    def _numbered(self) -> str:
        """The number of the step in a row."""

        def write(fn: Function) -> None:
            assert self.numbering is not None
            for block in self.numbering.blocks:
                test = f"v[at] == {self._head(block)}"
                if block.schema == ROLL and self.m.core.rolls:
                    test += f" and v[at + 1] == {block.lows[0]}"
                with fn.block(f"if {test}:"):
                    place = ""
                    for digit, (low, size) in enumerate(zip(block.lows, block.sizes, strict=True)):
                        code = f"(v[at + {1 + digit}] - {literal(low)})"
                        place = f"({place}) * {size} + {code}" if place else code
                    fn.line(f"return I({block.start}){f' + {place}' if place else ''}")
            fn.line("return I(-1)")

        return self.m.function("numbered", "", ("at",), write)

    def _entered(self) -> str:
        """The step of a number is put into a row at `t`."""

        def write(fn: Function) -> None:
            assert self.numbering is not None
            for block in self.numbering.blocks:
                with fn.block(f"if {block.start} <= number < {block.stop}:"):
                    fn.line(f"v[t] = {self._head(block)}")
                    fn.line(f"rest = number - {block.start}")
                    for digit in range(len(block.sizes) - 1, -1, -1):
                        fn.line(f"v[t + {1 + digit}] = rest % {block.sizes[digit]} + {literal(block.lows[digit])}")
                        fn.line(f"rest //= {block.sizes[digit]}")

        return self.m.function("entered", "", ("number",), write)
