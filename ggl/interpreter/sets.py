"""Sets as integers: members in order, images and connected parts under a relation. Pure functions of their arguments."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def members(mask: int) -> tuple[int, ...]:
    """The places of the bits that are set, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def image(relation: tuple[int, ...], mask: int) -> int:
    """The union of a relation's entries for the members."""
    result = 0
    for member in members(mask):
        result |= relation[member]
    return result


def close(seed: int, relation: tuple[int, ...], within: int) -> int:
    """The members of `within` reached from the seed inside `within`."""
    reached = front = seed & within
    while front:
        near = 0
        while front:
            low = front & -front
            near |= relation[low.bit_length() - 1]
            front ^= low
        front = near & within & ~reached
        reached |= front
    return reached


@lru_cache(maxsize=1 << 12)
def blocks(within: int, relation: tuple[int, ...]) -> tuple[int, ...]:
    """The connected parts, ordered by their least members."""
    parts = []
    while within:
        part = close(within & -within, relation, within)
        parts.append(part)
        within ^= part
    return tuple(parts)


@lru_cache(maxsize=1 << 12)
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
