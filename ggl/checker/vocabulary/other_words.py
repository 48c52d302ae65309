"""Words that people try and that are called otherwise here.

Gives, for a word with brackets, a word alone or a word after a dot, what to write instead. The letters of `params` in the
text stand for the arguments as the author wrote them. Only asked about words that a game does not declare itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 40
"""A longer argument is not repeated in the help."""


@dataclass(frozen=True)
class Instead:
    params: str
    text: str


CALLS = {
    "adjacent": Instead("ce", "c in neighbors(e)"),
    "is_adjacent": Instead("ce", "c in neighbors(e)"),
    "next_to": Instead("ce", "c in neighbors(e)"),
    "is_empty": Instead("c", "empty(c)"),
    "is_occupied": Instead("c", "occupied(c)"),
    "len": Instead("s", "size(s)"),
    "length": Instead("s", "size(s)"),
    "size_of": Instead("s", "size(s)"),
    "count_of": Instead("s", "count(s)"),
    "number_of": Instead("s", "count(s)"),
    "distance_to": Instead("ce", "distance(c, e)"),
    "contains": Instead("sc", "c in s"),
    "exists": Instead("s", "any(s)"),
    "abs": Instead("n", "max(n, -n)"),
    "enemy": Instead("c", "enemy piece on c"),
    "own": Instead("c", "own piece on c"),
    "piece": Instead("c", "piece on c"),
    "piece_at": Instead("c", "piece on c"),
    "has_piece": Instead("c", "piece on c"),
    "owner": Instead("c", "c.owner"),
    "owner_of": Instead("c", "c.owner"),
    "kind": Instead("c", "c.kind"),
    "row_of": Instead("c", "c.row"),
    "column_of": Instead("c", "c.column"),
    "opposite": Instead("d", "back(d)"),
    "reverse": Instead("d", "back(d)"),
    "opponent": Instead("p", "other(p)"),
    "opponent_of": Instead("p", "other(p)"),
    "supply": Instead("pk", "hand(p, k)"),
    "reserve": Instead("pk", "hand(p, k)"),
    "supply_of": Instead("pk", "hand(p, k)"),
}
NAMES = {
    **dict.fromkeys(("me", "self", "player", "current_player", "active_player"), "mover"),
    **dict.fromkeys(("them", "enemy_player", "other_player"), "opponent"),
    **dict.fromkeys(("null", "None", "nil", "nothing"), "none"),
    **dict.fromkeys(("True", "yes", "Yes"), "true"),
    **dict.fromkeys(("False", "no", "No"), "false"),
    "board": "cells",
    "pieces": "cells with piece",
    "turn": "mover",
}
PROPERTIES = {
    "x": Instead("c", "c.column"),
    "col": Instead("c", "c.column"),
    "y": Instead("c", "c.row"),
    "piece": Instead("c", "c.kind"),
    "type": Instead("c", "c.kind"),
    "player": Instead("c", "c.owner"),
    "color": Instead("c", "c.owner"),
    "colour": Instead("c", "c.owner"),
    "side": Instead("c", "c.owner"),
    "empty": Instead("c", "empty(c)"),
    "occupied": Instead("c", "occupied(c)"),
    "neighbors": Instead("c", "neighbors(c)"),
}
PLAYER_PROPERTIES = {
    "opponent": Instead("p", "other(p)"),
    "enemy": Instead("p", "other(p)"),
    "next": Instead("p", "next(p)"),
    **dict.fromkeys(("supply", "hand", "reserve"), Instead("p", "hand(p)")),
    "stones": Instead("p", "count(cells with p piece)"),
    "pieces": Instead("p", "count(cells with p piece)"),
}
KIND_PROPERTIES = dict.fromkeys(("supply", "hand", "reserve"), Instead("k", "hand(mover, k)"))


def written(instead: Instead | None, args: list[str]) -> str | None:
    """The text with the author's arguments, as a help."""
    if instead is None:
        return None
    given = {param: arg for param, arg in zip(instead.params, args, strict=False) if len(arg) <= _LONGEST}
    return "write `" + re.sub(r"\b[a-z]\b", lambda found: given.get(found[0], found[0]), instead.text) + "`"
