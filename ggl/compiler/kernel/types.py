"""The types of the kernel language. A kept game is loaded with these alone, without its forms."""

from __future__ import annotations

from enum import Enum


class Type(Enum):
    """The type of a value. A region is where memory begins: it can be a parameter and an argument, nothing else."""

    WORD = "word"
    """64 bits, read as a signed integer in two's complement; arithmetic wraps."""

    BOOL = "bool"
    """True or false."""

    REAL = "real"
    """A 64-bit floating-point number of IEEE 754."""

    WORDS = "words"
    """A region of words."""

    BOOLS = "bools"
    """A region of truth values, one byte each: 0 or 1."""


REGIONS = {Type.WORDS: Type.WORD, Type.BOOLS: Type.BOOL}
"""The type of the entries of each type of region."""
