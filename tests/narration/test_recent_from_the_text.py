"""Surakarta on its tracks, and Mastermind, written from their texts alone and played beside ggl."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, Written, compared, place, square
from tests.narration.test_readings import Base, Move
from tests.narration.test_unusual_readings import ALL_WAYS, moved

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


class Surakarta(Base):
    sentences = (
        "Choose a cell c with a stone of yours and an empty cell t one step from c orthogonally or diagonally.",
        "an occupied cell t met first from c along a track, forward or back, past at least one bend.",
        "some player has no stone on the board.",
        "goes over empty cells only, and what leaves a cell leaves it empty. After its end a track goes on at its beginning.",
    )

    def set_up(self) -> None:
        self.cells, self.quiet = square(6, 6), 0
        self.stones = {cell: int(place(cell)[1] > 2) for cell in self.cells if place(cell)[1] in (1, 2, 5, 6)}
        tracks = re.findall(r"is a circuit of 4 lines with a bend after each: (.*?)\.", self.text)
        self.ways = [way for track in tracks for way in self.both_ways(track)]
        assert len(self.ways) == 4

    def both_ways(self, track: str) -> Iterator[list[tuple[Cell, int]]]:
        """The cells of a track, each with the number of its line, forward and back."""
        lines = [self.line(first, last) for first, last in re.findall(r"from (\w+) to (\w+)", track)]
        forward = [(cell, number) for number, line in enumerate(lines) for cell in line]
        yield forward
        yield forward[::-1]

    def line(self, first: Cell, last: Cell) -> list[Cell]:
        way = next(way for way in ALL_WAYS if moved(first, way, 5) == last)
        return [moved(first, way, count) for count in range(6)]

    def met(self, cell: Cell) -> set[Cell]:
        found = set[Cell]()
        for way in self.ways:
            for start, (at, line) in enumerate(way):
                if at != cell:
                    continue
                bends = 0
                for other, next_line in way[start + 1 :] + way[:start]:
                    bends, line = bends + (next_line != line), next_line
                    if other in self.stones and other != cell:
                        found |= {other} if bends else set()
                        break
        return found

    def moves(self) -> set[Move]:
        own = self.of(self.mover)
        steps: set[Move] = {("step", cell, to) for cell in own for way in ALL_WAYS
                            if (to := moved(cell, way)) in self.cells and to not in self.stones}  # fmt: skip
        return steps | {("capture", cell, to) for cell in own for to in self.met(cell) if self.stones[to] != self.mover}

    def play(self, move: Move) -> None:
        self.quiet = self.quiet + 1 if move[0] == "step" else 0
        self.stones[move[2]] = self.stones.pop(move[1])
        self.mover = 1 - self.mover
        one, other = len(self.of(0)), len(self.of(1))
        if not one or not other or self.quiet >= 50 or not self.moves():
            self.over, self.winner = True, None if one == other else int(other > one)


class Mastermind(Base):
    sentences = (
        "Choose four colours p, q, r and s, which need not differ.",
        "Put pegs of the colours p, q, r and s on the cells of the code, from left to right",
        "Announce the number of black pegs. - Announce the number of white pegs. - It is your turn again.",
        "the number of guesses is more than 0 and the number of black pegs is 4.",
        "the sum, over the colours k, of the smaller of the count of k on the cells of the code and the count of k on the "
        "cells of the last guess.",
    )

    def set_up(self) -> None:
        self.code: Move = ()
        self.guesses = 0
        self.pegs = (0, 0)

    def moves(self) -> set[Move]:
        return {("guess" if self.code else "hide", *four) for four in product(COLOURS, repeat=4)}

    def play(self, move: Move) -> None:
        if not self.code:
            self.code, self.mover = move[1:], 1
            return
        self.guesses += 1
        black = sum(one == other for one, other in zip(self.code, move[1:], strict=True))
        self.pegs = black, (Counter(self.code) & Counter(move[1:])).total() - black
        if black == 4 or self.guesses == 4:
            self.over, self.winner = True, int(black == 4)


CASES: list[tuple[str, dict[str, object], Callable[[str], Written], int]] = [
    ("surakarta", {}, Surakarta, 300),
    ("mastermind", {"tries": 4}, Mastermind, 10),
]
IDS = [case[0] for case in CASES]


@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_a_few_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=min(plies, 20), games=1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "written", "plies"), CASES, ids=IDS)
def test_whole_games_written_from_the_text_are_the_games(
    name: str, options: dict[str, object], written: Callable[[str], Written], plies: int
) -> None:
    compared(load(name, **options), written, plies=plies)


def test_the_pegs_of_a_guess_are_those_that_the_text_counts() -> None:
    game = load("mastermind", tries=12)
    state, mine = game.initial_state(), Mastermind(game.rules_text())
    for number, colours in enumerate(("red green green blue", "green red blue green", "red red red red", "blue blue green red")):
        state = state.play(colours)
        mine.play(("guess" if number else "hide", *colours.split()))
        if number:
            assert (state.ask("black"), state.ask("white")) == mine.pegs
