"""Chess, antichess, and two games of chance, written from their texts alone and played beside ggl."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, moved

STRAIGHT = tuple(way for way in ALL_WAYS if 0 in way)
SLANTED = tuple(way for way in ALL_WAYS if 0 not in way)
SLIDES = {"queen": ALL_WAYS, "rook": STRAIGHT, "bishop": SLANTED}
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
ROOKS = ("a1", "h1", "a8", "h8")


class Antichess(Base):
    sentences: tuple[str, ...] = (
        "A pawn goes to the last row only by Promote: if there is a pawn of yours on c, t is not in your row 8.",
        "If a pawn moves and t is the cell for taking in passing, remove any pawn from the cell next to t in your "
        "opponent's forward direction.",
        "your opponent has a pawn on a cell one step from t to the east or to the west",
        "he same position comes up for the third time",
        "You win if, at the start of your turn, you have no pieces left, or none of your pieces can move.",
    )
    kinds: tuple[str, ...] = ("queen", "rook", "bishop", "knight", "king")

    def set_up(self) -> None:
        self.cells = square(8, 8)
        back = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
        self.men: dict[Cell, tuple[int, str]] = {}
        for column, kind in zip("abcdefgh", back, strict=True):
            self.men |= {f"{column}1": (0, kind), f"{column}2": (0, "pawn"), f"{column}7": (1, "pawn"), f"{column}8": (1, kind)}
        self.castling: frozenset[Cell] = frozenset(ROOKS)
        self.passant, self.quiet = "", 0
        self.met = [self.position()]

    def position(self) -> object:
        return self.mover, frozenset(self.men.items()), self.passant, self.castling

    def ray(self, cell: Cell, way: tuple[int, int]) -> Iterator[Cell]:
        """The empty cells and the first occupied one."""
        while (cell := moved(cell, way)) in self.cells:
            yield cell
            if cell in self.men:
                return

    def strikes(self, cell: Cell) -> set[Cell]:
        owner, kind = self.men[cell]
        if kind in SLIDES:
            return {at for way in SLIDES[kind] for at in self.ray(cell, way)}
        ahead = -1 if owner else 1
        steps = {"king": ALL_WAYS, "knight": LEAPS, "pawn": ((1, ahead), (-1, ahead))}[kind]
        return {at for step in steps if (at := moved(cell, step)) in self.cells}

    def goes(self, cell: Cell) -> set[Cell]:
        owner, kind = self.men[cell]
        strikes = self.strikes(cell)
        if kind != "pawn":
            return strikes
        way = (0, -1 if owner else 1)
        found = {at for at in strikes if at == self.passant or self.men.get(at, (owner,))[0] != owner}
        for count in (1, 2) if self.row(cell) == 2 else (1,):
            at = moved(cell, way, count)
            if at in self.men or at not in self.cells:
                break
            found.add(at)
        return found

    def row(self, cell: Cell) -> int:
        return 9 - place(cell)[1] if self.mover else place(cell)[1]

    def own(self) -> list[Cell]:
        return [cell for cell, man in self.men.items() if man[0] == self.mover]

    def prey(self, cell: Cell) -> set[Cell]:
        return {at for at in self.goes(cell) if self.men.get(at, (self.mover,))[0] != self.mover
                or (self.men[cell][1] == "pawn" and at == self.passant)}  # fmt: skip

    def reach(self) -> dict[Cell, set[Cell]]:
        prey = {cell: self.prey(cell) for cell in self.own()}
        return prey if any(prey.values()) else {cell: self.goes(cell) for cell in prey}

    def moves(self) -> set[Move]:
        found = set[Move]()
        for cell, goals in self.reach().items():
            for at in goals:
                if self.men.get(at, (None,))[0] == self.mover or not self.safe(("move", cell, at)):
                    continue
                if self.men[cell][1] == "pawn" and self.row(at) == 8:
                    found |= {("promote", cell, at, kind) for kind in self.kinds}
                else:
                    found.add(("move", cell, at))
        return found

    def safe(self, move: Move) -> bool:
        return True

    def move(self, start: Cell, to: Cell) -> None:
        way, pawn = -1 if self.mover else 1, self.men[start][1] == "pawn"
        self.quiet = 0 if pawn or to in self.men else self.quiet + 1
        if pawn and to == self.passant:
            del self.men[moved(to, (0, -way))]
        self.men[to] = self.men.pop(start)
        self.castling -= {start, to}
        if self.men[to][1] == "king":
            self.castling -= set(ROOKS[2:] if self.mover else ROOKS[:2])
        aside = any(self.men.get(moved(to, (x, 0))) == (1 - self.mover, "pawn") for x in (-1, 1))
        double = pawn and abs(place(start)[1] - place(to)[1]) == 2
        self.passant = moved(start, (0, way)) if double and aside else ""

    def play(self, move: Move) -> None:
        self.move(move[1], move[2])
        if move[0] == "promote":
            self.men[move[2]] = self.mover, move[3]
        self.mover = 1 - self.mover
        self.finish()

    def finish(self) -> None:
        self.met.append(self.position())
        if self.met.count(self.met[-1]) == 3 or self.quiet >= 100:
            self.over = True
        elif not self.moves():
            self.over, self.winner = True, self.mover


class Chess(Antichess):
    sentences = (
        "You lose if, at the start of your turn, you are in check and cannot get out of it (checkmate).",
        "The player whose turn it is has no allowed move, but is not in check (stalemate).",
        "At the start, the corners from which a rook may still castle are the corner cells.",
        "Nothing between king and rook: every cell between k and r is empty.",
        "Own king not in check: you are not in check.",
    )
    kinds = ("queen", "rook", "bishop", "knight")

    def attacked(self, cell: Cell, player: int) -> bool:
        return any(
            cell in self.strikes(at) for at, (owner, kind) in self.men.items() if owner != player and kind != "pawn"
        ) or any(self.men.get(moved(cell, (x, -1 if player else 1))) == (1 - player, "pawn") for x in (-1, 1))

    def check(self, player: int) -> bool:
        king = next(cell for cell, man in self.men.items() if man == (player, "king"))
        return self.attacked(king, player)

    def reach(self) -> dict[Cell, set[Cell]]:
        return {cell: self.goes(cell) for cell in self.own()}

    def safe(self, move: Move) -> bool:
        before = dict(self.men), self.castling, self.passant, self.quiet
        self.move(move[1], move[2])
        safe = not self.check(self.mover)
        self.men, self.castling, self.passant, self.quiet = before
        return safe

    def moves(self) -> set[Move]:
        found, row = super().moves(), 8 if self.mover else 1
        king = next(cell for cell, man in self.men.items() if man == (self.mover, "king"))
        for rook in self.castling:
            if place(rook)[1] == row and self.men.get(rook) == (self.mover, "rook"):
                way = (1 if place(rook)[0] > place(king)[0] else -1, 0)
                cells = [moved(king, way, count) for count in range(3)]
                free = next(at for at in self.ray(king, way) if at in self.men) == rook
                if free and not any(self.attacked(cell, self.mover) for cell in cells):
                    found.add(("castle", rook))
        return found

    def play(self, move: Move) -> None:
        if move[0] != "castle":
            super().play(move)
            return
        king = next(cell for cell, man in self.men.items() if man == (self.mover, "king"))
        way = (1 if place(move[1])[0] > place(king)[0] else -1, 0)
        self.move(king, moved(king, way, 2))
        self.men[moved(king, way)] = self.men.pop(move[1])
        self.mover = 1 - self.mover
        self.finish()

    def finish(self) -> None:
        self.met.append(self.position())
        others = [(cell, kind) for cell, (_, kind) in self.men.items() if kind != "king"]
        shades = {sum(place(cell)) % 2 for cell, _ in others}
        bare = not others or [kind for _, kind in others] == ["knight"]
        bare = bare or ({kind for _, kind in others} == {"bishop"} and len(shades) == 1)
        stuck = not self.moves()
        if stuck or bare or self.met.count(self.met[-1]) == 3 or self.quiet >= 100:
            self.over = True
            self.winner = 1 - self.mover if stuck and self.check(self.mover) else None


class Pig(Base):
    sentences = (
        "the die is more than 1.",
        "You must make a move if you can. If you cannot, you pass.",
    )

    def set_up(self) -> None:
        self.saved, self.pot, self.die = [0, 0], 0, 0

    def moves(self) -> set[Move]:
        if not self.die:
            return {("roll", str(number)) for number in range(1, 7)}
        if self.die == 1:
            return {("pass",)}
        return {("hold",)} | ({("throw",)} if self.saved[self.mover] + self.pot < 100 else set())

    def play(self, move: Move) -> None:
        if move[0] == "roll":
            self.die = int(move[1])
            self.pot = 0 if self.die == 1 else self.pot + self.die
            return
        self.die = 0
        if move[0] == "hold":
            self.saved[self.mover] += self.pot
            self.pot = 0
        self.over = self.saved[self.mover] >= 100
        if self.over:
            self.winner, self.scores = self.mover, {"Red": self.saved[0], "Blue": self.saved[1]}
        if move[0] != "throw":
            self.mover = 1 - self.mover


class OpenTricks(Base):
    sentences = (
        "Deal 3 of the cards still in the deck, at random, to each player's hand.",
        "Choose the suit of trumps at random: clubs, hearts or spades.",
        "It is your turn again.",
        "A card c beats a card d if any of this holds:",
    )

    def set_up(self) -> None:
        self.deck = {f"{suit}_{rank}" for suit in ("clubs", "hearts", "spades") for rank in range(2, 15)}
        self.hands: list[set[str]] = [set(), set()]
        self.trumps, self.led, self.tricks = "", "", [0, 0]

    def moves(self) -> set[Move]:
        if len(self.deck) > 33:
            return {(card,) for card in self.deck}
        if not self.trumps:
            return {(suit,) for suit in ("clubs", "hearts", "spades")}
        hand = self.hands[self.mover]
        same = {card for card in hand if self.led and card.split("_")[0] == self.led.split("_")[0]}
        return {(card,) for card in same or hand}

    def play(self, move: Move) -> None:
        if len(self.deck) > 33:
            self.hands[len(self.deck) <= 36].add(move[-1])
            self.deck.remove(move[-1])
            return
        if not self.trumps:
            self.trumps = move[-1]
            return
        card, taker = move[0], self.mover
        self.hands[self.mover].remove(card)
        if not self.led:
            self.led, self.mover = card, 1 - self.mover
            return
        (suit, rank), (led, other) = card.split("_"), self.led.split("_")
        beats = (suit == led and int(rank) > int(other)) or (suit == self.trumps != led)
        taker = self.mover if beats else 1 - self.mover
        self.tricks[taker] += 1
        self.led, self.mover = "", taker
        if sum(self.tricks) == 3:
            self.over, self.winner = True, int(self.tricks[1] > self.tricks[0])


class ClosedTricks(OpenTricks):
    sentences = (
        "Deal 3 of the cards still in the deck, at random, to each player's hand.",
        "Nobody sees the cards still in the deck",
        "Only you see your hand",
        "Follow suit: there is no card that was led, the suit of c is the suit of the card that was led or you do not have a "
        "card of the suit that was led.",
        "The suit of c is the suit of trumps and the suit of d is not the suit of trumps.",
    )


CASES: list[tuple[str, dict[str, object], Callable[[str], Written], int]] = [
    ("chess", {}, Chess, 150),
    ("antichess", {}, Antichess, 150),
    ("pig", {}, Pig, 400),
    ("open-tricks", {"tricks": 3}, OpenTricks, 50),
    ("closed-tricks", {"tricks": 3}, ClosedTricks, 50),
]
IDS = [case[0] for case in CASES]


@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_a_few_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=min(plies, 15), games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_whole_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=plies)
