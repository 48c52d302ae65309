"""Names that a made game gets in place of its neutral ones: all words that the language, the prompt, YAML or Python take.

A name that the checker refuses is not for that thing. What it accepts must not change the game.
"""

from __future__ import annotations

import builtins
import keyword
import re
from functools import cache
from random import Random

from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.cli.prompt import ALIASES, COMMANDS
from ggl.engine import protocol
from ggl.syntax.keywords import KEYWORDS

POOLS = {
    "of the grammar": lambda: [
        *KEYWORDS, "own", "enemy", "piece", "last", "nobody", "by", "removed", "each", "start", "do", "until",
    ],
    "of a word": lambda: [
        *WORDS, *BOARD_WORDS, *prelude(), *POSITION_NAMES, *SITE_DOTS, "row", "column", "number", "cells", "ends",
    ],
    "of a turn": lambda: [
        protocol.PASS, protocol.STOP, protocol.ROLL, "swap", "swap_sides", "take", "sides", "begin", "end", "play", "next",
    ],
    "of the prompt": lambda: [word for word in (*COMMANDS, *ALIASES) if word.isidentifier()],
    "of YAML": lambda: ["yes", "no", "on", "off", "null", "true", "false", "Yes", "NO", "y", "n", "nan", "inf", "e5", "x1e3"],
    "of Python": lambda: [
        *keyword.kwlist, *keyword.softkwlist, *[name for name in dir(builtins) if name[0].islower()], "I",
        "np", "self", "entry", "word", "words", "fixed", "trap", "vector", "out",
    ],
    "of a site": lambda: ["a1", "b2", "c3", "p1", "p2", "a2", "b1"],
    "of a field": lambda: ["mover", "over", "winner", "seat", "ply", "pending", "at", "chance", "steps", "passes", "facing",
                           "phase", "count", "main",
                           "board", "player", "cell", "edge", "vertex", "kind", "direction", "nothing", "move", "Finish"],
    "with signs": lambda: [
        "x_1", "x__2", "_x", "__init__", "é", "ß", "ẞ", "ı", "İ", "Ⅳ", "ﬁ", "x²", "n³", "x½", "ª", "Ω", "名", "a_b", "A_B",
        "x" * 200,
    ],
}  # fmt: skip
"""What names are drawn from, by what is special about them."""

ALIKE = "like another but for case"

USED = "of a word in the file"
"""Only what is said elsewhere can be hidden."""


BESIDE = 0.5
"""How often a name is drawn for what is read where other names of the sort are: behind a dot, in a notation."""


def behind_dots(text: str) -> frozenset[str]:
    """What a file reads behind a dot."""
    return frozenset(re.findall(r"\.([A-Za-z_]\w*)", text))


@cache
def pool(sort: str) -> tuple[str, ...]:
    return tuple(sorted(set(POOLS[sort]())))


def drawn(rng: Random, sort: str, others: list[str], text: str) -> str:
    """A name of a sort, for something in a file of this text."""
    if sort == USED:
        words = set(re.findall(r"[A-Za-z_]\w*", text)) & (set(pool("of a word")) | {"forward"})
        inside = re.findall(r"[a-z_]\w*", " ".join(word.body.span.text for word in prelude().values()))
        found = sorted(words) * 3 + sorted(set(inside))
        return found[rng.randrange(len(found))]
    if sort == ALIKE:
        other = others[rng.randrange(len(others))] if others else "x"
        return other.swapcase()
    found = pool(sort)
    return found[rng.randrange(len(found))]


ROLES = ("Side", "option", "place", "region", "kind", "layer", "mark", "var", "bag", "die", "word", "poly", "routine", "move",
         "phase", "cell", "number", "player", "way", "edge", "vertex", "x", "fact", "kind_var", "thing", "sort", "worth",
         "value")  # fmt: skip
"""What is renamed."""
