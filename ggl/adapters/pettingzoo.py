"""A game as an environment of PettingZoo: agents are the seats. The extra `pettingzoo`.

    from ggl.adapters.pettingzoo import env, parallel_env
    play = env("tiku")                             # AEC: one steps at a time
    play = parallel_env("rock-paper-scissors")     # all step at once, for a game in which all choose at once

An observation is a map of `observation`, the numbers of `game.observation` seen by that agent, and `action_mask`. Rolls are made
by the environment, with the seed of `reset`. Rewards come at the end: 1, -1, or 0 for all after a draw. A play of `most_steps`
steps is truncated. An action that is not legal raises an `IllegalMoveError` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

import ggl
from ggl.adapters.episode_driver import Driver, game_from
from ggl.play.errors import ArgumentError, must_be, shown
from ggl.play.playout import LONGEST_PLAYOUT

RENDER_MODES = ("ansi", "human")


def env(
    game: str | ggl.Game, *, most_steps: int = LONGEST_PLAYOUT, render_mode: str | None = None, **options: object
) -> Environment:
    """The environment of a game, or of what `ggl.load` takes, with its options."""
    return Environment(game_from(game, options), most_steps=most_steps, render_mode=render_mode)


def parallel_env(
    game: str | ggl.Game, *, most_steps: int = LONGEST_PLAYOUT, render_mode: str | None = None, **options: object
) -> Parallel:
    """The parallel environment of a game in which all choose at once, at least in some phase. Raises `ArgumentError`."""
    return Parallel(game_from(game, options), most_steps=most_steps, render_mode=render_mode)


def _spaces(game: ggl.Game) -> tuple[spaces.Dict, spaces.Discrete]:
    """The spaces of observations and actions."""
    size, actions = game.observation.size, game.actions.size
    seen = {
        "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    }
    return spaces.Dict(seen), spaces.Discrete(actions)


class _Seats:
    """The common base of both environments: a play, and the observations and actions of each seat."""

    def __init__(self, game: ggl.Game, most_steps: int, render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ArgumentError(f"`render_mode` is {' or '.join(RENDER_MODES)}, not {shown(render_mode)}")
        self.game, self.render_mode = game, render_mode
        self._driver = Driver(game, most_steps)
        self.possible_agents = list(self._driver.seats)
        self.agents = [*self.possible_agents]
        self.observation_spaces = {agent: _spaces(game)[0] for agent in self.possible_agents}
        self.action_spaces = {agent: _spaces(game)[1] for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ArgumentError(f"{shown(agent)} is no agent here; the agents are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    @property
    def state_now(self) -> ggl.State:
        """The state of the game."""
        return self._driver.state

    def render(self) -> str | None:
        """The board as text; printed if it is for people."""
        if self.render_mode != "human":
            return str(self.state_now)
        print(self.state_now)
        return None

    def close(self) -> None:
        """There is nothing to close."""


class Environment(_Seats, AECEnv):  # type: ignore[misc]
    metadata: dict[str, Any] = {"name": "ggl", "render_modes": [*RENDER_MODES], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: ggl.Game, *, most_steps: int = LONGEST_PLAYOUT, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, most_steps, render_mode)
        self.metadata = {**Environment.metadata, "name": f"ggl_{game.name}"}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._driver.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = self._rewards()  # the rules may end a play before anybody moves
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, self.state_now.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat(agent)
        return {"observation": self._driver.observation(seat), "action_mask": self._driver.mask(seat)}

    def step(self, action: Any) -> None:
        self._must_be_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._driver.apply(action)
        self._cumulative_rewards[agent] = 0.0
        state = self._driver.state
        self.rewards = self._rewards()
        self.terminations = dict.fromkeys(self.agents, state.is_over)
        self.truncations = dict.fromkeys(self.agents, self._driver.broken_off)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> Any:
        self._must_be_reset()
        return super().last(observe)

    def _must_be_reset(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise ArgumentError("no play has begun; call `reset`")

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.state_now.rewards, strict=True))

    def _select(self) -> None:
        seat = self._driver.mover
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]


class Parallel(_Seats, ParallelEnv):  # type: ignore[misc]
    """In a phase in which sides choose one after the other, all but the one to move have an empty mask, and their actions do not
    count."""

    metadata: dict[str, Any] = {"name": "ggl", "render_modes": [*RENDER_MODES]}  # noqa: RUF012

    def __init__(self, game: ggl.Game, *, most_steps: int = LONGEST_PLAYOUT, render_mode: str | None = None) -> None:
        super().__init__(game, most_steps, render_mode)
        self.metadata = {**Parallel.metadata, "name": f"ggl_{game.name}"}
        if not self._driver.choosing.some_at_once:
            raise ArgumentError(f"in {game.name} one side chooses after the other; `env` is for such games")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._driver.begin(seed)
        self.agents = [] if self.state_now.is_over else [*self.possible_agents]
        return self._seen(), {agent: {} for agent in self.possible_agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        must_be(actions, Mapping, "the actions of a step", "a map from agents to actions")
        self._driver.apply_all({self._seat(agent): action for agent, action in actions.items()})
        state, acted, seen = self._driver.state, self.agents, self._seen()
        if state.is_over or self._driver.broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(acted, state.rewards, strict=True)),
            dict.fromkeys(acted, state.is_over),
            dict.fromkeys(acted, self._driver.broken_off),
            {agent: {} for agent in acted},
        )

    def _seen(self) -> dict[str, Any]:
        masks = self._driver.masks()
        return {
            agent: {"observation": self._driver.observation(seat), "action_mask": masks[seat]}
            for seat, agent in enumerate(self.possible_agents)
        }
