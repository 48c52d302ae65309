"""Random steps of moves whose other parameters have more choices than there may be legal steps."""

from __future__ import annotations

import pytest

from ggl.compiler.runtime.engine import Compiled
from ggl.interpreter import Interpreter
from ggl.play.loading import check_source
from ggl.source import Source

MOVES = {
    "most choices leave nothing to choose at last": ("square(3)", "n in 0..300, m in 0..300, c in (vacant if n == m else {})"),
    "a record takes more room than its steps": ("square(64)", "d in vacant, c in {step(d, north, 2), step(d, east, 2)}"),
    "nobody knows how many records there are": (
        "square(16)", "d in (x for y in ranks(north) for x in y), e in (x for y in ranks(east) for x in y), c in {d, e} & border",
    ),
}  # fmt: skip
"""A board, and what a move is for."""


@pytest.mark.parametrize(("board", "params"), MOVES.values(), ids=MOVES)
def test_what_the_interpreter_draws_is_drawn(board: str, params: str) -> None:
    text = f"ggl: 1\nname: Fans\nplayers: [A, B]\nboard: {board}\npieces: {{man: {{}}}}\n"
    text += f"moves:\n  go:\n    for: {params}\n    do: put man on c\nend: {{draw: ply > 2}}\n"
    checked, found = check_source(Source("fans.yaml", text))
    assert checked is not None, [str(each) for each in found]
    here, there = Interpreter(checked.core), Compiled(checked.core)
    at = here.start()
    assert [there.draw(at, seed) for seed in range(3)] == [here.draw(at, seed) for seed in range(3)]
