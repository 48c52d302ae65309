"""The array of a search tree for `lower/mcts_kernel.py`: its fields, its growth, and the extraction of a subtree.

A node is small, and it is there from the first simulation on that comes to it. Only a node from which simulations go on has a
block of edges, one for each legal step. An edge has the step, in as few bits as it takes (`Column`), and in the high bits of its
first word the place of the node that the step leads to, 0 as long as there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ggl.compiler.memory import Array, signed_words
from ggl.frozen import frozen

USED, ROOT, SIMULATIONS, DEEPEST_AT, STATE, FULL, SEED, NUMBER, MADE = range(9)
HEAD = 9
"""Entries before the first node: how far it is used, the root, simulations done for it, the longest path, the state of the draws,
whether there was no room (1: more can be had, 2: there is no more), the seed, how many simulations were done in all,
and the node that was given edges by the one under way, if there is one: it may have to be done again."""

VISITS, PROVEN, EDGES, SUMS = range(4)
"""The fields of a node: `EDGES` is the place of its block, 0 if it has none; then there is a sum for each seat."""

COUNT, TRIED, CHOOSER, FIRST_EDGE = range(4)
"""The fields of a block, before its edges."""

PLACE = 36
"""The bit of an edge's first word from which on it has the place of a node."""

UNIT = 840
"""A win in the sums: it can be shared by up to eight seats, and is a whole number so that sums do not depend on the order."""

FIRST = 1 << 16
LARGEST = 1 << 26
"""Entries: half a megabyte at first, half a gigabyte at most."""


@frozen
class Column:
    """The place in an edge of an entry of a step's row: in a word, `bits` bits from `shift` on, counted from `low`."""

    word: int
    shift: int
    bits: int
    low: int

    @property
    def mask(self) -> int:
        """A mask of `bits` bits, as a signed word."""
        return signed_words((1 << self.bits) - 1, 1)[0]

    def read(self, words: Sequence[int]) -> int:
        return (words[self.word] >> self.shift & (1 << self.bits) - 1) + self.low


def columns_of(spans: Iterable[tuple[int, int] | None]) -> tuple[Column, ...]:
    """The columns of rows whose entries are numbers from the least to the greatest; one without bounds takes a word."""
    found: list[Column] = []
    word, shift = 0, 0
    for span in spans:
        low, high = span or (-(1 << 63), (1 << 63) - 1)
        bits = (high - low).bit_length()
        if shift + bits > (64 if word else PLACE):
            word, shift = word + 1, 0
        found.append(Column(word, shift, bits, low))
        shift += bits
    return tuple(found)


class Edge(NamedTuple):
    row: list[int]
    node: int


class TreeMemory:
    """`table` is the array; nodes have a sum for each of the `seats`, and edges have steps in the `columns`."""

    def __init__(self, seats: int, columns: tuple[Column, ...], seed: int) -> None:
        self.columns = columns
        self.width, self.edge_width = SUMS + seats, 1 + columns[-1].word
        self.table: Array = np.zeros(FIRST, dtype=np.int64)
        self.table[SEED] = seed
        self.clear()

    def clear(self) -> None:
        """Empties the tree but for a root."""
        self.table[HEAD : HEAD + self.width] = 0
        self.table[ROOT], self.table[USED] = HEAD, HEAD + self.width
        self.table[SIMULATIONS] = self.table[DEEPEST_AT] = self.table[FULL] = self.table[MADE] = 0

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
        """The entries of a node; all 0 for one that is not there."""
        entries: list[int] = self.table[at : at + self.width].tolist() if at else [0] * self.width
        return entries

    def edges(self, at: int) -> list[Edge]:
        """The edges of a node, those tried first."""
        block, width = int(self.table[at + EDGES]), self.edge_width
        if not block:
            return []
        count, first = int(self.table[block + COUNT]), block + FIRST_EDGE
        words: list[list[int]] = self.table[first : first + count * width].reshape(count, width).tolist()
        return [Edge([column.read(each) for column in self.columns], each[0] >> PLACE) for each in words]

    def begin_at(self, node: int) -> None:
        """The tree below a node, moved to the front, nodes before blocks; all the rest is forgotten."""
        old, width, edge_width = self.table, self.width, self.edge_width
        depths, blocks, counts = [np.array([node], dtype=np.int64)], [], []
        while len(depths[-1]):
            starts = old[depths[-1] + EDGES]
            blocks.append(starts[starts > 0])
            counts.append(old[blocks[-1] + COUNT])
            leads = old[_ranges(blocks[-1] + FIRST_EDGE, counts[-1], edge_width)] >> PLACE
            depths.append(leads[leads > 0])
        nodes, starts, count = np.concatenate(depths), np.concatenate(blocks), np.concatenate(counts)
        sizes = FIRST_EDGE + count * edge_width
        first = HEAD + len(nodes) * width
        used = first + int(sizes.sum())
        new = np.zeros(min(max(FIRST, 1 << (2 * used).bit_length()), LARGEST), dtype=np.int64)
        new[:HEAD] = old[:HEAD]
        new[HEAD:first] = old[(nodes[:, None] + np.arange(width)).ravel()]
        new[first:used] = old[_ranges(starts, sizes)]
        at = HEAD + np.arange(len(nodes)) * width
        moved = first + np.cumsum(sizes) - sizes
        new[at[new[at + EDGES] > 0] + EDGES] = moved
        edges = _ranges(moved + FIRST_EDGE, count, edge_width)
        edges = edges[new[edges] >> PLACE > 0]
        new[edges] = (new[edges] & (1 << PLACE) - 1) + at[1:] * (1 << PLACE)
        new[ROOT], new[USED], new[FULL], new[DEEPEST_AT], new[MADE] = HEAD, used, 0, 0, 0
        new[SIMULATIONS] = new[HEAD + VISITS]
        self.table = new


def _ranges(starts: Array, counts: Array, step: int = 1) -> Array:
    """A number of places from each start on, one after the other."""
    found: Array = np.repeat(starts - (np.cumsum(counts) - counts) * step, counts) + np.arange(int(counts.sum())) * step
    return found
