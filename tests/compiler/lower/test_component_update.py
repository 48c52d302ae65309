"""Parts of sets that are kept from one position to the next: they are what the interpreter finds by flooding, whatever happened.

The game below puts stones and takes them, one or a whole group, and what is legal hangs upon groups: as they stand, after the
step, and after steps that are only supposed. The interpreter keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import ggl
from ggl.compiler.lower.component_update import FEW
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.functions import AsPython
from ggl.engine.draws import seeded
from ggl.engine.protocol import Engine, Position, Step
from ggl.interpreter import Interpreter
from tests.compiler.agreement import differences
from tests.few import slow

GAME = """\
ggl: 1
name: Trial
players: [Black, White]
board: BOARD
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: put stone on c
    ensure: size(group(c)) < 5 or narrow(group(c))
  take:
    for: c in cells
    where: enemy stone on c and size(group(c)) <= 3 and count(groups(opponent)) > 2
    do: take stone from c
  sweep:
    for: c in cells
    where: stone on c and size(group(c)) > 2 and any(t in territories if touching(t, group(c)) and size(t) < 3)
    do: take stone from group(c)
turn: {pass: forced}
end:
  by score:
    enough: ply >= 60
score(p): sum(size(t) for t in territories if owns(p, t)) + max(size(g) for g in groups(p), default=0) + 100 * count(groups(p))
define:
  near(s): (g for g in groups(opponent) if touching(g, s))
  narrow(s): any(near(s)) and size(s) <= 1 + min(size(g) for g in near(s), default=0)
  strength(p, t): descending(size(g) for g in groups(p) if touching(g, t))
  owns(p, t): strength(p, t) > strength(other(p), t)
"""

BOARDS = ["square(4)", "hexagon(3)", "hexagon(6)", "square(9)"]
"""Images by shifts and by looking up, sets of one word and of two."""


@pytest.fixture
def trial(tmp_path: Path) -> Callable[[str], ggl.Game]:
    def load(board: str) -> ggl.Game:
        file = tmp_path / "trial.yaml"
        file.write_text(GAME.replace("BOARD", board))
        return ggl.load(file)

    return load


def walked(engine: Engine, seed: int, steps: int) -> Iterator[Position]:
    """The positions of a random game."""
    random, position = Random(seed), engine.start()
    for _ in range(steps):
        yield position
        legal = engine.steps(position)
        if not legal:
            return
        position = engine.play(position, random.choice(legal))


@pytest.mark.parametrize("board", [slow(board) if board == "square(9)" else board for board in BOARDS])
def test_parts_are_right_while_stones_come_and_go(trial: Callable[[str], ggl.Game], board: str) -> None:
    game = trial(board)
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(3), 60))


def test_parts_are_right_in_positions_that_come_from_outside_in_any_order(trial: Callable[[str], ggl.Game]) -> None:
    game = trial("hexagon(3)")
    interpreter, compiled = Interpreter(game.checked.core), Compiled(game.checked.core, as_python=True)
    positions = [position for seed in range(3) for position in walked(interpreter, seed, 40)]
    Random(0).shuffle(positions)
    for position in positions:
        assert compiled.steps(position) == interpreter.steps(position)
        assert compiled.scores(position) == interpreter.scores(position)


def test_parts_are_right_where_positions_are_put_back(trial: Callable[[str], ggl.Game]) -> None:
    game = trial("square(3)")
    compiled = Compiled(game.checked.core, as_python=True)
    interpreter = Interpreter(game.checked.core)
    for position in list(walked(interpreter, 5, 14))[::4]:
        nodes = [position]
        for depth in range(1, 3):
            nodes = [interpreter.play(each, step) for each in nodes for step in interpreter.steps(each)]
            assert compiled.perft(position, depth) == len(nodes)


def test_playouts_are_those_of_the_interpreter(trial: Callable[[str], ggl.Game]) -> None:
    game = trial("hexagon(2)")
    compiled = Compiled(game.checked.core, as_python=True)
    interpreter = Interpreter(game.checked.core)
    for number, row in enumerate(compiled.playouts(6, 2).tolist()):
        position, state, made = interpreter.start(), seeded(2, number), -1
        step: Step | None = None
        while made < 0 or step is not None:
            position = position if step is None else interpreter.play(position, step)
            step, state = interpreter.draw(position, state)
            made += 1
        assert (made, *row[4:]) == (row[0], *(interpreter.scores(position) or ()))


def test_where_stones_only_come_fewer_than_one_question_in_ten_floods() -> None:
    game = ggl.load("sgibun", side=4, pie=False)
    compiled = Compiled(game.checked.core, as_python=True)
    assert isinstance(compiled._functions, AsPython)
    program = compiled._functions._python
    program.add("playouts")
    emitted = program._space
    calls = {"flood1": 0, "ensure1": 0}
    for name in calls:
        emitted[name] = counted(calls, name, emitted[name])
    plies = int(compiled.playouts(4, 1)[:, 0].sum())
    assert calls["ensure1"] > 2 * plies
    assert calls["flood1"] < calls["ensure1"] / 10  # the territories when a play is scored


def counted(calls: dict[str, int], name: str, function: Callable[..., object]) -> Callable[..., object]:
    def call(*args: object) -> object:
        calls[name] += 1
        return function(*args)

    return call


def test_a_whole_board_of_stones_at_once_is_no_other_than_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "flood.yaml"
    file.write_text(
        "ggl: 1\nname: Flood\nplayers: [A, B]\nboard: square(4)\npieces: {stone: {}}\n"
        "moves:\n  fill:\n    for: n in 1..4\n    where: count(groups(A)) + count(groups(B)) < 9\n"
        "    do: put stone on row(n)\n    ensure: count(groups(mover)) <= 2\nturn: {pass: free}\n"
        "end:\n  draw: {enough: ply >= 12}\n"
    )
    game = ggl.load(file)
    assert len(game.board.cells) > FEW
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(6), 30))
