"""The files around a text: the bases that it extends, and the files that may extend it.

Takes a folder and the texts that are open in an editor, which take precedence over the disk. Gives sources. Names lead only to
bundled games and to files of that folder.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from ggl import resources
from ggl.diagnostics import Findings
from ggl.model.extends import FindBase, find_beside, is_file_name, is_inside
from ggl.source import Source
from ggl.syntax.document import MAX_BYTES, decode_text

MOST_BESIDE = 200
"""The most files of a folder that are searched for variants of a game."""


@dataclass(frozen=True)
class Files:
    """`folder` is None for a text that is in no file. `open_texts` are whole paths, each with the text an editor holds. No link
    leads out of `within`."""

    folder: Path | None = None
    open_texts: Mapping[Path, str] = field(default_factory=dict)
    within: Path | None = None

    def base(self, name: str, findings: Findings | None = None) -> Source | None:
        """The game that stands behind `extends`."""
        bundled = resources.bundled_game(name)
        if bundled is None and self.folder is not None and is_file_name(name):
            path = self.folder / name
            if path in self.open_texts:
                return Source(str(path), self.open_texts[path])
        if bundled is not None and bundled in self.open_texts:
            return Source(bundled.name, self.open_texts[bundled])
        return find_beside(self.folder, findings, self.within)(name)

    def bases(self, findings: Findings) -> FindBase:
        return partial(self.base, findings=findings)

    def beside(self, name: str) -> Iterator[Source]:
        """The other game files of the folder, but for the one of this name; those that cannot be read are left out."""
        if self.folder is None:
            return
        paths = {path for path in self.open_texts if path.parent == self.folder and path.suffix in (".yaml", ".yml")}
        with contextlib.suppress(OSError):
            paths |= set(islice((path for path in self.folder.iterdir() if path.suffix in (".yaml", ".yml")), MOST_BESIDE))
        for path in sorted(paths):
            if str(path) != name and (source := self._read(path)) is not None:
                yield source

    def _read(self, path: Path) -> Source | None:
        if path in self.open_texts:
            return Source(str(path), self.open_texts[path])
        try:
            if not path.is_file() or path.stat().st_size > MAX_BYTES or not is_inside(path, self.within):
                return None
            return decode_text(path.read_bytes(), str(path), Findings())
        except OSError:
            return None


def path_of(source: Source) -> Path | None:
    """The file of a source; None for a text that is in none. A bundled base is named by its file's name alone."""
    if source.name.startswith("<"):
        return None
    path = Path(source.name)
    if path.is_absolute() or len(path.parts) > 1:
        return path
    return resources.bundled_game(path.stem) or path
