"""The choice of the engine: the interpreter starts immediately, and the compiled engine pays off for long jobs.

With `engine="auto"` a job is the compiled engine's from the start if the game has been compiled before. Otherwise it begins in
the interpreter, and goes over when the rest, or all jobs of this game so far, would take longer than compiling. The results are
the same either way.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ggl.checker.game import CheckedGame
from ggl.engine.draws import seeded
from ggl.engine.protocol import Engine, Position, Step
from ggl.play.errors import OptionError
from ggl.play.made_once import made_once
from ggl.play.perft import leaves, perft

if TYPE_CHECKING:
    from ggl.compiler.emitted import CompilationError
    from ggl.compiler.runtime.engine import Compiled

PATIENCE = 0.3
"""Seconds within which the interpreter often finishes a job."""

COMPILING = 1.0
"""Seconds that compiling a game may take: half the bundled games take less than 0.4, few more than one."""


_STEP_BY_STEP = ("start", "refresh", "steps", "play", "draw", "score")
"""The functions of a module by which a game is played step by step."""


_SPENT: dict[tuple[object, ...], float] = {}
"""The time spent on each text with its options."""


class Fast:
    """The compiled engine of a game, if it is wanted and available."""

    def __init__(self, checked: CheckedGame, wanted: str) -> None:
        self.wanted = wanted
        self._checked = checked
        self._why = ""

    @property
    def spent(self) -> float:
        """Seconds that jobs of this game have taken in the interpreter, however often it was loaded in this process."""
        return _SPENT.get(self._game, 0.0)

    @spent.setter
    def spent(self, seconds: float) -> None:
        _SPENT[self._game] = seconds

    @cached_property
    def _game(self) -> tuple[object, ...]:
        return self._checked.definition.source.text, *self._checked.options.items()

    @made_once
    def engine(self) -> Compiled | None:
        """The compiled engine; None if it is not wanted or not available."""
        return self._made() if self.wanted != "interpreter" else None

    def required(self) -> Compiled:
        """The compiled engine. Raises `OptionError` if it is not available."""
        if self.engine is None:
            raise OptionError(f"the compiled engine cannot play this game: {self._why}; leave `engine` out")
        return self.engine

    @cached_property
    def emitted(self) -> Compiled:
        """The engine whose module batches and search work in: compiled, or, where the interpreter is wanted, as Python.

        Raises `OptionError`.
        """
        found = self._made(as_python=True) if self.wanted == "interpreter" else self.engine
        if found is None:
            raise OptionError(f"these rules cannot be compiled: {self._why}")
        return found

    @cached_property
    def comparable(self) -> Compiled | None:
        """The compiled engine without compiling: cached machine code, or else Python; None if not available."""
        if self.wanted != "interpreter" and self.engine is not None:
            used = [name for name in _STEP_BY_STEP if name in self.engine.emitted.entries]
            if all(self.engine.ready(name) for name in used):
                return self.engine
        return self._made(as_python=True)

    def is_at_hand(self, functions: tuple[str, ...]) -> bool:
        """Whether machine code of these functions is loaded or kept, so that nothing has to be compiled."""
        if self.wanted == "interpreter":
            return False
        if "engine" not in self.__dict__:
            from ggl.compiler.runtime.cache import is_kept

            if not is_kept(self._checked.core):
                return False
        return self.engine is not None and all(self.engine.ready(name) for name in functions)

    def _made(self, *, as_python: bool = False) -> Compiled | None:
        """None, with the reason in `_why`, if not available."""
        try:
            from ggl.compiler.emitted import CannotCompileError, CompilationError
            from ggl.compiler.runtime.engine import Compiled
        except ImportError as error:
            self._why = f"{error.name} is not installed"
            return None
        try:
            return Compiled(self._checked.core, self._checked.definition.name.text, as_python=as_python)
        except ImportError as error:
            self._why = f"{error.name} is not installed"
        except CannotCompileError as problem:
            self._why = f"the compiler does not support {problem}"
        except CompilationError as fault:
            if self.wanted != "auto":
                raise
            self._give_up(fault)
        return None

    def compiles(self, functions: tuple[str, ...]) -> bool:
        """Whether the compiled engine has these functions. Warns once if a bug in ggl prevents it."""
        if self.engine is None:
            return False
        from ggl.compiler.emitted import CompilationError

        try:
            self.engine.prepare(*functions)
        except CompilationError as fault:
            if self.wanted != "auto":
                raise
            self._give_up(fault)
            return False
        return True

    def _give_up(self, fault: CompilationError) -> None:
        """Stop compiling from now on."""
        self.__dict__["engine"], self._why = None, fault.what
        warnings.warn(f"a bug in ggl: {fault.said}; the interpreter continues", RuntimeWarning, stacklevel=3)

    def perft(self, engine: Engine, position: Position, depth: int) -> int:
        """Leaf turns at a depth."""
        if self.wanted == "compiled":
            return self._perft(position, depth)
        if not depth:
            return 1
        race, count = Race(self, "refresh", "perft"), 0
        if race.is_lost(0):
            return self._perft(position, depth)
        for count, _ in enumerate(leaves(engine, position, depth), 1):
            if count % 256 == 0 and race.is_lost():
                return self._perft(position, depth)
        return count

    def _perft(self, position: Position, depth: int) -> int:
        """By the compiled engine, step by step where one call cannot go so deep."""
        from ggl.compiler.runtime.engine import TooDeepError

        try:
            return self.required().perft(position, depth)
        except TooDeepError:
            return perft(self.required(), position, depth)

    def leaves(self, engine: Engine, position: Position, depth: int) -> Iterator[None]:
        """One item for each leaf turn, so that counting can be left early; by the compiled engine when that is quicker."""
        race, count = Race(self, "refresh", "play", "steps"), 0
        if not race.is_lost(0):
            for count, leaf in enumerate(leaves(engine, position, depth), 1):
                yield leaf
                if count % 64 == 0 and race.is_lost():
                    break
            else:
                return
        yield from islice(leaves(self.required(), position, depth), count, None)


class Race:
    """A job that the interpreter begins and that functions of the compiled engine may take over; the last takes longest to
    compile."""

    def __init__(self, fast: Fast, *functions: str) -> None:
        self._fast, self._functions = fast, functions
        self._since, self._spent = time.monotonic(), fast.spent

    def is_lost(self, share: float = 0.5) -> bool:
        """Whether the rest is for the compiled engine, when a share is done; by default half of the work."""
        taken = time.monotonic() - self._since
        self._fast.spent = self._spent + taken
        if share == 0:
            return self._fast.is_at_hand(self._functions) and self._fast.compiles(self._functions)
        if taken < PATIENCE and self._fast.spent < COMPILING:
            return False
        rest = taken / share * (1 - share)
        if max(rest, self._fast.spent) <= COMPILING and not self._fast.is_at_hand(self._functions):
            return False
        return self._fast.compiles(self._functions)

    def is_late(self) -> bool:
        """Whether all is for the compiled engine, since the first piece of the work alone takes longer than compiling."""
        taken = time.monotonic() - self._since
        if taken <= COMPILING:
            return False
        self._fast.spent = self._spent + taken
        return self._fast.compiles(self._functions)


def plays_in_sequence(
    engine: Engine, count: int, seed: int, most_steps: int, *, first: int = 0, begin: Position | None = None,
    is_late: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Position, tuple[Step, ...]]]:  # fmt: skip
    """Random plays in sequence: number, last position, steps. If the first one `is_late`, as asked after steps, there is none."""
    for number in range(first, first + count):
        state, position = seeded(seed, number), engine.start() if begin is None else begin
        steps: list[Step] = []
        while len(steps) < most_steps:
            step, state = engine.draw(position, state)
            if step is None:
                break
            steps.append(step)
            position = engine.play(position, step)
            if is_late is not None and number == first and is_late():
                return
        yield number, position, tuple(steps)
