"""A uniform sample from a stream of unknown length.

Source: J. S. Vitter, "Random sampling with a reservoir" (1985), algorithm R.
"""

from __future__ import annotations

import random
from typing import Generic, TypeVar

T = TypeVar("T")


class Reservoir(Generic[T]):
    def __init__(self, most: int, rng: random.Random) -> None:
        self.kept: list[T] = []
        self._most, self._rng, self._offered = most, rng, 0

    def offer(self, item: T) -> None:
        self._offered += 1
        if len(self.kept) < self._most:
            self.kept.append(item)
        elif (place := self._rng.randrange(self._offered)) < self._most:
            self.kept[place] = item
