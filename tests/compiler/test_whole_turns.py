"""Whole turns are compared as far as a turn may go, in both engines."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import WorkLimitError
from ggl.engine.turn_objective import best_possible
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.perft import in_turn
from ggl.source import Source
from tests.compiler.agreement import differences

ENDLESS = """
ggl: 1
name: Endless
players: [A, B]
board: square(2)
pieces: {stone: {}}
state: {walked: {start: 0, in: 0..9}}
setup: put A stone on a1
moves:
  walk:
    for: s in cells with stone, t in steps(s, orthogonal)
    do: |
      move s to t
      CHANGE
turn: {continue: CONTINUE, most: walked}
end: {draw: ply == 3}
"""


def _game(folder: Path, change: str, continues: str, within: str = "0..9") -> ggl.Game:
    file = folder / "endless.yaml"
    file.write_text(ENDLESS.replace("CHANGE", change).replace("CONTINUE", continues).replace("0..9", within))
    return ggl.load(file)


def test_a_turn_that_never_ends_is_refused(tmp_path: Path) -> None:
    game = _game(tmp_path, "set walked to (1 if walked == 0 else 0)", "true")
    for engine in (game.engine, Compiled(game.checked.core, as_python=True), Compiled(game.checked.core)):
        since = time.process_time()
        with pytest.raises(WorkLimitError, match="a turn may take more than 200 steps"):
            engine.steps(engine.start())
        assert time.process_time() - since < 20


@pytest.mark.parametrize("as_python", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_turns_of_200_steps_are_compared_and_longer_ones_are_told(tmp_path: Path, as_python: bool) -> None:
    for most in (200, 201):
        game = _game(tmp_path, "add 1 to walked", f"walked < {most}", "0..999")
        compiled = Compiled(game.checked.core, as_python=as_python)
        if most == 200:
            assert compiled.steps(compiled.start()) == game.engine.steps(game.engine.start())
        else:
            for engine in (game.engine, compiled):
                with pytest.raises(WorkLimitError, match="a turn may take more than 200 steps"):
                    engine.steps(engine.start())


def test_positions_of_a_batch_in_which_turns_are_too_long_are_told(tmp_path: Path) -> None:
    _game(tmp_path, "add 1 to walked", "walked < 201", "0..999")
    batch = ggl.load(tmp_path / "endless.yaml", engine="interpreter").batch(2)
    for _ in range(2):
        with pytest.raises(WorkLimitError, match="a turn may take more than 200 steps"):
            batch.masks()


def test_a_turn_that_ends_is_compared_the_same(tmp_path: Path) -> None:
    game = _game(tmp_path, "add 1 to walked", "walked < 6")
    compiled = Compiled(game.checked.core)
    state = game.initial_state()
    assert compiled.steps(compiled.start()) == game.engine.steps(state.position)
    assert len(state.legal_moves()) == 2


def test_as_python_a_turn_that_need_not_end_is_counted_as_far_as_compiled(tmp_path: Path) -> None:
    text = ENDLESS.replace(", most: walked", "").replace("CHANGE", "add 1 to walked").replace("CONTINUE", "true")
    (tmp_path / "endless.yaml").write_text(text)
    compiled = Compiled(ggl.load(tmp_path / "endless.yaml").checked.core, as_python=True)
    before = sys.getrecursionlimit()
    with pytest.raises(WorkLimitError, match=r"a turn may take more than 1,000 steps here, so whole turns can be neither"):
        compiled.perft(compiled.start(), 1)
    assert sys.getrecursionlimit() == before


def test_a_turn_that_comes_to_what_none_can_better_is_enough_in_both_engines(tmp_path: Path) -> None:
    game = _game(tmp_path, "add 1 to walked", "walked < 9")  # 2 ** 9 turns, each of which walks as far as can be
    assert best_possible(game.checked.core.turn) == 9
    compiled = Compiled(game.checked.core, as_python=True)
    assert compiled.steps(compiled.start()) == game.engine.steps(game.initial_state().position)


def test_what_no_turn_can_better_is_told_by_the_type_of_the_wish() -> None:
    assert best_possible(ggl.load("backgammon").checked.core.turn) == (0, 0)
    assert best_possible(ggl.load("draughts").checked.core.turn) is None


@pytest.mark.parametrize(
    ("most", "wanted"),
    [("walked", [1, "most"]), ('"[walked] if walked < 3 else [walked + 0]"', ["most"])],
    ids=["with a bound", "without"],
)
def test_one_step_is_tried_before_the_others_are_listed_if_no_turn_can_beat_a_bound(
    tmp_path: Path, most: str, wanted: list[object]
) -> None:
    text = ENDLESS.replace("most: walked", f"most: {most}").replace("square(2)", "square(3)").replace("CONTINUE", "walked < 9")
    text = text.replace("      CHANGE", "      add 1 to walked\n      put wall on s").replace("stone: {}", "stone: {}, wall: {}")
    file = tmp_path / "endless.yaml"
    file.write_text(text.replace("t in steps(s, orthogonal)", "t in steps(s, orthogonal) - cells with wall"))
    game = ggl.load(file)
    compiled = Compiled(game.checked.core, as_python=True)
    calls = [form for form in forms_in(compiled.emitted.kernel.functions["reached"]) if isinstance(form, k.Call)]
    counts = [call.arguments[4] for call in calls if call.function.startswith("offered")]
    assert [each.value if isinstance(each, k.Literal) else getattr(each, "name", "") for each in counts] == wanted
    assert not list(differences(game, compiled, range(4), 12))


LOOSE = Path(__file__).parent / "found/a_move_that_no_then_leads_to.yaml"


def test_a_move_that_no_then_leads_to_has_no_part_in_what_is_pending() -> None:
    for engine in ("interpreter", "compiled"):
        game = ggl.load(LOOSE, engine=engine)
        state = game.initial_state()
        assert game.perft(state, 1) == 24
        turns = state.legal_turns()
        assert {len(turn) for turn in turns} == {2}
        after = state.play(turns[0][0]).play(turns[0][1])
        assert not in_turn(game.layout, after.position)
        assert after.mover != state.mover


def test_what_no_then_leads_to_is_never_able() -> None:
    text = LOOSE.read_text().replace("draw: full or able(shoot)", "draw: able(shoot)")
    checked, found = check_source(Source("loose.yaml", text))
    assert checked is not None
    assert [each.code.code for each in found] == ["GGL403"]
    results = Game(checked).playouts(5, most_steps=30)
    assert {result.reason for result in results} == {"broken off after 30 steps"}


def test_the_last_phase_stays_when_its_condition_holds() -> None:
    game = ggl.load(Path(__file__).parent / "found/the_until_of_the_last_phase.yaml")
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(6), 20))
