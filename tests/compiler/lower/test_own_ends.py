"""A rule of the end that only the player who moved can have fulfilled is asked of nobody else, in plays from the beginning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.game import HOOKS
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.lower.own_ends import only_the_actor_fulfils
from ggl.compiler.passes.pipeline import optimized
from ggl.compiler.runtime.engine import Compiled
from ggl.play.playouts import play_out

GAME = """\
ggl: 1
name: Own
players: [Black, White]
board: square(3)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: WHERE
    do: DO
end:
  player p wins:
    it holds: TEST
  draw: {enough: ply == 30}
"""

EMPTY, OWN, LINE = "empty(c)", "put own stone on c", "lined(cells with p stone, 3)"
CASES = {
    "own stones": (EMPTY, OWN, LINE, True),
    "cells without own stones": (EMPTY, OWN, "any(g in components(cells - cells with p stone) if size(g) == 1)", True),
    "stones of the other": (EMPTY, OWN, "size(cells with stone of other(p)) == 3", False),
    "empty cells": (EMPTY, OWN, "size(cells with p stone + vacant) == 3", False),
    "stones that replace others": ("not own stone on c", OWN, f"not {LINE} and size(cells with p stone) == 2", False),
    "stones of the opponent, put by the mover": (EMPTY, "put opponent stone on c", LINE, False),
    "a number": (EMPTY, OWN, f"ply > 4 and {LINE}", False),
    "more than a stone": (EMPTY, "|\n      put own stone on c\n      take stone from cells - {c} - row(1)", LINE, False),
}
"""The guard and the effects of a move, the end, and whether only the player who moved can have fulfilled it."""


def loaded(folder: Path, where: str, do: str, test: str, more: str = "") -> ggl.Game:
    file = folder / "own.yaml"
    file.write_text(GAME.replace("WHERE", where).replace("DO", do).replace("TEST", test) + more)
    return ggl.load(file, engine="interpreter")


@pytest.mark.parametrize(("where", "do", "test", "only"), CASES.values(), ids=CASES)
def test_it_is_known_who_can_have_fulfilled_a_rule(tmp_path: Path, where: str, do: str, test: str, only: bool) -> None:
    core = optimized(loaded(tmp_path, where, do, test).checked.core)
    assert only_the_actor_fulfils(Context(ModuleBuilder(core), HOOKS), core.end[0]) == only


@pytest.mark.parametrize(("where", "do", "test"), [case[:3] for case in CASES.values()], ids=CASES)
def test_plays_end_as_those_of_the_interpreter(tmp_path: Path, where: str, do: str, test: str) -> None:
    game = loaded(tmp_path, where, do, test)
    assert np.array_equal(Compiled(game.checked.core, as_python=True).playouts(60, 5), play_out(game, 60, 5, 1 << 20, 1)._rows)


def test_a_position_from_outside_may_fulfil_it_for_the_other(tmp_path: Path) -> None:
    game = loaded(tmp_path, EMPTY, OWN, LINE)
    engine, start = Compiled(game.checked.core, as_python=True), game.engine.start()
    vector = [*start.vector]
    vector[:3] = [1, 1, 1]  # White has a line, and Black is to move
    begin = type(start)(tuple(vector), start.history)
    assert engine.playouts(1, 5, begin=begin).tolist() == play_out(game, 1, 5, 1 << 20, 1, begin)._rows.tolist()
    assert engine.playouts(1, 5, begin=begin)[0, :2].tolist() == [1, 1]
    step = engine.steps(begin)[0]
    assert engine.play(begin, step) == game.engine.play(begin, step)


@pytest.mark.parametrize("winner", ["Black", "White"])
def test_the_start_may_fulfil_it_for_either(winner: str, tmp_path: Path) -> None:
    game = loaded(tmp_path, EMPTY, OWN, LINE, f"setup: put {winner} stone on row(1)\n")
    assert Compiled(game.checked.core, as_python=True).start() == game.engine.start()
    assert game.initial_state().winner == winner
