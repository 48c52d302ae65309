"""Short forms of names, distinct among the names of a set. Arrows, or the letters of a compass, for directions of the compass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from ggl.play.glyphs import ARROWS


def abbreviations(names: Sequence[str], least: int, arrows: bool) -> dict[str, str]:
    """The first form that is distinct: up to two of the first letters, at least so many; the initials of words; the first and
    the last letter; more of the first letters."""
    if all(name in ARROWS for name in names):
        return {name: ARROWS[name][1] if arrows else _compass(name) for name in names}
    cut: list[Callable[[str], str]] = [itemgetter(slice(length)) for length in range(least, max(map(len, names), default=0) + 1)]
    own: list[Callable[[str], str]] = []
    if all(name.replace("_", "").isalpha() for name in names):
        own = [lambda name: "".join(word[:1] for word in name.split("_")), lambda name: name[:1] + name[1:][-1:]]
    for form in (*cut[: 3 - least], *own, *cut[3 - least :]):
        found = {name: form(name) for name in names}
        if len(set(found.values())) == len(found):
            return found
    return {name: name for name in names}


def _compass(name: str) -> str:
    """`ne` for northeast."""
    return "".join(letter for way in ("north", "south", "east", "west") for letter in way[:1] if way in name)
