"""Conditions on two sites in which their order does not matter are asked for one distance, and moved for the opposite one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.draws import seeded
from ggl.engine.protocol import Step
from ggl.interpreter import Interpreter
from tests.few import one_row_in

GAME = """\
ggl: 1
name: Pairs
players: [Black, White]
board: BOARD
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: put own stone on c
  swap:
    for: a in cells with stone, b in neighbors(a) with stone
    where: CONDITION
    do: exchange a, b
turn: {pass: forced}
end:
  by score: {enough: ply >= 40}
score(p): sum(size(g) * size(g) for g in groups(p))
define:
  unlike(a, b): a.owner != b.owner
  mixed(c): any(n in neighbors(c) with stone if unlike(c, n))
  ordered(a, b): a.owner == Black and b.owner == White
"""

# the condition, and whether it is the same for both orders
CONDITIONS = {
    "unlike(a, b)": True,
    "not unlike(a, b)": True,
    "a.owner == b.owner": True,
    "a.owner == White and b.owner == White or ordered(a, b) or ordered(b, a)": True,
    "ordered(a, b)": False,
    "a.owner == White or ordered(a, b)": False,
}


@pytest.fixture
def pairs(tmp_path: Path) -> Callable[[str, str], ggl.Game]:
    def load(board: str, condition: str) -> ggl.Game:
        file = tmp_path / "pairs.yaml"
        file.write_text(GAME.replace("BOARD", board).replace("CONDITION", condition))
        return ggl.load(file)

    return load


def moved_pairs(engine: Compiled) -> list[k.Expression]:
    """What a draw knows of pairs from the opposite distance: moved, without a look at a field."""
    found = []
    for function in engine.emitted.kernel.functions.values():
        for form in forms_in(function):
            match form:
                case k.Assign((k.Local(name),), value) if name.startswith("pair"):
                    reads = [part for part in forms_in(value) if isinstance(part, k.Load)]
                    found += (
                        [] if reads else [part for part in forms_in(value) if isinstance(part, k.Apply) and _shifts(part)][:1]
                    )
    return found


def _shifts(part: k.Apply) -> bool:
    return part.operation in ("shl", "shr")


@pytest.mark.parametrize(("condition", "symmetric"), CONDITIONS.items())
def test_a_condition_is_moved_where_the_order_of_its_sites_does_not_matter(
    pairs: Callable[[str, str], ggl.Game], condition: str, symmetric: bool
) -> None:
    found = moved_pairs(Compiled(pairs("square(4)", condition).checked.core, as_python=True))
    assert (len(found) >= 2) is symmetric  # two of four distances


ON_BOARDS = [
    (condition, board)
    for condition in ["mixed(a) and mixed(b) and not unlike(a, b)", *CONDITIONS]
    for board in ["square(4)", "hexagon(3)", "square(3, 5)", "square(9)"]
]


@pytest.mark.parametrize(("condition", "board"), one_row_in(3, ON_BOARDS))
def test_draws_are_those_of_the_interpreter(pairs: Callable[[str, str], ggl.Game], condition: str, board: str) -> None:
    game = pairs(board, condition)
    compiled, interpreter = Compiled(game.checked.core, as_python=True), Interpreter(game.checked.core)
    for number, row in enumerate(compiled.playouts(2, 3).tolist()):
        position, state, made = interpreter.start(), seeded(3, number), -1
        step: Step | None = None
        while made < 0 or step is not None:
            position = position if step is None else interpreter.play(position, step)
            step, state = interpreter.draw(position, state)
            made += 1
        assert (made, *row[4:]) == (row[0], *(interpreter.scores(position) or ()))
