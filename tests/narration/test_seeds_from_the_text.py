"""Oware, Quarod, Tabik, Tiku with diagonal moves and Tirnabun, written from their texts alone and played beside ggl."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, followed, hexagons, named, parts, place, square
from tests.narration.test_readings import STEPS, Base, Move, beside
from tests.narration.test_unusual_readings import moved

SLANTS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Scored(Base):
    """Sides with names, and a score for each."""

    sides: tuple[str, str] = ("Black", "White")
    scores: dict[str, int]

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.split()))

    def set_up(self) -> None:
        self.mover = next(player for player in (0, 1) if f"{self.sides[player]} moves first." in self.text)

    def number(self, pattern: str) -> int:
        found = re.search(pattern, self.text)
        assert found is not None
        return int(found[1])

    def end(self, one: int, other: int, equal: int | None = None) -> None:
        self.over, self.scores = True, dict(zip(self.sides, (one, other), strict=True))
        self.winner = equal if one == other else int(other > one)


class Oware(Scored):
    sides = ("South", "North")
    sentences = (
        "South's home is row 1. - North's home is row 2.",
        "Choose a cell c of your home with a seed.",
        "Remove n seeds from c. - For every number i from 1 to n, put a seed on the house where seed number i sown from c falls.",
        'If there is a cell of your opponent\'s home that is not in "won" and has a seed, for every cell x of "won": - Your '
        "store grows by the number of seeds on x. - Remove all the seeds from x.",
        "The move is allowed only if after that there is a cell of your opponent's home with a seed.",
        "is the cell i places after c on the ring of the houses around the board, c itself left out.",
        "before it on the ring of the houses around the board, in order, as long as each is in your opponent's home, and there "
        "are 2 or 3 seeds on each.",
        "You win as soon as your store holds more than half of all seeds.",
        "The player whose turn it is cannot move.",
        "time with the same player to move.",
        "your store plus the number of seeds on the cells of your home.",
        "each player's store is the same, and the same side is to move. The position at the start counts too.",
    )

    def set_up(self) -> None:
        super().set_up()
        houses, seeds = self.number(r"two rows of (\d+) houses"), self.number(r"Put seeds into the houses, (\d+) into each")
        times = {"second": 2, "third": 3}
        self.most = times[self.text.partition("comes up for the ")[2].split()[0]]
        self.ring = [f"{name}1" for name in "abcdefghijklmnop"[:houses]]
        self.ring += [f"{cell[0]}2" for cell in reversed(self.ring)]
        self.seeds, self.store = dict.fromkeys(self.ring, seeds), [0, 0]
        self.all = len(self.ring) * seeds
        self.met = Counter([self.position()])

    def position(self) -> object:
        return tuple(self.seeds.values()), tuple(self.store), self.mover

    def home(self, player: int) -> list[Cell]:
        return [cell for cell in self.ring if cell[1] == str(player + 1)]

    def sown(self, cell: Cell) -> tuple[dict[Cell, int], list[Cell]]:
        """The seeds after sowing, and the houses caught."""
        at, seeds = self.ring.index(cell), dict(self.seeds)
        others = self.ring[at + 1 :] + self.ring[:at]
        seeds[cell] = 0
        for number in range(self.seeds[cell]):
            last = others[number % len(others)]
            seeds[last] += 1
        caught, enemy = list[Cell](), self.home(1 - self.mover)
        for back in range(len(enemy)):
            house = self.ring[self.ring.index(last) - back]
            if house not in enemy or seeds[house] not in (2, 3):
                break
            caught.append(house)
        return seeds, caught

    def left(self, seeds: dict[Cell, int], caught: list[Cell]) -> int:
        """How many seeds the opponent has outside the houses caught."""
        return sum(seeds[house] for house in self.home(1 - self.mover) if house not in caught)

    def after(self, cell: Cell) -> tuple[dict[Cell, int], list[Cell]]:
        """The seeds after sowing, and the houses from which they are captured."""
        seeds, caught = self.sown(cell)
        return seeds, caught if self.left(seeds, caught) else []

    def moves(self) -> set[Move]:
        return {(cell,) for cell in self.home(self.mover) if self.seeds[cell] and self.left(*self.after(cell))}

    def play(self, move: Move) -> None:
        self.seeds, caught = self.after(move[0])
        for house in caught:
            self.store[self.mover] += self.seeds[house]
            self.seeds[house] = 0
        won = 2 * self.store[self.mover] > self.all
        self.mover = 1 - self.mover
        self.met[self.position()] += 1
        if won or not self.moves() or self.met[self.position()] == self.most:
            one, other = (self.store[player] + sum(self.seeds[cell] for cell in self.home(player)) for player in (0, 1))
            self.end(one, other)


class Pairs(Scored):
    """Black and white pieces that are placed in twos and exchanged."""

    sentences: tuple[str, ...] = (
        "Choose a cell a and a cell b next to a. This is allowed only if: - Both cells are empty: a and b are empty.",
        "You must make a move if you can. If you cannot, you pass.",
        "When both sides have passed, one after the other, the game ends and the higher score wins.",
        "for which you have more groups of size n than your opponent (0 if there is none).",
        "If the scores are equal, the side that made the last move loses.",
        "The last move is never a pass or a choice of sides.",
    )

    def set_up(self) -> None:
        super().set_up()
        size = self.number(r"The board is a square of (\d+) by")
        self.cells = square(size, size)
        self.near = {cell: beside(cell, self.cells) for cell in self.cells}
        self.pie = "After Black's first move, the second player may take over Black instead of moving." in self.text
        self.turns = self.passes = self.last = 0

    def swaps(self) -> set[Move]:
        raise NotImplementedError

    def place(self, black: Cell, white: Cell) -> None:
        self.stones[black], self.stones[white] = 0, 1

    def swap(self, *sites: Cell) -> None:
        raise NotImplementedError

    def moves(self) -> set[Move]:
        empty = [cell for cell in self.cells if cell not in self.stones]
        found = {("place", a, b) for a in empty for b in self.near[a] if b not in self.stones} | self.swaps()
        return (found or {("pass",)}) | ({("swap-sides",)} if self.pie and self.turns == 1 else set())

    def score(self, player: int) -> int:
        own, enemy = (Counter(map(len, parts(self.of(each), self.near))) for each in (player, 1 - player))
        return max((size for size in own if own[size] > enemy[size]), default=0)

    def play(self, move: Move) -> None:
        name, *sites = move
        self.turns += 1
        if name == "swap-sides":
            return
        self.passes = self.passes + 1 if name == "pass" else 0
        if name == "pass":
            if self.passes == 2:
                self.end(self.score(0), self.score(1), equal=1 - self.last)
        else:
            self.last = self.mover
            (self.place if name == "place" else self.swap)(*sites)
        self.mover = 1 - self.mover


class Quarod(Pairs):
    sentences = (
        *Pairs.sentences,
        "Put a Black tile on a, facing b. - Put a White tile on b, facing a.",
        "Choose a cell a with a Black tile and a cell b next to a with a White tile.",
        "the tile on a is in a pair and the tile on b is in a pair. - The tiles on a and b are not a pair.",
        "Exchange the pieces on a and b. - Turn the piece on a to face b. - Turn the piece on b to face a.",
        "The pieces on a and b belong to different sides. - The piece on a faces b. - The piece on b faces a.",
    )

    def set_up(self) -> None:
        super().set_up()
        self.faced = dict[Cell, Cell]()

    def partner(self, cell: Cell) -> Cell | None:
        other = self.faced[cell]
        return other if self.faced.get(other) == cell and self.stones[cell] != self.stones[other] else None

    def swaps(self) -> set[Move]:
        paired = {cell: other for cell in self.stones if (other := self.partner(cell))}
        return {("swap", a, b) for a in paired for b in self.near[a]
                if b in paired and paired[a] != b and (self.stones[a], self.stones[b]) == (0, 1)}  # fmt: skip

    def place(self, black: Cell, white: Cell) -> None:
        super().place(black, white)
        self.faced |= {black: white, white: black}

    def swap(self, *sites: Cell) -> None:
        black, white = sites
        self.place(white, black)


class Tabik(Pairs):
    sentences = (
        *Pairs.sentences,
        "Put a Black stone on a. - Put a White stone on b. - Put a rod on the edge between a and b.",
        "Choose an empty edge e. This is allowed only if a piece of Black stands on one side of e and one of White on the other.",
        "Exchange the pieces on the cells beside e. - Put a rod on e.",
        "a1-a2 is the one between a1 and a2",
    )

    def set_up(self) -> None:
        super().set_up()
        self.rods = set[Cell]()

    def edge(self, one: Cell, other: Cell) -> Cell:
        return "-".join(sorted((one, other), key=self.cells.index))

    def swaps(self) -> set[Move]:
        mixed = {self.edge(a, b) for a in self.of(0) for b in self.near[a] if self.stones.get(b) == 1}
        return {("swap", edge) for edge in mixed - self.rods}

    def place(self, black: Cell, white: Cell) -> None:
        super().place(black, white)
        self.rods.add(self.edge(black, white))

    def swap(self, *sites: Cell) -> None:
        one, other = sites[0].split("-")
        self.stones |= {one: self.stones[other], other: self.stones[one]}
        self.rods.add(sites[0])


class TikuDiagonal(Scored):
    sides = ("Light", "Dark")
    sentences = (
        "Put a Light figure on every cell of row 2. - Put a Dark figure on every cell of row 5.",
        'Each side has six figures. Each carries a mark, "up", from the start. - Each side has discs, 14 in its supply at first.',
        "Choose a cell c with a figure of yours and a cell t to which the figure on c can slide in the orthogonal directions.",
        'Its mark is up: the figure on c has its mark "up".',
        'Slide the figure on c to t and lay discs (explained below). - The figure on t loses its mark "up".',
        "For every cell x on the way from c up to, but not including, t, in this order: - Return any enemy disc on x to its "
        "owner's supply. - If there is no disc on x, put a disc from your supply on x. - If you have no discs left in your "
        "supply, you win at once, and the game is over; what is left of the move is not done. - Return any disc on t to its "
        "owner's supply.",
        "passing and entering no cell with a figure.",
        "You must make a move if you can. If you cannot, you pass.",
        "oth sides have passed, one after the other.",
        "oth sides together have played",
        "Your score is the number of discs in your opponent's supply if you have won, otherwise 0.",
    )

    def set_up(self) -> None:
        super().set_up()
        self.cells = square(6, 6)
        rows = {"Light": 2, "Dark": 5}
        self.stones = {named(column, rows[side]): player for player, side in enumerate(self.sides) for column in range(6)}
        self.up, self.discs, self.supply = {*self.stones}, dict[Cell, int](), [14, 14]
        self.turns, self.most, self.passes = 0, self.number(r"have played (\d+) turns"), 0

    def ways(self, cell: Cell, steps: tuple[tuple[int, int], ...]) -> Iterator[list[Cell]]:
        """Each way from a cell to one that it can reach, both included."""
        for step in steps:
            way = [cell]
            while (at := moved(way[-1], step)) in self.cells and at not in self.stones:
                way.append(at)
                yield [*way]

    def slides(self) -> dict[Move, list[Cell]]:
        own = self.of(self.mover)
        found = {("move", way[0], way[-1]): way for cell in own for way in self.ways(cell, STEPS)}
        return found | {("diagonal", way[0], way[-1]): way for cell in own if cell in self.up for way in self.ways(cell, SLANTS)}

    def moves(self) -> set[Move]:
        return {*self.slides()} or {("pass",)}

    def back(self, cell: Cell) -> None:
        self.supply[self.discs.pop(cell)] += 1

    def lay(self, way: list[Cell]) -> bool:
        """Whether this was the last disc."""
        for cell in way[:-1]:
            if self.discs.get(cell) == 1 - self.mover:
                self.back(cell)
            if cell not in self.discs:
                self.discs[cell] = self.mover
                self.supply[self.mover] -= 1
                if not self.supply[self.mover]:
                    return True
        if way[-1] in self.discs:
            self.back(way[-1])
        return False

    def play(self, move: Move) -> None:
        self.turns += 1
        self.passes = self.passes + 1 if move[0] == "pass" else 0
        won = False
        if move[0] != "pass":
            way = self.slides()[move]
            self.stones[way[-1]] = self.stones.pop(way[0])
            won = self.lay(way)
            if way[0] in self.up:
                self.up.remove(way[0])
                self.up |= {way[-1]} if move[0] == "move" else set()
        if won:
            scores = [0, 0]
            scores[self.mover] = self.supply[1 - self.mover]
            self.end(*scores)
            self.winner = self.mover
        elif self.passes == 2 or self.turns == self.most:
            self.end(0, 0)
        self.mover = 1 - self.mover


class Tirnabun(Scored):
    sentences = (
        "Put a stone of yours on an empty cell c. After that, this must be so; otherwise the move is not allowed:",
        "the size of the group on c is 1 or the group on c fits the enemy groups next to it.",
        "There is a rival of s. - The size of s is the size of the largest rival of s or one more.",
        "The rivals of a group s are your opponent's groups that are next to s.",
        "You must make a move if you can. If you cannot, you pass.",
        "When neither side can place a stone, the game ends and the higher score wins.",
        "the total size of the territories that you own plus the number of stones in your opponent's dead groups.",
        "Equal scores are a draw.",
        "A player p owns a territory t if p's strength for t is greater than p's opponent's strength for t.",
        "is the list of the sizes of p's groups that are next to t, from the largest down.",
        "A group g is next to a territory of a player p's if there is a territory t for which p owns t and g is next to t.",
        "a number that is missing counts as 0",
    )

    def set_up(self) -> None:
        super().set_up()
        self.near, self.turns = hexagons(self.text), 0
        self.pie = "The second player then chooses a side: Black or White." in self.text

    def groups(self, player: int) -> list[set[Cell]]:
        return parts(self.of(player), self.near)

    def edge(self, cells: set[Cell]) -> set[Cell]:
        return {other for cell in cells for other in self.near[cell]} - cells

    def placings(self, player: int) -> set[Move]:
        own, enemy = ([(group, self.edge(group)) for group in self.groups(each)] for each in (player, 1 - player))
        found = set[Move]()
        for cell in self.near:
            if cell in self.stones:
                continue
            joined = [group for group, edge in own if cell in edge]
            made = {cell}.union(*joined)
            rivals = [len(group) for group, edge in enemy if not edge.isdisjoint(made)] if joined else []
            if not joined or (rivals and len(made) - max(rivals) in (0, 1)):
                found.add((cell,))
        return found

    def moves(self) -> set[Move]:
        if self.pie and self.turns == 1:
            return {("take-black",), ("take-white",)}
        return self.placings(self.mover) or {()}

    def totals(self) -> list[int]:
        groups = [self.groups(0), self.groups(1)]
        found, live = [0, 0], list[set[Cell]]()
        for territory in parts([cell for cell in self.near if cell not in self.stones], self.near):
            edge = self.edge(territory)
            near = [[group for group in groups[player] if group & edge] for player in (0, 1)]
            black, white = (sorted(map(len, each), reverse=True) for each in near)
            if black != white:  # where one list begins with all of the other, the longer one is greater
                owner = int(white > black)
                found[owner] += len(territory)
                live += near[owner]
        for player in (0, 1):
            found[player] += sum(len(group) for group in groups[1 - player] if group not in live)
        return found

    def play(self, move: Move) -> None:
        self.turns += 1
        if move and move[0].startswith("take-"):
            return
        if move:
            self.stones[move[0]] = self.mover
        self.mover = 1 - self.mover
        if not self.placings(0) and not self.placings(1):
            self.end(*self.totals())


def slams(mine: Oware, move: Move) -> bool:
    """The move would capture all, and so captures nothing."""
    return bool(mine.sown(move[0])[1]) and not mine.after(move[0])[1]


def hoards(mine: Oware, move: Move) -> bool:
    return not mine.after(move[0])[1]


def starves(mine: Oware, move: Move) -> bool:
    return mine.left(*mine.after(move[0])) == min(mine.left(*mine.after(cell)) for (cell,) in mine.moves())


def swaps(mine: Pairs, move: Move) -> bool:
    return move[0].startswith("swap")


def slips(mine: TikuDiagonal, move: Move) -> bool:
    """The figure passes between two that touch at a corner."""
    way = [place(cell) for cell in mine.slides().get(move, ())]
    return any({named(c, y), named(x, r)} <= {*mine.stones} for (c, r), (x, y) in pairwise(way) if c != x and r != y)


def joins(mine: Tirnabun, move: Move) -> bool:
    return bool(move) and sum(move[0] in mine.edge(group) for group in mine.groups(mine.mover)) > 1


def grows(mine: Tirnabun, move: Move) -> bool:
    return bool(move) and any(move[0] in mine.edge(group) for group in mine.groups(mine.mover))


CASES: list[tuple[str, dict[str, object], Callable[[str], Written]]] = [
    ("tabik", {"size": 3}, Tabik),
    ("quarod", {"size": 3}, Quarod),
    ("tirnabun", {"side": 3}, Tirnabun),
    ("tiku-diagonal", {}, TikuDiagonal),
    ("tiku-diagonal", {"first": "Dark", "max_plies": 20}, TikuDiagonal),
    ("oware", {}, Oware),
    ("oware", {"seeds": 3, "houses": 4, "repeats": 3}, Oware),
]
WHOLE: list[tuple[str, dict[str, object], Callable[[str], Written]]] = [
    *CASES,
    ("oware", {"seeds": 1}, Oware),
    ("quarod", {}, Quarod),
    ("tabik", {}, Tabik),
    ("tirnabun", {"side": 6, "pie": False}, Tirnabun),
]
STEERED: list[tuple[str, dict[str, object], Callable[[str], Written], Callable[[Any, Move], bool]]] = [
    ("oware", {}, Oware, slams),
    ("oware", {}, Oware, hoards),
    ("oware", {}, Oware, starves),
    ("quarod", {"size": 5}, Quarod, swaps),
    ("tabik", {"size": 5}, Tabik, swaps),
    ("tiku-diagonal", {}, TikuDiagonal, slips),
    ("tirnabun", {"side": 4}, Tirnabun, grows),
    ("tirnabun", {"side": 4}, Tirnabun, joins),
]


def ids(cases: list[Any]) -> list[str]:
    return [" ".join([name, *(f"{option}={value}" for option, value in options.items()), *(each.__name__ for each in sought)])
            for name, options, _, *sought in cases]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "written"), CASES, ids=ids(CASES))
def test_a_few_plies_written_from_the_text_are_those_of_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written]
) -> None:
    compared(load(name, **options), written, plies=30, games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written"), WHOLE, ids=ids(WHOLE))
def test_whole_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written]
) -> None:
    compared(load(name, **options), written, plies=2000)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "sought"), STEERED, ids=ids(STEERED))
def test_plays_that_seek_what_is_rare_are_those_of_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], sought: Callable[[Any, Move], bool]
) -> None:
    compared(load(name, **options), written, plies=1000, games=8, sought=sought)


class Blocked(TikuDiagonal):
    def set_up(self) -> None:
        super().set_up()
        self.stones = {cell: int(place(cell)[1] > 3) for cell in self.cells}
        self.up = {*self.stones}


def test_where_no_figure_can_slide_both_pass_and_the_game_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "blocked.yaml"
    path.write_text(
        "ggl: 1\nname: Blocked\nextends: tiku-diagonal\nsetup: |\n"
        "  put Light figure on row(1) + row(2) + row(3)\n  put Dark figure on row(4) + row(5) + row(6)\n"
    )
    game = load(path)
    state = followed(game.initial_state(), Blocked(game.rules_text()), [("pass",), ("pass",)])
    assert (state.ply, state.winner) == (2, None)


@pytest.mark.slow
def test_figures_that_slide_to_and_fro_for_a_thousand_turns_draw() -> None:
    game = load("tiku-diagonal")
    round_trip = [("move", "a2", "a1"), ("move", "f5", "f6"), ("move", "a1", "a2"), ("move", "f6", "f5")]
    state = followed(game.initial_state(), TikuDiagonal(game.rules_text()), round_trip * 250)
    assert (state.ply, state.winner) == (1000, None)
