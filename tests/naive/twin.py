"""What all twins have in common: two sides, two seats, turns and results."""

from copy import deepcopy
from fractions import Fraction
from typing import Self

Number = int | Fraction


class Twin:
    """A game in play. A twin supplies `legal_moves`, `_turn`, `is_over`, `scores` and `winner`."""

    sides: tuple[str, str] = ("Black", "White")
    mover: str
    seats: dict[str, str]

    def __init__(self, first: str) -> None:
        self.mover = first
        self.seats = {first: "first", self.other(first): "second"}
        self.ply = 0

    def other(self, side: str) -> str:
        one, two = self.sides
        return two if side == one else one

    @property
    def seat(self) -> str:
        return self.seats[self.mover]

    @property
    def is_over(self) -> bool:
        raise NotImplementedError

    @property
    def scores(self) -> dict[str, Number]:
        raise NotImplementedError

    @property
    def winner(self) -> str | None:
        raise NotImplementedError

    @property
    def winning_seat(self) -> str | None:
        return None if self.winner is None else self.seats[self.winner]

    def legal_moves(self) -> set[str]:
        raise NotImplementedError

    def _turn(self, text: str) -> None:
        """Make a legal choice and settle who moves next."""
        raise NotImplementedError

    def play(self, text: str) -> None:
        if text not in self.legal_moves():
            raise ValueError(f"not a legal move: {text}")
        self._turn(text)

    def copy(self) -> Self:
        return deepcopy(self)
