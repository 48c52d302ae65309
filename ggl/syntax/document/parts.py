"""A file read part by part, so that an edit reads again what it changed.

Takes a source. Gives the tree and the findings that `reader` gives for the whole. A part begins where a line begins with a
letter, and must by itself be a map in which nothing is found: then PyYAML's scanner is in the same state before and after it,
wherever it stands. A file with any other part is read as a whole.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import pairwise

from ggl.diagnostics import Findings
from ggl.diagnostics.catalog.file_and_yaml import NOT_A_MAP
from ggl.source import Source, Span
from ggl.syntax.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from ggl.syntax.document.reader import MAX_NODES, read_whole
from ggl.syntax.document.text import is_readable

LONGEST_KEPT, MOST_KEPT = 10_000, 100
"""The most characters of a part that is kept, and the most parts."""

_BEGIN = re.compile(r"^(?=[A-Za-z])", re.MULTILINE)
_NOTHING = re.compile(r"(?:[ ]*(?:#[^\n]*)?\r?\n)*")
_MARKER = re.compile(r"(?:^|[\n\r\x85\u2028\u2029])(?:---|\.\.\.|%)")
"""The markers of documents and directives, which concern all that follows."""


def read_document(source: Source, findings: Findings) -> Mapping | None:
    if not is_readable(source, findings):
        return None
    if _is_record(source.text):
        help = "give the file of the game; `ggl replay` plays a record, and so does `load` at the prompt"
        findings.report(NOT_A_MAP, source.span(0, 1), "this is the record of a play, and not a game", help=help)
        return None
    return _by_parts(source) or read_whole(source, findings)


def _is_record(text: str) -> bool:
    """Whether a text begins as the records of plays do, which are lines of JSON."""
    line = text.partition("\n")[0]
    if not line.startswith("{"):
        return False
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "record" in found


def _by_parts(source: Source) -> Mapping | None:
    text = source.text
    starts = [found.start() for found in _BEGIN.finditer(text)]
    if not starts or not _NOTHING.fullmatch(text[: starts[0]]) or _MARKER.search(text):
        return None
    entries: list[Entry] = []
    nodes = 1
    for start, end in pairwise((*starts, len(text))):
        part = text[start:end]
        found = (_kept if end - start <= LONGEST_KEPT else _read)(part)
        if found is None:
            return None
        nodes += found[1]
        entries += _entries(found[0], source, start)
    if nodes > MAX_NODES or len({entry.key.text for entry in entries}) < len(entries):
        return None
    return Mapping(tuple(entries), source.span(starts[0], max(entries[-1].key.span.end, entries[-1].value.span.end)))


def _read(part: str) -> tuple[tuple[Entry, ...], int] | None:
    """The entries of a part, and the number of their keys and values; None if it has no sense, or not by itself."""
    findings = Findings()
    tree = read_whole(Source("", part), findings)
    return None if tree is None or len(findings) else (tree.entries, _count(tree) - 1)


_kept = lru_cache(MOST_KEPT)(_read)


def _count(node: Node) -> int:
    match node:
        case Scalar():
            return 1
        case Mapping():
            return 1 + sum(1 + _count(entry.value) for entry in node.entries)
        case Sequence():
            return 1 + sum(map(_count, node.items))


def _entries(entries: tuple[Entry, ...], source: Source, by: int) -> tuple[Entry, ...]:
    """The entries as parts of a source, moved by `by` characters."""
    return tuple(Entry(_scalar(each.key, source, by), _moved(each.value, source, by)) for each in entries)


def _moved(node: Node, source: Source, by: int) -> Node:
    match node:
        case Scalar():
            return _scalar(node, source, by)
        case Mapping():
            return Mapping(_entries(node.entries, source, by), _span(node, source, by), node.flow)
        case Sequence():
            return Sequence(tuple(_moved(item, source, by) for item in node.items), _span(node, source, by), node.flow)


def _scalar(node: Scalar, source: Source, by: int) -> Scalar:
    return Scalar(node.text, _span(node, source, by), node.style, node.tail)


def _span(node: Node, source: Source, by: int) -> Span:
    return Span(source, node.span.start + by, node.span.end + by)
