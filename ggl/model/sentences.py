"""Sentences with parameters in braces, as an author writes them under `says`.

A slot is `{p}`, `{p's}` or `{p:own}`: the value of a parameter, its possessive, or the value with a verb, which is conjugated,
and negated where what is said does not hold. ` | ` parts a condition's sentence from the one for when it does not hold.
`[rival|rivals]` is what one member of a set is called, and several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SLOT = re.compile(r"\{([A-Za-z_]\w*)(?:('s)|:([a-z]+))?\}")
_BRACES = re.compile(r"\{[^{}]*\}?|\}")
OTHERWISE = " | "


@dataclass(frozen=True)
class Slot:
    """`verb` is empty where none is said."""

    text: str
    name: str
    possessive: bool
    verb: str


def pieces(text: str) -> list[str | Slot]:
    """A sentence as text and slots, in order; braces that are no slot stay text."""
    found: list[str | Slot] = []
    end = 0
    for slot, start in slots(text):
        found += [text[end : start - 1], slot]
        end = start - 1 + len(slot.text)
    return [piece for piece in [*found, text[end:]] if piece]


def slots(text: str) -> list[tuple[Slot, int]]:
    """The slots of a sentence, each with where its name begins."""
    return [(Slot(found[0], found[1], bool(found[2]), found[3] or ""), found.start(1)) for found in _SLOT.finditer(text)]


def stray(text: str) -> str:
    """The first brace that begins or ends no slot, with what it holds; empty if there is none."""
    return next((found[0] for found in _BRACES.finditer(text) if not _SLOT.fullmatch(found[0])), "")
