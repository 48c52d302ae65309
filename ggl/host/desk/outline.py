"""The shape of a file: its parts and what they declare, and what can be folded.

Takes the tree of a text. Gives symbols, each with those inside it, and ranges of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ggl.host.desk.text import Lines
from ggl.source import Source, Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence


@dataclass(frozen=True)
class Symbol:
    """`sort` is one of `occurrence.Sort`, or `part`. `span` is the whole of it, `name_span` where its name stands."""

    name: str
    sort: str
    detail: str
    span: Span
    name_span: Span
    children: tuple[Symbol, ...] = field(default=())


_PARTS = {
    "options": "option", "players": "player", "regions": "region", "tracks": "region", "tiles": "region",
    "pieces": "kind", "state": "variable", "moves": "move", "routines": "routine", "define": "definition",
    "end": "reason", "tests": "test", "phases": "phase",
}  # fmt: skip


def symbols(tree: Mapping | None) -> tuple[Symbol, ...]:
    return tuple(_symbol(entry, "part", 0) for entry in tree.entries) if tree is not None else ()


def _symbol(entry: Entry, sort: str, depth: int) -> Symbol:
    inner: tuple[Symbol, ...] = ()
    below = _PARTS.get(entry.key.text, "part" if depth < 1 and entry.key.text in ("turn", "look", "match", "setup") else "")
    if isinstance(entry.value, Mapping) and below:
        inner = tuple(_symbol(each, below, depth + 1) for each in entry.value.entries)
    elif isinstance(entry.value, Sequence) and below == "player":
        inner = tuple(Symbol(i.text, below, "", i.span, i.span) for i in entry.value.items if isinstance(i, Scalar) and i.text)
    elif sort == "reason" and isinstance(entry.value, Mapping):
        inner = tuple(_symbol(each, "reason", depth + 1) for each in entry.value.entries if each.value is not entry.value)
    elif sort == "move" and isinstance(entry.value, Mapping):
        inner = tuple(_symbol(each, "part", depth + 1) for each in entry.value.entries)
    return Symbol(entry.key.text or " ", sort, _detail(entry.value), entry.span, entry.key.span, inner)


def _detail(value: Node) -> str:
    text = " ".join(value.text.split()) if isinstance(value, Scalar) and "\n" not in value.text.strip() else ""
    return text if len(text) <= 60 else f"{text[:57]}..."


def flat(found: tuple[Symbol, ...], container: str = "") -> Iterator[tuple[Symbol, str]]:
    """All symbols but the parts, each with the name of its container, for the search in a folder of games."""
    for one in found:
        if one.sort != "part":
            yield one, container
        yield from flat(one.children, one.name)


@dataclass(frozen=True)
class Fold:
    """From the end of a line to the end of another, counted from 0. `comment` says that it is one."""

    first: int
    last: int
    comment: bool = False


def folds(source: Source, tree: Mapping | None) -> tuple[Fold, ...]:
    """Maps, blocks and comments of more than one line. Without a tree, by indentation."""
    lines = Lines(source.text)
    found = {fold.first: fold for fold in _by_indentation(lines)} if tree is None else {}
    for entry in _entries(tree) if tree is not None else ():
        first, last = lines.line_of(entry.key.span.start), lines.line_of(max(entry.span.end - 1, 0))
        while last > first and not lines.line(last).strip():
            last -= 1
        if last > first:
            found.setdefault(first, Fold(first, last))
    for fold in _comments(lines):
        found.setdefault(fold.first, fold)
    return tuple(found[first] for first in sorted(found))


def _entries(node: Node) -> Iterator[Entry]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry
            yield from _entries(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _entries(item)


def _comments(lines: Lines) -> Iterator[Fold]:
    first: int | None = None
    for number in range(len(lines) + 1):
        is_comment = number < len(lines) and lines.line(number).lstrip().startswith("#")
        if is_comment and first is None:
            first = number
        elif not is_comment and first is not None:
            if number - 1 > first:
                yield Fold(first, number - 1, True)
            first = None


def _by_indentation(lines: Lines) -> Iterator[Fold]:
    open_: list[tuple[int, int]] = []
    last = 0
    for number in range(len(lines) + 1):
        line = lines.line(number) if number < len(lines) else "."
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip(" ")) if number < len(lines) else 0
        while open_ and open_[-1][1] >= depth:
            first, _ = open_.pop()
            if last > first:
                yield Fold(first, last)
        open_.append((number, depth))
        last = number
