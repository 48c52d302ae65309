"""Whole games by the back ends that the engine does not use yet: the playouts of a game are those of the engine, row by row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.operations import TrapError
from ggl.compiler.memory import ArenaFullError
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import OPTIONS, Case, named
from tests.compiler.backends.back_ends import NODE, OPTIMIZED, PYTHON, BackEnd, over_back_ends
from tests.few import one_in, slow

COLUMNS = str(Path(__file__).parents[2] / "language" / "games" / "piles_hold_pieces_of_any_kind_and_side.yaml")
FEW: list[Case] = [
    ("tic-tac-toe", {}), ("backgammon", {}), ("go", {"size": 5}), ("sgibun", {"side": 3}), ("oware", {}), (COLUMNS, {}),
]  # fmt: skip
IN_PYTHON = [("tic-tac-toe", {}), ("sgibun", {"side": 3}), slow((COLUMNS, {}))]


@dataclass
class ByBackEnd:
    """The functions of an emitted text, as the engine asks for them."""

    module: Module
    back_end: BackEnd

    def ready(self, _: str) -> bool:
        return False

    def function(self, name: str) -> Callable[..., Any]:
        call = self.back_end.load(Module(self.module.functions, (name,)))

        def function(*arguments: Any) -> Any:
            try:
                return call(name, *arguments)
            except TrapError:
                raise ArenaFullError from None

        return function


def engine_of(case: Case, back_end: BackEnd) -> Compiled:
    engine = Compiled(ggl.load(case[0], **case[1]).checked.core, case[0])
    engine._functions = ByBackEnd(engine.emitted.kernel, back_end)
    return engine


def rows(case: Case, count: int) -> Any:
    """The rows of the engine's own machine code."""
    return Compiled(ggl.load(case[0], **case[1]).checked.core, case[0]).playouts(count, 7)


@over_back_ends(NODE, among=[OPTIMIZED])
@pytest.mark.parametrize("case", one_in(3, FEW), ids=named)
def test_playouts_of_a_few_games(case: Case, back_end: BackEnd) -> None:
    assert np.array_equal(engine_of(case, back_end).playouts(20, 7), rows(case, 20))


@pytest.mark.parametrize("case", IN_PYTHON, ids=named)
def test_playouts_in_python(case: Case) -> None:
    assert np.array_equal(engine_of(case, PYTHON).playouts(5, 7), rows(case, 5))


@pytest.mark.slow
@over_back_ends(NODE, among=[OPTIMIZED])
@pytest.mark.parametrize("case", OPTIONS, ids=named)
def test_playouts_of_every_bundled_game(case: Case, back_end: BackEnd) -> None:
    assert np.array_equal(engine_of(case, back_end).playouts(20, 7), rows(case, 20))
