"""Warms up a process before the first request, so that no answer waits for it."""

from __future__ import annotations

import gc

from ggl.play.loading import check_source, find_source
from ggl.resources import bundled_games


def warm() -> None:
    """Load what the first game would load, and have collections pass over it: a full one took up to 60 ms, and fell into
    answers."""
    check_source(find_source(bundled_games()[0]))
    gc.collect()
    gc.freeze()
