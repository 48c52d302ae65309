"""Opens tables: new, resumed from a saved play, or loaded from a record.

Plays are saved where the prompt saves its own, in files whose names end in the name of the play, so both can resume every play.
Raises the errors of records, games and sessions, and `HostError`.
"""

from __future__ import annotations

import contextlib
import io
import re
import time
from pathlib import Path

from ggl import resources
from ggl.host.answers import KeptPlay
from ggl.host.errors import HostError
from ggl.host.folder import Folder
from ggl.host.limits import Limits
from ggl.host.requests import TableOpen
from ggl.host.tables.rules import DRAFTS, kept_rules, read_rules, shown_name
from ggl.host.tables.seating import resumed, seats_from, seats_of
from ggl.host.tables.table import PlayTable, too_long
from ggl.play.clock import Timing
from ggl.play.errors import GglError
from ggl.play.kept import is_finished, kept_sessions, new_file
from ggl.play.lock import HeldError, hold
from ggl.play.record import Record, read_record_file, read_records
from ggl.play.session import Session
from ggl.play.storage import state_folder

_PLAY = re.compile(r"[0-9a-f]{16}")
_DAY = 24 * 3600


def opened(asked: TableOpen, folder: Folder | None, limits: Limits, *, foreign: bool) -> PlayTable:
    """A new play."""
    clock = Timing.read(asked.clock, fall=asked.flag_fall) if asked.clock else None
    if asked.flag_fall and clock is None:
        raise HostError("invalid", "a player can lose on time only with a clock")
    play = Session.new_play()
    rules = read_rules(asked.game, asked.text, asked.options, folder, play)
    seats = seats_from(asked.seats, rules.game, foreign=foreign)
    session = Session(
        rules.game, rules.name, seats=seats, seed=asked.seed, files=(new_file(rules.name, play),), clock=clock, play=play
    )
    return _begun(PlayTable(rules, session, limits))


def _begun(table: PlayTable) -> PlayTable:
    try:
        table.rules.keep()
        table.session.keep()
        table.play_unasked()
    except BaseException:
        table.close()
        raise
    return table


def load_record(text: str, folder: Folder | None, limits: Limits, rules_text: str | None = None) -> PlayTable:
    """A play from a record's text, saved as a new play. A stranger's record seats no agent that runs a program, and names
    a bundled game or a file of the folder, unless its rules are given."""
    records = list(read_records(io.StringIO(text)))
    if not records:
        raise HostError("invalid", "the text contains no record")
    record, play = records[-1], Session.new_play()
    if len(record.steps) + len(record.session.branches if record.session is not None else ()) > limits.steps:
        raise too_long(limits)
    name = record.game if rules_text is None or resources.bundled_game(record.game) is not None else None
    rules = read_rules(name, rules_text, record.options, folder, play)
    seats, remarks = seats_of(record, own=False)
    session = Session.resumed(
        record, rules.game, rules.name, seats=seats, files=(new_file(rules.name, play),), as_far=True, play=play
    )
    if len(records) > 1:
        remarks.insert(0, f"The text contains {len(records)} plays; this is the last.")
    table = PlayTable(rules, session, limits, tuple(remarks), held=True)
    rules.keep()
    session.keep()
    table.changed()
    return table


def joined(play: str, folder: Folder | None, limits: Limits, *, foreign: bool) -> PlayTable:
    """A saved play, resumed. Raises `HostError` if no play has that name."""
    file, record = _kept(play)
    held = hold(file)
    try:
        record = read_record_file(file)[-1]
        rules = kept_rules(record.game, record.options, folder)
        session, remarks = resumed(record, rules.game, record.game, file, own=foreign)
    except BaseException:
        held.release()
        raise
    session.files.hold(file, held)
    table = PlayTable(rules, session, limits, tuple(remarks), held=session.as_found)
    table.changed()
    return table


def _kept(play: str) -> tuple[Path, Record]:
    if not _PLAY.fullmatch(play):
        raise HostError("unknown", "there is no such table")
    for file in state_folder().glob(f"*-{play}.jsonl"):
        with contextlib.suppress(GglError):
            return file, read_record_file(file)[-1]
    for file, record in kept_sessions():
        if record.play == play:
            return file, record
    raise HostError("unknown", "there is no such table and no saved play of that name")


def kept_plays(folder: Folder | None, most: int) -> tuple[KeptPlay, ...]:
    """The saved plays that are not over, newest first."""
    found: list[KeptPlay] = []
    for _, record in kept_sessions():
        if len(found) == most:
            break
        if record.play and not is_finished(record) and record.turns:
            shown = shown_name(record.game, folder)
            found.append(KeptPlay(record.play, shown, record.date, len(record.turns), dict(record.seats), False))
    return tuple(found)


def prune_plays() -> None:
    """Delete leftovers: plays without a move that are a day old, and drafts whose plays are gone."""
    now = time.time()
    for file, record in [*kept_sessions()]:
        empty = not (record.turns or record.session or record.ending)
        with contextlib.suppress(OSError, HeldError):
            if empty and now - file.stat().st_mtime > _DAY:
                with hold(file):
                    file.unlink()
    # where a record cannot be read, perhaps that of a newer ggl, the name of its file tells the draft
    plays = [file.name for file in state_folder().glob("*.jsonl")] + [record.game for _, record in kept_sessions()]
    for draft in (state_folder() / DRAFTS).glob("*.yaml"):
        with contextlib.suppress(OSError):
            if not any(draft.stem in play for play in plays) and now - draft.stat().st_mtime > _DAY:
                draft.unlink()
