"""Whether one of many known sets lies within a set, such as a line of five within the stones of a player.

Known sets that are translations of each other have one *shape*: the distances from the lowest member to the others. The sets of
a shape within S begin where S and S shifted by each distance all have a bit, so all sets of a shape are tested at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ZERO, eq, some, union
from ggl.compiler.lower.builder import Words
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.relations import shift_words
from ggl.compiler.memory import signed_words
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf

MOST_WORK = 512
"""Words to be moved at most; and there must be fewer than sets to be asked one by one."""


FEW = 16
"""Words of sets that are asked one by one without a branch."""


def shapes_of(sets: Iterable[int]) -> dict[int, int]:
    """The places where the sets of each shape begin; a shape is the set that begins at place 0."""
    found: dict[int, int] = {}
    for each in sets:
        low = each & -each
        shape = each // low if each else 0
        found[shape] = found.get(shape, 0) | low
    return found


def known_sets(ctx: Context, e: f.Expr) -> list[int] | None:
    """The sets of a list that the board fixes."""
    if not isinstance(e.type, ListOf) or not isinstance(e.type.of, SetOf) or not isinstance(e.type.of.of, Fin):
        return None
    if isinstance(e, f.Tab):
        known = ctx.m.memory.list_at(e)
        return None if known is None else [int(each) for each in known]  # type: ignore[call-overload]
    return [int(each) for each in e.value] if isinstance(e, f.Lit) and isinstance(e.value, tuple) else None  # type: ignore[call-overload]


def some_within(sets: list[int], words: Words) -> k.Expression | None:
    """Whether some of the sets lies within the words; None where asking one by one, up to the first, is as well."""
    shapes = shapes_of(sets)
    work = sum(shape.bit_count() for shape in shapes) * len(words)
    if 0 in shapes or work > MOST_WORK or work >= len(sets) * len(words):
        return _one_by_one(sets, words) if len(sets) * len(words) <= FEW else None
    found: list[k.Expression] = []
    for shape, begins in shapes.items():
        common = [word & mask if mask != -1 else word for word, mask in zip(words, signed_words(begins, len(words)), strict=True)]
        for distance in range(1, shape.bit_length()):
            if shape >> distance & 1:
                others = shift_words(words, -distance, len(words))
                common = [each & union(other) if other else ZERO for each, other in zip(common, others, strict=True)]
        found += [each for each in common if each != ZERO]
    return some(found)


def _one_by_one(sets: list[int], words: Words) -> k.Expression:
    """Few sets are asked without a branch."""
    lacking = (
        union([mask & ~word for mask, word in zip(signed_words(each, len(words)), words, strict=True) if mask]) for each in sets
    )
    return some([eq(each, 0) for each in lacking])
