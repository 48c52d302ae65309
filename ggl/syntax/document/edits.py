"""Edits that keep a file valid YAML.

`fitted_fix` takes a fix whose replacement is the text of an expression, and gives one that can be made as it stands: what a
plain value cannot hold goes into quotes. `entry_removal` gives the edit that takes an entry out of its map. Both read the file
anew, which is done only where there is something to mend.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ggl.diagnostics import Findings, Fix
from ggl.source import Source, Span
from ggl.syntax.document.nodes import Entry, Mapping, Node, Scalar, Sequence, node_at, raw, to_plain
from ggl.syntax.document.parts import read_document

Path = tuple[str | int, ...]

_RISKY = re.compile(r"""[\[\]{}#:,&*!|>'"%@`\\\n]|^[-?]""")
"""The characters that may mean something to YAML."""

MERGED_DEPTH = 3
"""How many keys lead to the deepest entry that a variant and its base share, as `moves`, a move and `where`."""

_OF_SEVERAL = ("true",)
"""Keys whose brackets hold several expressions."""


def fitted_fix(fix: Fix | None) -> Fix | None:
    """The fix as the file can hold it; None where it cannot be made by one edit."""
    if fix is None or not _RISKY.search(fix.replacement):
        return fix
    tree = _tree(fix.span.source)
    found = _value_at(tree, fix.span) if tree else None
    if tree is None or found is None or found[1].style == "literal":
        return fix
    path, scalar = _whole(tree, *found)
    text = _replaced(scalar, fix)
    for way in (fix, replace(fix, span=scalar.span, replacement=_quoted(text))):
        if _reads_as(way, tree, path, text):
            return way
    return None


def readable_fix(fix: Fix) -> Fix | None:
    """The fix, if YAML can read the file after it."""
    findings = Findings()
    edited = read_document(_applied(fix), findings)
    return None if edited is None or findings.has_errors else fix


def entry_removal(key: Span, title: str = "remove it") -> Fix | None:
    """The edit that takes out the entry with this key; with it the map that would be empty without it."""
    return _removal(key, title, below=0)


def left_out_value(value: Span, title: str = "remove it", *, may_be_empty: bool = False) -> Fix | None:
    """The edit that takes out the entry whose whole value this is. None where the entry of a base would come back.

    What would be empty without it is taken out too, or becomes an empty map if it `may_be_empty`.
    """
    entry, tree = _entry_of(value), _tree(value.source)
    if entry is None or tree is None:
        return None
    around = _way_to(tree, entry.key.span) or []
    if may_be_empty and len(around) > 1 and len(around[-1][0].entries) == 1:
        holder = around[-2][1]
        return Fix(value.source.span(holder.key.span.end, holder.span.end), ": {}", title)
    return _removal(entry.key.span, title, below=MERGED_DEPTH if tree.entry("extends") else 0)


def _removal(key: Span, title: str, *, below: int) -> Fix | None:
    """The edit that takes out an entry, if more keys lead to what it takes out."""
    tree = _tree(key.source)
    around = _way_to(tree, key) if tree else None
    while around and len(around) > below:
        mapping, entry = around.pop()
        if len(mapping.entries) > 1:
            return _without(mapping, entry, title)
    return None


def last_row(value: Span, row: str, title: str) -> Fix | None:
    """The edit that adds a row at the end of the map in which an entry has this whole value."""
    mapping = _map_of(value)
    if mapping is None:
        return None
    last = mapping.entries[-1].span
    return Fix(value.source.span(last.end, last.end), f"{_between_rows(mapping)}{row}", title)


def first_row(value: Span, row: str, title: str) -> Fix | None:
    """The edit that adds a row at the beginning of the map in which an entry has this whole value."""
    mapping = _map_of(value)
    if mapping is None:
        return None
    first = mapping.entries[0].span
    return Fix(value.source.span(first.start, first.start), f"{row}{_between_rows(mapping)}", title)


def _map_of(value: Span) -> Mapping | None:
    entry, tree = _entry_of(value), _tree(value.source)
    around = _way_to(tree, entry.key.span) if entry and tree else None
    return around[-1][0] if around else None


def _between_rows(mapping: Mapping) -> str:
    return ", " if mapping.flow else "\n" + " " * (mapping.entries[0].key.span.column - 1)


@lru_cache(maxsize=4)
def _tree(source: Source) -> Mapping | None:
    findings = Findings()
    tree = read_document(source, findings)
    return None if findings.has_errors else tree


def _scalars(node: Node, path: Path, entry: Entry | None) -> Iterator[tuple[Path, Scalar, Entry | None]]:
    """The values that are text, each with the way to it, and its entry where it is the value of one."""
    match node:
        case Scalar():
            yield path, node, entry
        case Mapping():
            for each in node.entries:
                yield from _scalars(each.value, (*path, each.key.text), each)
        case Sequence():
            for at, item in enumerate(node.items):
                yield from _scalars(item, (*path, at), None)


def _entry_of(value: Span) -> Entry | None:
    """The entry whose whole value this is."""
    tree = _tree(value.source)
    found = (entry for _, scalar, entry in _scalars(tree, (), None) if entry and scalar.content_span == value) if tree else ()
    return next(iter(found), None)


def _value_at(tree: Mapping, span: Span) -> tuple[Path, Scalar] | None:
    for path, scalar, _ in _scalars(tree, (), None):
        if scalar.span.start <= span.start and span.end <= scalar.span.end:
            return path, scalar
    return None


def _whole(tree: Mapping, path: Path, scalar: Scalar) -> tuple[Path, Scalar]:
    """The expression around a value: brackets are kept as written, except brackets around several values."""
    for length in range(1, len(path)):
        node = node_at(tree, path[:length])
        if isinstance(node, Sequence) and node.flow and path[length - 1] not in _OF_SEVERAL:
            return path[:length], raw(node)
    return path, scalar


def _replaced(scalar: Scalar, fix: Fix) -> str:
    starts = [scalar.span_of(at, at + 1).start for at in range(len(scalar.text))]
    first, last = bisect_left(starts, fix.span.start), bisect_left(starts, fix.span.end)
    return scalar.text[:first] + fix.replacement + scalar.text[last:]


def _quoted(text: str) -> str:
    if '"' in text or "\\" in text:
        doubled = text.replace("'", "''")
        return f"'{doubled}'"
    return f'"{text}"'


def _applied(fix: Fix) -> Source:
    source, span = fix.span.source, fix.span
    return Source(source.name, source.text[: span.start] + fix.replacement + source.text[span.end :])


def _reads_as(fix: Fix, tree: Mapping, path: Path, text: str) -> bool:
    """Whether the edit makes this value this text, and leaves all others as they are."""
    findings = Findings()
    edited = read_document(_applied(fix), findings)
    value = node_at(edited, path) if edited and not findings.has_errors else None
    if edited is None or value is None or raw(value).text != text:
        return False
    return _others(edited, path) == _others(tree, path)


def _others(tree: Mapping, path: Path) -> object:
    plain = to_plain(tree)
    inside: object = plain
    for step in path[:-1]:
        inside = inside[step]  # type: ignore[index]
    inside[path[-1]] = None  # type: ignore[index]
    return plain


def _way_to(node: Node, key: Span) -> list[tuple[Mapping, Entry]] | None:
    """The maps around an entry, from the outermost, each with its entry that leads there. A list ends the way out."""
    parts = node.items if isinstance(node, Sequence) else ()
    for item in parts:
        found = _way_to(item, key)
        if found is not None:
            return found
    for entry in node.entries if isinstance(node, Mapping) else ():
        if entry.key.span == key:
            return [(node, entry)]  # type: ignore[list-item]
        found = _way_to(entry.value, key)
        if found is not None:
            return [(node, entry), *found] if isinstance(entry.value, Mapping) else found  # type: ignore[list-item]
    return None


def _without(mapping: Mapping, entry: Entry, title: str) -> Fix | None:
    source, at = mapping.span.source, mapping.entries.index(entry)
    if mapping.flow:
        if entry is mapping.entries[-1]:
            return Fix(source.span(mapping.entries[at - 1].span.end, entry.span.end), "", title)
        return Fix(source.span(entry.span.start, mapping.entries[at + 1].span.start), "", title)
    start = source.text.rfind("\n", 0, entry.span.start) + 1
    if source.text[start : entry.span.start].strip():
        return None  # the first entry of a map in a list follows the list's dash
    end = source.text.find("\n", entry.span.end)
    return Fix(source.span(start, end + 1 if end >= 0 else len(source.text)), "", title)
