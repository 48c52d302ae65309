"""Classics and games on boards of unusual shape, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ggl.play.loading import load
from tests.few import slow
from tests.narration.test_from_the_text import FEW_OR_ALL, Cell, Written, compared, hexagons, named, parts, place, square

HERE = Path(__file__).parent / "unusual"
Move = tuple[Cell, ...]
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def beside(cell: Cell, cells: list[Cell]) -> list[Cell]:
    """The cells that share a side with one of a board of squares."""
    column, row = place(cell)
    return [other for dc, dr in STEPS if (other := named(column + dc, row + dr)) in cells]


class Base:
    """Two sides in turn, and stones by cell."""

    sentences: tuple[str, ...] = ()

    def __init__(self, text: str) -> None:
        self.text = text
        self.stones: dict[Cell, int] = {}
        self.mover, self.over = 0, False
        self.winner: int | None = None
        self.set_up()

    def set_up(self) -> None:
        pass

    def moves(self) -> set[Move]:
        raise NotImplementedError

    def end_turn(self) -> None:
        self.mover = 1 - self.mover
        if not self.over and not self.moves():
            self.over = True

    def of(self, player: int) -> list[Cell]:
        return [cell for cell, owner in self.stones.items() if owner == player]


# ---------------------------------------------------------------------------------------------------------- classics


class DotsAndBoxes(Base):
    sentences = (
        "Choose an edge e.",
        "Let the cells that e closes be the cells c beside e for which there are exactly three edges of c with lines.",
        "This is allowed only if e is empty.",
        "Put a line on e. - Put a box of yours on every cell that e closes. - If there is a cell that e closes, it is your turn "
        "again.",
        "When all boxes are closed, the game ends and the higher score wins.",
        "Your score is the number of boxes with your mark.",
        "An edge is a side of a cell; a1-a2 is the one between a1 and a2, and a3-north the one at the border of the board to the "
        "north of a3.",
    )

    def set_up(self) -> None:
        self.cells, self.lines = square(2, 3), set[Cell]()
        self.edges = {cell: [self.edge(cell, *step) for step in STEPS] for cell in self.cells}

    def edge(self, cell: Cell, dc: int, dr: int) -> Cell:
        column, row = place(cell)
        other = named(column + dc, row + dr)
        if other in self.cells:
            return "-".join(sorted((cell, other), key=self.cells.index))
        return f"{cell}-{ {(0, 1): 'north', (0, -1): 'south', (1, 0): 'east', (-1, 0): 'west'}[dc, dr] }"

    def moves(self) -> set[Move]:
        return {(edge,) for edges in self.edges.values() for edge in edges if edge not in self.lines}

    def play(self, move: Move) -> None:
        self.lines.add(move[0])
        closed = [cell for cell, edges in self.edges.items() if move[0] in edges and set(edges) <= self.lines]
        self.stones |= dict.fromkeys(closed, self.mover)
        if len(self.stones) == len(self.cells):
            one, other = len(self.of(0)), len(self.of(1))
            self.over, self.winner = True, None if one == other else int(other > one)
        elif not closed:
            self.mover = 1 - self.mover


class Clobber(Base):
    sentences = (
        "The board has 6 columns and 5 rows of square cells.",
        "Put a White stone on every cell of the colour that a1 has on a chessboard. - Put a Black stone on every empty cell.",
        "Move a stone of yours from its cell c to a cell next to c with an enemy stone. That stone is removed first.",
        "If it is your turn and you cannot move, you lose.",
    )

    def set_up(self) -> None:
        self.cells = square(6, 5)
        self.stones = {cell: (place(cell)[0] + 1 + place(cell)[1]) % 2 for cell in self.cells}

    def moves(self) -> set[Move]:
        return {(c, t) for c in self.of(self.mover) for t in beside(c, self.cells) if self.stones.get(t) == 1 - self.mover}

    def play(self, move: Move) -> None:
        self.stones[move[1]] = self.stones.pop(move[0])
        self.mover = 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover


class ConnectFour(Base):
    line, width, height, falls = 4, 7, 6, True
    sentences: tuple[str, ...] = (
        "The board has 7 columns and 6 rows of square cells.",
        "Put a disc of yours on an empty cell c.",
        "the cell next to c to the south is not empty.",
        "Off the board there is no cell: a place there is neither empty nor occupied.",
        "You win as soon as four or more of your discs stand in an unbroken line along a row, a column or a diagonal.",
        "If the board is full and nobody has won, the game is a draw.",
    )

    def set_up(self) -> None:
        self.cells = square(self.width, self.height)

    def moves(self) -> set[Move]:
        empty = [cell for cell in self.cells if cell not in self.stones]
        return {(c,) for c in empty if not self.falls or named(place(c)[0], place(c)[1] - 1) not in empty}

    def play(self, move: Move) -> None:
        self.stones[move[0]] = self.mover
        for player in (self.mover, 1 - self.mover):
            if any(self.lined(cell, step, player) for cell in self.of(player) for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
                self.over, self.winner = True, player
        self.over = self.over or len(self.stones) == len(self.cells)
        self.end_turn()

    def lined(self, cell: Cell, step: tuple[int, int], player: int) -> bool:
        column, row = place(cell)
        return all(self.stones.get(named(column + i * step[0], row + i * step[1])) == player for i in range(self.line))


class Gomoku(ConnectFour):
    line, width, height, falls = 5, 9, 9, False
    sentences = (
        "The board is a square of 9 by 9 points.",
        "Put a stone of yours on an empty point. The end",
        "stand in an unbroken line along a row, a column or a diagonal.",
        "If the board is full and nobody has won, the game is a draw.",
    )


class Y(Base):
    sentences: tuple[str, ...] = (
        "Put a stone of yours on an empty cell.",
        "some group of yours includes a cell of every side of the board.",
        "The sides of the board are northeast (e1 to a5), south (a1 to e1) and northwest (a1 to a5), with the corners in which "
        "they end.",
        "Pieces of one side that are next to each other, directly or through others of that side, are a group.",
    )

    def set_up(self) -> None:
        self.near = hexagons(self.text)
        cells = [(cell, *place(cell)) for cell in self.near]
        self.sides = [{cell for cell, c, r in cells if c + r == 5}, {cell for cell, c, r in cells if r == 1},
                      {cell for cell, c, r in cells if c == 0}]  # fmt: skip

    def moves(self) -> set[Move]:
        return {(cell,) for cell in self.near if cell not in self.stones}

    def wins(self, player: int) -> bool:
        return any(all(group & side for side in self.sides) for group in parts(self.of(player), self.near))

    def play(self, move: Move) -> None:
        self.stones[move[0]] = self.mover
        for player in (self.mover, 1 - self.mover):
            if self.wins(player):
                self.over, self.winner = True, player
        self.end_turn()


class Hex(Y):
    sentences = (
        "Red's home is the south side of the board. - Red's goal is the north side of the board. - Blue's home is the west side "
        "of the board. - Blue's goal is the east side of the board.",
        "your stones connect your home with your goal.",
        "north (a5 to e5), east (e1 to e5), south (a1 to e1) and west (a1 to a5)",
    )

    def wins(self, player: int) -> bool:
        ends = [{cell for cell in self.near if place(cell)[1 - player] == (end + 1 - player)} for end in (0, 4)]
        return any(all(group & end for end in ends) for group in parts(self.of(player), self.near))


# --------------------------------------------------------------------------------------------------- unusual geometry


class Gadur(Base):
    sentences = (
        "Choose an empty cell c.",
        'Let "joined" be the cells that can be reached within the cells with your stones from the cells next to c, and also c.',
        'Let "rivals" be your opponent\'s groups that are next to "joined".',
        'the size of "joined" is 1 or there are at least two groups g of "rivals" for which the size of g is at most the size of '
        '"joined".',
        'Put a stone of yours on c. - For every group g of "rivals" for which the size of g equals the size of "joined", remove '
        "any stone from every cell of g.",
        "If it is your turn and you cannot move, you win.",
    )

    def set_up(self) -> None:
        self.near = hexagons(self.text)

    def lets(self, cell: Cell) -> tuple[set[Cell], list[set[Cell]]]:
        joined = {cell}.union(*(group for group in parts(self.of(self.mover), self.near) if group & set(self.near[cell])))
        around = {other for each in joined for other in self.near[each]}
        return joined, [group for group in parts(self.of(1 - self.mover), self.near) if group & around]

    def moves(self) -> set[Move]:
        found = set()
        for cell in self.near:
            if cell not in self.stones:
                joined, rivals = self.lets(cell)
                if len(joined) == 1 or sum(len(g) <= len(joined) for g in rivals) >= 2:
                    found.add((cell,))
        return found

    def play(self, move: Move) -> None:
        joined, rivals = self.lets(move[0])
        self.stones[move[0]] = self.mover
        for group in rivals:
            if len(group) == len(joined):
                for cell in group:
                    del self.stones[cell]
        self.mover = 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, self.mover


class Stigmergy(Base):
    sentences = (
        "your opponent does not control c.",
        "Choose a cell c with an enemy stone.",
        "for every empty cell c, Black controls c or White controls c.",
        'When "passed" is 2',
        "Your score is the number of your stones on the board plus the number of empty cells that you control.",
        "A player p controls a cell c if the number of p's stones on the first occupied cells seen from c, one in each direction "
        "is more than the number of cells next to c divided by 2, rounded down.",
    )

    def set_up(self) -> None:
        self.near, self.passed = hexagons(self.text), 0
        column, row = place("e2")
        self.ways = [(place(cell)[0] - column, place(cell)[1] - row) for cell in self.near["e2"]]

    def controls(self, player: int, cell: Cell) -> bool:
        seen = 0
        for dc, dr in self.ways:
            column, row = place(cell)
            while (at := named(column := column + dc, row := row + dr)) in self.near and at not in self.stones:
                pass
            seen += self.stones.get(at) == player
        return seen > len(self.near[cell]) // 2

    def moves(self) -> set[Move]:
        empty = [cell for cell in self.near if cell not in self.stones]
        found = {("place", cell) for cell in empty if not self.controls(1 - self.mover, cell)}
        found |= {("replace", cell) for cell in self.of(1 - self.mover) if self.controls(self.mover, cell)}
        return found | ({("hold",)} if all(self.controls(0, c) or self.controls(1, c) for c in empty) else set())

    def score(self, player: int) -> int:
        empty = [cell for cell in self.near if cell not in self.stones]
        return len(self.of(player)) + sum(self.controls(player, cell) for cell in empty)

    def play(self, move: Move) -> None:
        self.passed = self.passed + 1 if move[0] == "hold" else 0
        if move[0] != "hold":
            self.stones[move[1]] = self.mover
        if self.passed == 2:
            one, other = self.score(0), self.score(1)
            self.over, self.winner = True, None if one == other else int(other > one)
        self.end_turn()


CLASSICS: list[tuple[str, dict[str, object], Callable[[str], Written]]] = [
    ("dots-and-boxes", {"width": 2, "height": 3}, DotsAndBoxes),
    ("clobber", {}, Clobber),
    ("connect-four", {}, ConnectFour),
    ("gomoku", {"size": 9}, Gomoku),
    ("y", {"size": 5, "pie": False}, Y),
    ("hex", {"size": 5, "pie": False}, Hex),
]


@pytest.mark.parametrize(("name", "options", "written"), CLASSICS, ids=lambda value: value if isinstance(value, str) else "")
@FEW_OR_ALL
def test_a_classic_written_from_its_text_is_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], games: int
) -> None:
    compared(load(name, **options), written, games=games)


UNUSUAL: list[Any] = [slow("gadur", Gadur), slow("stigmergy", Stigmergy)]


@pytest.mark.parametrize(("name", "written"), UNUSUAL, ids=lambda value: value if isinstance(value, str) else "")
def test_a_game_on_an_unusual_board_written_from_its_text_is_the_game(name: str, written: Callable[[str], Written]) -> None:
    compared(load(HERE / f"{name}.yaml"), written)
