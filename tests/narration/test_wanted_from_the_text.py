"""Games on boards of unusual shape, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, hexagons, named, parts, place, square
from tests.narration.test_readings import STEPS, Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, COMPASS, moved

UNUSUAL = Path(__file__).parent / "unusual"
GAMES = Path(__file__).parents[2] / "games"
HEXAGONS = {"east": (1, 0), "west": (-1, 0), "northeast": (0, 1), "northwest": (-1, 1), "southeast": (1, -1),
            "southwest": (0, -1)}  # fmt: skip
NAMES = {way: name for name, way in COMPASS.items()}


def ray(cell: Cell, way: tuple[int, int], cells: list[Cell]) -> Iterator[Cell]:
    while (cell := moved(cell, way)) in cells:
        yield cell


class Dvonn(Base):
    sentences = (
        "If fewer than three turns were played before this one, put a dvonn on c.",
        "If exactly 48 turns were played before this one, it is your turn again.",
        "This phase lasts until the board is full.",
        "Remove all the pieces from every occupied cell that cannot be reached",
        "Your score is the number of pieces in your stacks, red ones too.",
    )

    def set_up(self) -> None:
        self.near = hexagons(self.text)
        self.piles: dict[Cell, list[int]] = {}
        self.turns = 0

    def jumps(self, player: int) -> set[Move]:
        found = set[Move]()
        for cell, pile in self.piles.items():
            if pile[-1] == player and sum(other in self.piles for other in self.near[cell]) < 6:
                found |= {("jump", cell, to) for way in HEXAGONS.values() if (to := moved(cell, way, len(pile))) in self.piles}
        return found

    def moves(self) -> set[Move]:
        if self.turns < 49:
            return {("place", cell) for cell in self.near if cell not in self.piles}
        return self.jumps(self.mover) or {("pass",)}

    def play(self, move: Move) -> None:
        again = False
        if move[0] == "place":
            self.piles[move[1]] = [2 if self.turns < 3 else self.mover]
            again = self.turns == 48
        elif move[0] == "jump":
            self.piles[move[2]] = self.piles[move[2]] + self.piles.pop(move[1])
            for part in parts(self.piles, self.near):
                if not any(2 in self.piles[cell] for cell in part):
                    for cell in part:
                        del self.piles[cell]
        self.turns, self.mover = self.turns + 1, self.mover if again else 1 - self.mover
        if self.turns >= 49 and not self.jumps(0) and not self.jumps(1):
            score = [sum(len(pile) for pile in self.piles.values() if pile[-1] == player) for player in (0, 1)]
            self.over, self.winner = True, None if score[0] == score[1] else int(score[1] > score[0])


class Bug(Base):
    sentences = (
        'The number of groups of "bugs" is at most 1.',
        "the number of own bugs of x is 1.",
        "Then you must go on, in the same turn, with the move Eat again if you can.",
        "If it is your turn and you cannot move, you win.",
    )

    def set_up(self) -> None:
        self.near = hexagons(self.text)
        self.eating = False

    def groups(self, player: int) -> list[set[Cell]]:
        return parts(self.of(player), self.near)

    def own(self, cell: Cell) -> list[set[Cell]]:
        return [g for g in self.groups(self.mover) if cell not in g and any(other in g for other in self.near[cell])]

    @staticmethod
    def shapes(group: set[Cell]) -> list[list[tuple[int, int]]]:
        """The group turned and mirrored, each laid against the same corner."""
        found = []
        axes = [(*(x, y), -x - y) for x, y in map(place, group)]
        for i in range(3):
            for j in range(3):
                for s in (1, -1):
                    if i != j:
                        turned = sorted((s * a[i], s * a[j]) for a in axes)
                        found.append([(x - turned[0][0], y - turned[0][1]) for x, y in turned])
        return found

    def food(self, bug: set[Cell]) -> set[Cell]:
        fixed = self.shapes(bug)[0]
        return {cell for group in self.groups(1 - self.mover) if len(group) == len(bug)
                and any(other in bug for cell in group for other in self.near[cell]) and fixed in self.shapes(group)
                for cell in group}  # fmt: skip

    def moves(self) -> set[Move]:
        found = set[Move]()
        for cell in self.near:
            bugs = self.own(cell)
            if self.eating:
                food = self.food(bugs[0]) if len(bugs) == 1 else set()
                if food and (cell not in self.stones or cell in food):
                    found.add(("eat", cell))
            elif cell not in self.stones and len(bugs) <= 1:
                largest = max([1, *(len(group) for player in (0, 1) for group in self.groups(player))])
                if not bugs or len(bugs[0]) < largest:
                    found.add(("place", cell))
        return found

    def play(self, move: Move) -> None:
        if move[0] == "eat":
            for cell in self.food(self.own(move[1])[0]):
                del self.stones[cell]
        self.stones[move[1]] = self.mover
        self.eating = True
        if self.moves():
            return
        self.eating, self.mover = False, 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, self.mover


class Epaminondas(Base):
    sentences = (
        'The number of cells of "opposed" is less than the number of cells of "phalanx".',
        "Put a White man on every cell of rows 1 and 2. - Put a Black man on every cell of rows 11 and 12.",
        "You win if, at the start of your turn, there are more cells of your row 12 with your men",
    )

    def set_up(self) -> None:
        self.cells = square(14, 12)
        self.stones = {cell: int(place(cell)[1] > 2) for cell in self.cells if place(cell)[1] in (1, 2, 11, 12)}

    def row(self, cell: Cell, way: tuple[int, int], owner: int) -> list[Cell]:
        found = [cell]
        for at in ray(cell, way, self.cells):
            if self.stones.get(at) != owner:
                break
            found.append(at)
        return found

    def moves(self) -> set[Move]:
        found = set[Move]()
        for cell in self.of(self.mover):
            for way in ALL_WAYS:
                line = self.row(cell, way, self.mover)
                for t in list(ray(cell, way, self.cells))[len(line) - 1:2 * len(line) - 1]:  # fmt: skip
                    enemy = self.stones.get(t)
                    opposed = 0 if enemy is None else len(self.row(t, way, 1 - self.mover))
                    if enemy != self.mover and opposed < len(line):
                        found.add((cell, NAMES[way], t))
                    if enemy is not None:
                        break
        return found

    def play(self, move: Move) -> None:
        cell, name, t = move
        way = COMPASS[name]
        line = self.row(cell, way, self.mover)
        opposed = self.row(t, way, 1 - self.mover) if t in self.stones else []
        for each in (*line, *opposed):
            self.stones.pop(each, None)
        self.stones |= {moved(t, way, -i): self.mover for i in range(len(line))}
        self.mover = 1 - self.mover
        far, near = (1, 12) if self.mover else (12, 1)
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover
        elif self.home(self.mover, far) > self.home(1 - self.mover, near):
            self.over, self.winner = True, self.mover

    def home(self, player: int, row: int) -> int:
        return sum(place(cell)[1] == row for cell in self.of(player))


class Phutball(Base):
    sentences = (
        'Put a man on a cell c that is not in the region "beyond".',
        "Put a ball on i11.",
        "Then you may go on, in the same turn, with the move Jump again (c is now t), or stop there.",
    )

    def set_up(self) -> None:
        self.cells = [cell for cell in square(17, 21) if cell[0] not in "aq" or place(cell)[1] in (1, 21)]
        out = self.text.partition("The cells that are left out are ")[2].partition(".")[0].replace(" and ", ", ").split(", ")
        assert {*square(17, 21)} - {*out} == {*self.cells}
        self.ball, self.men, self.jumped = "i11", set[Cell](), False

    def jumps(self) -> dict[Cell, list[Cell]]:
        found = {}
        for way in ALL_WAYS:
            over = []
            for at in ray(self.ball, way, self.cells):
                if at not in self.men:
                    if over:
                        found[at] = over
                    break
                over.append(at)
        return found

    def moves(self) -> set[Move]:
        jumps: set[Move] = {("jump", self.ball, to) for to in self.jumps()}
        if self.jumped:
            return jumps | {("stop",)}
        return jumps | {("place", cell) for cell in self.cells if place(cell)[1] not in (1, 21) and cell != self.ball
                        and cell not in self.men}  # fmt: skip

    def play(self, move: Move) -> None:
        if move[0] == "jump":
            self.men -= set(self.jumps()[move[2]])
            self.ball, self.jumped = move[2], True
            if self.jumps():
                return
        elif move[0] == "place":
            self.men.add(move[1])
        self.jumped = False
        row = place(self.ball)[1]
        if row >= 20 or row <= 2:
            self.over, self.winner = True, int(row <= 2)
        self.mover = 1 - self.mover


class Surakarta(Base):
    sentences = (
        "Put a First stone on every cell of rows 1 and 2. - Put a Second stone on every cell of rows 5 and 6.",
        'Fifty turns without a capture: "quiet" is at least 50.',
        "Equal scores are a draw.",
    )

    def set_up(self) -> None:
        self.cells, self.quiet = square(6, 6), 0
        self.stones = {cell: int(place(cell)[1] > 2) for cell in self.cells if place(cell)[1] in (1, 2, 5, 6)}

        def row(number: int) -> list[Cell]:
            return [named(column, number) for column in range(6)]

        def column(number: int) -> list[Cell]:
            return [named(number - 1, up) for up in range(1, 7)]

        inner = row(2) + column(5) + row(5)[::-1] + column(2)[::-1]
        outer = row(3) + column(4) + row(4)[::-1] + column(3)[::-1]
        self.rings = [inner, outer, inner[::-1], outer[::-1]]

    def met(self, cell: Cell) -> set[Cell]:
        found = set[Cell]()
        for ring in self.rings:
            for i in (number for number, at in enumerate(ring) if at == cell):
                goal = next((j for j in range(i + 1, i + 24) if ring[j % 24] in self.stones and ring[j % 24] != cell), i)
                if goal // 6 != i // 6:
                    found.add(ring[goal % 24])
        return found

    def moves(self) -> set[Move]:
        own = self.of(self.mover)
        found: set[Move] = {("step", cell, to) for cell in own for way in ALL_WAYS if (to := moved(cell, way)) in self.cells
                            and to not in self.stones}  # fmt: skip
        return found | {("capture", cell, to) for cell in own for to in self.met(cell) if self.stones.get(to) == 1 - self.mover}

    def play(self, move: Move) -> None:
        self.quiet = self.quiet + 1 if move[0] == "step" else 0
        self.stones[move[2]] = self.stones.pop(move[1])
        self.mover = 1 - self.mover
        one, other = len(self.of(0)), len(self.of(1))
        if not one or not other or self.quiet >= 50 or not self.moves():
            self.over, self.winner = True, None if one == other else int(other > one)


class Dameo(Base):
    sentences = (
        'Remove any piece from every cell of "captured".',
        "If you can make the move Capture, you must.",
        "Then you must go on, in the same turn, with the move Capture again (c is now t) if you can.",
        'Only kings have moved for long: "quiet" is at least 50.',
    )

    def set_up(self) -> None:
        self.cells, self.quiet = square(8, 8), 0
        self.men: dict[Cell, tuple[int, bool]] = {}
        for row, first, last in ((1, 0, 7), (2, 1, 6), (3, 2, 5)):
            for column in range(first, last + 1):
                self.men[named(column, row)] = 0, False
                self.men[named(column, 9 - row)] = 1, False
        self.captured, self.capturing = set[Cell](), ""

    def captures(self, cell: Cell) -> dict[Move, Cell]:
        """Each capture with its victim."""
        found: dict[Move, Cell] = {}
        king = self.men[cell][1]
        for way in STEPS:
            line = list(ray(cell, way, self.cells))
            victim = next((at for at in line if at in self.men), None) if king else next(iter(line), None)
            if victim is None or victim in self.captured or self.men.get(victim, (self.mover,))[0] == self.mover:
                continue
            for at in list(ray(victim, way, self.cells))[: 8 if king else 1]:
                if at in self.men:
                    break
                found["capture", cell, NAMES[way], at] = victim
        return found

    def most(self, cell: Cell) -> int:
        return max((self.after(move, victim) for move, victim in self.captures(cell).items()), default=len(self.captured))

    def after(self, move: Move, victim: Cell) -> int:
        self.captured.add(victim)
        self.men[move[3]] = self.men.pop(move[1])
        best = self.most(move[3])
        self.men[move[1]] = self.men.pop(move[3])
        self.captured.remove(victim)
        return best

    def moves(self) -> set[Move]:
        own = [self.capturing] if self.capturing else [cell for cell, man in self.men.items() if man[0] == self.mover]
        captures = {move: self.after(move, victim) for cell in own for move, victim in self.captures(cell).items()}
        if captures or self.capturing:
            return {move for move, count in captures.items() if count == max(captures.values())}
        found, ahead = set[Move](), -1 if self.mover else 1
        for cell in own:
            king = self.men[cell][1]
            for way in ALL_WAYS:
                if king:
                    for at in ray(cell, way, self.cells):
                        if at in self.men:
                            break
                        found.add(("fly", cell, at))
                elif way[1] == ahead:
                    at = next((at for at in ray(cell, way, self.cells) if self.men.get(at) != (self.mover, False)), None)
                    if at is not None and at not in self.men:
                        found.add(("march", cell, at))
        return found

    def play(self, move: Move) -> None:
        start, to = move[1], move[-1]
        self.quiet = self.quiet + 1 if move[0] == "fly" else 0
        if move[0] == "capture":
            self.captured.add(self.captures(start)[move])
        self.men[to] = self.men.pop(start)
        if move[0] == "capture" and self.captures(to):
            self.capturing = to
            return
        for cell in self.captured:
            del self.men[cell]
        last = 8 if self.mover == 0 else 1
        self.men = {c: (o, king or (o == self.mover and place(c)[1] == last)) for c, (o, king) in self.men.items()}
        self.captured, self.capturing, self.mover = set(), "", 1 - self.mover
        moves = self.moves()
        if not moves:
            self.over, self.winner = True, 1 - self.mover
        lone = sorted(self.men.values()) == [(0, True), (1, True)]
        self.over = self.over or (lone and not any(move[0] == "capture" for move in moves)) or self.quiet >= 50


class ChineseCheckers(Base):
    sentences = (
        "t is not a cell where the man has been in this turn.",
        "c is from now on among the cells where the man has been in this turn.",
        "There is a man of any side on the cell next",
        "Then you may go on, in the same turn, with the move Hop again (c is now t), or stop there.",
    )
    winner: int | None

    @cached_property
    def near(self) -> dict[Cell, list[Cell]]:
        return hexagons(self.text)

    def listed(self, before: str) -> list[Cell]:
        return self.text.partition(before)[2].partition(".")[0].replace(" and ", ", ").split(", ")

    def set_up(self) -> None:
        names = self.text.partition("Three players, ")[2].partition(", take turns")[0].replace(" and ", ", ").split(", ")
        sides = dict(part.split(" (") for part in self.text.partition("The sides of the board are ")[2].partition(").")[0]
                     .replace("), and ", "), ").split("), "))  # fmt: skip
        self.goals = []
        for player, name in enumerate(names):
            self.stones |= dict.fromkeys(self.listed(f"Put a {name} man on each of "), player)
            side = self.text.partition(f"{name}'s goal is the ")[2].partition(" side")[0]
            self.goals.append(sides[side].replace(" and ", ", ").split(", "))
        self.been, self.hopping, self.turns = set[Cell](), "", 0

    def hops(self, cell: Cell) -> set[Move]:
        return {("hop", cell, name) for name, way in HEXAGONS.items() if moved(cell, way) in self.stones
                and (to := moved(cell, way, 2)) in self.near and to not in self.stones and to not in self.been}  # fmt: skip

    def moves(self) -> set[Move]:
        if self.hopping:
            return self.hops(self.hopping) | {("stop",)}
        found = set[Move]()
        for cell in self.of(self.mover):
            found |= self.hops(cell) | {("step", cell, to) for to in self.near[cell] if to not in self.stones}
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "step":
            self.stones[move[2]] = self.stones.pop(move[1])
        elif move[0] == "hop":
            self.hopping = moved(move[1], HEXAGONS[move[2]], 2)
            self.stones[self.hopping] = self.stones.pop(move[1])
            self.been.add(move[1])
            if self.hops(self.hopping):
                return
        self.turns += 1
        if all(self.stones.get(cell) == self.mover for cell in self.goals[self.mover]):
            self.over, self.winner = True, self.mover
        self.over = self.over or self.turns == 300
        self.been, self.hopping, self.mover = set(), "", (self.mover + 1) % 3


CASES: list[tuple[Path, Callable[[str], Written], int]] = [
    (UNUSUAL / "bug.yaml", Bug, 120),
    (UNUSUAL / "surakarta.yaml", Surakarta, 300),
    (UNUSUAL / "phutball.yaml", Phutball, 120),
    (UNUSUAL / "epaminondas.yaml", Epaminondas, 200),
    (UNUSUAL / "dameo.yaml", Dameo, 300),
    (GAMES / "dvonn.yaml", Dvonn, 120),
    (GAMES / "chinese-checkers.yaml", ChineseCheckers, 150),
]
IDS = [path.stem for path, _, _ in CASES]
OPTIONS: dict[str, dict[str, int]] = {"chinese-checkers": {"seats": 3}}


def options(path: Path) -> dict[str, int]:
    return OPTIONS.get(path.stem, {})


@pytest.mark.parametrize(("path", "written", "plies"), CASES, ids=IDS)
def test_a_few_games_written_from_the_text_are_the_games(path: Path, written: Callable[[str], Written], plies: int) -> None:
    compared(load(path, **options(path)), written, plies=min(plies, 12), games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "written", "plies"), CASES, ids=IDS)
def test_games_written_from_the_text_are_the_games(path: Path, written: Callable[[str], Written], plies: int) -> None:
    compared(load(path, **options(path)), written, plies=plies)
