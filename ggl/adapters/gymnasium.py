"""A game as an environment of Gymnasium: one seat is yours, agents have the others. The extra `gymnasium`.

    import gymnasium, ggl.adapters.gymnasium
    env = gymnasium.make("ggl/Game-v0", game="tiku", opponent="greedy")

An observation is a map of `observation`, the numbers of `game.observation` seen by your seat, and `action_mask`. The reward
comes at the end: 1, -1, or 0 after a draw. An action that is not legal loses at once, and `info["illegal"]` says why; with
`illegal="raise"` it raises an `IllegalMoveError`. A play of `most_steps` steps is truncated. Where a play is over before you
could choose, `info["over"]` of `reset` is true, and `info["reward"]` is its reward.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import ggl
from ggl import agents
from ggl.adapters.episode_driver import Driver, game_from
from ggl.agents.protocol import Agent
from ggl.play.errors import ArgumentError, GameOverError, IllegalMoveError, OptionError
from ggl.play.playout import LONGEST_PLAYOUT

ID = "ggl/Game-v0"
ILLEGAL = ("lose", "raise")


class Environment(gymnasium.Env):  # type: ignore[misc]
    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | ggl.Game = "tic-tac-toe",
        opponent: object = "random",
        seat: str = "first",
        *,
        illegal: str = "lose",
        most_steps: int = LONGEST_PLAYOUT,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`opponent` is the spec of the agents on the other seats, or an object or a class of yours; `seat` is your seat.

        Raises `OptionError` and `SpecError`.
        """
        self.game = game_from(game, options)
        self._driver = Driver(self.game, most_steps)
        if seat not in self._driver.seats:
            raise OptionError(f"{self.game.name} has no seat `{seat}`; there are {', '.join(self._driver.seats)}")
        if illegal not in ILLEGAL:
            raise OptionError(f"`illegal` is {' or '.join(ILLEGAL)}, not `{illegal}`")
        self.seat, self.illegal, self.render_mode = self._driver.seats.index(seat), illegal, render_mode
        self._spec = agents.read(opponent) if isinstance(opponent, str) else opponent
        self._agents: dict[int, Agent] = {}
        self._has_lost = self._has_begun = False
        size, count = self.game.observation.size, self.game.actions.size
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(count)

    @property
    def state_now(self) -> ggl.State:
        """The state of the game."""
        return self._driver.state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._has_lost, self._has_begun = False, True
        drawn = int(self.np_random.integers(1 << 62))
        self._driver.begin(drawn)
        for number, place in enumerate(place for place in range(len(self._driver.seats)) if place != self.seat):
            if place not in self._agents:
                self._agents[place] = agents.make(self._spec, self.game, drawn + number)
            self._agents[place].new_play(drawn + number)
        self._answer()
        state = self._driver.state
        return self._seen(), {"over": True, "reward": state.rewards[self.seat]} if state.is_over else {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self._has_begun:
            raise ArgumentError("no play has begun; call `reset`")
        if self._has_lost:
            raise GameOverError("an illegal action ended this play; call `reset`")
        try:
            self._driver.apply(action)
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            self._has_lost = True
            return self._seen(), -1.0, True, False, {"illegal": str(error)}
        self._answer()
        over = self._driver.state.is_over
        return self._seen(), self._driver.state.rewards[self.seat], over, self._driver.broken_off, {}

    def _answer(self) -> None:
        """The others move until it is your turn, or the end."""
        while (mover := self._driver.mover) not in (-1, self.seat) and not self._driver.broken_off:
            state = self._driver.state
            self._driver.apply(self.game.actions.number(self._agents[mover].think(state, None).move))

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._driver.observation(self.seat), "action_mask": self._driver.mask(self.seat)}

    def render(self) -> str:
        return str(self._driver.state)

    def close(self) -> None:
        for agent in self._agents.values():
            agent.close()
        self._agents.clear()


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="ggl.adapters.gymnasium:Environment", disable_env_checker=True)
