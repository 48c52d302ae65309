"""Phantom Tic-Tac-Toe and Dark Hex, written once more from their rules: what each player knows is a plain list of what was told.

A referee keeps the board. Who tries a cell that is taken is told so, sees the stone there, and tries again, or in the abrupt game
loses the turn. No part of ggl.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]
"""Column and row, from 0."""


def name(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


@dataclass
class Phantom:
    """Players 0 and 1. `knows` has what each has been told: own tries with their answers, and that the other has moved."""

    columns: int = 3
    rows: int = 3
    abrupt: bool = False
    board: dict[Cell, int] = field(default_factory=dict)
    mover: int = 0
    winner: int | None = None
    seen: tuple[dict[Cell, int], dict[Cell, int]] = field(default_factory=lambda: ({}, {}))
    knows: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    @property
    def cells(self) -> list[Cell]:
        return [(column, row) for column in range(self.columns) for row in range(self.rows)]

    @property
    def is_over(self) -> bool:
        return self.winner is not None or len(self.board) == len(self.cells)

    def legal(self) -> list[str]:
        return [] if self.is_over else [name(cell) for cell in self.cells if cell not in self.seen[self.mover]]

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        cell = next(cell for cell in self.cells if name(cell) == text)
        me, other = self.mover, 1 - self.mover
        is_taken = cell in self.board
        self.board.setdefault(cell, me)
        self.seen[me][cell] = self.board[cell]
        self.knows[me].append(f"{text} {'taken' if is_taken else 'free'}")
        if is_taken and not self.abrupt:
            return
        if not is_taken and self.wins(me):
            self.winner = me
            return
        self.mover = other
        self.knows[other].append("your turn")

    def wins(self, player: int) -> bool:
        """Three in a row."""
        own = {cell for cell, owner in self.board.items() if owner == player}
        ways = ((1, 0), (0, 1), (1, 1), (1, -1))
        return any({(c, r), (c + a, r + b), (c + 2 * a, r + 2 * b)} <= own for c, r in own for a, b in ways)


@dataclass
class DarkHex(Phantom):
    """Red, player 0, joins the first row with the last; Blue the first column with the last."""

    columns: int = 4
    rows: int = 4

    def wins(self, player: int) -> bool:
        own = {cell for cell, owner in self.board.items() if owner == player}
        axis, last = (1, self.rows - 1) if player == 0 else (0, self.columns - 1)
        reached = [cell for cell in own if cell[axis] == 0]
        met = set(reached)
        while reached:
            column, row = reached.pop()
            if (column, row)[axis] == last:
                return True
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                near = (column + step[0], row + step[1])
                if near in own and near not in met:
                    met.add(near)
                    reached.append(near)
        return False
