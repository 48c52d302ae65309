"""Operands for each operation: all pairs of edge values for which it is defined, and what it gives for them."""

from __future__ import annotations

import math
from contextlib import suppress
from itertools import product
from typing import Any

from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.operations import Operation, UndefinedError

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1

EDGES: dict[Type, tuple[Any, ...]] = {
    Type.WORD: (
        0, 1, -1, 2, -2, 3, 7, -7, 8, 31, 32, 63, 64, 65, -64, 1 << 31, 1 << 32, 1 << 53, (1 << 53) + 1,
        0x0123456789ABCDEF, -0x0123456789ABCDEF, GREATEST, GREATEST - 1, LEAST, LEAST + 1,
    ),
    Type.BOOL: (False, True),
    Type.REAL: (0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 1e-300, 5e-324, 1e300, -1e300, math.pi),
}  # fmt: skip


def defined(operation: Operation) -> list[tuple[tuple[Any, ...], Any]]:
    """Operands among the edges, and what the operation gives for them."""
    found = []
    for operands in product(*(EDGES[type_] for type_ in operation.operands)):
        with suppress(UndefinedError):
            found.append((operands, operation.meaning(*operands)))
    return found


def applied(operation: Operation, *operands: str) -> str:
    """How the operation is written."""
    if operation.symbol.isalpha() and operation.name != "not":
        return f"{operation.symbol}({', '.join(operands)})"
    return f"{operands[0]} {operation.symbol} {operands[1]}" if len(operands) == 2 else f"{operation.symbol} ({operands[0]})"
