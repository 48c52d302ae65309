"""Sentences with parameters in braces, as an author writes them under `says`.

A slot is `{p}`, `{p's}` or `{p:own}`: the value of a parameter, its possessive, or the value with a verb, which is conjugated,
and negated if the condition does not hold. ` | ` separates a condition's sentence from its negative one. `[rival|rivals]` has
the singular and the plural for members of a set.
"""

from __future__ import annotations

import re

from ggl.frozen import frozen

_SLOT = re.compile(r"\{([A-Za-z_]\w*)(?:('s)|:([a-z]+))?\}")
_BRACES = re.compile(r"\{[^{}]*\}?|\}")
_HEAD = re.compile(r"\[\s*[^\s|\[\]][^|\[\]]*\|\s*[^\s|\[\]][^|\[\]]*\]")
OTHERWISE = " | "


@frozen
class SentenceSlot:
    """`verb` is empty without a verb."""

    text: str
    name: str
    possessive: bool
    verb: str


def split_slots(text: str) -> list[str | SentenceSlot]:
    """A sentence as text and slots, in order; braces that are no slot stay text."""
    found: list[str | SentenceSlot] = []
    end = 0
    for slot, start in slots(text):
        found += [text[end : start - 1], slot]
        end = start - 1 + len(slot.text)
    return [piece for piece in [*found, text[end:]] if piece]


def slots(text: str) -> list[tuple[SentenceSlot, int]]:
    """The slots of a sentence, each with where its name begins."""
    return [(SentenceSlot(found[0], found[1], bool(found[2]), found[3] or ""), found.start(1)) for found in _SLOT.finditer(text)]


def mistake(text: str) -> tuple[str, str] | None:
    """The mistake in the form of a sentence, and the way out; whether its names are there is not asked."""
    wrong = next((found[0] for found in _BRACES.finditer(text) if not _SLOT.fullmatch(found[0])), "")
    if wrong:
        return f"`{wrong}` is not a parameter in braces", "write `{p}`, `{p's}`, or `{p:own}` with a verb that agrees with it"
    rest = _HEAD.sub("head", text)
    if bracket := re.search(r"\[[^\[\]]*\]?|\]", rest):
        return f"`{bracket[0].strip()}` is not a noun in brackets", "write the singular and the plural: `[rival|rivals] of {p}`"
    parts = rest.split("|")
    if not all(part.strip() for part in parts):
        return "this side of the bar is empty" if text.strip() else "this sentence is empty", "write the sentence, or remove it"
    if len(parts) > 2:
        return "a sentence can have only one bar", "write the text for true before it, and the text for false after it"
    if len(parts) == 2 and OTHERWISE not in rest:
        return "the bar of a sentence needs a space on each side", "write `the text if true | the text if false`"
    return None
