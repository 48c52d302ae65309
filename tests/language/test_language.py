"""One small game a feature of the language, named after the fact it proves; the facts stand in its own `tests:`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.diagnostics import render
from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, find_source

GAMES = sorted((Path(__file__).parent / "games").glob("*.yaml"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_it_holds_that(path: Path) -> None:
    source = find_source(str(path))
    game, found = check_source(source)
    assert not found, render(found, "full")
    assert game is not None
    assert game.definition.tests
    failures = tuple(failure for outcome in run_tests(game) for failure in outcome.failures)
    assert not failures, render(failures, "full")
