"""Conditions of moves that never decide: in no position looked at were they the only one to refuse.

Takes a game and positions of it, best from everywhere in its plays. Gives parts of `where` and `ensure`, at most one a move,
that may be left out for all that was seen; an `and` counts as its parts. `MOST_BINDINGS` bounds the work for each move; where
it does not reach for `FEWEST_POSITIONS`, nothing is said of the move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.core.types import Opt, none_code
from ggl.core.walk import uses
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.play.binding import Bindings, look_through
from ggl.play.game import Game

MOST_BINDINGS = 20_000
FEWEST_POSITIONS = 20

READS = (f.Get, f.Plane, f.Seen, f.Can, f.After, f.Call, f.Var)
"""Forms without which a condition is settled by the options, and may matter with others."""


@dataclass(frozen=True)
class Needless:
    """A condition of a move that never decided, in so many positions that offered the move."""

    move: str
    condition: f.Condition
    positions: int


def needless(game: Game, positions: Iterable[Position]) -> list[Needless]:
    """Conditions that never decided, in the order of the file: of each move the last such one, for without it another may."""
    engine = game.interpreter
    moves = {schema.name: _Move(engine, schema, MOST_BINDINGS) for schema in game.checked.core.schemas}
    look_through(engine, positions, moves)
    return [
        Needless(move.schema.name, move.conditions[max(move.waiting)].condition, move.positions)
        for move in moves.values()
        if move.positions >= FEWEST_POSITIONS and move.waiting
    ]


class _Move(Bindings):
    """A move, and which of its conditions have not decided yet."""

    def __init__(self, engine: Interpreter, schema: f.Schema, most: int) -> None:
        super().__init__(engine, schema, most)
        self.waiting = {place for place, each in enumerate(self.conditions) if _is_asked(each.condition.test)}
        self.positions = 0
        if not self.waiting:
            self.left = 0

    def asked(self, place: int, held: bool) -> bool:
        return place in self.waiting

    def refused_alone(self, place: int) -> None:
        self.waiting.discard(place)
        if not self.waiting:
            self.left = 0

    def looked(self, legal: bool) -> None:
        self.positions += self.left >= 0


def _is_asked(test: f.Expr) -> bool:
    """Not settled by the options, and not there to see that there is a value before others use it."""
    inner = test.part if isinstance(test, f.Not) else test
    return uses(test, *READS) and not (isinstance(inner, f.Compare) and (_is_none(inner.left) or _is_none(inner.right)))


def _is_none(e: f.Expr) -> bool:
    return isinstance(e, f.Lit) and isinstance(e.type, Opt) and e.value == none_code(e.type.of)
