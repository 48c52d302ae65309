"""A protocol spoken on streams, until `quit`, the end of the input, or until nobody hears us.

Takes a table, the stream of commands, and a speaker. What was said before the end is answered first, so that a file of commands
gets its answers; `is_heard` says whether there is anybody to answer. An agent that still thinks when nobody is there is left
behind, in a thread that ends with the program.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import IO

from ggl.protocols.gtp import GtpEngine
from ggl.protocols.lines import LineWriter, stream_lines
from ggl.protocols.table import Table
from ggl.protocols.ugi import UgiEngine

_LOOK = 0.5
"""Seconds between two looks at whether anybody is there."""

_MOST_WAITING = 1000
_MOST_CHARACTERS = 1 << 24

_Event = tuple[str, str | None]


def serve_ugi(table: Table, stream: IO[bytes], speaker: LineWriter, *, is_heard: Callable[[], bool] = lambda: True) -> None:
    """UGI. At the end a bounded search is finished, and one without end is stopped."""
    events: queue.Queue[_Event] = queue.Queue(64)
    engine = UgiEngine(table, speaker, lambda: events.put(("over", None)))
    threading.Thread(target=_listen, args=(stream, events), daemon=True).start()
    waiting: deque[str | None] = deque()
    ended = False
    while not speaker.gone:
        while waiting and not engine.is_thinking:
            engine.hear(waiting.popleft())
        if ended and engine.is_endless:
            engine.stop()
        if ended and not engine.is_thinking and not waiting:
            break
        try:
            event, line = events.get(timeout=_LOOK if ended else None)
        except queue.Empty:
            if not is_heard():
                break
            continue
        if event == "end":
            ended = True
        elif event == "line" and not ended:
            verb, *_ = (line or "").split(maxsplit=1) or [""]
            if verb == "quit":
                ended = True
                if not waiting:
                    engine.stop()
            elif not engine.hears(verb, bool(waiting)):  # a file of commands needs every answer, in order
                if len(waiting) < _MOST_WAITING and sum(len(each or "") for each in waiting) < _MOST_CHARACTERS:
                    waiting.append(line)
                else:
                    speaker.say("info string error: too many commands wait for the search to end; this one is ignored")
            else:
                engine.hear(line)
    engine.close()


def _listen(stream: IO[bytes], events: queue.Queue[_Event]) -> None:
    try:
        for line in stream_lines(stream):
            events.put(("line", line))
    except (OSError, ValueError):
        pass
    finally:
        events.put(("end", None))


def serve_gtp(table: Table, stream: IO[bytes], speaker: LineWriter, *, is_heard: Callable[[], bool] = lambda: True) -> None:
    """GTP. A separate thread answers commands one after the other, so that a long one can be abandoned."""
    work = threading.Thread(target=_answer, args=(GtpEngine(table), stream, speaker), daemon=True)
    work.start()
    while work.is_alive() and is_heard():
        work.join(_LOOK)
    if not work.is_alive():
        table.drop()


def _answer(engine: GtpEngine, stream: IO[bytes], speaker: LineWriter) -> None:
    with contextlib.suppress(OSError, ValueError):  # an unreadable stream counts as ended
        for line in stream_lines(stream):
            reply = engine.answer(line)
            if reply is not None:
                speaker.say(*reply.removesuffix("\n").split("\n"))
            if engine.over or speaker.gone:
                break
