"""Expressions over many operands, as the words of a large board are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import meet, sum_all, union


def depth(expression: k.Expression) -> int:
    return 1 + max(map(depth, expression.operands)) if isinstance(expression, k.Apply) else 1


def leaves(expression: k.Expression) -> list[k.Expression]:
    if not isinstance(expression, k.Apply):
        return [expression]
    return [leaf for operand in expression.operands for leaf in leaves(operand)]


@pytest.mark.parametrize("joined", [union, meet, sum_all])
@pytest.mark.parametrize("count", [1, 2, 64, 65, 500])
def test_many_words_are_joined_without_a_deep_expression(joined: Callable[[Sequence[k.Local]], k.Expression], count: int) -> None:
    words = [k.Local(f"w{number}", k.Type.WORD) for number in range(count)]
    found = joined(words)
    assert leaves(found) == words
    assert depth(found) <= 70
