"""The function that types a call, for each word of `ggl.checker.vocabulary.words`.

It takes the call and its scope, and gives a core form, or reports one finding and raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker import previous
from ggl.checker.calls import chosen, connection, folds, lists, position_words, sets
from ggl.checker.hidden import seen
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.syntax import tree as t

TYPING_RULES: dict[str, Callable[[Typer, t.Call, Scope], f.Expr]] = {
    "count": folds.count,
    "size": folds.size,
    "any": folds.any_holds,
    "all": folds.all_hold,
    "sum": folds.sum_over,
    "min": folds.extreme,
    "max": folds.extreme,
    "first": folds.first,
    "the": folds.the,
    "sorted": lists.sorted_list,
    "descending": lists.sorted_list,
    "reversed": lists.from_the_end,
    "distinct": lists.distinct,
    "leading": lists.leading,
    "after": lists.in_a_ring,
    "before": lists.in_a_ring,
    "subsets": sets.subsets,
    "index": lists.index,
    "sums": lists.sums,
    "neighbors": connection.neighbors,
    "components": connection.components,
    "spread": connection.spread,
    "empty": position_words.is_empty,
    "occupied": position_words.is_empty,
    "other": position_words.other,
    "next": position_words.other,
    "hand": position_words.hand,
    "stuck": position_words.stuck,
    "able": position_words.able,
    "choice": chosen.choice,
    "seen": seen.seen,
    "previous": previous.previous,
    "total": position_words.total,
}
