"""Catchup: one or two stones a turn, three to catch up; on the full board the larger groups win.

Written from the published rules: the first turn is one stone. Three may be placed where the opponent's last turn made their
largest group larger, and at least as large as the mover's.
"""

from collections.abc import Iterable
from itertools import combinations, product

from .grid import HEXAGONAL, Cell, cell_of, connected, name_of
from .twin import Number, Twin


class Catchup(Twin):
    """`stones` is cell -> side; `was` the size of a side's largest group when its last turn began."""

    sides = ("White", "Black")

    def __init__(self, *, size: int = 5) -> None:
        super().__init__("White")
        last = size - 1
        span = range(2 * last + 1)
        self.cells = sorted(((x, y) for x, y in product(span, span) if last <= x + y <= 3 * last), key=lambda cell: cell[::-1])
        self.stones: dict[Cell, str] = {}
        self.was = {"White": 1, "Black": 1}
        self.limit = 1

    def groups(self, side: str) -> list[int]:
        """The sizes of a side's groups, the largest first."""
        left = {cell for cell, owner in self.stones.items() if owner == side}
        found = []
        while left:
            group = connected(next(iter(left)), left, HEXAGONAL)
            left -= group
            found.append(len(group))
        return sorted(found, reverse=True)

    def largest(self, side: str) -> int:
        return max(self.groups(side), default=1)

    def legal_moves(self) -> set[str]:
        free = [cell for cell in self.cells if cell not in self.stones]
        sets: Iterable[tuple[Cell, ...]] = (each for size in range(1, self.limit + 1) for each in combinations(free, size))
        return {" ".join(map(name_of, each)) for each in sets}

    def _turn(self, text: str) -> None:
        for name in text.split():
            assert cell_of(name) not in self.stones
            self.stones[cell_of(name)] = self.mover
        side, self.mover = self.mover, self.other(self.mover)
        grew = self.largest(side) > self.was[side]
        self.limit = 3 if grew and self.largest(side) >= self.largest(self.mover) else 2
        self.was[self.mover] = self.largest(self.mover)

    @property
    def is_over(self) -> bool:
        return len(self.stones) == len(self.cells)

    @property
    def scores(self) -> dict[str, Number]:
        return {side: self.largest(side) for side in self.sides}

    @property
    def winner(self) -> str | None:
        white, black = (self.groups(side) for side in self.sides)
        return None if not self.is_over or white == black else "White" if white > black else "Black"
