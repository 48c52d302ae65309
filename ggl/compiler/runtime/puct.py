"""Search trees over the rows of a batch, with evaluation by the caller: see `lower/puct_kernel.py`.

Takes the arrays of a batch (`Lanes`); gives the positions that wait for values, and takes the values. The caller must pass
arrays of the right shape; numbers are those of `ggl.engine.actions`. Raises `WorkLimitError` as `Lanes` does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ggl.compiler.lower.puct_kernel import BEGIN, DESCEND, TELL
from ggl.compiler.memory import Array
from ggl.compiler.puct_layout import ACTION, CHILD, CHOOSER, COUNT, LEAF, PRIOR, ROOT, SUM, UNIT, USED, VALUE, VISITS, WIDTH
from ggl.compiler.runtime.vector_env import LaneBlock, Lanes

Floats = npt.NDArray[np.float64]

MOST_WORDS = 1 << 27
"""Words of all trees together: a gigabyte."""


@dataclass(frozen=True)
class Ragged:
    """Lists of different lengths, one after the other: that of row k is `[starts[k]:starts[k + 1]]` of each array."""

    starts: Array
    actions: Array

    @property
    def counts(self) -> Array:
        found: Array = np.diff(self.starts)
        return found

    @property
    def rows(self) -> Array:
        """The row that each entry belongs to."""
        return np.repeat(np.arange(len(self.starts) - 1), self.counts)


class Trees:
    """A tree for each row of a batch, each with the same number of nodes; `weight` is that of the priors."""

    def __init__(self, many: Lanes, nodes: int, weight: float) -> None:
        self.many, self.weight = many, round(1000 * weight)
        count, seats = many.count, many.engine.layout.slots["seat"].sizes[0]
        self._make(min(ROOT + WIDTH * (nodes + 1), max(ROOT + 64 * WIDTH, MOST_WORDS // count)))
        self.leaves: Array = np.zeros((count, many.engine.layout.length), dtype=np.int64)
        """The positions that wait, in the rows that `descend` gives."""
        self._values = np.zeros((count, seats), dtype=np.int64)

    def _make(self, size: int) -> None:
        self.size = size
        self.words = np.zeros((self.many.count, size), dtype=np.int64)
        self._flat = self.words.reshape(-1)

    def begin(self) -> None:
        """All trees are their root: the positions of the rows as they are now."""
        self._run(BEGIN)

    def descend(self, goal: int) -> Array:
        """Simulate up to `goal` times; gives the rows with a leaf that waits, none when all are done."""
        self._run(DESCEND, goal)
        while ((self.words[:, LEAF] == ROOT) & (self.words[:, ROOT + COUNT] < 0)).any():  # no room for the first steps
            self._make(2 * self.size)
            self.begin()
            self._run(DESCEND, goal)
        return np.flatnonzero(self.words[:, LEAF] >= 0)

    def children(self, rows: Array) -> Ragged:
        """The actions of the leaves of some rows."""
        return self._listed(rows * self.size + self.words[rows, LEAF])[0]

    def tell(self, rows: Array, priors: Floats, values: Floats) -> None:
        """Enters the worth of leaves: priors in the order of `children`, which add up to 1 for each row, and values by seat."""
        at = rows * self.size + self.words[rows, LEAF]
        _, places = self._listed(at)
        self._flat[places + PRIOR] = np.rint(np.nan_to_num(priors) * UNIT)
        units = np.rint(np.clip(np.nan_to_num(values), -1, 1) * UNIT).astype(np.int64)
        self._values[rows] = units
        self._flat[at + VALUE] = units[np.arange(len(rows)), np.maximum(self._flat[at + CHOOSER], 0)]
        self._run(TELL)

    # ---- what is known of the roots

    def roots(self, rows: Array) -> Ragged:
        """The actions from the positions of some rows; of a row that was not searched there are none."""
        return self._listed(rows * self.size + ROOT)[0]

    def root_priors(self, rows: Array) -> Floats:
        _, places = self._listed(rows * self.size + ROOT)
        return self._flat[places + PRIOR] / UNIT

    def put_root_priors(self, rows: Array, priors: Floats) -> None:
        """Other priors for the first steps, to explore more."""
        _, places = self._listed(rows * self.size + ROOT)
        self._flat[places + PRIOR] = np.rint(priors * UNIT)

    def root_visits(self, rows: Array) -> tuple[Array, Floats]:
        """How often each action was tried, and its mean value for the chooser; 0 for what was not tried."""
        _, places = self._listed(rows * self.size + ROOT)
        visits = self._flat[places + VISITS]
        return visits, self._flat[places + SUM] / (UNIT * np.maximum(visits, 1))

    def root_value(self, row: int) -> float:
        """The judged value of the position itself for its chooser."""
        return float(self.words[row, ROOT + VALUE]) / UNIT

    def line(self, row: int, action: int, most: int = 12) -> tuple[list[int], int]:
        """An action and those tried most after it, and the words of the tree that are in use."""
        words, node = self.words[row], ROOT
        found: list[int] = []
        while words[node + COUNT] > 0 and len(found) < most:
            children = words[node + CHILD] + WIDTH * np.arange(words[node + COUNT])
            if found:
                node = int(children[np.argmax(words[children + VISITS])])
                if words[node + VISITS] < 2:
                    break
            else:
                node = int(children[np.argmax(words[children + ACTION] == action)])
            found.append(int(words[node + ACTION]))
        return found, int(words[USED])

    def _listed(self, nodes: Array) -> tuple[Ragged, Array]:
        """The actions of the children of nodes, and where these children stand."""
        counts = np.maximum(self._flat[nodes + COUNT], 0)
        starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts)))
        firsts = nodes - nodes % self.size + self._flat[nodes + CHILD]
        places = np.repeat(firsts - starts[:-1] * WIDTH, counts) + np.arange(starts[-1]) * WIDTH
        return Ragged(starts, self._flat[places + ACTION]), places

    # ---- calls

    def _run(self, mode: int, goal: int = 0) -> None:
        self.many.each(lambda part: self._call(part, mode, goal))

    def _call(self, part: LaneBlock, mode: int, goal: int) -> int:
        many, rows = self.many, part.rows
        at = np.zeros(1, dtype=np.int64)

        def call(memory: Array, top: int) -> int:
            plain = (mode, int(at[0]), part.count, part.memory_room.most, goal, self.weight, part.base, self.size)
            arrays = (*many.board(part), self.words[rows], self.leaves[rows], self._values[rows], at)
            return int(many.engine.call("puct", memory, top, *plain, *arrays))

        return many.tried(part, call)
