"""The rules as they are told to a player. `GGL_BLESS=1 pytest tests/narration` rewrites the golden texts in `readable/`."""

import os
import re
from pathlib import Path

import pytest

from ggl.narration.text import rules_text
from ggl.play.loading import load
from tests import drafts
from tests.narration.test_rules_text import (
    BEGINNINGS,
    CASES,
    CHANCE,
    DEAR,
    EVERYTHING,
    PHRASES,
    SIDES,
    case_name,
    golden_of,
    golden_text,
    without_notes,
)

HERE = Path(__file__).parent


@pytest.mark.parametrize(("name", "options"), DEAR, ids=case_name)
def test_the_rules_are_the_golden_text(name: str, options: dict[str, object]) -> None:
    golden = golden_of(name, options, "readable")
    shown = load(name, **options).rules_text()
    if os.environ.get("GGL_BLESS"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [EVERYTHING, PHRASES, CHANCE, BEGINNINGS, SIDES], ids=lambda path: path.stem)
def test_the_rules_of_a_game_made_for_its_words_are_the_golden_text(game: Path) -> None:
    golden = HERE / "readable" / f"{game.stem}.txt"
    shown = load(game).rules_text()
    if os.environ.get("GGL_BLESS"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_name)
def test_no_code_is_left_and_no_line_is_too_long(name: str, options: dict[str, object]) -> None:
    text = golden_text(name, options, "readable")
    _, _, told = without_notes(text).partition("\n\n")
    assert re.findall(r"(?<!=)==(?!=)|!=|<=|>=|\b[a-z]\.[a-z]+|\w+\(\w+[,)]|\{|\}|None|\bSpan\b|<\w+", told) == []
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("path", drafts.SOUND, ids=lambda path: path.stem)
def test_a_draft_game_is_told(path: Path) -> None:
    game = load(path)
    text = rules_text(game.checked)
    assert text.startswith(game.name)
    assert max(map(len, text.splitlines())) <= 80
