"""A game as one of open_spiel: what open_spiel's algorithms can play and learn. The extra `open_spiel`.

    from ggl.adapters.open_spiel import load
    game = load("tiku")           # as `pyspiel.load_game("ggl_tiku")` after it

Players are the seats. Actions are those of `game.actions`, sorted; rolls are open_spiel's chance nodes, whose outcomes are
counted from 0. Where all sides choose at once, nodes are open_spiel's simultaneous ones. Returns come at the end: `returns` says
which. A play of `LONGEST_PLAYOUT` steps ends as a draw. The observation tensor is that of `game.observation`. In a game in which
players do not see everything, the information is imperfect: the string of an information state is `state.information`, that of an
observation the view. Games with steps that have no number below 2^31 cannot be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

import ggl
from ggl.adapters.episode_driver import Choosing
from ggl.engine.layout import points_of
from ggl.engine.protocol import ROLL
from ggl.play.errors import ArgumentError, must_count, shown
from ggl.play.playout import LONGEST_PLAYOUT

MOST_ACTIONS = 1 << 31
MOST_NUMBERS = 1 << 24
"""The most numbers of an information state."""

_GAMES: dict[str, type] = {}
"""The games that were registered, by their names there."""


@dataclass(frozen=True)
class Presentation:
    """The presentation of a game to open_spiel."""

    returns: str = "results"
    """`results`: 1, -1, or 0 for all after a draw. `scores`: the scores. `margins`: the scores less their mean."""

    information: int = 0
    """The size of the tensor of an information state: its numbers, and zeros behind them. Without one there is no such tensor."""


def load(game: str | ggl.Game, *, returns: str = "results", information: int = 0, **options: object) -> Any:
    """The `pyspiel.Game` of a game, or of what `ggl.load` takes. Its name there is that of the game and its options."""
    found = game if isinstance(game, ggl.Game) else ggl.load(game, **options)  # type: ignore[arg-type]
    return pyspiel.load_game(register(found, Presentation(returns, information)))


def register(game: ggl.Game, way: Presentation | None = None) -> str:
    """Makes open_spiel know a game; gives its name there, which this process knows from then on."""
    way = way or Presentation()
    if way.returns not in ("results", "scores", "margins"):
        raise ArgumentError(f"returns are results, scores or margins, not {shown(way.returns)}")
    must_count(way.information, "the size of an information state", 0, MOST_NUMBERS)
    if way.returns != "results" and points_of(game.checked.core) is None:
        raise ArgumentError(f"{game.name} has no score")
    name = _name(game, way)
    if name not in _GAMES:
        if game.actions.size > MOST_ACTIONS:
            raise ArgumentError(f"{game.name} has {game.actions.size:,} actions, but open_spiel allows at most {MOST_ACTIONS:,}")
        kind = _type(game, name, way)
        _GAMES[name] = type("Game", (_Game,), {"of": game, "kind": kind, "way": way})
        pyspiel.register_game(kind, _GAMES[name])
    return name


def _name(game: ggl.Game, way: Presentation) -> str:
    letters = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in game.name.lower())
    more = "" if way == Presentation() else f"_{way.returns}_{way.information}"
    return f"ggl_{letters}_{game.fingerprint[:12]}{more}"


def _type(game: ggl.Game, name: str, way: Presentation) -> Any:
    kinds, count = pyspiel.GameType, len(game.players)
    is_zero_sum = way.returns == "margins" or (way.returns == "results" and count == 2)
    return kinds(
        short_name=name,
        long_name=game.name,
        dynamics=kinds.Dynamics.SIMULTANEOUS if Choosing(game).some_at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.layout.has("chance") else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=count,
        min_num_players=count,
        provides_information_state_string=True,
        provides_information_state_tensor=way.information > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _bounds(game: ggl.Game, way: Presentation) -> tuple[float, float]:
    """The least and the greatest return."""
    if way.returns == "results":
        return -1.0, 1.0
    points = points_of(game.checked.core)
    assert points is not None
    lo, hi = points.lo / points.scale, points.hi / points.scale
    return (lo, hi) if way.returns == "scores" else (lo - hi, hi - lo)


class _Game(pyspiel.Game):  # type: ignore[misc]
    of: ggl.Game
    kind: Any
    way: Presentation

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rolls = [block for block in self.of.actions.blocks if block.schema == ROLL]
        self.first_roll = rolls[0].start if rolls else 0
        count = len(self.of.players)
        least, most = _bounds(self.of, self.way)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.of.actions.size,
            max_chance_outcomes=rolls[-1].stop - self.first_roll if rolls else 0,
            num_players=count,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if self.kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=LONGEST_PLAYOUT,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self, state: Any = None) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        whole = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.of, whole=whole, size=self.way.information if whole else 0)


class State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.ggl_state = game.of.initial_state()
        self._first_roll, self._steps, self._way = game.first_roll, 0, game.way
        self._choosing = Choosing(game.of)

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        if self.ggl_state.is_chance:
            return pyspiel.PlayerId.CHANCE
        at_once = self._choosing.is_at_once(self.ggl_state)
        return pyspiel.PlayerId.SIMULTANEOUS if at_once else self.ggl_state.to_move

    def is_terminal(self) -> bool:
        return self.ggl_state.is_over or self._steps >= LONGEST_PLAYOUT

    def _legal_actions(self, player: int) -> list[int]:
        """Sorted, as open_spiel wants them; chance nodes have outcomes instead."""
        if not self._choosing.is_at_once(self.ggl_state):
            return sorted(self.ggl_state.legal_actions())
        return next((found for seat, found in self._choosing.choices(self.ggl_state) if seat == player), [])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self.ggl_state.legal_actions()
        return [(each - self._first_roll, found.count(each) / len(found)) for each in sorted({*found})]

    def _apply_action(self, action: int) -> None:
        self.ggl_state = self.ggl_state.apply(action + self._first_roll if self.ggl_state.is_chance else action)
        self._steps += 1

    def _apply_actions(self, actions: list[int]) -> None:
        """The choices of all seats at once."""
        state, choosing = self.ggl_state, [seat for seat, _ in self._choosing.choices(self.ggl_state)]
        if len(actions) != len(state.game.players):
            raise ArgumentError(
                f"{state.game.name} has {len(state.game.players)} seats; give an action for each, not {len(actions)}"
            )
        for seat in choosing:
            state = state.apply(actions[seat])
        self.ggl_state = state
        self._steps += len(choosing)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == pyspiel.PlayerId.CHANCE
        return self.ggl_state.game.actions.name(action + self._first_roll if chance else action)

    def returns(self) -> list[float]:
        if self._way.returns == "results" or not self.ggl_state.is_over:
            return [*self.ggl_state.rewards]
        game, scores = self.ggl_state.game, self.ggl_state.scores
        assert scores is not None
        seats = self.ggl_state.vector[game.places["seat"] :]
        found = [0.0] * len(game.players)
        for side, name in enumerate(game.players):
            found[seats[side]] = float(scores[name])
        mean = sum(found) / len(found) if self._way.returns == "margins" else 0.0
        return [each - mean for each in found]

    def __str__(self) -> str:
        return str(self.ggl_state)


class Observer:
    """The observation of `game.observation`, seen by a seat. With `whole` the string is that of all that it has seen and done,
    and with a `size` the tensor is that of an information state."""

    def __init__(self, game: ggl.Game, *, whole: bool = False, size: int = 0) -> None:
        self._game, self._whole, self._size = game, whole, size
        if size:
            self.tensor = np.zeros(size, np.float32)
            self.dict = {"information": self.tensor}
            return
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict, at = {}, 0
        for name, part in game.observation.parts.items():
            size = int(np.prod(part.shape))
            self.dict[name] = self.tensor[at : at + size].reshape(part.shape)
            at += size

    def set_from(self, state: State, player: int) -> None:
        now = state.ggl_state
        if self._size:
            numbers = now.information(self._game.players[self._side(state, player)]).vector
            if len(numbers) > self._size:
                raise ArgumentError(f"this information state has {len(numbers)} numbers, but its tensor has {self._size}")
            self.tensor[:] = 0
            self.tensor[: len(numbers)] = numbers
            return
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
