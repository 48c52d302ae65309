"""The interface of an agent: it takes a state and evaluates its moves.

A *value* is the expected result of a seat: 1 for a win, 0 for a loss, a half for a draw between two, a share of the win among
more. Values are for the seat to move in the given state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from ggl.errors import GglError
from ggl.play.errors import ArgumentError, GameOverError, must_be, must_be_seconds, must_count, shown, whole
from ggl.play.game import Game, State
from ggl.play.move import Move

_Seat = TypeVar("_Seat")


class AgentError(GglError):
    """An agent cannot play this game, in this position, or at all; the text says why."""


MOST = 10**15
"""The greatest magnitude of a number in a spec or a budget: floats still distinguish such whole numbers, and machine code can
count that far."""


@dataclass(frozen=True)
class Budget:
    """The limit for one step: simulations or nodes, and seconds, whichever comes first; by default that of the spec.

    The agent polls `stopped`; when it returns true, the agent answers with the best move so far. Raises `ArgumentError` unless
    `simulations` is a whole number from 0 and `seconds` a number from 0, which may be infinite.
    """

    simulations: int | None = None
    seconds: float | None = None
    stopped: Callable[[], bool] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.simulations is not None:
            must_count(whole(self.simulations), "the simulations of a budget")
            object.__setattr__(self, "simulations", min(int(self.simulations), MOST))
        if self.seconds is not None:
            must_be_seconds(self.seconds, "the seconds of a budget")
            object.__setattr__(self, "seconds", float(self.seconds))
        if self.stopped is not None and not callable(self.stopped):
            raise ArgumentError(f"`stopped` of a budget is a function, not {shown(self.stopped)}")

    def unless(self, given: Budget | None) -> Budget:
        """The default budget unless another one is given; a budget without limits only says when to stop."""
        if given is None:
            return self
        must_be(given, Budget, "the budget of a step", "an `agents.Budget(..)`")
        return replace(self, stopped=given.stopped) if given == Budget() else given


ENOUGH = 30
"""With fewer tries of an even game, the mean is off by a tenth or more in one case out of four."""


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

    @property
    def by_tries(self) -> bool:
        """Whether values are means of tried plays. An agent that examines each move once does not evaluate so."""
        return any(each.visits != 1 for each in self.candidates)

    def is_hardly_tried(self, candidate: Candidate) -> bool:
        """Whether a value is the mean of only a few tries."""
        return self.by_tries and 0 < candidate.visits < ENOUGH and not candidate.proven


class Agent(Protocol):
    """One player of one game. `spec` makes an equal one."""

    spec: str
    game: Game

    def new_play(self, seed: int) -> None:
        """Begin a play: forget everything about the last one, and restart random numbers from the seed."""

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        """Raises `ArgumentError` for a state of another game, one that is over, and one at which a roll is due; `AgentError`."""

    def close(self) -> None:
        """Release processes and memory. May be repeated."""


def must_have_a_choice(agent: Agent, state: State) -> None:
    """Raises `ArgumentError` if this agent has nothing to choose."""
    must_be(state, State, "what an agent thinks about", "a state")
    if state.game is not agent.game and state.game != agent.game:
        raise ArgumentError(f"this agent plays {agent.game!r}, not {state.game!r}; create one for that game")
    if state.is_over:
        raise GameOverError(f"the game is over: {state.result}")
    if state.is_chance:
        raise ArgumentError("a roll is due, and nobody chooses it; draw one of `state.legal_moves()`")


def share_of(seats: int) -> float:
    """The value of a play about which nothing is known: an equal share, or a half in a game for one."""
    return 1 / max(seats, 2)


def value_of(winners: Collection[_Seat], seat: _Seat, seats: int) -> float:
    """The value of a finished play to a seat, given the seats that won: they share the win, and after a draw all seats do. In a
    game for one, a draw is worth nothing.
    """
    if not winners:
        return 1 / seats if seats > 1 else 0.0
    return (seat in winners) / len(winners)
