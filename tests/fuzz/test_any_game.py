"""Whatever is done to a game file, the checker answers: with findings, or with a game that can be played.

Each case that once broke it is kept in `found/`. The long run is marked slow: `pytest tests/fuzz -m slow`.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.mutations import SEEDS, SMALL, WORDS, Edit, edited, mutated, subexpressions
from tests.fuzz.trial import trial

FOUND = sorted((Path(__file__).parent / "found").glob("*.yaml"))

edits = st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 1 << 20), st.integers(0, 1 << 20)), min_size=1, max_size=5)
seeds = st.integers(0, len(SEEDS) - 1)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_once_broke_it(path: Path) -> None:
    trial(path.read_text(encoding="utf-8"))


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(seeds, edits)
def test_some_mistakes(seed: int, changes: list[Edit]) -> None:
    trial(mutated(seed, changes), seed)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seeds, edits)
def test_many_mistakes(seed: int, changes: list[Edit]) -> None:
    trial(mutated(seed, changes), seed)


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SMALL), edits)
def test_some_mistakes_beside_another(path: Path, changes: list[Edit]) -> None:
    trial(edited(path, changes))


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SMALL), edits)
def test_many_mistakes_beside_another(path: Path, changes: list[Edit]) -> None:
    trial(edited(path, changes))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(SEEDS)), ids=lambda seed: SEEDS[seed].stem)
@pytest.mark.parametrize("word", ["none", "{}", "[]"])
def test_nothing_in_each_place(seed: int, word: str) -> None:
    for place in range(len(subexpressions(SEEDS[seed]))):
        trial(mutated(seed, [(3, place, WORDS.index(word))]), seed)
