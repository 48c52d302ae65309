"""The choice among several notations of a move: a definition for each condition, which the kernel answers.

Takes a game and a core; gives the core with these definitions, and their names for each move.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.core import forms as f
from ggl.play.game import Game


def with_ways(game: Game, core: f.CoreGame) -> tuple[f.CoreGame, tuple[tuple[str, ...], ...]]:
    """In the order of the moves; a move that is always written alike has none."""
    patterns = {} if game.checked.shown is None else game.checked.shown.patterns
    made, names = list[f.Definition](), list[tuple[str, ...]]()
    for schema in core.schemas:
        params = tuple((param.name, param.type) for param in schema.params)
        tests = [test for _, test in patterns.get(schema.name, ())]
        own = [f.Definition(f"way {number} of {schema.name}", params, test) for number, test in enumerate(tests, 1)]
        made += own
        names.append(tuple(each.name for each in own))
    return (replace(core, definitions=(*core.definitions, *made)), tuple(names)) if made else (core, ())
