"""The host: requests in, messages and jobs out. It opens no socket, starts no process and waits for nothing.

    host = Host(folder)
    for output in host.take(message, connection, rights): ...

A carrier hands in each message with the connection that it came by and the rights of that connection; `outputs.py` describes
what it gets back. Results of jobs go in by `heard` and `ended`. The carrier numbers the connections.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from ggl.errors import GglError
from ggl.host import answers as a
from ggl.host import messages
from ggl.host import requests as m
from ggl.host.desks import Desks
from ggl.host.errors import refusal_of
from ggl.host.folder import Folder
from ggl.host.jobs.worker import Found
from ggl.host.limits import LIMITS, Limits
from ggl.host.outputs import Output, answered, refused
from ggl.host.rights import Rights, check_rights, greeted
from ggl.host.tables.room import Room
from ggl.host.tables.table_files import kept_plays
from ggl.host.tutorial import tutorial
from ggl.model.bundled import BundledGame, bundled
from ggl.play.values import SEATS


class Host:
    def __init__(
        self,
        folder: Path | None = None,
        limits: Limits = LIMITS,
        *,
        name: str = "",
        foreign: bool = False,
        can: tuple[str, ...] = (),
    ) -> None:
        """`name` tells the jobs of several hosts apart. With `foreign`, agents may sit down that run programs. `can` names
        what the carrier adds."""
        self.folder = None if folder is None else Folder(folder)
        self.limits = limits
        self._can = can
        self.tables = Room(self.folder, limits, name, foreign)
        self.desks = Desks(self.folder, limits, name)

    def take(self, message: str | bytes, connection: int, rights: Rights) -> Iterator[Output]:
        """The outputs for a message; one of them is the `Reply` to it."""
        number = None
        try:
            number, asked = messages.read_request(message, self.limits.message)
            check_rights(rights, asked)
            yield from self._asked(number, asked, connection, rights)
        except GglError as error:
            yield refused(connection, getattr(error, "id", number), refusal_of(error, guest=rights.who != "owner"))
        except MemoryError:
            yield refused(connection, number, a.Refusal("limit", "this needs more memory than the host may use"))
        except Exception:  # our bug must not end the plays of others
            traceback.print_exc(file=sys.stderr)
            yield refused(connection, number, a.Refusal("bug", "ggl itself failed; `ggl bug` writes a report to send"))

    def _asked(self, number: int, asked: object, connection: int, rights: Rights) -> Iterator[Output]:
        match asked:
            case m.SayHello():
                folder = "" if self.folder is None else self.folder.root.name
                yield answered(connection, number, greeted(asked, rights, self._can, folder))
            case m.ListGames():
                yield answered(connection, number, games())
            case m.ReadTutorial():
                yield answered(connection, number, tutorial())
            case m.ListFiles():
                yield answered(connection, number, self._files())
            case m.ListPlays():
                yield answered(connection, number, a.Plays(kept_plays(self.folder, self.limits.plays)))
            case m.JobStop():
                yield from self._stopped(asked.job)
                yield answered(connection, number, a.Done())
            case _ if isinstance(asked, m.DeskOpen) or hasattr(asked, "desk"):
                yield from self.desks.asked(number, asked, connection)
            case _:
                yield from self.tables.asked(number, asked, connection, rights)

    def _files(self) -> a.Files:
        return a.Files((), False) if self.folder is None else a.Files(*self.folder.files(self.limits.files))

    # ---- jobs

    def heard(self, job: str, found: Found) -> Iterator[Output]:
        """The outputs for a finding of a job: its progress, or at last its result."""
        try:
            yield from self.desks.heard(job, found) if self.desks.has(job) else self.tables.heard(job, found)
        except GglError as error:
            yield from self.ended(job, refusal_of(error))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            yield from self.ended(job, a.Refusal("bug", "ggl itself failed; `ggl bug` writes a report to send"))

    def ended(self, job: str, why: a.Refusal) -> Iterator[Output]:
        """A job has failed."""
        yield from self.desks.ended(job, why) if self.desks.has(job) else self.tables.ended(job, why)

    def _stopped(self, job: str) -> Iterator[Output]:
        yield from self.desks.stop(job) if self.desks.has(job) else self.tables.stop(job)

    def left(self, connection: int) -> Iterator[Output]:
        """A connection has gone, and its desks and jobs with it. Tables stay."""
        yield from self.tables.left(connection)
        yield from self.desks.left(connection)

    def files_changed(self) -> Iterator[Output]:
        """Files of the folder have changed on disk."""
        yield from self.desks.files_changed()

    def close(self) -> None:
        """Let go of all plays, which are kept."""
        self.tables.close()


def games() -> a.Games:
    """The games that come with ggl."""
    return a.Games(tuple(map(_shown, bundled())))


def _shown(game: BundledGame) -> a.GameView:
    options = tuple(a.OptionView(each.name, each.default, each.allowed, each.choices) for each in game.options)
    return a.GameView(game.name, game.title, game.about, options, SEATS[:2])
