"""Variants of games, as somebody might try who has read one: a word for its like, an expression from elsewhere in the file.

An edit is three numbers, as in `tests.fuzz.mutations`: which kind, where, and with what.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.fuzz.mutations import Edit, subexpressions, text_of

ROOT = Path(__file__).parents[2]
NAMES = (
    "amazons", "backgammon", "breakthrough", "clobber", "connect-four", "dots-and-boxes", "draughts", "havannah", "hex",
    "lines-of-action", "nine-mens-morris", "othello", "oware", "quarod", "sgibun", "tabik", "tiku", "tiku-points", "tirnabun",
    "y",
)  # fmt: skip
FILES = [
    *sorted((ROOT / "tests/language/games").glob("*.yaml")),
    *sorted((ROOT / "examples").rglob("*.yaml")),
    *(ROOT / f"games/{name}.yaml" for name in NAMES),
]

LIKE = (
    ("==", "!=", "<", ">", "<=", ">="), ("and", "or"), ("any", "all", "count", "sum"), ("own", "enemy"), ("mover", "opponent"),
    ("min", "max"), ("first", "the"), ("+", "-", "&"), ("orthogonal", "diagonal", "compass"), ("forced", "free"),
    ("neighbors", "around", "group"), ("north", "south", "east"), ("0", "1", "2", "3"), ("otherwise", "or"), ("wins", "loses"),
    ("vacant", "cells", "border"), ("true", "false"), ("slides", "sees", "steps"), ("take", "flip"), ("least", "most"),
    ("groups", "components"), ("sorted", "descending"),
)  # fmt: skip
"""Words of which one may stand where another stood."""

_TOKEN = re.compile(r"\w+|[^\w\s]+|\s+")
_TESTS = re.compile(r"^tests:\n(?:[ #].*\n|\n)*", re.MULTILINE)


def variant(path: Path, edits: list[Edit]) -> str:
    """The text of the file after the edits, without its tests."""
    text, chosen = text_of(path), list[tuple[int, int, str]]()
    places = subexpressions(path)
    tokens = [found for found in _TOKEN.finditer(text) if any(found[0] in words for words in LIKE)]
    for kind, where, what in edits:
        if kind % 2 and places:
            (start, end), (a, b) = places[where % len(places)], places[what % len(places)]
            new = text[a:b]
        elif tokens:
            found = tokens[where % len(tokens)]
            (start, end), words = found.span(), [word for like in LIKE if found[0] in like for word in like if word != found[0]]
            new = words[what % len(words)]
        else:
            continue
        if not any(start < b and a < end for a, b, _ in chosen):
            chosen.append((start, end, new))
    for start, end, new in sorted(chosen, reverse=True):
        text = text[:start] + new + text[end:]
    return _TESTS.sub("", text)
