"""Which engine does what: the interpreter starts at once, the compiled engine pays where there is much to do.

With `engine="auto"` a job begins in the interpreter, and goes on in the compiled engine when it has taken a while and the rest
would take longer than compiling, or at once if the game has been compiled before. The results are the same either way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ggl.checker.game import CheckedGame
from ggl.engine.draws import seeded
from ggl.engine.protocol import Engine, Position, Step
from ggl.play.errors import OptionError
from ggl.play.perft import leaves

if TYPE_CHECKING:
    from ggl.compiler.engine import Compiled

PATIENCE = 1.0
"""Seconds in which the interpreter may well finish a job."""

COMPILING = 8.0
"""Seconds that compiling a game may take."""


class Fast:
    """The compiled engine of a game, if it is wanted and can be had."""

    def __init__(self, checked: CheckedGame, wanted: str) -> None:
        self.wanted = wanted
        self._checked = checked
        self._why = ""
        self._since = 0.0

    @cached_property
    def engine(self) -> Compiled | None:
        """The compiled engine; None if it is not wanted, or cannot be had (`_why`)."""
        if self.wanted == "interpreter":
            return None
        try:
            from ggl.compiler.emitted import CannotCompileError
            from ggl.compiler.engine import Compiled
        except ImportError as error:
            self._why = f"{error.name} is not installed"
            return None
        try:
            return Compiled(self._checked.core, self._checked.definition.name.text)
        except CannotCompileError as problem:
            self._why = f"it has no shape for {problem}"
            return None

    def required(self) -> Compiled:
        """The compiled engine. Raises `OptionError` where it cannot be had."""
        if self.engine is None:
            raise OptionError(f"the compiled engine cannot play this game: {self._why}; leave `engine` out")
        return self.engine

    @cached_property
    def of_batches(self) -> Compiled:
        """The engine for many positions at once: compiled, or, where the interpreter is wanted, its module as Python.

        Raises `OptionError`.
        """
        if self.wanted != "interpreter":
            if self.engine is None:
                raise OptionError(f"a batch needs the compiled engine, which this game cannot have: {self._why}")
            return self.engine
        try:
            from ggl.compiler.emitted import CannotCompileError
            from ggl.compiler.engine import Compiled

            return Compiled(self._checked.core, self._checked.definition.name.text, as_python=True)
        except ImportError as error:
            raise OptionError(f"a batch needs {error.name}, which is not installed") from None
        except CannotCompileError as problem:
            raise OptionError(f"this game has no batches: the compiled engine has no shape for {problem}") from None

    def pays(self, done: int, all_: int) -> bool:
        """Whether the rest of a job that `played` began is for the compiled engine."""
        taken = time.monotonic() - self._since
        if self.wanted == "compiled":
            return True
        if taken < PATIENCE or self.engine is None or done == all_:
            return False
        return self.engine.ready("playouts") or taken / done * (all_ - done) > COMPILING

    def played(
        self, engine: Engine, count: int, seed: int, most_steps: int, *, first: int = 0
    ) -> Iterator[tuple[int, Position, tuple[Step, ...]]]:
        """Random plays one after the other: number, last position, steps."""
        self._since = time.monotonic()
        for number in range(first, first if self.wanted == "compiled" else first + count):
            state, position = seeded(seed, number), engine.start()
            steps: list[Step] = []
            while len(steps) < most_steps:
                step, state = engine.draw(position, state)
                if step is None:
                    break
                steps.append(step)
                position = engine.play(position, step)
            yield number, position, tuple(steps)

    def perft(self, engine: Engine, position: Position, depth: int) -> int:
        """Leaf turns at a depth."""
        if self.wanted == "compiled":
            return self.required().perft(position, depth)
        if not depth:
            return 1
        since, count = time.monotonic(), 0
        for count, _ in enumerate(leaves(engine, position, depth), 1):
            taken = time.monotonic() - since if count % 256 == 0 else 0.0
            if taken > PATIENCE and self.engine is not None and (self.engine.ready("perft") or taken > COMPILING):
                return self.engine.perft(position, depth)
        return count
