"""Games written from the text of `ggl rules` alone, by the sentences quoted in them, and played beside ggl.

A sentence that is quoted must stand in the text. Boards of hexagons are laid out from the sentences that name their rows and what
one cell is next to.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Protocol

import pytest

from ggl.play.game import Game, State
from ggl.play.loading import load
from tests.few import slow

Cell = str
GAMES = 30
FEW_OR_ALL = pytest.mark.parametrize("games", [6, slow(GAMES)])
"""The games of a test that the ordinary run does in part."""


class Written(Protocol):
    """A game as a reader writes it: whose turn it is, and what may be done."""

    sentences: tuple[str, ...]
    mover: int
    winner: int | None
    over: bool

    def moves(self) -> set[tuple[Cell, ...]]: ...
    def play(self, move: tuple[Cell, ...]) -> None:
        """The empty move is a pass."""


# ------------------------------------------------------------------------------------------------------------- boards


def square(columns: int, rows: int) -> list[Cell]:
    return [f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns)]


@cache
def place(cell: Cell) -> tuple[int, int]:
    return ord(cell[0]) - 97, int(cell[1:])


def named(column: int, row: int) -> Cell:
    return f"{chr(97 + column)}{row}"


def hexagons(text: str) -> dict[Cell, list[Cell]]:
    """The cells of a board of hexagons with what each is next to."""
    near = re.search(r"For example, (\w+) is next to (.*?)\.", text)
    assert near is not None
    cells = []
    drawn = text.partition("its first and last cell:")[2].partition("For example")[0]
    for first, dots in reversed(re.findall(r"([a-z]\d+) ((?:\. ?)+)", drawn)):  # the lowest row first
        left, row = place(first)
        cells += [named(left + column, row) for column in range(dots.count("."))]
    assert len(cells) > 2
    column, row = place(near[1])
    steps = [(c - column, r - row) for c, r in map(place, re.split(r", | and ", near[2]))]
    return {cell: [other for dc, dr in steps if (other := named(place(cell)[0] + dc, place(cell)[1] + dr)) in cells]
            for cell in cells}  # fmt: skip


def parts(cells: Iterable[Cell], near: dict[Cell, list[Cell]]) -> list[set[Cell]]:
    """Connected sets, as large as possible."""
    left, found = set(cells), []
    while left:
        part, edge = set(), {left.pop()}
        while edge:
            part |= edge
            edge = {other for cell in edge for other in near[cell] if other in left}
            left -= edge
        found.append(part)
    return found


# -------------------------------------------------------------------------------------------------------------- games


class Sgibun:
    sentences = (
        "Put a stone of yours on an empty cell c. After that, this must be so; otherwise the move is not allowed:",
        "the size of the group on c is 1 or the group on c fits the enemy groups next to it.",
        "A group s fits the enemy groups next to it if all of this holds: "
        "- There is a rival of s. - The size of s is the size of the smallest rival of s or one more.",
        "The rivals of a group s are your opponent's groups that are next to s.",
        "You must make a move if you can. If you cannot, you pass.",
        "When neither side can place a stone, the game ends and the higher score wins.",
        "Neither side can place a stone. That is: neither side can move.",
        "your land, plus 0.5 if your group sizes are greater than your opponent's group sizes.",
        "Equal scores are a draw.",
        "A player p's land is the total size of the territories t for which p's strength for t is greater than p's opponent's "
        "strength for t.",
        "A player p's group sizes are the sizes of p's groups, from the largest down.",
        "A player p's strength for a territory t is the list of the sizes of p's groups that are next to t, "
        "from the largest down.",
        "a number that is missing counts as 0",
    )

    def __init__(self, text: str) -> None:
        self.near = hexagons(text)
        self.stones: dict[Cell, int] = {}
        self.mover, self.over, self.winner = 0, False, None

    def groups(self, player: int) -> list[set[Cell]]:
        return parts([cell for cell, owner in self.stones.items() if owner == player], self.near)

    def beside(self, one: set[Cell], other: set[Cell]) -> bool:
        return any(cell in other for each in one for cell in self.near[each])

    def allowed(self, cell: Cell, player: int) -> bool:
        self.stones[cell] = player
        own = next(group for group in self.groups(player) if cell in group)
        rivals = [len(group) for group in self.groups(1 - player) if self.beside(group, own)]
        del self.stones[cell]
        return len(own) == 1 or (bool(rivals) and len(own) - min(rivals) in (0, 1))

    def of(self, player: int) -> set[tuple[Cell, ...]]:
        return {(cell,) for cell in self.near if cell not in self.stones and self.allowed(cell, player)}

    def moves(self) -> set[tuple[Cell, ...]]:
        return self.of(self.mover) or {()}

    def strength(self, player: int, beside: set[Cell] | None = None) -> list[int]:
        sizes = [len(group) for group in self.groups(player) if beside is None or self.beside(group, beside)]
        return sorted(sizes, reverse=True) + [0] * (len(self.near) - len(sizes))

    def score(self, player: int) -> float:
        empty = parts([cell for cell in self.near if cell not in self.stones], self.near)
        land = sum(len(t) for t in empty if self.strength(player, t) > self.strength(1 - player, t))
        return land + (0.5 if self.strength(player) > self.strength(1 - player) else 0)

    def play(self, move: tuple[Cell, ...]) -> None:
        if move:
            self.stones[move[0]] = self.mover
        self.mover = 1 - self.mover
        if not self.of(0) and not self.of(1):
            self.over = True
            one, other = self.score(0), self.score(1)
            self.winner = None if one == other else int(other > one)


class Tiku:
    sentences = (
        "The board is a square of 6 by 6 cells.",
        "Each side has discs, 14 in its supply at first.",
        "Put a Light figure on every cell of row 2. - Put a Dark figure on every cell of row 5.",
        "Choose a cell c with a figure of yours and a cell t "
        "that can be reached from c in a straight line orthogonally, passing and "
        "entering no cell with a figure.",
        "Move the figure on c to t. - For every cell x on the way "
        "from c up to, but not including, t, in this order: - Return any "
        "enemy disc on x to its owner's supply. - If there is no disc on "
        "x, put a disc from your supply on x. - If you have no discs "
        "left in your supply, you win at once, and the game is over; what is "
        "left of the move is not done. - Return any disc on t to "
        "its owner's supply.",
        "You must make a move if you can. If you cannot, you pass.",
        "both sides have passed, one after the other",
    )

    def __init__(self, text: str) -> None:
        self.figures = {named(column, row): player for player, row in ((0, 2), (1, 5)) for column in range(6)}
        self.discs: dict[Cell, int] = {}
        self.supply = [14, 14]
        self.mover, self.over, self.winner, self.passes = 0, False, None, 0

    def ways(self, cell: Cell) -> Iterable[list[Cell]]:
        """Each cell that can be reached, at the end of the cells on the way to it."""
        for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            column, row = place(cell)
            way = [cell]
            while True:
                column, row = column + dc, row + dr
                if not (0 <= column < 6 and 1 <= row <= 6) or named(column, row) in self.figures:
                    break
                way.append(named(column, row))
                yield list(way)

    def moves(self) -> set[tuple[Cell, ...]]:
        own = [cell for cell, owner in self.figures.items() if owner == self.mover]
        return {(cell, way[-1]) for cell in own for way in self.ways(cell)} or {()}

    def play(self, move: tuple[Cell, ...]) -> None:
        mover, self.mover = self.mover, 1 - self.mover
        self.passes = 0 if move else self.passes + 1
        if not move:
            self.over = self.passes == 2
            return
        start, end = move
        *way, _ = next(way for way in self.ways(start) if way[-1] == end)
        self.figures[end] = self.figures.pop(start)
        for cell in way:
            if self.discs.get(cell) == 1 - mover:
                self.back(cell)
            if cell not in self.discs and self.supply[mover]:
                self.discs[cell] = mover
                self.supply[mover] -= 1
            if not self.supply[mover]:
                self.over, self.winner = True, mover
                return
        if end in self.discs:
            self.back(end)

    def back(self, cell: Cell) -> None:
        self.supply[self.discs.pop(cell)] += 1


class Breakthrough:
    sentences = (
        "The board is a square of 6 by 6 cells.",
        "For White, forward is up the board. - For Black, forward is down the board.",
        "Move a pawn of yours from its cell c to a cell t one "
        "step from c in your forward direction, straight or slanting to the left or right. Any pawn on t is removed first.",
        "There is no pawn of yours on t.",
        "t is empty, or t and c are not in the same column.",
        "You have a pawn in the row farthest from you.",
        "Your opponent has lost all pawns.",
        "If the player whose turn it is cannot move, the game is a draw",
    )

    def __init__(self, text: str) -> None:
        self.pawns = {named(c, r): player for player, rows in ((0, (1, 2)), (1, (5, 6))) for r in rows for c in range(6)}
        self.mover, self.over, self.winner = 0, False, None

    def moves(self) -> set[tuple[Cell, ...]]:
        ahead, found = (1, -1)[self.mover], set()
        for cell, owner in self.pawns.items():
            column, row = place(cell)
            for aside in (-1, 0, 1):
                if owner != self.mover or not (0 <= column + aside < 6 and 1 <= row + ahead <= 6):
                    continue
                there = named(column + aside, row + ahead)
                if self.pawns.get(there) != self.mover and (there not in self.pawns or aside):
                    found.add((cell, there))
        return found

    def play(self, move: tuple[Cell, ...]) -> None:
        self.pawns[move[1]] = self.pawns.pop(move[0])
        rows = {player: {place(cell)[1] for cell, owner in self.pawns.items() if owner == player} for player in (0, 1)}
        for player in (self.mover, 1 - self.mover):
            if (6, 1)[player] in rows[player] or not rows[1 - player]:
                self.over, self.winner = True, player
        self.mover = 1 - self.mover
        if not self.over and not self.moves():
            self.over = True


CASES: list[tuple[str, dict[str, object], Callable[[str], Written]]] = [
    ("sgibun", {"side": 3, "pie": False}, Sgibun),
    ("tiku", {}, Tiku),
    ("breakthrough", {"size": 6}, Breakthrough),
]


def sites(state: State) -> dict[tuple[Cell, ...], object]:
    """The legal moves by the cells that they are of, behind their names where a game has several or a side is chosen; a pass
    is of none.

    A set of cells is told by its cells.
    """
    several = len(state.game.checked.definition.moves) > 1
    found: dict[tuple[Cell, ...], object] = {}
    for move in state.legal_moves():
        values = [each for value in move.args.values() for each in (value if isinstance(value, tuple) else (value,))]  # type: ignore[union-attr]
        named_so = several or move.schema.startswith("take-")
        found[*((move.schema,) if named_so else ()), *(str(getattr(value, "name", value)) for value in values)] = move  # type: ignore[union-attr]
    return found


def agreed(state: State, mine: Written, where: object) -> dict[tuple[Cell, ...], object]:
    """The legal moves, none where the play is over, after both were asked for all that a player sees."""
    assert state.is_over == mine.over, where
    if state.is_over:
        assert state.result is not None
        assert state.result.winner == (None if mine.winner is None else state.game.players[mine.winner]), where
        assert getattr(mine, "scores", state.result.scores) == state.result.scores, where
        return {}
    assert state.mover == state.game.players[mine.mover], where
    legal = sites(state)
    assert set(legal) == mine.moves(), where
    return legal


def everything(mine: Any, move: tuple[Cell, ...]) -> bool:
    return True


def compared(
    game: Game,
    written: Callable[[str], Written],
    plies: int = 120,
    games: int = GAMES,
    sought: Callable[[Any, tuple[Cell, ...]], bool] = everything,
    also: Callable[[State, Any], None] | None = None,
) -> None:
    """Random plays, ply by ply, and the sentences that a writer quotes. Most of the time only moves that are sought; `also`
    compares more of each position."""
    text = " ".join(game.rules_text().split())
    for seed in range(games):
        choose, state, mine = random.Random(seed), game.initial_state(), written(text)
        if not seed:
            assert [sentence for sentence in mine.sentences if sentence not in text] == []
        for _ in range(plies):
            if also is not None:
                also(state, mine)
            legal = agreed(state, mine, f"seed {seed}, ply {state.ply}")
            if not legal:
                break
            moves = sorted(legal)
            if sought is not everything and choose.random() < 0.85:
                moves = [move for move in moves if sought(mine, move)] or moves
            move = choose.choice(moves)
            state = state.play(legal[move])
            mine.play(move)


def followed(state: State, mine: Written, moves: Iterable[tuple[Cell, ...]]) -> State:
    """A given play in both, ply by ply."""
    for number, move in enumerate(moves):
        state = state.play(agreed(state, mine, number)[move])
        mine.play(move)
    agreed(state, mine, "the end")
    return state


@pytest.mark.parametrize(("name", "options", "written"), CASES, ids=lambda value: value if isinstance(value, str) else "")
@FEW_OR_ALL
def test_a_game_written_from_its_text_is_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], games: int
) -> None:
    compared(load(name, **options), written, games=games)
