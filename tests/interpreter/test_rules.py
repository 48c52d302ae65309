"""A move's schema as functions: what its parameters may be, the work of looking at them, and what its lets come to."""

from __future__ import annotations

from itertools import combinations

import pytest

from ggl.engine.protocol import Step, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.interpreter.rules import codes
from tests.interpreter.engines import engine_of, work_on

TEXT = """\
ggl: 1
name: Small
players: [Black, White]
board: square(5, 1)
pieces: {stone: {}}
end: {draw: ply > 2}
moves:
  place:
"""


@pytest.mark.parametrize(
    ("found", "base", "held", "left"),
    [
        ((5, 3), None, None, (5, 3)), ((5, 3), None, 3, (3,)), ((5, 3), None, 4, ()),
        (0b101, 0, None, (0, 2)), (0b101, 2, None, (2, 4)),
        (0b101, 2, 2, (2,)), (0b101, 2, 4, (4,)), (0b101, 2, 3, ()), (0b101, 2, 1, ()), (0b101, 2, 9, ()),
    ],
)  # fmt: skip
def test_a_parameter_is_a_member_of_its_list_or_set_and_what_it_is_held_to(
    found: object, base: int | None, held: int | None, left: tuple[int, ...]
) -> None:
    assert codes(found, base, held) == left


def game(move: str) -> Interpreter:
    return engine_of(TEXT + move)


def test_the_parameters_of_a_move_take_a_step_of_work_for_each_that_they_may_be() -> None:
    engine = game("    for: c in cells, d in cells, e in cells\n    where: {first: c < d, then: d < e}\n    do: put stone on c\n")
    v = engine.vector(engine.start())
    assert [step.args for step in engine.legal(v, "place")] == [*combinations(range(5), 3)]
    assert work_on(v) == 5 + 5 * 5 + 10 * 5  # of all, of each, and of each pair that passes


def test_a_let_is_worked_out_without_those_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = game("""\
    for: c in cells
    let:
      few: count(x in cells if distance(c, x) < 2)
      many: sum(count(y in cells if distance(x, y) < c.row + 1) for x in cells)
    where: few > 0 and many > 0
    do: put stone on c
""")
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 5)
    assert engine.let(Step("place", (1,)), "few") == 3
    with pytest.raises(WorkLimitError):
        engine.let(Step("place", (1,)), "many")
