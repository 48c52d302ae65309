"""Labels of columns and rows: words that name no series are answered by the words that do, other mistakes are not."""

from __future__ import annotations

import pytest

from ggl.checker.declarations.board import SERIES_HELP
from ggl.diagnostics.catalog.board_and_pieces import BAD_LABELS
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """
ggl: 1
name: Labels
players: [Red, Blue]
board: square(3)
labels:
  columns: {columns}
pieces:
  stone: {{}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  draw: stuck
"""


@pytest.mark.parametrize(
    ("columns", "help_"),
    [("a series", SERIES_HELP), ("letters from 3", None), ('[a, "series x", c]', None)],
    ids=["no_series", "a_series_counted_wrongly", "a_label_with_the_word"],
)
def test_only_words_that_name_no_series_are_answered_by_those_that_do(columns: str, help_: str | None) -> None:
    checked, diagnostics = check_source(Source("labels.yaml", GAME.format(columns=columns)))
    assert checked is None
    assert [(each.code, each.help) for each in diagnostics] == [(BAD_LABELS, help_)]
