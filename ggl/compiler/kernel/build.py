"""Expressions that no operator of Python writes: comparisons, conditions, choices, and operations that are functions.

Operands are expressions or numbers, as for the operators of `forms.Operators`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from ggl.compiler.kernel.forms import (
    All,
    Any,
    Apply,
    Choose,
    Expression,
    Literal,
    Operand,
    Type,
    applied_operation,
    as_expression,
    cast,
)

TRUE, FALSE = Literal(True, Type.BOOL), Literal(False, Type.BOOL)
ZERO, ONE = Literal(0, Type.WORD), Literal(1, Type.WORD)


def literal(value: int) -> Literal:
    return Literal(value, Type.WORD)


def is_natural(value: Expression) -> bool:
    """Whether a value is a literal from 0 on."""
    return isinstance(value, Literal) and value.type is Type.WORD and value.value >= 0


# ---- comparisons


def eq(a: Operand, b: Operand) -> Apply:
    return applied_operation("eq", a, b, result=Type.BOOL)


def ne(a: Operand, b: Operand) -> Apply:
    return applied_operation("ne", a, b, result=Type.BOOL)


def lt(a: Operand, b: Operand) -> Apply:
    return applied_operation("lt", a, b, result=Type.BOOL)


def le(a: Operand, b: Operand) -> Apply:
    return applied_operation("le", a, b, result=Type.BOOL)


def gt(a: Operand, b: Operand) -> Apply:
    return applied_operation("gt", a, b, result=Type.BOOL)


def ge(a: Operand, b: Operand) -> Apply:
    return applied_operation("ge", a, b, result=Type.BOOL)


# ---- conditions


def all_of(tests: Iterable[Operand]) -> Expression:
    """Whether all hold, asked from the left as far as needed."""
    return _joined(All, tests, TRUE)


def any_of(tests: Iterable[Operand]) -> Expression:
    """Whether any holds, asked from the left as far as needed."""
    return _joined(Any, tests, FALSE)


def _joined(form: type[All | Any], tests: Iterable[Operand], of_none: Expression) -> Expression:
    asked = tuple(cast(test, Type.BOOL) for test in tests)
    return form(asked) if len(asked) > 1 else asked[0] if asked else of_none


def between(low: Operand, value: Operand, stop: Operand) -> Expression:
    """Whether a value is at least `low` and below `stop`; it is evaluated twice."""
    return All((le(low, value), lt(value, stop)))


def some(words: Sequence[Operand]) -> Apply:
    """Whether any word has a bit."""
    return ne(union(words), 0)


def not_(test: Operand) -> Apply:
    return Apply("not", (cast(test, Type.BOOL),), Type.BOOL)


def choose(test: Operand, then: Operand, otherwise: Operand) -> Choose:
    """One of two values, of one type: a truth value counts as a word beside one."""
    a, b = as_expression(then), as_expression(otherwise)
    type_ = a.type if a.type is b.type else Type.REAL if Type.REAL in (a.type, b.type) else Type.WORD
    return Choose(cast(test, Type.BOOL), cast(a, type_), cast(b, type_))


# ---- words

_IN_A_ROW = 64


def union(words: Sequence[Operand]) -> Expression:
    """The bits of any of the words; none of none."""
    return _of_all("or", words) if words else ZERO


def meet(words: Sequence[Operand]) -> Expression:
    """The bits of all the words, at least one."""
    return _of_all("and", words)


def sum_all(numbers: Sequence[Operand]) -> Expression:
    """The sum of numbers; 0 of none."""
    return _of_all("add", numbers) if numbers else ZERO


def least_of(*numbers: Operand) -> Expression:
    return _of_all("min", numbers)


def greatest_of(*numbers: Operand) -> Expression:
    return _of_all("max", numbers)


def _of_all(operation: str, operands: Sequence[Operand]) -> Expression:
    """All operands, at least one, under an operation in which their order does not matter. Of more than a few the two halves are
    joined, so that expressions about large boards are not as deep as these have words."""
    if len(operands) <= _IN_A_ROW:
        return reduce(lambda a, b: applied_operation(operation, a, b), map(as_expression, operands))
    half = len(operands) // 2
    return applied_operation(operation, _of_all(operation, operands[:half]), _of_all(operation, operands[half:]))


def shr(value: Operand, count: Operand) -> Apply:
    return applied_operation("shr", value, count)


def popcount(value: Operand) -> Apply:
    return applied_operation("popcount", value)


def lowest(value: Operand) -> Apply:
    return applied_operation("lowest", value)


def highest(value: Operand) -> Apply:
    return applied_operation("highest", value)


def deposit(bits: Operand, mask: Operand) -> Apply:
    return applied_operation("deposit", bits, mask)


def extract(value: Operand, mask: Operand) -> Apply:
    return applied_operation("extract", value, mask)


# ---- reals


def real(value: Operand) -> Expression:
    return cast(value, Type.REAL)


def sqrt(value: Operand) -> Apply:
    return Apply("sqrt", (real(value),), Type.REAL)


def log(value: Operand) -> Apply:
    return Apply("log", (real(value),), Type.REAL)
