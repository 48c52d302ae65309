"""The author's own sentences, with nouns in their slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ggl.model.sentences import OTHERWISE, SentenceSlot, split_slots
from ggl.narration.nouns import HEADS, Many, Noun, capital, conjugated, plain


def author_clause(text: str, nouns: Mapping[str, Noun], holds: bool = True) -> str:
    """A condition's sentence; if negated, the author's other sentence, or else the first verb of a slot negated."""
    here, bar, otherwise = text.partition(OTHERWISE)
    if holds or bar:
        return filled(here if holds else otherwise, nouns)
    if any(isinstance(piece, SentenceSlot) and piece.verb for piece in split_slots(here)):
        return filled(here, nouns, holds=False)
    return f"it is not so that {filled(here, nouns)}"


def author_value(text: str, nouns: Mapping[str, Noun], *, many: bool = False) -> Noun:
    """A value in the author's words; a set by all its members, if the words say what one of them is called."""
    heads = HEADS.search(text)
    if heads is not None:
        whose = _owner(text[heads.end() :], nouns) if not text[: heads.start()] else None
        if whose is not None:
            rest = filled("".join(_text(piece) for piece in split_slots(text[heads.end() :])[2:]), nouns)
            return Noun(f"{whose.possessive} {heads[2]}{rest}", "many")
        return Noun("the " + filled(text.replace(heads[0], heads[2]), nouns), "many")
    return Noun(filled(text, nouns), "many" if many else "one")


def author_set(text: str, nouns: Mapping[str, Noun], thing: str) -> Many:
    """A set by its members, in the author's words."""
    heads = HEADS.search(text)
    if heads is None:
        return plain(thing, f" among {filled(text, nouns)}")
    whose = _owner(text[heads.end() :], nouns)
    if whose is not None:
        rest = filled("".join(_text(piece) for piece in split_slots(text[heads.end() :])[2:]), nouns)
        return replace(plain(heads[1], rest, heads[2]), owner=whose)
    return plain(heads[1], filled(text[heads.end() :], nouns), heads[2])


def _text(piece: str | SentenceSlot) -> str:
    return piece if isinstance(piece, str) else f"{{{piece.text}}}"


def _owner(tail: str, nouns: Mapping[str, Noun]) -> Noun | None:
    """The owner, if `[card|cards] of {p}` is about you: "your cards", "a card of yours"."""
    match split_slots(tail):
        case [" of ", SentenceSlot(name=name, possessive=False, verb=""), *_] if name in nouns and nouns[name].person == "you":
            return nouns[name]
    return None


def by_its_names(text: str) -> str:
    """A sentence with its slots filled by the names in them."""
    slots = (piece for piece in split_slots(text.partition(OTHERWISE)[0]) if isinstance(piece, SentenceSlot))
    return filled(text.partition(OTHERWISE)[0], {slot.name: Noun(slot.name) for slot in slots})


def paragraphs(text: str, nouns: Mapping[str, Noun] | None = None, head: str = "") -> list[str]:
    """A text as it stands alone, each of its lines a paragraph, the first behind a head."""
    lines = [by_its_names(line) if nouns is None else filled(line, nouns) for line in text.splitlines() if line.strip()]
    told = (capital(head + line if place == 0 else line).rstrip(". ") for place, line in enumerate(lines))
    return [line if line.endswith(":") else f"{line}." for line in told]


def filled(text: str, nouns: Mapping[str, Noun], holds: bool = True) -> str:
    """A sentence with its slots filled; a name that is not there, which the checker has reported, stays as it is."""
    said = []
    for piece in split_slots(text.strip("\n").replace("\n", " ")):
        if isinstance(piece, str) or piece.name not in nouns:
            said.append(piece if isinstance(piece, str) else piece.text)
            continue
        noun = nouns[piece.name]
        if piece.verb:
            said.append(f"{noun.text} {conjugated(piece.verb, noun.person, holds)}")
            holds = True  # one verb carries the negation
        else:
            said.append(noun.possessive if piece.possessive else noun.text)
    return "".join(said)
