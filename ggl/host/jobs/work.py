"""The work of a job as plain data, so that any process can do it.

A game is its text and those of its bases, with the values of its options; a position is the engines' representation. Decoded
and encoded by `ggl.typed_json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ggl.engine.protocol import Position, Step
from ggl.host.views import Arg
from ggl.model.definition import Definition
from ggl.model.extends import FindBase
from ggl.play.game import Game, State
from ggl.play.loading import made_of
from ggl.source import Source


@dataclass(frozen=True)
class GameData:
    """The text of a game, the name of its file, its options, and the name and text of each base, the nearest first. So a job is
    about the game that it was started for, whatever happens to its files."""

    name: str
    text: str
    options: Mapping[str, Arg]
    bases: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, source: Source, definition: Definition, options: Mapping[str, Arg]) -> GameData:
        return cls(source.name, source.text, options, tuple((base.name, base.text) for base in definition.bases))

    def load(self) -> Game:
        return made_of(Source(self.name, self.text), self.options, bases=lambda _: self.finder())

    def finder(self) -> FindBase:
        """Gives the bases in turn, since each file extends the next."""
        bases = iter(self.bases)
        return lambda _: next((Source(name, text) for name, text in bases), None)


@dataclass(frozen=True)
class PositionData:
    """A position as engines have it, and the steps made from there: what players know of a game that hides something rests on
    the whole play."""

    vector: tuple[int, ...]
    history: tuple[tuple[tuple[int, ...], ...], ...]
    steps: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @classmethod
    def of(cls, state: State) -> PositionData:
        begun, moves = state.came_by() if state.game.hides else (state, ())
        return cls(
            begun.position.vector, begun.position.history, tuple((step.schema, step.args) for step in (m.step for m in moves))
        )

    def state(self, game: Game) -> State:
        state = State(game, Position(self.vector, self.history))
        for schema, args in self.steps:
            state = state.after(game.move(Step(schema, args)))
        return state


@dataclass(frozen=True)
class MoveWork:
    """Find the move of an agent. `seed` is that of its random numbers, `turn` counts the steps before."""

    game: GameData
    at: PositionData
    spec: str
    seed: int
    kind: Literal["move"] = "move"


@dataclass(frozen=True)
class HintWork:
    """Find a judge's best turn; without `judge`, that of the first usual judge that can play the game."""

    game: GameData
    at: PositionData
    judge: str | None
    seed: int
    most: int
    revision: int
    kind: Literal["hint"] = "hint"


@dataclass(frozen=True)
class EvaluateWork:
    """Find the value of a position."""

    game: GameData
    at: PositionData
    judge: str | None
    seed: int
    revision: int
    kind: Literal["evaluate"] = "evaluate"


@dataclass(frozen=True)
class ThreatsWork:
    """Find the threats of the side that moves next."""

    game: GameData
    at: PositionData
    revision: int
    kind: Literal["threats"] = "threats"


@dataclass(frozen=True)
class Choice:
    """A step of a play as text, the node to which it led, and its turn."""

    text: str
    node: int
    turn: int


@dataclass(frozen=True)
class ReviewWork:
    """Find the loss of each of the steps that lead on from a position."""

    game: GameData
    at: PositionData
    steps: tuple[Choice, ...]
    judge: str | None
    seed: int
    kind: Literal["review"] = "review"


@dataclass(frozen=True)
class MeasureWork:
    """`plays` random plays from the beginning."""

    game: GameData
    plays: int
    seed: int
    kind: Literal["measure"] = "measure"


@dataclass(frozen=True)
class RandomWork:
    """A random play to its end, with a limit on its steps."""

    game: GameData
    at: PositionData
    seed: int
    most: int
    kind: Literal["random"] = "random"


@dataclass(frozen=True)
class ExportWork:
    """The game as one page; records of it call the game `name`."""

    game: GameData
    name: str
    kind: Literal["export"] = "export"


@dataclass(frozen=True)
class AnalyzeWork:
    """A report on the design of the game, in about `seconds` seconds."""

    game: GameData
    seconds: float
    seed: int
    kind: Literal["analyze"] = "analyze"


@dataclass(frozen=True)
class Checks:
    """The check of a step of the tutorial: the text of a game that has tests and extends a file of this name."""

    file: str
    text: str


@dataclass(frozen=True)
class TestsWork:
    """The tests of a file; with `checks`, those of a game that extends it."""

    game: GameData
    checks: Checks | None = None
    kind: Literal["tests"] = "tests"


Work = (
    MoveWork | HintWork | EvaluateWork | ThreatsWork | ReviewWork | MeasureWork | RandomWork | ExportWork | AnalyzeWork
    | TestsWork
)  # fmt: skip
