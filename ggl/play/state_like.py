"""The part of a state that features of the play use: its game as `Rules`, its position, and what follows from them.

A protocol, so that the state, which calls the features, is not imported by them. `State` and `View` are such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Protocol

from ggl.engine.protocol import Position, Step
from ggl.play.move import Move
from ggl.play.notation import Notation
from ggl.play.result import Result
from ggl.play.rules import Rules


class StateLike(Protocol):
    """A state as seen by its features."""

    @property
    def game(self) -> Rules: ...

    @property
    def position(self) -> Position: ...

    @property
    def vector(self) -> tuple[int, ...]: ...

    @property
    def mover(self) -> str: ...

    @property
    def seat(self) -> str: ...

    @property
    def seats(self) -> Mapping[str, str]: ...

    @property
    def ply(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def is_chance(self) -> bool: ...

    @property
    def in_turn(self) -> bool: ...

    @property
    def waits_for(self) -> str: ...

    @property
    def result(self) -> Result | None: ...

    @property
    def winners(self) -> tuple[str, ...]: ...

    @property
    def scores(self) -> Mapping[str, int | Fraction] | None: ...

    @property
    def _steps(self) -> tuple[Step, ...]: ...

    @property
    def _notation(self) -> Notation: ...

    @property
    def viewer(self) -> str: ...

    def knows(self, place: int) -> bool: ...

    def move_of(self, step: Step) -> Move: ...

    def read(self, text: str) -> Move: ...

    def after(self, move: Move) -> StateLike: ...

    def view(self) -> StateLike: ...

    def came_by(self) -> tuple[StateLike, tuple[Move, ...]]: ...

    def came_lately(self) -> Iterator[tuple[Move, tuple[int, ...], tuple[int, ...]]]: ...
