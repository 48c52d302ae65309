"""The outputs of a host to its carrier: messages to send, jobs to start and to stop."""

from __future__ import annotations

from dataclasses import dataclass

from ggl.host.answers import Refusal
from ggl.host.jobs.work import Work
from ggl.typed_json import encoded


@dataclass(frozen=True)
class Reply:
    """The one answer to a request. `looks` is the desk or table that the connection looks at from now on, `leaves` the one
    that it does not any more."""

    connection: int
    text: str
    looks: str = ""
    leaves: str = ""


@dataclass(frozen=True)
class Tell:
    """An event for all who look at a desk or a table, but for a connection that knows it already. With `replaces`, an earlier
    such event about the same that still waits to be sent need not be sent."""

    about: str
    text: str
    but: int | None = None
    replaces: bool = False


@dataclass(frozen=True)
class TellOne:
    """An event for one connection."""

    connection: int
    text: str


@dataclass(frozen=True)
class Start:
    """A job to begin. Its results go to `Host.heard` and `Host.ended`. If the host itself ends, the carrier tells `connection`,
    which asked for the job, that it has failed."""

    job: str
    work: Work
    connection: int | None = None


@dataclass(frozen=True)
class Stop:
    """A job that nobody waits for any more."""

    job: str


Output = Reply | Tell | TellOne | Start | Stop


def answered(connection: int, number: int, value: object, *, looks: str = "", leaves: str = "") -> Reply:
    return Reply(connection, encoded({"id": number, "ok": value}), looks, leaves)


def answered_with(connection: int, number: int, ok: str) -> Reply:
    """An answer whose value is JSON already, since others get it too."""
    return Reply(connection, f'{{"id":{number},"ok":{ok}}}')


def refused(connection: int, number: int | None, refusal: Refusal) -> Reply:
    return Reply(connection, encoded({"id": number, "error": refusal}))
