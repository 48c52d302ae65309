"""The refusals of a move's arguments by its conditions, in positions in which the move is offered.

Takes an interpreter, positions, and for each move a `Bindings` of a class that records its calls. An `and` counts as its parts,
an `or` as one. If two conditions refuse a choice of the first arguments, the others are skipped. Leaves out positions in which
nobody chooses a move, after the play or before a roll. Gives up moves with too much work or too many choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.core.walk import highest_level
from ggl.engine.protocol import Position, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Function, Value, Vector
from ggl.play.perft import in_turn
from ggl.source import Span


@dataclass(frozen=True)
class ConditionPart:
    """A condition of a move, or a part of one that is an `and`; `whole` is the condition as the author wrote it."""

    condition: f.Condition
    whole: f.Condition
    is_ensure: bool
    test: Function


class Bindings:
    """The choices of a move's arguments; examines at most `most` of them in all positions together."""

    def __init__(self, engine: Interpreter, schema: f.Schema, most: int) -> None:
        self.schema = schema
        self.left = most
        """The number of choices that may still be examined; negative once there were more."""

        self.conditions: list[ConditionPart] = []
        self._engine = engine
        self._rules = engine.rules[schema.name]
        slots, function = self._rules.slots, engine.expressions.function
        levels = {param.name: number for number, param in enumerate(schema.params, 1)}
        self._lets: list[list[tuple[int, Function]]] = [[] for _ in range(len(schema.params) + 1)]
        """By the number of arguments that must be chosen first; the conditions of `ensure` come last."""
        self._places: list[list[int]] = [[] for _ in range(len(schema.params) + 2)]
        for let in schema.lets:
            levels[let.name] = highest_level(let.value, levels)
            self._lets[levels[let.name]].append((slots.of(let.name), function(let.value, slots)))
        for is_ensure, conditions in ((False, schema.guard), (True, schema.ensure)):
            for whole in conditions:
                for part in _parts(whole):
                    self._places[-1 if is_ensure else highest_level(part.test, levels)].append(len(self.conditions))
                    self.conditions.append(ConditionPart(part, whole, is_ensure, function(part.test, slots)))

    # ---- what a class notes

    def asked(self, place: int, held: bool) -> bool:
        """The condition of that place was asked. Whether to go on with a choice that it alone refuses so far."""
        return True

    def refused_alone(self, place: int) -> None:
        """This condition alone refused a choice."""

    def looked(self, legal: bool) -> None:
        """A position was examined: whether there is a legal choice, within the limit of choices."""

    # ---- the walk

    def look(self, v: Vector, held: Mapping[str, int]) -> None:
        """Go through the choices in a position that offers the move, with the arguments that are handed over."""
        try:
            legal = self._bind(v, self._rules.slots.frame(), held, 0, None)
        except WorkLimitError:
            self.left = -1
        else:
            self.looked(legal)

    def _bind(self, v: Vector, frame: list[Value], held: Mapping[str, int], level: int, refusing: int | None) -> bool:
        """Go through the choices from here that at most one condition refuses; whether one of them is legal."""
        for place, value in self._lets[level]:
            frame[place] = value(v, frame)
        refusing, goes_on = self._ask(self._places[level], v, frame, refusing)
        if not goes_on:
            return False
        if level == len(self._rules.parameters):
            return self._after(v, frame, refusing)
        parameter, legal = self._rules.parameters[level], False
        for code in parameter.codes(v, frame, held.get(parameter.name)):
            self.left -= 1
            if self.left < 0:
                break
            frame[parameter.place] = code
            legal |= self._bind(v, frame, held, level + 1, refusing)
        return legal

    def _after(self, v: Vector, frame: list[Value], refusing: int | None) -> bool:
        """Test the conditions on the position after the move; whether it is legal."""
        if self._places[-1]:
            after, local = self._engine.left_behind(v), list(frame)
            self._rules.do(after, local)
            refusing, goes_on = self._ask(self._places[-1], after, local, refusing)
            if not goes_on:
                return False
        if refusing is not None:
            self.refused_alone(refusing)
        return refusing is None

    def _ask(self, places: list[int], v: Vector, frame: list[Value], refusing: int | None) -> tuple[int | None, bool]:
        """The one condition that refuses a choice up to here, and whether to go on with the choice."""
        goes_on = True
        for place in places:
            held = bool(self.conditions[place].test(v, frame))
            wanted = self.asked(place, held)
            if not held:
                refusing, goes_on = place, goes_on and wanted and refusing is None
        return refusing, goes_on


def look_through(engine: Interpreter, positions: Iterable[Position], moves: Mapping[str, Bindings]) -> None:
    """Look at each position for all moves that it offers, as long as there is a move that may be looked at."""
    for position in positions:
        if not _is_chosen_in(engine, position):
            continue
        _look_at(engine, position, moves)
        if all(move.left <= 0 for move in moves.values()):
            break


def look_inside(engine: Interpreter, positions: Iterable[Position], moves: Mapping[str, Bindings]) -> None:
    """Like `look_through`, but also after each legal step of a turn that may go on, where no next step may be found."""
    again = engine.core.turn.again_while is not None
    goes_on = {schema.name for schema in engine.core.schemas if schema.then or again}
    for position in positions:
        look_through(engine, (position,), moves)
        if not goes_on or not _is_chosen_in(engine, position):
            continue
        try:
            for step in engine.steps(position):
                if step.schema in goes_on and any(move.left > 0 for move in moves.values()):
                    for v in engine.interiors(position, step):
                        _look_at(engine, Position(tuple(v), v.history), moves)
        except WorkLimitError:
            for move in moves.values():
                move.left = -1


def look_after(engine: Interpreter, ended: Iterable[Position], moves: Mapping[str, Bindings]) -> None:
    """Look at positions in which a play has ended, as an end that asks for legal moves did."""
    for position in ended:
        if not engine.rolling(engine.vector(position)):
            _look_at(engine, position, moves)


def _look_at(engine: Interpreter, position: Position, moves: Mapping[str, Bindings]) -> None:
    for name, held in _offered(engine, engine.vector(position)):
        if moves[name].left > 0:
            moves[name].look(engine.vector(position), held)


def _is_chosen_in(engine: Interpreter, position: Position) -> bool:
    """Whether somebody chooses a move here: the play is not over, and no roll or choice of a side is due."""
    core, layout, v = engine.core, engine.layout, engine.vector(position)
    choosing_side = core.turn.pie == "choose-side" and layout.offers_sides(core.turn, v) and not in_turn(layout, position)
    return not (v[layout.at("over")] or engine.rolling(v) or choosing_side)


def _offered(engine: Interpreter, v: Vector) -> Iterator[tuple[str, dict[str, int]]]:
    """The moves that a position offers, legal or not, with the arguments that are handed over."""
    core, layout = engine.core, engine.layout
    pending = layout.pending(v)
    if pending is not None:
        for follow_ups in core.schemas[pending].tiers:
            picks = [pick for pick in follow_ups if pick.when is None or v[layout.at(pick.when.field)]]
            offered = [(pick.schema, {handed.param: v[layout.at(handed.field)] for handed in pick.fixed}) for pick in picks]
            yield from offered
            if any(True for name, held in offered for _ in engine.legal(v, name, held)):
                return
        return
    before: tuple[str, ...] = ()
    for tier in core.turn.phases[v[layout.at("phase")] if layout.has("phase") else 0].tiers:
        if any(True for name in before for _ in engine.legal(v, name)):
            return
        yield from ((name, {}) for name in tier)
        before = tier


def _parts(condition: f.Condition) -> Iterator[f.Condition]:
    """The parts of an `and`, each with its own place; any other condition unchanged."""
    test = condition.test
    if isinstance(test, f.And) and all(_is_within(part.span, condition.span) for part in test.parts):
        for part in test.parts:
            yield from _parts(f.Condition(condition.name, part, span=part.span))
    else:
        yield condition


def _is_within(part: Span | None, whole: Span | None) -> bool:
    if part is None or whole is None or part == whole or part.source is not whole.source:
        return False
    return whole.start <= part.start and part.end <= whole.end
