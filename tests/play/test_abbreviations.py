"""Short forms of names are distinct among the names of a set."""

from __future__ import annotations

import pytest

from ggl.play.abbreviations import abbreviations


@pytest.mark.parametrize(
    ("names", "least", "forms"),
    [
        ("dry wet", 1, "d w"),
        ("Red Rose", 1, "Re Ro"),
        ("dry wet", 2, "dr we"),
        ("red_king red_queen", 2, "rk rq"),
        ("storm storms", 2, "sm ss"),
        ("a1 a10 b1", 1, "a1 a10 b1"),
        ("a1-b1 a1-a2", 2, "a1-b a1-a"),
        ("north northeast northwest", 2, "↑ ↗ ↖"),
        ("up down", 2, "up do"),
    ],
)
def test_the_shortest_form_that_is_distinct(names: str, least: int, forms: str) -> None:
    assert list(abbreviations(names.split(), least, arrows=True).values()) == forms.split()


def test_directions_in_plain_text_are_letters_of_the_compass() -> None:
    assert abbreviations(["north", "southwest", "east"], 1, arrows=False) == {"north": "n", "southwest": "sw", "east": "e"}
