"""The words whose type is computed at each use: usage as shown to people, meaning, and how many arguments they take.

`ggl.checker.calls.typing_rules` has the function that types a call of each.
"""

from __future__ import annotations

from ggl.frozen import frozen


@frozen
class Word:
    usage: str
    meaning: str
    least: int = 1
    most: int = 1
    named: tuple[str, ...] = ()


WORDS: dict[str, Word] = {
    "count": Word("count(S) or count(x in S if P)", "the number of members"),
    "size": Word("size(S)", "the number of members of a set or list"),
    "any": Word("any(S), any(x in S if P) or any(P for x in S)", "whether there is a member; whether P holds for some x"),
    "all": Word("all(P for x in S)", "whether P holds for every member"),
    "sum": Word("sum(E for x in S)", "the sum of the numbers; 0 if there are none"),
    "min": Word("min(E for x in S, default=N)", "the least number; if there are none, the default or none", 1, 8, ("default",)),
    "max": Word(
        "max(E for x in S, default=N)", "the greatest number; if there are none, the default or none", 1, 8, ("default",)
    ),
    "first": Word("first(L)", "the first member of a list or the least of a set; none if it is empty"),
    "the": Word("the(S)", "the only member of a set; none if there are several or none"),
    "sorted": Word("sorted(L)", "the list in ascending order"),
    "descending": Word("descending(L)", "the list in descending order"),
    "reversed": Word("reversed(L)", "the list in reverse order"),
    "distinct": Word("distinct(L)", "the set of a list's members, each once"),
    "leading": Word("leading(x in L if P)", "the longest prefix of a list in which P holds for every member"),
    "after": Word("after(L, x, n=1)", "the member n places after x, with the list as a ring", 2, 3),
    "before": Word("before(L, x, n=1)", "the member n places before x, with the list as a ring", 2, 3),
    "subsets": Word("subsets(S, n) or subsets(S, m..n)", "after `in` under `for:`: every set of that many members of S", 2, 2),
    "index": Word("index(L, x)", "the first place of x in a list, counted from 1; none if x is not in it", 2, 2),
    "sums": Word("sums(n, S)", "the sums of n members of S, each as often as it occurs: the sums of n dice", 2, 2),
    "neighbors": Word("neighbors(c) or neighbors(S)", "the sites next to a site, or next to any member of a set"),
    "components": Word(
        "components(S) or components(S, ways)",
        "the maximal connected parts of a set of sites; for cells, connected in some directions",
        1,
        2,
    ),
    "spread": Word(
        "spread(S, T) or spread(S, T, ways)",
        "the sites of T that S reaches within T; for cells, by steps in some directions or across some edges",
        2,
        3,
    ),
    "empty": Word("empty(c)", "whether the site is empty"),
    "occupied": Word("occupied(c)", "whether the site is not empty"),
    "other": Word("other(p)", "the other player, in a game for two"),
    "next": Word("next(p)", "the player after p in turn order"),
    "hand": Word("hand(p, k) or hand(p)", "the number of pieces in the player's supply", 1, 2),
    "stuck": Word("stuck(p)", "whether the player would have no legal move if it were to move"),
    "able": Word(
        "able(m) or able(m(a=x))",
        "whether some such move is legal now; for a move that only continues a turn, whether its own conditions hold",
    ),
    "choice": Word("choice(p).x", "what p chose as x, when all choose at once; only in `turn: resolve:`"),
    "seen": Word("seen(E)", "the value of E by what the side to move sees"),
    "previous": Word("previous(E)", "the value of E as the last complete turn began"),
    "total": Word("total(p)", "the player's points in the match so far"),
}
