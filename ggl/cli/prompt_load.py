"""`load FILE` at the prompt: a play on file becomes the session.

Takes a path and the current session, whose settings stay; gives the new session, for its own file, and a message about it.
Raises the errors of records, of replays and of games.
"""

from __future__ import annotations

import os
from pathlib import Path

from ggl import resources
from ggl.host.tables.seating import resumed
from ggl.play.kept import new_file
from ggl.play.record import RecordError, game_of, read_record_file
from ggl.play.session import Session
from ggl.play.storage import is_own


def loaded(path: Path, before: Session) -> tuple[Session, list[str]]:
    """The last play of a file."""
    records = read_record_file(path)
    if not records:
        raise RecordError(f"{path} is empty")
    record = records[-1]
    folder = path.resolve().parent
    where = os.path.normpath(folder / record.game)
    own = is_own(folder)
    game = game_of(record, folder, own=own or where == before.name)
    name = record.game if resources.bundled_game(record.game) is not None else where
    session, remarks = resumed(record, game, name, new_file(name), own=own, forced_pass=before.forced_pass, as_far=False)
    if len(records) > 1:
        remarks.insert(0, f"{path} contains {len(records)} plays; this is the last.")
    return session, remarks
