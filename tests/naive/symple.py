"""Symple: found a group, or let all groups grow by one stone each; groups cost points on the full board.

Written from the published rules: the stones of a growth are grey until the turn ends. While a stone can be put next to a group,
and next to none that has a grey stone beside it already, the growth goes on. As long as nobody has grown in an earlier turn,
Black may found a group after growing.
"""

from .grid import ORTHOGONAL, Cell, connected, name_of
from .twin import Number, Twin


class Symple(Twin):
    """`stones` is cell -> side; `grey` are the stones of this growth. A choice is a stone, or `stop` for leaving the last one."""

    sides = ("White", "Black")

    def __init__(self, *, size: int = 9, penalty: int = 4) -> None:
        super().__init__("White")
        self.cells = [(x, y) for y in range(size) for x in range(size)]
        self.penalty = penalty
        self.stones: dict[Cell, str] = {}
        self.grey: list[Cell] = []
        self.grew = False

    @staticmethod
    def beside(cell: Cell) -> set[Cell]:
        return {(cell[0] + dx, cell[1] + dy) for dx, dy in ORTHOGONAL}

    def groups(self, side: str) -> list[set[Cell]]:
        left = {cell for cell, owner in self.stones.items() if owner == side}
        found = []
        while left:
            found.append(connected(next(iter(left)), left, ORTHOGONAL))
            left -= found[-1]
        return found

    def free(self) -> list[Cell]:
        return [cell for cell in self.cells if cell not in self.stones and cell not in self.grey]

    def growths(self) -> set[str]:
        """Where a grey stone can be put: beside groups, of which none has one."""
        groups = self.groups(self.mover)
        found = set[str]()
        for cell in self.free():
            touched = [group for group in groups if self.beside(cell) & group]
            if touched and not any(self.beside(grey) & group for group in touched for grey in self.grey):
                found.add(f"+ {name_of(cell)}")
        return found

    def founded(self) -> set[str]:
        mine = {cell for cell, owner in self.stones.items() if owner == self.mover} | {*self.grey}
        return {name_of(cell) for cell in self.free() if not self.beside(cell) & mine}

    def balancing(self) -> set[str]:
        return self.founded() if self.mover == "Black" and not self.grew else set()

    def legal_moves(self) -> set[str]:
        growths = self.growths()
        if not self.grey:
            return growths | self.founded()
        return growths or self.balancing() | {"stop"}

    def _turn(self, text: str) -> None:
        if text.startswith("+"):
            self.grey.append(next(cell for cell in self.cells if f"+ {name_of(cell)}" == text))
            if self.growths() or self.balancing():
                return
        elif text != "stop":
            self.stones[next(cell for cell in self.cells if name_of(cell) == text)] = self.mover
        self.stones |= dict.fromkeys(self.grey, self.mover)
        self.grew = self.grew or bool(self.grey)
        self.grey = []
        self.mover = self.other(self.mover)
        self.ply += 1

    @property
    def is_over(self) -> bool:
        return len(self.stones) == len(self.cells)

    @property
    def scores(self) -> dict[str, Number]:
        points = {side: -self.penalty * len(self.groups(side)) for side in self.sides}
        return {side: points[side] + sum(owner == side for owner in self.stones.values()) for side in self.sides}

    @property
    def winner(self) -> str | None:
        white, black = (self.scores[side] for side in self.sides)
        return None if white == black else "White" if white > black else "Black"
