"""Backgammon and Lasca, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import COMPASS, moved

Points = tuple[int, ...]
"""For each of 24 points how many checkers stand there: White's above 0, Black's below."""


class Backgammon(Base):
    sentences = (
        "Put two White checkers on p24. - Put five White checkers on p13. - Put three White checkers on p8.",
        "Put five White checkers on p6.",
        "Put two Black checkers on p1. - Put five Black checkers on p12. - Put three Black checkers on p17.",
        "Put five Black checkers on p19.",
        "If at least one turn has been played:",
        "If the first die equals the second die, the dice still to play are now the first die, 4 times over",
        "there is no checker of yours outside the points of your home",
        "the number of dice still to play is least; if that leaves several, one at the end of which the sum",
        "You must make a move if you can. If you cannot, you pass.",
    )  # fmt: skip

    def set_up(self) -> None:
        points = [0] * 24
        for number, count in ((24, 2), (13, 5), (8, 3), (6, 5), (1, -2), (12, -5), (17, -3), (19, -5)):
            points[number - 1] = count
        self.points: Points = tuple(points)
        self.bar: Points = (0, 0)
        self.off, self.turns = [0, 0], 0
        self.rolled: list[int] = []
        self.dice: Points = ()

    def moves(self) -> set[Move]:
        if len(self.rolled) < 2:
            other = self.rolled if not self.turns else []
            return {("roll", str(number)) for number in range(1, 7) if number not in other}
        ways = steps(self.mover, self.points, self.bar, self.dice)
        best = min((least_left(self.mover, *after) for after in ways.values()), default=None)
        return {move for move, after in ways.items() if least_left(self.mover, *after) == best} or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "roll":
            self.rolled.append(int(move[1]))
            if len(self.rolled) == 2:
                white, black = self.rolled
                self.dice = (white,) * 4 if white == black else (white, black)
                self.mover = self.mover if self.turns else int(white < black)
            return
        if move[0] != "pass":
            self.off[self.mover] += move[0] == "bear"
            self.points, self.bar, self.dice = steps(self.mover, self.points, self.bar, self.dice)[move]
            if steps(self.mover, self.points, self.bar, self.dice):
                return
        if self.off[self.mover] == 15:
            self.over, self.winner = True, self.mover
            self.scores = {"White": 0, "Black": 0}
            self.scores["Black" if self.mover else "White"] = self.worth(1 - self.mover)
        self.rolled, self.turns, self.mover = [], self.turns + 1, 1 - self.mover

    def worth(self, loser: int) -> int:
        if self.off[loser]:
            return 1
        home = self.points[18:] if loser == 0 else self.points[:6]
        return 3 if self.bar[loser] or any(count * sign(loser) > 0 for count in home) else 2


def sign(player: int) -> int:
    return -1 if player else 1


def pips(player: int, number: int) -> int:
    return 25 - number if player else number


@cache
def steps(player: int, points: Points, bar: tuple[int, ...], dice: Points) -> dict[Move, tuple[Points, tuple[int, ...], Points]]:
    """The moves with one die, and the points, bar and dice after each."""
    own = [number for number in range(1, 25) if points[number - 1] * sign(player) > 0]
    found: dict[Move, tuple[Points, tuple[int, ...], Points]] = {}
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        if bar[player]:
            tries: list[tuple[Move, int | None, int | None]] = [(("enter", str(die)), None, pips(player, 25 - die))]
        else:
            tries = [(("run", f"p{c}", str(die)), c, pips(player, pips(player, c) - die)) for c in own]
            if max((pips(player, c) for c in own), default=25) <= 6:
                most = max(pips(player, c) for c in own)
                tries += [
                    (("bear", f"p{c}", str(die)), c, None) for c in own if die == pips(player, c) or die > pips(player, c) == most
                ]
        for move, start, to in tries:
            new, waiting = list(points), list(bar)
            if to is not None and (not 1 <= to <= 24 or points[to - 1] * sign(player) < -1):
                continue
            if start is None:
                waiting[player] -= 1
            else:
                new[start - 1] -= sign(player)
            if to is not None:
                if new[to - 1] * sign(player) == -1:
                    new[to - 1] = 0
                    waiting[1 - player] += 1
                new[to - 1] += sign(player)
            found[move] = tuple(new), tuple(waiting), tuple(left)
    return found


@cache
def least_left(player: int, points: Points, bar: tuple[int, ...], dice: Points) -> tuple[int, int]:
    """How few dice can be left at the end of the turn, and how small their sum."""
    after = steps(player, points, bar, dice).values()
    return min((least_left(player, *each) for each in after), default=(len(dice), sum(dice)))


class Lasca(Base):
    sentences = (
        "Put a White soldier on each of a1, c1, e1, g1, b2, d2, f2, a3, c3, e3 and g3.",
        "If you can make the move Jump, you must. Otherwise you make the move Step.",
        "Choose a cell c with a piece of yours on top, and a direction d in which the piece on c may go.",
        "Move the top piece from the cell jumped over to the bottom of t.",
        "If it is your turn and you cannot move, you lose.",
        "The game is a draw if the same position comes up for the third time with the same player to move.",
    )

    def set_up(self) -> None:
        dark = [cell for cell in square(7, 7) if sum(place(cell)) % 2]
        self.piles: dict[Cell, list[tuple[int, bool]]] = {cell: [] for cell in square(7, 7)}
        for cell in dark:
            if place(cell)[1] != 4:
                self.piles[cell].append((int(place(cell)[1] > 4), False))
        self.jumped, self.jumping = set[Cell](), ""
        self.met = [self.position()]

    def position(self) -> object:
        return self.mover, tuple(tuple(pile) for pile in self.piles.values())

    def ways(self, cell: Cell) -> list[str]:
        ahead = "south" if self.mover else "north"
        return [name for name, way in COMPASS.items() if 0 not in way and (self.piles[cell][-1][1] or ahead in name)]

    def own(self) -> list[Cell]:
        return [cell for cell, pile in self.piles.items() if pile and pile[-1][0] == self.mover]

    def jumps(self, cell: Cell) -> set[Move]:
        found = set[Move]()
        for name in self.ways(cell):
            over, to = moved(cell, COMPASS[name]), moved(cell, COMPASS[name], 2)
            enemy = self.piles.get(over, [])
            if enemy and enemy[-1][0] != self.mover and self.piles.get(to) == [] and over not in self.jumped:
                found.add(("jump", cell, name))
        return found

    def moves(self) -> set[Move]:
        if self.jumping:
            return self.jumps(self.jumping)
        jumps = set().union(*map(self.jumps, self.own()))
        return jumps or {("step", cell, to) for cell in self.own() for name in self.ways(cell)
                         if self.piles.get(to := moved(cell, COMPASS[name])) == []}  # fmt: skip

    def play(self, move: Move) -> None:
        cell, jumps = move[1], move[0] == "jump"
        to = moved(cell, COMPASS[move[2]], 2) if jumps else move[2]
        pile, self.piles[cell] = self.piles[cell], []
        owner, officer = pile[-1]
        crowned = not officer and place(to)[1] == (1 if self.mover else 7)
        pile[-1] = (owner, officer or crowned)
        if jumps:
            over = moved(cell, COMPASS[move[2]])
            pile.insert(0, self.piles[over].pop())
            self.jumped.add(over)
        self.piles[to] = pile
        if jumps and not crowned and self.jumps(to):
            self.jumping = to
            return
        self.jumped, self.jumping, self.mover = set(), "", 1 - self.mover
        self.met.append(self.position())
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover
        self.over = self.over or self.met.count(self.met[-1]) == 3


@pytest.mark.parametrize(("name", "written"), [("lasca", Lasca), ("backgammon", Backgammon)])
def test_a_few_games_written_from_the_text_are_the_games(name: str, written: Callable[[str], Written]) -> None:
    compared(load(name), written, plies=80, games=5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "written"), [("lasca", Lasca), ("backgammon", Backgammon)])
def test_whole_games_written_from_the_text_are_the_games(name: str, written: Callable[[str], Written]) -> None:
    compared(load(name), written, plies=900)
