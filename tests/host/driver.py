"""A host in this process with those who sit before it: what they ask, what they are told, and their jobs, done at once."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

import jsonschema

from ggl.errors import GglError
from ggl.host import messages
from ggl.host.errors import refusal_of
from ggl.host.host import Host
from ggl.host.jobs.work import Work
from ggl.host.jobs.worker import Worker
from ggl.host.limits import LIMITS, Limits
from ggl.host.outputs import Output, Reply, Start, Stop, Tell, TellOne
from ggl.host.rights import OWNER, Rights

_DEFS = messages.schema()["$defs"]
_EVENTS = {
    _DEFS[part["$ref"].rpartition("/")[2]]["properties"]["event"]["enum"][0]: part["$ref"] for part in _DEFS["event"]["anyOf"]
}


def must_fit(reference: str, data: Any) -> None:
    """See that data is what the schema says."""
    jsonschema.Draft202012Validator({"$ref": reference, "$defs": _DEFS}).validate(data)


class Refused(Exception):  # noqa: N818
    def __init__(self, error: dict[str, Any]) -> None:
        self.code, self.error = error["code"], error
        super().__init__(f"{error['code']}: {error['text']}")


class Room:
    """A host, and its connections; `waits` holds jobs back, to be done by `work`."""

    def __init__(self, folder: Path | None = None, limits: Limits = LIMITS, *, waits: bool = False, strict: bool = True) -> None:
        self.host, self.worker, self.waits, self.strict = Host(folder, limits), Worker(), waits, strict
        self.jobs: deque[tuple[str, Work]] = deque()
        self.stopped: list[str] = []
        self.clients: dict[int, Client] = {}

    def client(self, rights: Rights = OWNER) -> Client:
        number = len(self.clients) + 1
        self.clients[number] = Client(self, number, rights)
        return self.clients[number]

    def done(self, outputs: Any, answer: list[dict[str, Any]]) -> None:
        for output in outputs:
            self._done(output, answer)
        while self.jobs and not self.waits:
            self.work()

    def _done(self, output: Output, answer: list[dict[str, Any]]) -> None:
        match output:
            case Reply(connection, text, looks, leaves):
                answer.append(json.loads(text))
                self.clients[connection].looks = (self.clients[connection].looks | {looks}) - {leaves, ""}
            case Tell(about, text, but, _):
                for client in self.clients.values():
                    if about in client.looks and client.number != but:
                        client.hear(text)
            case TellOne(connection, text):
                self.clients[connection].hear(text)
            case Start(job, work, _):
                self.jobs.append((job, work))
            case Stop(job):
                self.stopped.append(job)
                self.jobs = deque(each for each in self.jobs if each[0] != job)

    def work(self) -> None:
        """Do the oldest job."""
        job, work = self.jobs.popleft()
        try:
            for found in self.worker.do(work):
                self.done(self.host.heard(job, found), [])
        except GglError as error:
            self.done(self.host.ended(job, refusal_of(error)), [])


class Client:
    def __init__(self, room: Room, number: int, rights: Rights) -> None:
        self.room, self.number, self.rights = room, number, rights
        self.looks: set[str] = set()
        self.events: list[dict[str, Any]] = []
        self._count = 0

    def ask(self, do: str, **what: Any) -> Any:
        """What answers a request. Raises `Refused`."""
        self._count += 1
        answer = self.send(json.dumps({"id": self._count, "do": do, **what}))
        assert answer["id"] == self._count
        if "error" in answer:
            raise Refused(answer["error"])
        if self.room.strict:
            must_fit(f"#/$defs/{messages.REQUESTS[do].gives.__name__}", answer["ok"])
        return answer["ok"]

    def send(self, message: str | bytes) -> dict[str, Any]:
        """The one answer to a message."""
        answers: list[dict[str, Any]] = []
        self.room.done(self.room.host.take(message, self.number, self.rights), answers)
        assert len(answers) == 1, answers
        return answers[0]

    def hear(self, text: str) -> None:
        event = json.loads(text)
        if self.room.strict:
            must_fit(_EVENTS[event["event"]], event)
        self.events.append(event)

    def last(self, name: str) -> dict[str, Any]:
        """The last event of a name."""
        return next(event for event in reversed(self.events) if event["event"] == name)
