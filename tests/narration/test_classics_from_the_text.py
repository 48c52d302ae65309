"""Catchup, Quoridor, TwixT and other bundled games, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, hexagons, named, parts, place, square
from tests.narration.test_readings import STEPS, Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, moved


class Catchup(Base):
    sentences = (
        "At the beginning of each turn, the number of stones that you may put is 2.",
        "Until a turn is finished, it means the start.",
        "If no turn has been played yet, the number of stones that you may put becomes 1.",
        "Choose empty cells S, at least one and at most the number of stones that you may put.",
    )

    def set_up(self) -> None:
        self.near, self.before = hexagons(self.text), [1, 1]
        self.begin(1)

    def sizes(self, player: int) -> list[int]:
        return sorted(map(len, parts(self.of(player), self.near)), reverse=True)

    def begin(self, limit: int = 2) -> None:
        own, enemy = ((self.sizes(player) or [1])[0] for player in (self.mover, 1 - self.mover))
        self.limit = 3 if enemy > self.before[1 - self.mover] and enemy >= own else limit
        self.before[self.mover] = own

    def moves(self) -> set[Move]:
        empty = [cell for cell in self.near if cell not in self.stones]
        return {tuple(some) for count in range(1, self.limit + 1) for some in combinations(empty, count)}

    def play(self, move: Move) -> None:
        self.stones |= dict.fromkeys(move, self.mover)
        if len(self.stones) == len(self.near):
            one, other = self.sizes(0), self.sizes(1)
            self.over, self.winner = True, None if one == other else int(other > one)
        self.mover = 1 - self.mover
        self.begin()


class RoyalGameOfUr(Base):
    sentences = (
        "Light's path is d1, c1, b1, a1, a2, b2, c2, d2, e2, f2, g2, h2, h1 and g1. - Dark's path is d3, c3, b3, a3, a2, b2, c2, "
        "d2, e2, f2, g2, h2, h3 and g3.",
        "Roll the throw: the sum of 4 rolls, each 0 or 1.",
        "Return any enemy stone on t to its owner's hand.",
        "You must make a move if you can. If you cannot, you pass.",
    )
    start: tuple[tuple[Cell, ...], ...] = (("d1", "c1", "b1", "a1"), ("d3", "c3", "b3", "a3"))
    middle = tuple(f"{column}2" for column in "abcdefgh")
    last: tuple[tuple[Cell, ...], ...] = (("h1", "g1"), ("h3", "g3"))
    rosettes = ("a1", "a3", "d2", "g1", "g3")

    def set_up(self) -> None:
        self.paths = [self.start[player] + self.middle + self.last[player] for player in (0, 1)]
        self.hand, self.throw = [7, 7], -1

    def opens(self, number: int) -> bool:
        """Whether a number of the way is a cell on which the mover may land."""
        if not 1 <= number <= 14:
            return False
        cell = self.paths[self.mover][number - 1]
        owner = self.stones.get(cell)
        return owner is None or (owner != self.mover and cell != "d2")

    def moves(self) -> set[Move]:
        if self.throw < 0:
            return {("roll", str(number)) for number in range(5)}
        path = self.paths[self.mover]
        found: set[Move] = {("enter",)} if self.hand[self.mover] and self.opens(self.throw) else set()
        for cell in self.of(self.mover):
            number = path.index(cell) + 1 + self.throw
            if self.opens(number):
                found.add(("run", cell))
            if number == 15:
                found.add(("leave", cell))
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "roll":
            self.throw = int(move[1])
            return
        again, path = False, self.paths[self.mover]
        if move[0] == "enter":
            self.hand[self.mover] -= 1
            self.stones[path[self.throw - 1]] = self.mover
            again = path[self.throw - 1] in self.rosettes
        elif move[0] == "run":
            to = path[path.index(move[1]) + self.throw]
            self.hand[1 - self.mover] += self.stones.get(to) == 1 - self.mover
            self.stones[to] = self.stones.pop(move[1])
            again = to in self.rosettes
        elif move[0] == "leave":
            del self.stones[move[1]]
        if not self.hand[self.mover] and not self.of(self.mover):
            self.over, self.winner = True, self.mover
        self.throw, self.mover = -1, self.mover if again else 1 - self.mover


class UltimateTicTacToe(Base):
    sentences = (
        "The middles of the small games are b2, e2, h2, b5, e5, h5, b8, e8 and h8.",
        "Put a mark of yours on c.",
        "put a crown of yours on h.",
        "3 of the cells of the small game around h that have your marks are side by side in a straight line",
    )
    lines = (*(tuple((x, y) for x in range(3)) for y in range(3)), *(tuple((x, y) for y in range(3)) for x in range(3)),
             ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))  # fmt: skip

    def set_up(self) -> None:
        self.sent: tuple[int, int] | None = None
        self.crowns: dict[tuple[int, int], int] = {}

    @staticmethod
    def parted(cell: Cell) -> tuple[tuple[int, int], tuple[int, int]]:
        """The small game of a cell, and its place in it."""
        column, row = place(cell)
        return (column // 3, (row - 1) // 3), (column % 3, (row - 1) % 3)

    def ended(self, game: tuple[int, int]) -> bool:
        return game in self.crowns or sum(self.parted(cell)[0] == game for cell in self.stones) == 9

    def moves(self) -> set[Move]:
        return {(cell,) for cell in square(9, 9) if cell not in self.stones and not self.ended(self.parted(cell)[0])
                and self.sent in (None, self.parted(cell)[0])}  # fmt: skip

    def won(self, held: set[tuple[int, int]]) -> bool:
        return any(held.issuperset(line) for line in self.lines)

    def play(self, move: Move) -> None:
        game, there = self.parted(move[0])
        self.stones[move[0]] = self.mover
        if self.won({self.parted(cell)[1] for cell in self.of(self.mover) if self.parted(cell)[0] == game}):
            self.crowns[game] = self.mover
        self.sent = None if self.ended(there) else there
        if self.won({hub for hub, owner in self.crowns.items() if owner == self.mover}):
            self.over, self.winner = True, self.mover
        self.end_turn()


class Quoridor(Base):
    sentences = (
        "White's goal is the north side of the board. - Black's goal is the south side of the board.",
        "Each side has walls, 2 in its supply at first, which lie on vertices.",
        "Put a half on each of the first half of the wall and the second half of the wall. - Put a wall from your supply on the "
        "middle of the wall.",
        "You must make a move if you can. If you cannot, you pass.",
    )
    size = 5

    def set_up(self) -> None:
        self.cells, self.walls = square(self.size, self.size), [2, 2]
        self.pawns = ["c1", "c5"]
        self.halves, self.middles = set[frozenset[Cell]](), set[Cell]()

    def near(self, cell: Cell) -> list[Cell]:
        """Next to a cell with no wall between."""
        return [
            other for way in STEPS if (other := moved(cell, way)) in self.cells and frozenset((cell, other)) not in self.halves
        ]

    def targets(self, cell: Cell) -> set[Cell]:
        enemy, near = self.pawns[1 - self.mover], self.near(cell)
        found = {other for other in near if other not in self.pawns}
        if enemy in near:
            behind = named(*(2 * e - c for e, c in zip(place(enemy), place(cell), strict=True)))
            found |= {behind} if behind in self.near(enemy) else {other for other in self.near(enemy) if other != cell}
        return found

    def wall(self, cell: Cell, way: str) -> tuple[frozenset[Cell], frozenset[Cell]]:
        ahead, aside = ((0, 1), (1, 0)) if way == "north" else ((1, 0), (0, 1))
        beside = moved(cell, aside)
        return frozenset((cell, moved(cell, ahead))), frozenset((beside, moved(beside, ahead)))

    def stands(self, cell: Cell, way: str) -> bool:
        wall = self.wall(cell, way)
        if cell in self.middles or self.halves.intersection(wall):
            return False
        self.halves |= set(wall)
        ways = []
        for player, goal in enumerate((self.size, 1)):
            met, edge = set[Cell](), {self.pawns[player]}
            while edge:
                met |= edge
                edge = {other for each in edge for other in self.near(each)} - met
            ways.append(any(place(each)[1] == goal for each in met))
        self.halves -= set(wall)
        return all(ways)

    def moves(self) -> set[Move]:
        own = self.pawns[self.mover]
        found: set[Move] = {("walk", own, cell) for cell in self.targets(own)}
        if self.walls[self.mover]:
            found |= {("build", cell, way) for cell in square(self.size - 1, self.size - 1) for way in ("north", "east")
                      if self.stands(cell, way)}  # fmt: skip
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "walk":
            self.pawns[self.mover] = move[2]
        elif move[0] == "build":
            self.halves |= set(self.wall(move[1], move[2]))
            self.middles.add(move[1])
            self.walls[self.mover] -= 1
        if place(self.pawns[self.mover])[1] == (1 if self.mover else self.size):
            self.over, self.winner = True, self.mover
        self.mover = 1 - self.mover


class TwixT(Base):
    sentences = (
        "4 of its cells are left out, as the picture shows.",
        "The cells that are left out are a1, f1, a6 and f6.",
        "A link joins a cell with a cell a leap of 1 by 2 away from it.",
        "c is not in your opponent's home or your opponent's goal.",
        "every cell at the ends of l has a peg of yours and there is no link crossing l that has a bridge. Find all these links "
        "first.",
        "have a point in common that is not an end of both.",
        "If it is your turn and you cannot move, and nobody has won, the game is a draw.",
    )
    leaps = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))

    def set_up(self) -> None:
        self.cells = [cell for cell in square(6, 6) if cell not in ("a1", "f1", "a6", "f6")]
        self.bridges: dict[frozenset[Cell], int] = {}

    def moves(self) -> set[Move]:
        barred = {(cell,) for cell in self.cells if (place(cell)[0] in (0, 5) if not self.mover else place(cell)[1] in (1, 6))}
        return {(cell,) for cell in self.cells if cell not in self.stones} - barred

    @staticmethod
    def cross(one: frozenset[Cell], other: frozenset[Cell]) -> bool:
        if one & other:
            return False
        (a, b), (c, d) = (tuple(map(place, link)) for link in (one, other))

        def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
            turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
            return (turn > 0) - (turn < 0)

        return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0

    def play(self, move: Move) -> None:
        cell = move[0]
        self.stones[cell] = self.mover
        ends = [moved(cell, leap) for leap in self.leaps]
        links = [frozenset((cell, end)) for end in ends if self.stones.get(end) == self.mover]
        new = [link for link in links if not any(self.cross(link, bridge) for bridge in self.bridges)]
        self.bridges |= dict.fromkeys(new, self.mover)
        near = {peg: [end for link, owner in self.bridges.items() if owner == self.mover and peg in link for end in link - {peg}]
                for peg in self.of(self.mover)}  # fmt: skip
        for part in parts(near, near):
            if {1, 6} <= {place(peg)[1] for peg in part} and not self.mover:
                self.over, self.winner = True, 0
            if {0, 5} <= {place(peg)[0] for peg in part} and self.mover:
                self.over, self.winner = True, 1
        self.end_turn()


class Xiangqi(Base):
    sentences = (
        "For an advisor: the points one step from c diagonally",
        "For a general: the points one step from c orthogonally",
        "you have no allowed move, whether you are in check or not.",
        "he same position comes up for the third time",
        "The generals do not face each other",
    )
    rows = ("RHEAGAEHR", ".........", ".C.....C.", "S.S.S.S.S", ".........")

    def set_up(self) -> None:
        self.cells, self.turns = {*square(9, 10)}, 0
        self.counted: set[Move] | None = None
        self.board: dict[Cell, tuple[int, str]] = {}
        for up, row in enumerate(self.rows):
            for column, kind in enumerate(row):
                if kind != ".":
                    self.board[named(column, up + 1)] = 0, kind
                    self.board[named(column, 10 - up)] = 1, kind
        self.met = [self.position()]

    def position(self) -> object:
        return self.mover, frozenset(self.board.items())

    def ray(self, cell: Cell, way: tuple[int, int]) -> Iterator[Cell]:
        while (cell := moved(cell, way)) in self.cells:
            yield cell

    def first(self, cell: Cell, way: tuple[int, int]) -> Cell | None:
        return next((at for at in self.ray(cell, way) if at in self.board), None)

    def reach(self, cell: Cell) -> set[Cell]:
        owner, kind = self.board[cell]
        ahead, slanted = (0, -1 if owner else 1), [way for way in ALL_WAYS if 0 not in way]

        def half(at: Cell) -> bool:
            return place(at)[1] >= 6 if owner else place(at)[1] <= 5

        if kind in "GA":
            found = {moved(cell, way) for way in (STEPS if kind == "G" else slanted)}
            return {at for at in found if 3 <= place(at)[0] <= 5 and (place(at)[1] <= 3 or place(at)[1] >= 8)}
        if kind == "E":
            return {at for way in slanted if moved(cell, way) not in self.board and half(at := moved(cell, way, 2))}
        if kind == "H":
            return {moved(moved(cell, way), slant) for way in STEPS if moved(cell, way) not in self.board
                    for slant in slanted if slant[0] == way[0] or slant[1] == way[1]}  # fmt: skip
        if kind == "S":
            return {moved(cell, way) for way in ((ahead,) if half(cell) else (ahead, (1, 0), (-1, 0)))}
        found = set[Cell]()
        for way in STEPS:
            seen = 0
            for at in self.ray(cell, way):
                if at not in self.board:
                    found |= {at} if not seen else set()
                    continue
                seen += 1
                if seen == (1 if kind == "R" else 2):
                    found.add(at)
                    break
        return found

    def general(self, player: int) -> Cell:
        return next(cell for cell, piece in self.board.items() if piece == (player, "G"))

    def check(self, player: int) -> bool:
        return any(self.general(player) in self.reach(cell) for cell, (owner, _) in self.board.items() if owner != player)

    def safe(self, start: Cell, to: Cell) -> bool:
        taken, before = self.board.get(to), self.board[start]
        if taken == (1 - self.mover, "G"):
            return True
        self.board[to] = self.board.pop(start)
        seen = self.first(self.general(self.mover), (0, -1 if self.mover else 1))
        safe = not self.check(self.mover) and (seen is None or self.board[seen] != (1 - self.mover, "G"))
        self.board[start] = before
        del self.board[to]
        if taken:
            self.board[to] = taken
        return safe

    def moves(self) -> set[Move]:
        if self.counted is None:
            self.counted = self.found()
        return self.counted

    def found(self) -> set[Move]:
        return {(cell, to) for cell, (owner, _) in list(self.board.items()) if owner == self.mover for to in self.reach(cell)
                if to in self.cells and self.board.get(to, (None,))[0] != owner and self.safe(cell, to)}  # fmt: skip

    def play(self, move: Move) -> None:
        self.board[move[1]] = self.board.pop(move[0])
        self.counted = None
        self.turns, self.mover = self.turns + 1, 1 - self.mover
        self.met.append(self.position())
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover
        self.over = self.over or self.met.count(self.met[-1]) == 3 or self.turns == 500


CASES: list[tuple[str, dict[str, object], Callable[[str], Written], int]] = [
    ("royal-game-of-ur", {}, RoyalGameOfUr, 300),
    ("ultimate-tic-tac-toe", {}, UltimateTicTacToe, 90),
    ("quoridor", {"size": 5, "walls": 2}, Quoridor, 100),
    ("twixt", {"size": 6, "pie": False}, TwixT, 40),
    ("catchup", {"size": 3}, Catchup, 20),
    ("xiangqi", {}, Xiangqi, 60),
]


@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=[case[0] for case in CASES])
def test_a_few_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=min(plies, 20), games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=[case[0] for case in CASES])
def test_whole_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=plies)
