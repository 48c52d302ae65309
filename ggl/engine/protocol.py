"""The protocol of an engine: positions in, positions out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ggl.core import forms as f
from ggl.engine.layout import Layout

PASS, STOP, SWAP_SIDES, TAKE = "pass", "stop", "swap-sides", "take-"


class Step(NamedTuple):
    """One step: a schema and the codes of its parameters; or `pass`, `stop`, `swap-sides`, `take-..`, without any."""

    schema: str
    args: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules may look at: the vector, and the keys of this play's positions where the rules count them."""

    vector: tuple[int, ...]
    history: tuple[tuple[tuple[int, ...], ...], ...] = ()


class Engine(Protocol):
    core: f.CoreGame
    layout: Layout

    def start(self) -> Position:
        """The position before the first turn."""

    def steps(self, position: Position) -> tuple[Step, ...]:
        """The legal steps, in the defining order: schemas as in the file, bindings by board order; none if the game is over."""

    def play(self, position: Position, step: Step) -> Position:
        """The position after a legal step."""

    def scores(self, position: Position) -> tuple[int, ...] | None:
        """The codes of the players' scores, if the game has a score."""
