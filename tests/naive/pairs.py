"""What Tabik and Quarod share: stones placed in pairs, group scores, forced passes, swapping of sides."""

from collections import Counter

from .grid import ORTHOGONAL, Cell, connected_sets, neighbours, square
from .twin import Number, Twin


class PairGame(Twin):
    """A square board with stones of two colours. A game supplies `_moves` and `_act`."""

    def __init__(self, *, size: int = 8, pie: bool = True) -> None:
        super().__init__(first="Black")
        self.pie = pie
        self.cells = square(size)
        self.stones: dict[Cell, str] = {}
        self.passes = 0  # passes in succession, up to now
        self.last_mover: str | None = None

    def _moves(self) -> set[str]:
        """All placements and swaps."""
        raise NotImplementedError

    def _act(self, text: str) -> None:
        """Make a placement or a swap."""
        raise NotImplementedError

    def adjacent_pairs(self) -> list[tuple[Cell, Cell]]:
        """All ordered pairs of adjacent cells."""
        return [(a, b) for a in self.cells for b in neighbours(a, ORTHOGONAL) if b in self.cells]

    def legal_moves(self) -> set[str]:
        if self.is_over:
            return set()
        moves = self._moves()
        if not moves:
            return {"pass"}
        if self.pie and self.mover == "White" and self.ply == 1:
            moves.add("swap-sides")
        return moves

    def _turn(self, text: str) -> None:
        self.ply += 1
        if text == "swap-sides":
            self.seats = {"Black": self.seats["White"], "White": self.seats["Black"]}
            return
        if text == "pass":
            self.passes += 1
        else:
            self._act(text)
            self.passes = 0
            self.last_mover = self.mover
        self.mover = self.other(self.mover)

    def group_sizes(self, side: str) -> Counter[int]:
        """How many groups of each size a side has."""
        own = {cell for cell, colour in self.stones.items() if colour == side}
        return Counter(len(group) for group in connected_sets(own, ORTHOGONAL))

    @property
    def scores(self) -> dict[str, Number]:
        black, white = self.group_sizes("Black"), self.group_sizes("White")
        return {
            "Black": max((n for n in black if black[n] > white[n]), default=0),
            "White": max((n for n in white if white[n] > black[n]), default=0),
        }

    @property
    def is_over(self) -> bool:
        return self.passes >= 2

    @property
    def winner(self) -> str | None:
        if not self.is_over:
            return None
        scores = self.scores
        if scores["Black"] > scores["White"]:
            return "Black"
        if scores["White"] > scores["Black"]:
            return "White"
        return None if self.last_mover is None else self.other(self.last_mover)
