"""Blokus Duo: tiles made by growing squares one by one, laid so that they touch their own at corners only.

Written from the published rules. It keeps no list of shapes: all sets of one to five joined squares are grown on the board, and
those are one tile which a turn or a mirror makes alike. There are 21 of these.
"""

from __future__ import annotations

from functools import cache

from .grid import Cell, name_of
from .twin import Number, Twin

Cells = frozenset[Cell]


def beside(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def aslant(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + 1, y + 1), (x - 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)}


def form(cells: Cells) -> tuple[Cell, ...]:
    """What all turns and mirrors of some squares have in common: the least of them, moved into the corner."""
    ways = []
    for swap in (False, True):
        for across in (1, -1):
            for up in (1, -1):
                turned = [(across * (y if swap else x), up * (x if swap else y)) for x, y in cells]
                left, low = min(x for x, _ in turned), min(y for _, y in turned)
                ways.append(tuple(sorted((x - left, y - low) for x, y in turned)))
    return min(ways)


@cache
def laid(size: int) -> dict[Cells, tuple[Cell, ...]]:
    """Each set of one to five joined squares on the board, with its form."""
    board = {(x, y) for x in range(size) for y in range(size)}
    found = {frozenset({cell}) for cell in board}
    grown = found
    for _ in range(4):
        grown = {cells | {more} for cells in grown for cell in cells for more in beside(cell) & board - cells}
        found = found | grown
    return {cells: form(cells) for cells in found}


class Blokus(Twin):
    sides = ("Violet", "Orange")

    def __init__(self, size: int = 14, start: int = 5) -> None:
        super().__init__("Violet")
        self.size = size
        corner = start - 1
        self.home = {"Violet": (corner, corner), "Orange": (size - 1 - corner, size - 1 - corner)}
        forms = set(laid(size).values())
        self.left = {side: set(forms) for side in self.sides}
        self.squares: dict[str, set[Cell]] = {side: set() for side in self.sides}
        self.last: dict[str, int] = dict.fromkeys(self.sides, 0)
        self.passes = 0

    def __deepcopy__(self, memo: object) -> Blokus:
        other = Blokus.__new__(Blokus)
        other.__dict__ = {**self.__dict__, "last": dict(self.last), "home": self.home}
        other.left = {side: set(forms) for side, forms in self.left.items()}
        other.squares = {side: set(cells) for side, cells in self.squares.items()}
        return other

    def _may_lie(self) -> dict[str, Cells]:
        own, taken = self.squares[self.mover], set().union(*self.squares.values())
        closed = taken.union(*map(beside, own))
        corners = set().union(*map(aslant, own)) if own else {self.home[self.mover]}
        return {
            "-".join(map(name_of, sorted(cells, key=lambda cell: (cell[1], cell[0])))): cells
            for cells, its in laid(self.size).items()
            if its in self.left[self.mover] and not cells & closed and cells & corners
        }

    def legal_moves(self) -> set[str]:
        return set() if self.is_over else set(self._may_lie()) or {"pass"}

    def _turn(self, text: str) -> None:
        if text == "pass":
            self.passes += 1
        else:
            self.passes = 0
            cells = self._may_lie()[text]
            self.squares[self.mover] |= cells
            self.left[self.mover].remove(form(cells))
            self.last[self.mover] = len(cells)
        self.ply += 1
        self.mover = self.other(self.mover)

    @property
    def is_over(self) -> bool:
        return self.passes == 2

    @property
    def scores(self) -> dict[str, Number]:
        return {side: -sum(map(len, left)) if left else 20 if self.last[side] == 1 else 15 for side, left in self.left.items()}

    @property
    def winner(self) -> str | None:
        one, other = self.sides
        difference = self.scores[one] - self.scores[other]
        return None if difference == 0 else one if difference > 0 else other
