"""Conditions of effects as other languages write them, told in words of this one.

Takes the text of effects and the place where the parser stopped. Gives a `Habit`, as `effect_habits` does.
"""

from __future__ import annotations

import re

from ggl.syntax.effect_habits import EFFECTS, Habit, corrected_habit

_ELSE_IF = re.compile(r"\s*(elif|elseif|elsif|else\s+if)\b")
_ELSE = re.compile(r"\s*(else)\b:?[ \t]*([^\n#]*)")
_AFTER_EFFECT = re.compile(r"\s*(\S[^\n#]*?)\s+if\s+([^\n#]+?)\s*")
_CHOSEN = re.compile(r"\s*(([a-z]+)\b[^\n#]*?)\s+if\s+([^\n#]+?)\s+(else)\s+([a-z]+)\b")
_BEHIND = re.compile(r"[ \t]*([a-z]+)\b[^\n#]*?[ \t](unless|when)[ \t]+([^\s#](?:[^\n#]*[^\s#])?)")


def branch_habit(content: str, at: int, accepted: set[str]) -> Habit | None:
    """The habit behind a line with `else`, `unless` or another word for them, in which the parser stopped."""
    line = content.rfind("\n", 0, at) + 1
    behind = _BEHIND.match(content, line)
    if behind is not None and behind[1] in EFFECTS and behind.start(2) <= at <= behind.start(3):
        test = behind[3] if behind[2] == "when" else f"not ({behind[3]})"
        message, edit = f"there is no `{behind[2]}`", (behind.start(2), behind.end(3))
        return corrected_habit(behind.span(2), message, "", f"if {test}", edit)
    word = _ELSE_IF.match(content, line)
    if word is not None:
        help_ = "write `else:`, and below it, indented, another `if`"
        return Habit(*word.span(1), f"there is no `{' '.join(word[1].split())}`", "", help_)
    word = _ELSE.match(content, line)
    if word is not None and accepted == {"LPAR"}:
        return _alone(content, line, word)
    if word is not None and "COLON" in accepted and word[2].strip():
        behind = re.compile(r"\S").search(content, word.start(2), word.end())
        assert behind is not None
        help_ = f"write `else:`, and `{word[2].strip()}` below it, indented"
        return Habit(behind.start(), word.end(), f"unexpected `{word[2].strip()}`", "expected `:`", help_)
    chosen = _CHOSEN.match(content, line)
    if chosen is not None and chosen[2] in EFFECTS and chosen[5] in EFFECTS and at in (chosen.start(4), chosen.start(5)):
        help_ = (
            f"write `if {chosen[3]}:`, `{chosen[1]}` below it, indented, then `else:`, and the other effect below that, indented"
        )
        return Habit(*chosen.span(4), "unexpected `else`", "each effect has a line of its own", help_)
    return None


def _alone(content: str, line: int, word: re.Match[str]) -> Habit:
    """`else` with no `if` above that it could belong to."""
    above = content[:line].rstrip().rpartition("\n")[2]
    before = _AFTER_EFFECT.fullmatch(above)
    opened = f"`if {before[2]}:`, with `{before[1]}`" if before is not None else "`if CONDITION:`, with the effects"
    help_ = f"write {opened} below it, indented, and then `else:`, with the other effects below that, indented"
    return Habit(
        *word.span(1), "this `else` belongs to no `if`", "an `if` behind an effect has no `else`" if before else "", help_
    )
