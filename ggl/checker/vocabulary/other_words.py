"""Words that people try and that are called otherwise here.

Gives, for a word with brackets, a word alone or a word after a dot, what to write instead. The letters of `params` in the
text stand for the arguments as the author wrote them. Only asked about words that a game does not declare itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ggl.diagnostics import Fix
from ggl.frozen import frozen
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import in_brackets

_LONGEST = 40
"""A longer argument is not repeated in the help."""


@frozen
class Instead:
    params: str
    text: str


CALLS = {
    **dict.fromkeys(("adjacent", "adjacent_to", "is_adjacent", "next_to"), Instead("ce", "c in neighbors(e)")),
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
CALLS_OF_ONE = dict.fromkeys(("adjacent", "adjacent_to", "next_to"), Instead("c", "neighbors(c)"))
"""What words mean with one argument, if it is something else than with two."""

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"

NAMES = {
    **dict.fromkeys(("me", "self", "player", "current_player", "active_player"), "mover"),
    **dict.fromkeys(("them", "enemy_player", "other_player"), "opponent"),
    **dict.fromkeys(("null", "None", "nil", "nothing"), "none"),
    **dict.fromkeys(("True", "yes", "Yes"), "true"),
    **dict.fromkeys(("False", "no", "No"), "false"),
    **{word: str(n) for n, word in enumerate(_NUMBERS.split())},
    "loser": "other(winner)",
    "board": "cells",
    "pieces": "cells with piece",
    "turn": "mover",
    **dict.fromkeys(("turns", "plies", "turn_number", "move_number"), "ply"),
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
    "stones": Instead("p", "count(cells with piece of p)"),
    "pieces": Instead("p", "count(cells with piece of p)"),
}
KIND_PROPERTIES = dict.fromkeys(("supply", "hand", "reserve"), Instead("k", "hand(mover, k)"))


def suggestion(instead: Instead, args: Sequence[t.Expr], span: Span) -> tuple[str, Fix | None]:
    """The advice for `span`, with the author's arguments: as a help, and as a fix if the text is complete."""
    given = dict(zip(instead.params, args, strict=False))
    shown = {param: arg for param, arg in given.items() if len(arg.span.text) <= _LONGEST}
    whole = len(given) == len(args) and all(found[0] in given for found in _LETTER.finditer(instead.text))
    help_ = f"write `{_filled(instead.text, shown)}`"
    return help_, Fix(span, _filled(instead.text, given), help_) if whole else None


_LETTER = re.compile(r"(?P<alone>(?<=\()[a-z](?=[,)])|(?<=, )[a-z](?=[,)]))|\b[a-z]\b")
"""A letter that stands for an argument; `alone` where it is an argument of its own there too."""


def _filled(text: str, given: Mapping[str, t.Expr]) -> str:
    def argument(found: re.Match[str]) -> str:
        letter = found[0]
        if letter not in given:
            return letter
        return given[letter].span.text if found["alone"] else in_brackets(given[letter])

    return _LETTER.sub(argument, text)
