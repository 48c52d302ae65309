"""The files of a play in progress: locked against other processes, and rewritten at every change.

Takes the record of the play, with and without its variations; `save` writes it to one more file. Raises `HeldError`,
`StorageError` and `RecordError`; `write` does not, and keeps what went wrong as `trouble`. What `write` has written outlives the
process; only a loss of power in the same moment may lose the last change.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ggl.play.kept import check_replaceable, line_for
from ggl.play.lock import HeldError, Hold, hold_if_replaced
from ggl.play.record import Record
from ggl.play.storage import StorageError, create_file, is_own, replace_file


class PlayFiles:
    def __init__(self, paths: tuple[Path, ...] = ()) -> None:
        self.paths = paths
        self.trouble: StorageError | HeldError | None = None
        self.is_kept = False
        """Whether some file holds the play so that it can be resumed, even if another file has failed."""
        self._held: dict[Path, Hold] = {}

    def write(self, plain: Record, whole: Record) -> bool:
        """Write the play to its files, `whole` in the folder of plays in progress. False if one could not be written."""
        self.trouble, self.is_kept = None, False
        for file in self.paths:
            own = is_own(file.parent)
            try:
                if own and not file.parent.is_dir():
                    file.parent.mkdir(parents=True, exist_ok=True)
                self.hold(file)
                replace_file(file, line_for(whole if own else plain, file), soon=True)
                self.is_kept = self.is_kept or own
            except (StorageError, HeldError) as error:
                self.trouble = error
            except (OSError, ValueError) as error:
                self.trouble = StorageError(file, error)
        return self.trouble is None

    def has(self, path: Path) -> bool:
        """Whether a path leads to one of them, which need not exist."""
        return any(_are_one(file, path) for file in self.paths)

    def hold(self, file: Path, held: Hold | None = None) -> None:
        """Lock a file against other processes, or take over an existing hold."""
        if file not in self._held:
            self._held[file] = held or hold_if_replaced(file)

    def release(self) -> None:
        """Releases the locks, so that another process can resume the play."""
        for held in self._held.values():
            held.release()
        self._held.clear()

    def take_over(self, other: PlayFiles) -> None:
        """Take over the locks of another one."""
        self._held, other._held = other._held, {}


def save(path: Path, record: Record, is_ours: Callable[[Record], bool], *, over: bool) -> None:
    """Write a record to a file that `is_ours` knows, or that may be written `over`."""
    with hold_if_replaced(path):
        is_new = check_replaceable(path, is_ours, over=over)
        (create_file if is_new else replace_file)(path, line_for(record, path))


def _are_one(one: Path, other: Path) -> bool:
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):  # a bad name is reported when it is written
        return False
