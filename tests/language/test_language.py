"""One small game a feature of the language, named after the fact it proves; the facts stand in its own `tests:`.

Each fact is shown on both engines. What a test asks with `true`, the interpreter answers for the compiled position too. Each
game is told in English, both ways.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.checker.game import CheckedGame
from ggl.compiler.runtime.engine import Compiled
from ggl.diagnostics import render
from ggl.narration.text import rules_text
from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import check_source, find_source
from tests import drafts

GAMES = sorted((Path(__file__).parent / "games").glob("*.yaml"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_it_holds_that(path: Path) -> None:
    source = find_source(str(path))
    game, found = check_source(source)
    assert not found, render(found, "full")
    assert game is not None
    assert game.definition.tests
    for made in (Game, compiled):
        failures = tuple(failure for outcome in run_tests(game, made) for failure in outcome.failures)
        assert not failures, f"{made.__name__}:\n{render(failures, 'full')}"
    for exact in (False, True):
        assert "The end" in rules_text(game, exact=exact)


def compiled(checked: CheckedGame) -> Game:
    game = Game(checked)
    game.engine = Compiled(checked.core, as_python=True)
    return game


@pytest.mark.parametrize("name", drafts.REFUSED)
def test_a_draft_that_asks_for_other_words_is_refused_for_these(name: str) -> None:
    game, found = check_source(find_source(str(drafts.FOLDER / f"{name}.yaml")))
    assert game is None
    assert found[0].code.code == drafts.REFUSED[name]
