"""Made games and bundled ones are told in English that has none of the known mistakes."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from ggl import resources
from ggl.narration import rules_text
from ggl.play.game import Game
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


# ---------------------------------------------------------------------------------------------- sentences of `why`

_QUOTED = re.compile(r"`[^`\n]*`|^ *\d* *\|.*$|^ +--> .*$|[\[{][^\]}\n]*[\]}]|^ += note: .*$", re.MULTILINE)
"""What is the file's own in an explanation: names and expressions, lines of the file, sets and lists of values."""


def reasons_for(game: Game, seed: int) -> Iterator[str]:
    """What is said of moves, legal or not, in some positions of a random play."""
    choose, state = Random(seed), game.initial_state()
    schemas = [schema.name for schema in game.checked.core.schemas]
    for _ in range(3):
        if state.is_over:
            return
        sites = choose.sample([cell.name for cell in game.board.cells], min(3, len(game.board.cells)))
        texts = [
            *sites,
            " ".join(sites),
            "pass",
            "nothing",
            *(f"{name} {' '.join(sites[:n])}" for name in schemas for n in (1, 2)),
        ]
        yield from (str(state.explain(text)) for text in texts)
        state = state.play(choose.choice(state.legal_moves()))


@pytest.mark.parametrize("name", resources.bundled_games())
def test_why_a_move_is_legal_or_not_is_told_without_known_mistakes(name: str) -> None:
    told = [_QUOTED.sub("x", text) for text in reasons_for(load(name), 3)]
    assert [mistake for text in told for mistake in mistakes(text)] == []
