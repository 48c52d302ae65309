"""One play that an environment drives: by numbers of steps, with rolls of its own, broken off if it does not end.

Seats are numbers from 0: who sits there gets rewards, whatever a pie rule does to the sides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

import ggl
from ggl.play.batch import MOST_MASKED
from ggl.play.errors import ArgumentError, GameOverError, must_be, must_count, whole_seed
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.values import SEATS


def game_from(game: str | ggl.Game, options: dict[str, object]) -> ggl.Game:
    """A game, or the one of a name with options."""
    must_be(game, (str, ggl.Game), "a game", "a game, or what `ggl.load` takes")
    if isinstance(game, ggl.Game):
        if options:
            raise ArgumentError("options are only for a game given by its name; load the game with them")
        return game
    return ggl.load(game, **options)  # type: ignore[arg-type]


class Choosing:
    """The order of choices: one side after the other, or in some phases all at once."""

    def __init__(self, game: ggl.Game) -> None:
        turn = game.checked.definition.turn
        self._at_once = [phase.together is not None for phase in turn.phases] or [bool(turn.at_once)]
        self._phase = game.places.get("phase")
        self.some_at_once = bool(turn.at_once)

    def is_at_once(self, state: ggl.State) -> bool:
        """Whether all choose at once now."""
        return self._at_once[0 if self._phase is None else state.vector[self._phase]]

    def choices(self, state: ggl.State) -> Iterator[tuple[int, list[int]]]:
        """The sorted actions of each seat now, in the order of the sides; simultaneous choices of others make no difference."""
        if not self.is_at_once(state):
            yield state.to_move, sorted(state.legal_actions())
            return
        for _ in state.game.players:
            found = sorted(state.legal_actions())
            yield state.to_move, found
            state = state.apply(found[0])
            if not state.in_turn:
                return


class Driver:
    """`state` is the current state, in which a side is to move or the play is over."""

    def __init__(self, game: ggl.Game, most_steps: int = LONGEST_PLAYOUT) -> None:
        must_count(most_steps, "`most_steps`", 1)
        if game.actions.size > MOST_MASKED:
            raise ArgumentError(f"{game.name} has {game.actions.size:,} actions, but a mask has at most {MOST_MASKED:,}")
        self.game, self.most_steps = game, most_steps
        self.seats, self.choosing = SEATS[: len(game.players)], Choosing(game)
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Begin a new play; without a seed, its rolls come from a random one."""
        if seed is not None:
            seed = whole_seed(seed)
        self._rng = random.Random(seed)
        self.steps = 0
        self.state = self._rolled(self.game.initial_state())

    def apply(self, action: int) -> None:
        """Apply a legal step of the seat to move, and the rolls that follow. Raises `GameOverError` after the end."""
        self._must_go_on()
        self.state = self._rolled(self.state.apply(action))
        self.steps += 1

    def apply_all(self, actions: Mapping[int, int]) -> None:
        """Apply the choice of each seat that has one, and the rolls that follow. If one is illegal, nothing changes. Raises
        `GameOverError` after the end."""
        self._must_go_on()
        state = self.state
        seats = [seat for seat, _ in self.choosing.choices(state)]
        for seat in seats:
            if seat not in actions:
                raise ArgumentError(f"an action of the {self.seats[seat]} seat is missing")
            state = state.apply(actions[seat])
        self.state = self._rolled(state)
        self.steps += len(seats)

    def _must_go_on(self) -> None:
        if self.broken_off:
            raise GameOverError(f"this play was broken off at step {self.steps:,}; call `reset`")
        if self.state.is_over:
            raise GameOverError(f"the game is over: {self.state.result}; call `reset`")

    def masks(self) -> npt.NDArray[np.int8]:
        """The masks of the actions that each seat may choose now, `(seats, actions)`."""
        found = np.zeros((len(self.seats), self.game.actions.size), dtype=np.int8)
        if not self.state.is_over and not self.broken_off:
            for seat, legal in self.choosing.choices(self.state):
                found[seat, legal] = 1
        return found

    def _rolled(self, state: ggl.State) -> ggl.State:
        while state.is_chance:
            actions = state.legal_actions()
            state = state.apply(actions[self._rng.randrange(len(actions))])
        return state

    @property
    def broken_off(self) -> bool:
        """Whether there have been too many steps."""
        return self.steps >= self.most_steps and not self.state.is_over

    @property
    def mover(self) -> int:
        """The seat to move; -1 after the end."""
        return self.state.to_move

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """The mask of a seat's legal actions: all zeros if it is not to move."""
        found = np.zeros(self.game.actions.size, dtype=np.int8)
        if seat == self.mover and not self.broken_off:
            found[self.state.legal_actions()] = 1
        return found

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """The observation of a seat, as `game.observation` has it, part after part."""
        side = list(self.state.seats.values()).index(self.seats[seat])
        found: npt.NDArray[np.float32] = self.game.observation.flat(np.array([self.state.vector]), np.array([side]))[0]
        return found
