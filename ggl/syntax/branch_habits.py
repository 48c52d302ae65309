"""`else` as other languages write it, told in words of this one.

Takes the text of effects and the place where the parser stopped. Gives a `Habit`, as `effect_habits` does.
"""

from __future__ import annotations

import re

from ggl.syntax.effect_habits import EFFECTS, Habit

_ELSE_IF = re.compile(r"\s*(elif|elseif|elsif|else\s+if)\b")
_ELSE = re.compile(r"\s*(else)\b:?[ \t]*([^\n#]*)")
_AFTER_EFFECT = re.compile(r"\s*(\S[^\n#]*?)\s+if\s+([^\n#]+?)\s*")
_CHOSEN = re.compile(r"\s*(([a-z]+)\b[^\n#]*?)\s+if\s+([^\n#]+?)\s+(else)\s+([a-z]+)\b")


def branch_habit(content: str, at: int, accepted: set[str]) -> Habit | None:
    """The habit behind a line with `else`, or with another word for it, in which the parser stopped."""
    line = content.rfind("\n", 0, at) + 1
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
