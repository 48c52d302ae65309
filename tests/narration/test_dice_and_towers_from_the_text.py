"""Backgammon and Lasca, written from their texts alone and played beside ggl.

Where the texts leave a choice, the programs were written with these readings, before they were compared:

- Whoever bears off the last checker has won at once. The dice that are then left count as still to play, so that a way to play
  the turn which uses more of them comes first.
- While the first two dice are rolled, it is the turn of the player who is named first.
- A position of Lasca is met at the start of a turn, not between two jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache
from itertools import groupby
from typing import Any

import pytest

from ggl.play.game import State
from ggl.play.loading import load
from tests.narration.test_from_the_text import GAMES, Cell, Written, compared, everything, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import COMPASS, moved

SIDES, KINDS = ("White", "Black"), ("soldier", "officer")
Count = tuple[int, ...]
"""How many checkers of a player stand on each of the player's points; 0 are those borne off, and 25 is the bar."""
Step = tuple[int, int]
"""The point that a checker leaves, and the die that takes it on."""


def shown(piece: str, number: int) -> str:
    return piece if number == 1 else f"{number} {piece}"


def steps(own: Count, dice: Count, shut: frozenset[int]) -> Iterator[Step]:
    home = not any(own[7:])
    for die in {*dice}:
        for point in (25,) if own[25] else range(1, 25):
            if not own[point]:
                continue
            if point > die:
                if point - die not in shut:
                    yield point, die
            elif home and (die == point or not any(own[point + 1 :])):
                yield point, die


def after(own: Count, step: Step) -> Count:
    point, die = step
    left = list(own)
    left[point] -= 1
    left[max(point - die, 0)] += 1
    return tuple(left)


def without(dice: Count, die: int) -> Count:
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(maxsize=50_000)
def least(own: Count, dice: Count, shut: frozenset[int]) -> tuple[int, int]:
    """The number and the sum of the dice that a turn leaves at best. What is hit on the way opens no point and closes none."""
    ways = [] if own[0] == 15 else list(steps(own, dice, shut))
    return min((least(after(own, way), without(dice, way[1]), shut) for way in ways), default=(len(dice), sum(dice)))


class Backgammon(Base):
    sentences = (
        "The board is a track of 24 points in a row. The points are named p1 to p24.",
        "Each side has checkers, none in its bar at first. Up to 15 of one side may stand on one point.",
        "Put two White checkers on p24. - Put five White checkers on p13. - Put three White checkers on p8. "
        "- Put five White checkers on p6. - Put two Black checkers on p1. - Put five Black checkers on p12. "
        "- Put three Black checkers on p17. - Put five Black checkers on p19.",
        "Roll the first die: a number from 1 to 6. - Roll the second die: a number from 1 to 6 that is not the first die. "
        "- If the first die is more than the second die, White moves first; otherwise Black moves first. "
        "- The dice still to play are now the first die and the second die.",
        "After a move you move again, in the same turn, if you can, as long as there is a die still to play.",
        "You must make a move if you can. If you cannot, you pass.",
        "Of all the ways to play your whole turn, you must choose one at the end of which the number of dice still to play is "
        "least; if that leaves several, one at the end of which the sum of the dice still to play is least.",
        "If at least one turn has been played:",
        "If the first die equals the second die, the dice still to play are now the first die, 4 times over; otherwise the dice "
        "still to play are now the first die and the second die.",
        "Let t be your point number (25 minus d).",
        "You have a checker on the bar. - The point is open: t is open.",
        "Choose a point c with a checker of yours and a die d still to play. Let t be the point d steps on from c.",
        "You have no checker on the bar. - The point is open: t is open.",
        "Choose a point c of your home that has a checker of yours, and a die d still to play.",
        "you have no checker on the bar and there is no checker of yours outside the points of your home.",
        "d equals the pips of c, or d is more than the pips of c and there is no point x with a checker of yours for which the "
        "pips of x come to more than the pips of c.",
        "You are not the winner: 0. - The number of your opponent's checkers borne off is more than 0: 1. - Your opponent has a "
        "checker on the bar or there is a point of your home that has a checker of your opponent: 3. - Otherwise: 2.",
        "Return one enemy checker on t to its owner's bar.",
        "A player p's point number n is point n if p is White, otherwise point number (25 minus n).",
        "t is on the board. - There is no enemy checker on t or there is at most one checker on t.",
        "The point d steps on from a point c is point number (the number of c minus d) if you are White, otherwise point number "
        "(the number of c plus d).",
        "The points of a player p's home are, for every number n from 1 to 6, p's point number n.",
        "The pips of a point c are the number of c if you are White, otherwise 25 minus the number of c.",
    )

    def set_up(self) -> None:
        men = {24: 2, 13: 5, 8: 3, 6: 5}
        self.count: list[Count] = [tuple(men.get(point, 0) for point in range(26))] * 2
        self.rolled: Count = ()
        self.dice: Count = ()
        self.first, self.moved = True, False
        self.scores = dict.fromkeys(SIDES, 0)

    @property
    def shut(self) -> frozenset[int]:
        """The mover's points on which two or more enemy checkers stand."""
        enemy = self.count[1 - self.mover]
        return frozenset(25 - point for point in range(1, 25) if enemy[point] >= 2)

    def told(self, step: Step) -> Move:
        """A move as ggl names it; the points of Black are counted from the other end."""
        point, die = step
        cell = f"p{25 - point if self.mover else point}"
        return ("enter", str(die)) if point == 25 else ("run" if point > die else "bear", cell, str(die))

    def ways(self) -> dict[Move, Step]:
        """What the dice let the mover do, whatever comes of it."""
        return {self.told(step): step for step in steps(self.count[self.mover], self.dice, self.shut)}

    def moves(self) -> set[Move]:
        if len(self.rolled) < 2:
            barred = self.rolled if self.first else ()
            return {("roll", str(number)) for number in range(1, 7) if number not in barred}
        own, dice, shut = self.count[self.mover], self.dice, self.shut
        best = least(own, dice, shut)
        ways = self.ways().items()
        found = {move for move, way in ways if least(after(own, way), without(dice, way[1]), shut) == best}
        return found or {("pass",)}

    def play(self, move: Move) -> None:
        if move[0] == "roll":
            self.rolled += (int(move[1]),)
            if len(self.rolled) == 2:
                one, other = self.rolled
                self.dice = self.rolled * 2 if one == other else self.rolled
                if self.first:
                    self.mover = 0 if one > other else 1
            return
        if move[0] != "pass":
            point, die = self.ways()[move]
            self.count[self.mover] = after(self.count[self.mover], (point, die))
            self.dice = without(self.dice, die)
            enemy, to = self.count[1 - self.mover], point - die
            if to > 0 and enemy[25 - to]:
                self.count[1 - self.mover] = tuple(number - (at == 25 - to) + (at == 25) for at, number in enumerate(enemy))
            if self.count[self.mover][0] == 15:
                self.win()
                return
            if self.ways():
                return
        self.rolled, self.dice, self.first, self.mover = (), (), False, 1 - self.mover

    def win(self) -> None:
        self.over, self.winner = True, self.mover
        enemy = self.count[1 - self.mover]
        self.scores[SIDES[self.mover]] = 1 if enemy[0] else 3 if any(enemy[19:]) else 2

    def pieces(self) -> dict[Cell, str | None]:
        found: dict[Cell, str | None] = dict.fromkeys((f"p{number}" for number in range(1, 25)), None)
        for player, name in enumerate(SIDES):
            for point in range(1, 25):
                if number := self.count[player][point]:
                    found[f"p{25 - point if player else point}"] = shown(f"{name} checker", number)
        return found


Piece = tuple[int, bool]
"""Whose it is, and whether it is an officer."""


class Lasca(Base):
    sentences = (
        "Each side has eleven soldiers. Pieces of any side may stand on top of each other on one cell.",
        "Put a White soldier on each of a1, c1, e1, g1, b2, d2, f2, a3, c3, e3 and g3. - Put a Black soldier on each of a5, c5, "
        "e5, g5, b6, d6, f6, a7, c7, e7 and g7.",
        "If you can make the move Jump, you must. Otherwise you make the move Step.",
        "Choose a cell c with a piece of yours on top, and a direction d in which the piece on c may go. Let the cell jumped "
        "over be the cell next to c in direction d. Let t be the cell two steps from c in direction d.",
        "This jump makes an officer if there is a soldier of yours on top of c and t is in your row 7.",
        "There is an enemy piece on top of the cell jumped over. - t is empty. - The cell jumped over is not a cell jumped over "
        "in this turn.",
        "Move everything on c to t. - Move the top piece from the cell jumped over to the bottom of t. - If this jump makes an "
        "officer, the piece on t becomes an officer. - The cell jumped over is from now on among the cells jumped over in this "
        "turn.",
        "If after that this jump makes no officer, you must go on, in the same turn, with the move Jump again (c is now t) if "
        "you can.",
        "Choose a cell c with a piece of yours on top, and an empty cell t one step from c in one of the directions in which "
        "the piece on c may go.",
        "If t is in your row 7, the piece on t becomes an officer.",
        "the diagonal directions if there is an officer on top of c, otherwise the directions slanting to the left or right of "
        "your forward direction.",
        "A position is the same when the same pieces stand in the same places and the same side is to move. The position at the "
        "start counts too.",
        "A player's rows are counted from that player's own edge of the board, looking forward.",
        "Off the board there is no cell: a place there is neither empty nor occupied.",
    )

    def set_up(self) -> None:
        self.cells = square(7, 7)
        self.piles: dict[Cell, tuple[Piece, ...]] = {}
        for player, name in enumerate(SIDES):
            told = self.text.partition(f"Put a {name} soldier on each of ")[2].partition(".")[0]
            self.piles |= dict.fromkeys(told.replace(" and ", ", ").split(", "), ((player, False),))
        self.jumped, self.jumping = frozenset[Cell](), ""
        self.met = [self.position()]

    def position(self) -> object:
        return self.mover, frozenset(self.piles.items())

    def own(self) -> list[Cell]:
        return [cell for cell, pile in self.piles.items() if pile[-1][0] == self.mover]

    def ways(self, cell: Cell) -> dict[str, tuple[int, int]]:
        ahead = -1 if self.mover else 1
        slanted = {name: way for name, way in COMPASS.items() if 0 not in way}
        return slanted if self.piles[cell][-1][1] else {name: way for name, way in slanted.items() if way[1] == ahead}

    def jumps(self, cell: Cell, jumped: frozenset[Cell]) -> dict[Move, Cell]:
        """Each jump of a tower with the cell where it ends."""
        return {("jump", cell, name): to for name, way in self.ways(cell).items()
                if self.piles.get(over := moved(cell, way), ((self.mover, False),))[-1][0] != self.mover
                and (to := moved(cell, way, 2)) in self.cells and to not in self.piles and over not in jumped}  # fmt: skip

    def moves(self) -> set[Move]:
        if self.jumping:
            return {*self.jumps(self.jumping, self.jumped)}
        jumps = {jump for cell in self.own() for jump in self.jumps(cell, self.jumped)}
        return jumps or {("step", cell, to) for cell in self.own() for way in self.ways(cell).values()
                         if (to := moved(cell, way)) in self.cells and to not in self.piles}  # fmt: skip

    def play(self, move: Move) -> None:
        kind, cell, where = move
        to = where if kind == "step" else self.jumps(cell, self.jumped)[move]
        pile = self.piles.pop(cell)
        made = not pile[-1][1] and place(to)[1] == (1 if self.mover else 7)
        if made:
            pile = (*pile[:-1], (self.mover, True))
        if kind == "jump":
            over = moved(cell, COMPASS[where])
            *left, taken = self.piles.pop(over)
            if left:
                self.piles[over] = tuple(left)
            pile = (taken, *pile)
            self.jumped |= {over}
        self.piles[to] = pile
        if kind == "jump" and not made and self.jumps(to, self.jumped):
            self.jumping = to
            return
        self.jumped, self.jumping, self.mover = frozenset(), "", 1 - self.mover
        self.met.append(self.position())
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover
        elif self.met.count(self.met[-1]) == 3:
            self.over = True

    def pieces(self) -> dict[Cell, str | None]:
        found: dict[Cell, str | None] = dict.fromkeys(self.cells, None)
        for cell, pile in self.piles.items():
            runs = [(piece, len([*same])) for piece, same in groupby(pile)]
            found[cell] = " under ".join(shown(f"{SIDES[owner]} {KINDS[officer]}", number) for (owner, officer), number in runs)
        return found


def same_pieces(state: State, mine: Any) -> None:
    assert {cell: state.piece_at(cell) for cell in mine.pieces()} == mine.pieces(), state.ply


FEW: list[tuple[str, Callable[[str], Written]]] = [("backgammon", Backgammon), ("lasca", Lasca)]


@pytest.mark.parametrize(("name", "written"), FEW, ids=["backgammon", "lasca"])
def test_a_few_plies_written_from_the_text_are_those_of_the_game(name: str, written: Callable[[str], Written]) -> None:
    compared(load(name), written, plies=24, games=1, also=same_pieces)


# -------------------------------------------------------------------------------------------------- what is rare


def races(mine: Backgammon, move: Move) -> bool:
    """White brings its rearmost checker on, and Black its foremost."""
    points = {other: mine.ways()[other][0] for other in mine.moves() if other[0] not in ("roll", "pass")}
    return move not in points or points[move] == (min if mine.mover else max)(points.values())


def hit(mine: Backgammon, move: Move) -> bool:
    point, die = mine.ways().get(move, (0, 0))
    return point > die and mine.count[1 - mine.mover][25 - point + die] > 0


def hits(mine: Backgammon, move: Move) -> bool:
    return move[0] == "roll" or hit(mine, move)


def single(mine: Backgammon, numbers: int) -> bool:
    """Whether just one of two different numbers can be played, and so many of them at first."""
    one_left = len({*mine.dice}) == 2 and least(mine.count[mine.mover], mine.dice, mine.shut)[0] == 1
    return one_left and len({die for _, die in mine.ways().values()}) == numbers


def win_must_wait(mine: Backgammon) -> bool:
    return mine.count[mine.mover][0] == 14 and any(move[0] == "bear" for move in {*mine.ways()} - mine.moves())


def scored(score: int) -> Callable[[Any], bool]:
    return lambda mine: mine.over and max(mine.scores.values()) == score


def goes_on_foremost(mine: Lasca, move: Move) -> bool:
    rows = {other: place(other[1])[1] * (-1 if mine.mover else 1) for other in mine.moves()}
    return rows[move] == max(rows.values())


def moves_the_tallest(mine: Lasca, move: Move) -> bool:
    return len(mine.piles[move[1]]) == max(len(mine.piles[other[1]]) for other in mine.moves())


def promoted(mine: Lasca, kind: str) -> dict[Move, Cell]:
    """The moves of a kind that make an officer, with the cells where they end."""
    moves = [move for move in mine.moves() if move[0] == kind]
    ends = {move: mine.jumps(move[1], mine.jumped)[move] if kind == "jump" else move[2] for move in moves}
    last = 1 if mine.mover else 7
    return {move: to for move, to in ends.items() if place(to)[1] == last and not mine.piles[move[1]][-1][1]}


def officer_stops(mine: Lasca) -> bool:
    """Whether a jump makes an officer that could jump again."""
    for move, to in promoted(mine, "jump").items():
        later = copy(mine)
        later.piles, later.met = dict(mine.piles), []
        later.play(move)
        later.mover = mine.mover
        if later.jumps(to, mine.jumped | {moved(move[1], COMPASS[move[2]])}):
            return True
    return False


def frees(mine: Lasca) -> bool:
    """Whether a jump leaves a piece of the mover on top of the tower that was jumped over."""
    piles = [mine.piles[moved(move[1], COMPASS[move[2]])] for move in mine.moves() if move[0] == "jump"]
    return any(len(pile) > 1 and pile[-2][0] == mine.mover for pile in piles)


Test = Callable[[Any], bool]
PLAYS: list[tuple[str, Callable[[str], Written], Callable[[Any, Move], bool], dict[str, Test]]] = [
    ("backgammon", Backgammon, everything, {f"score {score}": scored(score) for score in (1, 2, 3)}),
    ("lasca", Lasca, everything, {"a win": lambda mine: mine.winner is not None}),
    ("backgammon", Backgammon, races, {
        "a greater number bears off": lambda mine: any(die > point for point, die in mine.ways().values()),
        "a move spoils the turn": lambda mine: bool(mine.dice) and len(mine.moves()) < len(mine.ways()),
        "either number, not both": lambda mine: single(mine, 2),
        "one number only": lambda mine: single(mine, 1),
        "a win must wait": win_must_wait,
        "score 3": scored(3)}),
    ("backgammon", Backgammon, hits, {
        "a hit": lambda mine: any(hit(mine, move) for move in mine.ways()),
        "a hit on entering": lambda mine: any(move[0] == "enter" and hit(mine, move) for move in mine.ways()),
        "three on the bar": lambda mine: mine.count[mine.mover][25] >= 3,
        "all shut": lambda mine: bool(mine.dice) and mine.moves() == {("pass",)},
        "one enters, one waits": lambda mine: single(mine, 1) and mine.count[mine.mover][25] > 0}),
    ("lasca", Lasca, goes_on_foremost, {
        "a promotion by a step": lambda mine: bool(promoted(mine, "step")),
        "a promotion by a jump": lambda mine: bool(promoted(mine, "jump")),
        "an officer stops": officer_stops,
        "a piece is freed": frees,
        "a third jump": lambda mine: len(mine.jumped) >= 2,
        "not over the same cell": lambda mine: mine.jumping and len(mine.jumps(mine.jumping, frozenset())) > len(mine.moves())}),
    ("lasca", Lasca, moves_the_tallest, {
        "a tower of seven": lambda mine: any(len(pile) >= 7 for pile in mine.piles.values()),
        "no piece left": lambda mine: mine.over and not mine.own(),
        "no move left": lambda mine: mine.over and mine.winner is not None and bool(mine.own()),
        "third time": lambda mine: mine.over and mine.winner is None}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "written", "sought", "rare"), PLAYS, ids=[f"{case[0]} {case[2].__name__}" for case in PLAYS])
def test_games_written_from_the_text_are_the_games(
    name: str, written: Callable[[str], Written], sought: Callable[[Any, Move], bool], rare: dict[str, Test]
) -> None:
    """Whole games at random, and parts of games that seek what is rare until all of it has been met."""
    left, whole = {*rare}, sought is everything

    def met(state: State, mine: Any) -> None:
        same_pieces(state, mine)
        left.difference_update([what for what in left if rare[what](mine)])

    compared(load(name), written, plies=3000 if whole else 600, games=GAMES if whole else 16, sought=sought, also=met)
    assert not left
