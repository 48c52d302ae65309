"""Quarod: pieces in pairs that face each other; engaged pieces may change places with a new partner."""

from .grid import ORTHOGONAL, Cell, cell_of, name_of, neighbours
from .pairs import PairGame

DIRECTIONS: dict[str, Cell] = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}


class Quarod(PairGame):
    """`stones` is cell -> side, `facing` is cell -> the cell that the piece's rod points to."""

    def __init__(self, *, size: int = 8, pie: bool = True) -> None:
        super().__init__(size=size, pie=pie)
        self.facing: dict[Cell, Cell] = {}

    def put(self, side: str, **facings: str) -> None:
        """Lay pieces by hand: `put("Black", a1="east")`."""
        for name, direction in facings.items():
            (x, y), (dx, dy) = cell_of(name), DIRECTIONS[direction]
            self.stones[x, y] = side
            self.facing[x, y] = (x + dx, y + dy)

    def engaged_to_each_other(self, a: Cell, b: Cell) -> bool:
        if a not in self.stones or b not in self.stones:
            return False
        return self.stones[a] != self.stones[b] and self.facing[a] == b and self.facing[b] == a

    def engaged(self, a: Cell) -> bool:
        return any(self.engaged_to_each_other(a, b) for b in neighbours(a, ORTHOGONAL))

    def _moves(self) -> set[str]:
        moves = set()
        for a, b in self.adjacent_pairs():
            if a not in self.stones and b not in self.stones:
                moves.add(f"place {name_of(a)} {name_of(b)}")
            if (
                self.stones.get(a) == "Black"
                and self.stones.get(b) == "White"
                and self.engaged(a)
                and self.engaged(b)
                and not self.engaged_to_each_other(a, b)
            ):
                moves.add(f"swap {name_of(a)} {name_of(b)}")
        return moves

    def _act(self, text: str) -> None:
        kind, *where = text.split()
        a, b = cell_of(where[0]), cell_of(where[1])
        if kind == "place":
            self.stones[a], self.stones[b] = "Black", "White"
        else:
            self.stones[a], self.stones[b] = "White", "Black"
        self.facing[a] = b
        self.facing[b] = a
