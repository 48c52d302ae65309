"""How often a position occurred before, in the most recently queried play.

Takes the keys of the positions of the past. Queries usually concern one play, each time a little longer or with another end:
the common beginning is not counted again. Each thread has its own play.
"""

from __future__ import annotations

import threading
from collections import Counter

from ggl.interpreter.vector import Keys


class Past(threading.local):
    """Counts for one way to compare positions: `place` is that of its key among the keys of a position."""

    def __init__(self, place: int) -> None:
        self._place = place
        self._history: tuple[Keys, ...] = ()
        self._counts: Counter[tuple[int, ...]] = Counter()

    def times(self, key: tuple[int, ...], history: tuple[Keys, ...]) -> int:
        """How many positions of the past have the key."""
        if history is not self._history:
            self._take_up(history)
        return self._counts[key]

    def _take_up(self, history: tuple[Keys, ...]) -> None:
        pairs = zip(self._history, history, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one is not other), min(len(self._history), len(history)))
        for keys in self._history[same:]:
            key = keys[self._place]
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
        self._counts.update(keys[self._place] for keys in history[same:])
        self._history = history
