"""A hold on a file that only one process has at a time, and that ends with the process however it ends.

`hold` takes a path and gives a `Hold` until `release`, or None where the disk knows no locks; raises `HeldError` if another
process has it, and for a lock of another user, who may. The hold is on a file beside the path, as the path itself is replaced
whenever it is written; beside what a link leads to, so that there is one for all names of a file.
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

    def __init__(self, path: Path, owner: str, locked: Path | None = None) -> None:
        self.owner = owner
        hint = f"; if it is not, another user has left {locked} behind" if locked is not None else ""
        super().__init__(f"{path} is in use by another process{f' ({owner})' if owner else ''}{hint}")


@dataclass
class Hold:
    path: Path
    handle: int

    def release(self) -> None:
        """Let go. The lock's file goes first, so that nobody can take hold of one that is about to go."""
        if self.handle >= 0:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self.handle)
            self.handle = -1


def hold(path: Path) -> Hold | None:
    try:
        lock = Path(os.path.realpath(path) + SUFFIX)
    except (OSError, ValueError):
        return None
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except PermissionError:
            if os.path.exists(lock):
                raise HeldError(path, _owner(lock), lock) from None
            return None
        except (OSError, ValueError):
            return None
        try:
            _lock(handle)
            if _is_still(lock, handle):
                with contextlib.suppress(OSError):  # on a full disk the hold is as good, and only its owner is not told
                    os.ftruncate(handle, 0)
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.write(handle, str(os.getpid()).encode())
                return Hold(lock, handle)
        except (BlockingIOError, PermissionError):
            os.close(handle)
            raise HeldError(path, _owner(lock)) from None
        except OSError:
            os.close(handle)
            return None
        os.close(handle)  # its holder has let go and taken the file away in between


def hold_if_replaced(file: Path) -> Hold | None:
    """A hold on a file, unless it is a pipe or a device, which anybody may write to."""
    try:
        is_other = file.exists() and not file.is_file()
    except (OSError, ValueError):
        return None
    return None if is_other else hold(file)


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
