"""Tabik: stones in pairs with a rod between them; stones not parted by a rod may change places."""

from .grid import Cell, cell_of, name_of
from .pairs import PairGame


def edge_name(a: Cell, b: Cell) -> str:
    """The edge between two adjacent cells, by their names, the lower first: by row, then by column."""
    (x1, y1), (x2, y2) = sorted([a, b], key=lambda cell: (cell[1], cell[0]))
    return f"{name_of((x1, y1))}-{name_of((x2, y2))}"


class Tabik(PairGame):
    """`stones` is cell -> side, `rods` the names of the edges that bear a rod."""

    def __init__(self, *, size: int = 8, pie: bool = True) -> None:
        super().__init__(size=size, pie=pie)
        self.rods: set[str] = set()

    def put(self, side: str, *names: str) -> None:
        """Lay stones by hand."""
        for name in names:
            self.stones[cell_of(name)] = side

    def _moves(self) -> set[str]:
        moves = set()
        for a, b in self.adjacent_pairs():
            if a not in self.stones and b not in self.stones:
                moves.add(f"place {name_of(a)} {name_of(b)}")
            if a in self.stones and b in self.stones and self.stones[a] != self.stones[b]:
                edge = edge_name(a, b)
                if edge not in self.rods:
                    moves.add(f"swap {edge}")
        return moves

    def _act(self, text: str) -> None:
        kind, *where = text.replace("-", " ").split()
        a, b = cell_of(where[0]), cell_of(where[1])
        if kind == "place":
            self.stones[a] = "Black"
            self.stones[b] = "White"
        else:
            self.stones[a], self.stones[b] = self.stones[b], self.stones[a]
        self.rods.add(edge_name(a, b))
