"""One search: an agent thinks about a step, or about all steps of a turn, in a separate thread, and answers exactly once.

Takes a table, a state and a `ThinkingPlan`. `stop`, from another thread, makes it answer within `PATIENCE` seconds with the best
known move: it stops agents through `Budget.stopped`, and replaces an agent that does not react, abandoning its thread.

An agent that can continue a search is asked in slices, so that there is progress to report. It is asked once if the budget is in
simulations or comes from its spec alone: then the same seed gives the same answer, independent of the clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from ggl.agents.protocol import Agent, AgentError, Budget, Thought
from ggl.errors import GglError
from ggl.play.game import State
from ggl.play.move import Move
from ggl.play.perft import goes_on
from ggl.protocols.table import Table

PATIENCE = 0.5
_FIRST_SLICE, _LONGER = 0.05, 3
"""Seconds of the first slice, and the factor between slices: agents that restart lose at most a third."""

_OVERHEAD = 0.05
"""Seconds of a clock that are left for the way of the answer."""


@dataclass(frozen=True)
class ThinkingPlan:
    """The limits of thinking: a budget for a step, a depth, until `stop`; `whole` asks for all steps of the turn."""

    budget: Budget = field(default_factory=Budget)
    depth: int | None = None
    endless: bool = False
    whole: bool = False


def share_of_clock(left: float, more: float) -> float:
    """Seconds for one move, from the time left, the increment and the moves that may remain."""
    return max(min(left / 25 + more * 0.8, left / 2) - _OVERHEAD, left / 50, 0.001)


@dataclass(frozen=True)
class ThinkingResult:
    """The steps that are played, none where `trouble` says why not."""

    steps: tuple[Move, ...] = ()
    trouble: BaseException | None = None
    note: str = ""


class Hearer(Protocol):
    """Receives the events of a search, in its thread."""

    def report(self, thought: Thought) -> None: ...

    def answer(self, answer: ThinkingResult) -> None: ...

    def over(self) -> None:
        """The answer has been said."""


class Thinking:
    def __init__(
        self, table: Table, state: State, number: int, plan: ThinkingPlan, hearer: Hearer, after: Thinking | None = None
    ) -> None:
        """`number` is that of the move in the play; `after` is the search before, whose thread may still be at work."""
        self._table, self._state, self._number, self._plan = table, state, number, plan
        self._hearer, self._after = hearer, after
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._best: Thought | None = None
        self._claimed = False
        self.is_answered = False
        self.is_left_behind = False
        self.thread = threading.Thread(target=self._run, daemon=True)
        table.used = True

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Answer soon. Harmless if done twice, or after the answer."""
        if self._stopped.is_set() or self.is_answered:
            return
        self._stopped.set()
        timer = threading.Timer(PATIENCE, self._hurry)
        timer.daemon = True
        timer.start()

    def _run(self) -> None:
        try:
            if self._after is not None and not self._after.is_left_behind:
                self._after.thread.join()
            self._after = None
            self._tell(ThinkingResult(think_turn(self._table, self._state, self._number, self._plan, self._step)))
        except BaseException as error:
            self._tell(ThinkingResult(trouble=error))

    def _hurry(self) -> None:
        """The agent does not react to the stop: play the best known move, or else the first legal one."""
        with self._lock:
            if self._claimed:
                return
            self._claimed = True
        self._table.abandon()
        self.is_left_behind = True
        note = "the agent does not react to `stop`; this is " + ("its result so far" if self._best else "the first legal move")
        try:
            step = self._best.move if self._best is not None else self._state.legal_moves()[0]
            answer = ThinkingResult((step,), note=note)
        except Exception as error:
            answer = ThinkingResult(trouble=error)
        self._say(answer)

    def _tell(self, answer: ThinkingResult) -> None:
        with self._lock:
            if self._claimed:
                return
            self._claimed = True
        self._say(answer)

    def _say(self, answer: ThinkingResult) -> None:
        self._hearer.answer(answer)
        self.is_answered = True
        self._hearer.over()

    def _step(self, agent: Agent, state: State, budget: Budget) -> Thought:
        """The thought on one step, with progress reports."""
        budget = replace(budget, stopped=self._stopped.is_set)
        first = state is self._state
        if not self._plan.endless and (budget.seconds is None or budget.simulations is not None):
            return self._heard(agent.think(state, budget), first)
        if not self._table.has("time"):
            return self._heard(agent.think(state, budget), first)
        begun = time.perf_counter()
        slice_ = _FIRST_SLICE
        nodes = 0
        while True:
            left = None if budget.seconds is None else budget.seconds - (time.perf_counter() - begun)
            # A short last slice is merged into this one.
            seconds = slice_ if left is None or left > slice_ * (1 + _LONGER) else max(left, 0.001)
            asked = time.perf_counter()
            thought = agent.think(state, replace(budget, seconds=seconds))
            now = time.perf_counter()
            thought = self._heard(replace(thought, seconds=now - begun), first)
            idle = now - asked < seconds / 2 and thought.simulations == nodes
            nodes = thought.simulations
            if self._stopped.is_set() or thought.proven or idle or (left is not None and left <= seconds):
                return thought
            slice_ *= _LONGER

    def _heard(self, thought: Thought, first: bool) -> Thought:
        with self._lock:
            if self._claimed:
                return thought
            if first:
                self._best = thought
        if first:
            self._hearer.report(thought)
        return thought


Think = Callable[[Agent, State, Budget], Thought]


def think_turn(table: Table, state: State, number: int, plan: ThinkingPlan, think: Think) -> tuple[Move, ...]:
    """The steps to play, rolls included, which are made here.

    The seconds for a whole turn are halved for each of its steps, for nobody knows how many there will be.
    """
    steps: list[Move] = []
    budget = plan.budget
    while True:
        if state.is_chance:
            step = table.roll(state, number + len(steps))
        else:
            more = plan.whole and budget.seconds is not None and _may_go_on(state)
            now = replace(budget, seconds=(budget.seconds or 0.0) / 2) if more else budget
            budget = now
            step = _legal(state, think(table.agent(plan.depth), state, now))
        steps.append(step)
        after = state.after(step)
        if not plan.whole or after.is_over or not goes_on(state.game.layout, step.step, after.position):
            return tuple(steps)
        state = after


def _may_go_on(state: State) -> bool:
    """Whether the turn may have a step after the next one."""
    moves = state.legal_moves()
    tried = (moves[0], moves[len(moves) // 2])
    return any(goes_on(state.game.layout, move.step, state.after(move).position) for move in tried)


def _legal(state: State, thought: Thought) -> Move:
    try:
        return state.move_of(thought.move.step)
    except GglError:
        raise AgentError(f"the agent plays `{thought.move}`, which is not a legal move here") from None
