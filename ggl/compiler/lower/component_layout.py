"""The layout of a relation's atlases in the memory, and the access to the sets in them.

    | the set | the element of the part beside it, from 1 | asked | that part | place of each element's part | parts | sizes |

is an atlas (`component_cache.py`). A part is two sets, its members and their image, and stands where the number of one of its
elements says. `asked` is the number of moves for which it is still updated; of a spare atlas, whether its elements have places.

`sizes` is there if any are compared (`size_tests.py`): for each number from 0 on the members of the parts with more members, and
the greatest size since there were no parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import choose, lowest, ne
from ggl.compiler.lower.builder import V, Words
from ggl.core.types import WORD
from ggl.frozen import frozen

SPARE = 4
"""Spare atlases of a relation, a power of two."""

LARGEST = 1 << 16
"""The most entries of an atlas that allow mains and more than one spare."""


@frozen
class CacheRegion:
    """The places of the atlases of a relation, over `count` elements with sets of `words` words.

    At `start` is a part of its own, the one that was flooded last; then the distances from `start` of the parts that `close` and
    `part` gave last, and the atlas of the empty set.
    """

    start: int
    count: int
    words: int
    sized: bool = False

    @property
    def last(self) -> int:
        return self.start + 2 * self.words

    @property
    def empty(self) -> int:
        return self.last + 2

    @property
    def first(self) -> int:
        """The place of the first of the other atlases."""
        return self.empty + self.labels

    @property
    def touched(self) -> int:
        """The place, from the start of an atlas, of the element for which it has a part beside it."""
        return self.words

    @property
    def asked(self) -> int:
        return self.words + 1

    @property
    def beside(self) -> int:
        return self.words + 2

    @property
    def labels(self) -> int:
        return self.beside + 2 * self.words

    @property
    def parts(self) -> int:
        return self.labels + self.count

    def part_of(self, at: k.Expression, least: k.Expression) -> k.Expression:
        """The place of the part with this least member in an atlas that was flooded."""
        return at + (least * (2 * self.words) + self.parts)

    @property
    def larger(self) -> int:
        """The place of the members of parts with more than 0 members; those of larger parts follow."""
        return self.parts + 2 * self.words * self.count

    @property
    def greatest(self) -> int:
        return self.larger + self.words * (self.count + 1)

    @property
    def size(self) -> int:
        return self.greatest + 1 if self.sized else self.larger

    @property
    def spare(self) -> int:
        return SPARE if self.size <= LARGEST else 1


def consecutive_entries(place: k.Expression, first: int, count: int) -> Words:
    """Entries of the memory, one after the other."""
    return tuple(V[place + number] for number in range(first, first + count))


def least(words: Sequence[k.Expression]) -> k.Expression:
    """The least member of a set that has one."""
    found = [lowest(word) + WORD * number if number else lowest(word) for number, word in enumerate(words)]
    result: k.Expression = found[-1]
    for number in range(len(words) - 2, -1, -1):
        result = choose(ne(words[number], 0), found[number], result)
    return result
