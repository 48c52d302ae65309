"""Games on boards of unusual shape, with piles, and two classics, written from their texts and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ggl.play.loading import load
from tests.few import one_row_in
from tests.narration.test_from_the_text import FEW_OR_ALL, Cell, Written, compared, named, place, square
from tests.narration.test_readings import STEPS, Base, Move

HERE = Path(__file__).parent
ALL_WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
COMPASS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0), "northeast": (1, 1), "northwest": (-1, 1),
           "southeast": (1, -1), "southwest": (-1, -1)}  # fmt: skip


def moved(cell: Cell, way: tuple[int, int], count: int = 1) -> Cell:
    column, row = place(cell)
    return named(column + way[0] * count, row + way[1] * count)


def between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]


class Shoals(Base):
    sentences = (
        "Put a Red boat on each of a1 and e1. - Put a Blue boat on each of c7 and g7.",
        "Move a boat of yours from its cell c to an empty cell t one step from c orthogonally or diagonally. Then you must go "
        "on, in the same turn, with the move Drop (c is t) if you can.",
        "Put a buoy on a cell that can be reached from c in a straight line orthogonally or diagonally, over and onto empty",
        "in which _ is a hole. A straight line ends at a hole as at the edge of the board.",
        "If it is your turn and you cannot move, you lose.",
    )
    holes = ("d7", "f6", "b5", "d4", "f3", "b2", "d1")

    def set_up(self) -> None:
        self.cells = [cell for cell in square(7, 7) if cell not in self.holes]
        self.stones = {"a1": 0, "e1": 0, "c7": 1, "g7": 1}
        self.sailed: Cell | None = None

    def seen(self, cell: Cell, most: int) -> set[Cell]:
        found = set()
        for way in ALL_WAYS:
            at, steps = moved(cell, way), 0
            while at in self.cells and at not in self.stones and steps < most:
                found.add(at)
                at, steps = moved(at, way), steps + 1
        return found

    def moves(self) -> set[Move]:
        if self.sailed is not None:
            return {("drop", self.sailed, cell) for cell in self.seen(self.sailed, 9)}
        return {("sail", boat, cell) for boat in self.of(self.mover) for cell in self.seen(boat, 1)}

    def play(self, move: Move) -> None:
        if move[0] == "sail":
            self.stones[move[2]], self.sailed = self.stones.pop(move[1]), move[2]
            return
        self.stones[move[2]], self.sailed, self.mover = 2, None, 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover


class RingSiege(Base):
    sentences = (
        "beyond the last column comes the first again, and beyond the last row the first.",
        "Put a Black tower on every cell of row 1. - Put a White tower on every cell of row 4.",
        "Choose a cell c with a tower of yours and a cell t that can be reached from c in a straight line orthogonally, over and "
        "onto empty cells only.",
        'Remove any enemy tower from every "caught" cell for t.',
        "You win as soon as your opponent has at most one tower on the board",
        "If it is your turn and you cannot move, you lose.",
        "If both sides together have played 100 turns and nobody has won, the game is a draw",
        "The position at the start counts too.",
    )

    def set_up(self) -> None:
        self.cells, self.turns = square(6, 6), 0
        self.stones = {cell: 0 if place(cell)[1] == 1 else 1 for cell in self.cells if place(cell)[1] in (1, 4)}
        self.met = [self.position()]

    def position(self) -> tuple[object, ...]:
        return self.mover, frozenset(self.stones.items())

    def on(self, cell: Cell, way: tuple[int, int]) -> Cell:
        column, row = place(cell)
        return named((column + way[0]) % 6, (row - 1 + way[1]) % 6 + 1)

    def moves(self) -> set[Move]:
        found = set()
        for tower in self.of(self.mover):
            for way in STEPS:
                at = self.on(tower, way)
                while at not in self.stones:
                    found.add((tower, at))
                    at = self.on(at, way)
        return found

    def play(self, move: Move) -> None:
        self.stones[move[1]] = self.stones.pop(move[0])
        beside = [(near, self.on(near, way)) for way in STEPS if self.stones.get(near := self.on(move[1], way)) == 1 - self.mover]
        for cell in [near for near, behind in beside if self.stones.get(behind) == self.mover]:
            self.stones.pop(cell, None)
        self.turns, self.mover = self.turns + 1, 1 - self.mover
        self.met.append(self.position())
        if len(self.of(self.mover)) <= 1 or not self.moves():
            self.over, self.winner = True, 1 - self.mover
        self.over = self.over or self.met.count(self.met[-1]) == 3 or self.turns == 100


HEXAGONS = {"east": (1, 0), "west": (-1, 0), "northeast": (0, 1), "northwest": (-1, 1), "southeast": (1, -1),
            "southwest": (0, -1)}  # fmt: skip


class StarHop(Base):
    sentences = (
        "Each side has three men.",
        "Move a man of yours from its cell c to an empty cell t next to c.",
        "Not out of the goal: c is not in your goal or t is in your goal.",
        "There is a man of either side on the cell next to c in direction d.",
        't is not in "been".',
        "Then you may go on, in the same turn, with the move Hop again (c is now t), or stop there.",
        "every cell of your goal is occupied and you have a man in your goal",
        "north (c8, d8 and c9)", "south (g1, f2 and g2)", "both sides together have played 150 turns",
    )  # fmt: skip
    rows = (
        "g1", "f2 g2", "c3 d3 e3 f3 g3 h3 i3", "c4 d4 e4 f4 g4 h4", "c5 d5 e5 f5 g5", "b6 c6 d6 e6 f6 g6", "a7 b7 c7 d7 e7 f7 g7",
        "c8 d8", "c9",
    )  # fmt: skip
    ends = (("g1", "f2", "g2"), ("c8", "d8", "c9"))

    def set_up(self) -> None:
        self.cells = " ".join(self.rows).split()
        self.stones = {cell: 1 - goal for goal in (0, 1) for cell in self.ends[goal]}
        self.turns, self.hopping, self.been = 0, "", set[Cell]()

    def stays(self, cell: Cell, to: Cell) -> bool:
        return cell not in self.ends[self.mover] or to in self.ends[self.mover]

    def hops(self, cell: Cell) -> set[Move]:
        return {("hop", cell, name) for name, way in HEXAGONS.items()
                if moved(cell, way) in self.stones and (to := moved(cell, way, 2)) in self.cells and to not in self.stones
                and self.stays(cell, to) and to not in self.been}  # fmt: skip

    def moves(self) -> set[Move]:
        if self.hopping:
            return self.hops(self.hopping) | {("stop",)}
        found = set().union(*map(self.hops, self.of(self.mover)))
        found |= {("step", cell, to) for cell in self.of(self.mover) for way in HEXAGONS.values()
                  if (to := moved(cell, way)) in self.cells and to not in self.stones and self.stays(cell, to)}  # fmt: skip
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] in ("step", "hop"):
            to = move[2] if move[0] == "step" else moved(move[1], HEXAGONS[move[2]], 2)
            self.stones[to] = self.stones.pop(move[1])
            if move[0] == "hop":
                self.been.add(move[1])
                self.hopping = to if self.hops(to) else ""
                if self.hopping:
                    return
        for player in (1 - self.mover, self.mover):  # the one who made the turn counts last, and so decides
            held = [self.stones.get(cell) for cell in self.ends[player]]
            if None not in held and player in held:
                self.over, self.winner = True, player
        self.turns, self.mover, self.hopping = self.turns + 1, 1 - self.mover, ""
        self.been.clear()
        self.over = self.over or self.turns == 150


class Hare(Base):
    sentences = (
        "Hounds have three hounds. - Hare has one hare.",
        "Put a hound on each of gate, upper_west and lower_west. - Put a hare on den.",
        "Choose a point c with a hound of yours and an empty point t next to c.",
        "the place of t is at least the place of c.",
        'If the place of t equals the place of c, "quiet" grows by 1; otherwise it becomes 0.',
        "Move a hare of yours from its point c to an empty point next to c.",
        "Hounds win as soon as it is Hare's turn and Hare cannot move",
        "there is no point c with a hound for which the place of c is less than the place of the only point with a hare.",
        'The hounds only wait: "quiet" is 10.',
    )

    def set_up(self) -> None:
        self.near: dict[Cell, set[Cell]] = {}
        for line in between(self.text, "Lines join ", ".").split("; "):
            point, _, others = line.partition(" with ")
            for other in others.replace(" and ", ", ").split(", "):
                self.near.setdefault(point, set()).add(other)
                self.near.setdefault(other, set()).add(point)
        self.stones, self.quiet = {"gate": 0, "upper_west": 0, "lower_west": 0, "den": 1}, 0

    @staticmethod
    def column(point: Cell) -> int:
        if point in ("gate", "den"):
            return 0 if point == "gate" else 4
        return 1 + ("west", "middle", "east").index(point.rpartition("_")[2])

    def moves(self) -> set[Move]:
        name = ("run", "leap")[self.mover]
        return {(name, point, to) for point in self.of(self.mover) for to in self.near[point]
                if to not in self.stones and (self.mover or self.column(to) >= self.column(point))}  # fmt: skip

    def play(self, move: Move) -> None:
        self.stones[move[2]] = self.stones.pop(move[1])
        if move[0] == "run":
            self.quiet = self.quiet + 1 if self.column(move[1]) == self.column(move[2]) else 0
        self.mover = 1 - self.mover
        hare = self.column(self.of(1)[0])
        if self.mover and not self.moves():
            self.over, self.winner = True, 0
        elif all(self.column(hound) >= hare for hound in self.of(0)) or self.quiet == 10 or not self.moves():
            self.over, self.winner = True, 1


class Causeway(Base):
    sentences = (
        "Each side has stones, 4 in its supply at first.",
        'Roll "throw": a number from 1 to 4.',
        'Let t be the cell in place "throw" of your way.',
        'Let t be cell number (the place of c plus "throw") of your way.',
        "Return any enemy stone on t to its owner's supply.",
        'If t is in the region "posts", it is your turn again.',
        'the place of c plus "throw" is more than 15.',
        't is not in the region "posts" or there is no enemy stone on t.',
        "You must make a move if you can. If you cannot, you pass.",
        "you have no stones left in your supply and you have no stone on the board", "both sides together have played 200 turns",
    )  # fmt: skip

    def set_up(self) -> None:
        track = [f"p{number}" for number in range(1, 16)]
        self.ways, self.supply, self.turns, self.throw = (track, track[::-1]), [4, 4], 0, 0

    def goal(self, number: int) -> Cell:
        """The cell of that number on the way of the side to move, "" where it is not open."""
        cell = self.ways[self.mover][number - 1] if number <= 15 else ""
        held = cell in ("p4", "p8", "p12") and self.stones.get(cell) == 1 - self.mover
        return "" if held or self.stones.get(cell) == self.mover else cell

    def number(self, cell: Cell) -> int:
        return self.ways[self.mover].index(cell) + 1

    def moves(self) -> set[Move]:
        if not self.throw:
            return {("roll", str(number)) for number in range(1, 5)}
        found = {("run", cell) for cell in self.of(self.mover) if self.goal(self.number(cell) + self.throw)}
        found |= {("leave", cell) for cell in self.of(self.mover) if self.number(cell) + self.throw > 15}
        found |= {("enter",)} if self.supply[self.mover] and self.goal(self.throw) else set()
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "roll":
            self.throw = int(move[1])
            return
        again = False
        if move[0] in ("enter", "run"):
            to = self.goal(self.throw + (self.number(move[1]) if move[0] == "run" else 0))
            self.supply[1 - self.mover] += to in self.stones
            self.stones[to], again = self.mover, to in ("p4", "p8", "p12")
            self.supply[self.mover] -= move[0] == "enter"
        if move[0] in ("run", "leave"):
            del self.stones[move[1]]
        if not self.supply[self.mover] and not self.of(self.mover):
            self.over, self.winner = True, self.mover
        self.turns, self.throw = self.turns + 1, 0
        self.over = self.over or self.turns == 200
        self.mover = self.mover if again else 1 - self.mover


class Focus(Base):
    sentences = (
        "Choose a cell c with a disc of yours on top, an orthogonal direction d, and a level k of the pile on c. Let t be the "
        "cell k steps from c in direction d.",
        "Move the top k pieces from c to t.",
        "Put a disc from your reserve on t.",
        "As many times as there are discs on t beyond 5, counted before any of this is done: - If the lowest piece "
        "on t is a disc of yours, return one disc on the bottom of t to its owner's reserve. - Otherwise, remove one disc",
        "as long as the next one is a piece of the kind that is named. Pieces that move together keep their order",
        "You lose if, at the start of your turn, you have neither a stack nor a disc in reserve.", "400 turns",
    )  # fmt: skip

    def set_up(self) -> None:
        picture = [
            sign for sign in between(self.text, "The pieces stand like this: ", " Here").split()[:-8] if not sign.isdecimal()
        ]
        signs = dict(zip((named(i % 8, 8 - i // 8) for i in range(64)), picture, strict=True))
        self.piles = {cell: [] if sign == "." else [int(sign == "B")] for cell, sign in signs.items() if sign != "_"}
        self.supply = [0, 0]

    def moves(self) -> set[Move]:
        found = {("move", cell, name, str(k)) for cell, pile in self.piles.items() if pile and pile[-1] == self.mover
                 for name in ("north", "south", "east", "west") for k in range(1, len(pile) + 1)
                 if moved(cell, COMPASS[name], k) in self.piles}  # fmt: skip
        return found | ({("enter", cell) for cell in self.piles} if self.supply[self.mover] else set())

    def play(self, move: Move) -> None:
        if move[0] == "move":
            k = int(move[3])
            to = moved(move[1], COMPASS[move[2]], k)
            self.piles[move[1]], lifted = self.piles[move[1]][:-k], self.piles[move[1]][-k:]
        else:
            to, lifted = move[1], [self.mover]
            self.supply[self.mover] -= 1
        pile = self.piles[to] + lifted
        self.supply[self.mover] += pile[: max(len(pile) - 5, 0)].count(self.mover)
        self.piles[to] = pile[-5:]
        self.mover = 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover


class Draughts(Base):
    sentences = (
        "Put a Black man on each of a1, c1, e1, g1, b2, d2, f2, h2, a3, c3, e3 and g3.",
        "If you can make the move Jump, you must. Otherwise you make the move Step.",
        "Let t be the cell two steps from c in direction d.",
        'you must go on, in the same turn, with the move Jump again (c is now t) if you can.',
        "If t is in your row 8, the piece on t becomes a king.",
        "If there is a man on c, the number of turns in a row in which nothing was taken and no man moved becomes 0; "
        "otherwise it grows by 1.",
        "he same position comes up for the third time",
    )  # fmt: skip

    def set_up(self) -> None:
        self.cells, self.kings, self.quiet, self.jumping = square(8, 8), set[Cell](), 0, ""
        dark = [cell for cell in self.cells if sum(place(cell)) % 2]
        self.stones = {cell: int(place(cell)[1] > 5) for cell in dark if place(cell)[1] not in (4, 5)}
        self.met: list[object] = [self.position()]

    def position(self) -> object:
        return self.mover, frozenset(self.stones.items()), frozenset(self.kings)

    def ways(self, cell: Cell) -> Iterator[tuple[str, tuple[int, int]]]:
        ahead = "south" if self.mover else "north"
        yield from ((name, way) for name, way in COMPASS.items() if 0 not in way and (cell in self.kings or ahead in name))

    def jumps(self, cell: Cell) -> set[Move]:
        return {("jump", cell, name) for name, way in self.ways(cell) if self.stones.get(moved(cell, way)) == 1 - self.mover
                and (to := moved(cell, way, 2)) in self.cells and to not in self.stones}  # fmt: skip

    def moves(self) -> set[Move]:
        if self.jumping:
            return self.jumps(self.jumping)
        steps = {("step", cell, to) for cell in self.of(self.mover) for _, way in self.ways(cell)
                 if (to := moved(cell, way)) in self.cells and to not in self.stones}  # fmt: skip
        return set().union(*map(self.jumps, self.of(self.mover))) or steps

    def play(self, move: Move) -> None:
        cell = move[1]
        king, last = cell in self.kings, 1 if self.mover else 8
        to = move[2] if move[0] == "step" else moved(cell, COMPASS[move[2]], 2)
        self.stones[to] = self.stones.pop(cell)
        self.kings.discard(cell)
        if king or place(to)[1] == last:
            self.kings.add(to)
        self.quiet = 0 if move[0] == "jump" or not king else self.quiet + 1
        if move[0] == "jump":
            over = moved(cell, COMPASS[move[2]])
            del self.stones[over]
            self.kings.discard(over)
            self.jumping = to if (king or to not in self.kings) and self.jumps(to) else ""
            if self.jumping:
                return
        self.mover, self.jumping = 1 - self.mover, ""
        self.met.append(self.position())
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover
        self.over = self.over or self.met.count(self.met[-1]) == 3 or self.quiet == 80


class Go(Base):
    sentences = (
        "Put a stone of yours on c.", "There is a liberty of the group on c.",
        "The same arrangement of pieces has not occurred before.",
        "Instead of moving, you may pass.",
        "When both sides have passed, one after the other, the game ends and the higher score wins",
        "plus 7.5 if you are White.",
    )  # fmt: skip
    size = 5

    def set_up(self) -> None:
        self.cells, self.passed = square(self.size, self.size), 0
        self.met = [dict(self.stones)]

    def part(self, stones: dict[Cell, int], cell: Cell) -> tuple[set[Cell], set[int | None]]:
        """The connected cells with the same on them, and what stands next to them."""
        found, waiting, border = {cell}, [cell], set[int | None]()
        while waiting:
            at = waiting.pop()
            for near in (moved(at, way) for way in STEPS if moved(at, way) in self.cells):
                if stones.get(near) != stones.get(cell):
                    border.add(stones.get(near))
                elif near not in found:
                    found.add(near)
                    waiting.append(near)
        return found, border

    def after(self, cell: Cell) -> dict[Cell, int] | None:
        stones = self.stones | {cell: self.mover}
        for near in (moved(cell, way) for way in STEPS):
            if stones.get(near) == 1 - self.mover and None not in (dead := self.part(stones, near))[1]:
                stones = {at: owner for at, owner in stones.items() if at not in dead[0]}
        return None if None not in self.part(stones, cell)[1] or stones in self.met else stones

    def moves(self) -> set[Move]:
        return {(cell,) for cell in self.cells if cell not in self.stones and self.after(cell) is not None} | {()}

    def play(self, move: Move) -> None:
        self.passed = 0 if move else self.passed + 1
        self.stones = (self.after(move[0]) if move else None) or self.stones
        self.met.append(dict(self.stones))
        if self.passed == 2:
            empty = [self.part(self.stones, cell)[1] for cell in self.cells if cell not in self.stones]
            black, white = (len(self.of(player)) + sum(border == {player} for border in empty) for player in (0, 1))
            self.over, self.winner = True, int(white + 7.5 > black)
        self.mover = 1 - self.mover


UNUSUAL: list[tuple[str, Callable[[str], Written]]] = [
    ("shoals", Shoals), ("ring-siege", RingSiege), ("star-hop", StarHop), ("hare", Hare), ("causeway", Causeway),
]  # fmt: skip
CLASSICS: list[tuple[str, dict[str, object], Callable[[str], Written]]] = [("draughts", {}, Draughts), ("go", {"size": 5}, Go)]


@pytest.mark.parametrize(("name", "written"), one_row_in(2, UNUSUAL), ids=lambda value: value if isinstance(value, str) else "")
@FEW_OR_ALL
def test_a_game_on_an_unusual_board_written_from_its_text_is_the_game(
    name: str, written: Callable[[str], Written], games: int
) -> None:
    compared(load(HERE / "unusual" / f"{name}.yaml"), written, plies=400, games=games)


@FEW_OR_ALL
def test_a_game_of_piles_written_from_its_text_is_the_game(games: int) -> None:
    compared(load("focus", most_turns=400), Focus, plies=60, games=games)


@pytest.mark.parametrize(("name", "options", "written"), CLASSICS, ids=lambda value: value if isinstance(value, str) else "")
@FEW_OR_ALL
def test_a_classic_written_from_its_text_is_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], games: int
) -> None:
    compared(load(name, **options), written, plies=150, games=games)
