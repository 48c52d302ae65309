"""The words whose type is computed at each use: usage as shown to people, meaning, the function that types a call, and how
many arguments they take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ggl.checker.calls import chosen, connection, folds, lists, position_words, sets
from ggl.checker.hidden import eyes
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.syntax import tree as t


@dataclass(frozen=True)
class Word:
    usage: str
    meaning: str
    rule: Callable[[Typer, t.Call, Scope], f.Expr]
    least: int = 1
    most: int = 1
    named: tuple[str, ...] = ()


WORDS: dict[str, Word] = {
    "count": Word("count(S) or count(x in S if P)", "how many members there are", folds.count),
    "size": Word("size(S)", "how many members a set or list has", folds.size),
    "any": Word("any(S), any(x in S if P) or any(P for x in S)", "there is a member; some P holds", folds.any_of),
    "all": Word("all(P for x in S)", "P holds for every member", folds.all_hold),
    "sum": Word("sum(E for x in S)", "the sum of the numbers; of none, 0", folds.sum_of),
    "min": Word("min(E for x in S, default=N)", "the least number; of none, the default or none", folds.extreme, 1, 8,
                ("default",)),
    "max": Word("max(E for x in S, default=N)", "the greatest number; of none, the default or none", folds.extreme, 1, 8,
                ("default",)),
    "first": Word("first(L)", "the first member of a list, the least of a set; of none, none", folds.first),
    "the": Word("the(S)", "the only member of a set; none if there are several or none", folds.the),
    "sorted": Word("sorted(L)", "the list from the least to the greatest", lists.in_order),
    "descending": Word("descending(L)", "the list from the greatest to the least", lists.in_order),
    "reversed": Word("reversed(L)", "the list from its end", lists.from_the_end),
    "distinct": Word("distinct(L)", "the set of a list's members, each once, however often it occurs", lists.distinct),
    "leading": Word("leading(x in L if P)", "the longest beginning of a list of which P holds throughout", lists.leading),
    "after": Word("after(L, x, n=1)", "what stands n places after x in a list that closes in a ring", lists.in_a_ring, 2, 3),
    "before": Word("before(L, x, n=1)", "what stands n places before x in a list that closes in a ring", lists.in_a_ring, 2, 3),
    "subsets": Word("subsets(S, n) or subsets(S, m..n)", "behind `in` of a `for:`: every set of so many members of S",
                    sets.subsets, 2, 2),
    "index": Word("index(L, x)", "the place of x in a list, counted from 1: the first of several; of what is not in it, none",
                  lists.index, 2, 2),
    "sums": Word("sums(n, S)", "what n members of S add up to, each sum as often as it comes about: the sums of n dice",
                 lists.sums, 2, 2),
    "neighbors": Word("neighbors(c) or neighbors(S)", "the sites next to a site; of a set, those next to any member",
                      connection.neighbors),
    "components": Word("components(S) or components(S, ways)",
                       "the maximal connected parts of a set of sites; of cells, joined in some directions",
                       connection.components, 1, 2),
    "spread": Word("spread(S, T) or spread(S, T, ways)",
                   "all sites of T reached from S within T; of cells, by steps in some directions or across some edges",
                   connection.spread, 2, 3),
    "empty": Word("empty(c)", "nothing stands on the site", position_words.is_empty),
    "occupied": Word("occupied(c)", "something stands on the site", position_words.is_empty),
    "other": Word("other(p)", "the other player, in a game of two", position_words.other),
    "next": Word("next(p)", "the player after p in turn order", position_words.other),
    "hand": Word("hand(p, k) or hand(p)", "how many pieces are in the player's supply", position_words.hand, 1, 2),
    "stuck": Word("stuck(p)", "the player would have no legal move if to move", position_words.stuck),
    "able": Word(
        "able(m) or able(m(a=x))",
        "some such move is legal now; of a move that only follows, its own conditions hold",
        position_words.able,
    ),
    "choice": Word("choice(p).x", "what p has chosen as x, where all choose at once; in `turn: resolve:` only", chosen.choice),
    "seen": Word("seen(E)", "what E comes to in the eyes of the side to move, by the pieces that it sees", eyes.seen),
    "total": Word("total(p)", "the player's points in the match so far", position_words.total),
}  # fmt: skip
