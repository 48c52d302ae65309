"""The files of saved plays: listing them, protecting them from overwriting, and deleting finished ones.

Takes and gives paths and records; the plays themselves are `ggl.play.session`. Raises `RecordError` and `StorageError`.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ggl.play.errors import GglError
from ggl.play.lock import HeldError, hold
from ggl.play.record import Record, RecordError, read_record_file, to_json
from ggl.play.storage import StorageError, is_own, state_folder

MOST_FINISHED = 20
"""The most finished plays that stay in the state folder."""


class OtherPlayError(RecordError):
    """The file contains another play, which would be lost."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} contains another play; choose another name")


def line_for(record: Record, file: Path) -> str:
    """The line of a record in a file. It names a game file relative to the record, so that both can move together. Only records
    in the state folder, which does not move, have absolute names, and only they contain variations."""
    if is_own(file.parent):
        return to_json(record) + "\n"
    record = replace(record, session=None)
    if Path(record.game).is_absolute():
        with contextlib.suppress(ValueError):
            record = replace(record, game=name_from(record.game, os.path.dirname(os.path.realpath(file))))
    return to_json(record) + "\n"


def name_from(game: str, folder: str | os.PathLike[str]) -> str:
    """The name of a game's file in records of a folder, such that no system takes it for a drive. Raises ValueError for a file on
    another drive."""
    name = Path(os.path.relpath(game, folder)).as_posix()
    return f"./{name}" if ":" in name.partition("/")[0] else name


def is_found_from(name: str, path: Path) -> bool:
    """Whether a record at the path leads to its game: a bundled one, or a file in the record's folder or below it."""
    return not Path(name).is_absolute() or Path(name).is_relative_to(os.path.dirname(os.path.realpath(path)))


def check_replaceable(path: Path, is_ours: Callable[[Record], bool], *, over: bool = False) -> bool:
    """Check that writing a play to a path loses nothing: there is no file, an empty one, or one with a single play that
    `is_ours` knows or that may be written `over`. True if there is no file yet. Raises `RecordError`."""
    try:
        if not path.exists():
            return True
        if not path.is_file() or not path.stat().st_size:
            return False
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None
    try:
        records = read_record_file(path)
    except RecordError:
        raise RecordError(f"{path} is not a record of a play; choose another name") from None
    if len(records) != 1:
        raise RecordError(f"{path} contains {len(records) or 'no'} plays; choose another name")
    if not over and not is_ours(records[0]):
        raise OtherPlayError(path)
    return False


def new_file(name: str, play: str = "") -> Path:
    """A file in the state folder for a new session; its name ends in that of the play, if there is one."""
    stem = re.sub(r"\W+", "-", Path(name).stem)[:40] or "game"
    now = time.time_ns()
    at = time.strftime("%Y%m%d-%H%M%S", time.localtime(now // 10**9))
    return state_folder() / f"{stem}-{at}-{play or f'{now % 10**9:09d}-{os.getpid()}'}.jsonl"


def kept_sessions(damaged: Callable[[Path, str], None] | None = None) -> Iterator[tuple[Path, Record]]:
    """The sessions on disk, newest first; other files are skipped and passed to `damaged` with the cause."""
    found: list[tuple[int, Path]] = []
    for file in state_folder().glob("*.jsonl"):
        with contextlib.suppress(OSError):  # a dangling link, or a file that another process has just deleted
            found.append((file.stat().st_mtime_ns, file))
    for _, file in sorted(found, reverse=True):
        try:
            records = read_record_file(file)
        except GglError as error:
            records, cause = [], str(error).removeprefix(f"{file}, ").removeprefix(f"{file} ")
        else:
            cause = f"it contains {len(records) or 'no'} plays"
        if len(records) == 1:
            yield file, records[0]
        elif damaged is not None and file.exists():
            damaged(file, cause)


def is_finished(record: Record) -> bool:
    """Whether the play is over and the board shows its end."""
    if record.ending is None:
        return False
    end = len(record.steps) + (record.ending.resigned is not None)
    return record.session is None or record.session.here == end


def prune_finished(most: int = MOST_FINISHED) -> None:
    """Delete all but the newest finished plays from the state folder, except those that a process still shows."""
    finished = [file for file, record in kept_sessions() if is_finished(record)]
    for file in finished[most:]:
        with contextlib.suppress(HeldError, OSError), hold(file):
            file.unlink()
