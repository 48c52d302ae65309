"""Evaluates operations on literals, and leaves out those that change nothing, such as `x + 0`.

Takes a verified module and gives one that does the same. An operation that is undefined stays.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.compiler.kernel.forms import (
    All,
    Any,
    Apply,
    Block,
    Choose,
    Expression,
    For,
    ForBits,
    If,
    Literal,
    Module,
    Statement,
    Type,
    While,
)
from ggl.compiler.kernel.operations import OPERATIONS, UndefinedError
from ggl.compiler.kernel.walk import calls, rewritten

_RIGHT = {
    "add": 0, "sub": 0, "mul": 1, "floordiv": 1, "and": -1, "or": 0, "xor": 0, "shl": 0, "sar": 0, "shr": 0,
}  # fmt: skip
"""Operations that give the first operand if the second is this."""

_LEFT = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
"""Operations that give the second operand if the first is this."""

_ABSORBING = {"and": 0, "or": -1, "mul": 0}
"""Operations that give this if an operand is this."""


def fold(module: Module) -> Module:
    """The module with operations evaluated whose operands are known."""
    functions = {name: replace(function, body=_block(function.body)) for name, function in module.functions.items()}
    return Module(functions, module.entries)


def _block(block: Block) -> Block:
    return tuple(map(_statement, block))


def _statement(s: Statement) -> Statement:
    match s:
        case If(test, then, otherwise):
            return If(rewritten(test, folded), _block(then), _block(otherwise))
        case While(test, body):
            known = rewritten(test, folded)  # a constant `True` would make the code after the loop unreachable
            return While(test if known == Literal(True, Type.BOOL) else known, _block(body))
        case For(local, first, stop, step, body):
            return For(local, rewritten(first, folded), rewritten(stop, folded), step, _block(body))
        case ForBits(local, bits, body):
            return ForBits(local, rewritten(bits, folded), _block(body))
    return rewritten(s, folded)


def folded(form: Expression) -> Expression:
    """An expression whose operands are folded already."""
    match form:
        case Apply(operation, operands) if all(isinstance(operand, Literal) for operand in operands):
            return _evaluated(form)
        case Apply(operation, (x, Literal(value))) if _is(_RIGHT, operation, value):
            return x
        case Apply(operation, (Literal(value), x)) if _is(_LEFT, operation, value):
            return x
        case Apply(operation, (x, Literal(value) as known)) | Apply(operation, (Literal(value) as known, x)):
            if _is(_ABSORBING, operation, value) and not calls(x):
                return known
        case All(operands) | Any(operands):
            return _connected(form, operands)
        case Choose(Literal(value), then, otherwise):
            return then if value else otherwise
    return form


def _is(table: dict[str, int], operation: str, value: int | bool | float) -> bool:
    return operation in table and table[operation] == value


def _evaluated(form: Apply) -> Expression:
    operation = OPERATIONS[form.operation]
    values = [operand.value for operand in form.operands if isinstance(operand, Literal)]
    try:
        found = operation.meaning(*values)
    except UndefinedError:
        return form
    finite = operation.result is not Type.REAL
    return Literal(found, operation.result) if finite else form


def _connected(form: All | Any, operands: tuple[Expression, ...]) -> Expression:
    """Leaves out operands that decide nothing, and those after one that decides for sure."""
    decides = isinstance(form, Any)
    left: list[Expression] = []
    for operand in operands:
        if isinstance(operand, Literal) and operand.value != decides:
            continue
        left.append(operand)
        if isinstance(operand, Literal):
            break
    if not left:
        return Literal(not decides, Type.BOOL)
    if len(left) == 1:
        return left[0]
    return form if len(left) == len(operands) else type(form)(tuple(left))
