"""Many plays at once as one environment, in arrays of numpy, in the manner of pgx. It needs no extra.

    from ggl.adapters.vector import Environment
    env = Environment("tiku", 1024)
    seen = env.reset()
    while True:
        seen = env.step(choose(seen.observations, seen.masks))

All that comes out are arrays in place: the same memory at each step, written over. Torch and jax take them without a copy by
DLPack: `torch.from_dlpack(seen.masks)`. A play that ends begins again by itself; `rewards`, `over` and `lengths` are of the step
that ended it, everything else of the position that follows. With `final` the last position of such a play is there too.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

import ggl
from ggl.adapters.episode_driver import game_from
from ggl.compiler.lower.batches import ENDED, LENGTH, REWARDS, SEAT
from ggl.play.batch import Bools, Floats, Ints
from ggl.play.errors import must_be, must_count, whole_seed
from ggl.play.playout import LONGEST_PLAYOUT

ALIGNED = 64
"""Bytes; jax copies an array that begins elsewhere."""


@dataclass(frozen=True)
class Seen:
    """After a reset or a step, a row for each play."""

    observations: dict[str, Floats]
    """By part, as `game.observation` has them, seen by the side to move."""
    masks: Bools
    """The legal actions, `(n, actions)`."""
    movers: Ints
    """The seat to move, `(n,)`."""
    rewards: Floats
    """By seat, `(n, seats)`: of the play that ended with this step, else 0."""
    over: Bools
    """Whether the step ended a play, `(n,)`."""
    truncated: Bools
    """Whether it was broken off, `(n,)`."""
    lengths: Ints
    """The steps of the play so far, or of the one that ended, `(n,)`."""
    final_observations: dict[str, Floats]
    """As `observations`, of the last position of the plays that this step ended or broke off; of other rows they are not to be
    read. Empty without `final`."""
    final_movers: Ints
    """The seat that sees them, `(n,)`: the seat to move where the play was broken off, else -1."""


class Environment:
    def __init__(
        self,
        game: str | ggl.Game,
        n: int,
        seed: int = 0,
        *,
        most_steps: int = LONGEST_PLAYOUT,
        workers: int = 1,
        observe: bool = True,
        final: bool = False,
        **options: object,
    ) -> None:
        """n plays of a game, or of what `ggl.load` takes. Without `observe` there are no observations, which are costly. With
        `final` a step gives the last positions of plays too; it then takes several calls in place of one."""
        must_count(most_steps, "`most_steps`", 1)
        self.game = game_from(game, options)
        must_be(final, bool, "`final`", "True, to have the last positions, or False")
        self.batch = self.game.batch(n, seed, workers=workers)
        self.most_steps, self.observe, self.final = most_steps, observe, final
        self._told = self.batch._many.new_told()
        count = len(self.game.players)
        parts = self.game.observation.parts if observe else {}

        def observations() -> dict[str, Floats]:
            return {name: _zeros((n, *part.shape), np.float32) for name, part in parts.items()}

        self._seen = Seen(
            observations(),
            _zeros((n, self.game.actions.size), np.bool_),
            _zeros((n,), np.int64),
            _zeros((n, count), np.float32),
            _zeros((n,), np.bool_),
            _zeros((n,), np.bool_),
            _zeros((n,), np.int64),
            observations() if final else {},
            _zeros((n,), np.int64),
        )
        self._seen.final_movers[:] = -1

    def __len__(self) -> int:
        return len(self.batch)

    def reset(self, seed: int | None = None) -> Seen:
        """All plays begin again: with a seed, those of `game.batch(n, seed)`; without one, with other draws than before."""
        if seed is not None:
            seed = whole_seed(seed)
            self.batch._many.begin(seed)
        self.batch.reset()
        self._told[:] = 0
        for part in (self._seen.rewards, self._seen.over, self._seen.truncated, self._seen.lengths):
            part[...] = 0
        self._seen.final_movers[:] = -1
        return self._look()

    def step(self, actions: npt.ArrayLike) -> Seen:
        """An action in each play. Raises `IllegalActionError`; then nothing has changed."""
        if self.final:
            return self._step_by_step(actions)
        seen, told = self._seen, self._told
        self.batch._advance(actions, self.most_steps, told, seen.masks)
        seen.lengths[:] = told[:, LENGTH]
        np.equal(told[:, ENDED], 1, out=seen.over)
        np.equal(told[:, ENDED], 2, out=seen.truncated)
        seen.movers[:] = told[:, SEAT]
        seen.rewards[:] = told[:, REWARDS:]
        return self._observed()

    def _step_by_step(self, actions: npt.ArrayLike) -> Seen:
        """`step` as calls of the batch, between which the last positions are seen."""
        seen, batch = self._seen, self.batch
        batch.step(actions)
        seen.lengths[seen.over | seen.truncated] = 0
        seen.lengths[:] += 1
        seen.over[:] = batch.over
        seen.truncated[:] = ~seen.over & (seen.lengths >= self.most_steps)
        seen.rewards[:] = batch.rewards
        seen.final_movers[:] = np.where(seen.truncated, batch.seat, -1)
        ended = seen.over | seen.truncated
        if ended.any():
            if self.observe:
                batch.observations(seen.final_observations)
            batch.reset(ended)
        return self._look()

    def random(self) -> Ints:
        """A legal action for each play, each as likely: the batch's own array, for reading."""
        return self.batch.sample()

    def _look(self) -> Seen:
        self.batch.masks(self._seen.masks)
        self._seen.movers[:] = self.batch.seat
        return self._observed()

    def _observed(self) -> Seen:
        if self.observe:
            self.batch.observations(self._seen.observations)
        return self._seen


def _zeros(shape: tuple[int, ...], dtype: type[Any]) -> npt.NDArray[Any]:
    """Zeros that begin at a multiple of `ALIGNED` bytes."""
    size = prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNED, np.uint8)
    begin = -memory.__array_interface__["data"][0] % ALIGNED
    found: npt.NDArray[Any] = memory[begin : begin + size].view(dtype).reshape(shape)
    return found
