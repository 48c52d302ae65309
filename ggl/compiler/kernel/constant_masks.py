"""Replaces `deposit` and `extract` with a mask that is known by shifts and masks, for machines without such instructions.

Two ways, the shorter one is taken: each run of set bits is moved by itself, or all bits in those steps of `soft_extract` of the
library that move something.
"""

from __future__ import annotations

from functools import reduce

from ggl.compiler.kernel.forms import Apply, Assign, Call, Expression, Function, KernelError, Literal, Local, Module, Return, Type
from ggl.compiler.kernel.operations import ALL_BITS, OPERATIONS, wrap
from ggl.compiler.kernel.walk import rewritten

_X = Local("x", Type.WORD)

_Move = tuple[int, int]
"""Bits, where they stand in a mask, and how many places down `extract` moves them."""


def replace_constant_masks(module: Module) -> Module:
    """The module without the operations whose mask is a literal. Raises `KernelError` if a name that it makes is taken."""
    made: dict[str, Function] = {}

    def replaced(form: Expression) -> Expression:
        match form:
            case Apply("deposit" | "extract" as operation, (x, Literal(mask))):
                moves = _runs(int(mask) & ALL_BITS)
                if isinstance(x, Local) and len(moves) <= 1:
                    return _by_runs(operation, x, moves)
                function = _function(operation, int(mask) & ALL_BITS, moves)
                made[function.name] = function
                return Call(function.name, (x,), function.results)
        return form

    functions = {name: rewritten(function, replaced) for name, function in module.functions.items()}
    for name in made.keys() & functions.keys():
        if made[name] != functions[name]:
            raise KernelError(f"{name}: there is another function of this name")
    return Module(functions | made, module.entries)


def _function(operation: str, mask: int, moves: list[_Move]) -> Function:
    """The operation with this mask, as a function of the other operand."""
    steps = _steps(mask)
    if 3 * len(moves) <= 4 * len(steps) + 2:  # a rough count of the operations of each way
        body: tuple[Assign | Return, ...] = (Return((_by_runs(operation, _X, moves),)),)
    elif operation == "extract":
        body = (_set(_apply("and", _X, _word(mask))), *(_set(_step(step, "shr")) for step in steps), Return((_X,)))
    else:
        body = (*(_set(_step(step, "shl")) for step in reversed(steps)), Return((_apply("and", _X, _word(mask)),)))
    return Function(f"{operation}_{mask:x}", (_X,), (Type.WORD,), body)


def _by_runs(operation: str, x: Expression, moves: list[_Move]) -> Expression:
    extracts = operation == "extract"
    parts: list[Expression] = []
    for bits, distance in moves:
        moved = _apply("shr" if extracts else "shl", x, _word(distance)) if distance else x
        to = bits >> distance if extracts else bits
        parts.append(_apply("and", moved, _word(to)) if to != ALL_BITS else moved)
    return reduce(lambda a, b: _apply("or", a, b), parts) if parts else _apply("and", x, _word(0))


def _runs(mask: int) -> list[_Move]:
    """The runs of set bits of a mask, the lowest first, each with its distance."""
    found, filled = [], 0
    while mask:
        place = (mask & -mask).bit_length() - 1
        length = ((mask >> place) + 1 & ~(mask >> place)).bit_length() - 1
        bits = (1 << length) - 1 << place
        found.append((bits, place - filled))
        mask, filled = mask & ~bits, filled + length
    return found


def _steps(mask: int) -> list[_Move]:
    """The steps of `compress_step` that move something: the bits that move, where they are before, and how far they go."""
    found, to_go = [], ~mask << 1 & ALL_BITS
    for distance in (1, 2, 4, 8, 16, 32):
        parity = to_go
        for shift in (1, 2, 4, 8, 16, 32):
            parity ^= parity << shift & ALL_BITS
        moving = parity & mask
        mask = mask ^ moving | moving >> distance
        to_go &= ~parity
        if moving:
            found.append((moving, distance))
    return found


def _step(step: _Move, shift: str) -> Expression:
    moving, distance = step
    if shift == "shr":
        moved = _apply("shr", _apply("and", _X, _word(moving)), _word(distance))
    else:
        moved = _apply("and", _apply("shl", _X, _word(distance)), _word(moving))
    return _apply("or", _apply("and", _X, _word(~moving)), moved)


def _set(value: Expression) -> Assign:
    return Assign((_X,), value)


def _word(number: int) -> Literal:
    return Literal(wrap(number), Type.WORD)


def _apply(operation: str, *operands: Expression) -> Apply:
    return Apply(operation, operands, OPERATIONS[operation].result)
