"""The contents of the playground's workers: a host in one, a worker for jobs in each of the others.

Texts come from JavaScript and go there by `send(what, about, text)`. The workers of the page call `Carried` and `Working`; `warm`
loads beforehand what both need, so that the memory can be kept as it is then.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ggl.host.answers import Refusal
from ggl.host.host import Host
from ggl.host.job_messages import JobMessage, done, heard
from ggl.host.jobs.work import Work
from ggl.host.jobs.worker import Worker
from ggl.host.limits import LIMITS
from ggl.host.outputs import Output, Reply, Start, Stop, Tell, TellOne
from ggl.host.rights import OWNER
from ggl.typed_json import decode, encoded, parsed

CAN = ("files", "links", "jobs", "views")
FILES = Path("/ggl/files")
STATE = Path("/ggl/state")
"""The folder of game files and kept plays, which the page keeps in the browser's storage."""

_CONNECTION = 1

Send = Callable[[str, str, str], object]


@dataclass(frozen=True)
class _Job:
    """A job, as `start` sends it."""

    work: Work
    seconds: float


def settled() -> None:
    """Make the folders for files and plays; nothing else of the machine is used."""
    for folder in (FILES, STATE):
        folder.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_STATE_HOME"] = str(STATE)
    os.environ["XDG_CACHE_HOME"] = "/ggl/cache"


class Carried:
    """A host for the one page that it belongs to."""

    def __init__(self, send: Send) -> None:
        settled()
        self._send = send
        self._host = Host(FILES, can=CAN)

    def take(self, message: str) -> None:
        for output in self._host.take(message, _CONNECTION, OWNER):
            self._tell(output)

    def said(self, job: str, said: str) -> None:
        """Takes a worker's message about a job, and sends the outputs of the host."""
        for output in heard(self._host, job, decode(JobMessage, parsed(said))):
            self._tell(output)

    def _tell(self, output: Output) -> None:
        match output:
            case Reply(_, text, looks, leaves):
                self._send("reply", looks or (leaves and f"-{leaves}"), text)
            case Tell(about, text, but, _):
                if but != _CONNECTION:
                    self._send("tell", about, text)
            case TellOne(_, text):
                self._send("tell", "", text)
            case Start(job, work, _):
                self._send("start", job, encoded(_Job(work, LIMITS.job(work.kind).seconds)))
            case Stop(job):
                self._send("stop", job, "")


class Working:
    """Does jobs one after the other."""

    def __init__(self, send: Send) -> None:
        settled()
        self._send, self._worker = send, Worker()

    def do(self, job: str, work: str) -> None:
        """`work` is the text of a `_Job`."""
        try:
            for said in done(self._worker, decode(_Job, parsed(work)).work):
                self._send("last" if said.is_last else "said", job, encoded(said))
        except MemoryError:
            self._fail(job, "limit", "it took more memory than a job may have")
        except Exception:
            traceback.print_exc(file=sys.stderr)
            self._fail(job, "bug", "ggl itself has failed here; `ggl bug` writes what to send")

    def _fail(self, job: str, code: str, text: str) -> None:
        self._send("last", job, encoded(JobMessage(failed=Refusal(code, text))))  # type: ignore[arg-type]


def warm() -> None:
    """Load what hosts and jobs need, and make what is made once: the parser, the check of shapes, what a first game brings."""
    from ggl.host.tables.views import board_view, view_of  # noqa: F401
    from ggl.play.loading import load
    from ggl.render import svg

    game = load("tic-tac-toe")
    svg(game.initial_state())
    game.rules_text()
