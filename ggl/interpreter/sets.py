"""Sets as integers: members in order, images and connected parts under a relation. Pure functions of their arguments."""

from __future__ import annotations

from functools import cached_property, lru_cache


@lru_cache(maxsize=16_384)
def bit_places(mask: int) -> tuple[int, ...]:
    """The places of the bits that are set, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


PARTS = 256
"""The number of sets with memoized parts: each of their members asks for the same parts."""


class Relation:
    """A relation as the set of those related to each; remembers its last answers."""

    def __init__(self, entries: tuple[int, ...]) -> None:
        self.entries = entries
        self.image = lru_cache(maxsize=16_384)(self._image)
        self.blocks = lru_cache(maxsize=4_096)(self._blocks)
        self._parts = lru_cache(maxsize=PARTS)(lambda within: list[int]())

    @cached_property
    def _is_symmetric(self) -> bool:
        count = len(self.entries)
        pairs = ((one, other) for one, mask in enumerate(self.entries) for other in bit_places(mask))
        return all(other < count and self.entries[other] >> one & 1 for one, other in pairs)

    def _image(self, mask: int) -> int:
        """The union of the entries for the members."""
        result = 0
        while mask:
            low = mask & -mask
            result |= self.entries[low.bit_length() - 1]
            mask ^= low
        return result

    def close(self, seed: int, within: int) -> int:
        """The members of `within` reached from the seed inside `within`."""
        reached = front = seed & within
        parts = None
        if self._is_symmetric and front.bit_count() == 1:  # the result is the part that contains the seed
            parts = self._parts(within)
            for part in parts:
                if part & front:
                    return part
        while front:
            front = self._image(front) & within & ~reached
            reached |= front
        if parts is not None:
            parts.append(reached)
        return reached

    def _blocks(self, within: int) -> tuple[int, ...]:
        """The connected parts, ordered by their least members."""
        parts = []
        while within:
            part = self.close(within & -within, within)
            parts.append(part)
            within ^= part
        return tuple(parts)


@lru_cache(maxsize=4_096)
def _marks(values: int) -> bytes:
    """For each code up to 255, the character `1` if it is among the values, else `0`."""
    return bytes(49 if values >> code & 1 else 48 for code in range(256))


def plane(entries: list[int] | tuple[int, ...], values: int) -> int:
    """The places at which an entry is among the values."""
    try:
        return int(bytes(entries[::-1]).translate(_marks(values)), 2) if entries else 0
    except ValueError:  # a code past 255 does not fit a byte
        result = 0
        for place, code in enumerate(entries):
            if values >> code & 1:
                result |= 1 << place
        return result
