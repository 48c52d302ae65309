"""Tracks: circuits of cells, line after line, that may meet a cell more than once; between two lines lies a bend.

Takes the lines of a circuit, which closes after the last. Says what follows on a cell from each of its places, both ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple


class _Lines(NamedTuple):
    name: str
    lines: tuple[tuple[int, ...], ...]


class Track(_Lines):
    """A circuit, by its name and the cells of its lines."""

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for line in self.lines for cell in line)

    @cached_property
    def most_places(self) -> int:
        """How often the cell that it meets most often is met."""
        return max(Counter(self.cells).values())

    def further(self, cell: int, count: int) -> tuple[int, ...]:
        """The cells `count` places further on, from each place of a cell."""
        return tuple(self.cells[(place + count) % len(self.cells)] for place in self._places(cell))

    def run(self, cell: int, way: int) -> tuple[int, ...]:
        """The cells that follow on a place of a cell, up to that place: forward from each place by the first ways, then back."""
        return tuple(self.cells[place] for place, _ in self._followed(cell, way))

    def before_bend(self, cell: int, way: int, bends: int) -> tuple[int, ...]:
        """The cells of a run before its bend number `bends`."""
        return tuple(self.cells[place] for place, passed in self._followed(cell, way) if passed < bends)

    def _places(self, cell: int) -> tuple[int, ...]:
        return tuple(place for place, each in enumerate(self.cells) if each == cell)

    def _followed(self, cell: int, way: int) -> Sequence[tuple[int, int]]:
        """The places of a run, each with the bends that are passed before it."""
        places = self._places(cell)
        if not 0 <= way < 2 * len(places):
            return ()
        length, step = len(self.cells), 1 if way < len(places) else -1
        at, passed, found = places[way % len(places)], 0, []
        for _ in range(length - 1):
            after = (at + step) % length
            passed += self._is_bend(at if step > 0 else after)
            at = after
            found.append((at, passed))
        return found

    def _is_bend(self, place: int) -> bool:
        """Whether a line ends at a place, and another begins after it."""
        return len(self.lines) > 1 and place in self._last_places

    @cached_property
    def _last_places(self) -> frozenset[int]:
        ends, at = [], -1
        for line in self.lines:
            at += len(line)
            ends.append(at)
        return frozenset(ends)
