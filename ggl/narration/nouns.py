"""English words: articles, verbs, and the two shapes in which a thing is spoken of.

A `Noun` is one thing or one whole ("c", "you", "the group of c"). A `Many` is a set by its members: it can say "a cell next
to c", "every cell b next to a", "the cells next to c", the variable standing where English puts it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from ggl.plurals import is_plural as is_plural
from ggl.plurals import plural as plural
from ggl.plurals import singular as singular

HEADS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
"""`[cell|cells]`: the noun for one member of a set, and for several."""

_DIRECTIONS = ("way", "direction", "heading", "course", "path")
_THIRD = {"be": "is", "have": "has", "do": "does"}
_SILENT = ("hour", "honest", "heir")
_YOU_SOUND = ("uni", "use", "one", "eu", "ur")


def kind_noun(name: str) -> str:
    """The noun for one piece of a kind, also if the kind has a plural name, such as `stones`."""
    return singular(words(name))


def article(noun: str) -> str:
    """`a` or `an`, by the sound of what follows."""
    low = noun.lstrip("\"'(“").lower()
    if low.startswith(_SILENT) or re.match(r"8|11\b|18\b", low):
        return "an"
    if re.match(r"[a-z](\W|$)", low):
        return "an" if low[0] in "aefhilmnorsx" else "a"
    return "an" if low[:1] in "aeiou" and not low.startswith(_YOU_SOUND) else "a"


def a_or_an(noun: str) -> str:
    return f"{article(noun)} {noun}"


def a_direction(name: str) -> str:
    """A direction by its name: `forward` gives `forward direction`; a name that means one already, as `way`, stays."""
    return name if name.rpartition(" ")[2] in _DIRECTIONS else f"{name} direction"


def third(verb: str) -> str:
    """`touch` gives `touches`."""
    if verb in _THIRD:
        return _THIRD[verb]
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


def infinitive(verb: str) -> str:
    """`touches` gives `touch`: the opposite, for a name that an author chose."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if re.search(r"(sses|xes|zes|ches|shes|oes)$", verb):
        return verb[:-2]
    return verb[:-1]


def conjugated(verb: str, person: str, holds: bool) -> str:
    if verb == "be":
        be = "is" if person == "one" else "are"
        return be if holds else f"{be} not"
    if verb in ("can", "may"):
        return verb if holds else f"{verb}not" if verb == "can" else f"{verb} not"
    if holds:
        return third(verb) if person == "one" else verb
    return f"{'does' if person == 'one' else 'do'} not {verb}"


def has_won(person: str, holds: bool) -> str:
    """`has not won`: "not" follows the verb here, where "does not have" is for what one owns."""
    return f"{conjugated('have', person, True)} {'' if holds else 'not '}won"


def listed(items: Iterable[str], joint: str = "and", nothing: str = "nothing") -> str:
    """`a, b and c`; if a part contains the joint itself, `a and b, and c`."""
    words = list(items)
    if len(words) > 1 and any(f" {joint} " in word for word in words):
        return f"{', '.join(words[:-1])}, {joint} {words[-1]}"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}" if words else nothing


def number_text(value: int | Fraction) -> str:
    """An exact number as a person writes it: `7.5`, `1/3`."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return str(float(value)) if rest == 1 else f"{value.numerator}/{value.denominator}"


_IN_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def in_words(value: int | Fraction) -> str:
    """A number of things: one to twelve as a word."""
    return _IN_WORDS[int(value)] if 1 <= value < len(_IN_WORDS) and value == int(value) else number_text(value)


_VERBS = "is|are|has|have|does|do|come|comes|joins|leaves|wins|loses|becomes|moves|equals|faces|looks|contains|holds"
_LETTER = re.compile(rf"[b-z]\b|a (and|or|{_VERBS})\b|a[',]")


def capital(text: str) -> str:
    """With a capital, unless the text begins with a variable."""
    if _LETTER.match(text):
        return text
    return text[:1].upper() + text[1:]


def quoted_name(name: str) -> str:
    """A name that an author gave to a value: a letter as it is, a word in quotes."""
    return name if len(name) == 1 else f'"{words(name)}"'


def words(name: str) -> str:
    """A name as words: `own_run` is `own run`."""
    return name.replace("_", " ").strip() or name


@dataclass(frozen=True)
class Noun:
    """A noun phrase. `person` is one, many or you; `own` its possessive where that is not made with an apostrophe."""

    text: str
    person: str = "one"
    own: str = ""
    mine: str = ""
    """Its form after `of`, if that differs: a stone of yours."""

    leads: bool = False
    """It is one of `every cell ..`, `no cell ..`, `that`, and wants to begin its sentence."""

    @property
    def possessive(self) -> str:
        return self.own or (f"{self.text}'" if self.text.endswith("s") and self.person == "many" else f"{self.text}'s")

    @property
    def after_of(self) -> str:
        return self.mine or self.text


def side(name: str) -> Noun:
    """A side of the game by its name; a plural name, such as Guards, takes a plural verb."""
    return Noun(name, "many" if is_plural(name) else "one")


def does(player: str, verb: str) -> str:
    """A side with its verb: `Black wins`, `Guards win`."""
    return f"{player} {conjugated(verb, side(player).person, True)}"


@dataclass(frozen=True)
class Many:
    """A set by its members. `tail` is what follows the variable, for one member or for several."""

    one: str
    several: str
    tail: Callable[[str, bool], str]
    letter: str = ""
    owner: Noun | None = None
    """Their owner: your groups, a group of yours."""

    every: Callable[[str, bool], str] | None = None
    """The tail where each member is meant, if that differs: a cell of row 1 or row 2, every cell of rows 1 and 2."""

    def named(self, letter: str = "", several: bool = False) -> str:
        letter = letter or self.letter
        head = self.several if several else self.one
        if self.owner is not None and several:
            head = f"{self.owner.possessive} {head}"
        head += f" {letter}" if letter else ""
        if self.owner is not None and not several:
            head += f" of {self.owner.after_of}"
        return head + self.tail(letter, several)

    def counted(self, letter: str = "") -> str:
        """The members after a number: 3 groups of yours."""
        if self.owner is None:
            return self.named(letter, several=True)
        head = f"{self.several} {letter}" if letter else self.several
        return f"{head} of {self.owner.after_of}{self.tail(letter, True)}"

    def some(self, letter: str = "") -> str:
        return a_or_an(self.named(letter))

    def each(self, letter: str = "") -> str:
        every = replace(self, tail=self.every) if self.every is not None else self
        return f"every {every.named(letter)}"

    def no(self, letter: str = "") -> str:
        return f"no {self.named(letter)}"

    def all(self, letter: str = "") -> str:
        named = self.named(letter, several=True)
        return named if self.owner is not None else f"the {named}"

    def and_then(self, more: Callable[[str, bool], str], letter: str = "") -> Many:
        """The same members, with more description."""
        before, every = self.tail, self.every
        both = None if every is None else lambda x, many: every(x, many) + more(x, many)
        return replace(self, tail=lambda x, many: before(x, many) + more(x, many), letter=letter or self.letter, every=both)


def plain(one: str, tail: str = "", several: str = "") -> Many:
    """Members whose tail does not depend on the variable."""
    return Many(one, several or plural(one), lambda x, many: tail)
