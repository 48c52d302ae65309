"""Named conditions in English: the author's name or sentence, followed by the reading if that says more."""

from __future__ import annotations

import re

from ggl.model.definition import Conditions
from ggl.narration import condition_idioms, said
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Part
from ggl.narration.nouns import capital
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def conditions_under(head: str, speaker: Speaker, conditions: Conditions | None, *, told: bool) -> list[Part]:
    """A heading with the conditions below it; nothing if there are none. `told`: the author's sentences stand elsewhere."""
    if conditions is None or not conditions.parts:
        return []
    facts = speaker.facts
    unnamed = (not facts.exact and (told or not facts.said(name)) and _is_plain(facts, tree) for name, tree in conditions.parts)
    parts = [("" if bare else name, tree) for bare, (name, tree) in zip(unnamed, conditions.parts, strict=True)]
    if len(parts) == 1 and not parts[0][0] and not speaker.facts.exact:
        return [f"{_IN_ONE_SENTENCE[head]} {speaker.says(parts[0][1])}."]
    return [head, *(Line(reason_sentences(speaker, name, tree)) for name, tree in parts)]


ALLOWED = "This is allowed only if:"
AFTERWARDS = "After that, this must be so; otherwise the move is not allowed:"
_IN_ONE_SENTENCE = {ALLOWED: "This is allowed only if", AFTERWARDS: "The move is allowed only if after that"}
MOST_PLAIN = 7


def _is_plain(facts: Facts, tree: t.Expr) -> bool:
    """Whether a condition is one short clause in words of the language or in the author's sentences for the definitions and
    variables in it, to which a name for the condition would add nothing."""
    parts = list(t.nodes(tree))
    if any(isinstance(part, t.And | t.Or | t.IfElse | t.Lined | t.Gen | t.Index) for part in parts):
        return False
    carried = {name for piece in facts.checked.definition.pieces.values() for name in piece.has}
    own = {name for name in (*facts.definitions, *facts.checked.world.variables, *carried) if not facts.said(name)}
    return len(parts) <= MOST_PLAIN and not any(isinstance(part, t.Name | t.Call | t.Dot) and part.name in own for part in parts)


def reason_sentences(speaker: Speaker, name: str, tree: t.Expr, *, decides: bool = False) -> str:
    """The author's name for a condition, or a sentence on it, then what it means. `decides`: the game ends where it holds."""
    deciding = condition_idioms.deciding(speaker, tree) if decides and not speaker.facts.exact else None
    text = speaker.facts.said(name) if name else ""
    if text:
        so = said.author_clause(text, {each: local.noun for each, local in speaker.locals.items()})
        if decides:
            speaker.facts.behind[capital(so)] = (speaker, tree, name)
            return f"{capital(so)}."
        name = so
    meaning = deciding or _whole(speaker, tree)
    if not name or _plain(name) == _plain(meaning) or deciding:
        return f"{capital(meaning)}."
    return f"{capital(name)}. That is: {meaning}." if text else f"{capital(name)}: {meaning}."


def _whole(speaker: Speaker, tree: t.Expr) -> str:
    """A condition that stands alone: `not (A and B)` as "if A, then not B"."""
    match tree:
        case t.Not(of=t.And(parts=(one, other))) if not speaker.facts.exact:
            return f"if {speaker.within(one)}, {speaker.within(other, False)}"
    return speaker.says(tree)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()


def single_reason(speaker: Speaker, name: str, tree: t.Expr) -> str:
    """The only condition of a line of the end: the reading, and the author's name for it if that says something else."""
    text = speaker.facts.said(name) if name else ""
    if text:
        so = said.author_clause(text, {each: local.noun for each, local in speaker.locals.items()})
        speaker.facts.behind[capital(so)] = (speaker, tree, name)
        return so
    deciding = condition_idioms.deciding(speaker, tree)
    reading = deciding or speaker.says(tree)
    same = not name or _plain(name) == _plain(reading) or deciding is not None or _is_plain(speaker.facts, tree)
    return reading if same else f"{reading} ({name})"


def behind(facts: Facts) -> list[Line]:
    """The readings of the lines of the end that have only the author's sentence, where they may say more: behind it, or behind
    the name where there are several sentences."""
    found = []
    for so, (speaker, tree, name) in facts.behind.items():
        if speaker.sort(tree) == "condition":
            if not _is_plain(facts, tree):
                reading = _whole(speaker, tree)
                head = f"{capital(name)}:" if ". " in so else f"{so}. That is:"
                found += [Line(f"{head} {reading}.")] if _plain(reading) != _plain(so) else []
        elif isinstance(tree, t.Lined):
            cases = [Line(f"{capital(test)}: {speaker.value(value).text}.") for value, test in speaker.cases(tree)]
            cases += [Line(f"Otherwise: {speaker.value(tree.other).text}.")] if tree.other is not None else []
            found.append(Line(f"{so}; by the first line that is true:", tuple(cases)))
        else:
            found.append(Line(f"{so}: {speaker.value(tree).text}."))
    return found
