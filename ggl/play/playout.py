"""A random game from a state: its end, its steps, its result."""

from __future__ import annotations

from functools import cached_property
from typing import Generic

from ggl.engine.protocol import Step
from ggl.play.base_state import S, state_at
from ggl.play.result import Result, rewards_of

MOST_PLAYOUTS = 10_000_000
"""The most games in one call; each takes a row of numbers."""

LONGEST_PLAYOUT = 10_000
"""The most steps of a random game; a longer one counts as endless."""


class Playout(Generic[S]):
    """A random game: its `state` at the end, its `steps`, the same as numbers (`actions`), and its `result`."""

    def __init__(self, state: S, steps: tuple[Step, ...]) -> None:
        self.state, self.steps = state, steps

    @classmethod
    def _drawn(cls, begin: S, draws: int, most_steps: int) -> Playout[S]:
        """A random game from a state; `draws` is the state of its draws."""
        game, steps = begin.game, list[Step]()
        if game._is_numbered:
            numbers, _, vector = game.stepper.run(begin._at, draws, most_steps)
            return cls._of_numbers(begin, tuple(numbers), vector)
        position = begin.position
        while len(steps) < most_steps:
            step, draws = game.engine.draw(position, draws)
            if step is None:
                break
            steps.append(step)
            position = game.engine.play(position, step)
        return cls(state_at(begin.__class__, game, position, None), tuple(steps))

    @classmethod
    def _of_numbers(cls, begin: S, actions: tuple[int, ...], vector: tuple[int, ...]) -> Playout[S]:
        """From a state, by numbers of steps, to a position with that vector; the rest is made on demand."""
        made = cls.__new__(cls)
        made._begin, made.actions, made._vector = begin, actions, vector
        return made

    _begin: S
    _vector: tuple[int, ...]

    @cached_property
    def state(self) -> S:
        return self._begin.along(self.actions)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(map(self._begin.game.actions.step, self.actions))

    @cached_property
    def actions(self) -> tuple[int, ...]:
        return tuple(map(self.state.game.actions.number, self.steps))

    @cached_property
    def rewards(self) -> tuple[float, ...]:
        """By seat, as those of a state."""
        return rewards_of(self._begin.game, self._vector) if "_vector" in self.__dict__ else self.state.rewards

    @property
    def result(self) -> Result:
        result = self.state.result
        if result is None:
            return Result(None, None, f"broken off after {len(self.steps)} steps", self.state.scores)
        return result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playout):
            return NotImplemented
        return self.steps == other.steps and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.state, self.steps))

    def __reduce__(self) -> tuple[object, ...]:
        return Playout, (self.state, self.steps)

    def __repr__(self) -> str:
        return f"<{self.state.game.name}, {len(self.steps)} steps, {self.result}>"
