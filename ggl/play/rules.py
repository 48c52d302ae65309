"""What a game is made of, for its features: the checked game with its layout, notation and engines.

`Rules` is the part of a game below the features, which take it; `ggl.play.game.Game` adds the methods that call them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex

from ggl.checker.declarations import OptionValue
from ggl.checker.game import CheckedGame
from ggl.engine.layout import points_of
from ggl.engine.protocol import Engine, Step
from ggl.interpreter import Interpreter
from ggl.play.earlier import ways_of_rules
from ggl.play.errors import ArgumentError, must_be, must_count, shown, whole
from ggl.play.fast import Fast
from ggl.play.frozen import Frozen
from ggl.play.look_values import LookValues
from ggl.play.notation import Notation
from ggl.play.perft import is_roll
from ggl.play.values import Value, Values, options_text

if TYPE_CHECKING:
    from ggl.core.forms import Schema
    from ggl.engine.actions import ActionRange
    from ggl.engine.layout import Layout
    from ggl.play.stepper import Stepper
    from ggl.topology import Board


class StepNumbers(Protocol):
    """The numbers of steps, and the steps of numbers."""

    @property
    def size(self) -> int: ...
    @property
    def blocks(self) -> tuple[ActionRange, ...]: ...
    def number(self, step: Step, /) -> int: ...
    def step(self, number: SupportsIndex, /) -> Step: ...


class Rules:
    """A game as seen by its features. Equal if rules and options are: if the fingerprints are the same."""

    def __init__(self, checked: CheckedGame, engine: str = "auto") -> None:
        self.checked = checked
        self.fast = Fast(checked, engine)
        if engine == "compiled":
            self.engine = self.fast.required()

    @property
    @abstractmethod
    def stepper(self) -> Stepper:
        """Plays steps by their numbers."""

    @property
    @abstractmethod
    def actions(self) -> StepNumbers:
        """A number for each possible step."""

    @cached_property
    def engine(self) -> Engine:
        """The engine that plays; the interpreter is made on first use, since a program that only reads a file needs none."""
        return Interpreter(self.checked.core)

    @property
    def name(self) -> str:
        return self.checked.definition.name.text

    @property
    def options(self) -> dict[str, OptionValue]:
        return dict(self.checked.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The sides, in turn order."""
        return self.checked.players

    @property
    def hides(self) -> bool:
        """Whether some player does not see everything."""
        return bool(self.checked.core.veils or self.checked.core.tellings)

    @property
    def board(self) -> Board:
        """Cells, edges and vertices, with names, coordinates and neighbours; `board.graph` for networkx."""
        return self.checked.board

    @property
    def layout(self) -> Layout:
        return self.engine.layout

    @cached_property
    def values(self) -> Values:
        return Values(self.checked)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.checked, self.values)

    @cached_property
    def questions(self) -> dict[str, Any]:
        """The last questions that were asked, by their text."""
        return {}

    @cached_property
    def _looking(self) -> LookValues | None:
        """Evaluates the expressions of its look in a position; None if it has none."""
        return None if self.checked.shown is None else LookValues(self.checked, self.values)

    @cached_property
    def interpreter(self) -> Interpreter:
        """The interpreter of its rules, whichever engine plays."""
        return self.engine if isinstance(self.engine, Interpreter) else Interpreter(self.checked.core)

    @cached_property
    def _ways(self) -> tuple[int, ...]:
        """The ways in which the rules compare earlier positions, as places of their keys in a history."""
        return ways_of_rules(self.checked.core)

    @cached_property
    def score_scale(self) -> int:
        """A score's code is this many times the score."""
        points = points_of(self.checked.core)
        return 1 if points is None else points.scale

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the resolved rules and options, which every record carries. Ignores comments, names and looks."""
        from ggl.play.fingerprint import fingerprint

        return fingerprint(self.checked)

    def rules_text(self, *, exact: bool = False) -> str:
        """The rules in English, for these options, generated from the rules; `exact` renders each part literally."""
        from ggl.narration.text import rules_text

        return rules_text(self.checked, exact=exact)

    def reason(self, number: int, winner: str | None = None) -> str:
        """Why a play ended, in words: the author's name for the condition, or the condition in English; `winner` is the side that
        the words speak of, if it has won. The number -1 is that of a play that was broken off."""
        number = whole(number)
        must_count(number, "the number of a reason", -1, len(self.checked.core.reasons) - 1)
        if winner is not None and winner not in self.players:
            raise ArgumentError(f"the winner that a reason speaks of is None or a player, {', '.join(self.players)}, "
                                f"not {shown(winner)}")  # fmt: skip
        found = self._reasons.get((number, winner))
        if found is None:
            found = self._reasons[number, winner] = self._reason(number, winner)
        return found

    @cached_property
    def _reasons(self) -> dict[tuple[int, str | None], str]:
        return {}

    def _reason(self, number: int, winner: str | None) -> str:
        if number == -1:
            return "broken off"
        tree = self.checked.world.reason_trees.get(number)
        if tree is None:
            return self.checked.core.reasons[number]
        from ggl.narration.text import reason_text

        return reason_text(self.checked, tree, winner)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The offset of each field in the vector of a position."""
        return {name: slot.start for name, slot in self.layout.slots.items()}

    @cached_property
    def _is_numbered(self) -> bool:
        """Whether its steps have numbers."""
        try:
            return bool(self.actions.size)
        except ArgumentError:
            return False

    def args_of(self, step: Step) -> Mapping[str, Value]:
        """The arguments of a step by name."""
        must_be(step, Step, "what has arguments", "a step, as `move.step` is one")
        schema = self._schemas.get(step.schema)
        if is_roll(self.layout, step):
            found = zip(self.notation.rolled(step), step.args[1:], strict=True)
            return Frozen({name: self.values.value(code, type_) for (name, type_), code in found})
        if schema is None:
            return Frozen({})
        return self.notation.values_of(step)

    @cached_property
    def _schemas(self) -> dict[str, Schema]:
        return {schema.name: schema for schema in self.checked.core.schemas}

    def __repr__(self) -> str:
        return f"<{self.name}{', ' if self.options else ''}{options_text(self.options)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def must_show_all(game: Rules, what: str) -> None:
    """Refuse a feature without support for views, for a game with hidden information."""
    if game.hides:
        raise ArgumentError(f"{what} shows the whole position, but in {game.name} players do not see everything")
