"""Tiku: pieces lay discs along their paths; the first side to lay its last disc wins. With diagonals and the match."""

from .grid import DIAGONAL, ORTHOGONAL, Cell, Steps, cell_of, name_of, square
from .twin import Number, Twin

SUPPLY = 14


class Tiku(Twin):
    """`pieces` and `discs` are cell -> side, `supply` is side -> discs not on the board, `marked` the cells of the
    pieces with their mark up. A single game is kept as a match that ends with its first game.
    """

    sides = ("Light", "Dark")

    def __init__(
        self,
        *,
        first: str = "Light",
        max_plies: int = 1000,
        diagonal: bool = False,
        points: bool = False,
        target: int = 10,
    ) -> None:
        super().__init__(first=first)
        self.max_plies = max_plies
        self.diagonal = diagonal
        self.points = points
        self.target = target
        self.cells = square(6)
        self.totals: dict[str, Number] = {"Light": 0, "Dark": 0}
        self.over = False
        self.victor: str | None = None
        self._start(first)

    def _start(self, starter: str) -> None:
        """Set up a game that `starter` begins."""
        self.clear()
        for x in range(6):
            self.put("Light", pieces=name_of((x, 1)))
            self.put("Dark", pieces=name_of((x, 4)))
        self.starter = starter
        self.mover = starter
        self.ply = 0
        self.passes = 0  # passes in succession, up to now

    def clear(self) -> None:
        """Take everything off the board."""
        self.pieces: dict[Cell, str] = {}
        self.marked: set[Cell] = set()
        self.discs: dict[Cell, str] = {}
        self.supply = {"Light": SUPPLY, "Dark": SUPPLY}

    def put(self, side: str, pieces: str = "", discs: str = "") -> None:
        """Lay pieces, with their marks up in the diagonal game, and discs out of the supply: `"a1 b2"`."""
        for name in pieces.split():
            self.pieces[cell_of(name)] = side
            if self.diagonal:
                self.marked.add(cell_of(name))
        for name in discs.split():
            self._lay_disc(side, cell_of(name))

    @property
    def is_over(self) -> bool:
        return self.over

    @property
    def winner(self) -> str | None:
        return self.victor

    @property
    def scores(self) -> dict[str, Number]:
        return dict(self.totals)

    def legal_moves(self) -> set[str]:
        if self.over:
            return set()
        moves = set()
        for start, side in self.pieces.items():
            if side == self.mover:
                moves |= {f"move {name_of(start)} {name_of(end)}" for end in self._ends(start, ORTHOGONAL)}
                if start in self.marked:
                    moves |= {f"diagonal {name_of(start)} {name_of(end)}" for end in self._ends(start, DIAGONAL)}
        return moves or {"pass"}

    def _ends(self, start: Cell, steps: Steps) -> list[Cell]:
        """The cells that a piece can reach in straight lines over cells without pieces."""
        ends = []
        for dx, dy in steps:
            x, y = start[0] + dx, start[1] + dy
            while (x, y) in self.cells and (x, y) not in self.pieces:
                ends.append((x, y))
                x, y = x + dx, y + dy
        return ends

    def _turn(self, text: str) -> None:
        mover = self.mover
        self.ply += 1
        self.mover = self.other(mover)
        if text == "pass":
            self.passes += 1
            won = False
        else:
            self.passes = 0
            won = self._move(mover, text)
        if won:
            self._end_game(mover)
        elif self.passes == 2 or self.ply >= self.max_plies:
            self._end_game(None)

    def _move(self, mover: str, text: str) -> bool:
        """Move a piece, lay and return discs; tell whether that laid the mover's last disc."""
        kind, start_name, end_name = text.split()
        start, end = cell_of(start_name), cell_of(end_name)
        self.pieces[end] = self.pieces.pop(start)
        if start in self.marked:
            self.marked.remove(start)
            if kind == "move":
                self.marked.add(end)
        dx = (end[0] > start[0]) - (end[0] < start[0])
        dy = (end[1] > start[1]) - (end[1] < start[1])
        x, y = start
        while (x, y) != end:
            if self.discs.get((x, y)) != mover:
                self._return_disc((x, y))
                self._lay_disc(mover, (x, y))
                if self.supply[mover] == 0:
                    return True
            x, y = x + dx, y + dy
        self._return_disc(end)
        return False

    def _lay_disc(self, side: str, cell: Cell) -> None:
        self.discs[cell] = side
        self.supply[side] -= 1

    def _return_disc(self, cell: Cell) -> None:
        """Give the disc on the cell, if there is one, back to its owner's supply."""
        if cell in self.discs:
            self.supply[self.discs.pop(cell)] += 1

    def _end_game(self, winner: str | None) -> None:
        """Count the game; end the match or set up its next game."""
        if winner is not None:
            self.totals[winner] += self.supply[self.other(winner)]
        if not self.points:
            self.over = True
            self.victor = winner
        elif winner is None:
            self._start(self.other(self.starter))
        elif self.totals[winner] >= self.target:
            self.over = True
            self.victor = winner
        else:
            self._start(self.other(winner))
