"""The readability of a rule sheet in numbers: `ggl rules --measure` compares the readable telling with the exact one.

Takes texts as `rules_text` gives them. The numbers are of texts, so that two tellings, or those of two versions, can be compared;
nothing is decided by them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_SENTENCE = re.compile(r"[.:;]\s|[.:;]$")
_WORD = re.compile(r"[A-Za-z0-9][\w'-]*")
_LETTER = re.compile(r"\b[a-z]\b(?!')")
_BREAK = re.compile(r",|\b(?:is|are|has|have|that|which|if|and|or)\b")
_NOT_LETTERS = ("a", "s")
_HEADING = re.compile(r"^(.+)\n[-=]+$", re.MULTILINE)

_PICTURE = re.compile(r"^ {4,}(?:(?:\w+ +)?[\w.](?: +[\w.]){2,}(?: +\w+)?|(?:\d+ +)?[+|][-+| ]*)$", re.MULTILINE)
_NOTES = re.compile(r"^(?:Notes|What to know first)\n-+\n.*?(?=\n\n\n|\Z)", re.MULTILINE | re.DOTALL)
_WORDS_USED = re.compile(r"^Words used[^\n]*\n-+\n(.*?)(?=\n\n\n|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Readability:
    """Of one text, without its notes: `of_depth` is the longest chain of `of` in one clause, `letters` the single letters that
    stand for something, `terms` the entries of the list of words, `terms_used_once` those with one use outside their entry."""

    words: int
    sentences: int
    longest: int
    of_depth: int
    letters: int
    terms: int
    terms_used_once: int

    @property
    def words_a_sentence(self) -> float:
        return self.words / self.sentences if self.sentences else 0.0


def measure(text: str, names: tuple[str, ...] = ()) -> Readability:
    """`names` are the words for a game's definitions."""
    told = _PICTURE.sub("", _NOTES.sub("", text))
    body = " ".join(_HEADING.sub("", told).split())
    clauses = [clause for clause in _SENTENCE.split(body) if _WORD.search(clause)]
    lengths = [len(_WORD.findall(clause)) for clause in clauses]
    letters = [letter for clause in clauses for letter in _LETTER.findall(clause) if letter not in _NOT_LETTERS]
    section = "\n".join(_WORDS_USED.findall(told))
    entries = [entry for entry in re.split(r"^- ", section, flags=re.MULTILINE)[1:] if entry.strip()]
    once = sum(1 for name in names if _defined(name, entries) and _uses(name, body) <= 2)
    longest, of_depth = max(lengths, default=0), max(map(_depth, clauses), default=0)
    return Readability(sum(lengths), len(clauses), longest, of_depth, len(letters), len(entries), once)


def _depth(clause: str) -> int:
    """The length of a chain of `of` with no verb or comma between them."""
    return max((len(re.findall(r"\bof\b", part)) for part in _BREAK.split(clause)), default=0)


def _defined(name: str, entries: list[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", entry.partition(" if ")[0]) for entry in entries)


def _uses(name: str, body: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", body))


ROWS: tuple[tuple[str, Callable[[Readability], str]], ...] = (
    ("words", lambda m: f"{m.words:,}"),
    ("words a sentence", lambda m: f"{m.words_a_sentence:.1f}"),
    ("words of the longest", lambda m: str(m.longest)),
    ("depth of 'of'", lambda m: str(m.of_depth)),
    ("single letters", lambda m: str(m.letters)),
    ("terms defined", lambda m: str(m.terms)),
    ("of them used once", lambda m: str(m.terms_used_once)),
)


def measure_table(readable: Readability, exact: Readability) -> str:
    """The numbers of the two tellings side by side."""
    width = max(len(name) for name, _ in ROWS)
    lines = [f"{'':{width}}  readable  exact"]
    lines += [f"{name:{width}}  {shown(readable):>8}  {shown(exact):>5}" for name, shown in ROWS]
    return "\n".join(lines) + "\n"
