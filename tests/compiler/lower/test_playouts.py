"""What the code of a random play does not ask, since it plays only steps that it has drawn, and the scores that it tells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.functions import AsPython
from ggl.play.loading import made_of
from ggl.play.playouts import play_out
from ggl.source import Source
from tests.compiler.lower.test_component_update import counted

GAME = """\
ggl: 1
name: Plays
players: [Black, White]
board: square(3)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: |
      put own stone on c
      DO
MOVES
end:
  player p wins: {it holds: "lined(cells with p stone, 3)"}
  draw: {full: full}
"""

TAKE = """\
  take:
    for: c in cells with opponent stone
    where: count(cells with stone) > 4
    do: take stone from c
"""

# an effect, more moves, how many moves a step is tested to be of, whether the end is asked without a question whether it is over
CASES = {
    "one move": ("take opponent stone from row(3)", "", 0, True),
    "two moves": ("take opponent stone from row(3)", TAKE, 1, True),
    "an effect that ends the play": ("draw if ply == 4", "", 0, False),
}


@pytest.mark.parametrize(("effect", "moves", "tests", "at_once"), CASES.values(), ids=CASES)
def test_a_drawn_step_is_not_asked_what_is_known(tmp_path: Path, effect: str, moves: str, tests: int, at_once: bool) -> None:
    file = tmp_path / "plays.yaml"
    file.write_text(GAME.replace("      DO", f"      {effect}").replace("MOVES\n", moves))
    game = ggl.load(file, engine="interpreter")
    engine = Compiled(game.checked.core, as_python=True)
    functions = engine.emitted.kernel.functions
    played = functions["playouts"]
    (ends,) = [each for name, each in functions.items() if name.startswith("end_turn") and each.note == "defers from_start"]
    asked = [form for form in ends.body if isinstance(form, k.If) and isinstance(form.then[0], k.Do)]
    assert sum(isinstance(form, k.If) for form in functions["acted"].body) == tests
    assert (not asked) == at_once
    assert not any(isinstance(form, k.If) for form in functions["own_draw"].body[1:])
    assert np.array_equal(engine.playouts(60, 5), play_out(game, 60, 5, 1 << 20, 1)._rows)
    assert sum(form.function == "seed_play" for form in forms_in(played) if isinstance(form, k.Call)) == 2


TIED = """\
ggl: 1
name: Tied
players: [Black, White]
board: square(2)
pieces: {}
state: {n: 0}
moves: {wait: {do: add 1 to n}}
end: {by score: ply == 3}
score(p): 1 if winner == p else 0
tie: White wins
"""


def test_a_score_that_names_the_winner_is_of_the_position_in_which_there_is_one() -> None:
    game = made_of(Source("tied.yaml", TIED), engine="interpreter")
    plays = Compiled(game.checked.core, as_python=True).playouts(1, 5)
    assert plays.tolist() == play_out(game, 1, 5, 1 << 20, 1)._rows.tolist() == [[3, 1, 1, 1, 0, 1]]


def test_scores_that_decide_a_play_are_worked_out_once() -> None:
    text = TIED.replace("1 if winner == p else 0", "n if p == Black else 2 * n")
    game = made_of(Source("tied.yaml", text), engine="interpreter")
    engine, calls = Compiled(game.checked.core, as_python=True), {"score": 0}
    assert isinstance(engine._functions, AsPython)
    program = engine._functions._python
    program.add("playouts")
    program._space["score"] = counted(calls, "score", program._space["score"])
    assert engine.playouts(1, 5).tolist() == [[3, 1, 1, 1, 3, 6]]
    assert calls == {"score": 2}  # one for each side
