"""Conditions of moves that never decide: in no position looked at were they the only one to refuse.

Takes a game and positions of it, best from everywhere in its plays, and those in which plays ended. Gives parts of `where` and
`ensure`, at most one a move, without which every position looked at has the same legal moves; an `and` counts as its parts.
Positions inside a turn in which a next step was looked for count too, found or not. `MOST_BINDINGS` bounds the work for each
move; where it does not reach for `FEWEST_POSITIONS`, nothing is said of the move. Nor is anything said where rules ask for legal
moves in positions that no play reaches: of a move in `able`, and of all moves where `stuck(p)` asks of any player, a turn is
chosen by `least` or `most`, or a game of a match may end since nobody can move, after which the next one has begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.core.walk import READS, is_none_literal, uses, walk
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.play.binding import Bindings, look_after, look_inside
from ggl.play.game import Game

MOST_BINDINGS = 20_000
FEWEST_POSITIONS = 20

_VARIES = (*READS, f.Call, f.Var)
"""Forms without which a condition is settled by the options, and may matter with others."""


@dataclass(frozen=True)
class Needless:
    """A condition of a move that never decided, and the number of positions that offered the move."""

    move: str
    condition: f.Condition
    positions: int


def needless(game: Game, positions: Iterable[Position], ended: Iterable[Position] = ()) -> list[Needless]:
    """Conditions that never decided, in the order of the file: of each move the last such one, for without it another may."""
    engine, core = game.interpreter, game.checked.core
    asked = _asked_elsewhere(core)
    moves = {schema.name: _Move(engine, schema, MOST_BINDINGS, schema.name not in asked) for schema in core.schemas}
    look_inside(engine, positions, moves)
    look_after(engine, ended if uses(core, f.Can) else _without_moves(engine, ended), moves)
    return [
        Needless(move.schema.name, move.conditions[max(move.waiting)].condition, move.positions)
        for move in moves.values()
        if move.positions >= FEWEST_POSITIONS and move.waiting
    ]


def _without_moves(engine: Interpreter, ended: Iterable[Position]) -> Iterator[Position]:
    """The positions that are a draw since the mover can neither move nor pass, which is the last reason of every game."""
    over = engine.layout.at("over")
    return (position for position in ended if engine.vector(position)[over] == len(engine.core.reasons))


class _Move(Bindings):
    """A move, and which of its conditions have not decided yet."""

    def __init__(self, engine: Interpreter, schema: f.Schema, most: int, spoken_of: bool) -> None:
        super().__init__(engine, schema, most)
        conditions = self.conditions if spoken_of else []
        self.waiting = {place for place, each in enumerate(conditions) if _is_asked(each.condition.test)}
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


def _asked_elsewhere(core: f.CoreGame) -> set[str]:
    """The moves that rules ask for in positions that no play reaches."""
    everything = {schema.name for schema in core.schemas}
    if core.turn.preferred is not None or core.match is not None:
        return everything
    if any(isinstance(form, f.After) and uses(form, f.Can) for form in walk(core)):
        return everything
    return {form.schema for form in walk(core) if isinstance(form, f.Can)}


def _is_asked(test: f.Expr) -> bool:
    """Not settled by the options, and not there to see that there is a value before others use it."""
    inner = test.part if isinstance(test, f.Not) else test
    return uses(test, *_VARIES) and not (
        isinstance(inner, f.Compare) and (is_none_literal(inner.left) or is_none_literal(inner.right))
    )
