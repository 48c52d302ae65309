"""The parts of a rule sheet hold what its text says, word for word and in the same order."""

from __future__ import annotations

import re

import pytest

import ggl
from ggl.narration.layout import sheet_parts
from ggl.narration.text import rule_sheet, rules_text
from tests.few import few_of


@pytest.mark.parametrize("name", few_of())
def test_the_parts_of_a_sheet_are_the_words_of_its_text(name: str) -> None:
    checked = ggl.load(name).checked
    parts = [part.text for part in sheet_parts(rule_sheet(checked))]
    underlines = r"(?m)^(=+|-+)$"
    bullets = r"(?m)^ *- "
    text = re.sub(bullets, "", re.sub(underlines, "", rules_text(checked)))
    assert " ".join(parts).split() == text.split()


def test_items_and_entries_stand_as_deep_as_they_are_within_others() -> None:
    parts = list(sheet_parts(rule_sheet(ggl.load("chess").checked)))
    at = next(place for place, part in enumerate(parts) if part.text == "Promote")
    assert [(part.sort, part.depth) for part in parts[at : at + 4]] == [("entry", 0), ("text", 1), ("text", 1), ("item", 1)]
    assert parts[0].sort == "title"
    assert [part.text for part in parts if part.sort == "heading"][:2] == ["The board", "The players"]
