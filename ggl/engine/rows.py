"""The rows of results of random plays.

A row has the steps made, the code of the winner (none: as many as there are players), and of the winner's seat, and the reason
counted from 1, 0 where the play was broken off. Then come the code of each side's score and, where several can win together, the
bits of all winners and of their seats; a game without scores in which nobody shares a win has neither.
"""

from __future__ import annotations

from ggl.core import forms as f
from ggl.engine.layout import Layout

STEPS, WINNER, SEAT, REASON = range(4)
OUTCOME = 4
"""The columns that every row has."""


def result_columns(core: f.CoreGame, layout: Layout) -> int:
    """The number of columns."""
    together = layout.has("winners")
    if core.match is None and core.score is None and not together:
        return OUTCOME
    return OUTCOME + layout.slots["seat"].sizes[0] + 2 * together


def result_words(core: f.CoreGame, layout: Layout) -> int:
    """The words of 64 bits in which compiled code writes a row: one for each column, or four columns in two of them."""
    columns = result_columns(core, layout)
    return columns if columns > OUTCOME else OUTCOME // 2
