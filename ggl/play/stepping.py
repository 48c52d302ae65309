"""Steppers play steps by their numbers: for `state.legal_actions()`, `state.apply()` and cursors.

Takes a game; gives its `Stepper`: the compiled engine's if machine code is wanted or cached, else one over the interpreter,
which switches to the compiled one when compiling pays. A *snapshot* is a stepper's form of a position; each also accepts a
`Position`. See `docs/internals/programs.md`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING

from ggl.engine.draws import seeded
from ggl.engine.protocol import Engine, Position
from ggl.play.fast import COMPILING
from ggl.play.result import winning_seats
from ggl.play.rules import Rules
from ggl.play.stepper import Snapshot, Stepper, Vector, Walker

if TYPE_CHECKING:
    from ggl.compiler.runtime.engine import Compiled

CURSOR = ("cursor",)
"""The functions that the compiled engine needs for it."""

_SWITCHING = threading.Lock()


class Interpreted:
    """A stepper over any engine; its snapshots are positions."""

    def __init__(self, game: Rules, engine: Engine) -> None:
        self.game = game
        self._engine, self._number, self._step = engine, game.actions.number, game.actions.step

    def start(self) -> Position:
        return self._engine.start()

    def of(self, position: Position) -> Position:
        return position

    def position(self, snapshot: Position) -> Position:
        return snapshot

    def vector(self, snapshot: Position) -> Vector:
        return snapshot.vector

    def listed(self, snapshot: Position) -> list[int]:
        return [self._number(step) for step in self._engine.steps(snapshot)]

    def applied(self, snapshot: Position, number: object) -> Position | None:
        try:
            found = index(number)  # type: ignore[arg-type]
        except TypeError:
            return None
        return self.along(snapshot, [found]) if found in self.listed(snapshot) else None

    def along(self, snapshot: Position, numbers: list[int]) -> Position:
        for number in numbers:
            snapshot = self._engine.play(snapshot, self._step(number))
        return snapshot

    def run(self, snapshot: Position, state: int, most: int) -> tuple[list[int], int, Vector]:
        made: list[int] = []
        while len(made) < most:
            step, state = self._engine.draw(snapshot, state)
            if step is None:
                break
            made.append(self._number(step))
            snapshot = self._engine.play(snapshot, step)
        return made, state, snapshot.vector

    def drawn(self, snapshot: Position, state: int) -> tuple[int | None, int]:
        step, state = self._engine.draw(snapshot, state)
        return None if step is None else self._number(step), state

    def walker(self, snapshot: Position) -> Walker:
        return _Walked(self, snapshot)


class _Walked:
    def __init__(self, stepper: Interpreted, snapshot: Position) -> None:
        self._stepper, self._state = stepper, 0
        self.stack: list[Position] = []
        self._now = snapshot

    @property
    def depth(self) -> int:
        return len(self.stack)

    @property
    def view(self) -> Sequence[int]:
        return self._now.vector

    def here(self) -> list[int]:
        return self._stepper.listed(self._now)

    def go(self, number: object) -> object:
        found = self._stepper.applied(self._now, number)
        if found is not None:
            self.stack.append(self._now)
            self._now = found
        return found

    def back(self) -> object:
        if not self.stack:
            return None
        self._now = self.stack.pop()
        return self._now

    def sample(self) -> int | None:
        found, self._state = self._stepper.drawn(self._now, self._state)
        return found

    def put(self, snapshot: Position) -> None:
        self._now = snapshot
        self.stack.clear()

    def snapshot(self) -> Position:
        return self._now

    def seed(self, state: int) -> None:
        self._state = state

    def played_out(self, state: int, most: int) -> tuple[list[int], int, Vector]:
        return self._stepper.run(self._now, state, most)

    def winners(self, seed: int, count: int, most: int) -> list[int]:
        vectors = (self._stepper.run(self._now, seeded(seed, number), most)[2] for number in range(count))
        return [winning_seats(self._stepper.game, vector) for vector in vectors]


class _Waiting(Interpreted):
    """The interpreter's stepper, until switching to the compiled engine's pays off."""

    def __init__(self, game: Rules) -> None:
        super().__init__(game, game.engine)

    def listed(self, snapshot: Position) -> list[int]:
        since = time.monotonic()
        found = super().listed(snapshot)
        self._spent(time.monotonic() - since)
        return found

    def run(self, snapshot: Position, state: int, most: int) -> tuple[list[int], int, Vector]:
        since = time.monotonic()
        found = super().run(snapshot, state, most)
        self._spent(time.monotonic() - since)
        return found

    def _spent(self, seconds: float) -> None:
        fast = self.game.fast
        fast.spent += seconds
        if fast.spent > COMPILING and fast.compiles(CURSOR):
            _switch(self.game)


class _Compiled(threading.local):
    """A stepper of the compiled engine for each thread."""

    def __init__(self, engine: Compiled) -> None:
        from ggl.compiler.runtime.stepper import CompiledStepper

        self._engine = engine
        self._stepper = stepper = CompiledStepper(engine)
        self.listed, self.applied = stepper.listed, stepper.applied
        self.start, self.of, self.position, self.vector = stepper.start, stepper.of, stepper.position, stepper.vector
        self.run, self.along = stepper.run, stepper.along

    def walker(self, snapshot: Snapshot) -> Walker:
        from ggl.compiler.runtime.stepper import CompiledWalker as Compiled

        return Compiled(self._engine, lambda position: self.of(position), snapshot)  # of the thread that asks then


def stepper_of(game: Rules) -> Stepper:
    """Raises `ArgumentError` if the game's steps cannot be numbered."""
    game.actions  # noqa: B018 -- raises where steps have no numbers
    fast = game.fast
    if fast.wanted == "compiled" or (fast.wanted == "auto" and fast.is_at_hand(CURSOR) and fast.compiles(CURSOR)):
        return _Compiled(fast.required())
    return _Waiting(game) if fast.wanted == "auto" else Interpreted(game, game.engine)


def hurried(game: Rules) -> None:
    """Switch to the compiled engine's stepper now, if wanted and available, before heavy use with many playouts."""
    if game.fast.wanted == "auto" and game.fast.compiles((*CURSOR, "rollouts")) and not isinstance(game.stepper, _Compiled):
        _switch(game)


def _switch(game: Rules) -> None:
    """The compiled engine's stepper from now on. It stays: threads call functions of it that point into its memory."""
    with _SWITCHING:
        if not isinstance(game.__dict__.get("stepper"), _Compiled):
            game.__dict__["stepper"] = _Compiled(game.fast.required())
