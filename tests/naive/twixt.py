"""TwixT: pegs on a square grid, with a bridge between two of a side that are a knight's move apart, unless another is in the way.

Written from the published rules of the game on paper: bridges are made by themselves and stay.
"""

from itertools import product

from .grid import Cell, cell_of, name_of
from .twin import Twin

Bridge = tuple[Cell, Cell]


def turn(a: Cell, b: Cell, x: Cell) -> int:
    """On which side of the line from a to b a point lies."""
    return (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0])


def cross(one: Bridge, other: Bridge) -> bool:
    """Whether each bridge parts the ends of the other; those that leave one peg do not."""
    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


class TwixT(Twin):
    """`pegs` is cell -> side, `bridges` the pairs of cells of each side, the lower cell first."""

    sides = ("Red", "Blue")

    def __init__(self, *, size: int = 12, pie: bool = True) -> None:
        super().__init__("Red")
        self.size, self.pie = size, pie
        ends = {0, size - 1}
        self.cells = {cell for cell in product(range(size), repeat=2) if not (cell[0] in ends and cell[1] in ends)}
        self.pegs: dict[Cell, str] = {}
        self.bridges: dict[str, set[Bridge]] = {"Red": set(), "Blue": set()}

    def border(self, side: str) -> tuple[set[Cell], set[Cell]]:
        """The two rows that a side joins."""
        axis = 1 if side == "Red" else 0
        low, high = ({cell for cell in self.cells if cell[axis] == at} for at in (0, self.size - 1))
        return low, high

    def legal_moves(self) -> set[str]:
        if self.winner is not None:
            return set()
        low, high = self.border(self.other(self.mover))
        moves = {name_of(cell) for cell in self.cells - low - high if cell not in self.pegs}
        if moves and self.pie and self.ply == 1:
            moves.add("swap-sides")
        return moves

    def _turn(self, text: str) -> None:
        self.ply += 1
        if text == "swap-sides":
            self.seats = {"Red": self.seats["Blue"], "Blue": self.seats["Red"]}
            return
        x, y = cell = cell_of(text)
        self.pegs[cell] = self.mover
        for dx, dy in product((-2, -1, 1, 2), repeat=2):
            end = (x + dx, y + dy)
            if abs(dx) != abs(dy) and self.pegs.get(end) == self.mover:
                bridge = min(cell, end, key=lambda c: c[::-1]), max(cell, end, key=lambda c: c[::-1])
                if not any(cross(bridge, other) for made in self.bridges.values() for other in made):
                    self.bridges[self.mover].add(bridge)
        self.mover = self.other(self.mover)

    def _joins(self, side: str) -> bool:
        low, high = self.border(side)
        reached = [cell for cell in low if self.pegs.get(cell) == side]
        for cell in reached:
            ends = {a if b == cell else b for a, b in self.bridges[side] if cell in (a, b)}
            reached += sorted(ends.difference(reached))
        return bool(high.intersection(reached))

    @property
    def is_over(self) -> bool:
        return not self.legal_moves()

    @property
    def winner(self) -> str | None:
        return next((side for side in self.sides if self._joins(side)), None)
