"""Validates the answers of foreign code.

Takes an answer, its state, and the time it took; returns a `Thought` with plain numbers. Raises `AgentError`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

from ggl.agents.protocol import MOST, AgentError, Candidate, Thought, share_of
from ggl.diagnostics.escape import escape
from ggl.play.errors import shown
from ggl.play.game import State
from ggl.play.move import Move

_SLIP = 1e-6
"""How far outside of 0 to 1 rounding may put a value."""


def thought_of(found: object, state: State, seconds: float, name: str, move_of: Callable[[State, object], Move]) -> Thought:
    """The answer of an agent as a `Thought`; `move_of` reads an answer that is only a move."""
    if isinstance(found, Thought):
        try:
            return _sound(found, state, seconds)
        except AgentError as error:
            raise AgentError(f"`{name}` {error}") from None
    value = share_of(len(state.game.players))
    return Thought((Candidate(move_of(state, found), value),), value, seconds=seconds)


def takes_budget(think: Callable[..., object]) -> bool:
    """Whether a `think` takes a state and a budget, or the state alone."""
    try:
        parameters = inspect.signature(think).parameters.values()
    except (TypeError, ValueError):
        return True
    places = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len(places) > 1 or any(each.kind is each.VAR_POSITIONAL for each in parameters)


def _sound(thought: Thought, state: State, seconds: float) -> Thought:
    """An equal thought, if it is valid. An `AgentError` is the rest of a sentence that begins with the agent's name."""
    legal = {move: move for move in state.legal_moves()}
    candidates: Any = thought.candidates
    if not isinstance(candidates, tuple | list):
        raise AgentError(f"returns a `Thought` whose candidates are {shown(candidates)}, not a tuple of `Candidate`s")
    if not candidates:
        raise AgentError("returns no candidate at all")
    found: dict[Move, Candidate] = {}
    for each in candidates:
        if not isinstance(each, Candidate):
            raise AgentError(f"returns a `Thought` with {shown(each)} among its candidates, which must be `Candidate`s")
        named: Any = each.move
        if not isinstance(named, Move):
            raise AgentError(f"returns a `Candidate` whose move is {shown(named)}; it must be one of `state.legal_moves()`")
        called = f"`{escape(str(named)[:60])}`"
        move = legal.get(named)
        if move is None:
            raise AgentError(f"plays {called}: {_why_not(state, named)}")
        if move in found:
            raise AgentError(f"names {called} twice among its candidates")
        value = _value(each.value, f"that {called} is worth")
        found[move] = Candidate(move, value, _count(each.visits, "visits"), bool(each.proven))
    value = _value(thought.value, "that the position is worth")
    line: Any = thought.line
    if not isinstance(line, tuple | list) or not all(isinstance(step, Move) for step in line):
        raise AgentError(f"returns a `Thought` whose line is {shown(line)}, not a tuple of moves")
    told = _float(thought.seconds)
    taken = told if 0 < told <= MOST else seconds
    numbers = _count(thought.simulations, "simulations"), taken, _count(thought.depth, "depth")
    positions, all_ = _count(thought.positions, "positions"), bool(thought.all_positions)
    distance = None if thought.distance is None else _count(thought.distance, "distance")
    return Thought(tuple(found.values()), value, *numbers, tuple(line), bool(thought.proven), distance, positions, all_)


def _why_not(state: State, move: Move) -> str:
    try:
        state.play(move)
    except Exception as error:
        return str(error).splitlines()[0]
    return "it is not legal"


def _value(value: object, lead: str) -> float:
    number = _float(value)
    if not -_SLIP <= number <= 1 + _SLIP:
        raise AgentError(f"says {lead} {shown(value)}; a value is a number from 0, a loss, to 1, a win")
    return min(1.0, max(0.0, number))


def _float(value: object) -> float:
    """A finite number, otherwise NaN, which is in no range."""
    try:
        return float(value) if isinstance(value, Real) else math.nan
    except (OverflowError, ValueError):
        return math.nan


def _count(value: object, name: str) -> int:
    if not isinstance(value, Integral) or not 0 <= int(value) <= MOST:
        raise AgentError(f"returns {shown(value)} as `{name}`, which must be a whole number from 0 to {MOST:,}")
    return int(value)
