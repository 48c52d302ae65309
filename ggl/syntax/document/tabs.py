"""Tabs in the indentation, as blanks: all of a file that is indented by tabs, or one group of lines among lines with blanks.

Among blanks a tab does not say how deep its line is. The lines beside it do, unless the line may as well belong to a map further
out.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ggl.diagnostics import Fix
from ggl.source import Source

HELP = "write spaces, two for each level"
_OPENS = re.compile(r":\s*(?:[|>][1-9+-]*)?\s*(?:#.*)?$")


def tabs_as_blanks(source: Source, row: int) -> Fix | None:
    """The edit for the tabs that begin the line of this row; None where it is not certain how deep it is."""
    lines = source.text.split("\n")
    if not re.match(r"\t+ *[^\s]", lines[row]):
        return None
    if not any(line.startswith(" ") and line.strip() for line in lines):
        rows = [each for each, line in enumerate(lines) if line.startswith("\t")]
        return _fix(source, lines, rows[0], rows[-1], lambda tabs: "  " * tabs)
    first = last = row
    while first > 0 and lines[first - 1].startswith("\t"):
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].startswith("\t"):
        last += 1
    depth = _depth(lines, first, last)
    return None if depth is None else _fix(source, lines, first, last, lambda _: " " * depth)


def _fix(source: Source, lines: list[str], first: int, last: int, blanks: Callable[[int], str]) -> Fix:
    start = sum(len(line) + 1 for line in lines[:first])
    old = "\n".join(lines[first : last + 1])
    end = len(old) - len(lines[last].lstrip("\t"))
    new = re.sub(r"^\t+", lambda tabs: blanks(len(tabs[0])), old[:end], flags=re.MULTILINE)
    return Fix(source.span(start, start + end), new, HELP)


def _depth(lines: list[str], first: int, last: int) -> int | None:
    """The indentation of a group of lines with as many tabs each, by the lines with blanks around it."""
    group = lines[first : last + 1]
    if len({len(line) - len(line.lstrip("\t")) for line in group}) > 1 or any(line.lstrip("\t")[:1] in " \r" for line in group):
        return None
    above = next((line for line in reversed(lines[:first]) if _says(line)), "")
    below = next((line for line in lines[last + 1 :] if _says(line)), "")
    if (outer := _indent(above)) is None or (inner := _indent(below)) is None:
        return None
    if _OPENS.search(group[-1]):
        deeper = outer + 2 if _OPENS.search(above) else outer
        return deeper if 0 < deeper < inner else None
    if _OPENS.search(above):
        return inner if inner > outer else outer + 2
    levels = {depth for line in lines[:first] if _says(line) and (depth := _indent(line))}
    may_be = {depth for depth in levels if inner <= depth <= outer}
    return outer if may_be == {outer} else None


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int | None:
    """The blanks before a line; None where there is a tab among them."""
    blanks = len(line) - len(line.lstrip(" "))
    return None if line[blanks : blanks + 1] == "\t" else blanks
