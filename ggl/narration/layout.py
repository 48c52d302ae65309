"""Sections to plain text: underlined headings, paragraphs and lists, wrapped at 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ggl.narration.deeds import Line

WIDTH = 80


@dataclass(frozen=True)
class Picture:
    """Lines that stand as they are."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A numbered entry, or one with a title of its own: its parts stand indented below it."""

    title: str
    parts: tuple[Part, ...]


Part: TypeAlias = "str | Line | Picture | Entry"


@dataclass(frozen=True)
class Section:
    title: str
    parts: tuple[Part, ...]


def laid_out(title: str, head: Iterable[str], sections: Iterable[Section]) -> str:
    lines = [*_wrapped(title, "", ""), "=" * min(len(title), WIDTH)]
    for paragraph in head:
        lines += ["", *_wrapped(paragraph, "", "")]
    for section in sections:
        if section.parts:
            lines += ["", "", section.title, "-" * len(section.title), ""]
            lines += _parts(section.parts, "")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _parts(parts: tuple[Part, ...], indent: str) -> Iterator[str]:
    before: Part | None = None
    for part in parts:
        if before is not None and not (isinstance(part, Line) and isinstance(before, Line | str)):
            yield ""
        match part:
            case str():
                yield from _wrapped(part, indent, indent)
            case Line():
                yield from _line(part, indent)
            case Picture(rows=rows):
                yield from (f"{indent}    {row}"[:WIDTH] for row in rows)
            case Entry(title=title, parts=inside):
                yield from _wrapped(title, indent, indent + "   ")
                yield from _parts(inside, indent + "   ")
        before = part


def _line(line: Line, indent: str) -> Iterator[str]:
    yield from _wrapped(line.text, f"{indent}- ", f"{indent}  ")
    for below in line.below:
        yield from _line(below, indent + "  ")


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    if len(rest) > WIDTH // 2:
        rest, first = rest[: WIDTH // 2], first[: WIDTH // 2]
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [""]
