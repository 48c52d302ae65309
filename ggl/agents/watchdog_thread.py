"""A separate thread for code that may never return, such as a class of the user.

`call` runs work there and returns or raises what it does. Work that exceeds its time gets an exception in its thread, which ends
a loop written in Python. Work that ignores it, since it waits or is not written in Python, is abandoned, and the next call
starts another thread; otherwise all calls share one thread. Code that never releases Python's lock cannot be stopped from within
the process.

Raises `OverdueError`, which says where the work was. Ctrl-C while it waits stops the work, too.
"""

from __future__ import annotations

import contextlib
import ctypes
import queue
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

_T = TypeVar("_T")

_GRACE = 0.5
"""Seconds that stopped work has to end."""

_LOOK, _MOMENT = 0.05, 1.0
"""Seconds between two checks whether work should stop, and the time that it has then if it polls for that itself."""


class OverdueError(Exception):
    """Work that has exceeded its time; `frames` are those of its thread, the innermost first."""

    def __init__(self, seconds: float, frames: list[tuple[str, int]]) -> None:
        super().__init__(seconds, frames)
        self.seconds, self.frames = seconds, frames


class StopError(BaseException):
    """Raised within work that should stop. Not an `Exception`, so that few handlers catch it."""


_Done = tuple[Any, BaseException | None]


class WatchdogThread:
    def __init__(self) -> None:
        self._work: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[_Done] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self.is_left_behind = False
        """Whether the last piece of work ignored the exception and may still run."""

    def call(self, work: Callable[[], _T], seconds: float, stopped: Callable[[], bool] | None = None) -> _T:
        """Run work for at most this many seconds; when `stopped` returns true, it has only a moment left."""
        with self._lock:
            if self._thread is None:
                self._begin()
            self._work.put(work)
            try:
                result, error = self._answer(seconds, stopped)
            except queue.Empty:
                frames = self._frames()
                self._stop()
                raise OverdueError(seconds, frames) from None
            except BaseException:  # Ctrl-C
                self._stop()
                raise
        if error is not None:
            raise error
        found: _T = result
        return found

    def _answer(self, seconds: float, stopped: Callable[[], bool] | None) -> _Done:
        """Raises `queue.Empty` if none comes in time."""
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            if stopped is None or left <= _LOOK:
                return self._done.get(timeout=min(max(left, 0.0), threading.TIMEOUT_MAX))
            with contextlib.suppress(queue.Empty):
                return self._done.get(timeout=_LOOK)
            if stopped():
                stopped, until = None, min(until, time.monotonic() + _MOMENT)

    def close(self) -> None:
        """End the thread once it is idle. May be repeated; a later call starts another thread."""
        if self._thread is not None:
            self._work.put(None)
            self._thread = None

    def _begin(self) -> None:
        self._work, self._done = queue.SimpleQueue(), queue.SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(self._work, self._done), daemon=True)
        self._thread.start()
        self.is_left_behind = False

    def _stop(self) -> None:
        """Tell the work to stop, and wait a moment. Later answers are ignored: the thread is abandoned."""
        thread = self._thread
        assert thread is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(StopError))
        self.close()
        thread.join(_GRACE)
        self.is_left_behind = thread.is_alive()

    def _frames(self) -> list[tuple[str, int]]:
        assert self._thread is not None
        frame: FrameType | None = sys._current_frames().get(self._thread.ident or 0)
        found = []
        while frame is not None:
            found.append((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back
        return found


def _serve(work: queue.SimpleQueue[Callable[[], Any] | None], done: queue.SimpleQueue[_Done]) -> None:
    with contextlib.suppress(StopError):
        while (job := work.get()) is not None:
            try:
                result: _Done = (job(), None)
            except BaseException as error:
                result = (None, error)
            done.put(result)
            del job, result
