"""Python's tree of an expression to a typed expression of the kernel language.

Takes the signatures of all functions and the types of the locals set so far. Each operator becomes the operation that its
operands' types ask for; a tree without a form, or with a wrong type, raises `KernelError` with its line.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.forms import REGIONS
from ggl.compiler.kernel.operations import BY_SYMBOL, type_names

# fmt: off
SYMBOLS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.USub: "-", ast.Invert: "~", ast.Not: "not",
}
# fmt: on
"""The operators of the language, as Python's tree has them."""

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class CalleeTypes:
    """The types of a function's parameters and results."""

    parameters: tuple[k.Type, ...]
    results: tuple[k.Type, ...]


def error_at(node: ast.AST, message: str) -> k.KernelError:
    """An error at a node of Python's tree."""
    return k.KernelError(f"line {getattr(node, 'lineno', 0)}: {message}")


@dataclass(frozen=True, slots=True)
class ExpressionReader:
    """Reads the expressions of one function; `types` grows as its statements set locals."""

    signatures: Mapping[str, CalleeTypes]
    types: dict[str, k.Type]

    def value(self, node: ast.expr) -> k.Expression:
        """An expression of any type but a region."""
        found = self._expression(node)
        if found.type in REGIONS:
            raise error_at(node, f"a region is a parameter or an argument: {ast.unparse(node)}")
        return found

    def typed(self, node: ast.expr, wanted: k.Type) -> k.Expression:
        """An expression of one type."""
        found = self._expression(node)
        if found.type is not wanted:
            raise error_at(node, f"expected a value of type {wanted.value}, found {found.type.value}: {ast.unparse(node)}")
        return found

    def call(self, node: ast.Call) -> k.Call:
        """A call of a function, with any number of results."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise error_at(node, f"expected a call such as f(x, y), found {ast.unparse(node)}")
        signature = self.signatures.get(node.func.id)
        if signature is None:
            raise error_at(node, f"there is no function {node.func.id}")
        if len(node.args) != len(signature.parameters):
            raise error_at(node, f"{node.func.id} takes {len(signature.parameters)} arguments, not {len(node.args)}")
        arguments = map(self.typed, node.args, signature.parameters)
        return k.Call(node.func.id, tuple(arguments), signature.results)

    def region(self, name: str, node: ast.AST) -> k.Local:
        """A region, where an entry of it is read or written."""
        found = self._local(name, node)
        if found.type not in REGIONS:
            raise error_at(node, f"{name} is not a region, but of type {found.type.value}")
        return found

    def _expression(self, node: ast.expr) -> k.Expression:
        match node:
            case ast.Constant(value=value):
                return _literal(node, value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)) if _is_sign(node):
                return _literal(node, -value)
            case ast.Name(id=name):
                return self._local(name, node)
            case ast.UnaryOp(op=operator, operand=operand) if type(operator) in SYMBOLS:
                return self._apply(node, SYMBOLS[type(operator)], [operand])
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SYMBOLS:
                return self._apply(node, SYMBOLS[type(operator)], [left, right])
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in SYMBOLS:
                return self._apply(node, SYMBOLS[type(operator)], [left, right])
            case ast.BoolOp(op=operator, values=values):
                kind = k.All if isinstance(operator, ast.And) else k.Any
                return kind(tuple(self.typed(value, k.Type.BOOL) for value in values))
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                found = self.typed(test, k.Type.BOOL), self.value(then)
                return k.Choose(*found, self.typed(otherwise, found[1].type))
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return k.Load(self.region(name, node), self.typed(index, k.Type.WORD))
            case ast.Call(func=ast.Name(id="fixed"), args=[ast.Name(id=name), index], keywords=[]):
                return k.Load(self.region(name, node), self.typed(index, k.Type.WORD), invariant=True)
            case ast.Call(func=ast.Name(id=name), args=operands, keywords=[]) if name in BY_SYMBOL:
                return self._apply(node, name, operands)
            case ast.Call():
                call = self.call(node)
                if len(call.results) != 1:
                    raise error_at(node, f"expected a call with one result; {call.function} gives {type_names(call.results)}")
                return call
        raise error_at(node, f"expected an expression of the kernel language, found {ast.unparse(node)}")

    def _local(self, name: str, node: ast.AST) -> k.Local:
        if name not in self.types:
            raise error_at(node, f"{name} is not set before")
        return k.Local(name, self.types[name])

    def _apply(self, node: ast.expr, symbol: str, operands: Sequence[ast.expr]) -> k.Apply:
        found = tuple(map(self._expression, operands))
        types = tuple(operand.type for operand in found)
        for operation in BY_SYMBOL[symbol]:
            if operation.operands == types:
                return k.Apply(operation.name, found, operation.result)
        wanted = ", or ".join(type_names(operation.operands) for operation in BY_SYMBOL[symbol])
        raise error_at(node, f"{symbol} takes {wanted}, not {type_names(types)}: {ast.unparse(node)}")


def _is_sign(node: ast.UnaryOp) -> bool:
    """Whether a minus sign stands right before a number: then it belongs to the literal."""
    number = node.operand
    return (
        isinstance(number, ast.Constant)
        and not isinstance(number.value, bool)
        and (number.lineno, number.col_offset) == (node.lineno, node.col_offset + 1)
    )


def _literal(node: ast.expr, value: object) -> k.Literal:
    match value:
        case bool():
            return k.Literal(value, k.Type.BOOL)
        case int() if LEAST <= value <= GREATEST:
            return k.Literal(value, k.Type.WORD)
        case int():
            raise error_at(node, f"a word is from -2**63 to 2**63 - 1, not {value}")
        case float() if math.isfinite(value):
            return k.Literal(value, k.Type.REAL)
    raise error_at(node, f"expected a word, a finite real, True or False, found {ast.unparse(node)}")
