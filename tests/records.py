"""Records played again, for tests that ask where they lead."""

from __future__ import annotations

import ggl
from ggl.play.record import Record, replay


def last_state(record: Record, game: ggl.Game) -> ggl.State:
    *_, (_, state) = replay(record, game)
    return state
