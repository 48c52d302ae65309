"""Published games that designers wrote from the manual alone, in the language of today.

Those that come with ggl, or stand beside a twin, are tested there; the others stand in `wanted/`, with tests of their own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ggl.diagnostics import render
from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, find_source
from tests.few import one_in

WANTED = sorted((Path(__file__).parent / "wanted").glob("*.yaml"))
PAGE = Path(__file__).parents[2] / "docs/internals/language.md"
ROW = re.compile(r"^\| \[[^]]+\]\(([^)]+\.yaml)\) \|.*, (\d+) \|$", re.MULTILINE)
TEXTS = frozenset({"ggl", "name", "about", "notes", "says", "look", "tests"})


@pytest.mark.parametrize("path", one_in(3, WANTED, 2), ids=lambda path: path.stem)
def test_a_wanted_game_plays_as_its_tests_say(path: Path) -> None:
    game, found = check_source(find_source(str(path)))
    assert not found, render(found, "full")
    assert game is not None
    assert game.definition.tests
    failures = tuple(failure for outcome in run_tests(game) for failure in outcome.failures)
    assert not failures, render(failures, "full")


ROWS = {row[1]: int(row[2]) for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("file", ROWS)
def test_the_words_of_a_wanted_game_are_counted(file: str) -> None:
    assert words_of_the_rules((PAGE.parent / file).read_text(encoding="utf-8")) == ROWS[file]


def test_each_wanted_game_is_in_the_table() -> None:
    assert {path.name for path in WANTED} <= {Path(file).name for file in ROWS}
    assert len(ROWS) == 24


def words_of_the_rules(text: str) -> int:
    """The words of a file below the keys that say how it is played, comments left out."""
    key, words = "", 0
    for line in text.splitlines():
        if re.match(r"\w", line):
            key = line.split(":")[0]
        if key not in TEXTS:
            words += len(re.sub(r"(^|\s)#(?![0-9a-f\"]).*", "", line).split())
    return words
