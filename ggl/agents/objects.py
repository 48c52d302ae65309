"""Agents as Python objects: an object with `think(state, budget)`, or a class or a function that makes one.

Takes the object and a game; gives an `Agent`. `think` may return a move, its text, the number of its action, or a `Thought`. A
class is called with the game, and with `seed` if it accepts one. It runs in the caller's thread without a time limit; any failure
inside becomes an `AgentError` that names the line. `python:module:Class` runs the same class in another thread with a time limit.
Raises `AgentError` for anything else.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import index
from typing import Any

from ggl.agents.failing import must_tell
from ggl.agents.protocol import Agent, AgentError, Budget, Thought, must_have_a_choice
from ggl.agents.thoughts import takes_budget, thought_of
from ggl.errors import GglError
from ggl.play.errors import ArgumentError, shown
from ggl.play.game import Game, State
from ggl.play.move import Move

PREFIX = "object:"
"""The beginning of the name of such an agent; no spec begins with it."""


def is_given(agent: object) -> bool:
    """Whether something could be an agent object or class."""
    return not isinstance(agent, str) and (callable(getattr(agent, "think", None)) or callable(agent))


def agent_name(agent: object) -> str:
    """The agent's name in records and tables: its own spec, if it has one, otherwise the name of the class."""
    spec = getattr(agent, "spec", None)
    if isinstance(spec, str) and not isinstance(agent, type):
        return spec if spec.startswith(PREFIX) else PREFIX + spec
    kind: Any = agent if hasattr(agent, "__qualname__") else type(agent)
    return PREFIX + str(kind.__qualname__).replace("<locals>.", "")


def agent_of_object(agent: Any, game: Game, seed: int = 0) -> Agent:
    """The object as an `Agent` for a game."""
    if not is_given(agent):
        raise ArgumentError(f"an agent is a spec such as `random`, or an object with `think(state, budget)`, or a class of such "
                            f"objects, not {shown(agent)}")  # fmt: skip
    makes = isinstance(agent, type) or not callable(getattr(agent, "think", None))
    inner = agent
    if makes:
        with _telling(agent_name(agent), "making it"):
            inner = agent(game, seed=seed) if _takes(agent, "seed") else agent(game)
    if not callable(getattr(inner, "think", None)):
        raise AgentError(f"`{agent_name(agent)}` is not an agent: it has no `think(state, budget)`")
    return GivenAgent(inner, game, agent_name(agent), closes=makes)


class GivenAgent:
    """Closes only an object that was created here."""

    def __init__(self, inner: Any, game: Game, spec: str, *, closes: bool) -> None:
        self.game, self.spec = game, spec
        self._inner, self._closes = inner, closes
        self._budgets = takes_budget(inner.think)

    def new_play(self, seed: int) -> None:
        begin = getattr(self._inner, "new_play", None)
        if begin is not None:
            with _telling(self.spec, "`new_play`"):
                begin(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        begun = time.perf_counter()
        with _telling(self.spec, "`think`"):
            found = self._inner.think(state, budget) if self._budgets else self._inner.think(state)
        return thought_of(found, state, time.perf_counter() - begun, self.spec, self._move)

    def close(self) -> None:
        close = getattr(self._inner, "close", None) if self._closes else None
        if close is not None:
            with _telling(self.spec, "`close`"):
                close()

    def _move(self, state: State, found: object) -> Move:
        try:
            if isinstance(found, str):
                return state.read(found)
            if isinstance(found, Move):
                if found not in state.legal_moves():
                    state.play(found)  # raises with the reason
                return found
            number = index(found)  # type: ignore[arg-type]
            if number in state.legal_actions():
                return state.move_of(self.game.actions.step(number))
        except GglError as error:
            raise AgentError(f"`{self.spec}` plays {shown(found)}: {str(error).splitlines()[0]}") from None
        except TypeError:
            pass
        raise AgentError(f"`{self.spec}` returns {shown(found)}, not a legal move, its text, its number, or a `Thought`")


@contextmanager
def _telling(agent: str, where: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        must_tell(f"`{agent}` fails in {where}", error)


def _takes(kind: Any, name: str) -> bool:
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(each.name == name or each.kind is each.VAR_KEYWORD for each in parameters)
