"""Made games and bundled ones are told in English that has none of the known mistakes."""

from random import Random

import pytest

from ggl import resources
from ggl.narration import rules_text
from ggl.play.loading import load
from tests.generated.covering import Covered, chosen
from tests.generated.english import found, mistakes, patterns
from tests.generated.making import NotMade, made

SEEDS = range(12)


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_finds_its_bad_text_and_not_the_good_one(name: str) -> None:
    assert list(found(name, patterns()[name]["bad"]))
    assert not list(found(name, patterns()[name]["good"]))


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_made_game_is_told_without_known_mistakes(seed: int, exact: bool) -> None:
    _, wanted = chosen(Random(seed), Covered(), 24)
    try:
        _, checked = made(f"english-{seed}", wanted)
    except NotMade:
        return
    assert list(mistakes(rules_text(checked, exact=exact))) == []


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", resources.bundled_games())
def test_a_bundled_game_is_told_without_known_mistakes(name: str, exact: bool) -> None:
    assert list(mistakes(load(name).rules_text(exact=exact))) == []
