"""Checks the expressions of one function: their types, and that they read only set locals.

`LocalTypes` has the facts at one place of the function; the verifier of statements advances it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.forms import REGIONS
from ggl.compiler.kernel.operations import OPERATIONS, is_identifier, type_names
from ggl.compiler.kernel.printer import printed_form


class LocalTypes:
    """The locals of a function: the types of all that were set above, and which are set on every way to here (`known`)."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.known: frozenset[str] = frozenset()
        self._types: dict[str, k.Type] = {}

    def error(self, form: k.Statement | k.Expression, message: str) -> k.KernelError:
        first_line, *_ = printed_form(form).split("\n")
        return k.KernelError(f"{self.function}: {message}: {first_line}")

    def set(self, local: k.Local, form: k.Statement | k.Expression) -> None:
        """Sets a local; the first time declares its type."""
        if not is_identifier(local.name):
            raise self.error(form, f"{local.name} is not a name for a local")
        type_ = self._types.setdefault(local.name, local.type)
        if type_ is not local.type:
            raise self.error(form, f"{local.name} is of type {type_.value}, not {local.type.value}")
        self.known |= {local.name}

    def read(self, local: k.Local) -> k.Type:
        """The type of a local, which may be a region."""
        if local.name not in self.known:
            raise self.error(local, "not set on every way to here")
        if self._types[local.name] is not local.type:
            raise self.error(local, f"of type {self._types[local.name].value}, not {local.type.value}")
        return local.type


class ExpressionVerifier:
    """Checks expressions where a scope stands."""

    def __init__(self, scope: LocalTypes, functions: Mapping[str, k.Function]) -> None:
        self._scope = scope
        self._functions = functions

    def typed(self, form: k.Expression, wanted: k.Type) -> None:
        """Checks an expression of one type."""
        found = self.value(form)
        if found is not wanted:
            raise self._scope.error(form, f"expected type {wanted.value}, found {found.value}")

    def value(self, form: k.Expression) -> k.Type:
        """Checks an expression that is not a region; gives its type."""
        match form:
            case k.Literal(value, type_):
                if not _fits(value, type_):
                    raise self._scope.error(form, f"not a literal of type {type_.value}")
                return type_
            case k.Local():
                if self._scope.read(form) in REGIONS:
                    raise self._scope.error(form, "a region is only an argument")
                return form.type
            case k.Load(region, index, _):
                entry = self.entry(region, form)
                self.typed(index, k.Type.WORD)
                return entry
            case k.Apply():
                return self._apply(form)
            case k.All(operands, type_) | k.Any(operands, type_):
                if len(operands) < 2 or type_ is not k.Type.BOOL:
                    raise self._scope.error(form, "`and` and `or` have two operands or more, and give a bool")
                for operand in operands:
                    self.typed(operand, k.Type.BOOL)
                return type_
            case k.Choose(test, then, otherwise):
                self.typed(test, k.Type.BOOL)
                found = self.value(then)
                self.typed(otherwise, found)
                return found
            case k.Call():
                match self.call(form):
                    case (only,):
                        return only
                raise self._scope.error(form, "a call within an expression gives one result")

    def _apply(self, form: k.Apply) -> k.Type:
        operation = OPERATIONS.get(form.operation)
        if operation is None:
            raise self._scope.error(form, f"there is no operation {form.operation}")
        types = tuple(self.value(operand) for operand in form.operands)
        if types != operation.operands:
            raise self._scope.error(form, f"{form.operation} takes {type_names(operation.operands)}, not {type_names(types)}")
        if form.type is not operation.result:
            raise self._scope.error(form, f"{form.operation} gives {operation.result.value}, not {form.type.value}")
        return form.type

    def call(self, form: k.Call) -> tuple[k.Type, ...]:
        """Checks a call with any number of results; gives their types."""
        function = self._functions.get(form.function)
        if function is None:
            raise self._scope.error(form, f"there is no function {form.function}")
        types = tuple(
            self._scope.read(argument) if isinstance(argument, k.Local) else self.value(argument) for argument in form.arguments
        )
        wanted = tuple(parameter.type for parameter in function.parameters)
        if types != wanted:
            raise self._scope.error(form, f"{form.function} takes {type_names(wanted)}, not {type_names(types)}")
        if form.results != function.results:
            raise self._scope.error(form, f"{form.function} gives {type_names(function.results)}, not {type_names(form.results)}")
        return form.results

    def entry(self, region: k.Local, form: k.Statement | k.Expression) -> k.Type:
        """The type of a region's entries."""
        found = REGIONS.get(self._scope.read(region))
        if found is None:
            raise self._scope.error(form, f"{region.name} is not a region")
        return found


def is_word(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << 63) <= value < 1 << 63


def _fits(value: object, type_: k.Type) -> bool:
    match type_:
        case k.Type.WORD:
            return is_word(value)
        case k.Type.BOOL:
            return isinstance(value, bool)
        case k.Type.REAL:
            return isinstance(value, float) and math.isfinite(value)
    return False
