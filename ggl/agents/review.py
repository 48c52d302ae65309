"""Reviews a play: what each move gave away, as judged by an agent.

Takes the agent and the steps of a play with the states before them; yields a judgement for each step with a choice, from last to
first. Raises as `Agent.think` does.

A step gives away the value of the best step less its own, or the value of the position if the best step was hardly tried. Its
own value is the agent's value of the next state for the same seat, since the agent has examined that state as long as any other.
If this is not available (after a roll, or with another of more than two seats next), or would count what the seat could not know
(in a game that hides something), it is the candidate's value. Steps without a value are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ggl.agents.protocol import Agent, Candidate, Thought, value_of
from ggl.play.game import State
from ggl.play.move import Move


@dataclass(frozen=True)
class Judged:
    """A step of a play: its place in the play, counted from 0, the state before it, its value, and the best candidate.

    `loss` is between 0 and 1, in shares of a win; it is `proven` where the move's value and that of the position are exact.
    `simulations` counts those behind the position's value.
    """

    place: int
    state: State
    move: Move
    value: float
    best: Candidate
    loss: float
    proven: bool
    simulations: int = 0


@dataclass(frozen=True)
class _Worth:
    """The value of a state to a seat."""

    seat: str
    value: float
    proven: bool

    def to(self, seat: str, seats: int) -> _Worth | None:
        if seat == self.seat:
            return self
        return _Worth(seat, 1 - self.value, self.proven) if seats == 2 else None


def review(agent: Agent, steps: Sequence[tuple[State, Move]]) -> Iterator[Judged]:
    seats = len(agent.game.players)
    ahead = _after(agent, steps[-1][0].after(steps[-1][1])) if steps else None
    for place in range(len(steps) - 1, -1, -1):
        state, move = steps[place]
        if state.is_chance:
            ahead = None
            continue
        own = None if ahead is None else ahead.to(state.seat, seats)
        if len(state.legal_moves()) == 1:
            ahead = own
            continue
        thought = agent.think(state)
        judged = _judged(place, state, move, thought, own)
        if judged is not None:
            yield judged
        ahead = None if agent.game.hides else _Worth(state.seat, thought.value, thought.proven)


def _after(agent: Agent, state: State) -> _Worth | None:
    """The value of the last state."""
    if agent.game.hides:
        return None
    if state.result is not None:
        return _Worth(state.seat, value_of(state.result.seats, state.seat, len(agent.game.players)), True)
    if state.is_chance:
        return None
    thought = agent.think(state)
    return _Worth(state.seat, thought.value, thought.proven)


def _judged(place: int, state: State, move: Move, thought: Thought, own: _Worth | None) -> Judged | None:
    """None if nothing is known about the move: a foreign agent may report a single candidate."""
    best = thought.candidates[0]
    played = next((candidate for candidate in thought.candidates if candidate.move == move), None)
    if played == best:
        return Judged(place, state, move, best.value, best, 0.0, thought.proven, thought.simulations)
    if played is not None and (played.proven if own else not thought.is_hardly_tried(played)) and not (own and own.proven):
        own = _Worth(state.seat, played.value, played.proven)
    if own is None:
        return None
    # Means of few visits are noise, and the best of many such means is inflated: then use the position's own value.
    most = thought.value if thought.is_hardly_tried(best) else best.value
    loss, proven = max(0.0, most - own.value), thought.proven and own.proven
    return Judged(place, state, move, own.value, best, loss, proven, thought.simulations)
