"""A process of the server: `python -m ggl.web.process host|job NAME MEMORY FOREIGN FOLDER`.

Reads frames from standard input and answers on standard output, until the input ends. It has a limit of memory in bytes, and
works in the folder, so that messages name files relative to it. It ends with the process that started it, even in the middle of
work.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ggl.host.answers import Refusal
from ggl.host.host import Host
from ggl.host.job_messages import JobMessage, done, heard
from ggl.host.jobs.work import Work
from ggl.host.jobs.worker import Worker
from ggl.host.outputs import Output, Reply, Start, Stop, Tell, TellOne
from ggl.host.rights import Rights
from ggl.host.warm_up import rest, warm_up
from ggl.play.game import Game
from ggl.typed_json import decode, encoded, parsed
from ggl.web.frames import packed, read_frame

_MEMORY = "it needed more memory than a job may use"


_PAUSE = 0.5
"""Seconds without a request after which a process of tables or desks rests."""


@dataclass(frozen=True)
class _Job:
    work: Work


def main(arguments: list[str]) -> None:
    kind, name, memory, foreign, folder = arguments
    _end_with(os.getppid())
    _limit(int(memory))
    os.chdir(folder)
    # Output of libraries must not mix with frames.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        if kind == "host":
            _host(sys.stdin.buffer, out, name, foreign == "foreign", Path(folder))
        else:
            _jobs(sys.stdin.buffer, out)


# ---- a host


def _host(source: IO[bytes], out: IO[bytes], name: str, foreign: bool, folder: Path) -> None:
    host = Host(folder, name=name, foreign=foreign)
    warm_up()
    _send(out, {"k": "ready"})
    while (frame := _next_frame(source)) is not None:
        head, payload = frame
        if head["k"] == "take":
            for output in host.take(payload, head["c"], Rights(*head["r"])):
                _tell(out, output)
        elif head["k"] == "said":
            for output in heard(host, head["job"], decode(JobMessage, parsed(payload))):
                _tell(out, output)
        elif head["k"] == "left":
            for output in host.left(head["c"]):
                _tell(out, output)
        elif head["k"] == "files":
            for output in host.files_changed():
                _tell(out, output)
        elif head["k"] == "close":
            break
        _send(out, {"k": "done"})
    host.close()


def _next_frame(source: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next frame; where none comes for a while, the time is used."""
    resting = threading.Timer(_PAUSE, rest)
    resting.daemon = True
    resting.start()
    try:
        return read_frame(source)
    finally:
        resting.cancel()


def _tell(out: IO[bytes], output: Output) -> None:
    match output:
        case Reply(connection, text, looks, leaves):
            _send(out, {"k": "reply", "c": connection, "looks": looks, "leaves": leaves}, text.encode())
        case Tell(about, text, but, replaces):
            _send(out, {"k": "tell", "about": about, "but": but, "replaces": replaces}, text.encode())
        case TellOne(connection, text):
            _send(out, {"k": "one", "c": connection}, text.encode())
        case Start(job, work, connection):
            _send(out, {"k": "start", "job": job, "kind": work.kind, "c": connection}, encoded({"work": work}).encode())
        case Stop(job):
            _send(out, {"k": "stop", "job": job})


def _send(out: IO[bytes], head: dict[str, Any], payload: bytes = b"") -> None:
    out.write(packed(head, payload))
    out.flush()


# ---- jobs


def _jobs(source: IO[bytes], out: IO[bytes]) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # so that boards are drawn while agents think
    worker = Worker(_page)
    _send(out, {"k": "ready"})
    while (frame := read_frame(source)) is not None:
        _do(worker, frame[1], out)
    worker.close()


def _page(game: Game, name: str) -> str:
    from ggl.export.page import export_page

    return export_page(game, name)


def _do(worker: Worker, payload: bytes, out: IO[bytes]) -> None:
    try:
        for said in done(worker, decode(_Job, parsed(payload)).work):
            _send(out, {"k": "said", "last": said.is_last}, encoded(said).encode())
    except Exception as error:
        if isinstance(error, MemoryError) or _is_full():
            failed = encoded(JobMessage(failed=Refusal("limit", _MEMORY))).encode()
            _send(out, {"k": "said", "last": True, "ends": True}, failed)
            raise SystemExit(1) from None
        traceback.print_exc(file=sys.stderr)
        refusal = Refusal("bug", "ggl itself failed; `ggl bug` writes a report to send")
        _send(out, {"k": "said", "last": True}, encoded(JobMessage(failed=refusal)).encode())


# ---- the process


def _limit(memory: int) -> None:
    """Limit the data to a number of bytes, if the system supports such a limit."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _is_full() -> bool:
    """Whether nearly all permitted memory is used: then Python fails in other ways than with `MemoryError`."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_DATA)[0]
        found = re.search(r"VmData:\s*(\d+) kB", Path("/proc/self/status").read_text("ascii"))
        return found is not None and most > 0 and int(found[1]) * 1024 > 0.9 * most
    return False


def _end_with(parent: int) -> None:
    """End when the parent does: immediately if the system supports it, otherwise within a second or two."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the server handles these, and ends this process


if __name__ == "__main__":
    main(sys.argv[1:])
