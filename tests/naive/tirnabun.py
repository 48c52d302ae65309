"""Tirnabun: a group may grow to the size of the largest enemy group beside it, or to one more."""

from .grid import HEXAGONAL, Cell, around
from .territories import TerritoryGame
from .twin import Number


class Tirnabun(TerritoryGame):
    def __init__(self, *, side: int = 9, pie: bool = True) -> None:
        super().__init__(side=side, pie=pie)

    def measure(self, sizes: list[int]) -> int:
        return max(sizes)

    def dead_stones(self, side: str) -> set[Cell]:
        """The stones of a side's groups that have no adjacent empty cell in a territory of their own side."""
        owned = self.owned(side)
        return {stone for group in self.groups(side) if not around(group, HEXAGONAL) & owned for stone in group}

    @property
    def scores(self) -> dict[str, Number]:
        """Empty cells owned, and the stones of dead enemy groups."""
        return {side: len(self.owned(side)) + len(self.dead_stones(self.other(side))) for side in self.sides}
