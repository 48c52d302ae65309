"""The operations of the kernel language, each with its types and its meaning.

The meaning is a function of Python: words are ints from -2**63 to 2**63 - 1. A back end implements each operation by name and
must give the same results. A program never reaches an operation whose meaning raises `UndefinedError`; there, a back end may
do anything.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ggl.compiler.kernel.forms import Type

ALL_BITS = (1 << 64) - 1


class UndefinedError(ArithmeticError):
    """An operation without a result, such as a division by 0."""


class TrapError(Exception):
    """A call from outside that ended in `trap()`: the memory is too small."""


def wrap(number: int) -> int:
    """The word whose 64 bits are the low bits of a number; a truth value is 0 or 1."""
    return +number if -(1 << 63) <= number < 1 << 63 else ((number + (1 << 63)) & ALL_BITS) - (1 << 63)


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


def _shifted_down(x: int, count: int) -> int:
    return wrap((x & ALL_BITS) >> (count & 63))


def _real_quotient(x: float, y: float) -> float:
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


_BINARY, _UNARY, _COMPARES = ("word", "word", "word"), ("word", "word"), ("word", "word", "bool")
_REAL_BINARY, _REAL_UNARY, _REAL_COMPARES = ("real", "real", "real"), ("real", "real"), ("real", "real", "bool")

_TABLE: tuple[tuple[str, str, tuple[str, ...], str, Callable[..., Any]], ...] = (
    # words: arithmetic
    ("add", "+", _BINARY, "the sum, wrapped", lambda x, y: wrap(x + y)),
    ("sub", "-", _BINARY, "the difference, wrapped", lambda x, y: wrap(x - y)),
    ("mul", "*", _BINARY, "the product, wrapped", lambda x, y: wrap(x * y)),
    ("neg", "-", _UNARY, "the number with the other sign, wrapped", lambda x: wrap(-x)),
    ("floordiv", "//", _BINARY, "the quotient, rounded down; undefined by 0, and for the least word by -1", _divided),
    ("mod", "%", _BINARY, "the remainder of `//`, with the sign of the divisor; undefined where `//` is", _remainder),
    ("min", "min", _BINARY, "the lesser", min),
    ("max", "max", _BINARY, "the greater", max),
    # words: bits
    ("and", "&", _BINARY, "the bits set in both", lambda x, y: x & y),
    ("or", "|", _BINARY, "the bits set in either", lambda x, y: x | y),
    ("xor", "^", _BINARY, "the bits set in just one", lambda x, y: x ^ y),
    ("invert", "~", _UNARY, "the bits not set", lambda x: ~x),
    ("shl", "<<", _BINARY, "shifted up; the count is taken modulo 64", lambda x, k: wrap(x << (k & 63))),
    ("sar", ">>", _BINARY, "shifted down, the sign coming in; the count is taken modulo 64", lambda x, k: x >> (k & 63)),
    ("shr", "shr", _BINARY, "shifted down, zeros coming in; the count is taken modulo 64", _shifted_down),
    ("popcount", "popcount", _UNARY, "how many bits are set", lambda x: (x & ALL_BITS).bit_count()),
    ("lowest", "lowest", _UNARY, "the place of the lowest set bit; 64 for 0", lambda x: (x & -x).bit_length() - 1 if x else 64),
    ("highest", "highest", _UNARY, "the place of the highest set bit; -1 for 0", lambda x: (x & ALL_BITS).bit_length() - 1),
    ("deposit", "deposit", _BINARY, "the low bits of the first word, in order at the set bits of the second", _deposit),
    ("extract", "extract", _BINARY, "the bits of the first word that the second has set, in order at the low end", _extract),
    # words: comparison
    ("eq", "==", _COMPARES, "equal", lambda x, y: x == y),
    ("ne", "!=", _COMPARES, "not equal", lambda x, y: x != y),
    ("lt", "<", _COMPARES, "less", lambda x, y: x < y),
    ("le", "<=", _COMPARES, "less or equal", lambda x, y: x <= y),
    ("gt", ">", _COMPARES, "greater", lambda x, y: x > y),
    ("ge", ">=", _COMPARES, "greater or equal", lambda x, y: x >= y),
    ("below", "below", _COMPARES, "less, both read without a sign", lambda x, y: (x & ALL_BITS) < (y & ALL_BITS)),
    # truth values and conversions
    ("not", "not", ("bool", "bool"), "true for false, false for true", lambda x: not x),
    ("word", "word", ("bool", "word"), "1 for true, 0 for false", int),
    ("real", "real", ("word", "real"), "the nearest real, ties to the even one", float),
    # reals
    ("fadd", "+", _REAL_BINARY, "the sum", lambda x, y: x + y),
    ("fsub", "-", _REAL_BINARY, "the difference", lambda x, y: x - y),
    ("fmul", "*", _REAL_BINARY, "the product", lambda x, y: x * y),
    ("fdiv", "/", _REAL_BINARY, "the quotient; undefined by 0", _real_quotient),
    ("fneg", "-", _REAL_UNARY, "the number with the other sign", lambda x: -x),
    ("feq", "==", _REAL_COMPARES, "equal", lambda x, y: x == y),
    ("flt", "<", _REAL_COMPARES, "less", lambda x, y: x < y),
    ("fgt", ">", _REAL_COMPARES, "greater", lambda x, y: x > y),
    ("sqrt", "sqrt", _REAL_UNARY, "the square root; undefined below 0", _defined(math.sqrt)),
    ("log", "log", _REAL_UNARY, "the natural logarithm, as the C library has it; undefined up to 0", _defined(math.log)),
)

OPERATIONS: dict[str, Operation] = {
    name: Operation(name, symbol, tuple(map(Type, types[:-1])), Type(types[-1]), says, meaning)
    for name, symbol, types, says, meaning in _TABLE
}

BY_SYMBOL: dict[str, tuple[Operation, ...]] = {
    symbol: tuple(operation for operation in OPERATIONS.values() if operation.symbol == symbol)
    for symbol in {operation.symbol for operation in OPERATIONS.values()}
}
"""The operations that are written with a symbol; the types of the operands tell which one is meant."""

RESERVED = (
    frozenset(OPERATIONS)
    | frozenset(BY_SYMBOL)
    | {"bits", "entry", "fixed", "range", "trap", "__debug__", *(type.value for type in Type)}
)
"""Reserved names, besides the keywords of Python."""


def is_identifier(text: str) -> bool:
    """Whether a function or a local may be called this."""
    return text.isascii() and text.isidentifier() and not keyword.iskeyword(text) and text not in RESERVED


def type_names(types: Iterable[Type]) -> str:
    """Types as messages name them."""
    return " and ".join(type_.value for type_ in types) or "nothing"
