"""A game as one of open_spiel: what open_spiel's algorithms can play and learn. The extra `open_spiel`.

    from ggl.adapters.open_spiel import load
    game = load("tiku")           # as `pyspiel.load_game("ggl_tiku")` after it

Players are the seats. Actions are those of `game.actions`, sorted; rolls are open_spiel's chance nodes, whose outcomes are
counted from 0. Returns come at the end: 1, -1, or 0 for all after a draw. A play of `LONGEST_PLAYOUT` steps ends as a draw. The
observation tensor is that of `game.observation`. In a game in which players do not see everything, the information is imperfect:
the string of an information state is `state.information`, that of an observation the view. Games with steps that have no number
below 2^31 cannot be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

import ggl
from ggl.engine.protocol import ROLL
from ggl.play.errors import ArgumentError
from ggl.play.game import LONGEST_PLAYOUT

MOST_ACTIONS = 1 << 31

_GAMES: dict[str, ggl.Game] = {}
"""The games that were registered, by their names there."""


def load(game: str | ggl.Game, **options: object) -> Any:
    """The `pyspiel.Game` of a game, or of what `ggl.load` takes. Its name there is that of the game and its options."""
    found = game if isinstance(game, ggl.Game) else ggl.load(game, **options)  # type: ignore[arg-type]
    return pyspiel.load_game(register(found))


def register(game: ggl.Game) -> str:
    """Makes open_spiel know a game; gives its name there, which this process knows from then on."""
    name = _name(game)
    if name not in _GAMES:
        if game.actions.size > MOST_ACTIONS:
            raise ArgumentError(f"{game.name} has {game.actions.size:,} actions, and open_spiel has up to {MOST_ACTIONS:,}")
        _GAMES[name] = game
        kind = _type(game, name)
        pyspiel.register_game(kind, type("Game", (_Game,), {"of": game, "kind": kind}))
    return name


def _name(game: ggl.Game) -> str:
    letters = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in game.name.lower())
    return f"ggl_{letters}_{game.fingerprint[:12]}"


def _type(game: ggl.Game, name: str) -> Any:
    kinds, count = pyspiel.GameType, len(game.players)
    utility = {1: kinds.Utility.GENERAL_SUM, 2: kinds.Utility.ZERO_SUM}.get(count, kinds.Utility.GENERAL_SUM)
    return kinds(
        short_name=name,
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.layout.has("chance") else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hides else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=count,
        min_num_players=count,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    of: ggl.Game
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rolls = [block for block in self.of.actions.blocks if block.schema == ROLL]
        self.first_roll = rolls[0].start if rolls else 0
        count = len(self.of.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.of.actions.size,
            max_chance_outcomes=rolls[-1].stop - self.first_roll if rolls else 0,
            num_players=count,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if count == 2 else None,
            max_game_length=LONGEST_PLAYOUT,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self, state: Any = None) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.of, whole=iig_obs_type is not None and iig_obs_type.perfect_recall)


class State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.ggl_state = game.of.initial_state()
        self._first_roll, self._steps = game.first_roll, 0

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.ggl_state.is_chance else self.ggl_state.to_move

    def is_terminal(self) -> bool:
        return self.ggl_state.is_over or self._steps >= LONGEST_PLAYOUT

    def _legal_actions(self, player: int) -> list[int]:
        """Sorted, as open_spiel wants them; chance nodes have outcomes instead."""
        return sorted(self.ggl_state.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.ggl_state.legal_actions()
        return [(each - self._first_roll, found.count(each) / len(found)) for each in sorted({*found})]

    def _apply_action(self, action: int) -> None:
        self.ggl_state = self.ggl_state.apply(action + self._first_roll if self.ggl_state.is_chance else action)
        self._steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == pyspiel.PlayerId.CHANCE
        return self.ggl_state.game.actions.name(action + self._first_roll if chance else action)

    def returns(self) -> list[float]:
        return [*self.ggl_state.rewards]

    def __str__(self) -> str:
        return str(self.ggl_state)


class Observer:
    """The observation of `game.observation`, seen by a seat. With `whole` the string is that of all that it has seen and done."""

    def __init__(self, game: ggl.Game, *, whole: bool = False) -> None:
        self._game, self._whole = game, whole
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict, at = {}, 0
        for name, part in game.observation.parts.items():
            size = int(np.prod(part.shape))
            self.dict[name] = self.tensor[at : at + size].reshape(part.shape)
            at += size

    def set_from(self, state: State, player: int) -> None:
        now = state.ggl_state
        self.tensor[:] = self._game.observation.flat(
            np.array([now.vector], dtype=np.int64), np.array([self._side(state, player)])
        )[0]

    def string_from(self, state: State, player: int) -> str:
        if not self._game.hides:
            return str(state)
        side = self._game.players[self._side(state, player)]
        return state.ggl_state.information(side).text if self._whole else str(state.ggl_state.view(side))

    def _side(self, state: State, player: int) -> int:
        seats = state.ggl_state.vector[self._game.places["seat"] :]
        return next(side for side in range(len(self._game.players)) if seats[side] == player)
