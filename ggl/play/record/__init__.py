"""Records: a play on file, one line of JSON each.

`to_json` and `read_records` go between records and lines; `replay` plays a record again under the rules of a game and says at
which ply it breaks. Records come from strangers: whatever a line holds, it is read within bounds, and answered by a
`RecordError` that names the line, or by a `ReplayError`.

A line is a map with `record` (the format, 2), `ggl` (the version that wrote it), `game` (a bundled name or a file), `options`,
`fingerprint` (of the rules), `seats` (who sat there), `moves` (a turn each: its text, or the list of its steps), and where
there is something to say `start` (another position than the usual, as integers), `result`, `seed`, `date`, `play` (the same in
all files of one play), `clock` and `session` (thinking times, and the variations of a play in progress:
`ggl.play.record.in_progress`), `search` (what agents thought of each step: `ggl.play.record.search`).

Moves stand in records in full and by the plain names of sites, `walk a1 b2`: a record means the same when the file's notation or
its labels come, go or change. What is written otherwise is read too, where it can mean only one move, and so are records of
format 1, which had moves by the file's notation.
"""

import warnings

from ggl.play.record.reading import RecordError, read_record_file, read_records
from ggl.play.record.record import Ending, Record, ending_of, option_values, to_json
from ggl.play.record.replaying import ReplayError, game_of, replay, replay_states, start_of
from ggl.play.record.search import Search

__all__ = [
    "Ending", "Record", "RecordError", "ReplayError", "Search", "ending_of", "game_of", "option_values", "read_record_file",
    "read_records", "replay", "replay_states", "start_of", "to_json",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """The old name of `replay_states`, for one release."""
    if name != "walk":
        raise AttributeError(f"module 'ggl.play.record' has no attribute {name!r}")
    warnings.warn("`ggl.play.record.walk` is `ggl.play.record.replay_states` now", DeprecationWarning, stacklevel=2)
    return replay_states
