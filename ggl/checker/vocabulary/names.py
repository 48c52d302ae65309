"""The reserved names: one table for everything that a file can name.

Takes a kind of thing and its name; gives the existing meaning of the name there, or None if the name is free. A board reserves
the names of its sites and directions: see `of_board`.

A name occurs in one of several places: alone, before brackets, after a dot, as the name of a move. A word in one place does not
reserve its name in another: `size(S)` allows an option `size`. So each thing has its own groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.core.types import singular_of
from ggl.engine.protocol import PASS, ROLL, STOP
from ggl.frozen import frozen
from ggl.syntax import keywords
from ggl.topology import Board


@frozen
class Group:
    """Names that are taken for one reason: what they are, as the manual says it, and what each means."""

    what: str
    words: Mapping[str, str]
    any_case: bool = False

    def meaning(self, name: str) -> str | None:
        return self.words.get(name.lower() if self.any_case else name)


@cache
def groups() -> dict[str, Group]:
    """The groups of reserved names, each under its key in `TAKEN`."""
    alone = {name: word.meaning for name, word in BOARD_WORDS.items() if not word.signature.params}
    called = {name: f"{word.usage}: {word.meaning}" for name, word in WORDS.items()}
    called |= {name: f"{word.signature}: {word.meaning}" for name, word in BOARD_WORDS.items() if word.signature.params}
    prelude_alone = {name: word.meaning for name, word in prelude().items() if not word.signature.params}
    called |= {name: f"{word.usage}: {word.meaning}" for name, word in prelude().items() if word.signature.params}
    grammar = dict.fromkeys(keywords.NO_NAMES, "a word of the language")
    return {
        "grammar": Group("words of the grammar", grammar),
        "file": Group("words with a place of their own in a file", _FILE),
        "removals": Group("what a variant leaves out", {"removed": _FILE["removed"]}),
        "alone": Group("words that stand alone", {**POSITION_NAMES, **alone, **prelude_alone}),
        "prelude": Group("words that stand alone and are written in the language itself", prelude_alone),
        "called": Group("words with brackets", called),
        "plans": Group("words of `play`, `then` and `able`", dict.fromkeys(keywords.NO_MOVES, "a word between moves")),
        "steps": Group("steps that are no moves", _STEPS, any_case=True),
        "rolls": Group("the step of a roll, in a game with rolls", {ROLL: "a roll of the dice"}, any_case=True),
        "ends": Group("words of `end` and `of`", _ENDS),
        "loading": Group("arguments of `ggl.load`", dict.fromkeys(("game", "engine"), "an argument of `ggl.load`")),
        "of a cell": Group("properties of a cell", _properties("cell")),
        "of an edge": Group("properties of an edge", _properties("edge")),
        "of a vertex": Group("properties of a vertex", _properties("vertex")),
        "of a link": Group("properties of a link", _properties("link")),
    }


_FILE = {
    "removed": "takes away, in a variant, what its base says",
    "by": "says in a table what the rows are compared with",
    "all": "how many pieces of a stack, as in `take all man from c`",
    "supply": "where pieces are that are not on the board, as in `put man on c from supply`",
}
_STEPS = {
    PASS: "a pass, which `turn: pass:` allows",
    STOP: "the choice not to go on, where `optional` or `continue` allows it",
}
_ENDS = {"player": "any player, as in `player p wins`", "nobody": "no player, as in `of: nobody`"}


def _properties(site: str) -> dict[str, str]:
    return {**{name: word.meaning for (of, name), word in DOTS.items() if of == site}, **SITE_DOTS}


_VALUE = ("grammar", "file", "alone")
TAKEN: dict[str, tuple[str, ...]] = {
    "player": (*_VALUE, "ends"),
    "kind of piece": _VALUE,
    "option": (*_VALUE, "loading"),
    "region": _VALUE,
    "track": _VALUE,
    "tile": _VALUE,
    "variable": _VALUE,
    "variable of each cell": (*_VALUE, "of a cell"),
    "variable of each edge": (*_VALUE, "of an edge"),
    "variable of each vertex": (*_VALUE, "of a vertex"),
    "variable of each link": (*_VALUE, "of a link"),
    "phase": _VALUE,
    "definition": (*_VALUE, "called"),
    "definition with parameters": ("grammar", "prelude", "called"),
    "parameter": _VALUE,
    "cell of `links`": _VALUE,
    "label": _VALUE,
    "set of values": _VALUE,
    "value": _VALUE,
    "property of pieces on cells": ("of a cell",),
    "property of pieces on edges": ("of an edge",),
    "property of pieces on vertices": ("of a vertex",),
    "property of pieces on links": ("of a link",),
    "constant of a player": (),
    "layer": ("removals",),
    "routine": ("grammar",),
    "move": ("plans", "steps", "rolls"),
}
"""For each thing that a file names the groups whose words are taken. Names of parameters are those of `for`, `let`, brackets,
loops and `player p wins`. Conditions, results, tests and whatever else is quoted may be called as one likes."""

PROPERTIES = (
    "property of pieces on cells",
    "property of pieces on edges",
    "property of pieces on vertices",
    "property of pieces on links",
)
"""Things that stand behind a dot alone."""

IN_COMMON = (*PROPERTIES, "constant of a player")
"""Things whose names several kinds or players may share."""

ON_THE_BOARD = (
    "player", "kind of piece", "option", "set of values", "value", "label", "track", "tile", "region", "variable",
    "variable of each cell", "variable of each edge", "variable of each vertex", "variable of each link", "phase", "definition",
    "parameter",
)  # fmt: skip
"""Things that stand alone in expressions, where sites and directions of the board do: they may not be called like these."""

ANY_CASE = ("player", "kind of piece", "value", "move", "cell of `links`")
"""Things that people type, and may type in capitals or not: no two of a game differ in that only."""


@frozen
class Taken:
    group: str
    meaning: str


def taken(thing: str, name: str) -> Taken | None:
    """The meaning that a name has for a thing of `TAKEN`, on any board. Names taken in games that roll are left to `rolls`."""
    for key in TAKEN[thing]:
        meaning = groups()[key].meaning(name)
        if meaning is not None and key != "rolls":
            return Taken(key, meaning)
    return None


def taken_by_rolls(name: str) -> Taken | None:
    """The meaning of a move's name in a game with rolls."""
    meaning = groups()["rolls"].meaning(name)
    return None if meaning is None else Taken("rolls", meaning)


def of_board(board: Board, name: str) -> str | None:
    """The meaning of a name on a board."""
    site = board.find(name)
    if site is not None:
        return f"{singular_of(site.type)} of the board"
    return "a direction of the board" if name in board.directions else None


_INSTEAD = {PASS: "skip", STOP: "halt", ROLL: "throw"}


def free_name(name: str) -> str:
    """A name to have in the place of a taken one."""
    return _INSTEAD.get(name.lower(), keywords.instead(name))
