"""Conditions of moves that never decide: in no position looked at were they the only one to refuse.

Takes a game and positions of it, best from everywhere in its plays. Gives parts of `where` and `ensure`, at most one a move,
that may be left out for all that was seen; an `and` counts as its parts. `MOST_BINDINGS` bounds the work for each move; where
it does not reach for `FEWEST_POSITIONS`, nothing is said of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ggl.core import forms as f
from ggl.core.types import Opt, none_code
from ggl.core.walk import uses
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.interpreter.rules import level_of
from ggl.interpreter.vector import Function, Slots, Value, Vector
from ggl.play.game import Game
from ggl.source import Span

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
    engine = Interpreter(game.checked.core)
    moves = {schema.name: _Move(engine, schema) for schema in game.checked.core.schemas}
    for position in positions:
        v = engine.vector(position)
        for name, held in offered(engine, v):
            moves[name].look(v, held)
        if all(move.is_done for move in moves.values()):
            break
    return [
        Needless(move.schema.name, move.conditions[max(move.waiting)].condition, move.positions)
        for move in moves.values()
        if move.positions >= FEWEST_POSITIONS and move.waiting
    ]


def offered(engine: Interpreter, v: Vector) -> Iterator[tuple[str, dict[str, int]]]:
    """The moves that a position offers, legal or not, with the parameters that are handed over."""
    layout, schemas = engine.layout, engine.core.schemas
    pending = v[layout.at("pending")] if layout.has("pending") else len(schemas)
    if pending < len(schemas):
        for pick in schemas[pending].then:
            yield pick.schema, {handed.param: v[layout.at(handed.field)] for handed in pick.fixed}
        return
    for tier in engine.core.turn.phases[v[layout.at("phase")] if layout.has("phase") else 0].tiers:
        yield from ((name, {}) for name in tier)
        if any(True for name in tier for _ in engine.legal(v, name)):
            return


@dataclass
class _Condition:
    condition: f.Condition
    test: Function
    level: int
    """The parameter, counted from 1, after which it can be asked; more than all of them for an `ensure`."""


@dataclass
class _Move:
    """A move, its conditions and which of them have not decided yet."""

    engine: Interpreter
    schema: f.Schema
    conditions: list[_Condition] = field(default_factory=list)
    waiting: set[int] = field(default_factory=set)
    positions: int = 0
    is_cut: bool = False
    _left: int = field(default_factory=lambda: MOST_BINDINGS)

    def __post_init__(self) -> None:
        schema, functions = self.schema, self.engine.expressions
        slots: Slots = self.engine.rules[schema.name].slots
        levels = {param.name: number for number, param in enumerate(schema.params, 1)}
        self._lets: list[tuple[int, int, Function]] = []
        for let in schema.lets:
            levels[let.name] = level_of(let.value, levels)
            self._lets.append((levels[let.name], slots.of(let.name), functions.function(let.value, slots)))
        for conditions, level in ((schema.guard, 0), (schema.ensure, len(schema.params) + 1)):
            for part in (part for condition in conditions for part in parts(condition)):
                test = functions.function(part.test, slots)
                self.conditions.append(_Condition(part, test, level or level_of(part.test, levels)))
        self.waiting = {place for place, each in enumerate(self.conditions) if _is_asked(each.condition.test)}
        self._slots = slots

    @property
    def is_done(self) -> bool:
        return not self.waiting or self.is_cut

    def look(self, v: Vector, held: dict[str, int]) -> None:
        """Note which conditions decide in a position."""
        if not self.is_done:
            self._bind(v, self._slots.frame(), held, 0, None)
            self.positions += not self.is_cut

    def _bind(self, v: Vector, frame: list[Value], held: dict[str, int], level: int, refused: int | None) -> None:
        """Go through the bindings from here that at most one condition refuses, one that has not decided yet."""
        for at, place, value in self._lets:
            if at == level:
                frame[place] = value(v, frame)
        for place, each in enumerate(self.conditions):
            if each.level == level and not each.test(v, frame):
                if refused is not None or place not in self.waiting:
                    return
                refused = place
        parameters = self.engine.rules[self.schema.name].parameters
        if level == len(parameters):
            self._after(v, frame, refused)
            return
        parameter = parameters[level]
        for code in parameter.codes(v, frame, held.get(parameter.name)):
            self._left -= 1
            self.is_cut |= self._left < 0
            if self.is_done or (refused is not None and refused not in self.waiting):
                return
            frame[parameter.place] = code
            self._bind(v, frame, held, level + 1, refused)

    def _after(self, v: Vector, frame: list[Value], refused: int | None) -> None:
        """Ask the conditions on the position after the move."""
        ensured = [place for place, each in enumerate(self.conditions) if each.level > len(self.schema.params)]
        if ensured:
            after, local = self.engine.left_behind(v), list(frame)
            self.engine.rules[self.schema.name].do(after, local)
            for place in ensured:
                if not self.conditions[place].test(after, local):
                    if refused is not None:
                        return
                    refused = place
        if refused is not None:
            self.waiting.discard(refused)


def parts(condition: f.Condition) -> Iterator[f.Condition]:
    """The parts of an `and`, each with its own place; another condition as it is."""
    test = condition.test
    if isinstance(test, f.And) and all(_is_within(part.span, condition.span) for part in test.parts):
        for part in test.parts:
            yield from parts(f.Condition(condition.name, part, span=part.span))
    else:
        yield condition


def _is_within(part: Span | None, whole: Span | None) -> bool:
    if part is None or whole is None or part == whole or part.source is not whole.source:
        return False
    return whole.start <= part.start and part.end <= whole.end


def _is_asked(test: f.Expr) -> bool:
    """Not settled by the options, and not there to see that there is a value before others use it."""
    inner = test.part if isinstance(test, f.Not) else test
    return uses(test, *READS) and not (isinstance(inner, f.Compare) and (_is_none(inner.left) or _is_none(inner.right)))


def _is_none(e: f.Expr) -> bool:
    return isinstance(e, f.Lit) and isinstance(e.type, Opt) and e.value == none_code(e.type.of)
