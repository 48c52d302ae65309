"""Random numbers that both engines draw alike: splitmix64, and a draw below a bound that favours no number.

Sources: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators" (2014); D. Lemire, "Fast random
integer generation in an interval" (2019). A state is a number below 2**64.
"""

from __future__ import annotations

_ALL = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(x: int) -> int:
    """64 bits for 64 bits, each of which depends upon all."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _ALL
    return x ^ (x >> 31)


def seeded(seed: int, number: int) -> int:
    """The state for one play of many: it depends upon the seed and the number of the play alone."""
    return mixed((mixed((seed + _STEP) & _ALL) + number * _STEP) & _ALL)


def drawn(state: int, bound: int) -> tuple[int, int]:
    """A number below a bound (1 to 2**31), each exactly as likely, and the next state."""
    while True:
        state = (state + _STEP) & _ALL
        product = (mixed(state) >> 32) * bound
        low = product & 0xFFFFFFFF
        if low >= bound or low >= (0x100000000 - bound) % bound:
            return product >> 32, state
