"""The operations of the kernel language, each with its types and its meaning.

The meaning is a function of Python: words are ints from -2**63 to 2**63 - 1. A back end implements each operation by name and must give
the same results. Where a meaning raises `UndefinedError`, a program must not get there, and a back end may do anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ggl.compiler.kernel.forms import Type

ALL_BITS = (1 << 64) - 1


class UndefinedError(ArithmeticError):
    """An operation without a result, such as a division by 0."""


def wrap(number: int) -> int:
    """The word whose 64 bits are the low bits of a number."""
    return ((number + (1 << 63)) & ALL_BITS) - (1 << 63)


@dataclass(frozen=True, slots=True)
class Operation:
    """`symbol` is how it is written: an operator of Python, or the name of a function."""

    name: str
    symbol: str
    operands: tuple[Type, ...]
    result: Type
    says: str
    meaning: Callable[..., Any]


def _divided(x: int, y: int) -> int:
    if y == 0 or (x == -(1 << 63) and y == -1):
        raise UndefinedError
    return x // y


def _remainder(x: int, y: int) -> int:
    if y == 0 or (x == -(1 << 63) and y == -1):
        raise UndefinedError
    return x % y


def _deposit(bits: int, mask: int) -> int:
    found, place, mask = 0, 0, mask & ALL_BITS
    while mask:
        if bits >> place & 1:
            found |= mask & -mask
        mask &= mask - 1
        place += 1
    return wrap(found)


def _extract(bits: int, mask: int) -> int:
    found, place, mask = 0, 0, mask & ALL_BITS
    while mask:
        if bits & ALL_BITS & mask & -mask:
            found |= 1 << place
        mask &= mask - 1
        place += 1
    return wrap(found)


def _real_division(x: float, y: float) -> float:
    if y == 0:
        raise UndefinedError
    return x / y


def _defined(function: Callable[[float], float]) -> Callable[[float], float]:
    def meaning(x: float) -> float:
        try:
            return function(x)
        except ValueError:
            raise UndefinedError from None

    return meaning


_W, _B, _R = Type.WORD, Type.BOOL, Type.REAL

OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        # words: arithmetic
        Operation("add", "+", (_W, _W), _W, "the sum, wrapped", lambda x, y: wrap(x + y)),
        Operation("sub", "-", (_W, _W), _W, "the difference, wrapped", lambda x, y: wrap(x - y)),
        Operation("mul", "*", (_W, _W), _W, "the product, wrapped", lambda x, y: wrap(x * y)),
        Operation("neg", "-", (_W,), _W, "the number with the other sign, wrapped", lambda x: wrap(-x)),
        Operation(
            "floordiv", "//", (_W, _W), _W, "the quotient, rounded down; undefined by 0, and for the least word by -1", _divided
        ),
        Operation(
            "mod", "%", (_W, _W), _W, "the remainder of `//`, with the sign of the divisor; undefined where `//` is", _remainder
        ),
        Operation("min", "min", (_W, _W), _W, "the lesser", min),
        Operation("max", "max", (_W, _W), _W, "the greater", max),
        # words: bits
        Operation("and", "&", (_W, _W), _W, "the bits set in both", lambda x, y: x & y),
        Operation("or", "|", (_W, _W), _W, "the bits set in either", lambda x, y: x | y),
        Operation("xor", "^", (_W, _W), _W, "the bits set in just one", lambda x, y: x ^ y),
        Operation("invert", "~", (_W,), _W, "the bits not set", lambda x: ~x),
        Operation("shl", "<<", (_W, _W), _W, "shifted up; the count is taken modulo 64", lambda x, k: wrap(x << (k & 63))),
        Operation("sar", ">>", (_W, _W), _W, "shifted down, the sign coming in; the count is taken modulo 64", lambda x, k: x >> (k & 63)),
        Operation("shr", "shr", (_W, _W), _W, "shifted down, zeros coming in; the count is taken modulo 64",
                  lambda x, k: wrap((x & ALL_BITS) >> (k & 63))),  # fmt: skip
        Operation("popcount", "popcount", (_W,), _W, "how many bits are set", lambda x: (x & ALL_BITS).bit_count()),
        Operation("lowest", "lowest", (_W,), _W, "the place of the lowest bit that is set; 64 for 0",
                  lambda x: (x & -x).bit_length() - 1 if x else 64),  # fmt: skip
        Operation("highest", "highest", (_W,), _W, "the place of the highest bit that is set; -1 for 0",
                  lambda x: (x & ALL_BITS).bit_length() - 1),  # fmt: skip
        Operation("deposit", "deposit", (_W, _W), _W, "the low bits of the first word, put in order at the set bits of the second", _deposit),
        Operation("extract", "extract", (_W, _W), _W, "the bits of the first word that the second has set, put in order at the low end", _extract),
        # words: comparison
        Operation("eq", "==", (_W, _W), _B, "equal", lambda x, y: x == y),
        Operation("ne", "!=", (_W, _W), _B, "not equal", lambda x, y: x != y),
        Operation("lt", "<", (_W, _W), _B, "less", lambda x, y: x < y),
        Operation("le", "<=", (_W, _W), _B, "less or equal", lambda x, y: x <= y),
        Operation("gt", ">", (_W, _W), _B, "greater", lambda x, y: x > y),
        Operation("ge", ">=", (_W, _W), _B, "greater or equal", lambda x, y: x >= y),
        Operation("below", "below", (_W, _W), _B, "less, both read without a sign", lambda x, y: (x & ALL_BITS) < (y & ALL_BITS)),
        # truth values
        Operation("not", "not", (_B,), _B, "false for true, true for false", lambda x: not x),
        # conversions
        Operation("word", "word", (_B,), _W, "1 for true, 0 for false", int),
        Operation("real", "real", (_W,), _R, "the nearest real, ties to the even one", float),
        # reals
        Operation("fadd", "+", (_R, _R), _R, "the sum", lambda x, y: x + y),
        Operation("fsub", "-", (_R, _R), _R, "the difference", lambda x, y: x - y),
        Operation("fmul", "*", (_R, _R), _R, "the product", lambda x, y: x * y),
        Operation("fdiv", "/", (_R, _R), _R, "the quotient; undefined by 0", _real_division),
        Operation("fneg", "-", (_R,), _R, "the number with the other sign", lambda x: -x),
        Operation("feq", "==", (_R, _R), _B, "equal", lambda x, y: x == y),
        Operation("flt", "<", (_R, _R), _B, "less", lambda x, y: x < y),
        Operation("fgt", ">", (_R, _R), _B, "greater", lambda x, y: x > y),
        Operation("sqrt", "sqrt", (_R,), _R, "the square root; undefined below 0", _defined(math.sqrt)),
        Operation("log", "log", (_R,), _R, "the natural logarithm, to within one unit in the last place; undefined up to 0", _defined(math.log)),
    )
}  # fmt: skip
