"""The line of a span, as it is shown: tabs as spaces, unsafe characters escaped, long lines cut around the place.

Takes a span and the columns there are. Gives the text to print and which of its columns to underline. A span over
several lines is shown by its first line, underlined to the line's end; an empty span is underlined as one column.
"""

from __future__ import annotations

import unicodedata

from ggl.diagnostics.escape import escape_character, is_safe
from ggl.frozen import frozen
from ggl.source import Span

TAB = 4
CUT = "..."


@frozen
class Excerpt:
    text: str
    start: int
    length: int
    goes_on: bool


def excerpt(span: Span, room: int) -> Excerpt:
    line_number, column = span.source.place(span.start)
    line = span.source.line(line_number)
    first = min(column - 1, len(line))
    last = min(first + span.end - span.start, len(line))
    goes_on = span.source.place(max(span.start, span.end - 1))[0] > line_number

    # Of a very long line, reads only the part near the window.
    low, high = max(0, first - 2 * room), first + 2 * room
    cells = _cells(line[low:high])
    before, inside = cells[: first - low], cells[first - low : last - low]
    start = sum(_width(cell) for cell in before)
    length = max(1, sum(_width(cell) for cell in inside))
    total = sum(_width(cell) for cell in cells)
    if low == 0 and high >= len(line) and total <= room:
        return Excerpt("".join(cells), start, length, goes_on)

    inner = room - 2 * len(CUT)
    context = max(inner - length, inner // 3) // 2
    window = max(0, min(start - context, total - inner))
    kept: list[str] = []
    position = kept_from = 0
    for cell in cells:
        if position >= window and position + _width(cell) <= window + inner:
            if not kept:
                kept_from = position
            kept.append(cell)
        position += _width(cell)
    left = CUT if low > 0 or kept_from > 0 else ""
    right = CUT if high < len(line) or kept_from + sum(map(_width, kept)) < total else ""
    shown_start = len(left) + start - kept_from
    shown_length = max(1, min(length, len(left) + inner - shown_start))
    return Excerpt(left + "".join(kept) + right, shown_start, shown_length, goes_on or shown_length < length)


def _cells(text: str) -> list[str]:
    """The text to print for each character."""
    cells: list[str] = []
    position = 0
    for character in text:
        if character == "\t":
            cell = " " * (TAB - position % TAB)
        elif is_safe(character):
            cell = character
        else:
            cell = escape_character(character)
        cells.append(cell)
        position += _width(cell)
    return cells


def _width(cell: str) -> int:
    if len(cell) != 1:
        return len(cell)
    if cell.isascii():
        return 1
    if unicodedata.category(cell) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(cell) in {"W", "F"} else 1
