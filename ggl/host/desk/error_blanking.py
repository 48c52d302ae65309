"""Blanks out the mistakes of a text, so that the rest of it can be read.

Takes a reading. Gives a reading of a text with the same lengths of lines, in which the entries around the mistakes are blanks.
So every place is the same in both texts, and names and types are known while a line is half written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ggl.diagnostics.catalog.shape import MISSING_KEY
from ggl.host.desk.reading import Reading, read_text
from ggl.source import Source

MOST_TRIES = 10
MOST_TRIES_TO_PLAY = 4

_LINE = re.compile(r"[^\n]*(?:\n|$)")


def mended(reading: Reading) -> Reading:
    """The reading itself if all could be read; else that of a mended text, with as little blanked out as possible."""
    return _mended(reading, lambda now: now.is_read, MOST_TRIES)


def playable(reading: Reading) -> Reading | None:
    """A reading of a text without its wrong entries, if the rest is a game."""
    found = _mended(reading, lambda now: now.checked is not None, MOST_TRIES_TO_PLAY)
    return found if found.checked is not None else None


def _mended(reading: Reading, is_enough: Callable[[Reading], bool], tries: int) -> Reading:
    best: Reading | None = reading if reading.definition is not None else None
    now = reading
    source, blanked = reading.source, _Blanks(reading.source.text)
    for _ in range(tries):
        if is_enough(now):
            return now
        wrong = [each for each in now.own_findings if each.code.severity == "error" and each.code is not MISSING_KEY]
        places = {each.span.start for each in wrong if each.span is not None and each.span.source == now.source}
        if not places or not blanked.take_all(places):
            break
        now = read_text(Source(source.name, blanked.text), reading.files)
        if best is None and now.definition is not None:
            best = now
    return now if is_enough(now) else best or reading


class _Blanks:
    """The lines of a text, from which entries are removed: first the innermost one around a place, then the one around that."""

    def __init__(self, text: str) -> None:
        self._lines = [found[0] for found in _LINE.finditer(text) if found[0]]
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    @property
    def text(self) -> str:
        return "".join(self._lines)

    def take_all(self, places: Iterable[int]) -> bool:
        """Blank out an entry at each place; False where for one of them nothing is left."""
        taken = [self.take(place) for place in sorted(places)]
        return all(taken)

    def take(self, place: int) -> bool:
        """Blank out an entry; False where nothing is left to be taken away."""
        at = next((number for number, start in enumerate(self._starts[1:]) if place < start), len(self._lines) - 1)
        while at >= 0 and not self._lines[at].strip():
            at -= 1  # blank already, or the end of the file: the line above is wrong, or contains what is
        if at < 0:
            return False
        depth = _indent(self._lines[at])
        end = at + 1
        while end < len(self._lines) and (not self._lines[end].strip() or _indent(self._lines[end]) > depth):
            end += 1
        for number in range(at, end):
            self._lines[number] = re.sub(r"[^\r\n]", " ", self._lines[number])
        return True


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
