"""The comparisons whose sides may be `none`, which a reader must be told: `none` equals itself, and nothing else.

Takes the trees of a game. Knows a comparison by the places of its two sides in the file.
"""

from __future__ import annotations

from ggl.narration.facts import Facts
from ggl.narration.reads_of_none import Known, ReadsOfNone
from ggl.syntax import tree as t


def perhaps_none(facts: Facts, left: t.Expr, right: t.Expr) -> tuple[bool, bool]:
    """Whether the sides of a comparison may be none: both together if that may be, otherwise one of them."""
    if not facts.perhaps_none:
        _Reading(facts).game()
    found = facts.perhaps_none.get((left.span, right.span), set())
    return (True, True) if (True, True) in found else ((True, False) in found, (False, True) in found)


class _Reading(ReadsOfNone):
    def read(self, tree: t.Tree, known: Known, holds: bool) -> None:
        super().read(tree, known, holds)
        if isinstance(tree, t.Chain):
            for left, (op, right) in zip((tree.first, *(side for _, side in tree.rest)), tree.rest, strict=False):
                if op in ("==", "!="):
                    sides = self.may_be_none(left, known), self.may_be_none(right, known)
                    self.facts.perhaps_none.setdefault((left.span, right.span), set()).add(sides)
