"""The part of a game that features of the play use: its rules with their layout, notation and engine.

A protocol, so that the game, which calls the features, is not imported by them. `ggl.play.game.Game` is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ggl.checker.declarations import OptionValue
from ggl.checker.game import CheckedGame
from ggl.engine.actions import ActionRange
from ggl.engine.layout import Layout
from ggl.engine.protocol import Engine, Step
from ggl.interpreter import Interpreter
from ggl.play.errors import ArgumentError
from ggl.play.fast import Fast
from ggl.play.look_values import LookValues
from ggl.play.notation import Notation
from ggl.play.stepper import Stepper
from ggl.play.values import Value, Values
from ggl.topology import Board


class StepNumbers(Protocol):
    """The numbers of steps, and the steps of numbers."""

    @property
    def size(self) -> int: ...
    @property
    def blocks(self) -> tuple[ActionRange, ...]: ...
    def number(self, step: Step, /) -> int: ...
    def step(self, number: int, /) -> Step: ...


class Rules(Protocol):
    """A game as seen by its features."""

    @property
    def checked(self) -> CheckedGame: ...
    @property
    def name(self) -> str: ...
    @property
    def options(self) -> dict[str, OptionValue]: ...
    @property
    def hides(self) -> bool: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def board(self) -> Board: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def places(self) -> Mapping[str, int]: ...
    @property
    def score_scale(self) -> int: ...
    @property
    def questions(self) -> dict[str, Any]: ...
    @property
    def values(self) -> Values: ...
    @property
    def notation(self) -> Notation: ...
    @property
    def engine(self) -> Engine: ...
    @property
    def interpreter(self) -> Interpreter: ...
    @property
    def fast(self) -> Fast: ...
    @property
    def stepper(self) -> Stepper: ...
    @property
    def actions(self) -> StepNumbers: ...
    @property
    def _looking(self) -> LookValues | None: ...
    def args_of(self, step: Step) -> Mapping[str, Value]: ...
    def reason(self, number: int, winner: str | None = None) -> str: ...


def must_show_all(game: Rules, what: str) -> None:
    """Refuse a feature without support for views, for a game with hidden information."""
    if game.hides:
        raise ArgumentError(f"{what} shows the whole position, but in {game.name} players do not see everything")
