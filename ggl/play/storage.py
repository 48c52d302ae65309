"""Files that are never half-written, and the folder where plays in progress are kept.

`replace_file` takes a path and text; afterwards the path holds all of the text, or what it held before, whatever happens in
between. Raises `StorageError`, which says in words what the disk refused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

from ggl.play.errors import GglError

_CAUSES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "it may not be written",
    errno.EPERM: "it may not be written",
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EEXIST: "a file stands where a folder should be",
}


class StorageError(GglError):
    """A file could not be written or read; the text says which and why."""

    def __init__(self, path: Path, error: OSError | ValueError, verb: str = "written") -> None:
        cause = _CAUSES.get(error.errno or 0, error.strerror) if isinstance(error, OSError) else "its name is no file's name"
        if verb == "read" and isinstance(error, OSError):
            cause = {errno.ENOENT: "there is no such file", errno.EACCES: "it may not be read"}.get(error.errno or 0, cause)
        super().__init__(f"{path} cannot be {verb}: {cause}")


def replace_file(path: Path, text: str) -> None:
    """Put the text in place of what the path holds, by way of a new file in the same folder. A link keeps its target."""
    try:
        target = path.resolve()
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            _write_device(target, text)
            return
        _replace(target, text)
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None


def _replace(target: Path, text: str) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "")
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:80]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask() if mode is None else mode)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(target.parent)


def _write_device(target: Path, text: str) -> None:
    """A pipe or a device cannot be replaced; it takes the text as it comes."""
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _sync_folder(folder: Path) -> None:
    """Have the new name on disk too, where folders can be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def state_folder() -> Path:
    """Where plays in progress are kept: `$XDG_STATE_HOME/ggl`, else `~/.local/state/ggl`."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if base and Path(base).is_absolute():
        return Path(base) / "ggl"
    return Path(os.path.expanduser("~")) / ".local" / "state" / "ggl"
