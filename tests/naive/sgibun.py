"""Sgibun: a group may grow to the size of the smallest enemy group beside it, or to one more."""

from fractions import Fraction

from .territories import TerritoryGame, winning_list
from .twin import Number


class Sgibun(TerritoryGame):
    def __init__(self, *, side: int = 6, pie: bool = True) -> None:
        super().__init__(side=side, pie=pie)

    def measure(self, sizes: list[int]) -> int:
        return min(sizes)

    @property
    def scores(self) -> dict[str, Number]:
        """Empty cells owned, and one half for the side that is ahead in the sizes of all its groups."""
        scores: dict[str, Number] = {side: len(self.owned(side)) for side in self.sides}
        black, white = (sorted(map(len, self.groups(side)), reverse=True) for side in self.sides)
        ahead = winning_list(black, white)
        if ahead is not None:
            scores[ahead] += Fraction(1, 2)
        return scores
