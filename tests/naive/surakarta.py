"""Surakarta: stones that run straight on, and round the corner loops of the lines that have one.

Written from the published rules: a stone that leaves the board on the second or third line from a corner comes back round that
corner on the crossing line as far from it.
"""

from __future__ import annotations

from .grid import Cell, name_of
from .twin import Twin

LAST = 5


def on_board(cell: Cell) -> bool:
    return all(0 <= at <= LAST for at in cell)


def round_the_corner(cell: Cell, way: Cell) -> tuple[Cell, Cell] | None:
    """Where a stone that leaves the board in a direction comes back, and in which; None where no loop begins."""
    along = 0 if way[0] else 1
    line = cell[1 - along]
    deep = min(line, LAST - line)
    if deep not in (1, 2):
        return None
    edge = LAST if way[along] > 0 else 0
    back = edge - deep if edge else deep
    entry = 0 if line < 3 else LAST
    turned = 1 if entry == 0 else -1
    return ((back, entry), (0, turned)) if along == 0 else ((entry, back), (turned, 0))


class Surakarta(Twin):
    sides = ("Black", "White")

    def __init__(self, *, quiet_turns: int = 50) -> None:
        super().__init__("Black")
        self.limit, self.quiet = quiet_turns, 0
        self.stones = {(x, y): "Black" if y < 2 else "White" for x in range(6) for y in (0, 1, 4, 5)}

    def first_met(self, start: Cell, way: Cell) -> tuple[Cell, int] | None:
        """The first stone on the way, and the loops before it."""
        at, loops, begin = start, 0, way
        while True:
            after = (at[0] + way[0], at[1] + way[1])
            if not on_board(after):
                found = round_the_corner(at, way)
                if found is None:
                    return None
                (after, way), loops = found, loops + 1
            at = after
            if (at, way) == (start, begin):
                return None
            if at in self.stones and at != start:
                return at, loops

    def legal_moves(self) -> set[str]:
        if self.is_over:
            return set()
        return self._moves(self.mover)

    def _moves(self, side: str) -> set[str]:
        found = set()
        for cell in (each for each, owner in self.stones.items() if owner == side):
            for x in (-1, 0, 1):
                for y in (-1, 0, 1):
                    target = (cell[0] + x, cell[1] + y)
                    if on_board(target) and target not in self.stones:
                        found.add(f"{name_of(cell)} - {name_of(target)}")
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                met = self.first_met(cell, way)
                if met is not None and met[1] > 0 and self.stones[met[0]] != side:
                    found.add(f"{name_of(cell)} x {name_of(met[0])}")
        return found

    def _turn(self, text: str) -> None:
        start, sign, end = text.split()
        names = {name_of((x, y)): (x, y) for x in range(6) for y in range(6)}
        self.quiet = 0 if sign == "x" else self.quiet + 1
        self.stones[names[end]] = self.stones.pop(names[start])
        self.ply += 1
        self.mover = self.other(self.mover)

    @property
    def scores(self) -> dict[str, int]:  # type: ignore[override]
        return {side: list(self.stones.values()).count(side) for side in self.sides}

    @property
    def is_over(self) -> bool:
        return 0 in self.scores.values() or self.quiet >= self.limit or not self._moves(self.mover)

    @property
    def winner(self) -> str | None:
        black, white = self.scores["Black"], self.scores["White"]
        return None if not self.is_over or black == white else "Black" if black > white else "White"
