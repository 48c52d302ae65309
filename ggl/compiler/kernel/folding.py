"""Evaluates operations on literals, and leaves out those that change nothing, such as `x + 0`.

Takes a verified module and gives one that does the same. An operation that is undefined stays.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.operations import OPERATIONS, UndefinedError
from ggl.compiler.kernel.walk import has_call, rewritten

_RIGHT = {
    "add": 0, "sub": 0, "mul": 1, "floordiv": 1, "and": -1, "or": 0, "xor": 0, "shl": 0, "sar": 0, "shr": 0,
}  # fmt: skip
"""Operations that give the first operand if the second is this."""

_LEFT = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
"""Operations that give the second operand if the first is this."""

_ABSORBING = {"and": 0, "or": -1, "mul": 0}
"""Operations that give this if an operand is this."""


def fold(module: k.Module) -> k.Module:
    """The module with operations evaluated whose operands are known."""
    functions = {name: replace(function, body=_block(function.body)) for name, function in module.functions.items()}
    return k.Module(functions, module.entries)


def _block(block: k.Block) -> k.Block:
    return tuple(map(_statement, block))


def _statement(s: k.Statement) -> k.Statement:
    match s:
        case k.If(test, then, otherwise):
            return k.If(rewritten(test, _folded), _block(then), _block(otherwise))
        case k.While(test, body):
            known = rewritten(test, _folded)  # a constant `True` would make the code after the loop unreachable
            return k.While(test if known == k.Literal(True, k.Type.BOOL) else known, _block(body))
        case k.For(local, first, stop, step, body):
            return k.For(local, rewritten(first, _folded), rewritten(stop, _folded), step, _block(body))
        case k.ForBits(local, bits, body):
            return k.ForBits(local, rewritten(bits, _folded), _block(body))
    return rewritten(s, _folded)


def _folded(form: k.Expression) -> k.Expression:
    """An expression whose operands are folded already."""
    match form:
        case k.Apply(operation, operands) if all(isinstance(operand, k.Literal) for operand in operands):
            return _evaluated(form)
        case k.Apply(operation, (x, k.Literal(value))) if _is(_RIGHT, operation, value):
            return x
        case k.Apply(operation, (k.Literal(value), x)) if _is(_LEFT, operation, value):
            return x
        case k.Apply(operation, (x, k.Literal(value) as known)) | k.Apply(operation, (k.Literal(value) as known, x)):
            if _is(_ABSORBING, operation, value) and not has_call(x):
                return known
        case k.All(operands) | k.Any(operands):
            return _connected(form, operands)
        case k.Choose(k.Literal(value), then, otherwise):
            return then if value else otherwise
    return form


def _is(table: dict[str, int], operation: str, value: int | bool | float) -> bool:
    return operation in table and table[operation] == value


def _evaluated(form: k.Apply) -> k.Expression:
    operation = OPERATIONS[form.operation]
    values = [operand.value for operand in form.operands if isinstance(operand, k.Literal)]
    try:
        found = operation.meaning(*values)
    except UndefinedError:
        return form
    finite = operation.result is not k.Type.REAL
    return k.Literal(found, operation.result) if finite else form


def _connected(form: k.All | k.Any, operands: tuple[k.Expression, ...]) -> k.Expression:
    """Leaves out operands that decide nothing, and those after one that decides for sure."""
    decides = isinstance(form, k.Any)
    left: list[k.Expression] = []
    for operand in operands:
        if isinstance(operand, k.Literal) and operand.value != decides:
            continue
        left.append(operand)
        if isinstance(operand, k.Literal):
            break
    if not left:
        return k.Literal(not decides, k.Type.BOOL)
    if len(left) == 1:
        return left[0]
    return form if len(left) == len(operands) else type(form)(tuple(left))
