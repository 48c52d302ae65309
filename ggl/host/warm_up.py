"""Warms up a process before the first request, so that no answer waits for it."""

from __future__ import annotations

import gc

from ggl.play.loading import check_source, find_source
from ggl.resources import bundled_games


def warm_up() -> None:
    """Load what the first game would load, and have collections pass over it: a full one took up to 60 ms, and fell into
    answers."""
    check_source(find_source(bundled_games()[0]))
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 20 * middle)


def rest() -> None:
    """Collect garbage while nobody waits. Each open game makes a full collection longer, and it found hardly anything; so within
    answers there is one only after 20 times as much work."""
    if gc.get_count()[2] >= gc.get_threshold()[1]:
        gc.collect()
