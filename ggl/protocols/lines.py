"""Lines in and lines out, between a protocol and whoever drives it.

Takes binary streams. What comes in may be anything, without end: lines are read in bounded pieces, and one that is too long comes
as None. What goes out is whole lines of safe text; when they cannot be written any more, `gone` is set, and nothing is raised.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Iterable, Iterator
from typing import IO

from ggl.diagnostics.escape import escape

LONGEST = 1 << 20
"""Bytes of a line."""

_AT_ONCE = 1 << 16
_MOMENT = 0.05


def stream_lines(stream: IO[bytes]) -> Iterator[str | None]:
    """The lines of a stream, without their ends, as soon as they have come."""
    # Not through the buffer of `sys.stdin`, whose lock Python needs at exit while the thread still reads.
    source = getattr(stream, "raw", stream)
    kept, dropping = b"", False
    while (chunk := source.read(_AT_ONCE)) != b"":
        if chunk is None:  # a stream that does not block has nothing yet
            _wait_for(source)
            continue
        *whole, kept = (kept + chunk).split(b"\n")
        for line in whole:
            yield None if dropping or len(line) > LONGEST else line.decode("utf-8", "replace")
            dropping = False
        if len(kept) > LONGEST:
            kept, dropping = b"", True
    if dropping or kept:
        yield None if dropping else kept.decode("utf-8", "replace")


def _wait_for(source: IO[bytes]) -> None:
    """Wait until there is something to read; if the system cannot tell, for a moment."""
    try:
        select.select([source], [], [])
    except (OSError, ValueError):
        time.sleep(_MOMENT)


class LineWriter:
    """Writes lines, each at once, from any thread."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.gone = False
        self.error: OSError | None = None
        """Why lines cannot be written, if there is another reason than that nobody reads them."""

    def say(self, *lines: str) -> None:
        """Write lines, so that no other thread's come between."""
        data = "".join(f"{escape(line)}\n" for line in lines).encode("utf-8", "backslashreplace")
        with self._lock:
            if self.gone:
                return
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError) as error:
                self.gone = True
                self.error = error if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) else None

    def remark(self, lead: str, texts: Iterable[str]) -> None:
        """Lines of text for people, each behind a lead; empty ones are left out."""
        self.say(*(f"{lead}{line.rstrip()}" for text in texts for line in text.splitlines() if line.strip()))
