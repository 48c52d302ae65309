"""Random numbers: as published, alike in both engines, and without favour."""

from __future__ import annotations

from collections import Counter

from ggl.engine.draws import draw_below, mixed, seeded

STEP = 0x9E3779B97F4A7C15


def test_splitmix64_gives_the_published_numbers() -> None:
    # the first outputs for the state 1234567, as in the test vectors of several published implementations
    states = [(1234567 + k * STEP) & (1 << 64) - 1 for k in (1, 2, 3)]
    assert [mixed(state) for state in states] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_no_number_is_favoured() -> None:
    # chi-squared with 9 degrees of freedom: below 27.9 in 999 of 1000 samples; the seed is fixed
    state, counts = seeded(3, 0), Counter[int]()
    for _ in range(20_000):
        k, state = draw_below(state, 10)
        counts[k] += 1
    assert sum((counts[k] - 2000) ** 2 / 2000 for k in range(10)) < 27.9


def test_plays_of_one_seed_differ() -> None:
    assert len({seeded(1, number) for number in range(1000)} | {seeded(2, number) for number in range(1000)}) == 2000
