"""The `info` lines of a UGI engine, combined.

Takes their words in order, whatever they are; later lines replace earlier ones. Returns the latest information for each line of
play (`multipv`; the first is the best).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ggl.agents import wire

MOST = 500
"""The most lines of play that are kept."""

_LONGEST = 400


@dataclass
class Info:
    """The information on a line of play; `pv` has its words."""

    nodes: int = 0
    depth: int = 0
    score: tuple[str, int] | None = None
    pv: list[str] = field(default_factory=list)

    def hear(self, words: Sequence[str]) -> None:
        rest = iter(words)
        with contextlib.suppress(StopIteration):
            for word in rest:
                if word in ("nodes", "depth"):
                    number = _number(next(rest))
                    if number is not None and number >= 0:
                        setattr(self, word, number)
                elif word == "score":
                    unit, number = next(rest), _number(next(rest))
                    if number is not None and unit in ("cp", wire.MATE):
                        self.score = unit, number
                elif word == "pv":
                    self.pv = list(rest)[:_LONGEST]

    @property
    def distance(self) -> int | None:
        """Steps to a sure end."""
        return abs(self.score[1]) if self.score is not None and self.score[0] == wire.MATE else None

    @property
    def proven(self) -> bool:
        return self.distance is not None

    def value(self, unknown: float) -> float:
        """The value for the seat to move; the inverse of `ggl.agents.wire.engine_score`."""
        return unknown if self.score is None else wire.value_of_score(*self.score)


class Infos:
    def __init__(self) -> None:
        self.best = Info()
        self._others: dict[int, Info] = {}

    @property
    def others(self) -> list[Info]:
        """The other lines of play, by their numbers."""
        return [self._others[number] for number in sorted(self._others)]

    def hear(self, words: Sequence[str]) -> None:
        told = iter(words)
        number = next((_number(next(told, "")) for word in told if word == "multipv"), 1)
        if number == 1:
            self.best.hear(words)
        elif number is not None and 1 < number <= MOST:
            self._others.setdefault(number, Info()).hear(words)


def _number(word: str) -> int | None:
    return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else None
