"""The files around a text: the bases that it extends, and the files that may extend it.

Takes a folder and the texts that are open in an editor, which take precedence over the disk. Gives sources, one for each file
whatever links lead to it. Names lead only to bundled games and to files of that folder.
"""

from __future__ import annotations

import contextlib
import os
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


_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True)
class Files:
    """`folder` is None for a text that is in no file. `open_texts` has the text that an editor holds for each `real_path`. No
    link leads out of `within`."""

    folder: Path | None = None
    open_texts: Mapping[Path, str] = field(default_factory=dict)
    within: Path | None = None

    def base(self, name: str, findings: Findings | None = None) -> Source | None:
        """The game that stands behind `extends`."""
        bundled = resources.bundled_game(name)
        if bundled is None and self.folder is not None and is_file_name(name):
            path = self.folder / name
            if real_path(path) in self.open_texts:
                return Source(str(path), self.open_texts[real_path(path)])
        if bundled is not None and real_path(bundled) in self.open_texts:
            return Source(bundled.name, self.open_texts[real_path(bundled)])
        return find_beside(self.folder, findings, self.within)(name)

    def bases(self, findings: Findings) -> FindBase:
        return partial(self.base, findings=findings)

    def beside(self, name: str) -> Iterator[Source]:
        """The other game files of the folder, but for the one of this name; those that cannot be read are left out."""
        if self.folder is None:
            return
        folder, own = real_path(self.folder), path_of(Source(name, ""))
        paths = {self.folder / path.name for path in self.open_texts if path.parent == folder and path.suffix in _ENDINGS}
        with contextlib.suppress(OSError):
            paths |= set(islice((path for path in self.folder.iterdir() if path.suffix in _ENDINGS), MOST_BESIDE))
        seen = {real_path(own)} if own is not None else set()
        for path in sorted(paths, key=lambda path: (path.is_symlink(), path)):
            real = real_path(path)
            if real not in seen and (source := self._read(path)) is not None:
                yield source
            seen.add(real)

    def _read(self, path: Path) -> Source | None:
        if real_path(path) in self.open_texts:
            return Source(str(path), self.open_texts[real_path(path)])
        try:
            if not path.is_file() or path.stat().st_size > MAX_BYTES or not is_inside(path, self.within):
                return None
            return decode_text(path.read_bytes(), str(path), Findings())
        except OSError:
            return None


def real_path(path: Path) -> Path:
    """The file to which a path leads by links, whether there is one or not."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # a name that no disk can have
        return path.absolute()


def path_of(source: Source) -> Path | None:
    """The file of a source; None for a text that is in none. A bundled base is named by its file's name alone."""
    if source.name.startswith("<"):
        return None
    path = Path(source.name)
    if path.is_absolute() or len(path.parts) > 1:
        return path
    return resources.bundled_game(path.stem) or path
