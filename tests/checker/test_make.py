"""The bounds of a number that is worked out hold whatever its parts are, and are reached where that is promised."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from ggl.checker import make
from ggl.core import forms as f
from ggl.core.arithmetic import evaluate
from ggl.core.types import Num

RANGES = [Num(low, high) for low, high in combinations_with_replacement(range(-4, 5), 2)]
ALL = Num(-4, 4)
EXACT = {"add": 2, "sub": 2, "mul": 2, "neg": 1, "min": 2, "max": 2}
LOOSE = {"floordiv": 2, "mod": 2, "abs": 1}


@pytest.mark.parametrize("op", [*EXACT, *LOOSE])
def test_every_value_is_within_its_bounds(op: str) -> None:
    for types in product(RANGES, repeat=(EXACT | LOOSE)[op]):
        values = {evaluate(op, list(args)) for args in product(*(range(type_.lo, type_.hi + 1) for type_ in types))}
        made = make.arith(op, [f.Var(f"x{number}", type_) for number, type_ in enumerate(types)])
        assert isinstance(made.type, Num)
        assert made.type.lo <= min(values)
        assert max(values) <= made.type.hi
        if op in EXACT:
            assert (made.type.lo, made.type.hi) == (min(values), max(values))
        elif all(type_.lo >= 0 for type_ in types):
            assert made.type.lo == 0
        if op == "mod" and types[0] == ALL and types[1].lo >= 0:
            assert made.type.hi == max(values)
