"""Amazons, Havannah, Lines of Action, Nine Men's Morris and Othello, written from their texts alone and played beside ggl."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from itertools import pairwise, takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ggl.play.game import Game, State
from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, followed, hexagons, parts, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, between, moved

Options = dict[str, object]
Writer = Callable[[str], Written]
Test = Callable[[Any], bool]
CELL = re.compile(r"[a-z]\d+")


class OnSquares(Base):
    """A square of cells, set up by the sentences on its pieces."""

    piece: str
    sides: tuple[str, str]

    def set_up(self) -> None:
        size = int(between(self.text, "The board is a square of ", " by "))
        self.cells = {*square(size, size)}
        for player, side in enumerate(self.sides):
            begun = between(self.text, f"Put a {side} {self.piece} on each of ", ".")
            self.stones |= dict.fromkeys(CELL.findall(begun), player)

    def line(self, cell: Cell, way: tuple[int, int]) -> Iterator[Cell]:
        """The cells from one to the edge of the board, without it."""
        while (cell := moved(cell, way)) in self.cells:
            yield cell


class Amazons(OnSquares):
    sentences = (
        "Put a White amazon on each of a4, d1, g1 and j4. - Put a Black amazon on each of a7, d10, g10 and j7.",
        "Move an amazon of yours from its cell c to a cell t that can be reached from c in a straight line orthogonally or "
        "diagonally, over and onto empty cells only. Then you must go on, in the same turn, with the move Shoot (a is t) if you "
        "can.",
        "Put an arrow on a cell that can be reached from a in a straight line orthogonally or diagonally, over and onto empty "
        "cells only.",
        "Arrows belong to neither side.",
        "If it is your turn and you cannot move, you lose.",
    )
    piece, sides, arrow = "amazon", ("White", "Black"), 2
    walked: Cell | None = None
    left: Cell | None = None

    def reached(self, cell: Cell) -> set[Cell]:
        return {at for way in ALL_WAYS for at in takewhile(lambda at: at not in self.stones, self.line(cell, way))}

    def moves(self) -> set[Move]:
        if self.walked is not None:
            return {("shoot", self.walked, cell) for cell in self.reached(self.walked)}
        return {("walk", cell, to) for cell in self.of(self.mover) for to in self.reached(cell)}

    def play(self, move: Move) -> None:
        if move[0] == "walk":
            self.left, self.walked = move[1:]
            self.stones[self.walked] = self.stones.pop(self.left)
            return
        self.stones[move[2]], self.walked, self.mover = self.arrow, None, 1 - self.mover
        if not self.moves():
            self.over, self.winner = True, 1 - self.mover


class Havannah(Base):
    sentences: tuple[str, ...] = (
        "Put a stone of yours on an empty cell.",
        "You win as soon as any of these is true:",
        "some group of yours contains at least two corner cells.",
        "some group of yours includes a cell of at least three sides of the board, the corner cells not counted.",
        "some connected part of the cells without stones of yours does not include any cell at the border of the board or there "
        "is a cell c for which all six cells next to c have a stone of yours.",
        "Connected means that one can go from any cell of the set to any other, each step leading to one next to it.",
        "If the board is full and nobody has won, the game is a draw.",
    )
    pie = False

    def set_up(self) -> None:
        self.near = hexagons(self.text)
        self.cells = {*self.near}
        self.corners = {*CELL.findall(between(self.text, "The corner cells are ", "."))}
        ends = CELL.findall(between(self.text, "The sides of the board are ", ", with the corners"))
        self.edges = [self.between_corners(*ends[at : at + 2]) for at in range(0, 12, 2)]
        self.turns = 0

    def between_corners(self, first: Cell, last: Cell) -> set[Cell]:
        (column, row), (to, up) = place(first), place(last)
        count = max(abs(to - column), abs(up - row))
        way = ((to - column) // count, (up - row) // count)
        return {moved(first, way, step) for step in range(1, count)}

    def moves(self) -> set[Move]:
        return {(cell,) for cell in self.near if cell not in self.stones} | ({()} if self.pie and self.turns == 1 else set())

    def ends(self, player: int) -> set[str]:
        """What the player wins by."""
        groups = parts(self.of(player), self.near)
        found = {"bridge"} if any(len(group & self.corners) >= 2 for group in groups) else set()
        found |= {"fork"} if any(sum(bool(group & edge) for edge in self.edges) >= 3 for group in groups) else set()
        others = parts([cell for cell in self.near if self.stones.get(cell) != player], self.near)
        round_one = any(len(near) == 6 and all(self.stones.get(at) == player for at in near) for near in self.near.values())
        if round_one or any(all(len(self.near[cell]) == 6 for cell in part) for part in others):
            return found | {"ring"}
        return found

    def play(self, move: Move) -> None:
        self.turns += 1
        if not move:
            return
        self.stones[move[0]] = self.mover
        if self.ends(self.mover):
            self.over, self.winner = True, self.mover
        self.end_turn()


class HavannahWithPie(Havannah):
    sentences = (
        "After White's first move, the second player may take over White instead of moving. The first player then plays Black, "
        "and moves next. The pieces stay as they are.",
    )
    pie = True


class LinesOfAction(OnSquares):
    sentences: tuple[str, ...] = (
        "Move a man of yours from its cell c to a cell t as many steps from c, in some orthogonal or diagonal direction d, as "
        "the number of men on the line through c in direction d. Any man on t is removed first.",
        "There is no man of yours on t. - Your opponent has no man on a cell between c and t.",
        "You must make a move if you can. If you cannot, you pass.",
        "You win as soon as all your men are joined. But if both sides have all their own men joined, the "
        "game is a draw instead.",
        "The game is a draw if the same position comes up for the third time with the same player to move.",
        "each step in one of these directions and onto one of them.",
        "If a side has only one man left, its men are joined, too.",
        "The position at the start counts too.",
    )
    piece, sides = "man", ("Black", "White")
    mover_takes_all = no_repeats = False

    def set_up(self) -> None:
        super().set_up()
        self.around = {cell: [at for way in ALL_WAYS if (at := moved(cell, way)) in self.cells] for cell in self.cells}
        self.met = [self.position()]

    def position(self) -> tuple[int, frozenset[tuple[Cell, int]]]:
        return self.mover, frozenset(self.stones.items())

    def moves(self) -> set[Move]:
        found: set[Move] = set()
        for cell in self.of(self.mover):
            for way in ALL_WAYS:
                ahead = [*self.line(cell, way)]
                behind = self.line(cell, (-way[0], -way[1]))
                count = 1 + sum(at in self.stones for at in (*ahead, *behind))
                if count > len(ahead) or self.stones.get(ahead[count - 1]) == self.mover:
                    continue
                if all(self.stones.get(at) != 1 - self.mover for at in ahead[: count - 1]):
                    found.add((cell, ahead[count - 1]))
        return found or {()}

    def joined(self, player: int) -> bool:
        return len(parts(self.of(player), self.around)) == 1

    def play(self, move: Move) -> None:
        if move:
            self.stones[move[1]] = self.stones.pop(move[0])
        joined = [player for player in (self.mover, 1 - self.mover) if self.joined(player)]
        self.mover = 1 - self.mover
        again = sum(men == self.position()[1] and (self.no_repeats or mover == self.mover) for mover, men in self.met)
        self.met.append(self.position())
        if again == (1 if self.no_repeats else 2) or (len(joined) == 2 and not self.mover_takes_all):
            self.over = True
        elif joined:
            self.over, self.winner = True, joined[0]


class MoverTakesAll(LinesOfAction):
    sentences = (
        "If both players would win at once, the side that made the turn wins.",
        "The game is a draw if the same position comes up for the third time with the same player to move.",
    )
    mover_takes_all = True


class NoRepeats(LinesOfAction):
    sentences = (
        "The game is a draw, even if somebody would win otherwise, when either of these is true: - Both sides have all their "
        "own men joined.",
        "An arrangement of pieces is the same when the same pieces stand in the same places, whichever side is to move. The "
        "arrangement at the start counts too.",
        "The same arrangement of pieces comes up for the second time.",
    )
    no_repeats = True


class NineMensMorris(Base):
    sentences: tuple[str, ...] = (
        "Each side has men, 9 in its hand at first.",
        "Until White and Black have no pieces left in their hand, you make this move: Place. After that, you make this move: "
        "Move.",
        "Put a man from your hand on an empty point t. If after that t is in a mill, you must go on, in the same turn, with the "
        "move Take if you can.",
        "Move a man of yours from its point c to a point t (if the number of your men left is 3, any point; otherwise a point "
        "next to c).",
        "t is not in a mill or every point with an enemy man is in a mill.",
        "A mill is three men of one side on the three points of one straight drawn line.",
        "You lose if you have only two men left, on the board and in hand together. If it is your turn and you cannot move, you "
        "lose. The game is a draw if the same position comes up for the third time with the same player to move.",
        "If both sides together have played 1000 turns and nobody has won, the game is a draw",
    )
    lines = tuple(line.split() for line in (
        "a7 d7 g7", "a1 d1 g1", "a1 a4 a7", "g1 g4 g7", "b6 d6 f6", "b2 d2 f2", "b2 b4 b6", "f2 f4 f6", "c5 d5 e5", "c3 d3 e3",
        "c3 c4 c5", "e3 e4 e5", "a4 b4 c4", "e4 f4 g4", "d7 d6 d5", "d3 d2 d1"))  # fmt: skip
    flying = threefold = True

    def set_up(self) -> None:
        self.cells = {point for line in self.lines for point in line}
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        self.near = {at: {other for pair in pairs if at in pair for other in pair if other != at} for at in self.cells}
        self.most = int(re.findall(r"have played (\d+) turns", self.text)[0])
        self.hand, self.taking, self.turns = [9, 9], False, 0
        self.met = [self.position()]

    def position(self) -> object:
        return self.mover, frozenset(self.stones.items()), tuple(self.hand)

    def left(self, player: int) -> int:
        return len(self.of(player)) + self.hand[player]

    def mills(self, point: Cell) -> int:
        owner = self.stones[point]
        return sum(all(self.stones.get(at) == owner for at in line) for line in self.lines if point in line)

    def takes(self) -> set[Move]:
        enemy = self.of(1 - self.mover)
        return {("take", at) for at in [at for at in enemy if not self.mills(at)] or enemy}

    def moves(self) -> set[Move]:
        if self.taking:
            return self.takes()
        empty = self.cells - {*self.stones}
        if any(self.hand):
            return {("place", at) for at in empty}
        flies = self.flying and self.left(self.mover) == 3
        return {("move", at, to) for at in self.of(self.mover) for to in (empty if flies else self.near[at] & empty)}

    def play(self, move: Move) -> None:
        if move[0] != "place":
            del self.stones[move[1]]
        if move[0] != "take":
            self.hand[self.mover] -= move[0] == "place"
            self.stones[move[-1]] = self.mover
        self.taking = move[0] != "take" and bool(self.mills(move[-1]) and self.takes())
        if not self.taking:
            self.end_turn()

    def end_turn(self) -> None:
        beaten = [player for player in (self.mover, 1 - self.mover) if self.left(player) == 2]
        self.turns, self.mover = self.turns + 1, 1 - self.mover
        self.met.append(self.position())
        if beaten or not self.moves():
            self.over, self.winner = True, 1 - (beaten or [self.mover])[0]
        elif self.turns == self.most or (self.threefold and self.met.count(self.position()) == 3):
            self.over = True


class MorrisWithoutFlying(NineMensMorris):
    sentences = (
        "Move a man of yours from its point c to an empty point t next to c.",
        "If both sides together have played 200 turns and nobody has won, the game is a draw",
    )
    flying = threefold = False


class Othello(OnSquares):
    sentences = (
        "Choose an empty cell c. This is allowed only if there is a cell caught from c. Then: - Turn over the piece on every "
        "cell caught from c, so that it changes sides. - Put a disc of yours on c.",
        "for every orthogonal or diagonal direction d for which there is a disc of yours on the end of the row from c in "
        "d, the cells between c and the end of the row from c in direction d.",
        "is the first cell on the line from c in direction d that does not have an enemy disc.",
        "You must make a move if you can. If you cannot, you pass.",
        "When neither side can place a disc, the game ends and the higher score wins.",
        "Your score is the number of your discs on the board. Equal scores are a draw.",
    )
    piece, sides = "disc", ("Black", "White")

    def caught(self, cell: Cell, player: int) -> set[Cell]:
        found = set[Cell]()
        for way in ALL_WAYS:
            row = [*takewhile(lambda at: self.stones.get(at) == 1 - player, self.line(cell, way))]
            if self.stones.get(moved(cell, way, len(row) + 1)) == player:
                found |= {*row}
        return found

    def placed(self, player: int) -> set[Move]:
        return {(cell,) for cell in self.cells if cell not in self.stones and self.caught(cell, player)}

    def moves(self) -> set[Move]:
        return self.placed(self.mover) or {()}

    def play(self, move: Move) -> None:
        if move:
            self.stones |= dict.fromkeys((*self.caught(move[0], self.mover), *move), self.mover)
        self.mover = 1 - self.mover
        if not self.placed(0) and not self.placed(1):
            one, other = len(self.of(0)), len(self.of(1))
            self.over, self.winner = True, None if one == other else int(other > one)
            self.scores = {"Black": one, "White": other}


BOUND: Options = {"flying": False, "threefold": False, "max_plies": 200}
CASES: list[tuple[str, Options, Writer, int]] = [
    ("amazons", {}, Amazons, 200),
    ("havannah", {"size": 4, "pie": False}, Havannah, 40),
    ("havannah", {"size": 3}, HavannahWithPie, 40),
    ("lines-of-action", {}, LinesOfAction, 600),
    ("lines-of-action", {"size": 5, "mover_takes_all": True}, MoverTakesAll, 600),
    ("lines-of-action", {"size": 6, "no_repeats": True}, NoRepeats, 600),
    ("nine-mens-morris", {}, NineMensMorris, 1500),
    ("nine-mens-morris", BOUND, MorrisWithoutFlying, 400),
    ("othello", {}, Othello, 80),
    ("othello", {"size": 6}, Othello, 50),
]
IDS = [f"{case[0]} {case[2].__name__}" for case in CASES]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_a_few_plies_written_from_the_text_are_the_games(name: str, options: Options, written: Writer, plies: int) -> None:
    compared(load(name, **options), written, plies=20, games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_whole_plays_written_from_the_text_are_the_games(name: str, options: Options, written: Writer, plies: int) -> None:
    compared(load(name, **options), written, plies=plies)


def after(mine: Any, move: Move) -> Any:
    """The same position with the move made."""
    other = copy(mine)
    other.__dict__ = {name: copy(value) for name, value in vars(mine).items()}
    other.play(move)
    return other


def shuts_in(mine: Amazons, move: Move) -> bool:
    """A walk by one cell; a shot back or beside an enemy amazon."""
    near = [moved(move[2], way) for way in ALL_WAYS]
    if move[0] == "walk":
        return move[1] in near
    return move[2] == mine.left or any(mine.stones.get(at) == 1 - mine.mover for at in near)


def takes_over(mine: Havannah, move: Move) -> bool:
    return move == ()


def coils(mine: Havannah, move: Move) -> bool:
    """Next to an own stone, off the border."""
    near = mine.near[move[0]]
    return len(near) == 6 and any(mine.stones.get(at) == mine.mover for at in near)


def goes_back(mine: Any, move: Move) -> bool:
    """To where the mover's men stood before."""
    own = {*after(mine, move).of(mine.mover)}
    return any(own == {at for at, owner in men if owner == mine.mover} for _, men, *_ in mine.met)


def captures(mine: LinesOfAction, move: Move) -> bool:
    return bool(move) and mine.stones.get(move[-1]) == 1 - mine.mover


def makes_mills(mine: NineMensMorris, move: Move) -> bool:
    return move[0] == "take" or after(mine, move).taking


def closes_in(mine: NineMensMorris, move: Move) -> bool:
    """Up to an enemy man, but into no mill."""
    enemy = any(mine.stones.get(at) == 1 - mine.mover for at in mine.near[move[-1]])
    return move[0] == "take" or (enemy and not after(mine, move).taking)


def starves(mine: Othello, move: Move) -> bool:
    """The other side cannot place a disc."""
    return not after(mine, move).placed(1 - mine.mover)


def by(end: str) -> Test:
    return lambda mine: mine.winner is not None and mine.ends(mine.winner) == {end}


def drawn(mine: Any) -> bool:
    return mine.over and mine.winner is None


RARE: list[tuple[str, Options, Writer, Callable[[Any, Move], bool], dict[str, Test]]] = [
    ("amazons", {}, Amazons, shuts_in, {
        "only a shot back": lambda mine: mine.walked is not None and mine.moves() == {("shoot", mine.walked, mine.left)}}),
    ("havannah", {"size": 3}, HavannahWithPie, takes_over, {"swap": lambda mine: len(mine.stones) < mine.turns}),
    ("havannah", {"size": 4, "pie": False}, Havannah, coils, {
        "bridge": by("bridge"), "fork": by("fork"), "ring": by("ring"),
        "ring of seven": lambda mine: any(len(near) == 6 and all(mine.stones.get(at, 2) == mine.winner for at in (cell, *near))
                                          for cell, near in mine.near.items())}),
    ("lines-of-action", {}, LinesOfAction, goes_back, {"third time": drawn}),
    ("lines-of-action", {}, LinesOfAction, captures, {
        "other side joined": lambda mine: mine.winner == mine.mover,
        "one man left": lambda mine: mine.over and 1 in (len(mine.of(0)), len(mine.of(1)))}),
    ("lines-of-action", {"size": 5}, LinesOfAction, captures, {"both joined": drawn}),
    ("lines-of-action", {"size": 5, "mover_takes_all": True}, MoverTakesAll, captures, {
        "both joined": lambda mine: mine.over and mine.joined(0) and mine.joined(1)}),
    ("lines-of-action", {"size": 6, "no_repeats": True}, NoRepeats, goes_back, {"second time": drawn}),
    ("nine-mens-morris", {}, NineMensMorris, makes_mills, {
        "two mills": lambda mine: mine.taking and any(mine.mills(at) == 2 for at in mine.of(mine.mover)),
        "only men in mills": lambda mine: mine.taking and all(mine.mills(at) for at in mine.of(1 - mine.mover)),
        "a flying man": lambda mine: any(move[0] == "move" and move[2] not in mine.near[move[1]] for move in mine.moves()),
        "two men left": lambda mine: mine.over and 2 in (mine.left(0), mine.left(1))}),
    ("nine-mens-morris", {}, NineMensMorris, closes_in, {
        "no move": lambda mine: mine.winner is not None and min(mine.left(0), mine.left(1)) > 2, "third time": drawn}),
    ("nine-mens-morris", BOUND, MorrisWithoutFlying, closes_in, {"last turn": drawn}),
    ("nine-mens-morris", BOUND, MorrisWithoutFlying, makes_mills, {
        "three men bound to lines": lambda mine: not any(mine.hand) and mine.left(mine.mover) == 3 and not mine.taking}),
    ("othello", {"size": 4}, Othello, starves, {
        "pass": lambda mine: not mine.over and mine.moves() == {()},
        "empty cells at the end": lambda mine: mine.over and len(mine.stones) < 16,
        "one colour": lambda mine: mine.over and not (mine.of(0) and mine.of(1))}),
    ("othello", {"size": 6}, Othello, starves, {"equal scores": drawn}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "sought", "rare"), RARE,
                         ids=[f"{case[2].__name__} {case[3].__name__}" for case in RARE])  # type: ignore[attr-defined]  # fmt: skip
def test_plays_that_seek_what_is_rare_are_those_of_the_game(
    name: str, options: Options, written: Writer, sought: Callable[[Any, Move], bool], rare: dict[str, Test]
) -> None:
    game, left = load(name, **options), {*rare}

    def same_pieces(state: State, mine: Any) -> None:
        for player, side in enumerate(game.players):
            own = {cell for cell in mine.cells if str(state.piece_at(cell)).startswith(side)}
            assert own == {*mine.of(player)}, state.ply
        left.difference_update([what for what in left if rare[what](mine)])

    compared(game, written, plies=600, games=16, sought=sought, also=same_pieces)
    assert not left


def read(game: Game, written: Writer) -> Written:
    return written(" ".join(game.rules_text().split()))


@pytest.mark.parametrize(("size", "cells", "winner"), [
    (4, "b7 e6 g4 c3 g2 c7 d1 e3 e1 a4 f3 f4 f1 c6 e2 a5 d7 c2 b4 a6 f5 d3 c4 e5 c5 f2 d5 b6 d6 e4 b3 d4 b5 g1 a7 d2 g3", None),
    (4, "d3 d4 e3 a4 c4 g4 e4 a7 c5 d1 d5", "White"),
    (3, "d4 c5 c4 d2 e3 c1 e1 b5 c3 d3 d1 b4 b2 c2 a5 a3 b3 e2 a4", "White"),
])  # fmt: skip
def test_given_plays_of_havannah_end_as_the_text_says(size: int, cells: str, winner: str | None) -> None:
    game = load("havannah", size=size, pie=False)
    state = followed(game.initial_state(), read(game, Havannah), ((cell,) for cell in cells.split()))
    assert (state.is_over, state.winner) == (True, winner)


@pytest.mark.parametrize(("options", "written", "over"), [({}, LinesOfAction, False), ({"no_repeats": True}, NoRepeats, True)])
def test_a_pass_repeats_an_arrangement_but_no_position(options: Options, written: Writer, over: bool, tmp_path: Path) -> None:
    path = tmp_path / "shut.yaml"
    men = "  put Black man on {a1, e5}\n  put White man on {a2, b1, b2, d5, e4, d4}\n"
    path.write_text(f"ggl: 1\nname: Shut\nextends: lines-of-action\nsetup: |\n{men}")
    game = load(path, size=5, **options)
    assert followed(game.initial_state(), read(game, written), [()]).is_over == over


def test_who_loses_in_the_last_turn_loses_and_the_game_is_no_draw() -> None:
    first: Any = read(load("nine-mens-morris"), NineMensMorris)
    choose, moves = Random(0), list[Move]()
    while not first.over:
        legal = sorted(first.moves())
        moves.append(choose.choice([move for move in legal if makes_mills(first, move)] or legal))
        first.play(moves[-1])
    for most, winner in ((first.turns, ("White", "Black")[first.winner or 0]), (first.turns - 1, None)):
        game = load("nine-mens-morris", max_plies=most)
        mine = read(game, NineMensMorris)
        state = followed(game.initial_state(), mine, (move for move in moves if not mine.over))
        assert (state.ply, state.winner) == (most, winner)
