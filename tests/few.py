"""Few cases for what takes long with each; the others are left to the slow tests.

Together the few bundled games have every form of the core that any of them has, every operation, sort of site and sort of board
(`tests/games/test_few.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from ggl.resources import bundled_games

FEW = (
    "backgammon", "clobber", "dark-hex", "lasca", "nine-mens-morris", "oware", "pig", "quarod", "quoridor",
    "rock-paper-scissors", "sgibun", "tic-tac-toe", "tiku-diagonal", "tiku-points", "twixt",
)  # fmt: skip

ALIKE = ("quarod", "sgibun", "tiku-diagonal", "tiku-points", "twixt")
"""Some of the few that have little of their own; they are left to the slow tests where a case takes seconds."""

MUTANTS = Path(__file__).parents[1] / "benchmarks" / "mutants.jsonl"


@cache
def finders() -> frozenset[str]:
    """The tests, each with its case, by which a mutant fell that `benchmarks/mutants.py` tried: they are ordinary wherever the
    other cases are slow. None where the list is missing, as in a copy of the tests alone."""
    if not MUTANTS.exists():
        return frozenset()
    with MUTANTS.open(encoding="utf-8") as lines:
        return frozenset(by for by in (json.loads(line)["by"] for line in lines) if by is not None)


def few_of(cases: Iterable[Any] = bundled_games(), name: Callable[[Any], str] = str, without: Iterable[str] = ()) -> list[Any]:
    """The cases, for `parametrize`: those with the name of a bundled game that is none of the few are marked as slow, and so
    are those of the few `without` which the others show enough."""
    left = set(bundled_games()) - set(FEW) | set(without)
    return [pytest.param(case, marks=pytest.mark.slow) if name(case) in left else case for case in cases]


def slow(*values: Any) -> Any:
    """The values of one case, for `parametrize`, as a slow test."""
    return pytest.param(*values, marks=pytest.mark.slow)


def one_in(number: int, cases: Iterable[Any], first: int = 0) -> list[Any]:
    """The cases, for `parametrize`: all but one in so many are marked as slow; `first` is not."""
    return [case if at % number == first else _slow(case) for at, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    """A value, or what `pytest.param` made of it already."""
    return slow(*case.values) if isinstance(case, ParameterSet) else slow(case)


def one_row_in(number: int, rows: Iterable[Iterable[Any]]) -> list[Any]:
    """The same for cases of several values each."""
    return [row if at % number == 0 else slow(*row) for at, row in enumerate(rows)]
