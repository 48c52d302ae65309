"""The folder that was opened: its game files, and the one way from a name in a message to a path.

A name is a path below the folder, with `/`, to a file that ends in `.yaml` or `.yml`. Raises `HostError` for one that leads, or
could lead, elsewhere: by `..`, by a link, as a hidden file, or as a device.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ggl.diagnostics.escape import escape
from ggl.host.errors import HostError
from ggl.model.extends import is_inside

SUFFIXES = (".yaml", ".yml")
MOST_ENTRIES = 20_000
"""The most files and folders that are searched for games."""

_PART = re.compile(r"[^\x00-\x1f\x7f/\\:*?\"<>|.\ud800-\udfff][^\x00-\x1f\x7f/\\:*?\"<>|\ud800-\udfff]*")
"""A name of a file or folder that is valid on every system, and not hidden. One that is not UTF-8 has surrogates."""


class Folder:
    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def path(self, name: str) -> Path:
        """The path of a file of the folder, which need not be there."""
        parts = name.split("/")
        if not name.endswith(SUFFIXES) or not all(_PART.fullmatch(part) for part in parts) or len(name) > 200:
            raise HostError("forbidden", f"`{escape(name[:60])}` is not a game file of this folder; its name must end in `.yaml`")
        path = self.root.joinpath(*parts)
        try:
            usable = is_inside(path, self.root) and (not path.exists() or path.is_file())
        except OSError:
            usable = False
        if not usable:
            raise HostError("forbidden", f"`{escape(name[:60])}` is not a file in this folder")
        return path

    def source_name(self, name: str) -> str:
        """The name of a file in findings and explanations: that in messages if this process works in the folder, as processes of
        a server do, so that spectators do not learn of folders above."""
        path = self.path(name)
        return name if Path.cwd() == self.root else str(path)

    def name(self, path: str) -> str | None:
        """The name of a file in messages, if it is in the folder."""
        try:
            found = Path(path).resolve().relative_to(self.root)
        except (OSError, ValueError, RuntimeError):
            return None
        return found.as_posix() if found.name.endswith(SUFFIXES) and all(map(_PART.fullmatch, found.parts)) else None

    def files(self, most: int) -> tuple[tuple[str, ...], bool]:
        """The game files, sorted, and whether there are more."""
        found = sorted(self._found())
        return tuple(found[:most]), len(found) > most

    def _found(self) -> Iterator[str]:
        seen, waiting = 0, [self.root]
        while waiting and seen < MOST_ENTRIES:
            try:
                entries = os.scandir(waiting.pop())
            except OSError:
                continue
            with entries:
                for entry in entries:
                    seen += 1
                    if not _PART.fullmatch(entry.name) or seen > MOST_ENTRIES:
                        continue
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(Path(entry.path))
                        elif entry.name.endswith(SUFFIXES) and entry.is_file(follow_symlinks=False):
                            yield Path(entry.path).relative_to(self.root).as_posix()
                    except OSError:
                        continue
