"""The words whose type is computed at each use: usage as shown to people, meaning, the function that types a call, and how
many arguments they take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ggl.checker import previous
from ggl.checker.calls import chosen, connection, folds, lists, position_words, sets
from ggl.checker.hidden import seen
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
    "count": Word("count(S) or count(x in S if P)", "the number of members", folds.count),
    "size": Word("size(S)", "the number of members of a set or list", folds.size),
    "any": Word("any(S), any(x in S if P) or any(P for x in S)", "whether there is a member; whether P holds for some x",
                folds.any_of),
    "all": Word("all(P for x in S)", "whether P holds for every member", folds.all_hold),
    "sum": Word("sum(E for x in S)", "the sum of the numbers; 0 if there are none", folds.sum_of),
    "min": Word("min(E for x in S, default=N)", "the least number; if there are none, the default or none", folds.extreme, 1, 8,
                ("default",)),
    "max": Word("max(E for x in S, default=N)", "the greatest number; if there are none, the default or none", folds.extreme,
                1, 8, ("default",)),
    "first": Word("first(L)", "the first member of a list or the least of a set; none if it is empty", folds.first),
    "the": Word("the(S)", "the only member of a set; none if there are several or none", folds.the),
    "sorted": Word("sorted(L)", "the list in ascending order", lists.in_order),
    "descending": Word("descending(L)", "the list in descending order", lists.in_order),
    "reversed": Word("reversed(L)", "the list in reverse order", lists.from_the_end),
    "distinct": Word("distinct(L)", "the set of a list's members, each once", lists.distinct),
    "leading": Word("leading(x in L if P)", "the longest prefix of a list in which P holds for every member", lists.leading),
    "after": Word("after(L, x, n=1)", "the member n places after x, with the list as a ring", lists.in_a_ring, 2, 3),
    "before": Word("before(L, x, n=1)", "the member n places before x, with the list as a ring", lists.in_a_ring, 2, 3),
    "subsets": Word("subsets(S, n) or subsets(S, m..n)", "after `in` under `for:`: every set of that many members of S",
                    sets.subsets, 2, 2),
    "index": Word("index(L, x)", "the first place of x in a list, counted from 1; none if x is not in it",
                  lists.index, 2, 2),
    "sums": Word("sums(n, S)", "the sums of n members of S, each as often as it occurs: the sums of n dice",
                 lists.sums, 2, 2),
    "neighbors": Word("neighbors(c) or neighbors(S)", "the sites next to a site, or next to any member of a set",
                      connection.neighbors),
    "components": Word("components(S) or components(S, ways)",
                       "the maximal connected parts of a set of sites; for cells, connected in some directions",
                       connection.components, 1, 2),
    "spread": Word("spread(S, T) or spread(S, T, ways)",
                   "the sites of T that S reaches within T; for cells, by steps in some directions or across some edges",
                   connection.spread, 2, 3),
    "empty": Word("empty(c)", "whether the site is empty", position_words.is_empty),
    "occupied": Word("occupied(c)", "whether the site is not empty", position_words.is_empty),
    "other": Word("other(p)", "the other player, in a game for two", position_words.other),
    "next": Word("next(p)", "the player after p in turn order", position_words.other),
    "hand": Word("hand(p, k) or hand(p)", "the number of pieces in the player's supply", position_words.hand, 1, 2),
    "stuck": Word("stuck(p)", "whether the player would have no legal move if it were to move", position_words.stuck),
    "able": Word(
        "able(m) or able(m(a=x))",
        "whether some such move is legal now; for a move that only continues a turn, whether its own conditions hold",
        position_words.able,
    ),
    "choice": Word("choice(p).x", "what p chose as x, when all choose at once; only in `turn: resolve:`", chosen.choice),
    "seen": Word("seen(E)", "the value of E by what the side to move sees", seen.seen),
    "previous": Word("previous(E)", "the value of E as the last complete turn began", previous.previous),
    "total": Word("total(p)", "the player's points in the match so far", position_words.total),
}  # fmt: skip
