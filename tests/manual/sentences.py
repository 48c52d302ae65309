"""The sentences of a page of the manual, each with the ids that stand behind it.

An id is a comment in the text of the page, which no reader sees: `A pass is a turn. <!-- pass-is-a-turn -->`. Blanks stand
between several ids. A comment alone on the line before a paragraph, list or table is true of every sentence there that has none
of its own. Headings and fenced blocks are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.pages import ROOT

_FENCED = re.compile(r"^( *)```.*?^\1```[ ]*$", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
_END = re.compile(r"(?<=[.!?])(?=\s|$)|(?<=[.!?][)*\"])(?=\s|$)")
_CODE = re.compile(r"`[^`]*`")
_ITEM = re.compile(r"^\s*(?:[-*] |\d+\. )")


@dataclass(frozen=True)
class Sentence:
    page: str
    line: int
    text: str
    ids: tuple[str, ...]


def sentences(page: str) -> list[Sentence]:
    """The sentences of a page, given by its path from the root."""
    text = Path(ROOT, page).read_text("utf-8")
    text = _FENCED.sub(lambda fence: "\n" * fence[0].count("\n"), text)
    return [sentence for line, block in _blocks(text) for sentence in _of_block(page, line, block)]


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Paragraphs, lists and tables: the number of the first line, and the lines."""
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip() and not line.startswith("#"):
            block.append(line)
        elif block:
            yield number - len(block), block
            block = []


def _of_block(page: str, line: int, block: list[str]) -> Iterator[Sentence]:
    usual: tuple[str, ...] = ()
    alone = _COMMENT.fullmatch(block[0].strip())
    if alone:
        usual, line, block = tuple(alone[1].split()), line + 1, block[1:]
    for start, unit in _units(block):
        for text, ids in _split(unit):
            yield Sentence(page, line + start, text, ids or usual)


def _units(block: list[str]) -> Iterator[tuple[int, str]]:
    """The rows of a table, without its head; the items of a list; or the one paragraph."""
    if block and block[0].startswith("|"):
        yield from ((number, row.strip(" |")) for number, row in enumerate(block) if number > 1)
        return
    start, lines = 0, []
    for number, line in enumerate(block):
        if _ITEM.match(line) and lines:
            yield start, " ".join(lines)
            start, lines = number, []
        lines.append(_ITEM.sub("", line).strip())
    if lines:
        yield start, " ".join(lines)


def _split(unit: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The sentences of a unit, each with the ids of the comment behind it."""
    at = 0
    ends = [found.start() for found in _END.finditer(unit)] + [len(unit)]
    inside = [found.span() for pattern in (_COMMENT, _CODE) for found in pattern.finditer(unit)]
    for end in ends:
        if end < at or any(start < end < stop for start, stop in inside):
            continue
        text = unit[at:end].strip()
        comment = _COMMENT.match(unit, end + len(unit[end:]) - len(unit[end:].lstrip()))
        at = comment.end() if comment else end
        ids = tuple(comment[1].split()) if comment else ()
        own = _COMMENT.search(text)
        if own:  # a row of a table, or an item without a full stop
            text, ids = _COMMENT.sub("", text).strip(), tuple(own[1].split())
        if re.search(r"\w", text):
            yield text, ids
