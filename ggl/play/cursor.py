"""A position that a search can change and restore. `state.cursor()` makes one.

Its properties have the names of those of `Batch`; actions are the numbers of `game.actions`. Not thread-safe.
"""

from __future__ import annotations

import random
from typing import Generic, NoReturn, SupportsIndex

from ggl.engine.draws import seeded
from ggl.play.base_state import BaseState, G, S, state_at
from ggl.play.errors import ArgumentError, GameOverError, index_of, must_be, must_count, whole, whole_seed
from ggl.play.playout import LONGEST_PLAYOUT, MOST_PLAYOUTS
from ggl.play.result import rewards_from, rewards_of


class Cursor(Generic[S, G]):
    """Made by `state.cursor(seed)`; that state does not change."""

    def __init__(self, state: S, game: G, seed: int = 0) -> None:
        self.game, self._kind = game, state.__class__
        self._stepper = game.stepper
        self._walker = walker = self._stepper.walker(state._at)
        self._here, self._go, self._back, self._sample = walker.here, walker.go, walker.back, walker.sample
        places = game.places
        self._over, self._mover, self._seat, self._ply = (places[name] for name in ("over", "mover", "seat", "ply"))
        self._chance = places.get("chance")
        self._length = game.layout.length
        self.seed(seed)

    def legal_actions(self) -> list[int]:
        """The numbers of the legal steps, in the order of `state.legal_moves()`."""
        return self._here()

    def apply(self, action: SupportsIndex) -> None:
        """Plays a legal step. Raises as `state.apply` does; then nothing changes."""
        if action.__class__ is not int:
            action = index_of(action)
        if self._go(action) is None:
            from ggl.play.explain import refuse_action

            refuse_action(self.state(), action)

    def undo(self, steps: int = 1) -> None:
        """Takes back the last steps. Raises `ArgumentError` if there are fewer."""
        if steps == 1 and type(steps) is int and self._back() is not None:
            return
        steps = whole(steps)
        must_count(steps, "the steps to take back", 0)
        if steps > self.depth:
            raise ArgumentError(f"only {self.depth} steps have been made here, so {steps} cannot be taken back")
        for _ in range(steps):
            self._back()

    def sample(self) -> int:
        """A uniformly random legal action from the cursor's generator; faster than listing them."""
        found = self._sample()
        if found is None:
            raise GameOverError(f"the game is over: {self.state().result}")
        return found

    def playout(self, rng: random.Random, most_steps: int = LONGEST_PLAYOUT) -> tuple[float, ...]:
        """The rewards by seat at the end of a random game from here; zeros if it is broken off. The cursor does not move.

        The draws are those of `state.playout(rng)`.
        """
        must_be(rng, random.Random, "a playout", "made with a `random.Random(seed)`")
        most_steps = whole(most_steps)
        must_count(most_steps, "`most_steps`")
        _, _, vector = self._walker.played_out(rng.getrandbits(64), most_steps)
        return rewards_of(self.game, vector)

    def playouts(self, n: int, seed: int = 0, most_steps: int = LONGEST_PLAYOUT) -> list[tuple[float, ...]]:
        """The rewards by seat at the end of n random games from here, those of `state.playouts(n, seed)`, in one call. The cursor
        does not move.
        """
        n, seed, most_steps = whole(n), whole_seed(seed), whole(most_steps)
        must_count(n, "the number of playouts", 0, MOST_PLAYOUTS)
        must_count(most_steps, "`most_steps`")
        count = len(self.game.players)
        return [rewards_from(seats, count) for seats in self._walker.winners(seed, n, most_steps)]

    def seed(self, seed: int) -> None:
        """Seeds the generator of `sample`."""
        self._walker.seed(_signed(seeded(whole_seed(seed), 0)))

    def goto(self, state: S) -> None:
        """Moves to a state of the same game and forgets the steps made."""
        must_be(state, BaseState, "the place of a cursor", "a state of its game")
        if state.game is not self.game and state.game != self.game:
            raise ArgumentError(f"a state of {state.game!r} is not a state of {self.game!r}")
        state._must_be_whole()
        ours = state.game is self.game and self.game.stepper is self._stepper
        self._walker.put(state._at if ours else state.position)

    def state(self) -> S:
        """The position as a state without its moves."""
        return state_at(self._kind, self.game, self._walker.snapshot(), None)

    @property
    def depth(self) -> int:
        """The number of steps that can be taken back."""
        return self._walker.depth

    @property
    def over(self) -> bool:
        return self._walker.view[self._over] != 0

    @property
    def chance(self) -> bool:
        """Whether a roll is due."""
        return self._chance is not None and self._walker.view[self._chance] != 0 and not self.over

    @property
    def to_move(self) -> int:
        """The seat that chooses the next step, as a number from 0; -1 where a roll is due or the play is over."""
        view = self._walker.view
        return -1 if self.over or self.chance else view[self._seat + view[self._mover]]

    @property
    def vector(self) -> tuple[int, ...]:
        """The whole position as integers, as that of a state."""
        return tuple(self._walker.view[: self._length])

    @property
    def ply(self) -> int:
        """The turns completed."""
        return self._walker.view[self._ply]

    @property
    def rewards(self) -> tuple[float, ...]:
        """By seat: 1 for winners, -1 for the others; 0 during play and after a draw."""
        return rewards_of(self.game, self._walker.view)

    def __copy__(self) -> NoReturn:
        raise ArgumentError("a cursor cannot be copied; `cursor.state().cursor()` is another one at the same place")

    def __deepcopy__(self, _: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise ArgumentError("a cursor cannot be pickled, but `cursor.state()` can")

    def __repr__(self) -> str:
        return f"<a cursor at {self.state()!r}, {self.depth} steps to take back>"


def _signed(state: int) -> int:
    """64 bits as a word of an engine."""
    return state - (1 << 64) if state >> 63 else state
