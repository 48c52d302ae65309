"""The keys of a game file: which are names, which mean the same, where two files are merged.

Pure facts about the format, read by the reader, the schema check and the merging of variants.
"""

from __future__ import annotations

import re

from ggl.syntax.document import Mapping, Scalar

TOP = (
    "ggl", "name", "about", "notes", "extends", "options", "players", "board", "regions", "pieces", "state", "setup",
    "moves", "routines", "define", "turn", "end", "score", "tie", "match", "look", "tests",
)  # fmt: skip
"""The parts of a file, in the order in which `expand` writes them. `score` stands for `score(p)`."""

REQUIRED = ("name", "players", "board", "moves")
OWN = ("ggl", "name", "about", "notes", "tests")
"""What a variant says for itself and does not take from its base."""

MERGED_LEVELS = {
    "options": 1, "players": 2, "regions": 2, "pieces": 2, "state": 2, "moves": 2, "routines": 1, "define": 1, "turn": 1,
    "end": 1, "match": 1, "look": 2,
}  # fmt: skip
"""How many levels of keys below a part are merged. What stands below them, and any part not named here, is replaced."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_HEAD = re.compile(r"([A-Za-z_]\w*)\s*\(.*\)", re.DOTALL)


def is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def identity(key: str) -> str:
    """What a key is the key of: `f(a)` and `f(b)` are the same definition, `by  score` is `by score`."""
    head = _HEAD.fullmatch(key.strip())
    return head[1] if head else " ".join(key.split())


def is_set_literal(mapping: Mapping) -> bool:
    """`{a1, b2}`, which YAML reads as a map whose values are empty; `{}` too."""
    return mapping.flow and all(isinstance(e.value, Scalar) and e.value.is_empty for e in mapping.entries)
