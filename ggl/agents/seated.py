"""An agent at its seat, which never gets the state of a game with hidden information, only a view.

The view comes with the information state of the side to move. Takes an agent, or anything that thinks like one. It returns a
move of the view, which is also a move of the state.
"""

from __future__ import annotations

from ggl.agents.protocol import Agent, Budget, Thought, must_have_a_choice
from ggl.play.game import Game, State, View


class SeatedAgent:
    """An agent that gets only what the side to move sees."""

    def __init__(self, inner: Agent) -> None:
        self._inner = inner
        self.game = inner.game

    @property
    def spec(self) -> str:
        return self._inner.spec

    @spec.setter
    def spec(self, spec: str) -> None:
        self._inner.spec = spec

    def new_play(self, seed: int) -> None:
        self._inner.new_play(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        return self._inner.think(_view(state), budget)

    def close(self) -> None:
        self._inner.close()


def _view(state: State) -> View:
    """The view of the side to move; a view stays unchanged."""
    return state if isinstance(state, View) else View(state, state.mover, state.information())


def seated(agent: Agent, game: Game) -> Agent:
    """The agent, restricted to what it may see of this game."""
    return SeatedAgent(agent) if game.hides and not isinstance(agent, SeatedAgent) else agent
