"""How many ways there are to play a number of turns: the engine's counts, those of the naive twins, and those in the files."""

from __future__ import annotations

import pytest

import ggl
from ggl.diagnostics import Findings
from ggl.model.definition import FileTest
from ggl.model.extends import find_beside, load_definition
from ggl.play.loading import check_source, find_source
from tests.few import one_row_in
from tests.games.hand import load
from tests.naive import TWINS
from tests.naive.twin import Twin

Counts = tuple[int, ...]

CASES: list[tuple[str, dict[str, object], Counts]] = [
    ("tabik", {}, (224,)),
    ("tabik", {"size": 3}, (24, 376, 3200)),
    ("tabik", {"size": 4, "pie": False}, (48, 1792)),
    ("quarod", {}, (224,)),
    ("quarod", {"size": 3}, (24, 376, 3200)),
    ("quarod", {"size": 4, "pie": False}, (48, 1792)),
    ("sgibun", {}, (91, 182)),
    ("sgibun", {"side": 2}, (7, 14, 84, 372, 1488)),
    ("sgibun", {"side": 3}, (19, 38, 684, 9756)),
    ("tirnabun", {}, (217, 434)),
    ("tirnabun", {"side": 2}, (7, 14, 84, 372, 1488)),
    ("tirnabun", {"side": 3}, (19, 38, 684, 9756)),
    ("tiku", {}, (18, 312, 7342)),
    ("tiku", {"first": "Dark"}, (18, 312)),
    ("tiku-diagonal", {}, (46, 2124)),
    ("tiku-points", {}, (18, 312)),
    ("tiku-points", {"max_plies": 1}, (18, 324, 5832)),
]

DEEPER: list[tuple[str, dict[str, object], Counts]] = [
    ("tabik", {}, (224, 47616)),
    ("tabik", {"size": 4}, (48, 1840, 52368)),
    ("quarod", {}, (224, 47616)),
    ("quarod", {"size": 4}, (48, 1840, 52368)),
    ("sgibun", {}, (91, 182, 16380)),
    ("sgibun", {"side": 2}, (7, 14, 84, 372, 1488, 3408)),
    ("tirnabun", {}, (217, 434, 93744)),
    ("tirnabun", {"side": 2}, (7, 14, 84, 372, 1488, 3408)),
    ("tiku-diagonal", {}, (46, 2124, 94278)),
    ("tiku-points", {}, (18, 312, 7342)),
]


def counted(name: str, options: dict[str, object], depth: int) -> Counts:
    game = load(name, **options)
    return tuple(game.perft(game.initial_state(), d) for d in range(1, depth + 1))


def counted_by_twin(twin: Twin, depth: int) -> int:
    if depth == 1:
        return len(twin.legal_moves())
    total = 0
    for move in twin.legal_moves():
        after = twin.copy()
        after.play(move)
        total += counted_by_twin(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "options", "counts"), one_row_in(2, CASES), ids=str)
def test_perft(name: str, options: dict[str, object], counts: Counts) -> None:
    assert counted(name, options, len(counts)) == counts


@pytest.mark.parametrize(("name", "options", "counts"), CASES, ids=str)
def test_perft_of_the_naive_twins(name: str, options: dict[str, object], counts: Counts) -> None:
    assert tuple(counted_by_twin(TWINS[name](**options), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "counts"), DEEPER, ids=str)
def test_perft_deeper(name: str, options: dict[str, object], counts: Counts) -> None:
    assert counted(name, options, len(counts)) == counts
    assert tuple(counted_by_twin(TWINS[name](**options), depth) for depth in range(1, len(counts) + 1)) == counts


def written() -> list[tuple[str, FileTest]]:
    """The tests of the seed games' files that tell perft from the start of a game."""
    found = []
    for name in sorted(TWINS):
        definition = load_definition(find_source(name), Findings(), find_beside(None))
        assert definition is not None
        found += [(name, test) for test in definition.tests if "perft" in dict(test.expect) and not test.setup]
    return found


@pytest.mark.parametrize(("name", "test"), written(), ids=lambda value: value if isinstance(value, str) else value.name)
def test_the_perft_that_a_file_tells_is_that_of_the_naive_twin(name: str, test: FileTest) -> None:
    counts = tuple(int(each.text.text) for each in dict(test.expect)["perft"])
    checked, _ = check_source(find_source(name), {option.text: text.text for option, text in test.options})
    assert checked is not None
    twin = TWINS[name](**{option.text: checked.options[option.text] for option, _ in test.options})
    assert tuple(counted_by_twin(twin, depth) for depth in range(1, len(counts) + 1)) == counts


def test_each_seed_game_tells_its_perft() -> None:
    assert {name for name, _ in written()} == set(TWINS)


def test_perft_counts_a_play_that_has_ended_no_further() -> None:
    game = ggl.load("tiku", max_plies=2)
    assert [game.perft(game.initial_state(), depth) for depth in (1, 2, 3)] == [18, 312, 0]
