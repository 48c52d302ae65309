"""English plurals: of the names that a file gives, and of the words of ggl's own sentences."""

from __future__ import annotations

import re
from string import ascii_lowercase

_IRREGULAR = {"man": "men", "woman": "women", "child": "children", "die": "dice", "foot": "feet", "mouse": "mice",
              "vertex": "vertices", "goose": "geese", "ox": "oxen", "half": "halves", "leaf": "leaves", "elf": "elves",
              "wolf": "wolves", "thief": "thieves", "knife": "knives", "dwarf": "dwarves", "calf": "calves",
              "loaf": "loaves", "shelf": "shelves", "louse": "lice", "tooth": "teeth", "hero": "heroes", "echo": "echoes",
              "potato": "potatoes", "tomato": "tomatoes", "torpedo": "torpedoes", "domino": "dominoes", "volcano": "volcanoes",
              "buffalo": "buffaloes", "cargo": "cargoes", "axis": "axes", "oasis": "oases", "crisis": "crises",
              "bus": "buses", "zombie": "zombies", "genie": "genies", "pixie": "pixies", "rookie": "rookies",
              "piece of yours": "pieces of yours"}  # fmt: skip
_INVARIANT = ("sheep", "fish", "deer", "salmon", "trout", "squid", "bison", "moose", "swine", "aircraft", "spacecraft",
              "samurai", "ninja", "dice")  # fmt: skip
"""Nouns with one form for one and for several."""
_SINGULAR = frozenset((
    "lens", "atlas", "canvas", "gas", "alias", "bias", "chaos", "cosmos", "yes", "mars", "ares", "hermes", "hercules", "achilles",
    "corps", "news", "series", "species",
))  # fmt: skip
"""Nouns that end as a plural does and mean one."""
_BEFORE = {"lice": tuple(ascii_lowercase), "men": ("car", "ye", "speci", "abdo"), "axes": ("t",)}
"""The word beginnings that may not stand before an irregular plural."""


def plural(noun: str) -> str:
    """`man` gives `men`, `cherry` gives `cherries`; of several words the last one changes, or the one before `of`."""
    first, of, rest = noun.partition(" of ")
    if of and noun not in _IRREGULAR:
        return f"{plural(first)} of {rest}"
    head, _, last = noun.rpartition(" ")
    changed = next((last[: -len(one)] + many for one, many in _IRREGULAR.items() if last.lower().endswith(one)), None)
    if last.lower().endswith(_INVARIANT):
        changed = last
    elif changed is None or last.lower() in ("human", "box", "fox"):
        if is_plural(last):  # a name that is a plural, such as `levels` or `horses`
            changed = last
        elif re.search(r"[^aeiou]y$", last):
            changed = last[:-1] + "ies"
        else:
            changed = last + ("es" if re.search(r"(s|x|z|ch|sh)$", last) else "s")
    return f"{head} {changed}".strip()


def singular(noun: str) -> str:
    """The opposite, for a plural name; returns any other name unchanged."""
    if noun.lower().endswith(_INVARIANT) and not noun.lower().endswith("dice"):
        return noun
    for one, many in _IRREGULAR.items():
        if _ends(noun, many):
            return noun[: -len(many)] + one
    if not is_plural(noun):
        return noun
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if re.search(r"(sses|xes|ches|shes|\bgoes)$", noun):
        return noun[:-2]
    return noun[:-1]


def _ends(noun: str, many: str) -> bool:
    """Whether a noun is an irregular plural, or ends in one as `norsemen` does, and is no name such as Alice or Carmen."""
    before = noun.lower().removesuffix(many)
    return before != noun.lower() and not before.endswith(_BEFORE.get(many, ()))


def is_plural(noun: str) -> bool:
    if noun.rpartition(" ")[2].lower() in _SINGULAR:
        return False
    return bool(re.search(r"[^isu]s$", noun)) or any(_ends(noun, many) for many in _IRREGULAR.values())
