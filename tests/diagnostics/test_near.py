"""Which known names are near to a misspelt one."""

import pytest

from ggl.diagnostics import near

WORDS = ("neighbors", "cells", "corners", "empty", "edges", "size", "sizes", "group", "groups", "row")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("neigbors", ("neighbors",)),
        ("nieghbors", ("neighbors",)),
        ("Cells", ("cells",)),
        ("grups", ("groups", "group")),
        ("sise", ("size",)),
        ("size", ("sizes",)),
        ("rwo", ("row",)),
        ("zzzzzz", ()),
        ("", ()),
        ("x", ()),
        ("n" * 1000, ()),
    ],
)
def test_near(name: str, expected: tuple[str, ...]) -> None:
    assert near(name, WORDS) == expected


def test_at_most_three_best_first() -> None:
    assert near("e9", ("e8", "d9", "e1", "e2", "f1")) == ("e1", "e2", "e8")


def test_of_names_as_near_the_one_that_goes_on_comes_first() -> None:
    assert near("slide", ("side", "sides", "slides")) == ("slides", "side", "sides")
