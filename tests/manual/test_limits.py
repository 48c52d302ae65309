"""A file at a limit of the manual is accepted and plays alike in both engines; one past it the finding names the limit."""

from __future__ import annotations

import pytest

from ggl.compiler.engine import Compiled
from ggl.diagnostics import Diagnostic, render
from ggl.play.filetests import misread
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.manual.limits import LIMITS, Limit


def found_in(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    checked, found = check_source(Source("marsh.yaml", text))
    if checked is None:
        return None, tuple(found)
    return Game(checked), (*found, *misread(checked))


def errors_of(found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return [finding for finding in found if finding.code.severity == "error"]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_at_the_limit_a_file_is_accepted(limit: Limit) -> None:
    game, found = found_in(limit.write(limit.most))
    assert game is not None, render(found, "concise")
    assert not errors_of(found), render(found, "concise")


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_one_past_the_limit_the_finding_names_it_and_its_place(limit: Limit) -> None:
    _, found = found_in(limit.write(limit.most + 1))
    errors = errors_of(found)
    assert [finding.code.code for finding in errors] == [limit.code], render(found, "concise")
    (error,) = errors
    assert limit.names in f"{error.message} {error.help}"
    assert error.span is not None or limit.id == "bytes"


@pytest.mark.slow
@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_at_the_limit_the_engines_play_alike(limit: Limit) -> None:
    game, _ = found_in(limit.write(limit.most))
    assert game is not None
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(2), 12))
