"""A move's schema as functions: which bindings of its parameters pass its guard, and the variables of a step.

Takes a schema, the layout, and the builders of expressions and effects; gives `SchemaFunctions`. The interpreter tests the
conditions after the effects, since it knows the position that results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ggl.core import forms as f
from ggl.core.types import ListOf, SetOf, set_base
from ggl.core.walk import highest_level, variables
from ggl.engine.layout import Layout
from ggl.frozen import frozen
from ggl.interpreter import sets
from ggl.interpreter.effects import Change, EffectFunctions
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Function, Slots, Value, Vector


@frozen
class BoundParameter:
    name: str
    place: int
    source: Function
    base: int | None
    """The least number of a set's code; None if the source is a list."""

    checks: tuple[Function, ...]
    """The guards and the lets that need this parameter and none after it."""

    def codes(self, v: Vector, frame: list[Value], held: int | None = None) -> tuple[int, ...]:
        """The codes that it may have: all of its set, or the held one if it is in the set."""
        return codes(self.source(v, frame), self.base, held)


@frozen
class SchemaFunctions:
    """A schema as functions."""

    schema: f.Schema
    slots: Slots
    first_checks: tuple[Function, ...]
    parameters: tuple[BoundParameter, ...]
    lets: tuple[tuple[str, Function], ...]
    """For each `let`: its name, and what puts its value into the frame."""

    do: Change
    ensure: tuple[Function, ...]
    then_if: Function | None
    handed: tuple[tuple[tuple[int, Function], ...], ...]
    """For each pick of `then`: where in the vector each handed value goes, and the value."""

    def bindings(self, v: Vector, frame: list[Value], fixed: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
        """The arguments that pass the guard, in order; while each is looked at, `frame` has its variables."""
        if not all(check(v, frame) for check in self.first_checks):
            return
        parameters, spend = self.parameters, v.work.spend
        if not parameters:
            yield ()
            return

        def bind(level: int, args: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            parameter = parameters[level]
            found = parameter.codes(v, frame, fixed.get(parameter.name))
            spend(len(found))
            place, checks, is_last = parameter.place, parameter.checks, parameter is parameters[-1]
            for code in found:
                frame[place] = code
                for check in checks:
                    if not check(v, frame):
                        break
                else:
                    if is_last:
                        yield (*args, code)
                    else:
                        yield from bind(level + 1, (*args, code))

        yield from bind(0, ())

    def frame(self, v: Vector, args: tuple[int, ...]) -> list[Value]:
        """The variables for these arguments, lets included, whatever the guard says."""
        frame = self.slots.frame()
        for check in self.first_checks:
            check(v, frame)
        for parameter, code in zip(self.parameters, args, strict=True):
            frame[parameter.place] = code
            for check in parameter.checks:
                check(v, frame)
        return frame

    def let(self, v: Vector, args: tuple[int, ...], name: str) -> Value:
        """The value of a `let` for these arguments; neither the guard nor a later `let` is looked at."""
        frame = self.slots.frame()
        for parameter, code in zip(self.parameters, args, strict=True):
            frame[parameter.place] = code
        for each, bind in self.lets:
            bind(v, frame)
            if each == name:
                break
        return frame[self.slots.of(name)]


def rules_of(schema: f.Schema, layout: Layout, expressions: ExpressionFunctions, effects: EffectFunctions) -> SchemaFunctions:
    slots, function = Slots(), expressions.function
    level = {param.name: number for number, param in enumerate(schema.params, 1)}  # the parameter after which a name is known
    lets: dict[str, Function] = {}
    for let in schema.lets:
        level[let.name] = highest_level(let.value, level)
        lets[let.name] = _binding(slots.of(let.name), function(let.value, slots))
    checks = _checks(schema, level, lets, lambda test: function(test, slots))
    return SchemaFunctions(
        schema,
        slots,
        tuple(checks[0]),
        tuple(
            BoundParameter(param.name, slots.of(param.name), function(param.source, slots), base_of(param.source), tuple(after))
            for param, after in zip(schema.params, checks[1:], strict=True)
        ),
        tuple(lets.items()),
        effects.function(schema.do, slots),
        tuple(function(condition.test, slots) for condition in schema.ensure),
        function(schema.then_if, slots) if schema.then_if is not None else None,
        tuple(tuple((layout.at(h.field), function(h.value, slots)) for h in pick.kept) for pick in schema.then),
    )


def _checks(
    schema: f.Schema, level: Mapping[str, int], lets: Mapping[str, Function], function: Callable[[f.Expr], Function]
) -> list[list[Function]]:
    """For each level the guards in their order, and each `let` right before the first that needs it, the rest of them last."""
    checks: list[list[Function]] = [[] for _ in range(len(schema.params) + 1)]
    needs = {let.name: variables(let.value) for let in schema.lets}
    waiting = dict(needs)

    def bind(names: Collection[str]) -> None:
        for name in [name for name in lets if name in names and name in waiting]:
            bind(waiting.pop(name))
            checks[level[name]].append(lets[name])

    for condition in schema.guard:
        bind(variables(condition.test))
        checks[highest_level(condition.test, level)].append(function(condition.test))
    bind(needs)
    return checks


def _binding(place: int, value: Function) -> Function:
    """Puts a value into the frame. True, so that it can stand among the checks."""

    def bind(v: Vector, x: list[Value]) -> bool:
        x[place] = value(v, x)
        return True

    return bind


def base_of(source: f.Expr) -> int | None:
    """The value of the first bit of a set's code; None for a list."""
    if isinstance(source.type, ListOf):
        return None
    assert isinstance(source.type, SetOf)
    return set_base(source.type)


def codes(found: Value, base: int | None, held: int | None = None) -> tuple[int, ...]:
    """The members of a list, or of the code of a set with that base, in order; or the held one if it is among them."""
    if base is None:
        listed: tuple[int, ...] = found
        return listed if held is None else tuple(code for code in listed if code == held)
    if held is not None:
        return (held,) if held >= base and found >> (held - base) & 1 else ()
    members = sets.bit_places(found)
    return tuple(code + base for code in members) if base else members
