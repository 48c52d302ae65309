"""Tic-Tac-Toe, its misère form, and two games that hide stones, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, hexagons, parts, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, moved


def lined(cells: list[Cell]) -> bool:
    """Whether three are side by side in a straight line."""
    return any({moved(cell, way), moved(cell, way, 2)} <= {*cells} for cell, way in product(cells, ALL_WAYS))


class TicTacToe(Base):
    sentences: tuple[str, ...] = (
        "Put a mark of yours on an empty cell.",
        "You win as soon as three of your marks fill a row, a column or a diagonal.",
        "If the board is full and nobody",
    )

    def moves(self) -> set[Move]:
        return {(cell,) for cell in square(3, 3) if cell not in self.stones}

    def wins(self) -> int | None:
        return next((player for player in (0, 1) if lined(self.of(player))), None)

    def play(self, move: Move) -> None:
        self.stones[move[0]] = self.mover
        self.mover, self.winner = 1 - self.mover, self.wins()
        self.over = self.winner is not None or len(self.stones) == 9


class Misere(TicTacToe):
    sentences = ("You win as soon as your opponent has three marks in a row, a column or a diagonal.",)

    def wins(self) -> int | None:
        return next((1 - player for player in (0, 1) if lined(self.of(player))), None)


class Phantom(TicTacToe):
    sentences: tuple[str, ...] = (
        "c looks empty to you.",
        "If c is empty, put a mark of yours on c. - Otherwise:",
        "From now on c is found out. - It is your turn again.",
        "You see whether a cell is found out if there is no mark of yours on that cell.",
    )

    def set_up(self) -> None:
        self.found = set[Cell]()

    def moves(self) -> set[Move]:
        return {(cell,) for cell in self.cells() if self.stones.get(cell) != self.mover and cell not in self.found}

    def cells(self) -> list[Cell]:
        return square(3, 3)

    def play(self, move: Move) -> None:
        if move[0] in self.stones:
            self.found.add(move[0])
        else:
            super().play(move)


class DarkHex(Phantom):
    sentences = (
        "c looks empty to you.",
        "If c is empty, put a stone of yours on c. - Otherwise:",
        "your stones connect your home with your goal",
        "Red's home is the south side of the board. - Red's goal is the north side of the board.",
    )

    def cells(self) -> list[Cell]:
        return list(hexagons(self.text))

    def wins(self) -> int | None:
        for player in (0, 1):
            for part in parts(self.of(player), hexagons(self.text)):
                if {0 if player else 1, 3 if player else 4} <= {place(cell)[1 - player] for cell in part}:
                    return player
        return None

    def play(self, move: Move) -> None:
        super().play(move)
        self.over = self.winner is not None


CASES: list[tuple[str, Callable[[str], Written]]] = [
    ("tic-tac-toe", TicTacToe),
    ("misere-tic-tac-toe", Misere),
    ("phantom-tic-tac-toe", Phantom),
    ("dark-hex", DarkHex),
]


@pytest.mark.parametrize(("name", "written"), CASES, ids=[name for name, _ in CASES])
def test_a_small_game_written_from_its_text_is_the_game(name: str, written: Callable[[str], Written]) -> None:
    compared(load(name), written)
