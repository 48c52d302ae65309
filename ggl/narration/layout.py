"""Sections to plain text: underlined headings, paragraphs and lists, wrapped at 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

WIDTH = 80


@dataclass(frozen=True)
class Line:
    """A sentence, with the lines below it."""

    text: str
    below: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Picture:
    """Lines that are not wrapped."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class Subsection:
    """A numbered entry, or one with its own title: its parts are indented below it."""

    title: str
    parts: tuple[Part, ...]


Part: TypeAlias = "str | Line | Picture | Subsection"


@dataclass(frozen=True)
class Section:
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class RuleSheet:
    """The rules as a whole; sections without parts are left out."""

    title: str
    head: tuple[str, ...]
    sections: tuple[Section, ...]


Sort = Literal["title", "heading", "text", "item", "picture", "entry"]


@dataclass(frozen=True)
class Told:
    """A part of a sheet in the order of reading, with the depth of an item or entry within others."""

    sort: Sort
    depth: int
    text: str


def laid_out(sheet: RuleSheet) -> str:
    lines = [*_wrapped(sheet.title, "", ""), "=" * min(len(sheet.title), WIDTH)]
    for paragraph in sheet.head:
        lines += ["", *_wrapped(paragraph, "", "")]
    for section in sheet.sections:
        if section.parts:
            lines += ["", "", section.title, "-" * len(section.title), ""]
            lines += _parts(section.parts, "")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def sheet_parts(sheet: RuleSheet) -> Iterator[Told]:
    """The parts of a sheet for those who lay it out themselves."""
    yield Told("title", 0, sheet.title)
    yield from (Told("text", 0, paragraph) for paragraph in sheet.head)
    for section in sheet.sections:
        if section.parts:
            yield Told("heading", 0, section.title)
            yield from _told(section.parts, 0)


def _told(parts: Iterable[Part], depth: int) -> Iterator[Told]:
    for part in parts:
        match part:
            case str():
                yield Told("text", depth, part)
            case Line():
                yield Told("item", depth, part.text)
                yield from _told(part.below, depth + 1)
            case Picture(rows=rows):
                yield Told("picture", depth, "\n".join(rows))
            case Subsection(title=title, parts=inside):
                yield Told("entry", depth, title)
                yield from _told(inside, depth + 1)


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
            case Subsection(title=title, parts=inside):
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
