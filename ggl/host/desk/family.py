"""The files that share a name: a file, its bases, and the files beside it that extend the same game.

Takes the reading of a file and a thing with a name. Gives a reading of each such file with the names in it. For a file that
cannot be read whole, gives a place where a name stands unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ggl.diagnostics import Findings
from ggl.host.desk.error_blanking import mended
from ggl.host.desk.files import MOST_BESIDE, Files, path_of, real_path
from ggl.host.desk.names import occurrences
from ggl.host.desk.occurrence import Occurrence, Thing
from ggl.host.desk.reading import Reading, read_text
from ggl.model.extends import extended_base
from ggl.source import Source, Span
from ggl.syntax.document import Mapping, read_document


@dataclass(frozen=True)
class Member:
    """A file of the family, and all names in it and its bases."""

    reading: Reading
    names: tuple[Occurrence, ...]

    def unread(self, name: str) -> Span | None:
        """A place where a name stands as a word in a part of the text that cannot be read, so that what it names is unknown."""
        text, source = self.reading.source.text, self.reading.source
        if self.reading.is_read:
            return None
        known = {one.span.start for one in self.names if one.span.source == source}
        sound = mended(self.reading)
        is_blanked = self.reading.definition is not None and sound.is_read
        for word in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            start, end = word.span()
            if start not in known and not (is_blanked and sound.source.text[start:end] == word[0]):
                return source.span(start, end)
        return None


def family(reading: Reading, found: tuple[Occurrence, ...], thing: Thing) -> list[Member]:
    """This file, its bases, and those files beside it that extend the file in which the thing is declared."""
    known = {file_of(reading.source): Member(reading, found)}
    files = _with_text(reading)
    for source, _ in reading.chain.files[1:] if reading.chain else ():
        base = read_text(source, _files_of(source, files))
        known[file_of(source)] = Member(base, occurrences(base))
    declaring = {file_of(one.span.source) for each in known.values() for one in each.names if one.thing == thing and one.declares}
    for source in files.beside(reading.source.name):
        if file_of(source) not in known and declaring & set(_bases(source, files)):
            other = read_text(source, files)
            known[file_of(source)] = Member(other, occurrences(other))
    return list(known.values())


def file_of(source: Source) -> str:
    """One name for each file, which may have others by links; a game that comes with ggl also has the one behind `extends`."""
    path = path_of(source)
    return source.name if path is None else str(real_path(path))


def _with_text(reading: Reading) -> Files:
    """The files around a text, which itself may not be saved."""
    path = path_of(reading.source)
    if path is None:
        return reading.files
    return replace(reading.files, open_texts={**reading.files.open_texts, real_path(path): reading.source.text})


def _files_of(source: Source, files: Files) -> Files:
    path = path_of(source)
    return replace(files, folder=path.parent) if path is not None else files


def _bases(source: Source, files: Files) -> Iterator[str]:
    """The files that a file extends, one after the other."""
    found: set[str] = set()
    while (name := _base_name(source, files)) and (base := files.base(name)) is not None and file_of(base) not in found:
        found.add(file_of(base))
        yield file_of(base)
        source = base


def _base_name(source: Source, files: Files) -> str:
    written = _written_base(source)
    return _base_in(mended(read_text(source, files)).tree) if written is None else written


@lru_cache(2 * MOST_BESIDE)
def _written_base(source: Source) -> str | None:
    """The name behind `extends`, "" if there is none; None for a file that YAML cannot read."""
    tree = read_document(source, Findings())
    return None if tree is None else _base_in(tree)


def _base_in(tree: Mapping | None) -> str:
    written = extended_base(tree) if tree is not None else None
    return "" if written is None else written.text.strip()
