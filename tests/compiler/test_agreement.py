"""The compiled engine agrees with the interpreter, ply by ply.

The ordinary run takes emitted modules as Python, in a few bundled games and every small game of a feature, and compiles a few;
the slow run compiles all and plays a thousand games of each.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ggl
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import OPTIONS, SMALL, Case, differences, named
from tests.few import ALIKE, few_of, one_in

COMPILED = [
    ("tic-tac-toe", {}),
    ("sgibun", {"side": 3}),
    ("tiku-points", {"target": 5}),
    ("go", {"size": 4, "superko": False, "suicide": True}),
]
GAMES = range(*map(int, os.environ.get("GGL_GAMES", "1000").split("-")))
"""Numbers of the games of the slow run: `GGL_GAMES=100`, or a part of them, `GGL_GAMES=100-200`."""


SOME = [case for case in OPTIONS if not case[1]] + [case for case in OPTIONS if case[1] and named(case) != "twixt:size=24"][::3]


def as_few(case: Case) -> str:
    """The game of a case, for `few_of`; of two options in three another one, which is none of the few."""
    return case[0] if case in SOME else "chess"


@pytest.mark.parametrize("path", one_in(8, SMALL), ids=lambda path: path.stem)
def test_in_a_small_game_of_each_feature(path: Path) -> None:
    game = ggl.load(path)
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(3), 60))


@pytest.mark.parametrize("case", few_of(OPTIONS, as_few, without=ALIKE), ids=named)
def test_in_the_beginning_of_each_bundled_game(case: Case) -> None:
    game = ggl.load(case[0], **case[1])
    steps = min(24, 1000 // game.layout.length)  # Python is slow on large boards
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(1), steps))


@pytest.mark.usefixtures("optimized")
@pytest.mark.parametrize("case", COMPILED, ids=named)
def test_by_machine_code(case: Case) -> None:
    game = ggl.load(case[0], **case[1])
    assert not list(differences(game, Compiled(game.checked.core), range(4), 200))


@pytest.mark.slow
@pytest.mark.parametrize("case", OPTIONS, ids=named)
def test_in_a_thousand_games(case: Case) -> None:
    game = ggl.load(case[0], **case[1])
    assert not list(differences(game, Compiled(game.checked.core), GAMES, 1000))
