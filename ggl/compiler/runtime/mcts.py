"""Monte Carlo tree search from a position. The tree grows by simulations and is reused along the play.

Takes an engine; gives the statistics of the steps at the root. Raises `WorkLimitError` as the engine does.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ggl.compiler.memory import Array, signed_words
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.tree_layout import DEEPEST_AT, EDGES, FULL, PROVEN, SIMULATIONS, SUMS, UNIT, VISITS, Edge, TreeMemory
from ggl.engine.protocol import Position, Step

LOOKED_AT = 4000
"""Positions that are tried, at most, to find the one asked about in the tree."""


@dataclass(frozen=True)
class TriedStep:
    """A step and what is known of it: how often it was tried, the mean for each seat (1 a win), and what is proven.

    `proven` is what it brings each seat for sure, None for what is open. A step that was not tried has no means.
    """

    step: Step
    visits: int
    means: tuple[float, ...]
    proven: tuple[float, ...] | None


class TreeSearch:
    """A tree of plays of one game."""

    def __init__(self, engine: Compiled, seed: int, *, weight: float, most_steps: int) -> None:
        self.engine = engine
        self.weight = round(1000 * weight)
        self.most_steps = most_steps
        self.seats = engine.layout.slots["seat"].sizes[0]
        self.tree = TreeMemory(self.seats, engine.emitted.columns, 0)
        self._position: Position | None = None
        self._compile()
        self.forget(seed)

    def _compile(self) -> None:
        """Have all compiled that a search needs, so that it takes nothing from the time for the first moves."""
        start = self.engine.start()
        self.begin(start)
        self.run(1)
        for tried in self.steps()[:1]:
            self.engine.play(start, tried.step)

    def begin(self, position: Position, looked_at: int = LOOKED_AT) -> int:
        """The root is this position; the simulations that were already done for it."""
        if position != self._position:
            node = self._found(position, looked_at)
            if node is None:
                self.tree.clear()
            else:
                self.tree.begin_at(node)
            self._position = position
        return self.simulations

    def forget(self, seed: int) -> None:
        """Starts afresh with another seed."""
        self.tree = TreeMemory(self.seats, self.engine.emitted.columns, signed_words(seed, 1)[0])
        self._position = None

    def start_over(self) -> None:
        """Forgets the tree; the random numbers go on."""
        self.tree.clear()
        self._position = None

    def run(self, simulations: int) -> None:
        """Runs that many more simulations from the root; none where all is proven, or the tree `is_full`."""
        goal = self.simulations + simulations
        while self._some(goal - self.simulations) and self.simulations < goal:
            pass

    def _some(self, simulations: int) -> bool:
        """Simulations up to where the tree needs more room; whether it did."""
        self._call(self.simulations + simulations)
        return self.tree.grow()

    def _call(self, goal: int) -> None:
        position, table = self._position, self.tree.table
        assert position is not None

        def call(v: Array, top: int) -> None:
            rest = max(0, goal - int(table[SIMULATIONS]))
            self.engine.load(v, position)
            self.engine.call("mcts", v, top, table, len(table), rest, self.engine.most, self.most_steps, self.weight)

        self.engine.tried(call)

    @property
    def simulations(self) -> int:
        return int(self.tree.table[SIMULATIONS])

    @property
    def depth(self) -> int:
        return int(self.tree.table[DEEPEST_AT])

    @property
    def proven(self) -> bool:
        return int(self.tree.table[self.tree.root + PROVEN]) != 0

    @property
    def is_full(self) -> bool:
        """Whether the tree may not become larger."""
        return int(self.tree.table[FULL]) == 2

    def root(self) -> TriedStep:
        """The statistics of the position itself; its step says nothing."""
        return self._tried(Edge([0] * len(self.tree.columns), self.tree.root))

    def steps(self) -> list[TriedStep]:
        """The statistics of the steps from the root, in no order; none before the first simulation."""
        return [self._tried(edge) for edge in self.tree.edges(self.tree.root)]

    def line(self, step: Step, most: int = 12) -> tuple[Step, ...]:
        """The step, and those tried most often after it."""
        found = [step]
        at = next((edge.node for edge in self.tree.edges(self.tree.root) if self.engine.step(edge.row) == step), 0)
        while at and len(found) < most:
            best = max(self.tree.edges(at), key=self._visits, default=None)
            if best is None or self._visits(best) < 2:
                break
            found.append(self.engine.step(best.row))
            at = best.node
        return tuple(found)

    def _visits(self, edge: Edge) -> int:
        return self.tree.node(edge.node)[VISITS]

    def _tried(self, edge: Edge) -> TriedStep:
        node = self.tree.node(edge.node)
        visits, proven = node[VISITS], node[PROVEN]
        means = tuple(each / (UNIT * visits) for each in node[SUMS:]) if visits else ()
        return TriedStep(self.engine.step(edge.row), visits, means, self._brings(proven) if proven else None)

    def _brings(self, proven: int) -> tuple[float, ...]:
        """The worth of a proven result to each seat: a win, or a share of it."""
        seats = range(self.seats)
        if proven <= self.seats:
            return tuple(float(seat == proven - 1) for seat in seats)
        winners = proven - self.seats - 1 or (1 << self.seats) - 1 if self.seats > 1 else 0
        return tuple((winners >> seat & 1) / winners.bit_count() if winners else 0.0 for seat in seats)

    def _found(self, position: Position, most: int) -> int | None:
        """The node at which a position stands, not far below the root; those tried often are looked at first."""
        if self._position is None:
            return None
        waiting: deque[tuple[int, Position]] = deque([(self.tree.root, self._position)])
        looked = 0
        while waiting:
            at, here = waiting.popleft()
            for edge in sorted(self.tree.edges(at), key=self._visits, reverse=True):
                if looked == most:
                    return None
                looked += 1
                after = self.engine.play(here, self.engine.step(edge.row))
                if after == position:
                    return edge.node or None
                if self.tree.node(edge.node)[EDGES]:
                    waiting.append((edge.node, after))
        return None
