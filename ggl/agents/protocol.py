"""The interface of an agent: it takes a state and evaluates its moves.

A *value* is the expected result of a seat: 1 for a win, 0 for a loss, a half for a draw between two, a share of the win among
more. Values are for the seat to move in the given state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Protocol

from ggl.errors import GglError
from ggl.play.game import Game
from ggl.play.state import Move, State


class AgentError(GglError):
    """An agent that cannot play: not this game, not in this place, or not at all; the text says why."""


@dataclass(frozen=True)
class Budget:
    """The limit for one step: simulations or nodes, and seconds, whichever comes first; by default that of the spec.

    The agent polls `stopped`; when it returns true, the agent answers with the best move so far.
    """

    simulations: int | None = None
    seconds: float | None = None
    stopped: Callable[[], bool] | None = field(default=None, compare=False, repr=False)

    def unless(self, given: Budget | None) -> Budget:
        """An agent's own budget, unless another is given for once; one without limits says only when to stop."""
        if given is None:
            return self
        return replace(self, stopped=given.stopped) if given == Budget() else given


ENOUGH = 30
"""The mean of fewer tries of an even game is off by a tenth or more in one case out of four."""


@dataclass(frozen=True)
class Candidate:
    """A move, with its value for the seat to move; `visits` says how often it was tried, `proven` that the value is exact."""

    move: Move
    value: float
    visits: int = 0
    proven: bool = False


@dataclass(frozen=True)
class Thought:
    """An agent's evaluation of a state: candidates, its choice first, and the value of the state.

    `simulations` counts playouts or nodes; `depth` is the longest line examined, in steps; `line` begins with the first
    candidate and continues with the expected moves. `proven` means that the value is exact; the first candidate may be proven
    though the state is not, such as a sure draw while others may still win. `distance` is the number of steps to a proven win or
    loss, if known.
    """

    candidates: tuple[Candidate, ...]
    value: float
    simulations: int = 0
    seconds: float = 0.0
    depth: int = 0
    line: tuple[Move, ...] = ()
    proven: bool = False
    distance: int | None = None
    positions: int = 0
    all_positions: bool = False

    @property
    def move(self) -> Move:
        """The move that it would play."""
        return self.candidates[0].move

    def is_hardly_tried(self, candidate: Candidate) -> bool:
        """Whether a value is the mean of a few tries. Who looks at each move just once does not judge by how tries end."""
        by_tries = any(each.visits != 1 for each in self.candidates)
        return by_tries and 0 < candidate.visits < ENOUGH and not candidate.proven


class Agent(Protocol):
    """One player of one game. `spec` makes an equal one."""

    spec: str
    game: Game

    def new_play(self, seed: int) -> None:
        """A play begins: what was kept of the last one is forgotten, and random numbers begin from the seed."""

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        """Raises `ArgumentError` for a state of another game, one that is over, and one at which a roll is due; `AgentError`."""

    def close(self) -> None:
        """Processes and memory are given back. Harmless if done twice."""


def must_have_a_choice(agent: Agent, state: State) -> None:
    """Raises `ArgumentError` where there is nothing to choose for this agent."""
    from ggl.play.errors import ArgumentError, GameOverError

    if state.game is not agent.game and state.game != agent.game:
        raise ArgumentError(f"this agent plays {agent.game!r}, not {state.game!r}; make one for that game")
    if state.is_over:
        raise GameOverError(f"the game is over: {state.result}")
    if state.is_chance:
        raise ArgumentError("a roll is due, which nobody chooses; draw one of `state.legal_moves()`")


def value_of(winners: Collection[str], seat: str, seats: int) -> float:
    """What a finished play is worth to a seat, by the seats that won, who share a win as all do after a draw.

    Who plays alone has won or not: a draw is worth nothing.
    """
    if not winners:
        return 1 / seats if seats > 1 else 0.0
    return (seat in winners) / len(winners)
