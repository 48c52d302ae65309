"""The data that functions of the core work on: a position as a vector, and the places of variables.

A function takes the vector and the list of variables, and gives a code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from ggl.interpreter.work import WorkMeter

Keys = tuple[tuple[int, ...], ...]
"""The entries compared of one position, for each way to compare: the position, and the board alone."""

KEYS = ("position", "board")


class Vector(list[int]):
    """A position being worked on, with the keys of the play so far."""

    __slots__ = ("history", "work")

    known: dict[tuple[Any, ...], Any] | None = None
    """Memoized values of definitions here, by name and arguments; None where the entries may change."""

    def __init__(self, entries: Iterable[int] = (), history: tuple[Keys, ...] = (), work: WorkMeter | None = None) -> None:
        list.__init__(self, entries)  # quicker than by `super()`
        self.history = history
        self.work = WorkMeter() if work is None else work
        """Shared with the copies."""

    def copied(self) -> Vector:
        return Vector(self, self.history, self.work)


class Played(Vector):
    """A position that is written to for a while, and then `rest`s: from there on it is looked at alone."""

    __slots__ = ("known",)

    def __init__(self, entries: Iterable[int], history: tuple[Keys, ...], work: WorkMeter) -> None:
        super().__init__(entries, history, work)
        self.known = None

    def rest(self) -> None:
        self.known = {}


class Resting(Vector):
    """A position that is looked at and never written to, so that what was found of it stays true."""

    __slots__ = ("known", "left")

    def __init__(self, entries: Iterable[int] = (), history: tuple[Keys, ...] = ()) -> None:
        super().__init__(entries, history)
        self.known = {}
        self.left: tuple[Keys, ...] | None = None
        """The history of the next position, once it was asked for."""

    def __setitem__(self, *_: object) -> NoReturn:
        raise TypeError("a position that is looked at is not written to: `copied()` is")


Value = Any  # an int or a tuple: the type of the form says which
Function = Callable[[Vector, list[Value]], Value]
VectorAndOne = Callable[[Vector, Value], Value]


class Slots:
    """The places of a unit's variables."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def of(self, name: str) -> int:
        return self._places.setdefault(name, len(self._places))

    @property
    def size(self) -> int:
        return len(self._places)

    def frame(self) -> list[Value]:
        return [0] * len(self._places)
