"""Images under a relation of the board by few operations on words: shifts, and maps that keep the order.

A relation is cut into *pieces*, each of which maps places of one word to places of another. Where many places move equally far,
a piece is a shift; several thresholds are tried, and the fewest pieces win. The rest is divided into monotonic chains, which
map greater places to greater ones. So a chain gathers the bits at some places and scatters them over as many others: `extract`
and `deposit` of the kernel. There are as few chains as there can be: taking the pairs in order, each goes on with the chain
that ends highest below it (Dilworth's theorem, in the plane).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import deposit, extract, meet, shr, union
from ggl.compiler.memory import signed_words
from ggl.core.types import WORD
from ggl.frozen import frozen

Pairs = list[tuple[int, int]]

MOST_PIECES = 64
"""Beyond, looking up the members is cheaper."""

_MANY = (1, 12, 24, 40, WORD + 1)
"""The least number of places with equal distance between two words for a separate shift."""


@frozen
class MaskedShift:
    """A map from places of a word to as many of another, in order."""

    source: int
    target: int
    pairs: tuple[tuple[int, int], ...]

    def moved(self, word: k.Expression) -> k.Expression:
        """The bits of the target word, given the source word."""
        places = [x % WORD for x, _ in self.pairs]
        targets = [y % WORD for _, y in self.pairs]
        ways = {y - x for x, y in zip(places, targets, strict=True)}
        if len(ways) == 1:
            return _shifted(word & _mask(places), ways.pop())
        taken = _shifted(word, -places[0]) if _close_together(places) else extract(word, _mask(places))
        if _close_together(targets):
            few = taken if not _close_together(places) else taken & _mask(range(len(places)))
            return _shifted(few, targets[0])
        return deposit(taken, _mask(targets))


def pieces_of(relation: Iterable[int]) -> list[MaskedShift]:
    """The pieces of a relation, given as the set of each place."""
    groups: dict[tuple[int, int, int], Pairs] = {}
    for x, mask in enumerate(relation):
        while mask:
            low = mask & -mask
            y = low.bit_length() - 1
            groups.setdefault((x // WORD, y // WORD, y - x), []).append((x, y))
            mask ^= low
    return min((_cut(groups, many) for many in _MANY), key=len)


def _cut(groups: dict[tuple[int, int, int], Pairs], many: int) -> list[MaskedShift]:
    result = [MaskedShift(source, target, tuple(pairs)) for (source, target, _), pairs in groups.items() if len(pairs) >= many]
    rest: dict[tuple[int, int], Pairs] = {}
    for (source, target, _), pairs in groups.items():
        if len(pairs) < many:
            rest.setdefault((source, target), []).extend(pairs)
    for (source, target), pairs in rest.items():
        result += [MaskedShift(source, target, tuple(chain)) for chain in _chains(pairs)]
    return result


def _chains(pairs: Pairs) -> list[Pairs]:
    chains: list[Pairs] = []
    for x, y in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        below = [chain for chain in chains if chain[-1][1] < y and chain[-1][0] < x]
        if below:
            max(below, key=lambda chain: chain[-1][1]).append((x, y))
        else:
            chains.append([(x, y)])
    return chains


def mapped(pieces: list[MaskedShift], words: Sequence[k.Expression], out: int) -> list[k.Expression]:
    """The words of an image."""
    parts: list[list[k.Expression]] = [[] for _ in range(out)]
    for piece in pieces:
        parts[piece.target].append(piece.moved(words[piece.source]))
    return [union(each) for each in parts]


def intersect_images(pieces: list[MaskedShift], sets: Sequence[Sequence[k.Expression]], out: int) -> list[k.Expression]:
    """The intersection of the images of several sets, as words.

    Pieces with the same targets, each from places equally far from those of the first, are moved together: the sets are joined
    and met at the places of the first piece, and what is left is moved once.
    """
    groups: dict[tuple[int, tuple[int, ...]], list[MaskedShift]] = {}
    for piece in pieces:
        groups.setdefault((piece.target, tuple(y for _, y in piece.pairs)), []).append(piece)
    targets = [y for _, places in groups for y in places]
    if len(targets) > len({*targets}):
        return [meet(words) for words in zip(*(mapped(pieces, words, out) for words in sets), strict=True)]
    parts: list[list[k.Expression]] = [[] for _ in range(out)]
    for (target, _), group in groups.items():
        first, ways = group[0], [_way(group[0], each) for each in group]
        if None in ways:
            parts[target].append(meet([union([each.moved(words[each.source]) for each in group]) for words in sets]))
            continue
        joined = [
            union([_shifted(words[each.source], way or 0) for each, way in zip(group, ways, strict=True)]) for words in sets
        ]
        parts[target].append(first.moved(meet(joined)))
    return [union(each) for each in parts]


def _way(first: MaskedShift, other: MaskedShift) -> int | None:
    """How far the places of another piece are from those of the first, if all are equally far."""
    ways = {x % WORD - y % WORD for (x, _), (y, _) in zip(first.pairs, other.pairs, strict=True)}
    return ways.pop() if len(ways) == 1 else None


def _mask(places: Iterable[int]) -> int:
    return signed_words(sum(1 << place for place in places), 1)[0]


def _close_together(places: list[int]) -> bool:
    return places[-1] - places[0] == len(places) - 1


def _shifted(word: k.Expression, way: int) -> k.Expression:
    return word if way == 0 else word << way if way > 0 else shr(word, -way)
