"""Search to greater and greater depths from a position. Takes an engine; gives values of steps. See `deepening.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ggl.compiler.deepening import ENDLESS, HEAD, JUDGED, LIMIT, NODES, RECORD, STOPPED, WON
from ggl.compiler.engine import Compiled
from ggl.compiler.memory import Array
from ggl.engine.protocol import Position, Step

RECORDS = 1 << 18
"""Of the transposition table: eight megabytes."""

DEEPEST = 256

PORTION = 1 << 22
"""Nodes in one call, after which an interrupt is heard; if they are not enough, four times as many."""


@dataclass(frozen=True)
class Judged:
    """A step and its value, for the seat that moves: at most that, where another was found to be as good."""

    step: Step
    value: int

    @property
    def won(self) -> bool:
        return self.value >= WON

    @property
    def lost(self) -> bool:
        return self.value <= -WON


class Deep:
    """`nodes` were looked at for the last position, `depth` steps deep; `complete` if no play was left open."""

    def __init__(self, engine: Compiled) -> None:
        self.engine = engine
        self._table: Array = np.zeros(HEAD + RECORD * RECORDS, dtype=np.int64)
        self.nodes = self.depth = 0
        self.complete = False
        self._value(engine.start(), 0, 0, -ENDLESS, lambda: 1)  # compiled now, not in the time for the first move

    def deepened(
        self, position: Position, steps: list[Step], seat: int, most: int, allowed: Callable[[], int]
    ) -> Iterator[list[Judged]]:
        """The steps with their values, best first, for depth after depth up to `most`.

        `allowed` says how many more nodes there may be. With the last of them it ends, and what was found up to there, at the
        last depth, of the steps that it came to, the likely ones, goes before what was known of the others.
        """
        self._table.fill(0)
        self.nodes = self.depth = 0
        self.complete = False
        after = {step: self.engine.play(position, step) for step in steps}
        order = [Judged(step, 0) for step in steps]
        for depth in range(1, min(most, DEEPEST) + 1):
            self._table[JUDGED] = 0
            found: list[Judged] = []
            low = -ENDLESS
            for each in order:
                value = self._value(after[each.step], seat, depth - 1, low, allowed)
                if value is None:
                    if found:
                        yield _ranked(found) + [old for old in order if all(old.step != new.step for new in found)]
                    return
                found.append(Judged(each.step, value))
                low = max(low, value)
            order = _ranked(found)
            self.depth = depth
            self.complete = int(self._table[JUDGED]) == 0
            yield order
            if self.complete or order[0].won:
                return

    def _value(self, position: Position, seat: int, depth: int, low: int, allowed: Callable[[], int]) -> int | None:
        """None if there are not enough nodes left."""
        portion = PORTION
        while (left := allowed()) > 0:
            self._table[LIMIT] = min(left, portion)
            self._table[NODES] = self._table[STOPPED] = 0

            def call(v: Array, top: int) -> int:
                self.engine.load(v, position)
                return int(self.engine.call("alphabeta", v, top, self._table, seat, depth, low, ENDLESS, self.engine.most))

            with np.errstate(all="ignore"):
                value = self.engine.tried(call)
            self.nodes += int(self._table[NODES])
            if not self._table[STOPPED]:
                return value
            portion *= 4  # what was found meanwhile stands in the table
        return None


def _ranked(found: list[Judged]) -> list[Judged]:
    """Best first; equal ones stay as they were, so that what only was not better stays behind."""
    return sorted(found, key=lambda each: each.value, reverse=True)
