"""How far legal steps are looked for, in which order they are drawn, what is remembered of the past, and the work counted."""

from __future__ import annotations

import pytest

from ggl.engine.draws import draw_below
from ggl.engine.protocol import Step, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.interpreter.legal_steps import until_too_many
from tests.interpreter.engines import engine_of, work_on

LIMITS = ("ggl.interpreter.legal_steps.STEPS_LIMIT", "ggl.interpreter.interpreter.STEPS_LIMIT")


def limit_steps(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    for name in LIMITS:
        monkeypatch.setattr(name, limit)


def test_one_step_more_is_looked_for_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_steps(monkeypatch, 3)
    steps = [Step("place", (number,)) for number in range(9)]
    assert until_too_many(iter(steps)) == steps[:4]
    assert until_too_many(iter(steps[:2])) == steps[:2]


SHIFT = """\
ggl: 1
name: Shift
players: [Red, Blue]
board: square(3, 1)
pieces: {}
state: {n: {start: 0, in: 0..9}}
moves:
  go:
    for: s in cells, t in neighbors(s)
    do: set n to 1
end: {draw: ply > 3}
"""


@pytest.mark.parametrize("limit", [4, 5])
def test_as_many_moves_as_there_may_be_are_drawn_by_their_distances(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    limit_steps(monkeypatch, limit)
    engine = engine_of(SHIFT)
    ordered = [Step("go", args) for args in ((1, 0), (2, 1), (0, 1), (1, 2))]
    for state in range(20):
        assert engine.draw(engine.start(), state)[0] == ordered[draw_below(state, 4)[0]]


def test_of_more_none_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_steps(monkeypatch, 3)
    engine = engine_of(SHIFT)
    with pytest.raises(WorkLimitError, match="legal moves"):
        engine.draw(engine.start(), 0)


WALK = """\
ggl: 1
name: Walk
players: [Red, Blue]
board: track(9)
pieces: {{token: {{of: nobody}}}}
state: {{die: {{start: 1, in: 1..2}}}}
setup: put token on p1
moves:
  walk:
    for: c in cells with token, t in neighbors(c)
    do: move c to t
    {then}
turn:
  {turn}
end: {{draw: ply > 9 or {counted} > 3}}
"""
PAST = {
    "each turn": ("", "pass: never", "repetitions", 4),
    "each turn, whatever is rolled before it": ("", "begin: roll die from 1..2", "repetitions", 4),
    "each turn of several steps": ("", "continue: steps < 2", "repetitions", 2),
    "each turn with what follows": ("then: walk(c=t) if t == p2 or t == p4", "pass: never", "repetitions", 2),
    "no turn where nothing counts them": ("", "pass: never", "ply", 0),
}


@pytest.mark.parametrize("case", PAST)
def test_one_position_is_remembered_of(case: str) -> None:
    then, turn, counted, remembered = PAST[case]
    engine = engine_of(WALK.format(then=then, turn=turn, counted=counted))
    position = engine.start()
    for place in range(4):
        if engine.rolling(engine.vector(position)):
            position = engine.play(position, engine.steps(position)[0])
        position = engine.play(position, Step("walk", (place, place + 1)))
    assert len(position.history) == remembered


CONDITIONS = """\
ggl: 1
name: Conditions
players: [Red, Blue]
board: square(3)
pieces: {{man: {{}}}}
moves:
  place:
    for: c in {cells}
    do: put man on c
    {ensure}
define:
  men: count(x in cells if man on x)
end: {{draw: ply > 9}}
"""


def conditional(ensure: str, cells: str = "cells") -> Interpreter:
    engine = engine_of(CONDITIONS.format(ensure=ensure, cells=cells))
    assert 16 <= len(engine.start().vector) < 32  # so a copy takes one step of work, and what is tried another one
    return engine


LISTED = {
    "a step for each": ("", "cells", 9, 9),
    "two steps more for each whose condition is tried on a copy": ("ensure: ply == 0", "cells", 9, 9 + 9 * 2),
    "as many if none is legal": ("ensure: ply > 0", "cells", 0, 9 + 9 * 2),
    "what a definition takes after a move, and one step to ask again": ("ensure: men > 0 and men < 3", "{a1}", 1, 1 + 2 + 10 + 1),
}


@pytest.mark.parametrize("case", LISTED)
def test_listing_moves_takes(case: str) -> None:
    ensure, cells, legal, work = LISTED[case]
    engine = conditional(ensure, cells)
    v = engine.vector(engine.start())
    assert len(list(engine.legal(v, "place"))) == legal
    assert work_on(v) == work


@pytest.mark.parametrize(("ensure", "work"), [("", 0), ("ensure: ply == 0", 2)])
def test_a_move_without_conditions_is_sure_without_being_tried(ensure: str, work: int) -> None:
    engine = conditional(ensure)
    v = engine.vector(engine.start())
    assert engine._legal.sure(v, Step("place", (0,)))
    assert work_on(v) == work
