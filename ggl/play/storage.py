"""Files that are never half-written, and the folder where plays in progress are kept.

`replace_file` takes a path and text; afterwards the path holds all of the text, or what it held before, whatever happens in
between. Raises `StorageError`, which says in words what the disk refused.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import stat
import sys
import tempfile
import time
from pathlib import Path

from ggl.play.errors import GglError

_PART = re.compile(r"\..+\.ggl-(\d{1,9})-[^.]+\.part", re.DOTALL)
"""The name of a file on its way: hidden, with the process that writes it."""
_MINUTE, _DAY = 60, 24 * 60 * 60
_MOST_ENTRIES = 20_000
_swept: set[Path] = set()

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
_CAUSES_OF_READING = {errno.ENOENT: "there is no such file", errno.EACCES: "it may not be read"}


class StorageError(GglError):
    """A file could not be written or read; the text says which and why."""

    def __init__(self, path: Path, error: OSError | ValueError, verb: str = "written") -> None:
        super().__init__(f"{path} cannot be {verb}: {_cause(path, error, verb)}")


def _cause(path: Path, error: OSError | ValueError, verb: str) -> str:
    if isinstance(error, OSError):
        causes = _CAUSES if verb != "read" else _CAUSES | _CAUSES_OF_READING
        return causes.get(error.errno or 0, error.strerror or str(error))
    if not _is_name(path):
        return "its name is no file's name"
    return "its text is not UTF-8" if isinstance(error, UnicodeError) else str(error)


def _is_name(path: Path) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeError:
        return False


def replace_file(path: Path, text: str | bytes) -> None:
    """Put text or bytes in place of what the path holds, by way of a new file in the same folder. A link keeps its target."""
    try:
        data = text.encode("utf-8") if isinstance(text, str) else text
        target = path.resolve()
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            _write_device(target, data)
            return
        _replace(target, data)
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None


def _replace(target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "")
    sweep(target.parent)
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:80]}.ggl-{os.getpid()}-", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask() if mode is None else mode)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(target.parent)


def sweep(folder: Path) -> None:
    """Take away the parts of files that killed processes left in a folder; once for each folder while this process lives."""
    if folder in _swept:
        return
    _swept.add(folder)
    now = time.time()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in itertools.islice(entries, _MOST_ENTRIES):
            found = _PART.fullmatch(entry.name)
            if found is None:
                continue
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                # A process that cannot be seen may write from another machine, but not for a minute.
                least = _MINUTE if _is_gone(int(found[1])) else _DAY
                if stat.S_ISREG(status.st_mode) and now - status.st_mtime > least:
                    os.unlink(entry.path)


def _is_gone(process: int) -> bool:
    """Whether no process has the number, as far as can be told without touching it."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _write_device(target: Path, data: bytes) -> None:
    """A pipe or a device cannot be replaced; it takes the data as it comes."""
    with target.open("wb") as file:
        file.write(data)


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
    """Where plays in progress are kept: `$XDG_STATE_HOME/ggl`, else `~/.local/state/ggl`, else a folder among the temporary ones.

    A path that is not whole would mean another folder wherever the command is called; such a setting counts as none.
    """
    base = os.environ.get("XDG_STATE_HOME", "")
    if Path(base).is_absolute():
        return Path(base) / "ggl"
    home = _home()
    if home is not None:
        return home / ".local" / "state" / "ggl"
    return Path(tempfile.gettempdir()) / f"ggl-{os.getuid() if hasattr(os, 'getuid') else 'state'}"


def _home() -> Path | None:
    home = Path(os.path.expanduser("~"))
    said = os.environ.get("HOME")
    if sys.platform == "win32" or said is None or Path(said).is_absolute():
        return home if home.is_absolute() else None
    import pwd

    try:
        home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return None
    return home if home.is_absolute() else None
