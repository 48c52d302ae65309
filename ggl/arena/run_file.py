"""The file of a run: a record per line in the order of the plays, appended as plays end.

To resume a run, it counts the lines, and compares each with the expected one; so it never changes the file of another run, or
another file. If each play draws an opening, as in self-play, that would take long, so it compares only the openings of the
first and the last line. It ignores the name of the game, since a file may have moved, but compares its rules. It removes a last
line that was cut off while it was written, and that play is repeated. Raises `RunFileError` for a file that is not the run's,
`HeldError` while another process writes it, and `StorageError`.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from ggl.arena.playing import Play
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError
from ggl.play.lock import HeldError, hold
from ggl.play.record import Record, RecordError, read_records, to_json
from ggl.play.storage import StorageError

_SYNC = 2.0
"""Seconds between writes that are flushed to the disk. A killed process loses at most one line anyway."""


KEPT_DAYS = 30
"""The time for which an unfinished run is kept if nobody has named its file."""


class RunFileError(GglError):
    """The file does not contain the beginning of this run."""


class RunFile:
    """A file of a run, locked until `close`. Read `kept` to its end first; then plays can be added.

    `expected` gives the future record of the n-th line from 0, without its play, and with its opening only on request; None
    after the last line. `most_steps` is the limit of a play; with `visits` records carry what agents thought.
    """

    def __init__(self, path: Path, expected: Callable[[int, bool], Record | None], most_steps: int, *, visits: bool) -> None:
        self.path = path
        self.lines = 0
        self.mended = False
        """Whether a torn line was removed."""
        self.game: str | None = None
        """The name of the game in the first line."""
        self._expected, self._most_steps, self._visits = expected, most_steps, visits
        self._hold = hold(path)
        self._file: BinaryIO | None = None
        self._synced = time.monotonic()

    def kept(self) -> Iterator[Record]:
        """The existing records; afterwards the file is ready for more."""
        try:
            if self.path.is_file():
                yield from self._read()
            self._file = self.path.open("ab", buffering=0)
        except (OSError, ValueError) as error:
            raise StorageError(self.path, error) from None

    def _read(self) -> Iterator[Record]:
        whole, record = _whole(self.path), None
        with self.path.open("rb") as stream:
            try:
                for record in read_records(_Upto(stream, whole), str(self.path)):  # type: ignore[arg-type]
                    self._compare(record, self.lines, opening=not self.lines)
                    self.game = self.game if self.lines else record.game
                    self.lines += 1
                    yield record
            except RecordError as error:
                raise RunFileError(f"{error}{self._how_to_mend()}") from None
            stream.seek(whole)
            torn = stream.read(1 << 16)
        if record is not None:
            self._compare(record, self.lines - 1, opening=True)
        if torn:
            self._see_that_it_is_ours(torn, self._expected(self.lines, True))
            os.truncate(self.path, whole)
            self.mended = True

    def _compare(self, record: Record, line: int, opening: bool) -> None:
        """Raises `RunFileError` for a record that the run would not have written there."""
        steps = len(record.steps)
        too_long = steps > self._most_steps  # only an opening may be that long
        wanted = self._expected(line, opening or too_long)
        if wanted is None:
            raise RunFileError(
                f"{self.path} contains more plays than the {line} requested; request as many as before, or choose another name"
            )
        broken_off = record.ending is not None and record.ending.broken_off
        fits = steps == len(wanted.steps) if too_long else not broken_off or steps == self._most_steps
        pairs = (
            ("rules", record.fingerprint, wanted.fingerprint),
            ("agents", _seats(record), _seats(wanted)),
            ("seed", record.seed, wanted.seed),
            ("opening", (record.steps[: len(wanted.steps)], record.start), (wanted.steps, wanted.start)),
            ("end", record.ending is not None, True),
            ("number of steps after which a play is broken off", fits, True),
            ("choice whether to store visits", bool(record.search), self._visits and bool(steps)),
        )
        for what, found, here in pairs:
            if found != here:
                shown = f": {escape(str(found))[:80]}, and here {escape(str(here))[:80]}" if what in ("rules", "agents") else ""
                hint = "choose another name, or give the same game, agents, seed, openings and bounds to resume that run"
                raise RunFileError(f"{self.path}, line {line + 1}: a play of another run (not the same {what}{shown}); {hint}")

    def _how_to_mend(self) -> str:
        if not self.lines:
            return "; choose another name"
        new = self.path.with_name(f"{self.path.stem}-mended{self.path.suffix}")
        cut = f"head -n {self.lines} {shlex.quote(str(self.path))} > {shlex.quote(str(new))}"
        return f"; `{cut}` keeps the lines before it, and a run with that file repeats the later plays"

    def _see_that_it_is_ours(self, torn: bytes, wanted: Record | None) -> None:
        """Check that nothing follows the lines of this run; a file with a single torn line must begin as our first line
        does."""
        if self.lines:
            return
        head = to_json(wanted).partition('"moves"')[0].encode() if wanted is not None else b""
        least = min(len(head), len(torn))
        if torn[:least] != head[:least]:
            raise RunFileError(f"{self.path} exists already, and is not a file of this run; choose another name")

    def add(self, play: Play) -> None:
        """Write a play. When the method returns, the play survives any end of this process."""
        assert self._file is not None
        line = to_json(play.record).encode() + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
            if time.monotonic() - self._synced > _SYNC and _is_on_a_disk(self._file):
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise StorageError(self.path, error) from None

    def close(self) -> None:
        if self._file is not None:
            try:
                if _is_on_a_disk(self._file):
                    os.fsync(self._file.fileno())
            except OSError as error:
                raise StorageError(self.path, error) from None
            finally:
                self._file.close()
                self._file = None
        self._hold.release()


def prune_runs(folder: Path) -> None:
    """Delete the files of runs in a folder that got no play for `KEPT_DAYS` days, unless a process holds them."""
    last = time.time() - KEPT_DAYS * 24 * 60 * 60
    for file in folder.glob("*.jsonl"):
        with contextlib.suppress(OSError, HeldError):
            if file.stat().st_mtime < last:
                with hold(file):
                    file.unlink()


class _Upto:
    """The lines of a stream up to an offset."""

    def __init__(self, stream: BinaryIO, end: int) -> None:
        self._stream, self._end = stream, end

    def readline(self, most: int) -> bytes:
        left = self._end - self._stream.tell()
        return self._stream.readline(min(most, left)) if left > 0 else b""


def _whole(path: Path) -> int:
    """The number of bytes of a file that are complete lines."""
    with path.open("rb") as stream:
        end = stream.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - (1 << 16))
            stream.seek(start)
            place = stream.read(end - start).rfind(b"\n")
            if place >= 0:
                return start + place + 1
            end = start
    return 0


def _is_on_a_disk(file: BinaryIO) -> bool:
    """Whether flushing makes sense: not for a pipe, nor for a device."""
    return stat.S_ISREG(os.fstat(file.fileno()).st_mode)


def _seats(record: Record) -> str:
    return ", ".join(record.seats.values())
