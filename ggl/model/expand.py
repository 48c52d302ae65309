"""A merged game written as one file: `ggl expand`.

Takes the tree of a game with its bases merged in. Gives YAML text that reads back as the same game, in the order of the
parts, with the author's words and block style. Where parts came from several files, a comment at the end of a line tells
from which one that line, and all that stands under it, came.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import replace

from ggl.model.keys import TOP, identity
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence

STEP = 2

_UNPRINTABLE = re.compile(r"[^ -~\xa1-\ud7ff]")
_OF_FLOW = re.compile(r"[,\[\]{}]")
"""What ends a plain text between brackets."""


def expand(tree: Mapping, *, telling: bool = True) -> str:
    """The text; unless `telling`, without the comments about files."""
    order = {key: at for at, key in enumerate(TOP)}
    entries = sorted(tree.entries, key=lambda entry: order.get(identity(entry.key.text), len(order)))
    several = telling and len(set(_files(tree))) > 1
    return "".join(f"{line}\n" for entry in entries for line in _entry(entry, 0, several))


def without(tree: Mapping, idle: Collection[Span]) -> Mapping:
    """The tree without the entries whose key, or a part of whose value, is at one of these places."""
    entries = []
    for entry in tree.entries:
        value = without(entry.value, idle) if isinstance(entry.value, Mapping) else entry.value
        emptied = isinstance(value, Mapping) and not value.entries and value != entry.value
        ends = [entry.key] if isinstance(value, Mapping) else [entry.key, value]
        if not emptied and not any(end.span.holds(span) for end in ends for span in idle):
            entries.append(Entry(entry.key, value))
    return replace(tree, entries=tuple(entries))


def _entry(entry: Entry, indent: int, telling: bool) -> Iterator[str]:
    """The lines of a key and its value; `telling` while no line above has told where they came from."""
    files = list(dict.fromkeys((*_files(entry.key), *_files(entry.value))))
    value = entry.value
    deeper = telling and len(files) > 1  # only the parts of a map come from several
    comment = f"  # {_UNPRINTABLE.sub('?', ', '.join(files))}" if telling and not deeper else ""
    head = " " * indent + _inline(entry.key) + ":"
    if isinstance(value, Scalar) and value.style in ("literal", "folded") and value.text.strip():
        sign, lines = _block(value)
        yield f"{head} {sign}{comment}"
        yield from (" " * (indent + STEP) + line if line else "" for line in lines)
    elif isinstance(value, Mapping) and value.entries and not _stays_inline(value):
        yield head + comment
        for each in value.entries:
            yield from _entry(each, indent + STEP, deeper)
    elif isinstance(value, Sequence) and not value.flow:
        yield head + comment
        for item in value.items:
            yield " " * (indent + STEP) + "- " + _inline(item)
    else:
        yield f"{head} {_inline(value)}".rstrip() + comment


def _files(node: Node) -> Iterator[str]:
    return (leaf.span.source.file for leaf in _leaves(node))


def _leaves(node: Node) -> Iterator[Node]:
    """The keys, and the values that are no maps."""
    stack = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, Mapping):
            for entry in reversed(at.entries):
                stack += [entry.value, entry.key]
        else:
            yield at


def _stays_inline(mapping: Mapping) -> bool:
    """Written in braces, and all of it, on every level, is still what stood in these braces."""
    return mapping.flow and all(mapping.span.holds(leaf.span) for leaf in _leaves(mapping))


def _inline(node: Node, *, in_brackets: bool = False) -> str:
    """A value on one line, in brackets if it is a map or a list."""
    match node:
        case Mapping():
            return "{" + ", ".join(_pair(entry) for entry in node.entries) + "}"
        case Sequence():
            return "[" + ", ".join(_inline(item, in_brackets=True) for item in node.items) + "]"
        case Scalar():
            if node.style == "plain" and "\n" not in node.text and not (in_brackets and _OF_FLOW.search(node.text)):
                return node.text
            written = node.span.text
            return written if node.is_quoted and "\n" not in written else json.dumps(node.text, ensure_ascii=False)


def _pair(entry: Entry) -> str:
    key, value = (_inline(node, in_brackets=True) for node in (entry.key, entry.value))
    return f"{key}: {value}" if value else key


def _block(scalar: Scalar) -> tuple[str, list[str]]:
    """The sign and the lines of a block, the lines without the indentation that they all have."""
    header, _, body = scalar.span.text.partition("\n")
    if scalar.is_folded and not re.search(r"[0-9]", header.partition("#")[0]):
        sign = header.partition("#")[0].strip()
        return sign, textwrap.dedent(body.replace("\r", "")).split("\n")
    text = scalar.text.rstrip("\n")
    lines = text.split("\n")
    first = next(line for line in lines if line.strip())
    sign = "|" + (str(STEP) if first[0] == " " or not lines[0].strip() else "")
    ends = len(scalar.text) - len(text)
    if ends == 0:
        sign += "-"
    elif ends > 1:
        sign += "+"
        lines += [""] * (ends - 1)
    return sign, lines
