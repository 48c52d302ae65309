"""Symple, Tak, Tiku for points and Crazyhouse, written from their texts alone and played beside ggl."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ggl.play.game import State
from ggl.play.loading import load
from tests.narration.test_chess_from_the_text import Chess
from tests.narration.test_from_the_text import Cell, Tiku, Written, compared, followed, parts, place, square
from tests.narration.test_readings import Base, Move, beside
from tests.narration.test_unusual_readings import COMPASS, moved


class Symple(Base):
    sentences = (
        "Choose an empty cell c next to the old stones.",
        "c is from now on among the new stones.",
        "If there is a new stone, from now on a side has grown.",
        "Then you must go on, in the same turn, with the move Grow again if you can. If no such move is possible, you may go "
        "on, in the same turn, with the move Balance, or stop there.",
        "Black's right: you are Black and no side has grown yet.",
        "the number of your stones on the board minus (4 times the number of your groups).",
    )

    def set_up(self) -> None:
        self.cells = square(9, 9)
        self.near = {cell: beside(cell, self.cells) for cell in self.cells}
        self.grown, self.has_grown = set[Cell](), False

    def alone(self) -> list[Cell]:
        own = {*self.of(self.mover)}
        return [cell for cell in self.cells if cell not in self.stones and not own.intersection(self.near[cell])]

    def growths(self) -> set[Move]:
        old = {*self.of(self.mover)} - self.grown
        done = [part for part in parts(old, self.near) if any(self.grown.intersection(self.near[cell]) for cell in part)]
        closed = set[Cell]().union(*done)
        return {("grow", cell) for cell in self.cells if cell not in self.stones
                and old.intersection(self.near[cell]) and not closed.intersection(self.near[cell])}  # fmt: skip

    def balances(self) -> set[Move]:
        return {("balance", cell) for cell in self.alone()} if self.mover and self.grown and not self.has_grown else set()

    def moves(self) -> set[Move]:
        if self.grown:
            return self.growths() or self.balances() | {("stop",)}
        return self.growths() | {("found", cell) for cell in self.alone()}

    def play(self, move: Move) -> None:
        if move[0] != "stop":
            self.stones[move[1]] = self.mover
        if move[0] == "grow":
            self.grown.add(move[1])
            if self.growths() or self.balances():
                return
        self.has_grown, self.grown = self.has_grown or bool(self.grown), set()
        self.mover = 1 - self.mover
        if len(self.stones) == len(self.cells):
            one, other = (len(self.of(player)) - 4 * len(parts(self.of(player), self.near)) for player in (0, 1))
            self.over, self.winner = True, None if one == other else int(other > one)
            self.scores = {"White": one, "Black": other}


class Tak(Base):
    sentences = (
        "Put an enemy flat from its owner's supply on an empty cell.",
        "There are at least n pieces on c. - t is on the board. - n pieces from c may go to t.",
        "If after that n is more than 1, you may go on, in the same turn, with the move Carry again (c is now t, d is the same "
        'and "most" is now n minus 1), or stop there.',
        "If there is a wall on top of t, the piece on t becomes a flat. - Move the top n pieces from c to t.",
        "There is no wall on top of t, or n is 1 and there is a capstone on top of c.",
        "p has no flats left in their supply and p has no capstones left in their supply.",
        "If both players would win at once, the side that made the turn wins.",
    )

    def set_up(self) -> None:
        self.cells = square(5, 5)
        self.near = {cell: beside(cell, self.cells) for cell in self.cells}
        self.stacks: dict[Cell, list[tuple[int, str]]] = {cell: [] for cell in self.cells}
        self.flats, self.capstones, self.turns = [21, 21], [1, 1], 0
        self.carried: tuple[Cell, str, int] | None = None

    def top(self, cell: Cell) -> tuple[int, str]:
        return self.stacks[cell][-1] if self.stacks[cell] else (-1, "")

    def numbers(self, cell: Cell, way: str, most: int) -> list[str]:
        """How many pieces may go on."""
        kind = self.top(to)[1] if (to := moved(cell, COMPASS[way])) in self.cells else "capstone"
        alone = min(most, int(self.top(cell)[1] == "capstone"))
        return [str(n + 1) for n in range({"wall": alone, "capstone": 0}.get(kind, most))]

    def carries(self) -> set[Move]:
        if self.carried is None:
            return set()
        cell, way, most = self.carried
        return {("carry", cell, way, str(most), number) for number in self.numbers(cell, way, most)}

    def moves(self) -> set[Move]:
        if self.carried:
            return self.carries() | {("stop",)}
        empty = [cell for cell in self.cells if not self.stacks[cell]]
        if self.turns < 2:
            return {("begin", cell) for cell in empty}
        found = {("place", cell, kind) for cell in empty for kind in ("flat", "wall") if self.flats[self.mover]}
        found |= {("crown", cell) for cell in empty if self.capstones[self.mover]}  # type: ignore[arg-type]
        return found | {("spread", cell, way, number) for cell in self.cells if self.top(cell)[0] == self.mover
                        for way in ("north", "east", "south", "west")
                        for number in self.numbers(cell, way, min(5, len(self.stacks[cell])))}  # fmt: skip

    def play(self, move: Move) -> None:
        if move[0] == "begin":
            self.stacks[move[1]].append((1 - self.mover, "flat"))
            self.flats[1 - self.mover] -= 1
        elif move[0] == "place":
            self.stacks[move[1]].append((self.mover, move[2]))
            self.flats[self.mover] -= 1
        elif move[0] == "crown":
            self.stacks[move[1]].append((self.mover, "capstone"))
            self.capstones[self.mover] -= 1
        elif move[0] != "stop":
            self.spread(move[1], move[2], int(move[-1]))
            if self.carries():
                return
        self.carried, self.turns = None, self.turns + 1
        self.finish()

    def spread(self, cell: Cell, way: str, number: int) -> None:
        to = moved(cell, COMPASS[way])
        if self.top(to)[1] == "wall":
            self.stacks[to][-1] = self.top(to)[0], "flat"
        self.stacks[to] += self.stacks[cell][-number:]
        del self.stacks[cell][-number:]
        self.carried = (to, way, number - 1)

    def has_road(self, player: int) -> bool:
        lying = [cell for cell in self.cells if self.top(cell) in ((player, "flat"), (player, "capstone"))]
        ends = [({place(cell)[axis] for cell in part}, axis) for part in parts(lying, self.near) for axis in (0, 1)]
        return any({axis, axis + 4} <= numbers for numbers, axis in ends)

    def finish(self) -> None:
        one, other = (sum(self.top(cell) == (player, "flat") for cell in self.cells) for player in (0, 1))
        roads = [player for player in (self.mover, 1 - self.mover) if self.has_road(player)]
        used_up = not all(flats or capstones for flats, capstones in zip(self.flats, self.capstones, strict=True))
        self.over = bool(roads) or used_up or all(self.stacks.values()) or self.turns >= 200
        if self.over:
            self.winner = roads[0] if roads else None if one == other else int(other > one)
            self.scores = {"White": one, "Black": other}
        self.mover = 1 - self.mover


class TikuForPoints:
    """A match of Tiku is one play."""

    sentences = (
        "Your total is the sum of your scores in the games so far.",
        "The match ends after a game if some player's total is at least 10.",
        "Whoever has the highest total then wins the match.",
        "If somebody has won, the next game is started by the opponent of the winner; otherwise by the opponent of the side that "
        "started.",
        "Your score: the number of discs in your opponent's supply if you have won, otherwise 0.",
    )

    def __init__(self, text: str) -> None:
        limit = re.search(r"have played (\d+) turns", text)
        assert limit is not None
        self.text, self.limit, self.totals, self.starter = text, int(limit[1]), [0, 0], 0
        self.over, self.winner = False, None
        self.begin()

    def begin(self) -> None:
        self.game, self.turns = Tiku(self.text), 0
        self.game.mover = self.mover = self.starter

    def moves(self) -> set[Move]:
        return self.game.moves()

    def play(self, move: Move) -> None:
        self.game.play(move)
        self.mover, self.turns = self.game.mover, self.turns + 1
        winner = self.game.winner
        if winner is not None:
            self.totals[winner] += self.game.supply[1 - winner]
        if self.game.over or self.turns == self.limit:
            self.starter = 1 - (self.starter if winner is None else winner)
            self.over, self.winner = max(self.totals) >= 10, winner
            self.scores = {"Light": self.totals[0], "Dark": self.totals[1]}
            self.begin()


class Crazyhouse(Chess):
    sentences = (
        'The queen, rook, bishop or knight on t gets its mark "promoted".',
        'If the queen, rook, bishop or knight on t has its mark "promoted", take any enemy piece from t and put it '
        "into your pocket as a pawn. - Otherwise, take any enemy piece from t and put it into your pocket.",
        "if k is a pawn, t is not in your row 1 or your row 8.",
        "Forget the cell for taking in passing. - The number of turns in a row without a capture or a pawn's move grows by 1.",
        'the same pieces stand in the same places, the marks "promoted", the pockets, the corners from which a rook may still '
        "castle and the cell for taking in passing are the same, and the same side is to move.",
    )
    dropped = ("queen", "rook", "bishop", "knight", "pawn")

    def set_up(self) -> None:
        self.pockets = [dict.fromkeys(self.dropped, 0), dict.fromkeys(self.dropped, 0)]
        self.promoted = frozenset[Cell]()
        super().set_up()

    def position(self) -> object:
        return super().position(), self.promoted, *(tuple(pocket.values()) for pocket in self.pockets)

    def take(self, cell: Cell) -> None:
        if cell in self.men:
            _, kind = self.men.pop(cell)
            self.pockets[self.mover]["pawn" if cell in self.promoted else kind] += 1
            self.promoted -= {cell}

    def move(self, start: Cell, to: Cell) -> None:
        pawn = self.men[start][1] == "pawn"
        quiet = 0 if pawn or to in self.men else self.quiet + 1
        if pawn and to == self.passant:
            self.take(moved(to, (0, 1 if self.mover else -1)))
            self.passant = ""
        self.take(to)
        if start in self.promoted:
            self.promoted = self.promoted - {start} | {to}
        super().move(start, to)
        self.quiet = quiet

    def safe(self, move: Move) -> bool:
        before = self.promoted, [dict(pocket) for pocket in self.pockets]
        safe = super().safe(move)
        self.promoted, self.pockets = before
        return safe

    def moves(self) -> set[Move]:
        found = super().moves()
        kinds = [kind for kind, number in self.pockets[self.mover].items() if number]
        checked = self.check(self.mover)
        for cell in [cell for cell in self.cells if kinds and cell not in self.men]:
            self.men[cell] = self.mover, "pawn"  # whatever is dropped stands in the way of the same checks
            if not checked or not self.check(self.mover):
                found |= {("drop", kind, cell) for kind in kinds if kind != "pawn" or self.row(cell) not in (1, 8)}
            del self.men[cell]
        return found

    def play(self, move: Move) -> None:
        if move[0] not in ("drop", "promote"):
            super().play(move)
            return
        if move[0] == "drop":
            self.pockets[self.mover][move[1]] -= 1
            self.men[move[2]] = self.mover, move[1]
            self.passant, self.quiet = "", self.quiet + 1
        else:
            self.move(move[1], move[2])
            self.men[move[2]] = self.mover, move[3]
            self.promoted |= {move[2]}
        self.mover = 1 - self.mover
        self.finish()

    def finish(self) -> None:
        self.met.append(self.position())
        stuck = not self.moves()
        self.over = stuck or self.met.count(self.met[-1]) == 3 or self.quiet >= 100
        self.winner = 1 - self.mover if stuck and self.check(self.mover) else None


# -------------------------------------------------------------------------------------------------------------- plays


def late_growth(mine: Symple, move: Move) -> bool:
    return move[0] in ("found", "stop")


def stacks(mine: Tak, move: Move) -> bool:
    return move[0] == "carry" or (move[0] == "spread" and bool(mine.top(moved(move[1], COMPASS[move[2]]))[1]))


def walls(mine: Tak, move: Move) -> bool:
    return move[0] == "crown" or move[-1] == "wall"


def walls_then_stacks(mine: Tak, move: Move) -> bool:
    """Walls as long as there is room, so that a supply is used up."""
    crowded = sum(map(bool, mine.stacks.values())) > 16
    return stacks(mine, move) if crowded else walls(mine, move) or move[0] == "stop"


def captures(mine: Crazyhouse, move: Move) -> bool:
    return move[0] in ("promote", "castle") or (move[0] == "move" and (move[2] in mine.men or move[2] == mine.passant))


def promotions(mine: Crazyhouse, move: Move) -> bool:
    return move[0] == "promote" or (move[0] == "move" and (bool({*move[1:]} & mine.promoted) or mine.men[move[1]][1] == "pawn"))


def drops(mine: Crazyhouse, move: Move) -> bool:
    return move[0] == "drop" or captures(mine, move)


RANDOM: list[tuple[str, dict[str, object], Callable[[str], Written], int]] = [
    ("symple", {}, Symple, 120),
    ("tak", {}, Tak, 600),
    ("tiku-points", {}, TikuForPoints, 2000),
    ("tiku-points", {"max_plies": 30}, TikuForPoints, 300),
    ("crazyhouse", {}, Crazyhouse, 80),
]
IDS = [f"{name} {options}" if options else name for name, options, _, _ in RANDOM]
STEERED: list[tuple[str, Callable[[str], Written], Callable[[Any, Move], bool]]] = [
    ("symple", Symple, late_growth),
    ("tak", Tak, stacks),
    ("tak", Tak, walls),
    ("tak", Tak, walls_then_stacks),
    ("crazyhouse", Crazyhouse, captures),
    ("crazyhouse", Crazyhouse, promotions),
    ("crazyhouse", Crazyhouse, drops),
]


@pytest.mark.parametrize(("name", "options", "written", "plies"), RANDOM, ids=IDS)
def test_a_few_plies_written_from_the_text_are_those_of_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=20, games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "plies"), RANDOM, ids=IDS)
def test_whole_plays_written_from_the_text_are_those_of_the_game(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=plies)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "written", "sought"), STEERED, ids=[f"{case[0]} {case[2].__name__}" for case in STEERED])
def test_plays_that_seek_what_is_rare_are_those_of_the_game(
    name: str, written: Callable[[str], Written], sought: Callable[[Any, Move], bool]
) -> None:
    compared(load(name), written, plies=60 if name == "crazyhouse" else 600, games=8, sought=sought)


def told(text: str) -> list[Move]:
    return [tuple(move.split()) for move in text.split(", ")]


def test_the_side_that_has_just_moved_wins_where_both_have_a_road() -> None:
    game = load("tak")
    state = followed(game.initial_state(), Tak(game.rules_text()), told(
        "begin a2, begin a3, place b3 flat, place e2 flat, place e1 flat, place b2 flat, spread e1 north 1, place c2 flat, "
        "place c3 flat, place d2 flat, place d3 flat, place a5 flat, spread e2 north 1"))  # fmt: skip
    assert state.winner == "White"


def test_black_may_balance_only_if_nobody_has_grown() -> None:
    game = load("symple")
    for plays, balanced in (("found a1, found c3, found e5, grow c2", True), ("found a1, found c3, grow a2, grow c2", False)):
        state = followed(game.initial_state(), Symple(game.rules_text()), told(plays))
        assert state.in_turn == balanced


class Blocked(TikuForPoints):
    def begin(self) -> None:
        super().begin()
        self.game.figures = {cell: int(place(cell)[1] > 3) for cell in square(6, 6)}


def test_a_game_of_passes_is_drawn_and_the_other_side_starts_the_next(tmp_path: Path) -> None:
    path = tmp_path / "blocked.yaml"
    path.write_text(
        "ggl: 1\nname: Blocked\nextends: tiku-points\nsetup: |\n"
        "  put Light figure on row(1) + row(2) + row(3)\n  put Dark figure on row(4) + row(5) + row(6)\n"
    )
    game = load(path)
    mine = Blocked(game.rules_text())
    movers = []
    state = game.initial_state()
    for _ in range(4):
        movers.append(state.mover)
        state = followed(state, mine, [()])
    assert movers == ["Light", "Dark", "Dark", "Light"]


def placed(path: Path, men: dict[Cell, tuple[int, str]], more: str) -> tuple[State, Crazyhouse]:
    """The same men in both, without castling."""
    sides = ("White", "Black")
    put = "".join(f"  put {sides[owner]} {kind} on {cell}\n" for cell, (owner, kind) in men.items())
    path.write_text(f"ggl: 1\nname: Placed\nextends: crazyhouse\nsetup: |\n{put}  drop corners from castling\n  {more}\n")
    mine = Crazyhouse("")
    mine.men, mine.castling = men, frozenset()
    return load(path).initial_state(), mine


def test_a_promoted_rook_in_the_place_of_another_makes_another_position(tmp_path: Path) -> None:
    men = {"a1": (0, "king"), "b2": (0, "rook"), "c2": (0, "rook"), "h8": (1, "king")}
    state, mine = placed(tmp_path / "swapping.yaml", men, "set b2.promoted to true")
    mine.promoted = frozenset({"b2"})
    mine.met = [mine.position()]
    swap = told("move b2 b3, move h8 g8, move c2 b2, move g8 h8, move b3 c3, move h8 g8, move c3 c2, move g8 h8")
    for swaps in range(1, 5):
        state = followed(state, mine, swap)
        assert state.is_over == (swaps == 4)


def test_a_drop_is_one_of_the_turns_without_a_capture(tmp_path: Path) -> None:
    state, mine = placed(tmp_path / "quiet.yaml", {"a1": (0, "king"), "h8": (1, "king")}, "set hand(White, knight) to 1")
    mine.pockets[0]["knight"] = 1
    mine.met = [mine.position()]
    choose = random.Random(0)
    state = followed(state, mine, [("drop", "knight", "c3")])
    while not state.is_over:
        moves = [move for move in sorted(mine.moves()) if move[2] not in mine.men and mine.quiet < 100]
        state = followed(state, mine, [choose.choice(moves)])
    assert (state.ply, mine.quiet, state.winner) == (100, 100, None)
