"""Both engines through the same random games: the first place where they do not agree.

Takes a game, how many games, and a seed. Gives what was compared, and the first `Difference` if there is one. A game is left
after `MOST_STEPS` steps, and the whole after some seconds, between two steps. The engines must give the same position, the same
legal steps in the same order, the same step drawn, and the same scores. Where one of them refuses to work on, the game is left:
how much work a position takes is each engine's own matter. An engine that fails differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ggl.engine.draws import draw_below, seeded
from ggl.engine.protocol import Engine, Position, Step, WorkLimitError
from ggl.play.game import Game

MOST_STEPS = 300
MOST_NAMED = 3
"""The most legal steps of only one engine that are named."""

_T = TypeVar("_T")


@dataclass(frozen=True)
class Difference:
    """A difference between two engines: the steps before it, the result of each, and the error if one of them failed."""

    steps: tuple[Step, ...]
    text: str
    error: Exception | None = None


@dataclass(frozen=True)
class Compared:
    """The number of games and steps compared, and the difference found."""

    games: int
    steps: int
    difference: Difference | None


class _FailedError(Exception):
    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"the {name} fails: {type(error).__name__}: {str(error)[:200]}")
        self.error = error


def compared(game: Game, games: int, seed: int = 0, *, seconds: float) -> Compared | None:
    """None where the rules cannot be compiled."""
    other = game.fast.comparable
    if other is None:
        return None
    comparison = _Comparison(game, other, seed, time.monotonic() + seconds)
    for number in range(games):
        difference = comparison.through(number)
        if difference is not None or comparison.is_late:
            return Compared(number + 1, comparison.count, difference)
    return Compared(games, comparison.count, None)


def compared_along(game: Game, start: Position | None, steps: tuple[Step, ...], *, seconds: float) -> Compared | None:
    """Compare the engines along given steps, from a position or from the start. None if the rules cannot be compiled."""
    other = game.fast.comparable
    if other is None:
        return None
    comparison = _Comparison(game, other, 0, time.monotonic() + seconds)
    difference = comparison.along(start, steps)
    return Compared(1, comparison.count, difference)


class _Comparison:
    def __init__(self, game: Game, other: Engine, seed: int, until: float) -> None:
        self._game = game
        self._engines: tuple[tuple[str, Engine], ...] = (("interpreter", game.interpreter), ("compiled engine", other))
        self._seed = seed
        self._until = until
        self.count = 0

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self._until

    def through(self, number: int) -> Difference | None:
        """The first difference in the random game with a number."""
        return self._first(None, seeded(self._seed, number), None)

    def along(self, start: Position | None, steps: tuple[Step, ...]) -> Difference | None:
        return self._first(start, seeded(self._seed, 0), steps)

    def _first(self, start: Position | None, state: int, given: tuple[Step, ...] | None) -> Difference | None:
        played: list[Step] = []
        try:
            for text in self._differences(start, state, given, played):
                return Difference(tuple(played), text)
        except _FailedError as failed:
            return Difference(tuple(played), str(failed), failed.error)
        except WorkLimitError:
            pass
        return None

    def _differences(
        self, start: Position | None, state: int, given: tuple[Step, ...] | None, played: list[Step]
    ) -> Iterator[str]:
        here = there = start or Position(())
        if start is None:
            here, there = self._both(lambda engine, _: engine.start(), here, there)
        most = MOST_STEPS if given is None else len(given)
        while True:
            if here != there:
                yield f"the positions differ: {self._unlike(here, there)}"
            ours, theirs = self._both(lambda engine, at: engine.steps(at), here, there)
            if ours != theirs:
                yield self._unlike_steps(ours, theirs)
            a, b = self._both(lambda engine, at: engine.draw(at, state), here, there)  # noqa: B023  (called at once)
            if a != b:
                yield "they draw different random steps"
            if not ours or len(played) == most or self.is_late:
                break
            place, state = draw_below(state, len(ours))
            step = ours[place] if given is None else given[len(played)]
            here, there = self._both(lambda engine, at: engine.play(at, step), here, there)  # noqa: B023  (called at once)
            played.append(step)
            self.count += 1
        ours_, theirs_ = self._both(lambda engine, at: engine.scores(at), here, there)
        if ours_ != theirs_:
            yield f"the interpreter's scores are {ours_}, the compiled engine's {theirs_}"

    def _both(self, work: Callable[[Engine, Position], _T], here: Position, there: Position) -> tuple[_T, _T]:
        found = []
        for (name, engine), position in zip(self._engines, (here, there), strict=True):
            try:
                found.append(work(engine, position))
            except WorkLimitError:
                raise
            except Exception as error:
                raise _FailedError(name, error) from error
        return found[0], found[1]

    def _unlike(self, here: Position, there: Position) -> str:
        """The first entry of a field that differs."""
        for slot in self._game.layout.slots.values():
            for place in range(slot.start, slot.stop):
                a, b = here.vector[place], there.vector[place]
                if a != b:
                    name = slot.field.name.replace("_", " ")
                    return f"`{name}` (entry {place - slot.start}) is {a} in the interpreter, {b} in the compiled engine"
        return "the two remember earlier positions differently"

    def _unlike_steps(self, ours: tuple[Step, ...], theirs: tuple[Step, ...]) -> str:
        counts = f"the interpreter has {len(ours)} legal steps, the compiled engine {len(theirs)}"
        if set(ours) == set(theirs):
            return f"{counts}, in another order"
        text = self._game.notation.text
        only = [step for step in (*ours, *theirs) if (step in ours) != (step in theirs)]
        named = ", ".join(f"`{text(step)}`" for step in only[:MOST_NAMED])
        return f"{counts}; only one of them has {named}{' ..' if len(only) > MOST_NAMED else ''}"
