"""Each word whose type is computed at each use has a rule that computes it."""

from __future__ import annotations

from ggl.checker.calls.typing_rules import TYPING_RULES
from ggl.checker.vocabulary.words import WORDS


def test_each_such_word_has_a_rule_and_each_rule_a_word() -> None:
    assert TYPING_RULES.keys() == WORDS.keys()
