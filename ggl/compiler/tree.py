"""The array of a search tree for `lower/mcts_kernel.py`: its fields, its growth, and the extraction of a subtree."""

from __future__ import annotations

import numpy as np

from ggl.compiler.memory import Array

USED, ROOT, SIMULATIONS, DEEPEST_AT, STATE, FULL, SEED, NUMBER = range(8)
HEAD = 8
"""Entries before the first node: how far it is used, the root, simulations done for it, the longest path, the state of the draws,
whether there was no room (1: more can be had, 2: there is no more), the seed, and how many simulations were done in all."""

VISITS, PROVEN, CHILD, COUNT, TRIED, CHOOSER, SUMS = range(7)

UNIT = 840
"""A win in the sums: it can be shared by up to eight seats, and is a whole number so that sums do not depend on the order."""

FIRST = 1 << 16
LARGEST = 1 << 26
"""Entries: half a megabyte at first, half a gigabyte at most."""


class TreeMemory:
    """`table` is the array; `width` that of a node with `seats` sums."""

    def __init__(self, seats: int, width: int, seed: int) -> None:
        self.seats, self.width = seats, width
        self.table: Array = np.zeros(FIRST, dtype=np.int64)
        self.table[SEED] = seed
        self.clear()

    def clear(self) -> None:
        """Nothing but a root."""
        self.table[HEAD : HEAD + self.width] = 0
        self.table[HEAD + COUNT] = -1
        self.table[ROOT], self.table[USED] = HEAD, HEAD + self.width
        self.table[SIMULATIONS] = self.table[DEEPEST_AT] = self.table[FULL] = 0

    @property
    def root(self) -> int:
        return int(self.table[ROOT])

    def grow(self) -> bool:
        """Twice the room, if there was too little and there may be more; whether simulations stopped for it."""
        if self.table[FULL] != 1:
            return False
        if len(self.table) < LARGEST:
            table = np.zeros(2 * len(self.table), dtype=np.int64)
            table[: len(self.table)] = self.table
            self.table = table
            self.table[FULL] = 0
        else:
            self.table[FULL] = 2
        return True

    def node(self, at: int) -> list[int]:
        """The entries of a node."""
        entries: list[int] = self.table[at : at + self.width].tolist()
        return entries

    def children(self, at: int) -> list[list[int]]:
        """The entries of its children, those tried first."""
        count, first = int(self.table[at + COUNT]), int(self.table[at + CHILD])
        if count <= 0:
            return []
        entries: list[list[int]] = self.table[first : first + count * self.width].reshape(count, self.width).tolist()
        return entries

    def begin_at(self, node: int) -> None:
        """The tree below a node, moved to the front; all the rest is forgotten."""
        old, width = self.table, self.width
        blocks = [np.array([node], dtype=np.int64)]  # where the nodes of a depth stand
        while len(blocks[-1]):
            above = blocks[-1][old[blocks[-1] + COUNT] > 0]
            counts = old[above + COUNT]
            within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
            blocks.append(np.repeat(old[above + CHILD], counts) + within * width)
        nodes = np.concatenate(blocks)
        used = HEAD + len(nodes) * width
        new = np.zeros(min(max(FIRST, 1 << (2 * used).bit_length()), LARGEST), dtype=np.int64)
        new[:HEAD] = old[:HEAD]
        new[HEAD:used] = old[nodes[:, None] + np.arange(width)].ravel()
        at = HEAD + np.arange(len(nodes)) * width
        parents = at[new[at + COUNT] > 0]
        counts = new[parents + COUNT]
        new[parents + CHILD] = HEAD + width + (np.cumsum(counts) - counts) * width
        new[ROOT], new[USED], new[FULL], new[DEEPEST_AT] = HEAD, used, 0, 0
        new[SIMULATIONS] = new[HEAD + VISITS]
        self.table = new
