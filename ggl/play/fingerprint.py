"""The fingerprint of a game: a short hash of its rules with the options bound. Equal prints, equal play.

Takes a checked game; gives 16 hexadecimal digits. It is made from the core, the names that notation uses (players, kinds, own
values), the board's sites by their plain names, and the options. The file's comments, name, notes, tests, labels and looks do
not count, nor do the names of conditions, the reasons of endings, and how the checker numbers the names that it makes up.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache

from ggl.checker.game import CheckedGame

DIGITS = 16
_MADE_UP = re.compile(r"(.+)\.\d+")
_WORDS_ONLY = {("Definition", "label"), ("Condition", "name"), ("CoreGame", "reasons")}
"""Parts of the core for people, which play never reads."""


def fingerprint(checked: CheckedGame) -> str:
    board = checked.board.plain
    sites = [(site.name, site.coordinates) for site in (*board.cells, *board.edge_sites, *board.vertices)]
    options = sorted((name, str(value)) for name, value in checked.options.items())
    values = sorted(checked.world.own_values.items())
    digest = hashlib.sha256()
    for part in (checked.players, checked.kinds, checked.pieces, options, sites, *([values] if values else ())):
        digest.update(repr(part).encode())
    for word in _words(checked.core):
        digest.update(word.encode())
    return digest.hexdigest()[:DIGITS]


def _words(core: object) -> Iterator[str]:
    """The core from the top, in words that can be read in one way only. A made-up name is numbered by its first appearance."""
    numbers: dict[str, int] = {}
    waiting: list[object] = [core]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            made_up = _MADE_UP.fullmatch(part)
            name = f"{made_up[1]}.{numbers.setdefault(part, len(numbers))}" if made_up else part
            yield f"{name!r} "
        elif is_dataclass(part) and not isinstance(part, type):
            names, later = _compared(type(part))
            yield f"{type(part).__name__}/{len(names)} "
            for name, usual in reversed(later):
                if getattr(part, name) != usual:
                    waiting += [getattr(part, name), f".{name}"]
            waiting.extend(getattr(part, name) for name in reversed(names))
        elif isinstance(part, tuple) and not all(isinstance(item, int) for item in part):
            yield f"({len(part)} "
            waiting.extend(reversed(part))
        else:
            yield f"{part!r} "


@cache
def _compared(form: type) -> tuple[tuple[str, ...], tuple[tuple[str, object], ...]]:
    """The fields of a form that make it what it is, and those that came later, with their defaults."""
    found = [spec for spec in fields(form) if spec.compare and (form.__name__, spec.name) not in _WORDS_ONLY]
    later = [spec for spec in found if "later" in spec.metadata]
    usual = tuple((spec.name, spec.default if spec.default_factory is MISSING else spec.default_factory()) for spec in later)
    return tuple(spec.name for spec in found if spec not in later), usual
