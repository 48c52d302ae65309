"""Random steps of moves whose other parameters have more choices than there may be legal steps."""

from __future__ import annotations

import pytest

from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import WorkLimitError
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


EIGHT_MOVES = {
    "as many as may be legal": ((249, 256, *[1] * 7), ""),
    "more than may be legal": ((300, 300, 0), "there are more than 65,536 legal moves here"),
}


@pytest.mark.parametrize(("counts", "refused"), EIGHT_MOVES.values(), ids=EIGHT_MOVES)
def test_as_many_steps_are_drawn_from_as_may_be_legal(counts: tuple[int, ...], refused: str) -> None:
    first, many, *others = counts
    moves = f"  go: {{for: 'n in 1..{many}, m in 1..{first}, c in {{a1}}', do: set k to 1}}\n"
    for number, count in enumerate(others):
        moves += f"  go{number}: {{for: 'n in 1..256, m in 1..{count}, c in {{a1}}', do: set k to 1}}\n" if count else ""
    text = f"ggl: 1\nname: Fans\nplayers: [A, B]\nboard: square(2)\nstate: {{k: {{start: 0, in: 0..9}}}}\nmoves:\n{moves}"
    checked, found = check_source(Source("fans.yaml", f"{text}end: {{draw: ply > 2}}\n"))
    assert checked is not None, [str(each) for each in found]
    told = []
    for engine in (Interpreter(checked.core), Compiled(checked.core)):
        try:
            told.append(str(engine.draw(engine.start(), 3)))
        except WorkLimitError as problem:
            told.append(str(problem))
    assert told[0] == told[1]
    assert told[0].startswith(refused or "(Step(")


@pytest.mark.parametrize(("board", "params"), MOVES.values(), ids=MOVES)
def test_what_the_interpreter_draws_is_drawn(board: str, params: str) -> None:
    text = f"ggl: 1\nname: Fans\nplayers: [A, B]\nboard: {board}\npieces: {{man: {{}}}}\n"
    text += f"moves:\n  go:\n    for: {params}\n    do: put man on c\nend: {{draw: ply > 2}}\n"
    checked, found = check_source(Source("fans.yaml", text))
    assert checked is not None, [str(each) for each in found]
    here, there = Interpreter(checked.core), Compiled(checked.core)
    at = here.start()
    assert [there.draw(at, seed) for seed in range(3)] == [here.draw(at, seed) for seed in range(3)]
