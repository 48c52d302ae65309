"""Iterative deepening search from a position. Takes an engine; gives values of steps.

See `lower/alphabeta_kernel.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ggl.compiler.lower.alphabeta_kernel import ENDLESS, HEAD, JUDGED, LIMIT, NODES, RECORD, STOPPED, WON
from ggl.compiler.memory import Array
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import Position, Step

RECORDS = 1 << 18
"""Of the transposition table: eight megabytes."""

DEEPEST = 256

AT_ONCE = 1 << 13
"""Nodes in a call that nothing can break off; with more of them the search runs beside, and the clock and Ctrl-C are heard."""

PAUSE = 0.02
"""Seconds between two looks at the clock."""


Over = Callable[[], bool]
"""Whether there is no more time."""


class _LargerMemoryError(Exception):
    """The engine's memory had to grow. The table has what the search that was broken off had found, so all begins again: what a
    search finds must not depend on what the engine played before."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class ValuedStep:
    """A step and its value, for the seat that moves: at most that, where another was found to be as good; and how deep the search
    was that says so."""

    step: Step
    value: int
    depth: int = 0

    @property
    def won(self) -> bool:
        return self.value >= WON

    @property
    def lost(self) -> bool:
        return self.value <= -WON

    @property
    def distance(self) -> int | None:
        """The number of steps to the win or loss: the value has the rest of the depth. With dice, an average."""
        return self.depth - (abs(self.value) - WON) if self.won or self.lost else None


class IterativeDeepening:
    """`nodes` were looked at for the last position, `depth` steps deep; `complete` if no play was left open."""

    def __init__(self, engine: Compiled) -> None:
        self.engine = engine
        self._table: Array = np.zeros(HEAD + RECORD * RECORDS, dtype=np.int64)
        self.nodes = self.depth = 0
        self.complete = False
        with suppress(_LargerMemoryError):
            self._value(engine.start(), 0, 0, -ENDLESS)  # compiles now, outside the time for the first move

    def deepened(
        self, position: Position, steps: list[Step], seat: int, most: int, nodes: int = ENDLESS, over: Over = _never
    ) -> list[ValuedStep]:
        """The steps with their values, best first, by depth after depth up to `most`.

        Ends with the last of the `nodes`, or when it is `over`, but not before it has looked one step deep. The steps
        that the last depth reached, the likely ones, then go before the others, unless they are lost.
        """
        before: tuple[int, int, list[ValuedStep]] = (0, 0, [])
        while True:
            found: list[ValuedStep] = []
            try:
                for each in self._by_depth(position, steps, seat, most, nodes, over):
                    found = each
            except _LargerMemoryError:
                before = max(before, (self.depth, self.nodes, found), key=lambda each: each[0])
                continue
            if self.depth < before[0] and over():  # so much time was there for the first search alone
                self.depth, self.nodes, found = before
            return found

    def _by_depth(
        self, position: Position, steps: list[Step], seat: int, most: int, nodes: int, over: Over
    ) -> Iterator[list[ValuedStep]]:
        self._table.fill(0)
        self.nodes = self.depth = 0
        self.complete = False
        after = {step: self.engine.play(position, step) for step in steps}
        order = [ValuedStep(step, 0) for step in steps]
        for depth in range(1, min(most, DEEPEST) + 1):
            self._table[JUDGED] = 0
            found: list[ValuedStep] = []
            low = -ENDLESS
            for each in order:
                limits = (nodes, over) if self.depth else ()
                value = self._value(after[each.step], seat, depth - 1, low, *limits)
                if value is None:
                    if found:
                        ranked = _ranked(found) + [old for old in order if all(old.step != new.step for new in found)]
                        yield sorted(ranked, key=lambda each: each.lost)
                    return
                found.append(ValuedStep(each.step, value, depth))
                low = max(low, value)
            order = _ranked(found)
            self.depth = depth
            self.complete = int(self._table[JUDGED]) == 0
            yield order
            if self.complete or order[0].won:
                return

    def _value(
        self, position: Position, seat: int, depth: int, low: int, nodes: int = ENDLESS, over: Over = _never
    ) -> int | None:
        """None if there are not enough nodes left, or it is over."""
        table = self._table

        def searched(limit: int) -> int:
            memories: list[Array] = []

            def call(v: Array, top: int) -> int:
                memories.append(v)
                if len(memories) > 1:
                    raise _LargerMemoryError
                most = self.engine.most
                self.engine.load(v, position)
                table[LIMIT], table[NODES], table[STOPPED] = limit, 0, 0
                return int(self.engine.call("alphabeta", v, top, table, len(table), seat, depth, low, ENDLESS, most))

            value = self.engine.tried(call)
            self.nodes += int(table[NODES])
            return value

        if over() or (left := nodes - self.nodes) <= 0:
            return None
        value = searched(min(left, AT_ONCE))
        if table[STOPPED] and left > AT_ONCE:
            value = self._beside(searched, nodes, over)  # the table holds the results so far
        return None if table[STOPPED] else value

    def _beside(self, searched: Callable[[int], int], nodes: int, over: Over) -> int:
        """A search in a thread of its own, which ends when it is over, or interrupted. Where there are no threads, as in a
        browser, it looks at twice as many nodes each time, and ends between two times."""
        found: list[int | BaseException] = []

        def run() -> None:
            try:
                found.append(searched(nodes - self.nodes))
            except BaseException as problem:
                found.append(problem)

        thread = threading.Thread(target=run, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            return self._in_parts(searched, nodes, over)
        try:
            while thread.is_alive():
                thread.join(PAUSE)
                if over():
                    self._table[LIMIT] = 0
        finally:
            while thread.is_alive():  # repeatedly: the thread may be just about to begin
                self._table[LIMIT] = 0
                thread.join(PAUSE)
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    def _in_parts(self, searched: Callable[[int], int], nodes: int, over: Over) -> int:
        value, limit = 0, AT_ONCE
        while self._table[STOPPED] and (left := nodes - self.nodes) > 0 and not over():
            limit *= 2
            value = searched(min(left, limit))
        return value


def _ranked(found: list[ValuedStep]) -> list[ValuedStep]:
    """Best first; equal ones stay as they were, so that what only was not better stays behind."""
    return sorted(found, key=lambda each: each.value, reverse=True)
