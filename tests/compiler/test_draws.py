"""Random numbers: as published, alike in both engines, and without favour."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

import numba
import numpy as np
import pytest

from ggl.compiler import plain, runtime
from ggl.compiler.memory import cut
from ggl.engine.draws import drawn, mixed, seeded

STEP = 0x9E3779B97F4A7C15


def as_python() -> ModuleType:
    import sys

    return sys.modules[plain._runtime()]


def test_splitmix64_gives_the_published_numbers() -> None:
    # the first outputs for the state 1234567, as in the test vectors of several published implementations
    states = [(1234567 + k * STEP) & (1 << 64) - 1 for k in (1, 2, 3)]
    assert [mixed(state) for state in states] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 1000, (1 << 31) - 1])
def test_emitted_modules_draw_the_same(bound: int) -> None:
    @numba.njit
    def compiled(seed: int, number: int, bound: int) -> tuple[int, int]:
        found: tuple[int, int] = runtime.drawn(runtime.seeded(seed, number), bound)
        return found

    python = as_python()
    for seed, number in ((0, 0), (7, 3), (-5, 1000), (1 << 62, 1)):
        k, state = drawn(seeded(seed, number), bound)
        with np.errstate(all="ignore"):
            slow = python.drawn(python.seeded(np.int64(seed), np.int64(number)), np.int64(bound))
        assert (k, cut(state, 1)[0]) == tuple(map(int, slow)) == tuple(map(int, compiled(seed, number, bound)))


def test_no_number_is_favoured() -> None:
    # chi-squared with 9 degrees of freedom: below 27.9 in 999 of 1000 samples; the seed is fixed
    state, counts = seeded(3, 0), Counter[int]()
    for _ in range(20_000):
        k, state = drawn(state, 10)
        counts[k] += 1
    assert sum((counts[k] - 2000) ** 2 / 2000 for k in range(10)) < 27.9


def test_plays_of_one_seed_differ() -> None:
    assert len({seeded(1, number) for number in range(1000)} | {seeded(2, number) for number in range(1000)}) == 2000
