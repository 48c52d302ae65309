"""The one way in which ggl puts a file in its place: whole, or not at all, whatever happens in between.

`replace` takes a path and bytes, `create` the same for a path at which nothing may stand yet. The bytes go to a hidden file
beside it first, which then takes the name. `sweep` takes away such files that killed processes left in a folder. Raises OSError.

When `replace` returns, no killed process loses what was written. A loss of power loses nothing either, except with `soon`: then
the new name may not be on the disk yet, and the path holds what it held before.
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
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_PART = re.compile(r"\..+\.ggl-(\d{1,9})-[^.]+\.part", re.DOTALL)
"""The name of a file on its way: hidden, with the process that writes it."""
_MINUTE, _DAY = 60, 24 * 60 * 60
_SOON = 0.05
"""Seconds for which new names of a folder are gathered."""
_MOST_ENTRIES = 20_000
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EXDEV, errno.EMLINK}
_ASKING = threading.Lock()
_swept: set[Path] = set()


def replace(target: Path, data: bytes, *, private: bool = False, soon: bool = False) -> None:
    """Put data in place of what a path holds. The file keeps its mode; a new one has the usual one, unless it is `private`.

    A `private` file is one that can be made anew, so nobody waits until it is on the disk itself. With `soon`, only the bytes are
    waited for, and a thread waits for the name, once for all files of a folder.
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
    if soon:
        _NAMES.sync(target.parent)
    elif not private:
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
        # The disk has no links: whoever creates the name first gets it.
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
    """The beginning of a name, short enough for the hidden file's name to fit the limit of names, which is in bytes."""
    return os.fsdecode(os.fsencode(name)[:80]) if len(name) > 40 else name


def _take_away(part: Path) -> None:
    with contextlib.suppress(OSError):
        part.unlink()


def _usual_mode() -> int:
    with _ASKING:  # two threads at once could leave the mask of one as that of the process
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
                # An unknown process may be on another machine, where no write takes a minute.
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


class _Names:
    """Folders with new names that are to be on the disk soon, and a thread that sees to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folders: set[Path] = set()
        self._thread: ThreadPoolExecutor | None = None

    def sync(self, folder: Path) -> None:
        with self._lock:
            is_new = not self._folders
            self._folders.add(folder)
        if is_new:
            try:
                self._executor().submit(self._work, _SOON)
            except RuntimeError:  # no threads: in a browser, or while the program ends
                self._work(0.0)

    def _executor(self) -> ThreadPoolExecutor:
        """The executor, whose thread the end of the program waits for."""
        if self._thread is None:
            from concurrent.futures import ThreadPoolExecutor

            self._thread = ThreadPoolExecutor(1)
        return self._thread

    def _work(self, wait: float) -> None:
        time.sleep(wait)
        with self._lock:
            folders, self._folders = self._folders, set()
        for folder in folders:
            _sync_folder(folder)


_NAMES = _Names()
