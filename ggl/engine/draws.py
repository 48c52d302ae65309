"""Random numbers, identical in both engines: splitmix64, and an unbiased draw below a bound.

Sources: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators" (2014); D. Lemire, "Fast random
integer generation in an interval" (2019). A state is a number below 2**64.

A number below the count of steps names a step by the *order of drawing*: schema by schema as in the file; a move from a site to a
related one by the distance between the two first and then by the site, any other in the defining order. So an engine that
has, for each distance, the set of the sites from which one may go draws a step from these sets without listing any.
"""

from __future__ import annotations

from collections.abc import Iterator

from ggl.core import forms as f
from ggl.core.types import Fin, SetOf

_ALL = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(x: int) -> int:
    """Mixes 64 bits, so that each bit depends on all."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _ALL
    return x ^ (x >> 31)


def seeded(seed: int, number: int) -> int:
    """The state for one play of many: it depends upon the seed and the number of the play alone."""
    return mixed((mixed((seed + _STEP) & _ALL) + number * _STEP) & _ALL)


def draw_below(state: int, bound: int) -> tuple[int, int]:
    """A number below a bound (1 to 2**31), each exactly as likely, and the next state."""
    while True:
        state = (state + _STEP) & _ALL
        product = (mixed(state) >> 32) * bound
        low = product & 0xFFFFFFFF
        if low >= bound or low >= (0x100000000 - bound) % bound:
            return product >> 32, state


MOST_DISTANCES = 12
"""A relation with more distances has no special order."""


def distances(core: f.CoreGame, schema: f.Schema) -> tuple[int, ...]:
    """The distances, in codes, between the two parameters of a move; none if the move has no special order.

    It has one if it goes from a site to another of the same domain that stands in a relation, fixed by the board, to the first.
    """
    if len(schema.params) != 2:
        return ()
    first, second = schema.params
    if (
        not isinstance(first.source.type, SetOf)
        or not isinstance(first.source.type.of, Fin)
        or first.source.type != second.source.type
    ):
        return ()
    tables = {table.name: table for table in core.tables}
    for part in intersected_sets(second.source):
        if related(part, first.name):
            assert isinstance(part, f.Tab)
            found = {b - a for a, mask in enumerate(tables[part.table].entries) for b in _members(mask)}
            if 0 < len(found) <= MOST_DISTANCES:
                return tuple(sorted(found))
    return ()


def intersected_sets(e: f.Expr) -> Iterator[f.Expr]:
    """The sets that a set is the common part of."""
    if isinstance(e, f.SetOp) and e.op == "meet":
        yield from intersected_sets(e.left)
        yield from intersected_sets(e.right)
    else:
        yield e


def related(e: f.Expr, name: str) -> bool:
    """Whether a set is what a relation of the board has for a variable."""
    return isinstance(e, f.Tab) and len(e.index) == 1 and isinstance(e.index[0], f.Var) and e.index[0].name == name


def _members(mask: object) -> Iterator[int]:
    assert isinstance(mask, int)
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
