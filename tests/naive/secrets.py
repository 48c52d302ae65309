"""Mastermind and Geister, written once more from their rules: what each player knows is a plain list of what was told.

No part of ggl.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product

Knows = tuple[list[str], list[str]]
"""What each player has been told."""

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


@dataclass
class Mastermind:
    """Player 0 hides the code, player 1 guesses it."""

    tries: int = 10
    code: tuple[str, ...] = ()
    guesses: list[tuple[str, ...]] = field(default_factory=list)
    winner: int | None = None
    knows: Knows = field(default_factory=lambda: ([], []))

    @property
    def mover(self) -> int:
        return 1 if self.code else 0

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    def legal(self) -> list[str]:
        return [] if self.is_over else [" ".join(pegs) for pegs in product(COLOURS, repeat=4)]

    def play(self, text: str) -> None:
        pegs = tuple(text.split())
        if not self.code:
            self.code = pegs
            self.knows[0].append(f"code {text}")
            self.knows[1].append("a code")
            return
        self.guesses.append(pegs)
        blacks, whites = answer(self.code, pegs)
        for known in self.knows:
            known.append(f"{text}: {blacks} {whites}")
        if blacks == 4:
            self.winner = 1
        elif len(self.guesses) == self.tries:
            self.winner = 0


def answer(code: tuple[str, ...], guess: tuple[str, ...]) -> tuple[int, int]:
    """Pegs in the right place, which are set aside; then those of the rest that have a match of their colour."""
    blacks = sum(a == b for a, b in zip(code, guess, strict=True))
    left = [(a, b) for a, b in zip(code, guess, strict=True) if a != b]
    return blacks, (Counter(a for a, _ in left) & Counter(b for _, b in left)).total()


Cell = tuple[int, int]
"""Column and row, from 0."""

HOMES = tuple([(column, row) for row in rows for column in range(1, 5)] for rows in ((0, 1), (4, 5)))
EXITS = (((0, 5), (5, 5)), ((0, 0), (5, 0)))


def name(cell: Cell) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1] + 1}"


@dataclass
class Geister:
    """Players 0 and 1; `board` has the owner of each ghost, and whether it is a good one."""

    board: dict[Cell, tuple[int, bool]] = field(default_factory=dict)
    mover: int = 0
    quiet: int = 0
    winner: int | None = None
    is_over: bool = False
    knows: Knows = field(default_factory=lambda: ([], []))

    def ghosts(self, player: int, good: bool) -> int:
        return sum(each == (player, good) for each in self.board.values())

    @property
    def prepares(self) -> bool:
        return all(owner != self.mover for owner, _ in self.board.values())

    def moves(self) -> dict[str, tuple[Cell, ...]]:
        """The legal moves by their text: the good ghosts of a set-up, from where to where, or from where off the board."""
        if self.is_over:
            return {}
        if self.prepares:
            return {" ".join(map(name, good)): good for good in combinations(HOMES[self.mover], 4)}
        found: dict[str, tuple[Cell, ...]] = {}
        for cell, (owner, good) in self.board.items():
            if owner != self.mover:
                continue
            for column, row in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                to = cell[0] + column, cell[1] + row
                if 0 <= to[0] < 6 and 0 <= to[1] < 6 and self.board.get(to, (None,))[0] != owner:
                    found[f"{name(cell)}-{name(to)}"] = (cell, to)
            if good and cell in EXITS[owner]:
                found[f"{name(cell)}-off"] = (cell,)
        return found

    def play(self, text: str) -> None:
        me, cells = self.mover, self.moves()[text]
        if self.prepares:
            self.board |= {cell: (me, cell in cells) for cell in HOMES[me]}
            self.knows[me].append(text)
            self.knows[1 - me].append("prepared")
        elif len(cells) == 1:
            self.winner = me
            self._told(text)
        else:
            taken = self.board.get(cells[1])
            self.board[cells[1]] = self.board.pop(cells[0])
            self.quiet = 0 if taken else self.quiet + 1
            self._told(text if taken is None else f"{text} takes {taken[1]}")
            for player, other in ((me, 1 - me), (1 - me, me)):  # if both have won, who made the move has
                if self.winner is None and (not self.ghosts(other, True) or not self.ghosts(player, False)):
                    self.winner = player
        self.is_over = self.winner is not None or self.quiet == 100
        self.mover = 1 - me

    def _told(self, text: str) -> None:
        for known in self.knows:
            known.append(text)
