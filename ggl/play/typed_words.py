"""The words of a typed text, and whether they are those of a spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction

SIGN = r"(?<!\w)-(?=\d)"
"""The sign of a number. A `-` behind a word divides, as in `a1-b2`."""

CHUNK = re.compile(rf"(?:{SIGN})?\d+\.\d+|(?:{SIGN})?\w+")
"""A word or a number, with its sign and its decimals."""

NUMBER = r"-?[0-9]{1,11}(?:\.[0-9]{1,4})?"
"""A number of a move."""
_NUMBER = re.compile(r"[-+]?[0-9]{1,20}(?:\.[0-9]{1,20}|/([0-9]{1,20}))?")
_CELL = re.compile(r"x?([a-z]\d{1,3}|[a-wyz][a-z]\d{1,3})")
_CELLS = re.compile(rf"(?:{_CELL.pattern}){{2,}}")
_LONGEST_CHUNK = 60
_DASHES = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}", "-")
)


def like(typed: list[str], spelling: list[str], free: Iterable[Collection[str]]) -> bool:
    """Whether a text equals a spelling except for the order of words within some groups."""
    groups = list(free)
    return Counter(typed) == Counter(spelling) and all(
        word == other or any(word in group and other in group for group in groups)
        for word, other in zip(typed, spelling, strict=True)
    )


def folded(text: str) -> str:
    """A text in comparable form: case and the number of blanks do not matter."""
    return " ".join(text.lower().split())


def set_words(text: str, labels: Collection[str] = ()) -> list[str]:
    """The words of a text in lower case; cells written together (`c3xd4`, `a1b2`) are words of their own.

    `labels` are the names of the cells in lower case, where they are not a letter and a number.
    """
    tokens: list[str] = []
    for chunk in CHUNK.findall(text.lower().translate(_DASHES)):
        if chunk[0] == "-" and chunk[1:] in labels:  # a cell that is called by a number
            chunk = chunk[1:]
        if labels:
            tokens += _labels_in(chunk, labels) or _words_of(chunk)
        else:
            tokens += _CELL.findall(chunk) if _CELLS.fullmatch(chunk) else _words_of(chunk)
    return tokens


def number_of_word(word: str) -> Fraction | None:
    """The number that a word is; None if it is none, or longer than any in a game."""
    return Fraction(word) if re.fullmatch(NUMBER, word) else None


def exact_number(text: str) -> Fraction | None:
    """The number that a text is: whole, decimal or a fraction. None for any other text: `Fraction` would expand `1e999999999`,
    which takes too long."""
    found = _NUMBER.fullmatch(text)
    return None if found is None or (found[1] and not int(found[1])) else Fraction(text)


def _words_of(name: str) -> list[str]:
    """The words of a name: people read `drop_out` as two."""
    return [word for word in name.split("_") if word]


def _labels_in(chunk: str, labels: Collection[str]) -> list[str]:
    """Splits a text into labels, with or without `x` between them, if there is only one way to do so."""
    if chunk in labels or len(chunk) > _LONGEST_CHUNK:
        return []
    ways: list[list[list[str]]] = [[[]], *([] for _ in chunk)]
    for start in range(len(chunk)):
        for begun in ways[start]:
            after = start + (chunk[start] == "x" and bool(begun))
            for at in {start, after}:
                for end in range(at + 1, len(chunk) + 1):
                    if chunk[at:end] in labels and len(ways[end]) < 2:
                        ways[end].append([*begun, chunk[at:end]])
    return ways[-1][0] if len(ways[-1]) == 1 else []


def begins(typed: list[str], spelling: list[str]) -> bool:
    """Whether each typed word is the beginning of a word; names of places and numbers stand in full."""
    return len(typed) == len(spelling) and all(
        word == full or (word.isalpha() and full.replace("_", "").isalpha() and full.startswith(word))
        for word, full in zip(typed, spelling, strict=True)
    )
