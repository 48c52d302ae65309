"""Runs a module form by form: the definition of the kernel language, and slow.

A word is an `int` from -2**63 to 2**63 - 1, a real a `float`; a region is a list or an array of numpy, which is written in place.
The module is one that `verifier.verify` accepts. Undefined behaviour raises `UndefinedError` here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from enum import Enum
from typing import Any, assert_never

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.forms import KernelError, Type
from ggl.compiler.kernel.operations import ALL_BITS, OPERATIONS, TrapError, UndefinedError

Value = int | bool | float
Argument = Value | MutableSequence[Any]


class StepsError(Exception):
    """A call that took more steps than it was given."""


class _Leaving(Enum):
    """How a block is left, but for its end or with results."""

    BREAK = "break"
    CONTINUE = "continue"


_Outcome = _Leaving | tuple[Value, ...] | None
"""How a statement ended: by leaving its block, with the results of the function, or so that the next statement follows."""


class Evaluator:
    """Calls the functions of a module; a call may take `steps` statements and rounds of loops, any number if that is None."""

    def __init__(self, module: f.Module, steps: int | None = None) -> None:
        self._functions = module.functions
        self._steps = steps
        self._taken = 0

    def call(self, function: str, *arguments: Argument) -> Value | tuple[Value, ...] | None:
        """The result of a function, a tuple if it has several, or None if it has none.

        Raises `TrapError` where the call reaches `trap()`, `UndefinedError` where it has no meaning, and `StepsError`.
        """
        parameters = self._functions[function].parameters
        if len(arguments) != len(parameters):
            raise KernelError(f"{function} takes {len(parameters)} arguments, not {len(arguments)}")
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not _fits(argument, parameter.type):
                raise KernelError(
                    f"{function} takes a value of type {parameter.type.value} as {parameter.name}, not {argument!r}"
                )
        self._taken = 0
        match self.run(function, arguments):
            case ():
                return None
            case (only,):
                return only
            case several:
                return several

    def run(self, name: str, arguments: Iterable[Argument]) -> tuple[Value, ...]:
        """The results of a call within the module."""
        function = self._functions[name]
        names = (parameter.name for parameter in function.parameters)
        outcome = _Frame(self, dict(zip(names, arguments, strict=True))).block(function.body)
        return outcome if isinstance(outcome, tuple) else ()

    def step(self) -> None:
        """Counts a statement, or a round of a loop."""
        self._taken += 1
        if self._steps is not None and self._taken > self._steps:
            raise StepsError(f"more than {self._steps} steps")


class _Frame:
    """One call: its locals, and how each form runs on them."""

    def __init__(self, evaluator: Evaluator, values: dict[str, Any]) -> None:
        self._evaluator = evaluator
        self._values = values

    def block(self, block: f.Block) -> _Outcome:
        for statement in block:
            self._evaluator.step()
            outcome = self._statement(statement)
            if outcome is not None:
                return outcome
        return None

    def _statement(self, statement: f.Statement) -> _Outcome:
        match statement:
            case f.Assign(targets, value):
                values = self._call(value) if isinstance(value, f.Call) else (self._value(value),)
                self._values.update(zip((target.name for target in targets), values, strict=True))
            case f.Store(region, index, value):
                at = self._value(index)
                found = self._value(value)
                self._region(region, at)[at] = found
            case f.Do(call):
                self._call(call)
            case f.If(test, then, otherwise):
                return self.block(then if self._value(test) else otherwise)
            case f.While(test, body):
                return self._loop(None, self._as_long_as(test), body)
            case f.For(local, first, stop, step, body):
                return self._loop(local, range(self._value(first), self._value(stop), step), body)
            case f.ForBits(local, bits, body):
                return self._loop(local, _places(self._value(bits)), body)
            case f.Break():
                return _Leaving.BREAK
            case f.Continue():
                return _Leaving.CONTINUE
            case f.Return(values):
                return tuple(map(self._value, values))
            case f.Trap():
                raise TrapError
            case f.Note():
                pass
            case _:
                assert_never(statement)
        return None

    def _as_long_as(self, test: f.Expression) -> Iterator[int]:
        while self._value(test):
            yield 0

    def _loop(self, local: f.Local | None, rounds: Iterable[int], body: f.Block) -> _Outcome:
        for number in rounds:
            self._evaluator.step()
            if local is not None:
                self._values[local.name] = number
            outcome = self.block(body)
            if outcome is _Leaving.BREAK:
                return None
            if isinstance(outcome, tuple):
                return outcome
        return None

    def _value(self, expression: f.Expression) -> Any:
        match expression:
            case f.Literal(value, _):
                return value
            case f.Local(name, _):
                return self._values[name]
            case f.Load(region, index, _):
                at = self._value(index)
                entry = self._region(region, at)[at]
                return int(entry) if region.type is Type.WORDS else bool(entry)
            case f.Apply(operation, operands, _):
                return OPERATIONS[operation].meaning(*map(self._value, operands))
            case f.All(operands, _):
                return all(self._value(operand) for operand in operands)
            case f.Any(operands, _):
                return any(self._value(operand) for operand in operands)
            case f.Choose(test, then, otherwise):
                return self._value(then if self._value(test) else otherwise)
            case f.Call():
                (only,) = self._call(expression)
                return only
            case _:
                assert_never(expression)

    def _call(self, call: f.Call) -> tuple[Value, ...]:
        return self._evaluator.run(call.function, [self._value(argument) for argument in call.arguments])

    def _region(self, region: f.Local, index: int) -> MutableSequence[Any]:
        """A region that has an entry at an index."""
        found: MutableSequence[Any] = self._values[region.name]
        if not 0 <= index < len(found):
            raise UndefinedError(f"{region.name}[{index}], a region with {len(found)} entries")
        return found


def _places(word: int) -> Iterator[int]:
    """The places of the set bits of a word, the lowest first."""
    bits = word & ALL_BITS
    return (place for place in range(bits.bit_length()) if bits >> place & 1)


def _fits(argument: Argument, type_: Type) -> bool:
    match type_:
        case Type.WORD:
            return isinstance(argument, int) and not isinstance(argument, bool) and -(1 << 63) <= argument < 1 << 63
        case Type.BOOL:
            return isinstance(argument, bool)
        case Type.REAL:
            return isinstance(argument, float)
        case Type.WORDS | Type.BOOLS:
            return hasattr(argument, "__setitem__") and hasattr(argument, "__len__")
