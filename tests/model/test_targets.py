"""Targets: how they are written, and what is said of those that cannot be read."""

from __future__ import annotations

import pytest

from ggl.model.schema import load_game_schema
from ggl.model.targets import KINDS, TargetProblem, read_target
from tests.model.reading import game, good


@pytest.mark.parametrize(
    ("measure", "text", "low", "high", "within"),
    [
        ("length", "20..80", 20, 80, None),
        ("length", "20 .. 80.5", 20, 80.5, None),
        ("length", "at least 20", 20, None, None),
        ("length", "at most 80 and within 10% of base", None, 80, 0.1),
        ("draws", "at most 5%", None, 0.05, None),
        ("first seat", "45%..55%", 0.45, 0.55, None),
        ("first seat", "45% .. 55%, within 3 points of base", 0.45, 0.55, 0.03),
        ("first seat", "within 1 point of base", None, None, 0.01),
        ("drama", "at least 0.1 and at most 0.5", 0.1, 0.5, None),
        ("board use", "at   least 90 %", 0.9, None, None),
        ("length", "20..20", 20, 20, None),
        ("length", "at least 20 and at most 20", 20, 20, None),
        ("draws", "100%..100%", 1, 1, None),
        ("draws", "at least 0%", 0, None, None),
        ("length", "at least 100000000000000", 1e14, None, None),
    ],
)
def test_a_target(measure: str, text: str, low: float | None, high: float | None, within: float | None) -> None:
    found = read_target(measure, text)
    assert (found.low, found.high, found.within) == (low, high, within)


@pytest.mark.parametrize(
    ("measure", "text", "message", "help_"),
    [
        ("length", "often", "`often` is not a target", "write `20..80`, `at least 20`"),
        ("draws", "often", "`often` is not a target", "write `at most 5%`"),
        ("length", "20%..80%", "`length` is a number, not a share", "write `20..80`"),
        ("draws", "at most 5", "`draws` is a share, but `5` has no percent sign", "write `at most 5%`"),
        ("draws", "at most 105%", "a share is at most 100%", "up to 100"),
        ("draws", "at most 100.1%", "a share is at most 100%", "up to 100"),
        ("length", "80..20", "`80..20` has its bounds in the wrong order", "write `20..80`"),
        ("length", "at least 80 and at most 20", "no value satisfies both bounds", "above the lower"),
        ("length", "20..80 and at least 3", "`at least 3` repeats an earlier", "once"),
        ("length", "at least 3 and 20..80", "`20..80` repeats an earlier", "once"),
        ("length", "at most 3 and 20..80", "`20..80` repeats an earlier", "once"),
        ("length", "at most 3 and at most 4", "`at most 4` repeats an earlier", "once"),
        ("length", "within 1% of base and within 2% of base", "`within 2% of base` repeats an earlier", "once"),
        ("length", "20.5..20", "`20.5..20` has its bounds in the wrong order", "write `20..20.5`"),
        ("length", "within 3 of base", "a percentage of the base's", "write `within 3% of base`"),
        ("draws", "within 3 of base", "must be in points", "write `within 3 points of base`"),
        ("length", "at least 1000000000000000", "too long for a number", "15 digits"),
        ("length", "within 3 points of base", "a percentage of the base's", "write `within 3% of base`"),
        ("draws", "within 3% of base", "must be in points", "write `within 3 points of base`"),
        ("length", "within 3% points of base", "a percentage of the base's", "write `within 3% of base`"),
        ("draws", "within 3% points of base", "must be in points", "write `within 3 points of base`"),
        ("length", "", "`` is not a target", "write"),
        ("length", "at least -3", "`at least -3` is not a target", "write"),
        ("length", "at least 1000000000000000000000", "too long for a number", "15 digits"),
    ],
)
def test_what_is_no_target(measure: str, text: str, message: str, help_: str) -> None:
    with pytest.raises(TargetProblem) as caught:
        read_target(measure, text)
    assert message in str(caught.value)
    assert help_ in caught.value.help


@pytest.mark.parametrize(
    ("measure", "text", "instead"),
    [
        ("length", "at least 20% and at most 80", "at least 20 and at most 80"),
        ("length", "at least 20, at most 80%", "at least 20 and at most 80"),
        ("draws", "1%..5%, within 3 of base", "1%..5% and within 3 points of base"),
        ("length", "80..20 and within 3% of base", "20..80 and within 3% of base"),
        ("length", "often", ""),
    ],
)
def test_a_fix_rewrites_the_part_that_is_wrong_and_keeps_the_others(measure: str, text: str, instead: str) -> None:
    with pytest.raises(TargetProblem) as caught:
        read_target(measure, text)
    assert caught.value.instead == instead


@pytest.mark.parametrize(("value", "off"), [(10, 10), (20, 0), (50, 0), (80, 0), (95, 15)])
def test_how_far_outside(value: float, off: float) -> None:
    assert read_target("length", "20..80").misses(value) == off


def test_the_file_keeps_them_with_their_places() -> None:
    found = good(game("targets:\n  length: 20..80\n  first seat: 45%..55%")).targets
    assert [str(each) for each in found] == ["length: 20..80", "first seat: 45%..55%"]
    assert found[0].span is not None
    assert found[0].span.text == "20..80"


def test_the_schema_knows_each_measure() -> None:
    part = load_game_schema()["$defs"]["targets"]
    import re

    patterns = list(part["patternProperties"])
    assert all(name in part["properties"] or any(re.search(pattern, name) for pattern in patterns) for name in KINDS)
    assert set(part["properties"]) <= set(KINDS)
