"""The machine code of each game plays as the interpreter does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl.compiler.backends import llvm
from ggl.compiler.runtime.engine import Compiled
from ggl.play.playouts import play_out
from tests.compiler.agreement import SMALL, differences
from tests.few import ALIKE, few_of, one_in

pytestmark = pytest.mark.usefixtures("optimized")

NAMES = sorted(path.stem for path in (Path(__file__).parents[2] / "games").glob("*.yaml"))


@pytest.mark.parametrize("name", few_of(NAMES, without=[*ALIKE, "backgammon", "quoridor"]))
def test_machine_code_plays_as_the_interpreter(name: str) -> None:
    game = ggl.load(name, engine="interpreter")
    engine = Compiled(game.checked.core, name)
    assert np.array_equal(engine.playouts(2, 5, 60), play_out(game, 2, 5, 60, 1)._rows)
    state = game.initial_state()
    while state.is_chance and (after := state.after(state.legal_moves()[0])).is_chance:
        state = after  # a hand is dealt in more ways than can be counted
    assert engine.perft(state.position, 1) == game.perft(state, 1)


@pytest.mark.parametrize("path", one_in(32, SMALL), ids=lambda path: path.stem)
def test_machine_code_plays_as_python_does(path: Path) -> None:
    core = ggl.load(path).checked.core
    assert np.array_equal(Compiled(core).playouts(3, 3, 60), Compiled(core, as_python=True).playouts(3, 3, 60))


def test_a_machine_without_instructions_that_move_bits_by_a_mask_plays_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    core = ggl.load("tabik").checked.core
    found = Compiled(core).playouts(5, 3)
    plain = llvm.CodeTarget(llvm.host().triple, "generic")
    assert not plain.moves_bits
    monkeypatch.setattr(llvm, "host", lambda: plain)
    assert np.array_equal(Compiled(core).playouts(5, 3), found)


@pytest.mark.slow
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_each_feature_plays_as_in_the_interpreter(path: Path) -> None:
    game = ggl.load(path)
    assert not list(differences(game, Compiled(game.checked.core), range(2), 12))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_machine_code_plays_whole_games_as_the_interpreter(name: str) -> None:
    game = ggl.load(name, engine="interpreter")
    assert np.array_equal(Compiled(game.checked.core, name).playouts(2, 5), play_out(game, 2, 5, 1 << 20, 1)._rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_entry_becomes_machine_code(name: str) -> None:
    engine = Compiled(ggl.load(name).checked.core, name)
    engine.prepare(*engine.whole.entries)
