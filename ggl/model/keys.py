"""The keys of a game file: which are names, which mean the same, where two files are merged.

Pure facts about the format, read by the reader, the schema check and the merging of variants.
"""

from __future__ import annotations

import re

from ggl.diagnostics import near
from ggl.syntax.document import Mapping, Scalar

TOP = (
    "ggl", "name", "about", "notes", "extends", "options", "players", "values", "board", "labels", "links", "tracks",
    "tiles", "regions", "pieces", "state", "setup", "moves", "routines", "define", "turn", "end", "score", "tie", "match",
    "look", "says", "targets", "tests",
)  # fmt: skip
"""The parts of a file, in the order in which `expand` writes them. `score` stands for `score(p)`."""

REQUIRED = ("name", "players", "board", "moves")
OWN = ("ggl", "name", "about", "notes", "tests")
"""The keys that a variant says for itself and does not take from its base."""

REMOVED = "removed"
"""The value by which a variant takes a key of its base away."""

MERGED_LEVELS = {
    "options": 1, "players": 2, "values": 1, "labels": 2, "tracks": 1, "tiles": 1, "regions": 2, "pieces": 2, "state": 2,
    "setup": 1, "moves": 2, "routines": 1, "define": 1, "turn": 1, "end": 1, "match": 1, "look": 2, "says": 1, "targets": 1,
}  # fmt: skip
"""How many levels of keys below a part are merged. Deeper levels, and any part not named here, are replaced."""

SITE_OF = {"cells": "cell", "edges": "edge", "vertices": "vertex", "links": "link"}
"""What `sites` of a kind and `each` of a variable say, and one of these sites."""

SITES_OF = {one: sites for sites, one in SITE_OF.items()}

OTHER_WORDS = {
    "title": "name", "description": "about", "variables": "state", "win": "end", "winning": "end", "goal": "end",
    "passing": "pass", "condition": "where", "when": "where", "if": "where", "effect": "do", "effects": "do", "params": "for",
    "parameters": "for", "after": "ensure", "definitions": "define", "functions": "define", "procedures": "routines",
    "colors": "colours", "owner": "of", "count": "supply", "of": "each", "start position": "setup", "initial": "start",
    "base": "extends", "inherits": "extends", "parent": "extends", "variant of": "extends", "based on": "extends",
}  # fmt: skip
"""The words people write for a key that has another name here."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_HEAD = re.compile(r"([A-Za-z_]\w*)\s*\(.*\)", re.DOTALL)


NAMES_HAVE = "a name begins with a letter from a to z or `_`, and goes on with letters, digits and `_`"


def is_valid_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def identity(key: str) -> str:
    """The identity of a key: `f(a)` and `f(b)` are the same definition, `by  score` is `by score`."""
    head = _HEAD.fullmatch(key.strip())
    return head[1] if head else exact_key(key)


def exact_key(key: str) -> str:
    """The identity of a key of which brackets are a part, such as the name of a condition: `free (north)`."""
    return " ".join(key.split())


def lacking(tree: Mapping) -> list[str]:
    """The keys that a game cannot do without and that are not in this one, not even under a word like it."""
    written = {identity(key) for key in tree.keys}
    if "extends" not in written and is_written_otherwise(tree, "extends"):
        return []
    return [key for key in REQUIRED if key not in written and not is_written_otherwise(tree, key)]


def is_written_otherwise(mapping: Mapping, key: str) -> bool:
    """Whether a map has a key that seems to be meant for this one, and that is reported for itself."""
    return any(OTHER_WORDS.get(word.lower()) == key or near(word, (key,)) for word in mapping.keys)


def is_set_literal(mapping: Mapping) -> bool:
    """`{a1, b2}`, which YAML reads as a map whose values are empty; `{}` too."""
    return mapping.flow and all(isinstance(e.value, Scalar) and e.value.is_empty for e in mapping.entries)
