"""The random numbers of a play, which depend only on the run's seed and the play's number.

    play k of a run with seed s     seed_of(s, "play", k), which the record of the play keeps as its `seed`
    the agent in seat j (from 0)    seed_of(that seed, "agent", j)
    the rolls of the play           seed_of(that seed, "rolls")
    opening r of a match            seed_of(s, "opening", r); of play k in self-play, seed_of(that seed, "opening")

So a play is the same for any worker or shard, and can be repeated from the seed in its record.
"""

from __future__ import annotations

import hashlib


def seed_of(seed: int, *path: str | int) -> int:
    """63 bits: the first eight bytes of SHA-256 over `ggl/SEED/PART/PART..`, high byte first, without the lowest bit."""
    text = "/".join(map(str, ("ggl", seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
