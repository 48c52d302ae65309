"""The one way in which ggl puts a file in its place: whole, or not at all, whatever happens in between.

`replace` takes a path and bytes, `create` the same for a path at which nothing may stand yet. The bytes go to a hidden file
beside it first, which then takes the name. `sweep` takes away such files that killed processes left in a folder. Raises OSError.
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

_PART = re.compile(r"\..+\.ggl-(\d{1,9})-[^.]+\.part", re.DOTALL)
"""The name of a file on its way: hidden, with the process that writes it."""
_MINUTE, _DAY = 60, 24 * 60 * 60
_MOST_ENTRIES = 20_000
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EXDEV, errno.EMLINK}
_swept: set[Path] = set()


def replace(target: Path, data: bytes, *, private: bool = False) -> None:
    """Put data in place of what a path holds. The file keeps its mode; a new one has the usual one, unless it is `private`.

    A `private` file is one that can be made anew, so nobody waits until it is on the disk itself.
    """
    status = _status(target)
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "", str(target))
    mode = 0o600 if private else _usual_mode() if status is None else stat.S_IMODE(status.st_mode)
    part = _written(target, data, mode, sync=not private)
    try:
        part.replace(target)
    except BaseException:
        _take_away(part)
        raise
    if not private:
        _sync_folder(target.parent)


def create(target: Path, data: bytes) -> None:
    """Make a file that is not there yet. Raises `FileExistsError` if it is, even if another process has just made it."""
    if _status(target) is not None:
        raise FileExistsError(errno.EEXIST, "", str(target))
    part = _written(target, data, _usual_mode(), sync=True)
    try:
        os.link(part, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # The disk knows no second names: the name is taken first, by whoever is the first to ask for it.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(target)
    finally:
        _take_away(part)
    _sync_folder(target.parent)


def _status(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def _written(target: Path, data: bytes, mode: int, *, sync: bool) -> Path:
    """A hidden file beside the target that holds the data."""
    sweep(target.parent)
    handle, name = tempfile.mkstemp(prefix=f".{_short(target.name)}.ggl-{os.getpid()}-", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        part.chmod(mode)
    except BaseException:
        _take_away(part)
        raise
    return part


def _short(name: str) -> str:
    """So much of a name that the hidden file's name is no longer than names may be, which is counted in bytes."""
    return os.fsdecode(os.fsencode(name)[:80]) if len(name) > 40 else name


def _take_away(part: Path) -> None:
    with contextlib.suppress(OSError):
        part.unlink()


def _usual_mode() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


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


def _sync_folder(folder: Path) -> None:
    """Have the new name on disk too, where folders can be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
