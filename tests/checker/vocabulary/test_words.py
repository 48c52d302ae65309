"""The words with brackets take as many arguments as their usage shows."""

from __future__ import annotations

import re

import pytest

from ggl.checker.vocabulary.words import WORDS

OF_NUMBERS = {"min": (1, 8), "max": (1, 8)}
"""Words of one set or of several numbers, of which the usage shows the set."""


def shown(name: str) -> tuple[int, int]:
    """The least and the most arguments in any form of the usage; one with a default may be left out."""
    usages = [found.split(", ") for found in re.findall(rf"\b{name}\(([^()]*)\)", WORDS[name].usage)]
    needed = [[each for each in usage if "=" not in each] for usage in usages]
    named = [[each for each in usage if each.partition("=")[0] not in WORDS[name].named] for usage in usages]
    return min(map(len, needed)), max(map(len, named))


@pytest.mark.parametrize("name", WORDS)
def test_a_word_takes_the_arguments_of_its_usage(name: str) -> None:
    assert (WORDS[name].least, WORDS[name].most) == OF_NUMBERS.get(name, shown(name))
