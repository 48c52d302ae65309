"""Blokus Duo, written from its text alone, the tiles from their picture, and played beside ggl."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from functools import cache

import pytest

from ggl.play.game import Game
from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, compared, named, place, sites, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, moved

CELLS = {*square(14, 14)}
SIDES = [way for way in ALL_WAYS if 0 in way]
CORNERS = [way for way in ALL_WAYS if 0 not in way]
Shape = frozenset[tuple[int, int]]


@cache
def tiles(text: str) -> dict[str, Shape]:
    """The tiles of the picture: names in a line, and below each, from where it begins, an x for each cell."""
    drawn = text.partition("an x\nfor each cell:\n")[2].partition("\nThe players\n")[0].strip("\n")
    found: dict[str, Shape] = {}
    for first, *rows in (block.split("\n") for block in drawn.split("\n\n")):
        names = [(name[0], name.start()) for name in re.finditer(r"\S+", first)]
        for (name, left), (_, right) in zip(names, [*names[1:], ("", len(first) + 80)], strict=True):
            marks = ((at, row) for row, line in enumerate(rows) for at in range(left, min(right, len(line))) if line[at] == "x")
            found[name] = frozenset(((at - left) // 2, row) for at, row in marks)
    return found


def turned(shape: Shape) -> set[Shape]:
    """A tile "turned and turned over in any way"."""
    found = set[Shape]()
    for _ in range(4):
        shape = frozenset((-row, column) for column, row in shape)
        for other in (shape, frozenset((-column, row) for column, row in shape)):
            left, low = min(column for column, _ in other), min(row for _, row in other)
            found.add(frozenset((column - left, row - low) for column, row in other))
    return found


@cache
def ways(text: str) -> dict[Cell, list[tuple[str, frozenset[Cell]]]]:
    """The tiles, each with the cells that it covers, by a cell that they cover."""
    found: dict[Cell, list[tuple[str, frozenset[Cell]]]] = {cell: [] for cell in CELLS}
    for name, shape in tiles(text).items():
        for form in turned(shape):
            for left, low in map(place, CELLS):
                covered = frozenset(named(left + column, low + row) for column, row in form)
                for cell in covered if covered <= CELLS else ():
                    found[cell].append((name, covered))
    return found


def around(cells: Iterable[Cell], steps: list[tuple[int, int]]) -> set[Cell]:
    return {moved(cell, way) for cell in cells for way in steps} & CELLS


class Blokus(Base):
    sentences = (
        "The board is a square of 14 by 14 cells. These tiles may be laid on the board, turned and turned over in any way",
        "Each side has one of each of the tiles above.",
        "Violet's home is e5. - Orange's home is j10.",
        "every cell that p covers is empty. - There is no cell that p covers that is also among the cells next to your squares. "
        "- There is a cell that p covers that is also among the cells diagonally next to your squares, or your home.",
        "You must make a move if you can. If you cannot, you pass.",
        "There is no tile left to you and the size of your last tile is 1: 20. - There is no tile left to you: 15. "
        "- Otherwise: 0 minus the sum, over the tiles t left to you, of the size of t.",
        "When both sides have passed, one after the other, the game ends and the higher score wins.",
    )

    def set_up(self) -> None:
        self.left = [[*tiles(self.text)], [*tiles(self.text)]]
        self.last = ["", ""]
        self.passes = 0

    def near(self, own: Iterable[Cell]) -> set[Cell]:
        """Where the side to move may touch a tile at a corner, if those are its cells."""
        corners = around(own, CORNERS) or {("e5", "j10")[self.mover]}
        return corners - around(own, SIDES) - {*self.stones} - {*own}

    def moves(self) -> set[Move]:
        own, left = self.of(self.mover), self.left[self.mover]
        barred = around(own, SIDES) | {*self.stones}
        found = {(tile, cells) for corner in self.near(own) for tile, cells in ways(self.text)[corner] if tile in left}
        return {(tile, written(cells)) for tile, cells in found if not cells & barred} or {()}

    def play(self, move: Move) -> None:
        self.passes = 0 if move else self.passes + 1
        if move:
            self.stones |= dict.fromkeys(covered(move), self.mover)
            self.left[self.mover].remove(move[0])
            self.last[self.mover] = move[0]
        self.mover = 1 - self.mover
        if self.passes == 2:
            self.over = True
            one, other = self.scores.values()
            self.winner = None if one == other else int(other > one)

    @property
    def scores(self) -> dict[str, int]:
        left = [-sum(len(tiles(self.text)[tile]) for tile in tiles_) for tiles_ in self.left]
        return {side: left[p] or (20 if self.last[p] == "one" else 15) for p, side in enumerate(("Violet", "Orange"))}


def written(cells: Iterable[Cell]) -> str:
    """From the lowest row up, as ggl names the cells of a tile."""
    return "-".join(sorted(cells, key=lambda cell: place(cell)[::-1]))


def covered(move: Move) -> set[Cell]:
    return {*move[1].split("-")}


def of(game: Game) -> Callable[[str], Blokus]:
    """The picture of the tiles needs the text as it is laid out."""
    return lambda _: Blokus(game.rules_text())


def test_tiles_laid_as_the_text_says_are_those_of_blokus_duo() -> None:
    game = load("blokus-duo")
    compared(game, of(game), plies=5, games=1)


@pytest.mark.slow
def test_blokus_duo_written_from_its_text_is_the_game() -> None:
    game = load("blokus-duo")
    compared(game, of(game))


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "score"), [("one", 20), ("two", 15)])
def test_a_side_that_lays_all_its_tiles_scores_as_the_text_of_blokus_duo_says(kept: str, score: int) -> None:
    """Violet lays large tiles that leave it many corners, and one kept tile last; Orange leaves itself few."""
    game = load("blokus-duo")
    state, mine = game.initial_state(), of(game)("")
    choose = random.Random(6)  # one of three seeds below 20 by which Violet gets all its tiles laid
    while not state.is_over:
        legal = sites(state)
        assert set(legal) == mine.moves(), f"ply {state.ply}"
        move = picked(mine, sorted(legal), kept, choose)
        state = state.play(legal[move])  # type: ignore[arg-type]
        mine.play(move)
        assert (state.is_over, state.scores) == (mine.over, mine.scores)
    assert state.result is not None
    assert (mine.scores["Violet"], state.result.winner) == (score, "Violet")


def picked(mine: Blokus, legal: list[Move], kept: str, choose: random.Random) -> Move:
    if legal == [()]:
        return ()
    if mine.mover == 0:
        squares = {move: len(covered(move)) if move[0] != kept else 0 for move in legal}
        legal = [move for move in legal if squares[move] == max(squares.values())]
        legal = choose.sample(legal, min(len(legal), 60))
    choose.shuffle(legal)
    return max(legal, key=lambda move: worth(mine, {*mine.of(mine.mover)} | covered(move)))


def worth(mine: Blokus, own: set[Cell]) -> float:
    corners = len(mine.near(own))
    return -corners if mine.mover else corners - 0.3 * len(around(own, SIDES) - own - {*mine.stones})
