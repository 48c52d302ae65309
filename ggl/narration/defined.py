"""Calls of the author's own definitions in English, from the name and its arguments.

The author's word is kept: `land(p)` is "your land", `owns(p, t)` "you own t", `paired(a, b)` "a and b are paired". The list of
words explains each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES
from ggl.checker.vocabulary.prelude import prelude
from ggl.model.sentences import SentenceSlot
from ggl.model.sentences import split_slots as sentence
from ggl.narration import said
from ggl.narration.facts import SITES, element
from ggl.narration.nouns import Many, Noun, conjugated, infinitive, is_plural, listed, plain, singular, words
from ggl.narration.plainer import count_mentions
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker


def defined_value(speaker: Speaker, tree: t.Call) -> Noun:
    name, owner, rest = _taken(speaker, tree)
    word = words(name)
    sort = speaker.sort(tree)
    text = speaker.facts.said(name)
    if text and sort != "condition":
        return said.author_value(text, _nouns(speaker, tree), many=bool(element(sort)))
    if speaker.sort(tree) == "condition":
        return Noun(f"whether {defined_condition(speaker, tree, True)}")
    if element(sort) in SITES and not is_plural(word):
        return Noun(defined_set(speaker, tree).all(), "many")
    word, about = _about(speaker, name, owner, rest)
    person = "many" if is_plural(word) else "one"
    word = f'"{word}"' if about and _ends_in_preposition(word) else word
    if owner is not None:
        return Noun(f"{owner.possessive} {word}{about}", person)
    return Noun(f"the {word}{about}", person)


def defined_set(speaker: Speaker, tree: t.Call) -> Many:
    name, owner, rest = _taken(speaker, tree)
    word = words(name)
    sort = speaker.sort(tree)
    text = speaker.facts.said(name)
    if text:
        return said.author_set(text, _nouns(speaker, tree), speaker.thing(tree))
    word, about = _about(speaker, name, owner, rest)
    if is_plural(word):
        many = plain(singular(word), about, word)
        return replace(many, owner=owner)
    if element(sort) in SITES:
        if rest and word == words(name):
            about = " for " + listed(noun.text for noun in rest)
        thing = speaker.called(element(sort))
        return replace(plain(f'"{word}" {thing}', about), owner=owner)
    return plain(speaker.thing(tree), f" of {defined_value(speaker, tree).text}")


_WORDS = frozenset((*BOARD_WORDS, *POSITION_NAMES, *prelude(), *(name for _, name in DOTS)))
_PREPOSITIONS = ("of", "in", "on", "at", "to", "from", "for", "with", "by")


def _ends_in_preposition(word: str) -> bool:
    front, _, last = word.rpartition(" ")
    return bool(front) and last in _PREPOSITIONS


def _about(speaker: Speaker, name: str, owner: Noun | None, rest: list[Noun]) -> tuple[str, str]:
    """The word of a definition, and what it is of: `hue_of(c)` is "the hue of c" unless there is a `hue` besides."""
    word = words(name)
    if not rest:
        return word, ""
    given = listed(noun.text for noun in rest)
    shorter, _, preposition = word.rpartition(" ")
    if _ends_in_preposition(word) and shorter not in {*map(words, speaker.facts.definitions), *_WORDS}:
        return shorter, f" {preposition} {given}"
    return word, f"{' for ' if owner or len(rest) > 1 else ' of '}{given}"


_HELPING = ("has", "is", "can", "may", "was", "does")
"""Verbs that say nothing by themselves."""


def defined_condition(speaker: Speaker, tree: t.Call, holds: bool) -> str:
    """A condition of the author's: a verb if the name looks like one (`owns`, `fits`), otherwise an adjective or a noun."""
    name, owner, rest = _taken(speaker, tree)
    text = speaker.facts.said(name)
    if text:
        return said.author_clause(text, _nouns(speaker, tree), holds)
    word = words(name.removeprefix("is_").removeprefix("has_"))
    sorts = list(speaker.facts.params(name).values())
    subjects = ([owner] if owner else []) + rest
    if not subjects:
        return f'"{word}" {"holds" if holds else "does not hold"}'
    if word in _HELPING and not speaker.facts.exact:
        them = listed(noun.text for noun in subjects)
        return f'"{word}" {"holds" if holds else "does not hold"} for {them}'
    if _is_verb(word):
        first = speaker.subject(tree.args[0])
        others = [speaker.closed(arg).text for arg in tree.args[1:]]
        objects = f" {' with '.join(others)}" if others else ""
        return f"{first.text} {conjugated(infinitive(word), first.person, holds)}{objects}"
    if name.startswith("has_"):
        word = f"marked {word}"
    if owner is not None and "player" in sorts[1:] and sorts[0] == "player":  # a relation of one player to others
        others = [speaker.value(arg).text for arg in tree.args[1:]]
        return f"{owner.text} {conjugated('be', owner.person, holds)} {word} against {listed(others)}"
    if len(rest) > 1 and owner is None and len(set(sorts)) == 1:
        return f"{listed(noun.text for noun in rest)} {conjugated('be', 'many', holds)} {word}"
    first = rest[0] if rest else subjects[0]
    about = [*([owner] if owner and rest else []), *rest[1:]]
    tail = f" for {listed(noun.text for noun in about)}" if about else ""
    return f"{first.text} {conjugated('be', first.person, holds)} {word}{tail}"


def object_of(speaker: Speaker, tree: t.Expr, name: str) -> str:
    """A condition on a value, without the value at its end: "p owns", for the t for which p owns t; empty if it is not last."""
    if (
        not isinstance(tree, t.Call)
        or tree.named
        or len(tree.args) < 2
        or sum(count_mentions(arg, name) for arg in tree.args) != 1
    ):
        return ""
    last = next(
        (param for param, arg in zip(speaker.facts.params(tree.name), tree.args, strict=True) if t.is_name(arg, name)), ""
    )
    text, word = speaker.facts.said(tree.name), words(tree.name)
    if not last or t.is_name(tree.args[0], name):
        return ""
    if text:
        match sentence(text):
            case [SentenceSlot() | str(), *_, SentenceSlot(name=slot, possessive=False, verb="")] if slot == last:
                speaker.facts.used.setdefault(tree.name)
                return said.filled(text.removesuffix(f"{{{last}}}"), _nouns(speaker, tree)).rstrip()
    elif _is_verb(word) and len(tree.args) == 2:
        speaker.facts.used.setdefault(tree.name)
        first = speaker.value(tree.args[0])
        return f"{first.text} {conjugated(infinitive(word), first.person, True)}"
    return ""


def _is_verb(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us")) and " " not in word


def _nouns(speaker: Speaker, tree: t.Call) -> dict[str, Noun]:
    """The arguments for each parameter."""
    given = dict(zip(speaker.facts.params(tree.name), tree.args, strict=False))
    given |= {named.name: named.value for named in tree.named}
    return {name: speaker.closed(value) for name, value in given.items()}


def _taken(speaker: Speaker, tree: t.Call) -> tuple[str, Noun | None, list[Noun]]:
    """The name, the player among the arguments as the owner, and the other arguments. Records that the definition is used."""
    facts = speaker.facts
    facts.used.setdefault(tree.name)
    params = facts.params(tree.name)
    given = dict(zip(params, tree.args, strict=False))
    given |= {named.name: named.value for named in tree.named}
    owner: Noun | None = None
    rest: list[Noun] = []
    for param, sort in params.items():
        if param not in given:
            continue
        noun = speaker.closed(given[param])
        if owner is None and "player" in (sort, speaker.sort(given[param])):
            owner = noun
        else:
            rest.append(noun)
    return tree.name, owner, rest
