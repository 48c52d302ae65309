"""Random plays ask whether the mover is stuck only where they draw no step, and end as the interpreter's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.deferred_ends import draws_only_moves, of_stuck_mover
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.runtime.engine import Compiled
from ggl.core.printer import print_form
from ggl.play.playouts import play_out
from tests.few import slow

GAME = """
ggl: 1
name: Deferred
players: [Black, White]
board: square(3)
pieces: {stone: {}}
state: {begun: {start: 0, in: 0..1}}
moves:
  put:
    for: c in cells
    where: empty(c) and not any(neighbors(c) with own stone)
    do: put stone on c
turn: {TURN}
END
"""

SCORED = "score(p): size(cells with p stone)\n"

ENDS = {
    "the mover": ("pass: never", "end: {mover loses: {a: stuck}}", True),
    "both sides": ("pass: forced", SCORED + "end: {by score: {a: stuck(Black) and stuck(White)}}", True),
    "both sides, and more": (
        "pass: forced",
        SCORED + "end: {by score: {a: ply > 6 and stuck(White) and stuck(Black)}, draw: {b: passes == 3}}",
        True,
    ),
    "the mover, who must pass": ("pass: forced", SCORED + "end: {by score: {a: stuck and passes == 1}}", True),
    "one side": ("pass: forced", SCORED + "end: {by score: {a: stuck(Black)}}", False),
    "either side": ("pass: forced", SCORED + "end: {by score: {a: stuck(Black) or stuck(White)}}", False),
    "passed turns": ("pass: forced", SCORED + "end: {by score: {a: passes == 2}}", False),
    "no rule, and no pass": ("pass: never", "end: {Black wins: {a: ply == 20}}", True),
    "a free pass": ("pass: free", "end: {mover loses: {a: stuck}, draw: {b: ply == 30}}", True),
    "a rule before": ("pass: never", "end: {draw: {a: ply == 5}, mover loses: {b: stuck}}", True),
    "a rule behind": ("pass: never", "end: {mover loses: {a: stuck}, draw: {b: ply == 5}}", True),
    "a rule between": (
        "pass: never",
        "end: {mover loses: {a: stuck and ply < 5}, draw: {b: ply == 5}, mover wins: {c: stuck}}",
        True,
    ),
    "a turn with a beginning": ("begin: set begun to 1", "end: {mover loses: {a: stuck}}", False),
    "a choice of sides": ("pie: choose-side", "end: {mover loses: {a: stuck}}", True),
}
"""The turn and the end of a game, and whether a rule of the end, or the draw of a mover who can do nothing, is deferred."""


WITHIN = GAME.replace("with own stone)", "with own stone) and begun == 0").replace(
    "do: put stone on c",
    """do: |
      put stone on c
      set begun to 1
    then: optional more
  more():
    for: c in cells
    where: empty(c)
    do: |
      put stone on c
      set begun to 0""",
)
"""The mover cannot put another stone within a turn, and is not stuck for that."""


def _game(folder: Path, turn: str, end: str, text: str = GAME) -> ggl.Game:
    file = folder / "deferred.yaml"
    file.write_text(text.replace("TURN", turn).replace("END", end))
    return ggl.load(file, engine="interpreter")


@pytest.mark.parametrize(("turn", "end", "deferred"), ENDS.values(), ids=ENDS)
def test_what_a_legal_step_refutes_is_deferred(tmp_path: Path, turn: str, end: str, deferred: bool) -> None:
    functions = Compiled(_game(tmp_path, turn, end).checked.core).emitted.kernel.functions
    assert ("deferred_end" in functions) == deferred


OF_STUCK_MOVER = {
    "end: {mover loses: {a: stuck}}": "(and [])",
    "end: {mover loses: {a: stuck and ply < 5}}": "(and [(compare lt (get ply [] <0..2147483647>) (lit 5 <5..5>))])",
    "end: {mover loses: {a: stuck(White)}}": (
        "(and [(or [(compare eq (get mover [] <player:2>) (lit 1 <player:2>)) "
        '(not (after (write mover [] (lit 1 <player:2>)) (can "" [])))])])'
    ),
}
"""The end of a game, and the condition of its rule where the mover has no legal step."""


@pytest.mark.parametrize(("end", "expected"), OF_STUCK_MOVER.items())
def test_a_mover_who_must_pass_is_not_searched_for_a_step(tmp_path: Path, end: str, expected: str) -> None:
    (rule,) = _game(tmp_path, "pass: forced", end).checked.core.end
    assert " ".join(print_form(of_stuck_mover(rule).test).split()).replace("[ ", "[") == expected


@pytest.mark.parametrize("most", [200, slow(5), slow(1)])
@pytest.mark.parametrize(("turn", "end"), [case[:2] for case in ENDS.values()], ids=ENDS)
def test_random_plays_end_as_those_of_the_interpreter(tmp_path: Path, turn: str, end: str, most: int) -> None:
    game = _game(tmp_path, turn, end)
    engine = Compiled(game.checked.core, as_python=True)
    assert np.array_equal(engine.playouts(40, 5, most), play_out(game, 40, 5, most, 1)._rows)


@pytest.mark.parametrize("most", [200, 3, 1])
def test_nothing_is_asked_within_a_turn(tmp_path: Path, most: int) -> None:
    game = _game(tmp_path, "play: put", "end: {mover loses: {a: stuck}}", WITHIN)
    engine = Compiled(game.checked.core, as_python=True)
    assert "deferred_end" in engine.emitted.kernel.functions
    assert np.array_equal(engine.playouts(40, 5, most), play_out(game, 40, 5, most, 1)._rows)


PHASES = """
ggl: 1
name: Phases
players: [Black, White]
board: square(3)
pieces: {stone: {}, mark: {}}
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      phase two if ply == 1
  slow:
    for: c in vacant
    do: |
      put mark on c
      AGAIN
  last:
    for: c in cells with own stone
    do: take stone from c
turn:
  phases:
    one: {play: place}
    two: {play: slow, until: ply >= 4}
    three: {play: last}
end:
  mover loses: stuck
"""


@pytest.mark.parametrize("again", ["", "again if ply == 2"])
@pytest.mark.parametrize("most", [200, 5, 3])
def test_the_phase_of_a_turn_is_known_where_its_end_is_deferred(tmp_path: Path, most: int, again: str) -> None:
    game = _game(tmp_path, "", "", PHASES.replace("AGAIN", again))
    engine = Compiled(game.checked.core, as_python=True)
    assert "deferred_end" in engine.emitted.kernel.functions
    assert np.array_equal(engine.playouts(40, 5, most), play_out(game, 40, 5, most, 1)._rows)


DRAWN = {
    "nobody passes": ("pass: never", GAME, True),
    "some pass": ("pass: forced", GAME, False),
    "a choice of sides": ("pie: choose-side", GAME, False),
    "a turn that may stop": ("play: put", WITHIN, False),
}
"""A turn, the text of the game, and whether each draw is a move."""


@pytest.mark.parametrize(("turn", "text", "only"), DRAWN.values(), ids=DRAWN)
def test_it_is_known_whether_each_draw_is_a_move(tmp_path: Path, turn: str, text: str, only: bool) -> None:
    core = _game(tmp_path, turn, "end: {mover loses: {a: stuck}}", text).checked.core
    assert draws_only_moves(Context(ModuleBuilder(core), HOOKS)) == only
