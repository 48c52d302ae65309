"""The interface of steppers, which go from position to position by the numbers of steps; `ggl.play.stepping` makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ggl.engine.protocol import Position

Snapshot = Any
Vector = tuple[int, ...]


class Walker(Protocol):
    """One position that steps forward and back."""

    @property
    def depth(self) -> int:
        """The number of steps that can be taken back."""

    @property
    def view(self) -> Sequence[int]:
        """The vector, and perhaps more behind it."""

    @property
    def here(self) -> Callable[[], list[int]]:
        """The numbers of the legal steps."""

    @property
    def go(self) -> Callable[[object], object]:
        """Makes a step by its number; gives None if it is not legal."""

    @property
    def back(self) -> Callable[[], object]:
        """Takes the last step back; gives None if there is none."""

    @property
    def sample(self) -> Callable[[], int | None]:
        """The number of a random legal step, None if there is none."""

    def put(self, snapshot: Snapshot) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def seed(self, state: int) -> None: ...
    def played_out(self, state: int, most: int) -> tuple[list[int], int, Vector]: ...
    def winners(self, seed: int, count: int, most: int) -> list[int]:
        """The seats that win each of `count` random games from here, as bits; 0 after a draw or an unfinished game. Game
        k draws as playout k of the seed does."""
        ...


class Stepper(Protocol):
    @property
    def listed(self) -> Callable[[Snapshot], list[int]]:
        """The numbers of the legal steps, in their order."""

    @property
    def applied(self) -> Callable[[Snapshot, object], Snapshot]:
        """The snapshot after a step; None if it is not legal."""

    def start(self) -> Snapshot: ...
    def of(self, position: Position) -> Snapshot: ...
    def position(self, snapshot: Snapshot) -> Position: ...
    def vector(self, snapshot: Snapshot) -> Vector: ...
    def run(self, snapshot: Snapshot, state: int, most: int) -> tuple[list[int], int, Vector]: ...
    def along(self, snapshot: Snapshot, numbers: list[int]) -> Snapshot: ...
    def walker(self, snapshot: Snapshot) -> Walker: ...
