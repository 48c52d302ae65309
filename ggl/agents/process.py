"""Another program that communicates in lines of text, and that may hang, die, or write without end.

Takes a command as words, without a shell. Each write, and each wait for a line, has a time limit; output is read in bounded
pieces, and only as far as lines are requested. Raises `ProcessError` with the cause and its last lines on stderr. `close` ends
it, and so does the end of this Python process.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO

from ggl.diagnostics.escape import escape
from ggl.errors import GglError

LONGEST_LINE = 1 << 16
"""The most bytes of a line; the rest is dropped."""

_MOST_LINES = 1000
"""The most lines that wait to be read; then the program must wait."""

_LAST_LINES, _SHOWN = 8, 200
_GRACE = 2.0
"""Seconds that a program has to end after the request."""


class ProcessError(GglError):
    """A program that cannot be started, has ended, or does not answer in time."""


class SilentError(ProcessError):
    """A program that does not answer in time."""


class Process:
    def __init__(self, words: Sequence[str]) -> None:
        """Start a program. Raises `ProcessError`."""
        try:
            self._popen = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",  # Ctrl-C reaches only us, and the program's children end with it
            )
        except FileNotFoundError:
            raise ProcessError("there is no such program; give its path, or add its folder to PATH") from None
        except (OSError, ValueError) as error:
            raise ProcessError(f"it cannot be started: {getattr(error, 'strerror', None) or error}") from None
        popen = self._popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._told: deque[str] = deque(maxlen=_LAST_LINES)
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=work, args=args, daemon=True)
            for work, args in (
                (_read, (popen.stdout, self._lines, self._closing)),
                (_listen, (popen.stderr, self._told)),
                (_write, (popen.stdin, self._out)),
            )
        ]
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _kill, popen, os.getpid())

    def send(self, line: str) -> None:
        """Send a line; a program that does not read it is detected while waiting for its answer."""
        self._out.put(line.encode() + b"\n")

    def line(self, until: float) -> str:
        """The next line, without its end. Raises `ProcessError` at the time `until` of `time.monotonic`, and if none can
        come."""
        found = self.line_or_none(until)
        if found is None:
            raise SilentError("it does not answer")
        return found

    def line_or_none(self, until: float) -> str | None:
        """The next line, or None if none has come by a time. Raises `ProcessError` if none will come."""
        left = until - time.monotonic()
        if left <= 0:  # also if it writes without end
            return None
        try:
            found = self._lines.get(timeout=min(left, threading.TIMEOUT_MAX))
        except queue.Empty:
            return None
        if found is None:
            self._lines.put_nowait(None)  # for the next call
            raise ProcessError(f"{self._how_it_ended()}{self.last_words()}")
        return found

    def last_words(self) -> str:
        """The program's last lines on stderr, to append to a message."""
        return "".join(f"\n  stderr: {line}" for line in list(self._told))

    def _how_it_ended(self) -> str:
        try:
            code = self._popen.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        self._threads[1].join(_GRACE)
        if code >= 0:
            return f"it has ended, with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"it was ended by {signal.Signals(-code).name}"
        return f"it was ended by the signal {-code}"

    @property
    def is_running(self) -> bool:
        return self._end.alive and self._popen.poll() is None

    def close(self, farewell: str = "", grace: float = _GRACE) -> None:
        """End the program: send the farewell, close its input, give it a moment, and kill it. May be repeated."""
        if not self._end.alive:
            return
        self._closing.set()
        if farewell:
            self.send(farewell)
        self._out.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(grace)
        self._end()
        for thread in self._threads:
            thread.join(_GRACE / 4)


def _read(stream: IO[bytes], lines: queue.Queue[str | None], closing: threading.Event) -> None:
    with stream:
        for line in _pieces(stream):
            while not closing.is_set():
                with contextlib.suppress(queue.Full):
                    lines.put(line, timeout=0.2)
                    break
    while True:
        with contextlib.suppress(queue.Full):
            lines.put(None, timeout=0.2)
            return
        if closing.is_set():
            return


def _listen(stream: IO[bytes], told: deque[str]) -> None:
    with stream:
        for line in _pieces(stream):
            if line.strip():
                told.append(escape(line if len(line) <= _SHOWN else line[:_SHOWN] + " .."))


def _pieces(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, each cut after `LONGEST_LINE` bytes."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            rest = line
            while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST_LINE)
            yield line.decode("utf-8", "replace").rstrip("\r\n")


def _write(stream: IO[bytes], out: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError), stream:
        while (line := out.get()) is not None:
            stream.write(line)
            stream.flush()


def _kill(popen: subprocess.Popen[bytes], owner: int) -> None:
    """End a program and its children; not the program of the process that forked us."""
    if os.getpid() != owner:
        return
    if os.name == "posix" and popen.poll() is None:  # otherwise another process may have its number by now
        with contextlib.suppress(OSError):
            os.killpg(popen.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        popen.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(_GRACE)
