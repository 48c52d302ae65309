"""The Royal Game of Ur by the rules of Irving Finkel, written once more: places along two paths, no part of ggl."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

PATHS = {
    "Light": ["d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1"],
    "Dark": ["d3", "c3", "b3", "a3", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h3", "g3"],
}
ROSETTES = {"a1", "a3", "d2", "g1", "g3"}
SAFE = "d2"
STONES, HOME = 7, 14


def chances() -> dict[str, Fraction]:
    """All sixteen throws of four dice with two faces."""
    sums = Counter(sum(throw) for throw in product((0, 1), repeat=4))
    return {f"roll {total}": Fraction(ways, 16) for total, ways in sums.items()}


@dataclass
class Ur:
    """`on` has the places along the own path, from 0, of the stones that are on the board."""

    mover: str = "Light"
    throw: int | None = None
    hand: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PATHS, STONES))
    on: dict[str, set[int]] = field(default_factory=lambda: {side: set() for side in PATHS})
    winner: str | None = None

    @property
    def other(self) -> str:
        return "Dark" if self.mover == "Light" else "Light"

    def choices(self) -> list[str]:
        if self.winner is not None:
            return []
        if self.throw is None:
            return list(chances())
        path, found = PATHS[self.mover], []
        if self.throw > 0 and self.hand[self.mover] > 0 and self._is_open(self.throw - 1):
            found.append("enter")
        for place in self.on[self.mover]:
            if place + self.throw == HOME:
                found.append(f"leave {path[place]}")
            elif self.throw > 0 and place + self.throw < HOME and self._is_open(place + self.throw):
                found.append(f"run {path[place]}")
        return found or ["pass"]

    def _enemies(self) -> set[str]:
        return {PATHS[self.other][place] for place in self.on[self.other]}

    def _is_open(self, place: int) -> bool:
        square = PATHS[self.mover][place]
        return place not in self.on[self.mover] and not (square == SAFE and square in self._enemies())

    def play(self, text: str) -> None:
        assert text in self.choices()
        word, _, what = text.partition(" ")
        if word == "roll":
            self.throw = int(what)
            return
        assert self.throw is not None
        path, mine, again = PATHS[self.mover], self.on[self.mover], False
        if word != "pass":
            begin = -1 if word == "enter" else path.index(what)
            mine.discard(begin)
            self.hand[self.mover] -= word == "enter"
            place = begin + self.throw
            if place < HOME:
                mine.add(place)
                again = path[place] in ROSETTES
                for hit in [one for one in self.on[self.other] if PATHS[self.other][one] == path[place]]:
                    self.on[self.other].remove(hit)
                    self.hand[self.other] += 1
            elif not mine and self.hand[self.mover] == 0:
                self.winner = self.mover
        self.throw = None
        self.mover = self.mover if again else self.other
