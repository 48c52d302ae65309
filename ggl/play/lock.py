"""A hold on a file that only one process has at a time, and that ends with the process however it ends.

`hold` takes a path and returns a `Hold`, which lasts until `release`; without effect if the disk supports no locks. It raises
`HeldError` if another process has the file, and for a lock of another user, who may have it. The lock is a separate file beside
the path, since the path itself is replaced whenever it is written; beside the target of a link, so that all names of a file
share it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from ggl.play.errors import GglError

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, _BEHIND_THE_TEXT, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_BEHIND_THE_TEXT = 64
SUFFIX = ".lock"


class HeldError(GglError):
    """Another process holds the file; `owner` is its process id, or empty if unknown.

    `locked` is the file of a lock that could not be read.
    """

    cause = "it is in use by another process"

    def __init__(self, path: Path, owner: str, locked: Path | None = None) -> None:
        self.owner = owner
        hint = f"; if it is not, another user left {locked} behind" if locked is not None else ""
        super().__init__(f"{path} is in use by another process{f' ({owner})' if owner else ''}{hint}")


@dataclass
class Hold:
    path: Path
    handle: int = -1

    @property
    def is_locked(self) -> bool:
        return self.handle >= 0

    def __enter__(self) -> Hold:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """May be repeated. Deletes the lock's file before it unlocks it, so that nobody locks a file that is about to vanish."""
        if self.is_locked:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self.handle)
            self.handle = -1


def hold(path: Path) -> Hold:
    try:
        lock = Path(os.path.realpath(path) + SUFFIX)
    except (OSError, ValueError):
        return Hold(path)
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except PermissionError:
            if os.path.exists(lock):
                raise HeldError(path, _owner(lock), lock) from None
            return Hold(lock)
        except (OSError, ValueError):
            return Hold(lock)
        try:
            _lock(handle)
            if _is_still(lock, handle):
                with contextlib.suppress(OSError):  # on a full disk the lock still holds; only its owner is not recorded
                    os.ftruncate(handle, 0)
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.write(handle, str(os.getpid()).encode())
                return Hold(lock, handle)
        except (BlockingIOError, PermissionError):
            os.close(handle)
            raise HeldError(path, _owner(lock)) from None
        except OSError:
            os.close(handle)
            return Hold(lock)
        os.close(handle)  # its holder has released and deleted it meanwhile


def hold_if_replaced(file: Path) -> Hold:
    """A hold on a file; without effect on a pipe or a device, which anybody may write to."""
    try:
        is_other = file.exists() and not file.is_file()
    except (OSError, ValueError):
        return Hold(file)
    return Hold(file) if is_other else hold(file)


def _is_still(lock: Path, handle: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _owner(lock: Path) -> str:
    try:
        with lock.open("rb") as file:
            text = file.read(20).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return text if text.isdecimal() else ""
