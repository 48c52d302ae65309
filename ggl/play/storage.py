"""Files that are never half-written, and the folder where plays in progress are kept.

`replace_file` takes a path and text; afterwards the path holds all of the text, or what it held before, whatever happens in
between; `create_file` does so where nothing stands yet. Raises `StorageError`, which says in words what the disk refused.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ggl import writing
from ggl.cache_dir import home
from ggl.play.errors import GglError, must_be

_CAUSES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "it may not be written",
    errno.EPERM: "it may not be written",
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "a part of its path is not a folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EEXIST: "a file stands where a folder should be",
}
_CAUSES_OF_READING = {errno.ENOENT: "there is no such file", errno.EACCES: "it may not be read"}


class StorageError(GglError):
    """A file could not be written or read; the text says which and why, `cause` only why."""

    def __init__(self, path: Path, error: OSError | ValueError, verb: str = "written") -> None:
        self.cause = _cause(path, error, verb)
        super().__init__(f"{path} cannot be {verb}: {self.cause}")


def given_path(value: object, what: str) -> Path:
    """The path that a program gives as text or as a path object; `what` names the file. Raises `ArgumentError`."""
    must_be(value, (str, os.PathLike), what, "given by its path")
    path = os.fspath(value)  # type: ignore[call-overload]
    must_be(path, str, what, "given by its path as text")
    return Path(path)


def _cause(path: Path, error: OSError | ValueError, verb: str) -> str:
    if isinstance(error, OSError):
        if verb == "made":
            return "a file of that name exists already"
        causes = _CAUSES if verb != "read" else _CAUSES | _CAUSES_OF_READING
        return causes.get(error.errno or 0, error.strerror or str(error))
    if not _is_name(path):
        return "its name is not a file's name"
    return "its text is not UTF-8" if isinstance(error, UnicodeError) else str(error)


def _is_name(path: Path) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeError:
        return False


def replace_file(path: Path, text: str | bytes, *, soon: bool = False) -> None:
    """Put text or bytes in place of what the path holds, by way of a new file in the same folder. A link keeps its target.

    With `soon`, a loss of power in the next moment may bring back what the path held before.
    """
    _put(path, text, partial(writing.replace, soon=soon))


def create_file(path: Path, text: str | bytes) -> None:
    """Put text or bytes in a new file; also raises `StorageError` if another process was first."""
    _put(path, text, writing.create)


def _put(path: Path, text: str | bytes, put: Callable[[Path, bytes], None]) -> None:
    try:
        data = text.encode("utf-8") if isinstance(text, str) else text
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            _write_device(path, data)
            return
        put(Path(os.path.realpath(path)), data)
    except FileExistsError as error:
        raise StorageError(path, error, "made") from None
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None


def _write_device(target: Path, data: bytes) -> None:
    """A pipe or a device cannot be replaced; it takes the data as it comes."""
    with target.open("wb") as file:
        file.write(data)


def state_folder() -> Path:
    """The folder for plays in progress: `$XDG_STATE_HOME/ggl`, else `~/.local/state/ggl`, else one among the temporary ones.

    A relative path is ignored, since it would mean another folder wherever the command is called.
    """
    base = os.environ.get("XDG_STATE_HOME", "")
    if Path(base).is_absolute():
        return Path(base) / "ggl"
    found = home()
    if found is not None:
        return found / ".local" / "state" / "ggl"
    return Path(tempfile.gettempdir()) / f"ggl-{os.getuid() if hasattr(os, 'getuid') else 'state'}"


def is_own(folder: Path) -> bool:
    """Whether a folder, by whatever path, is the one for plays in progress."""
    return os.path.realpath(folder) == os.path.realpath(state_folder())
