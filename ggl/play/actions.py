"""The actions of a game: a number for each possible step, fixed by the rules and the options.

Adds moves and their notation to the numbers of `ggl.engine.actions`. Raises `ArgumentError` for anything that is not the number
of a step of the game, and for a game whose steps cannot be numbered.
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from ggl.engine.actions import ActionRange, CannotNumberError, Numbering
from ggl.engine.protocol import Step
from ggl.play.errors import ArgumentError, shown
from ggl.play.move import Move
from ggl.play.rules import Rules


class Actions:
    """The numbers from 0 to `size` - 1. `blocks` maps them to schemas and codes of arguments."""

    def __init__(self, game: Rules) -> None:
        self._game = game
        try:
            self._numbering = Numbering(game.checked.core)
        except CannotNumberError as problem:
            raise ArgumentError(
                f"the moves of {game.name} cannot be numbered: {problem}\n"
                "help: play it with states, `state.legal_moves()`, or give the parameter a smaller range in the file"
            ) from None

    @property
    def size(self) -> int:
        return self._numbering.size

    @property
    def blocks(self) -> tuple[ActionRange, ...]:
        """For each schema its `schema`, `start`, `stop`, and the `lows` and `sizes` of its arguments' codes, the last fastest."""
        return tuple(self._numbering.blocks)

    def number(self, move: Move | Step) -> int:
        """The number of a move or of an engine's step, legal or not."""
        if isinstance(move, Move) and move.rules != self._game.fingerprint:
            raise ArgumentError(f"`{move}` is not a move of {self._game!r}, but of another game or other options")
        step: object = move.step if isinstance(move, Move) else move
        number = self._numbering.number(step) if isinstance(step, Step) else None
        if number is None:
            raise ArgumentError(f"an action is the number of a move of {self._game!r}, which {shown(move)} is not")
        return number

    def step(self, number: SupportsIndex) -> Step:
        """The engine's step for a number."""
        try:
            place = index(number)
        except TypeError:
            raise ArgumentError(f"the number of an action is a whole number, not {shown(number)}") from None
        if not 0 <= place < self.size:
            raise ArgumentError(f"{self._game.name} has actions from 0 to {self.size - 1}, but not {place}")
        return self._numbering.step(place)

    def move(self, number: SupportsIndex) -> Move:
        """The move for a number, legal or not: its schema, its arguments by name, its text."""
        return Move.of(self._game, self.step(number))

    def name(self, number: SupportsIndex) -> str:
        """The schema and the arguments of a number, as `state.play` reads them; no two moves have the same name."""
        return self._game.notation.full(self.step(number))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{self.size:,} actions of {self._game.name}>"
