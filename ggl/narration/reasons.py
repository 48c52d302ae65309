"""Named conditions in English: the author's name or sentence, and the reading behind it where that says more."""

from __future__ import annotations

import re

from ggl.model.definition import Conditions
from ggl.narration import idioms, said
from ggl.narration.deeds import Line
from ggl.narration.facts import Facts
from ggl.narration.layout import Part
from ggl.narration.nouns import capital
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def asked(head: str, speaker: Speaker, conditions: Conditions | None) -> list[Part]:
    """A heading with the conditions below it; nothing where none is asked."""
    if conditions is None or not conditions.parts:
        return []
    return [head, *(Line(condition(speaker, name, tree)) for name, tree in conditions.parts)]


def condition(speaker: Speaker, name: str, tree: t.Expr, *, decides: bool = False) -> str:
    """The author's name for a condition, or a sentence on it, then what it means. `decides`: the game ends where it holds."""
    deciding = idioms.deciding(speaker, tree) if decides and not speaker.facts.exact else None
    meaning, text = deciding or speaker.says(tree), speaker.facts.said(name) if name else ""
    if text:
        name = said.clause(text, {each: local.noun for each, local in speaker.locals.items()})
    if not name or plain(name) == plain(meaning) or deciding:
        return f"{capital(meaning)}."
    return f"{capital(name)}: {meaning}."


def plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()


def one_reason(facts: Facts, speaker: Speaker, head: str, name: str, tree: t.Expr) -> str:
    """A line with one condition, in one sentence: the reading, and the author's name for it if that says something else."""
    text = facts.said(name) if name else ""
    reading = idioms.deciding(speaker, tree) or speaker.says(tree)
    if text:
        return f"{head} {said.clause(text, {each: local.noun for each, local in speaker.locals.items()})}: {reading}."
    says_it_all = idioms.deciding(speaker, tree) is not None or t.is_name(tree, "stuck")
    same = not name or plain(name) == plain(reading) or says_it_all
    return f"{head} {reading}." if same else f"{head} {reading} ({name})."
