"""How often a position occurred before, in the most recently queried play.

Takes the keys of the positions of the past. Queries usually concern one play, each time a little longer or with another end:
the common beginning is not counted again. Each thread has its own play.
"""

from __future__ import annotations

import threading

from ggl.interpreter.vector import Keys

_History = tuple[Keys, ...]
_Counts = dict[tuple[int, ...], int]


class Past(threading.local):
    """Counts for one way to compare positions: `place` is that of its key among the keys of a position."""

    def __init__(self, place: int) -> None:
        self._place = place
        self._counted: tuple[_History, _Counts] = (), {}

    def times(self, key: tuple[int, ...], history: _History) -> int:
        """How many positions of the past have the key."""
        known, counts = self._counted
        if history is not known:
            self._take_up(known, counts, history)
        return counts.get(key, 0)

    def _take_up(self, known: _History, counts: _Counts, history: _History) -> None:
        self._counted = (), {}  # whoever is interrupted leaves nothing half counted
        place = self._place
        pairs = zip(known, history, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one is not other), min(len(known), len(history)))
        for keys in known[same:]:
            key = keys[place]
            counts[key] -= 1
            if not counts[key]:
                del counts[key]
        for keys in history[same:]:
            key = keys[place]
            counts[key] = counts.get(key, 0) + 1
        self._counted = history, counts
