"""Texts run through a list of patterns of bad English, `english.yaml`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ggl.checker.game import CheckedGame
from ggl.narration.nouns import singular, words
from ggl.narration.plainer import plain_trees
from ggl.syntax import tree as t

_HEADING = re.compile(r"^.*\n[-=]+$", re.MULTILINE)
_PICTURE = re.compile(r"^ +(?:\d+ +)?\S(?: +\S)*$", re.MULTILINE)
"""A row of a drawing: single signs with blanks between them, behind the number of the row where that is told."""

_DRAWN = re.compile(r"^ {4,}\w+  \S(?: +\S)*(?:  \w+)?$", re.MULTILINE)
"""A row of a board of hexagons, with the names of its first and last cell."""

_NOTES = re.compile(r"^(?:Notes|What to know first)\n-+\n.*?(?=\n\n\n|\Z)", re.MULTILINE | re.DOTALL)


@cache
def patterns() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "english.yaml").read_text(encoding="utf-8"))
    return found


_LIKE_MISTAKES = frozenset(
    ("None", "True", "False", "there", "number", "several", "one", "play", "kind", "piece", "cell", "sees")
)
"""Words of patterns that an author may give as names, which stand in a text without quotation marks."""

_BEFORE_A_PLACE = frozenset(("at", "on", "in", "to", "from", "of"))
"""Words that stand before the name of a cell: a cell that has such a name seems to double it."""

_ARTICLES = frozenset(("a", "an", "the", "one", "no", "every", "your", "its", "their"))
"""With these, and behind a player of that name, a name of several words, such as `a_b`, seems to begin anew."""


def names_like_mistakes(checked: CheckedGame) -> frozenset[str]:
    """Those of a game's own names that would be taken for bad English."""
    definition = checked.definition
    links = definition.links.binders if definition.links is not None else ()
    parts = (part for tree in (*plain_trees(checked), *links) for part in t.nodes(tree))
    mine = (
        [part.name for part in parts if isinstance(part, t.Binder)],
        *(definition.pieces, definition.players, definition.regions, definition.moves, definition.state, definition.definitions),
        checked.world.own_values,
        *checked.world.own_values.values(),
    )
    spoken = (word for names in mine for name in names for word in (words(name), words(name).capitalize()))
    first_words = _ARTICLES | {words(player).lower() for player in definition.players}
    of_values = {f"{the} {name}" for name in definition.definitions if name in _ARTICLES for the in ("the", "The")}
    kinds = {singular(words(kind)) for kind in definition.pieces}
    return (
        of_values
        | {words(player) for player in definition.players if singular(words(player)) in kinds}  # "a level level" is a level's
        | frozenset(cell.name for cell in checked.board.cells if cell.name in _BEFORE_A_PLACE)
        | frozenset(
            name for name in spoken if name in _LIKE_MISTAKES or (name.partition(" ")[0].lower() in first_words and " " in name)
        )
    )


def mistakes(text: str, names: Collection[str] = ()) -> Iterator[str]:
    """What a text has of the patterns, with some words around it. Names in quotation marks and the notes are the author's own.

    `names` are those of the game that look like mistakes.
    """
    line = _HEADING.sub("", _NOTES.sub("", text))
    line = " ".join(_PICTURE.sub("", _DRAWN.sub("", line)).split())
    line = re.sub(r'"[^"]+"', '"name"', line)
    for name in names:
        line = re.sub(rf"\b{name}(?:s|es)?\b", '"name"', line)
    for name in patterns():
        yield from (f"{name}: ..{where}.." for where in found(name, line))


def found(name: str, text: str) -> Iterator[str]:
    """The places at which a text has a pattern, but for its exceptions."""
    pattern = patterns()[name]
    for match in re.finditer(pattern["pattern"], text):
        around = text[max(match.start() - 12, 0) : match.end() + 12]
        if not any(re.search(but, around) for but in pattern.get("but", ())):
            yield text[max(match.start() - 30, 0) : match.end() + 30]
