"""What Sgibun and Tirnabun share: placing beside groups, territories and their owners, choosing a side."""

from itertools import zip_longest

from .grid import HEXAGONAL, Cell, around, cell_of, connected, connected_sets, hexagon, name_of
from .twin import Twin


def winning_list(black: list[int], white: list[int]) -> str | None:
    """The side whose list has the larger number at the first difference; a list that ends counts as zeros."""
    for ours, theirs in zip_longest(black, white, fillvalue=0):
        if ours > theirs:
            return "Black"
        if theirs > ours:
            return "White"
    return None


class TerritoryGame(Twin):
    """A hexagon of cells, `stones` is cell -> side. A game supplies `measure` and `scores`."""

    def __init__(self, *, side: int, pie: bool = True) -> None:
        super().__init__(first="Black")
        self.pie = pie
        self.n = side - 1
        self.cells = hexagon(side)
        self.stones: dict[Cell, str] = {}

    def measure(self, sizes: list[int]) -> int:
        """The size of the enemy group to compare with, out of those adjacent."""
        raise NotImplementedError

    def name(self, cell: Cell) -> str:
        q, r = cell
        return name_of((q + self.n, r + self.n))

    def cell(self, name: str) -> Cell:
        x, y = cell_of(name)
        return x - self.n, y - self.n

    def put(self, side: str, *names: str) -> None:
        """Lay stones by hand."""
        for name in names:
            self.stones[self.cell(name)] = side

    def groups(self, side: str) -> list[set[Cell]]:
        own = {cell for cell, colour in self.stones.items() if colour == side}
        return connected_sets(own, HEXAGONAL)

    def sizes_beside(self, groups: list[set[Cell]], cells: set[Cell]) -> list[int]:
        """The sizes of those of the groups that are adjacent to the cells, the largest first."""
        border = around(cells, HEXAGONAL)
        return sorted((len(group) for group in groups if group & border), reverse=True)

    def placements(self, side: str) -> set[Cell]:
        """The empty cells on which a side may place a stone."""
        own = {cell for cell, colour in self.stones.items() if colour == side}
        enemy_groups = self.groups(self.other(side))
        found = set()
        for cell in self.cells:
            if cell in self.stones:
                continue
            group = connected(cell, own, HEXAGONAL)
            if len(group) == 1:
                found.add(cell)
                continue
            sizes = self.sizes_beside(enemy_groups, group)
            if sizes and len(group) in (self.measure(sizes), self.measure(sizes) + 1):
                found.add(cell)
        return found

    def legal_moves(self) -> set[str]:
        if self.pie and self.ply == 1:
            return {"take-black", "take-white"}
        cells = self.placements(self.mover)
        if cells:
            return {f"place {self.name(cell)}" for cell in cells}
        return {"pass"} if self.placements(self.other(self.mover)) else set()

    def _turn(self, text: str) -> None:
        self.ply += 1
        if text == "take-black":
            self.seats = {"Black": "second", "White": "first"}
        elif text == "take-white":
            self.seats = {"Black": "first", "White": "second"}
        else:
            if text != "pass":
                self.put(self.mover, text.removeprefix("place "))
            self.mover = self.other(self.mover)

    def territories(self) -> list[tuple[str | None, set[Cell]]]:
        """Each territory with its owner."""
        black, white = self.groups("Black"), self.groups("White")
        empty = self.cells - set(self.stones)
        return [
            (winning_list(self.sizes_beside(black, cells), self.sizes_beside(white, cells)), cells)
            for cells in connected_sets(empty, HEXAGONAL)
        ]

    def owned(self, side: str) -> set[Cell]:
        """All empty cells in the territories that a side owns."""
        return {cell for owner, cells in self.territories() if owner == side for cell in cells}

    @property
    def is_over(self) -> bool:
        return not self.legal_moves()

    @property
    def winner(self) -> str | None:
        if not self.is_over:
            return None
        scores = self.scores
        if scores["Black"] == scores["White"]:
            return None
        return "Black" if scores["Black"] > scores["White"] else "White"
